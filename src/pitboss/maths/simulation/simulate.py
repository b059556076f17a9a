"""Simulate a table: so many rounds of it, and how they compare with the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from math import ceil, sqrt
from typing import TYPE_CHECKING

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.decisions import BEST, Decisions
from pitboss.maths.odds.stakes import every_wager
from pitboss.maths.simulation.boxes import BoxBets
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.table import BINS, Table

if TYPE_CHECKING:
    from pitboss.maths.simulation.blocks import Task
    from pitboss.maths.simulation.result import Simulated

MOST_ROUNDS = 10**13
MOST_WORKERS = 1024
Progress = Callable[[int, int], None]  # Rounds done, rounds asked for.


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
    progress: Progress | None = None,
) -> Simulated:
    """So many rounds of a table.

    `boxes` are the bets of each box, or a number of boxes that all have `bets`: without any, every
    wager of the game is on. `strategy` is "best", "threshold" (the one hand that comes closest, and
    better), "play-all", a hand such as "Qs 6d 4h" (that and better), or a function that is asked
    once about every hand, so written, and answers True to play; a box may have its own. A jackpot
    is what the meter starts with, or its terms. The same seed gives the same totals, whatever the
    number of workers and whoever the executor. Interrupted or left by its engine, it gives what
    was finished, and says so.
    """
    _check("The number of rounds", rounds, 1, MOST_ROUNDS)
    _check("The seed", seed, 0, None)
    _check("The number of workers", workers, 1, MOST_WORKERS)
    table = Table(rules, _boxes(rules, boxes, bets), strategy, _jackpot(jackpot))
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
            told = f"The engine was lost before anything was finished: {lost}."
            raise BadConfiguration("simulation/engine", told) from None
        stopped = f"the engine was lost: {lost}"
    return Simulated(table, seed, rounds, totals, stopped if totals.rounds < rounds else None)


def task(table: Table, rounds: int, seed: int) -> Task:
    """The work that a simulation is, ready to be run in blocks."""
    _needs_numba()
    from pitboss.maths.simulation.blocks import ROUNDS, Task, points
    from pitboss.maths.simulation.plan import plan

    low, shift = table.bins
    fourth = table.rules.rulebook.fourth_card
    expected = table.special_hands * min(rounds, ROUNDS)
    room = ceil(expected + 8 * sqrt(expected)) + 16
    made = plan(table.joints, table.units_won, fourth, low, shift)
    return Task(made, seed, rounds, points(rounds), room, BINS)


def _needs_numba() -> None:
    try:
        import_module("numba")
    except ImportError:
        told = "Simulation needs the simulate extra: pip install 'pitboss[simulate]'."
        raise BadConfiguration("simulation/extra", told) from None


def _boxes(
    rules: Rules, boxes: Sequence[BoxBets] | int, bets: Mapping[str, int] | None
) -> Sequence[BoxBets]:
    if isinstance(boxes, int):
        _check("The number of boxes", boxes, 1, None)
        return [BoxBets(every_wager(rules) if bets is None else bets)] * min(boxes, 99)
    if bets is not None:
        told = "Bets go with a number of boxes; boxes of their own have them already."
        raise BadConfiguration("simulation/bets", told)
    return boxes


def _jackpot(jackpot: Jackpot | int | None) -> Jackpot | None:
    return jackpot if jackpot is None or isinstance(jackpot, Jackpot) else Jackpot(jackpot)


def _check(what: str, number: object, least: int, most: int | None) -> None:
    if type(number) is int and number >= least and (most is None or number <= most):
        return
    upper = "" if most is None else f" to {most:,}"
    told = f"{what} is {number!r}: give a whole number from {least}{upper}."
    raise BadConfiguration("simulation/number", told)
