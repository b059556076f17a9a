"""Non-Commission Lucky Three Pictures (RWS) Game Rules, Version 2, from 28 June 2020."""

from collections.abc import Mapping

from pitboss.configuration import Rulebook
from pitboss.expressions import Columns, Expression, dealer, otherwise, player, where
from pitboss.irregularities import Ruling, ruling
from pitboss.names import by_points
from pitboss.policies import AGGREGATE_CAP, HALF_UNIT
from pitboss.readings import Reading
from pitboss.wagers import Needs, Row, Wager, loses, pays, pushes

# 1. Definitions

LUCKY = Reading(
    "lucky-pictures",
    "Must both hands hold a Picture Card, or do the two hands' Picture Cards count together?",
    {
        "combined": "the Picture Cards of both hands are counted together",
        "each-has-one": "counted together, and each hand must hold at least one",
    },
    ("1.9", "4.1"),
    "1.9 asks both hands for a total of three Picture Cards; each line of 4.1 speaks of Picture "
    "Cards in both hands.",
)

all_pictures = player.pictures + dealer.pictures


def pictures_in_both(count: int) -> Expression:
    each = (player.pictures > 0) & (dealer.pictures > 0)
    return ((all_pictures == count) & LUCKY(combined=True, each_has_one=each)).by("1.9", "1.12")


TOTAL = Reading(
    "three-pictures-total",
    "Three Pictures total nothing: does a Lucky Tie Bet win against another hand of 0 points?",
    {
        "zero": "yes: both hands have the Point Total 0",
        "apart": "no: Three Pictures is set apart from the Point Totals",
    },
    ("1.10", "1.16", "3.2", "3.13.4"),
    "1.10 and 3.13.4 pay a Lucky Tie on the same Point Total, and 1.16 totals three Picture Cards "
    "to 0; but 3.2 leaves Three Pictures out where it ranks the totals.",
)

# 3. How to play

POINTS = ("1.12", "1.16", "3.2", "3.2.1", "3.2.2", "3.2.3")


def ranking(hand: Columns) -> Expression:
    """The places of appendix G, from the highest down."""
    value = where(hand.pictures == 3, 30, 3 * hand.points + hand.pictures)
    return value.by("1.21", "G", *POINTS)


player_wins = (ranking(player) > ranking(dealer)).by("3.1", "3.3")
dealer_wins = (ranking(player) < ranking(dealer)).by("3.1", "3.3")
same_ranking = (ranking(player) == ranking(dealer)).by("3.3")
same_points = TOTAL(
    zero=player.points == dealer.points,
    apart=(player.points == dealer.points) & ((player.pictures == 3) == (dealer.pictures == 3)),
).by("1.10", *POINTS)

needs_anybodys_initial = Needs("initial", ("3.9", "5.13"), anybody=True)


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    return by_points(row, "Plain {}", "Single Picture {}", "Double Pictures {}")


# 4. Settlement

INITIAL = Wager(
    "initial",
    "Initial Bet",
    (
        pays("six-points", "Player wins on 6 points", "1 to 2", player_wins & (player.points == 6),
             "1.11", "3.13.1", "4.1", says="{player} beats {dealer}"),
        pays("player-wins", "Player wins on other points", "1 to 1", player_wins,
             "1.11", "3.13.1", "4.1", says="{player} beats {dealer}"),
        pushes("tie", "Tie", same_ranking, "3.13.3", says="{player} ties with {dealer}"),
        loses("dealer-wins", "Player loses", "3.13.2", says="{dealer} beats {player}",
              when=otherwise(dealer_wins)),
    ),
    clauses=("1.8", "3.8"),
)  # fmt: skip
LUCKY_TIE = Wager(
    "lucky-tie",
    "Lucky Tie",
    (
        pays("tie-three-pictures", "Tie on Three Pictures", "600 to 1",
             ((player.pictures == 3) & (dealer.pictures == 3)).by("1.10", "1.12", "1.21"),
             "3.13.3", "4.1", says="Three Pictures in both hands"),
        pays("tie-8-or-9", "Tie on 8 or 9 points", "10 to 1", same_points & (player.points >= 8),
             "3.13.3", "3.13.4", "4.1", says="the same Point Total, {player} and {dealer}"),
        pays("tie-other", "Tie on other points", "8 to 1", same_points,
             "3.13.3", "3.13.4", "4.1", says="the same Point Total, {player} and {dealer}"),
        loses("no-win", "No tie", "1.10", says="different Point Totals, {player} and {dealer}",
              when=otherwise(same_points)),
    ),
    needs=needs_anybodys_initial,
)  # fmt: skip


def lucky_pictures(key: str, word: str, count: int, odds: str) -> Row:
    outcome = f"{word} Picture Cards in the two hands together"
    return pays(f"{key}-pictures", outcome, odds, pictures_in_both(count), "4.1", says=outcome)


LUCKY_PICTURES = Wager(
    "lucky-pictures",
    "Lucky Pictures",
    (
        lucky_pictures("six", "Six", 6, "1000 to 1"),
        lucky_pictures("five", "Five", 5, "100 to 1"),
        lucky_pictures("four", "Four", 4, "10 to 1"),
        lucky_pictures("three", "Three", 3, "4 to 1"),
        loses("no-win", "No Lucky Pictures", "1.9",
              says="no Lucky Pictures in {player} and {dealer}",
              when=otherwise(pictures_in_both(3))),
    ),
    needs=needs_anybodys_initial,
)  # fmt: skip


def lucky_six(hand: Columns, whose: str, wins: Expression, clause: str) -> tuple[Row, ...]:
    """The rows of both Lucky 6 wagers, by the Picture Cards in the winning six."""

    def row(key: str, words: str, pictures: int, odds: str) -> Row:
        on_six = (wins & (hand.points == 6)).by(clause)
        outcome = f"{whose} wins on 6 points {words}"
        when = on_six & (hand.pictures == pictures).by("1.12")
        return pays(key, outcome, odds, when, "4.1", says=f"the {outcome}")

    return (
        row("two-pictures", "with two Picture Cards", 2, "25 to 1"),
        row("one-picture", "with one Picture Card", 1, "15 to 1"),
        row("no-picture", "without Picture Card", 0, "10 to 1"),
        loses("no-win", f"{whose} does not win on 6 points", clause,
              says=f"the {whose} does not win on 6 points", when=otherwise(wins)),
    )  # fmt: skip


PLAYER_LUCKY_6 = Wager(
    "player-lucky-6",
    "Player Lucky 6",
    lucky_six(player, "Player", player_wins, "1.15"),
    needs=needs_anybodys_initial,
)
DEALER_LUCKY_6 = Wager(
    "dealer-lucky-6",
    "Dealer Lucky 6",
    lucky_six(dealer, "Dealer", dealer_wins, "1.4"),
    needs=needs_anybodys_initial,
)

# 5. Irregularities

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
SPECIFIC, GENERAL = {"wrong-count": "specific"}, {"wrong-count": "general"}
IN_TIME, LATE = ("before-close", "in-time"), ("late", "never")
CHOOSE = "Each of you may go on with the hand or have the bet back."


def dealt_incorrectly(incident: str, under: Mapping[str, str]) -> tuple[Ruling, ...]:
    """5.5.4 and what is left of it for 5.6."""
    return (
        ruling(incident, "void-round", "5.5", "5.5.4", under=under,
               handled="no", whole_hands_repair="no",
               says="The cards were dealt wrongly: this round is void, and all bets go back."),
        ruling(incident, "offer-choice", "5.5.4", "5.6", "5.6.2", "5.6.3",
               under={**under, "repaired-misdeal": "options"},
               handled="no", whole_hands_repair="yes", says=CHOOSE),
        ruling(incident, "reconstruct", "5.5.4", under={**under, "repaired-misdeal": "play-on"},
               handled="no", whole_hands_repair="yes",
               says="Complete hands are moved to their places, and we play on."),
        ruling(incident, "offer-choice", "5.6", "5.6.1", "5.6.2", "5.6.3", under=under,
               handled="yes", says=CHOOSE),
    )  # fmt: skip


RULINGS = (
    ruling("over-maximum", "reduce", "5.1", noticed="before-close",
           says="The bets on this box are over the maximum: the excess is taken off."),
    ruling("over-maximum", "pro-rate", "5.1.1", "5.1.2", noticed=("in-time", *LATE),
           says="The bets on this box count in proportion to the maximum."),
    ruling("under-minimum", "offer-choice", "5.2", noticed="before-close",
           says="This bet is under the minimum: please raise it or take it back."),
    ruling("under-minimum", "bet-stands", "5.2.1", noticed=("in-time", *LATE),
           says="The bet stands and wins or loses with the hand."),
    ruling("walked-away", "bet-stands", "5.3",
           says="The bet stays and is settled with the hand."),
    ruling("interruption", "conclude", "5.4", "5.4.1", decided="yes",
           says="A bet has been decided: the round goes on to its end."),
    ruling("interruption", "void-round", "5.4", "5.4.2", "5.14", decided="no",
           says="No bet has been decided: the round is void, and all bets go back."),
    ruling("foreign-card", "void-round", "5.5", "5.5.1", "5.14",
           says="A foreign card was found: this round is void, and all bets go back."),
    ruling("deck-count", "void-round", "5.5", "5.5.2", "5.14",
           says="The deck is not complete: this round is void, and all bets go back."),
    ruling("unshuffled", "void-round", "5.5", "5.5.3", "5.14",
           says="The cards were not shuffled: this round is void, and all bets go back."),
    *dealt_incorrectly("misdeal", {}),
    ruling("too-few-cards", "void-round", "5.5", "5.5.5", "5.14",
           says="There are not enough cards: this round is void, and all bets go back."),
    ruling("dealer-count", "stands", "5.5.6", "5.11", under=SPECIFIC, noticed=LATE,
           says="The next round has begun: the result of that round stands."),
    ruling("dealer-count", "void-round", "5.5", "5.5.6", "5.14", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="no",
           says="The dealer's hand has the wrong number of cards: this round is void."),
    ruling("dealer-count", "offer-choice", "5.6", "5.6.2", "5.6.3", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="yes", says=CHOOSE),
    *dealt_incorrectly("dealer-count", GENERAL),
    ruling("exposed-cards", "offer-choice", "5.6", "5.6.1", "5.6.2", "5.6.3", says=CHOOSE),
    ruling("late-bet", "refuse", "3.11", "5.7",
           says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "refuse", "5.7",
           says="No more bets were called: the bet can't be taken back."),
    ruling("player-count", "stands", "5.8", "5.11", under=SPECIFIC, noticed=LATE,
           says="The next round has begun: the result of that round stands."),
    ruling("player-count", "remove-hand", "5.8", "5.8.1", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="no",
           says="This hand is out of play and its bets go back; the others may choose."),
    ruling("player-count", "offer-choice", "5.6", "5.6.2", "5.6.3", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="yes", says=CHOOSE),
    *dealt_incorrectly("player-count", GENERAL),
    ruling("face-up-in-shoe", "next-card", "5.9",
           says="The card that lies face up is the next card."),
    ruling("drawn-together", "decide-order", "5.10", "5.10.1", order_known="no",
           authority="pit-supervisor",
           says="The supervisor decides which card comes first; then each of you may choose."),
    ruling("drawn-together", "offer-choice", "5.10.1", "5.6", order_known="yes", says=CHOOSE),
    ruling("late-discovery", "stands", "5.11",
           says="That error has no effect on this round or any later one."),
    ruling("misplaced-bet", "bet-stands", "5.12", "5.15",
           says="Bets are settled where the chips lay when bets were closed."),
    ruling("orphan-side-bet", "remove-bet", "5.13",
           says="There is no Initial Bet on this box: the side bet goes back."),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="lucky-three-pictures",
    title="Non-Commission Lucky Three Pictures",
    version="RWS v2",
    effective="28 June 2020",
    tagline="Three cards against the dealer's three, no commission; a winning six pays half.",
    wagers=(INITIAL, LUCKY_TIE, LUCKY_PICTURES, PLAYER_LUCKY_6, DEALER_LUCKY_6),
    readings=(TOTAL, LUCKY, REPAIRED, WRONG_COUNT),
    main=("initial",),
    name_hand=name_hand,
    shared_boxes=True,
    policies=(HALF_UNIT, AGGREGATE_CAP),
    rulings=RULINGS,
    referral=("5.16",),
)
