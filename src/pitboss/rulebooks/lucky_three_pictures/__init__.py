"""Non-Commission Lucky Three Pictures (RWS) Game Rules, Version 2, from 28 June 2020."""

from collections.abc import Mapping

from pitboss.cards.hand_names import by_points
from pitboss.language.expressions import Columns, Expression, dealer, otherwise, player, where
from pitboss.language.policies import (
    AGGREGATE_CAP,
    EQUAL_BETTORS,
    HALF_UNIT,
    PRO_RATA_ROUNDING,
    UNMADE_CHOICE,
    UNMET_MINIMUM,
)
from pitboss.language.procedure import ONES, Procedure
from pitboss.language.readings import Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Needs, Row, Wager, loses, pays, pushes
from pitboss.rulebooks.lucky_three_pictures.irregularities import READINGS, RULINGS
from pitboss.rulebooks.lucky_three_pictures.readings import (
    AVAILABLE,
    FLOOR,
    KNOWN,
    PRIORITY,
    SECOND_CHOICE,
    SHARED_CHOICE,
    UNDER_MINIMUM,
    WHOSE_MINIMUM,
)

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
    "Three Pictures total 0 points: does a Lucky Tie Bet win against another hand of 0 points?",
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

PROCEDURE = Procedure(
    opens=("3.4",),
    closes=("3.11",),
    deals=("1.2", "3.12"),
    dealing=ONES,
    shuffler_dealing=("1.5", "3.12.1"),
    examines=("3.13",),
    reveals=("3.13",),
    compares=("3.13",),
    settles=("4.1",),
    ends=("1.18",),
    late_bet=("5.7", "3.11"),
    late_withdrawal=("5.7",),
    limits=("3.5", "3.6"),
    seated=("1.19", "1.20"),
    other_boxes=("3.8",),
    balance=("3.7",),
    one_hand=("3.10",),
    on_request=("5.15",),
    chips_at_close=("5.12",),
    excess=("5.1",),
    pro_rata=("5.1.1",),
    minimum=("5.2",),
    unnoticed_minimum=("5.2.1",),
    walked_away=("5.3",),
    orphan=("5.13",),
    continues=("5.6.1",),
    continues_reconstructed=("5.6.2",),
    invalidates=("5.6.3",),
    void_returns=("1.22", "5.14"),
    unseated_priority=PRIORITY.itself(),
    whose_minimum=WHOSE_MINIMUM.itself(),
    under_minimum=UNDER_MINIMUM.itself(),
    pro_rata_floor=FLOOR.itself(),
    available_bets=AVAILABLE.itself(),
    known=KNOWN.itself(),
    second_choice=SECOND_CHOICE.itself(),
    shared_choice=SHARED_CHOICE.itself(),
)


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
    clauses=("1.8",),
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

RULEBOOK = Rulebook(
    key="lucky-three-pictures",
    title="Non-Commission Lucky Three Pictures",
    version="RWS v2",
    effective="28 June 2020",
    tagline="Three cards against the dealer's three, no commission; a winning six pays half.",
    hand_examples={
        "three-pictures": "Kc Qh Jd", "nine-two": "Ks Jc 9d", "nine-one": "Qd 5s 4c",
        "nine-none": "4s 3h 2d", "eight-two": "Qs Jh 8c", "zero-none": "Ts 9h Ad",
    },
    wagers=(INITIAL, LUCKY_TIE, LUCKY_PICTURES, PLAYER_LUCKY_6, DEALER_LUCKY_6),
    readings=(TOTAL, LUCKY, *READINGS),
    main=("initial",),
    name_hand=name_hand,
    counts_points=True,
    shared_boxes=True,
    procedure=PROCEDURE,
    policies=(
        HALF_UNIT, AGGREGATE_CAP, PRO_RATA_ROUNDING, EQUAL_BETTORS, UNMADE_CHOICE, UNMET_MINIMUM,
    ),
    rulings=RULINGS,
    referral=("5.16",),
)  # fmt: skip
