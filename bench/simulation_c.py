"""A simulated table and the same one in C: given the same cards, both must count the same."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import CARDS
from pitboss.maths.simulation.blocks import ROUNDS, Block, Task, run_block, state
from pitboss.maths.simulation.blocks import cards as block_cards
from pitboss.maths.simulation.simulate import task
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import OWN

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

    table: SimulatedTable
    task: Task

    @classmethod
    def of_mode(cls, mode: str) -> Ours:
        game, stakes = MODES[mode]
        rules = OWN[game].configure()
        table = SimulatedTable(rules, [BoxBets(stakes)] * BOXES, "threshold")
        return cls(table, task(table, ROUNDS, SEED))

    def counts(self, block: Block) -> Counts:
        counts = Counts()
        for box, joint in enumerate(self.table.joints):
            for outcome, rows in enumerate(joint.rows.tolist()):
                for wager, row in zip(joint.wagers, rows, strict=True):
                    key = box, wager.key, str(row)
                    counts[key] = counts.get(key, 0) + int(block.counts[box, outcome])
        return {key: count for key, count in counts.items() if count}

    def cards(self) -> bytes:
        """The cards of the block as the C program reads them, a byte each."""
        dealt = block_cards(SEED, 0, ROUNDS, BOXES, self.task.plan.fourth)
        hands = np.column_stack([dealt.dealer, dealt.players])
        drawn = CARDS[hands].reshape(ROUNDS, -1)
        if dealt.fourth is not None:
            drawn = np.column_stack([drawn, dealt.fourth])
        return bytes(drawn.astype(np.uint8))

    def processor_time(self) -> float:
        start = time.process_time()
        run_block(self.task, 0)
        return time.process_time() - start


class Theirs(NamedTuple):
    """The output of the C program."""

    seconds: float  # Of processor time.
    counts: Counts
    total: int  # The sum of the results.
    squares: int  # The sum of their squares.


def theirs(program: str, mode: str, cards: bytes | None = None) -> Theirs:
    """A block by the C program, with cards of its own or with these."""
    drawn = [] if cards else map(str, state(SEED, 0)[:, 0].tolist())
    words = [program, mode, str(ROUNDS), *drawn]
    output = subprocess.run(words, check=True, capture_output=True, input=cards).stdout
    (_, taken), (_, total), (_, squares), *rows = (
        line.split() for line in output.decode().splitlines()
    )
    counts = {(int(box), wager, row): int(count) for box, wager, row, count in rows}
    return Theirs(float(taken), counts, int(total), int(squares))
