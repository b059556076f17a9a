"""Start-up: whole commands, from the shell and back, against `import numpy` in a fresh interpreter.

Processor time, measured turn and turn about, so that a busy moment touches all alike. The floor of
a command that computes is numpy, typer and rich together; it is shown for comparison.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from bench.timing import Report, best_of, children_time, seconds, start

TURNS = 12
AT_ONCE, QUICK = 2.0, 3.0
GAME = "three-card-poker"
COMMANDS = {
    ("--help",): AT_ONCE,
    ("games",): AT_ONCE,
    ("settle", GAME, "--player", "QsQd7h", "--dealer", "Qh8c3d", "--bet", "ante=50.00"): QUICK,
    ("odds", GAME, "--wager", "pair-plus"): QUICK,
    ("strategy", GAME): QUICK,
    ("rule", GAME, "exposed-cards", "cards=2"): QUICK,
    ("clauses", GAME): QUICK,
    ("deals", GAME): QUICK,
}
NUMPY, FLOOR = "import numpy", "import numpy, typer, rich.console, rich.table"


def run() -> int:
    pitboss = str(Path(sys.executable).with_name("pitboss"))

    def command(words: tuple[str, ...]) -> Callable[[], None]:
        return lambda: start(pitboss, *words)

    def program(text: str) -> Callable[[], None]:
        return lambda: start(sys.executable, "-c", text)

    runs = [program(NUMPY), program(FLOOR), *map(command, COMMANDS)]
    for once in runs:  # So that bytecode is written, and files are in memory.
        once()
    numpy, floor, *times = best_of(*runs, rounds=TURNS, clock=children_time)
    report = Report(f"Start-up, against {NUMPY}")
    report.add("numpy, typer and rich", seconds(floor), seconds(numpy), floor / numpy, "", True)
    for (words, goal), time in zip(COMMANDS.items(), times, strict=True):
        ratio = time / numpy
        name = " ".join(("pitboss", *words[:1], *words[2:3]))
        report.add(name, seconds(time), seconds(numpy), ratio, f"≤ {goal:g}", ratio <= goal)
    report.show()
    return report.missed


if __name__ == "__main__":
    sys.exit(run())
