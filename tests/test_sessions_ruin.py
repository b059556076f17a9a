"""Bankrolls, loss limits and win goals: against plain dynamic programmes, closed forms, drawing."""

import re
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, sqrt
from random import Random

import numpy as np
import pytest

from pitboss.errors import BadBet, BadConfiguration
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions import absorbing_walk
from pitboss.maths.sessions.absorbing_chain import Balances
from pitboss.maths.sessions.absorbing_walk import AbsorbingWalk
from pitboss.maths.sessions.prize_tiers import unit_of
from pitboss.maths.sessions.results import after
from pitboss.maths.sessions.ruin import MOST_BALANCES, Limits, stopped
from pitboss.maths.sessions.session import Session
from tests.support.session_bets import COIN, GAMES, ROULETTE, bets

LIMITS = [
    Limits(bankroll=6_000),
    Limits(bankroll=9_750, win_goal=4_000),
    Limits(bankroll=20_000, loss_limit=3_000),
    Limits(bankroll=7_000, loss_limit=6_500, win_goal=100_000_000),
    Limits(win_goal=2_500),
    Limits(loss_limit=4_999),
]


def plainly_stopped(one, rounds, needs, limits):
    """{"ruined" …: chance}, {final result: chance}, [chance of having stopped by round n]."""
    unit = lcm(*(value.denominator for value in one.ways))
    values = [(int(value * unit), n) for value, n in one.ways.items()]
    playing, ended = {0: 1}, {}
    ends = {"ruined": Fraction(0), "loss": Fraction(0), "goal": Fraction(0)}
    by_round = [Fraction(0)]
    for played in range(1, rounds + 1):
        more = {}
        for balance, ways in playing.items():
            for value, n in values:
                more[balance + value] = more.get(balance + value, 0) + ways * n
        playing, total, over = {}, one.total**played, Fraction(0)
        for balance, ways in more.items():
            money = Fraction(balance, unit)
            if limits.bankroll is not None and limits.bankroll + money < needs:
                end = "ruined"
            elif limits.loss_limit is not None and money <= -limits.loss_limit:
                end = "loss"
            elif limits.win_goal is not None and money >= limits.win_goal:
                end = "goal"
            else:
                playing[balance] = ways
                continue
            chance = Fraction(ways, total)
            ends[end] += chance
            over += chance
            ended[money] = ended.get(money, 0) + chance
        by_round.append(over)
    total = one.total**rounds
    ends["all"] = Fraction(sum(playing.values()), total)
    for balance, ways in playing.items():
        money = Fraction(balance, unit)
        ended[money] = ended.get(money, 0) + Fraction(ways, total)
    return ends, dict(sorted(ended.items())), list(accumulate(by_round))


WAYS = {  # Of following a session between two limits.
    "by itself": {},
    "walk": {"ruin.MOST_BALANCES": 0},
    "convolution": {"absorbing_chain.SMALL": 10**9},
    "sums": {"absorbing_chain.SMALL": 0, "absorbing_chain.MANY": 0},
    "transform": {"absorbing_chain.SMALL": 0, "absorbing_chain.MANY": 10**9},
}


def every_way(one, rounds, needs, limits):
    """The same session, followed in each way that there is."""
    low, high = limits.low(needs, unit_of(one)), limits.win_goal
    is_walk = low is None or high is None or Balances(one, low, high).points > MOST_BALANCES
    for way, settings in WAYS.items():
        if is_walk and settings:
            continue
        with pytest.MonkeyPatch.context() as patch:
            for name, value in settings.items():
                patch.setattr(f"pitboss.maths.sessions.{name}", value)
            session = stopped(one, rounds, needs, limits)
            assert isinstance(session.course, AbsorbingWalk) == (is_walk or way == "walk")
            yield session


def check_plainly(one, needs, rounds, limits, error=1e-10):
    ends, ended, over_by = plainly_stopped(one, rounds, needs, limits)
    for found in every_way(one, rounds, needs, limits):
        assert found.error < error
        check_ends(found, rounds, ends, ended, over_by)


def check_ends(found, rounds, ends, ended, over_by):
    told = {
        "ruined": found.chance_ruined,
        "loss": found.chance_loss_limit,
        "goal": found.chance_win_goal,
        "all": found.chance_all_played,
    }
    for end, chance in ends.items():
        assert told[end] == pytest.approx(float(chance), abs=found.error), end
    assert found.over_by.tolist() == pytest.approx(list(map(float, over_by)), abs=found.error)
    off = sum(abs(found.results.exactly(x) - float(chance)) for x, chance in ended.items())
    assert off <= found.error
    lasted = sum(1 - chance for chance in over_by[:-1])
    assert found.expected_rounds == pytest.approx(float(lasted), abs=found.error * rounds)
    for share in (0.001, 0.1, 0.5, 0.9):
        by = next((n for n, chance in enumerate(over_by) if chance >= share), None)
        assert found.rounds_quantile(share) == by


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_few_rounds_of_every_wager_as_followed_plainly(game, limits):
    bet = bets(game)
    rounds = 2 if len(bet.results.ways) > 60 else 4
    check_plainly(bet.results, bet.needs, rounds, limits)


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_more_rounds_of_the_main_bet_as_followed_plainly(game, limits):
    bet = bets(game, "main")
    check_plainly(bet.results, bet.needs, 50, limits)


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_many_rounds_of_an_even_chance_as_followed_plainly(limits):
    """In blocks of rounds: the limits are far enough away for many of them to be skipped."""
    small = Limits(*(x and max(x // 500, 1) for x in (limits.bankroll, limits.loss_limit,
                                                    limits.win_goal)))  # fmt: skip
    check_plainly(COIN, 1, 200, small)
    check_plainly(ROULETTE, 1, 131, small)


@pytest.mark.parametrize("seed", range(40))
def test_results_and_limits_of_any_kind_as_followed_plainly(seed):
    """Losses larger than all that there is, limits that no step leads to, wins alone."""
    chance = Random(seed)
    scale = chance.choice([1, 2, 3, Fraction(1, 2)])
    values = chance.sample(range(-5, 12), chance.randint(1, 5))
    round_results = Distribution.of(
        [(Fraction(value * scale), chance.randint(1, 9)) for value in values]
    )
    limits = Limits(
        chance.choice([None, 3, 8]), chance.choice([None, 1, 2, 5]), chance.choice([1, 3, 4, 9])
    )
    check_plainly(round_results, chance.randint(1, 3), chance.randint(1, 9), limits)


def followed(one, rounds, low, high):
    """Every round for itself, in floating point, without blocks, transforms or strands."""
    step = gcd(*map(int, one.ways), low, high)
    values = np.array([int(value) // step for value in one.ways])
    chances = np.array([n / one.total for n in one.ways.values()])
    assert all(int(value) == value and int(value) % step == 0 for value in one.ways)
    low, high = low // step, high // step  # Stopped at or below, and at or above.
    state = np.zeros(high - low - 1)
    state[-low - 1] = 1.0
    below, above = np.zeros(rounds + 1), np.zeros(rounds + 1)
    for n in range(1, rounds + 1):
        moved = np.zeros_like(state)
        size = len(state)
        for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
            if value >= 0:
                kept = max(size - value, 0)
                moved[size - kept :] += chance * state[:kept]
                above[n] += chance * state[kept:].sum()
            else:
                moved[: max(size + value, 0)] += chance * state[-value:]
                below[n] += chance * state[: min(-value, size)].sum()
        state = moved
    return below, above, state.sum()


@pytest.mark.parametrize("which", ["main", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_blocks_of_rounds_are_what_single_rounds_come_to(game, which):
    bet = bets(game, which)
    rounds, loss, win = 400, 60_000, 600_000
    if game == "three-card-poker" and which == "all":
        # A jackpot that is no multiple of a chip is as good as one that is, above the goal.
        ways = {value if value < 10**6 else value // 250 * 250: n
                for value, n in bet.results.ways.items()}  # fmt: skip
        results = Distribution.of(ways.items())
    else:
        results = bet.results
    below, above, left = followed(results, rounds, -loss, win)
    for found in every_way(results, rounds, bet.needs, Limits(loss_limit=loss, win_goal=win)):
        assert found.error < 1e-10
        assert np.abs(found.course.stopped_low - below).sum() < found.error
        assert np.abs(found.course.stopped_high - above).sum() < found.error
        assert found.chance_all_played == pytest.approx(left, abs=found.error)


@pytest.mark.parametrize("game", GAMES)
def test_the_size_of_the_blocks_does_not_matter(game, monkeypatch):
    bet = bets(game)
    limits = Limits(bankroll=150_000)
    session = stopped(bet.results, 333, bet.needs, limits)
    monkeypatch.setattr(absorbing_walk, "SINGLE_ROUNDS", 2)
    other = stopped(bet.results, 333, bet.needs, limits)
    assert np.abs(session.over_by - other.over_by).max() < 1e-10
    for share in (0.01, 0.3, 0.5, 0.7, 0.99, 0.9999):
        assert session.results.quantile(share) == other.results.quantile(share)


def test_those_who_lose_a_rare_prize_again(monkeypatch):
    """Prizes that fall between the steps of common results, and are played away after a while."""
    round_results = Distribution.of(
        [(Fraction(-2), 6_000), (Fraction(1), 3_987), (Fraction(150), 10), (Fraction(400), 3)]
    )
    monkeypatch.setattr(absorbing_walk, "MOST_COMBINATIONS", 400)
    rounds, low = 700, -30
    session = stopped(round_results, rounds, 2, Limits(bankroll=32 - 1))
    assert len(session.course.tiers.rare) == 2
    assert session.course.tiers.step == 3
    state, below = np.zeros(400 * rounds), np.zeros(rounds + 1)
    state[-low - 1] = 1.0
    for n in range(1, rounds + 1):
        moved = np.zeros_like(state)
        for value, ways in round_results.ways.items():
            if value > 0:
                moved[int(value) :] += ways / round_results.total * state[: -int(value)]
            else:
                moved[:-2] += ways / round_results.total * state[2:]
                below[n] += ways / round_results.total * state[:2].sum()
        state = moved
    assert session.error < 1e-10
    assert np.abs(session.course.stopped_low - below).sum() < session.error
    running = below.sum() + np.cumsum(state)
    for amount in (-20, 0, 50, 149, 150, 151, 300, 402, 1_000):
        exact = running[amount - low - 1]
        assert session.results.at_most(amount) == pytest.approx(exact, abs=session.error)


@pytest.mark.parametrize("game", GAMES)
def test_the_average_result_is_the_average_of_a_round_for_each_round_played(game):
    """Wald's equation, which knows nothing of how the rounds were followed."""
    bet = bets(game)
    for limits in (Limits(bankroll=200_000), Limits(bankroll=200_000, win_goal=50_000)):
        session = stopped(bet.results, 300, bet.needs, limits)
        mean, _ = session.results.moments
        expected = float(bet.results.mean) * session.expected_rounds
        assert mean == pytest.approx(expected, abs=1e-8 * bet.results.standard_deviation)
        assert session.expected_rounds < 300


@pytest.mark.parametrize("which", ["main", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_ruin_as_drawn(game, which):
    bet, rounds, sessions = bets(game, which), 400, 20_000
    limits = Limits(bankroll=60_000, win_goal=40_000)
    values = np.array([float(value) for value in bet.results.ways])
    chances = np.array([n / bet.results.total for n in bet.results.ways.values()])
    rng, money = np.random.default_rng(8), np.full(sessions, 60_000.0)
    over, lasted = np.zeros(sessions, bool), np.zeros(sessions)
    for _ in range(rounds):
        won = rng.choice(values, sessions, p=chances / chances.sum())
        money += np.where(over, 0.0, won)
        lasted += ~over
        over |= (money < bet.needs) | (money >= 100_000)
    session = stopped(bet.results, rounds, bet.needs, limits)
    for drawn, exact in (
        (money < bet.needs, session.chance_ruined),
        (money >= 100_000, session.chance_win_goal),
        (~over, session.chance_all_played),
        (money > 60_000, session.results.chance_ahead),
        (lasted <= 100, session.over_by[100]),
    ):
        off = 5 * sqrt(exact * (1 - exact) / sessions) + 1e-9
        assert drawn.mean() == pytest.approx(exact, abs=off)
    off = 5 * lasted.std() / sqrt(sessions) + 1e-9
    assert lasted.mean() == pytest.approx(session.expected_rounds, abs=off)


# Closed forms


@pytest.mark.parametrize("rounds", [10, 1_000, 6_000])
@pytest.mark.parametrize("bankroll", [1, 7, 100])
def test_an_even_chance_by_reflection(bankroll, rounds):
    """A fair walk reaches -a within n rounds as often as it ends at or beyond it, both ways."""
    session = stopped(COIN, rounds, 1, Limits(bankroll=bankroll))
    ways = [1]  # Of so many wins.
    for wins in range(rounds):
        ways.append(ways[-1] * (rounds - wins) // (wins + 1))
    beyond = sum(n for wins, n in enumerate(ways) if 2 * wins - rounds > bankroll)
    at = ways[(rounds + bankroll) // 2] if (rounds + bankroll) % 2 == 0 <= rounds - bankroll else 0
    exact = Fraction(2 * beyond + at, 2**rounds)
    assert session.chance_ruined == pytest.approx(float(exact), abs=1e-10)
    assert session.error < 1e-10


def test_a_loss_limit_stops_what_a_bankroll_would_go_on_with():
    bet = bets("three-card-poker", "main")
    free = after(bet.results, 200)
    loose = stopped(bet.results, 200, bet.needs, Limits(bankroll=100_000))
    tight = stopped(bet.results, 200, bet.needs, Limits(bankroll=100_000, loss_limit=20_000))
    assert loose.results.at_most(-20_000) == pytest.approx(free.at_most(-20_000), abs=1e-3)
    assert tight.results.at_most(-22_000) < 1e-12 < loose.results.at_most(-22_000)
    assert tight.chance_ruined == 0.0
    assert tight.chance_loss_limit > 0.2
    assert tight.expected_rounds < loose.expected_rounds
    # Less is played, so less is lost; nothing else changes on average.
    assert tight.results.moments[0] > loose.results.moments[0]


def test_no_limits_at_all_are_all_rounds():
    bet = bets("three-card-poker")
    session, free = stopped(bet.results, 100, bet.needs, Limits()), after(bet.results, 100)
    assert session.chance_all_played == pytest.approx(1, abs=1e-10)
    for amount in range(-150_000, 400_000, 9_999):
        assert session.results.at_most(amount) == pytest.approx(free.at_most(amount), abs=1e-10)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"bankroll": 0}, "A bankroll of $0.00"),
        ({"loss_limit": -5}, "A loss limit of -$0.05"),
        ({"win_goal": 1.5}, "A win goal of 1.5"),
        ({"bankroll": True}, "A bankroll of True"),
    ],
)
def test_limits_that_make_no_sense(limits, told):
    with pytest.raises(BadBet, match=re.escape(told)):
        Limits(**limits)


def test_other_bad_input():
    evening = Session(bets("three-card-poker", "main").rules, {"ante": 1000})
    with pytest.raises(BadBet, match=r"\$19.99 can't make the first bet, which needs \$20.00"):
        evening.stopped(10, Limits(bankroll=1999))
    with pytest.raises(BadConfiguration, match="from 1 to 1,000,000"):
        evening.stopped(1_000_001, Limits(bankroll=5000))
    with pytest.raises(BadBet, match="needs a limit"):
        evening.for_ever(Limits())
    with pytest.raises(BadBet, match="closer together"):
        evening.for_ever(Limits(bankroll=10**7, win_goal=10**7))
    odd = Session(evening.one_round.rules, {"ante": 10_000_019, "pair-plus": 10_000_079})
    with pytest.raises(BadBet, match="multiples of one chip"):
        odd.stopped(10_000, Limits(bankroll=10**12))
