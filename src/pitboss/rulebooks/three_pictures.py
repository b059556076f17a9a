"""Three Pictures (MBS) Game Rules, Version 2, with effect from 31 December 2010."""

from collections.abc import Mapping

from pitboss.configuration import Rulebook
from pitboss.expressions import Columns, Expression, dealer, otherwise, player, where
from pitboss.irregularities import ruling
from pitboss.names import by_points
from pitboss.policies import AGGREGATE_CAP, CARD_POINTS, HALF_UNIT, REFERRAL, TIED_BET
from pitboss.readings import Reading
from pitboss.wagers import Needs, Wager, loses, pays, pushes

# 1. Definitions

three_pictures = (player.pictures == 3).by("1.1.1", "1.1.2")

TOTAL = Reading(
    "three-pictures-total",
    "Three Knights total nothing: does a Tie bet win against another hand of 0 points?",
    {
        "zero": "yes: both hands have the point count 0",
        "apart": "no: three Knights are the highest hand and have no point count to tie with",
    },
    ("1.1.3", "3.8.1.1", "3.10", "3.13.1"),
    "1.1.3 and 3.13.1 pay a Tie bet on the same point count, and 3.8.1.1 gives a Knight no points; "
    "but 3.10 ranks three Knights by themselves, above every total.",
)

# 3. How to play

POINTS = ("3.8", "3.8.1", "3.8.1.1", "3.9.1", "3.9.2", CARD_POINTS.citation)


def ranking(hand: Columns) -> Expression:
    """Three Knights, then the point total, then the most Knights."""
    value = where(hand.pictures == 3, 30, 3 * hand.points + hand.pictures)
    return value.by("1.1.1", *POINTS)


player_wins = (ranking(player) > ranking(dealer)).by("3.10", "3.11", "3.12")
same_ranking = (ranking(player) == ranking(dealer)).by("3.13", "3.14", "3.15")
on_six_points = (player.points == 6).by(*POINTS)
same_points = TOTAL(
    zero=player.points == dealer.points,
    apart=(player.points == dealer.points) & ((player.pictures == 3) == (dealer.pictures == 3)),
).by("1.1.3", *POINTS)

needs_initial = Needs("initial", ("3.3",))


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    return by_points(row, "{} points", "{} points with one Knight", "{} points with two Knights")


# 4. Settlement

INITIAL = Wager(
    "initial",
    "Initial bet",
    (
        pays("six-points", "Player wins on Six Points", "1 to 2", player_wins & on_six_points,
             "3.7", "4.1", says="{player} beats {dealer}"),
        pays("player-wins", "Player wins on Other Points", "1 to 1", player_wins,
             "3.7", "4.1", says="{player} beats {dealer}"),
        pushes("tie", "Tie", same_ranking,
               "3.7", "3.13", TIED_BET.citation, says="{player} ties with {dealer}"),
        loses("dealer-wins", "Player loses", "3.7", says="{dealer} beats {player}",
              when=otherwise(player_wins, same_ranking)),
    ),
    clauses=("2.2.1",),
)  # fmt: skip
TIE = Wager(
    "tie",
    "Tie",
    (
        pays("tie", "Tie", "8 to 1", same_points,
             "3.13.1", "4.1", says="the same point count, {player} and {dealer}"),
        loses("no-win", "No tie", "1.1.3", says="different point counts, {player} and {dealer}",
              when=otherwise(same_points)),
    ),
    needs=needs_initial,
    clauses=("2.2.2",),
)  # fmt: skip
THREE_PICTURES = Wager(
    "three-pictures",
    "Three Pictures",
    (
        pays("three-pictures", "Three Pictures", "16 to 1", three_pictures,
             "1.1.2", "4.1", says="three Knights"),
        loses("no-win", "Fewer than three Knights", "1.1.2", says="fewer than three Knights",
              when=otherwise(three_pictures)),
    ),
    needs=needs_initial,
    clauses=("2.2.3",),
)  # fmt: skip

# 5. Irregularities

LATE_MISCOUNT = Reading(
    "late-miscount",
    "The dealer's wrong number of cards is noticed after the next round has begun: is it void?",
    {
        "void": "yes: the round is void whenever it is noticed",
        "stands": "no: that round is over, and its result stands",
    },
    ("1.1.4", "5.4"),
    "5.4 voids the round and sets no time; by 1.1.4 a round ends when its bets are settled.",
    kind="procedure",
)

RULINGS = (
    ruling("foreign-card", "void-round", "5.1", "5.1.1", "5.1.2",
           says="A foreign card was found: this round is void, earlier results stand."),
    ruling("deck-count", "void-round", "5.2",
           says="The deck is not complete: this round is void."),
    ruling("misdeal", "reconstruct", "5.3", handled="no", whole_hands_repair="yes",
           says="Complete hands are moved to their places, and we play on."),
    ruling("misdeal", "void-round", "5.3", handled="no", whole_hands_repair="no",
           says="The cards were dealt wrongly: this round is void."),
    ruling("player-count", "reconstruct", "5.3", handled="no", whole_hands_repair="yes",
           says="Complete hands are moved to their places, and we play on."),
    ruling("player-count", "void-round", "5.3", handled="no", whole_hands_repair="no",
           says="A hand was dealt wrongly: this round is void."),
    ruling("dealer-count", "stands", "1.1.4", "5.4", noticed=("late", "never"),
           under={"late-miscount": "stands"}, says="That round is over: its result stands."),
    ruling("dealer-count", "void-round", "5.4",
           says="The dealer's hand has the wrong number of cards: that round is void."),
    ruling("late-bet", "refuse", "5.5",
           says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "bet-stands", "5.6",
           says="No more bets were called: the bet stands and wins or loses with the hand."),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="three-pictures",
    title="Three Pictures",
    version="MBS v2",
    effective="31 December 2010",
    tagline="Three cards against the dealer's three. Three Knights beat every total.",
    wagers=(INITIAL, TIE, THREE_PICTURES),
    readings=(TOTAL, LATE_MISCOUNT),
    main=("initial",),
    name_hand=name_hand,
    policies=(HALF_UNIT, CARD_POINTS, TIED_BET, AGGREGATE_CAP, REFERRAL),
    rulings=RULINGS,
)
