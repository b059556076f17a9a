"""Non-Commission Lucky Three Pictures: where section 5 is unclear."""

from pitboss.language.readings import Reading

PRIORITY = Reading(
    "unseated-priority",
    "Nobody sits at a box: does a newcomer's higher bet take priority over those already there?",
    {
        "highest": "yes: the highest bettor counts as seated and has priority",
        "placed-first": "no: if nobody is seated, whoever bet first stays",
    },
    ("1.19", "5.1"),
    "By 1.19 the player with the highest bet counts as the Seated Player if nobody sits, and 5.1 "
    "gives Seated Players priority; together they would let a higher bet push out a lower one at "
    "any time.",
    kind="procedure",
)
UNDER_MINIMUM = Reading(
    "under-minimum",
    "A box is over its maximum and one bet on it is under the minimum: who escapes pro rata?",
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
    "A pro-rated share falls below the minimum: how much does that bet count for?",
    {
        "rest": "the minimum, and the others share the rest of the maximum",
        "floor": "the minimum, and the others keep their shares",
        "exempt": "the whole bet, and the others share the rest of the maximum",
    },
    ("5.1.1",),
    "5.1.1 lets no pro-rated bet count for less than the minimum, and does not say who makes "
    "room: 1,900 and 60 on a maximum of 1,000 and a minimum of 50 count 950 and 50, 969.39 and 50, "
    "or 940 and 60.",
    kind="procedure",
)
WHOSE_MINIMUM = Reading(
    "whose-minimum",
    "Is the minimum met by the bets on a box together, or by each player's?",
    {"box": "together: a small bet counts if others make up the minimum", "player": "by each"},
    ("3.6", "5.2"),
    "5.2 compares the total on a betting box with its minimum; 3.6 has each player keep within the "
    "limits.",
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
        "examined": "those, and the cards of hands that players have looked at",
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
        "options": "yes: it is still a dealing error",
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
        "always": "at any time in the round, and until the next one begins",
        "until-shown": "until the dealer's hand is shown; then the result stands",
    },
    ("5.6", "5.8.1", "5.10.1"),
    "5.6 gives the choice and sets no time limit: once the dealer's hand is shown, every loser "
    "would take the bet back and every winner would continue.",
    kind="procedure",
)
SECOND_CHOICE = Reading(
    "second-choice",
    "A player continued after a dealing error and another error follows: is there a second choice?",
    {
        "again": "yes: each dealing error gives every player the choice",
        "bound": "no: a player who continued accepts whatever follows in that round",
    },
    ("5.6", "5.8.1", "5.10.1"),
    "5.6 has players who continue accept the cards that still come in the round, and does not "
    "mention further errors; 5.8.1 and 5.10.1 give the choice to the rest of the table and make no "
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
    "A card lay face up in the shoe: do the players also get a choice?",
    {
        "next-card": "no: it is used as the next card, and play continues",
        "options": "yes: a card that everybody has seen is a dealing error too",
    },
    ("5.6", "5.9"),
    "5.9 has the card used as the next one; 5.6 gives a choice on any dealing error that 5.5 does "
    "not describe.",
    kind="procedure",
)
LATE_ERROR = Reading(
    "late-error",
    "An error is noticed after the next round has begun: what happens to its own round?",
    {
        "stands": "its result stands",
        "referred": "no clause says, so the shift manager decides",
    },
    ("1.18", "5.5", "5.11", "5.16"),
    "5.11 keeps the error from affecting later rounds and says nothing about the round it happened "
    "in; by 1.18 that round is over once its bets are settled. For the situations listed in 5.5 "
    "its closing words answer the question: earlier rounds stand.",
    kind="procedure",
)
READINGS = (
    PRIORITY, UNDER_MINIMUM, FLOOR, WHOSE_MINIMUM, AVAILABLE, KNOWN, REPAIRED, WRONG_COUNT,
    LATE_OPTIONS, SECOND_CHOICE, EXPOSED, SHARED_CHOICE, FACE_UP_CARD, LATE_ERROR,
)  # fmt: skip
