"""Play that only a limit ends: against formulas, bounds, and very many rounds."""

from fractions import Fraction
from math import inf

import pytest

from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.eventual_ruin import for_ever
from pitboss.maths.sessions.ruin import Limits, stopped
from tests.support.session_bets import COIN, GAMES, ROULETTE, bets


@pytest.mark.parametrize(("bankroll", "goal"), [(1, 1), (5, 10), (100, 3), (40, 300)])
@pytest.mark.parametrize("one", [COIN, ROULETTE], ids=["coin", "roulette"])
def test_the_gambler_is_ruined_as_the_formula_says(one, bankroll, goal):
    p = Fraction(one.ways[Fraction(1)], one.total)
    whole, odds = bankroll + goal, (1 - p) / p
    if p == Fraction(1, 2):
        wins, rounds = Fraction(bankroll, whole), Fraction(bankroll * goal)
    else:
        wins = (1 - odds**bankroll) / (1 - odds**whole)
        rounds = (bankroll - whole * wins) / (1 - 2 * p)
    ending = for_ever(one, 1, Limits(bankroll=bankroll, win_goal=goal))
    for told, exact in (
        (ending.stops_high, wins),
        (ending.stops_low, 1 - wins),
        (ending.rounds, rounds),
    ):
        assert told[0] <= float(exact) * (1 + 1e-12) + 1e-15
        assert told[1] >= float(exact) * (1 - 1e-12) - 1e-15
        assert told[0] == pytest.approx(told[1], rel=1e-6, abs=1e-8)
    followed = stopped(one, 5_000, 1, Limits(bankroll=bankroll, win_goal=goal))
    assert followed.chance_win_goal <= float(wins) + 1e-9
    if whole < 20:
        assert followed.chance_win_goal == pytest.approx(float(wins), abs=1e-10)
        assert followed.expected_rounds == pytest.approx(float(rounds), abs=1e-7)


@pytest.mark.parametrize("game", GAMES)
def test_play_without_end_is_where_many_rounds_lead(game):
    bet = bets(game, "main")
    limits = Limits(bankroll=12_000, win_goal=9_000)
    ending = for_ever(bet.results, bet.needs, limits)
    many = stopped(bet.results, 4_000, bet.needs, limits)
    assert many.chance_all_played < 1e-9
    assert ending.stops_low == pytest.approx([many.chance_ruined] * 2, abs=1e-8)
    assert ending.stops_high == pytest.approx([many.chance_win_goal] * 2, abs=1e-8)
    assert ending.rounds == pytest.approx([many.expected_rounds] * 2, abs=1e-4)


def test_one_limit_and_no_end():
    red = for_ever(ROULETTE, 1, Limits(bankroll=30))
    assert red.stops_low == (1.0, 1.0)
    assert red.rounds == pytest.approx((30 * 19, 30 * 19))  # A nineteenth is lost each round.
    black = Distribution.of([(Fraction(-1), 18), (Fraction(1), 20)])  # From the house's side.
    ever = for_ever(black, 1, Limits(bankroll=30))
    assert ever.stops_low == pytest.approx([(18 / 20) ** 30] * 2, rel=1e-9)
    assert ever.rounds == (inf, inf)
    assert for_ever(ROULETTE, 1, Limits(win_goal=8)).stops_high == pytest.approx(
        [(18 / 20) ** 8] * 2, rel=1e-9
    )
    assert for_ever(COIN, 1, Limits(win_goal=8)).stops_high == (1.0, 1.0)
    assert for_ever(COIN, 1, Limits(bankroll=8)).rounds == (inf, inf)


def test_bounds_without_end_hold_the_answer():
    """Steps of several sizes: the answer of a far second limit lies between the bounds."""
    round_results = Distribution.of(
        [(Fraction(-3), 4), (Fraction(-1), 3), (Fraction(2), 5), (Fraction(4), 2)]
    )
    assert round_results.mean > 0
    limits = Limits(bankroll=25)
    bounds = for_ever(round_results, 3, limits).stops_low
    far = for_ever(round_results, 3, Limits(bankroll=25, win_goal=1_500)).stops_low
    assert bounds[0] <= far[0] <= far[1] <= bounds[1] < 1
    assert bounds[1] < 1.5 * bounds[0]
    losing = Distribution.of((-value, n) for value, n in round_results.ways.items())
    bounds = for_ever(losing, 4, limits).rounds
    many = stopped(losing, 3_000, 4, limits)
    assert many.chance_ruined == pytest.approx(1, abs=1e-6)
    assert bounds[0] <= many.expected_rounds <= bounds[1]


# What limits do
