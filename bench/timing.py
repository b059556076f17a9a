"""Measuring two things fairly on a noisy machine: turn and turn about, the best of each."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

ROUNDS = 7


def best_of(
    *runs: Callable[[], object],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """The shortest time of each, alternating, so that a busy moment touches all alike."""
    shortest = [float("inf")] * len(runs)
    for _ in range(rounds):
        for i, run in enumerate(runs):
            start = clock()
            run()
            shortest[i] = min(shortest[i], clock() - start)
    return shortest


def children_time() -> float:
    """The processor time of programs that have ended: a busy machine does not lengthen it."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(*words: str) -> None:
    """Run a program as one that is installed: Python keeps its bytecode from run to run."""
    settings = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(words, check=True, capture_output=True, env=settings)


class Report:
    """The ratios of a run, each with its goal."""

    def __init__(self, title: str) -> None:
        self._table = Table("what", "ours", "reference", "ratio", "goal", "", title=title)
        self.missed = 0

    def add(self, what: str, ours: str, reference: str, ratio: float, goal: str, met: bool) -> None:
        self.missed += not met
        verdict = ("[green]met[/]" if met else "[red]missed[/]") if goal else ""
        self._table.add_row(what, ours, reference, f"{ratio:.2f}", goal, verdict)

    def show(self) -> None:
        Console().print(self._table)


def seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"
