"""Simulated tables: figures against exact odds, strategies, and input that makes no sense."""

from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest

from pitboss.cards.deck import parse
from pitboss.cards.hands import COUNT
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.stakes import every_wager
from pitboss.maths.odds.strategy import best
from pitboss.maths.odds.wager_odds import count
from pitboss.maths.simulation.blocks import Totals, run_block
from pitboss.maths.simulation.boxes import BoxBets
from pitboss.maths.simulation.exact import Value, chances, given_shared, variance
from pitboss.maths.simulation.result import Simulated
from pitboss.maths.simulation.scores import rare, score
from pitboss.maths.simulation.simulate import simulate, task
from pitboss.maths.simulation.table import Table
from pitboss.rulebooks import RULEBOOKS

POKER = RULEBOOKS["three-card-poker"].configure()
PRIME = RULEBOOKS["three-card-prime"].configure()
PICTURES = RULEBOOKS["three-pictures"].configure()


# Ten million hands a game


def boxes_of(rules):
    """Every strategy there is, and bets of all sizes."""
    every = every_wager(rules)
    boxes = [BoxBets(every), BoxBets({rules.rulebook.main[0]: 7000})]
    if rules.rulebook.decision:
        boxes += [
            BoxBets(every, "threshold"),
            BoxBets(every, "play-all"),
            BoxBets(every, lambda cards: max(parse(cards)) >= 40),
        ]
    return boxes * 2


@pytest.mark.parametrize("game", RULEBOOKS)
def test_ten_million_hands_keep_to_the_exact_odds(game):
    rules = RULEBOOKS[game].configure()
    boxes = boxes_of(rules)
    made = simulate(rules, -(-10_000_000 // len(boxes)), boxes=boxes, seed=2026)
    assert made.hands >= 10_000_000
    assert made.agrees, made.verdict
    assert all(abs(one.z) < 5 for one in made.wagers.values())
    assert abs(made.z) < 5
    rows = sum(len(wager.rows) for wager in rules.wagers)
    assert made.verdict == f"All {rows} outcomes are within five standard errors of the exact odds."


@pytest.mark.parametrize("game", RULEBOOKS)
def test_other_readings_and_pay_tables_keep_to_their_odds(game):
    book = RULEBOOKS[game]
    last = {wager.key: wager.paytables[-1] for wager in book.wagers}
    other = {reading.key: list(reading.options)[-1] for reading in book.pay_readings}
    rules = book.configure(paytables=last, readings=other)
    made = simulate(rules, 300_000, boxes=5, seed=5)
    assert made.agrees, made.verdict


# What is told of a wager


def test_figures_of_one_box_are_counts_times_pays():
    made = simulate(POKER, 200_000, bets={"ante": 1000, "pair-plus": 500}, seed=1)
    odds = GameOdds(POKER)
    for key, one in made.wagers.items():
        exact = odds[key]
        counts = [outcome.count for outcome in one.outcomes]
        staked = [n for n, row in zip(counts, one.wager.rows, strict=True) if row.pay.staked]
        base = sum(counts) if key == "ante-bonus" else sum(staked)
        won = sum(n * row.pay.stake for n, row in zip(counts, one.wager.rows, strict=True))
        assert sum(counts) == one.hands == 200_000
        assert one.mean == pytest.approx(float(won / base))
        assert one.exact == pytest.approx(float(exact.expectation))
        assert one.exact_hit_frequency == pytest.approx(float(exact.hit_frequency))
        expected = [200_000 * n / exact.deals for n in exact.ways]
        assert [outcome.expected for outcome in one.outcomes] == pytest.approx(expected)
    spread = odds["pair-plus"].standard_deviation / sqrt(200_000)
    assert made.wagers["pair-plus"].standard_error == pytest.approx(spread, rel=1e-6)
    straight = made.wagers["pair-plus"].outcomes[2]
    p = 720 / 22_100
    assert straight.standard_error == pytest.approx(sqrt(200_000 * p * (1 - p)))
    assert straight.z == (straight.count - straight.expected) / straight.standard_error
    assert made.wagers["play"].handle == 1000 * (200_000 - made.wagers["play"].outcomes[0].count)


def test_the_exact_edge_is_that_of_all_that_is_staked():
    made = simulate(POKER, 1000, boxes=3, bets={"ante": 1000, "pair-plus": 250}, seed=1)
    main, plus = GameOdds(POKER).main, GameOdds(POKER)["pair-plus"]
    lost = 1000 * main.house_edge + 250 * plus.house_edge
    assert made.exact_edge == lost / (1000 * main.average_stake + 250)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_spread_of_one_box_is_exact(game):
    """The standard error of the edge of one box, against its joint moments."""
    rules = RULEBOOKS[game].configure()
    stakes = {key: stake for key, stake in every_wager(rules).items() if key != "progressive"}
    made = simulate(rules, 2**18, bets=stakes, seed=8)
    exact = BoxMoments(rules, made.table.plays[0]).of_bets(stakes).standard_deviation
    assert made.standard_error * made.handle / sqrt(made.rounds) == pytest.approx(exact, rel=0.08)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_standard_errors_know_that_boxes_share_the_dealers_hand(game):
    """Over many seeds, standard errors between counts and odds have a spread of one."""
    rules, scores = RULEBOOKS[game].configure(), {}
    table = Table(rules, [BoxBets(every_wager(rules))] * 7)
    work = task(table, 8_000, 0)
    for seed in range(50):
        totals = Totals(work)
        totals.add(run_block(work._replace(seed=seed), 0))
        made = Simulated(table, seed, 8_000, totals)
        for one, outcome in made.outcomes:
            if outcome.expected > 300:
                scores.setdefault((one.wager.key, outcome.row.key), []).append(outcome.z)
        scores.setdefault("edge", []).append(made.z)
    assert len(scores) > 5
    for what, found in scores.items():
        assert 0.6 < np.std(found) < 1.5, what
        assert abs(np.mean(found)) < 0.7, what


def test_chances_given_the_dealers_hand_add_up_to_the_odds():
    plays = best(PRIME).plays
    for wager in PRIME.wagers:
        given, odds = given_shared(wager, plays), chances(PRIME, wager, plays)
        assert given.weights.sum() == pytest.approx(1)
        assert given.weights @ given.chances == pytest.approx([float(p) for p in odds])
    dealers = given_shared(POKER.wager("ante"), np.ones(COUNT, bool))
    one = Value(dealers, np.array([0.0, 1.0, 0.0, 0.0, 0.0]))  # The dealer does not qualify.
    p = float(sum(w for w, c in zip(dealers.weights, dealers.chances, strict=True) if c[1] > 0.5))
    # All boxes hit together: the spread of six is six times that of one.
    assert variance([one] * 6) == pytest.approx(36 * p * (1 - p))


def test_odds_of_a_simulation_are_counted_and_not_looked_up():
    everyone = chances(POKER, POKER.wager("ante"), np.ones(COUNT, bool))
    assert everyone[0] == 0
    assert chances(POKER, POKER.wager("pair-plus"), np.ones(COUNT, bool)) == tuple(
        Fraction(n, 22_100) for n in count(POKER.wager("pair-plus"))
    )


# Scores


def test_a_score_is_in_standard_errors():
    assert score(1050, 1000.0, 2500.0) == 1.0
    assert score(0, 0.0, 0.0) == 0.0
    assert score(1, 0.0, 0.0) == inf


@pytest.mark.parametrize(
    ("count", "expected", "chance"),
    [
        (3, 0.5, 0.01438768),  # So many or more: 1 - e^-0.5 (1 + 0.5 + 0.125).
        (0, 10.0, 4.53999e-05),
        (30, 10.0, 2.50995e-07),
    ],
)
def test_rare_outcomes_are_scored_by_how_unlikely_they_are(count, expected, chance):
    from statistics import NormalDist

    found = rare(count, expected)
    tail = NormalDist().cdf(-abs(found))
    assert tail == pytest.approx(chance, rel=1e-4)
    assert (found > 0) == (count > expected)


def test_a_bunch_of_rare_outcomes_counts_once():
    alone, together = score(3, 0.5, 0.5), score(18, 3.0, 18.0)
    assert alone == pytest.approx(together)
    assert score(18, 3.0, 3.0) > together
    assert rare(5000.0, 1.0) == inf
    assert rare(1.0, 1.0) == 0.0


# The verdict


def test_the_verdict_names_what_does_not_keep_to_the_odds():
    made = simulate(POKER, 50_000, bets={"pair-plus": 100}, seed=3)
    assert made.agrees
    rows = [row.key for row in POKER.wager("pair-plus").rows]
    outcomes = made.table.joints[0].rows[:, 0].tolist()
    straight, none = (outcomes.index(rows.index(key)) for key in ("straight", "no-win"))
    made.totals.counts[0, straight] += 300
    made.totals.counts[0, none] -= 300
    again = replace(made)
    assert not again.agrees
    assert [outcome.row.key for _, outcome in again.beyond] == ["straight"]
    assert again.verdict.startswith(
        "Not within five standard errors of the exact odds: pair-plus straight ("
    )
    assert "where 1,629.0 are expected, +" in again.verdict


def test_a_row_that_cannot_be_is_not_to_be():
    made = simulate(POKER, 1000, bets={"ante": 100}, strategy="play-all", seed=3)
    folded = made.wagers["ante"].outcomes[0]
    assert (folded.count, folded.expected, folded.z) == (0, 0.0, 0.0)
