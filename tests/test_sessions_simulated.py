"""Sessions against the simulator: whole tables, dealt out card by card, cut into sessions."""

from math import sqrt

import numpy as np
import pytest

from pitboss.language.stakes import every_wager
from pitboss.maths.sessions.session import Session
from pitboss.maths.simulation.blocks import ROUNDS, run_block
from pitboss.maths.simulation.simulate import task
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import RULEBOOKS

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def sessions(rules, stakes, boxes, rounds, blocks, seed=11):
    """What the bettors of so many boxes won together in each session of so many rounds."""
    table = SimulatedTable(rules, [BoxBets(stakes)] * boxes)
    work = task(table, blocks * ROUNDS, seed)._replace(step=rounds)
    whole = ROUNDS // rounds  # The rounds that are left at the end of a block are no session.
    sums = np.concatenate([run_block(work, k).sums[:whole] for k in range(blocks)])
    return sums * float(table.unit)


def within(won, found, off=0.0):
    """Every quantile where it should be: five standard errors, and so much as is allowed for."""
    for share in SHARES:
        at = found.quantile(share)
        exact = found.at_most(at)
        error = 5 * sqrt(exact * (1 - exact) / len(won)) + off
        assert np.mean(won <= float(at) + 1e-6) == pytest.approx(exact, abs=error), share


@pytest.mark.parametrize("which", ["main", "every"])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_ten_thousand_rounds_of_a_box(game, which):
    rules = RULEBOOKS[game].configure()
    # The meter moves from round to round in the simulator, and holds still in a session.
    every = {key: stake for key, stake in every_wager(rules).items() if key != "progressive"}
    stakes = every if which == "every" else {rules.rulebook.main[0]: 1000}
    results = Session(rules, stakes).after(10_000)
    won = sessions(rules, stakes, boxes=1, rounds=10_000, blocks=24)
    assert len(won) == 24 * 104
    within(won, results)
    error = results.standard_deviation / sqrt(len(won))
    assert np.mean(won) == pytest.approx(float(results.mean), abs=5 * error)
    assert np.std(won) == pytest.approx(results.standard_deviation, rel=0.1)


@pytest.mark.parametrize("game", ["three-pictures", "three-card-poker", "three-card-prime"])
def test_a_day_of_a_table_of_six_boxes(game):
    """Average and variance are exact, the shape is near: within half a percentage point."""
    rules = RULEBOOKS[game].configure()
    stakes = {rules.rulebook.main[0]: 1000}
    results = Session(rules, stakes).table(6).after(320)
    won = sessions(rules, stakes, boxes=6, rounds=320, blocks=8)
    assert len(won) == 8 * 3276
    within(won, results.players, off=0.005)
    error = results.standard_deviation / sqrt(len(won))
    assert np.mean(won) == pytest.approx(-float(results.mean), abs=5 * error)
    assert np.std(won) == pytest.approx(results.standard_deviation, rel=5 / sqrt(2 * len(won)))
