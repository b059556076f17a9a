"""Simulated tables: figures against exact odds, strategies, and input that makes no sense."""

from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest

from pitboss.cards.deck import parse
from pitboss.cards.hands import COUNT
from pitboss.language.stakes import every_wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.strategy import best
from pitboss.maths.odds.wager_odds import count
from pitboss.maths.simulation.blocks import Totals, run_block
from pitboss.maths.simulation.result import Simulated
from pitboss.maths.simulation.simulate import simulate, task
from pitboss.maths.simulation.standard_errors import (
    RowValue,
    chances,
    conditional_chances,
    poisson_score,
    variance,
    z_score,
)
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import RULEBOOKS
from scripts import billion

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
    simulated = simulate(rules, -(-10_000_000 // len(boxes)), boxes=boxes, seed=2026)
    assert simulated.hands >= 10_000_000
    assert simulated.agrees, simulated.verdict
    for wager in simulated.wagers.values():
        assert sum(outcome.count for outcome in wager.outcomes) == wager.hands
        assert all(abs(outcome.z) < 5 for outcome in wager.outcomes), wager
        assert abs(wager.z) < 5
    assert abs(simulated.z) < 5
    rows = sum(len(wager.rows) for wager in rules.wagers)
    assert (
        simulated.verdict
        == f"All {rows} outcomes are within five standard errors of the exact odds."
    )


@pytest.mark.parametrize("game", RULEBOOKS)
def test_other_readings_and_pay_tables_keep_to_their_odds(game):
    book = RULEBOOKS[game]
    last = {wager.key: wager.paytables[-1] for wager in book.wagers}
    other = {reading.key: list(reading.options)[-1] for reading in book.pay_readings}
    rules = book.configure(paytables=last, readings=other)
    simulated = simulate(rules, 300_000, boxes=5, seed=5)
    assert simulated.agrees, simulated.verdict


def test_boxes_may_differ_in_bets_and_strategy():
    boxes = [
        BoxBets({"ante": 100}),
        BoxBets({"ante": 500, "pair-plus": 100}, strategy="play-all"),
        BoxBets({"pair-plus": 300}),
    ]
    simulated = simulate(POKER, 400_000, boxes=boxes, seed=2)
    assert simulated.wagers["ante"].hands == 800_000
    assert simulated.wagers["pair-plus"].hands == 800_000
    assert simulated.agrees


# What is told of a wager


def test_figures_of_one_box_are_counts_times_pays():
    simulated = simulate(POKER, 200_000, bets={"ante": 1000, "pair-plus": 500}, seed=1)
    odds = GameOdds(POKER)
    for key, one in simulated.wagers.items():
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
    assert simulated.wagers["pair-plus"].standard_error == pytest.approx(spread, rel=1e-6)
    straight = simulated.wagers["pair-plus"].outcomes[2]
    p = 720 / 22_100
    assert straight.standard_error == pytest.approx(sqrt(200_000 * p * (1 - p)))
    assert straight.z == (straight.count - straight.expected) / straight.standard_error
    assert simulated.wagers["play"].handle == 1000 * (
        200_000 - simulated.wagers["play"].outcomes[0].count
    )


def test_the_exact_edge_is_that_of_all_that_is_staked():
    simulated = simulate(POKER, 1000, boxes=3, bets={"ante": 1000, "pair-plus": 250}, seed=1)
    main, plus = GameOdds(POKER).main, GameOdds(POKER)["pair-plus"]
    lost = 1000 * main.house_edge + 250 * plus.house_edge
    assert simulated.exact_edge == lost / (1000 * main.average_stake + 250)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_spread_of_one_box_is_exact(game):
    """The standard error of the edge of one box, against its joint moments."""
    rules = RULEBOOKS[game].configure()
    stakes = {key: stake for key, stake in every_wager(rules).items() if key != "progressive"}
    simulated = simulate(rules, 2**18, bets=stakes, seed=8)
    exact = BoxMoments(rules, simulated.table.plays[0]).of_bets(stakes).standard_deviation
    assert simulated.standard_error * simulated.handle / sqrt(simulated.rounds) == pytest.approx(
        exact, rel=0.08
    )


@pytest.mark.parametrize("game", RULEBOOKS)
def test_standard_errors_know_that_boxes_share_the_dealers_hand(game):
    """Over many seeds, standard errors between counts and odds have a spread of one."""
    rules, scores = RULEBOOKS[game].configure(), {}
    table = SimulatedTable(rules, [BoxBets(every_wager(rules))] * 7)
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
        given, odds = conditional_chances(wager, plays), chances(PRIME, wager, plays)
        assert given.weights.sum() == pytest.approx(1)
        assert given.weights @ given.chances == pytest.approx([float(p) for p in odds])
    dealers = conditional_chances(POKER.wager("ante"), np.ones(COUNT, bool))
    one = RowValue(dealers, np.array([0.0, 1.0, 0.0, 0.0, 0.0]))  # The dealer does not qualify.
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
    assert z_score(1050, 1000.0, 2500.0) == 1.0
    assert z_score(0, 0.0, 0.0) == 0.0
    assert z_score(1, 0.0, 0.0) == inf


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

    found = poisson_score(count, expected)
    tail = NormalDist().cdf(-abs(found))
    assert tail == pytest.approx(chance, rel=1e-4)
    assert (found > 0) == (count > expected)


def test_a_bunch_of_rare_outcomes_counts_once():
    alone, together = z_score(3, 0.5, 0.5), z_score(18, 3.0, 18.0)
    assert alone == pytest.approx(together)
    assert z_score(18, 3.0, 3.0) > together
    assert poisson_score(5000.0, 1.0) == inf
    assert poisson_score(1.0, 1.0) == 0.0


# The verdict


def test_the_verdict_names_what_does_not_keep_to_the_odds():
    simulated = simulate(POKER, 50_000, bets={"pair-plus": 100}, seed=3)
    assert simulated.agrees
    rows = [row.key for row in POKER.wager("pair-plus").rows]
    outcomes = simulated.table.joints[0].rows[:, 0].tolist()
    straight, none = (outcomes.index(rows.index(key)) for key in ("straight", "no-win"))
    simulated.totals.counts[0, straight] += 300
    simulated.totals.counts[0, none] -= 300
    again = replace(simulated)
    assert not again.agrees
    assert [outcome.row.key for _, outcome in again.beyond] == ["straight"]
    assert again.verdict.startswith(
        "Not within five standard errors of the exact odds: pair-plus straight ("
    )
    assert "where 1,629.0 are expected, +" in again.verdict


def test_counts_of_another_strategy_would_not_agree():
    """The verdict can fail: best play held against the odds of playing every hand."""
    best_play = simulate(POKER, 300_000, boxes=2, seed=3).wagers["ante"].outcomes
    play_all = simulate(POKER, 300_000, boxes=2, seed=3, strategy="play-all").wagers["ante"]
    pairs = zip(best_play, play_all.outcomes, strict=True)
    assert any(
        abs(best.count - every.expected) > 5 * every.standard_error + 1 for best, every in pairs
    )


def test_a_row_that_cannot_be_is_not_to_be():
    simulated = simulate(POKER, 1000, bets={"ante": 100}, strategy="play-all", seed=3)
    folded = simulated.wagers["ante"].outcomes[0]
    assert (folded.count, folded.expected, folded.z) == (0, 0.0, 0.0)


# The page


def test_the_results_of_a_run_replace_the_last_section_of_the_page():
    page = billion.PAGE.read_text("utf-8")
    before, heading, _ = page.partition(billion.HEADING)
    simulated = billion.run("three-card-prime", 7_000, workers=1)
    text = billion.section({"three-card-prime": simulated}, 7_000)
    assert billion.with_section(page, text) == before + heading + text
    assert "7,000 hands of each game" in text
    assert f"| Three Card Prime | 1,000 | {len(simulated.outcomes)} | " in text
    with pytest.raises(SystemExit, match="has no section '## What it came to'"):
        billion.with_section(before, text)
