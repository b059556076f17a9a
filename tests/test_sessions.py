"""The results of many rounds: against plain sums, closed forms and simulation."""

import re
from fractions import Fraction
from math import comb, erf, gcd, sqrt

import numpy as np
import pytest

from pitboss.errors import BadBet, BadConfiguration, UnknownName
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.strategy import best
from pitboss.maths.sessions.convolution import convolve, plan_convolution
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.sessions.prize_tiers import candidate_tiers
from pitboss.maths.sessions.results import Results, after
from pitboss.maths.sessions.session import Session
from pitboss.rulebooks import RULEBOOKS
from tests.support.session_bets import COIN, GAMES, JACKPOT, ROULETTE, bets, plainly_summed

SHARES = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)


def agree(found, exact):
    """All probabilities are within the error that is told, one by one and all together."""
    off = [abs(found.exactly(value) - float(chance)) for value, chance in exact.items()]
    assert sum(off) <= found.error < 1e-10
    assert abs(sum(one.mass for one in found.parts) - 1) <= found.error
    running = Fraction(0)
    for value, chance in exact.items():
        running += chance
        assert found.at_most(value) == pytest.approx(float(running), abs=found.error)
    ahead = sum(chance for value, chance in exact.items() if value > 0)
    behind = sum(chance for value, chance in exact.items() if value < 0)
    assert found.chance_ahead == pytest.approx(float(ahead), abs=found.error)
    assert found.chance_behind == pytest.approx(float(behind), abs=found.error)
    assert found.chance_even == pytest.approx(float(exact.get(Fraction(0), 0)), abs=found.error)


def quantile(exact, share):
    running = Fraction(0)
    for value, chance in exact.items():
        running += chance
        if running >= share:
            return value
    raise AssertionError


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("which", ["main", "all", "odd"])
@pytest.mark.parametrize("game", GAMES)
def test_few_rounds_are_the_plain_sum_of_all_combinations(game, which, rounds):
    round_results = bets(game, which).results
    if len(round_results.ways) ** rounds > 1_000_000:
        rounds = 2  # A million combinations are enough.
    results, exact = after(round_results, rounds), plainly_summed(round_results, rounds)
    agree(results, exact)
    for share in SHARES:
        assert results.quantile(share) == quantile(exact, share)


@pytest.mark.parametrize("rounds", [7, 40])
@pytest.mark.parametrize("game", GAMES)
def test_more_rounds_of_the_main_bet_are_the_plain_sum(game, rounds):
    round_results = bets(game, "main").results
    agree(after(round_results, rounds), plainly_summed(round_results, rounds))


@pytest.mark.parametrize("game", GAMES)
def test_three_hundred_rounds_as_multiplied_out_without_any_transform(game):
    round_results = bets(game, "main").results
    chip = gcd(*map(int, round_results.ways))
    values = [int(value / chip) for value in round_results.ways]
    power = np.zeros(max(values) - min(values) + 1)
    for value, n in zip(values, round_results.ways.values(), strict=True):
        power[value - min(values)] = n / round_results.total
    whole, rounds, left = np.ones(1), 300, 300
    while left:
        if left & 1:
            whole = np.convolve(whole, power)
        power, left = np.convolve(power, power), left >> 1
    results = after(round_results, rounds)
    below = np.cumsum(whole)
    for share in SHARES:
        place = int(results.quantile(share) / chip) - rounds * min(values)
        assert results.at_most(results.quantile(share)) == pytest.approx(below[place], abs=1e-11)
        assert below[place - 1] < share <= below[place]


@pytest.mark.parametrize(
    "game", ["three-pictures", "lucky-three-pictures", "three-card-poker", "three-card-prime"]
)
def test_every_split_gives_the_same_answer(game):
    round_results = bets(game).results
    found = []
    for split in candidate_tiers(round_results):
        plan = plan_convolution(split, 60)
        if plan is not None and plan.length < 1_000_000:
            results = convolve(plan)
            found.append(Results(tuple(results.parts.values()), split.unit, results.error))
    assert len(found) > 1
    for other in found[1:]:
        assert other.error < 1e-10
        for amount in range(-300_000, 1_000_000, 7_250):
            assert other.at_most(amount) == pytest.approx(found[0].at_most(amount), abs=1e-10)


def test_which_results_are_set_apart():
    prime = candidate_tiers(bets("three-card-prime").results)
    assert [len(split.rare) for split in prime] == [3, 2, 1, 0]
    assert [tier.anchor // 500_000 for tier in prime[0].rare] == [1, 20, 200]
    assert sum(tier.share for tier in prime[0].tiers) == pytest.approx(1, abs=1e-15)
    # A jackpot of $123,456.78 is no multiple of a chip; the common results still are.
    poker = candidate_tiers(bets("three-card-poker").results)
    assert [split.step for split in poker] == [500, 500, 500, 2]


@pytest.mark.parametrize("rounds", [1, 2, 50, 999])
def test_an_even_chance_is_the_binomial_distribution(rounds):
    results = after(COIN, rounds)
    exact = {
        Fraction(2 * wins - rounds): Fraction(comb(rounds, wins), 2**rounds)
        for wins in range(rounds + 1)
    }
    agree(results, exact)


def test_ten_thousand_even_chances():
    results = after(COIN, 10_000)
    even = comb(10_000, 5_000) / 2**10_000
    assert results.chance_even == pytest.approx(even, abs=1e-13)
    assert results.chance_ahead == pytest.approx((1 - even) / 2, abs=1e-12)
    assert results.exactly(1) == 0.0
    assert results.quantile(0.5) == 0
    assert results.error < 1e-11


def test_a_hundred_million_rounds_are_normal_as_they_should_be():
    rounds = 10**8
    results = after(ROULETTE, rounds)
    assert results.error < 1e-9
    mean, deviation = float(ROULETTE.mean) * rounds, ROULETTE.standard_deviation * sqrt(rounds)
    for z in (-2.0, 0.0, 1.0):
        amount = round(mean + z * deviation) // 2 * 2
        normal = (1 + erf((amount + 1 - mean) / deviation / sqrt(2))) / 2
        assert results.at_most(amount) == pytest.approx(normal, abs=1e-6)


@pytest.mark.parametrize("which", ["main", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_rounds_as_simulated(game, which):
    round_results, rounds, sessions = bets(game, which).results, 10_000, 20_000
    values = np.array([float(value) for value in round_results.ways])
    chances = np.array([n / round_results.total for n in round_results.ways.values()])
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(rounds, chances / chances.sum(), sessions) @ values
    results = after(round_results, rounds)
    assert results.error < 1e-9
    for share in SHARES:
        at = results.quantile(share)
        exact = results.at_most(at)
        assert exact >= share
        off = 5 * sqrt(exact * (1 - exact) / sessions)
        assert np.mean(drawn <= float(at) + 1e-6) == pytest.approx(exact, abs=off)
    ahead = results.chance_ahead
    off = 5 * sqrt(ahead * (1 - ahead) / sessions) + 1e-9
    assert np.mean(drawn > 1e-6) == pytest.approx(ahead, abs=off)


def test_rounds_drawn_one_by_one():
    """The same as above, without any shortcut in the drawing."""
    round_results, rounds, sessions = bets("three-card-poker", "main").results, 500, 20_000
    values = np.array([float(value) for value in round_results.ways])
    chances = np.array([n / round_results.total for n in round_results.ways.values()])
    rng, total = np.random.default_rng(6), np.zeros(20_000)
    for _ in range(rounds):
        total += rng.choice(values, sessions, p=chances / chances.sum())
    results = after(round_results, rounds)
    for share in SHARES:
        exact = results.at_most(results.quantile(share))
        off = 5 * sqrt(exact * (1 - exact) / sessions)
        drawn = np.mean(total <= float(results.quantile(share)) + 1e-6)
        assert drawn == pytest.approx(exact, abs=off)


@pytest.mark.parametrize("rounds", [1, 100, 10_000])
@pytest.mark.parametrize("game", GAMES)
def test_moments_of_the_parts_are_those_of_one_round(game, rounds):
    results = after(bets(game).results, rounds)
    mean, deviation = results.moments
    assert mean == pytest.approx(float(results.mean), abs=1e-9 * results.standard_deviation)
    assert deviation == pytest.approx(results.standard_deviation, rel=1e-8)
    assert results.mean == bets(game).results.mean * rounds
    assert results.skewness == pytest.approx(bets(game).results.skewness / sqrt(rounds))


def test_a_histogram_holds_everything():
    results = after(ROULETTE, 100)
    edges = [-101, -20, -5, 0, 7, 100]
    bars = results.histogram(edges)
    assert sum(bars) == pytest.approx(1, abs=1e-12)
    assert bars[2] == pytest.approx(sum(results.exactly(x) for x in range(-4, 1)), abs=1e-13)


# One round


@pytest.mark.parametrize("game", GAMES)
def test_one_round_is_the_joint_distribution_of_the_bets(game):
    bet = bets(game)
    whole = BoxMoments(bet.rules, GameOdds(bet.rules).strategy.plays, bet.jackpot)
    exact = whole.of_bets(bet.stakes)
    # Wagers that are not bet are not counted, so there may be fewer ways of the same chances.
    assert bet.results.ways.keys() == exact.ways.keys()
    for value, n in bet.results.ways.items():
        assert n * exact.total == exact.ways[value] * bet.results.total


def test_a_full_bet_needs_the_play_wager_too():
    poker = bets("three-card-poker")
    assert (poker.placed, poker.needs) == (1000 + 500 + 250, 2000 + 500 + 250)
    assert bets("three-pictures", "main").needs == 1000
    named = one_round(poker.rules, {"ante": 1000, "play": 1000})
    assert (named.stakes, named.placed, named.needs) == ({"ante": 1000}, 1000, 2000)


def test_strategies():
    rules = RULEBOOKS["three-card-poker"].configure()
    edges = {
        name: -one_round(rules, {"ante": 1}, name).results.mean
        for name in ("best", "threshold", "play-all", "Qs 6d 4h", "Ks 7d 2h")
    }
    assert edges["best"] == edges["Qs 6d 4h"] == edges["threshold"] == best(rules).odds.house_edge
    assert edges["best"] < edges["Ks 7d 2h"] < edges["play-all"]
    assert one_round(rules, {"ante": 1}, best(rules)).strategy == "best"
    everything = one_round(rules, {"ante": 1}, lambda cards: True)
    assert everything.strategy == "own"
    assert everything.results == one_round(rules, {"ante": 1}, "play-all").results


@pytest.mark.parametrize(
    ("game", "stakes", "told"),
    [
        ("three-pictures", {}, "place initial=1000"),
        ("three-pictures", {"tie": 5}, "Tie rests on the"),
        ("three-pictures", {"initial": 0}, "staked with $0.00"),
        ("three-pictures", {"initial": True}, "staked with True"),
        ("three-pictures", {"initial": 2.5}, "staked with 2.5"),
        ("three-card-poker", {"ante": 5, "ante-bonus": 5}, "without a stake of its own"),
        ("three-card-poker", {"ante": 5, "play": 6}, "Play must equal the Ante: $0.05, not $0.06"),
        ("three-card-poker", {"ante": 5, "progressive": 100}, "one posted price, $2.50"),
    ],
)
def test_bets_that_the_rules_do_not_take(game, stakes, told):
    with pytest.raises(BadBet, match=re.escape(told)):
        one_round(RULEBOOKS[game].configure(), stakes)


def test_a_side_bet_on_somebody_elses_initial_bet():
    lucky = one_round(RULEBOOKS["lucky-three-pictures"].configure(), {"lucky-tie": 100})
    assert lucky.results.mean < 0


def test_other_bad_input():
    rules = RULEBOOKS["three-pictures"].configure()
    with pytest.raises(UnknownName, match="no wager 'ties'"):
        one_round(rules, {"ties": 5})
    with pytest.raises(BadConfiguration, match="no decision to make"):
        one_round(rules, {"initial": 5}, "play-all")
    with pytest.raises(BadBet, match="can't hold -1"):
        one_round(RULEBOOKS["three-card-poker"].configure(), {"ante": 5}, jackpot=-1)
    for rounds in (0, -1, 1.0, True, 10**9 + 1):
        with pytest.raises(BadConfiguration, match="rounds can't be followed"):
            after(COIN, rounds)
    with pytest.raises(BadConfiguration, match="share of sessions"):
        after(COIN, 5).quantile(1.0)
    fine = Distribution.of([(Fraction(-10_001), 1), (Fraction(1), 1), (Fraction(10_007), 1)])
    with pytest.raises(BadBet, match="bet multiples of one chip"):
        after(fine, 1_000_000)


def test_the_door():
    evening = Session(RULEBOOKS["three-card-poker"].configure(), {"ante": 1000}, jackpot=JACKPOT)
    assert evening.after(3).chance_ahead == after(evening.one_round.results, 3).chance_ahead
