"""A simulated table beside the same one in C: both deal the same cards, and count the same."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass

from pitboss.maths.simulation.blocks import ROUNDS, Block, Task, run_block, state
from pitboss.maths.simulation.boxes import BoxBets
from pitboss.maths.simulation.simulate import task
from pitboss.maths.simulation.table import Table
from pitboss.rulebooks import RULEBOOKS

BOXES, SEED = 6, 7
POKER = {"ante": 1, "pair-plus": 1}
PRIME = {"ante": 1, "prime": 1, "pair-bonus": 1, "all-six": 1}
MODES = {
    "poker": ("three-card-poker", POKER),
    "compared": ("three-card-poker", POKER),
    "prime": ("three-card-prime", PRIME),
}

Counts = dict[tuple[int, str, str], int]  # By box, wager and row.


@dataclass(frozen=True)
class Ours:
    """A table whose every box bets one unit on everything, Q-6-4 and better playing."""

    table: Table
    task: Task

    @classmethod
    def of_mode(cls, mode: str) -> Ours:
        game, stakes = MODES[mode]
        rules = RULEBOOKS[game].configure()
        table = Table(rules, [BoxBets(stakes)] * BOXES, "threshold")
        return cls(table, task(table, ROUNDS, SEED))

    def counts(self, block: Block) -> Counts:
        made = Counts()
        for box, joint in enumerate(self.table.joints):
            for outcome, rows in enumerate(joint.rows.tolist()):
                for wager, row in zip(joint.wagers, rows, strict=True):
                    key = box, wager.key, str(row)
                    made[key] = made.get(key, 0) + int(block.counts[box, outcome])
        return {key: count for key, count in made.items() if count}

    def processor_time(self) -> float:
        start = time.process_time()
        run_block(self.task, 0)
        return time.process_time() - start


def theirs(program: str, mode: str) -> tuple[float, Counts, int, int]:
    """What a block takes the C program; its counts, the results' sum and that of their squares."""
    words = [program, mode, str(ROUNDS), *map(str, state(SEED, 0).tolist())]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    (_, taken), (_, total), (_, squares) = (line.split() for line in told[:3])
    counts = {}
    for line in told[3:]:
        box, wager, row, count = line.split()
        counts[int(box), wager, row] = int(count)
    return float(taken), counts, int(total), int(squares)
