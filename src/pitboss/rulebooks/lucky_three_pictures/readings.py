"""Non-Commission Lucky Three Pictures: where section 5 is unclear."""

from pitboss.language.readings import Reading

PRIORITY = Reading(
    "unseated-priority",
    "Nobody sits at a box: do a newcomer's higher bets come before those that lie there?",
    {
        "highest": "yes: the highest bettor counts as seated, and has the priority",
        "placed-first": "no: without anybody seated, who bet first stays",
    },
    ("1.19", "5.1"),
    "1.19 has the player with the highest bet count as the Seated Player where nobody sits, and "
    "5.1 gives Seated Players priority; together a higher bet would push out a lower "
    "one at any time.",
    kind="procedure",
)
UNDER_MINIMUM = Reading(
    "under-minimum",
    "A bet on a box over its maximum is under the minimum: who is freed from pro rata?",
    {
        "box": "the whole box: every bet on it counts as placed",
        "player": "that player only; the others share what is left",
    },
    ("5.1.1", "5.1.2"),
    "5.1.2 says that pro rata shall not be applied, and then that such player wins or loses "
    "accordingly: the first half speaks of the box, the second of the player.",
    kind="procedure",
)
FLOOR = Reading(
    "pro-rata-floor",
    "A share in proportion falls under the minimum: what does it count for?",
    {
        "rest": "the minimum, and the others share the rest of the maximum",
        "floor": "the minimum, and the others keep their shares",
        "exempt": "the whole bet, and the others share the rest of the maximum",
    },
    ("5.1.1",),
    "5.1.1 lets nobody win or lose on a pro-rated bet below the minimum and does not say who makes "
    "room: 1,900 and 60 on a maximum of 1,000 and a minimum of 50 count 950 and 50, 969.39 and 50, "
    "or 940 and 60.",
    kind="procedure",
)
WHOSE_MINIMUM = Reading(
    "whose-minimum",
    "Is the minimum met by the bets on a box together, or by each player's?",
    {"box": "together: a small bet is in where others make up the minimum", "player": "by each"},
    ("3.6", "5.2"),
    "5.2 compares the total on a betting box with its minimum; 3.6 makes each player keep the bet "
    "within the limits.",
    kind="procedure",
)
AVAILABLE = Reading(
    "available-bets",
    "Which bets can decide that an outcome is established?",
    {
        "placed": "those that have been placed",
        "offered": "all that the table offers on a box in play",
    },
    ("5.4.1", "5.4.2"),
    "5.4 looks for one available bet whose result is certain, and does not say whether a bet is "
    "available because the table offers it or because somebody has placed it.",
    kind="procedure",
)
KNOWN = Reading(
    "known",
    "Which cards decide that an outcome is established?",
    {
        "face-up": "those that lie face up",
        "examined": "those, and the hands that players have looked at",
        "dealt": "all that have been dealt",
    },
    ("5.4.1", "5.4.2"),
    "5.4 speaks of an established outcome; once the cards are dealt it is fixed, but nobody knows "
    "it before they are seen.",
    kind="procedure",
)
REPAIRED = Reading(
    "repaired-misdeal",
    "A wrong deal was put right by moving complete hands: may the players still choose?",
    {
        "options": "yes: it is a dealing error all the same",
        "play-on": "no: the exception leaves nothing to choose",
    },
    ("5.5.4", "5.6"),
    "5.5.4 spares such a round from being void; 5.6 gives a choice on every dealing error that 5.5 "
    "does not describe, whether or not the cards can be reconstructed.",
    kind="procedure",
)
WRONG_COUNT = Reading(
    "wrong-count",
    "A wrong number of cards in a hand is also a wrong deal: which paragraph rules?",
    {
        "specific": "those on the number of cards, 5.5.6 and 5.8",
        "general": "the one on cards dealt incorrectly, 5.5.4",
    },
    ("5.5.4", "5.5.6", "5.8"),
    "5.5.4 speaks of cards dealt incorrectly; 5.5.6 and 5.8 of the number of cards in one hand.",
    kind="procedure",
)
LATE_OPTIONS = Reading(
    "late-options",
    "Until when may players take their bets back after a dealing error?",
    {
        "always": "whenever the error is noticed in the round, or before the next",
        "until-shown": "until the dealer's hand is shown; then the result stands",
    },
    ("5.6", "5.8.1", "5.10.1"),
    "5.6 gives the choice and sets no time: once the dealer's hand is up, every loser would take "
    "the bet back and every winner go on.",
    kind="procedure",
)
SECOND_CHOICE = Reading(
    "second-choice",
    "A player went on after a dealing error, and another error follows: is there a second choice?",
    {
        "again": "yes: each dealing error gives every player the choice",
        "bound": "no: a player who went on accepts whatever follows in that round",
    },
    ("5.6", "5.8.1", "5.10.1"),
    "5.6 has players who go on accept the cards that still come in the round, and does not mention "
    "further errors; 5.8.1 and 5.10.1 give the choice to the rest of the table and make no "
    "exception for them.",
    kind="procedure",
)
EXPOSED = Reading(
    "exposed-card",
    "Cards were turned up during the deal: is that a wrong deal that voids the round?",
    {
        "options": "no: it is another dealing error, and the players choose",
        "misdeal": "yes, while no player has handled cards: they are to be dealt face down",
    },
    ("3.12", "3.12.1", "5.5.4", "5.6"),
    "3.12 deals the cards face down, and 5.5.4 voids cards dealt incorrectly that nobody has "
    "handled; but its exception speaks of where cards went, not of how they lie, and 5.6 covers "
    "every dealing error that 5.5 does not describe.",
    kind="procedure",
)
SHARED_CHOICE = Reading(
    "shared-choice",
    "Who chooses on a box with several bettors?",
    {
        "each": "each of them, for the bets they have there",
        "seated": "the Seated Player, for everybody on the box",
    },
    ("1.14", "1.19", "5.6", "5.8.1"),
    "5.6 gives the option to all Players, and by 1.14 everyone with a bet is one; but what they "
    "may continue or have invalidated is a hand, and a box has one.",
    kind="procedure",
)
FACE_UP_CARD = Reading(
    "face-up-card",
    "A card lay face up in the shoe: may the players choose, besides using it?",
    {
        "next-card": "no: it is used as the next card, and that is all",
        "options": "yes: a card that everybody has seen is a dealing error too",
    },
    ("5.6", "5.9"),
    "5.9 has the card used as the next one; 5.6 gives a choice on any dealing error that 5.5 does "
    "not describe.",
    kind="procedure",
)
LATE_ERROR = Reading(
    "late-error",
    "An error is noticed after the next round has begun: what of the round it happened in?",
    {
        "stands": "its result stands",
        "referred": "no clause says, so the shift manager decides",
    },
    ("1.18", "5.5", "5.11", "5.16"),
    "5.11 keeps the error from affecting later rounds and says nothing of the round it happened "
    "in; by 1.18 that round is over once its bets are settled. For the situations listed in 5.5 "
    "its closing words answer the question: earlier rounds stand.",
    kind="procedure",
)
READINGS = (
    PRIORITY, UNDER_MINIMUM, FLOOR, WHOSE_MINIMUM, AVAILABLE, KNOWN, REPAIRED, WRONG_COUNT,
    LATE_OPTIONS, SECOND_CHOICE, EXPOSED, SHARED_CHOICE, FACE_UP_CARD, LATE_ERROR,
)  # fmt: skip
