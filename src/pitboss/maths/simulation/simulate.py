"""Simulate rounds of a table, and compare them with the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from math import ceil, sqrt
from typing import TYPE_CHECKING

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.language.stakes import every_wager
from pitboss.maths.odds.strategy import BEST, Decisions
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.table import BINS, BoxBets, SimulatedTable

if TYPE_CHECKING:
    from pitboss.maths.simulation.blocks import Task
    from pitboss.maths.simulation.result import Simulated

MOST_ROUNDS = 10**13
MOST_WORKERS = 1024
RoundsDone = Callable[[int, int], None]  # Called with the rounds done and the rounds asked for.


def simulate(
    rules: Rules,
    rounds: int,
    *,
    boxes: Sequence[BoxBets] | int = 1,
    bets: Mapping[str, int] | None = None,
    strategy: Decisions = BEST,
    seed: int = 0,
    workers: int = 1,
    executor: Executor | None = None,
    jackpot: Jackpot | int | None = None,
    progress: RoundsDone | None = None,
) -> Simulated:
    """Simulate so many rounds of a table.

    `boxes` are the bets of each box, or a number of boxes that all have `bets`; without `bets`,
    every wager of the game is on. `strategy` is "best", "threshold" (the one hand that comes
    closest, and better), "play-all", a hand such as "Qs 6d 4h" (that hand and better), or a
    function that is called once for every hand, in the same notation, and returns True to play. A
    box may have a strategy of its own. `jackpot` is the meter's first amount, or its terms. The
    same seed gives the same totals, whatever the workers or the executor. A simulation that is
    interrupted, or that loses its executor, returns what was finished, and says so.
    """
    _check("The number of rounds", rounds, 1, MOST_ROUNDS)
    _check("The seed", seed, 0, None)
    _check("The number of workers", workers, 1, MOST_WORKERS)
    table = SimulatedTable(rules, _boxes(rules, boxes, bets), strategy, _jackpot(jackpot))
    work = task(table, rounds, seed)
    from pitboss.maths.simulation.blocks import Totals
    from pitboss.maths.simulation.engines import EngineLost, blocks
    from pitboss.maths.simulation.result import Simulated

    totals, stopped = Totals(work), None
    try:
        for block in blocks(work, workers, executor):
            totals.add(block)
            if progress is not None:
                progress(totals.rounds, rounds)
    except KeyboardInterrupt:
        if not totals.rounds:
            raise
        stopped = "interrupted"
    except EngineLost as lost:
        if not totals.rounds:
            message = f"The engine was lost before anything was finished: {lost}."
            raise BadConfiguration("simulation/engine", message) from None
        stopped = f"the engine was lost: {lost}"
    return Simulated(table, seed, rounds, totals, stopped if totals.rounds < rounds else None)


def task(table: SimulatedTable, rounds: int, seed: int) -> Task:
    """A simulation, ready to be run in blocks."""
    _require_numba()
    from pitboss.maths.simulation.blocks import ROUNDS, Task, points
    from pitboss.maths.simulation.kernel_plan import kernel_plan

    low, shift = table.bins
    fourth = table.rules.rulebook.fourth_card
    expected = table.special_hands * min(rounds, ROUNDS)
    room = ceil(expected + 8 * sqrt(expected)) + 16
    plan = kernel_plan(table.joints, table.units_won, fourth, low, shift)
    return Task(plan, seed, rounds, points(rounds), room, BINS)


def _require_numba() -> None:
    try:
        import_module("numba")
    except ImportError:
        message = "Simulation needs the simulate extra: pip install 'pitboss[simulate]'."
        raise BadConfiguration("simulation/extra", message) from None


def _boxes(
    rules: Rules, boxes: Sequence[BoxBets] | int, bets: Mapping[str, int] | None
) -> Sequence[BoxBets]:
    if isinstance(boxes, int):
        _check("The number of boxes", boxes, 1, None)
        return [BoxBets(every_wager(rules) if bets is None else bets)] * min(boxes, 99)
    if bets is not None:
        message = "Bets go with a number of boxes; boxes of their own have them already."
        raise BadConfiguration("simulation/bets", message)
    return boxes


def _jackpot(jackpot: Jackpot | int | None) -> Jackpot | None:
    return jackpot if jackpot is None or isinstance(jackpot, Jackpot) else Jackpot(jackpot)


def _check(what: str, number: object, least: int, most: int | None) -> None:
    if type(number) is int and number >= least and (most is None or number <= most):
        return
    upper = "" if most is None else f" to {most:,}"
    message = f"{what} is {number!r}: give a whole number from {least}{upper}."
    raise BadConfiguration("simulation/number", message)
