"""Three Pictures (MBS) Game Rules, Version 2, with effect from 31 December 2010."""

from collections.abc import Mapping

from pitboss.cards.hand_names import by_points
from pitboss.language.expressions import Columns, Expression, dealer, otherwise, player, where
from pitboss.language.policies import (
    AGGREGATE_CAP,
    CARD_POINTS,
    HALF_UNIT,
    LONE_SIDE_BET,
    REFERRAL,
    STATED,
    TIED_BET,
    UNMET_MINIMUM,
    VOID_BETS,
)
from pitboss.language.procedure import FACE_UP, THREES, Procedure
from pitboss.language.readings import Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Needs, Wager, loses, pays, pushes
from pitboss.rulebooks.three_pictures.irregularities import READINGS, RULINGS

# 1. Definitions

three_pictures = (player.pictures == 3).by("1.1.1", "1.1.2")

TOTAL = Reading(
    "three-pictures-total",
    "Three Knights total 0 points: does a Tie bet win against another hand of 0 points?",
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

DEAL_TO = Reading(
    "deal-to",
    "Does a playing area without a bet get a hand?",
    {
        "every-area": "yes: three cards go to each playing area",
        "staked": "no: only areas with a bet are dealt to",
    },
    ("3.4", "3.5"),
    "3.4 deals to each playing area, whether or not it holds a wager; 3.5 has each player return "
    "a hand, and an area without a bet has no player.",
    kind="procedure",
)
PROCEDURE = Procedure(
    opens=("3.1",),
    closes=("3.2",),
    deals=("3.4",),
    dealing=THREES,
    deal_to=DEAL_TO.itself(),
    examines=("3.5",),
    returned=FACE_UP,
    returns=("3.5",),
    reveals=("3.6",),
    compares=("3.7",),
    settles=("4.1",),
    ends=("1.1.4",),
    late_bet=("5.5",),
    late_withdrawal=("5.6",),
    withdrawal_stands=True,
)


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

RULEBOOK = Rulebook(
    key="three-pictures",
    title="Three Pictures",
    version="MBS v2",
    effective="31 December 2010",
    tagline="Three cards against the dealer's three. Three Knights beat every total.",
    hand_examples={
        "three-pictures": "Kc Qh Jd", "nine-two": "Ks Jc 9d", "nine-one": "Qd 5s 4c",
        "nine-none": "4s 3h 2d", "eight-two": "Qs Jh 8c", "zero-none": "Ts 9h Ad",
    },
    wagers=(INITIAL, TIE, THREE_PICTURES),
    readings=(TOTAL, DEAL_TO, *READINGS),
    main=("initial",),
    name_hand=name_hand,
    counts_points=True,
    procedure=PROCEDURE,
    policies=(
        HALF_UNIT, CARD_POINTS, TIED_BET, AGGREGATE_CAP, REFERRAL, VOID_BETS, LONE_SIDE_BET,
        UNMET_MINIMUM, STATED,
    ),
    rulings=RULINGS,
)  # fmt: skip
