"""Rounds in seeded blocks: the same totals whoever runs which block.

Block k of a simulation is 2**20 rounds (the last one what is left), and draws its cards from
`SeedSequence(seed, spawn_key=(k,))` alone. Blocks are added up in their order, so even sums of
floating-point numbers come out the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array, rows_of
from pitboss.maths.simulation.counting import by_box
from pitboss.maths.simulation.kernel.dealing import BATCH, LANES, WORDS, deal
from pitboss.maths.simulation.kernel.play import play
from pitboss.maths.simulation.kernel.shapes import Counted, Plan

ROUNDS = 1 << 20
POINTS = 256  # Of the running result, a block.


class Task(NamedTuple):
    """A simulation, to be run block by block."""

    plan: Plan
    seed: int
    rounds: int
    step: int  # Rounds between two points of the running result.
    room: int  # For hands of a block that need a second look.
    bins: int

    @property
    def blocks(self) -> int:
        return ceil(self.rounds / ROUNDS)


class Block(NamedTuple):
    """What one block came to."""

    number: int
    rounds: int
    counts: Array  # [box, outcome]
    sums: Array  # [step]: what the bettors won together, in the table's unit.
    bins: Array
    squares: float  # Of the rounds' results, added up.
    hits: Array  # [place, 4]: round of the block, box, outcome, what the round came to.


class Dealt(NamedTuple):
    """The cards of some rounds."""

    dealer: Array  # [round]: row number of the hand.
    players: Array  # [round, box]
    fourth: Array | None  # [round]: card number.


def points(rounds: int) -> int:
    """Rounds between two points of the running result, so that there are some hundred of them."""
    return min(max(1 << (rounds - 1).bit_length() - 8, 1), ROUNDS) if rounds > POINTS else 1


def run_block(task: Task, number: int) -> Block:
    """One block, from nothing but its number."""
    plan, by = task.plan, task.plan.counting
    rounds = min(task.rounds - number * ROUNDS, ROUNDS)
    room = task.room
    while True:
        made = Counted(
            np.zeros(ceil(plan.boxes / by.together) * by.combinations, np.uint32),
            np.zeros(ceil(rounds / task.step)),
            np.zeros(task.bins, np.uint32),
            np.zeros((room, 4), np.int64),
        )
        squares, hits = play(plan, state(task.seed, number), rounds, task.step, made)
        if hits <= room:
            break
        room = hits  # More than was to be expected: once again, with room for all.
    counts = by_box(made.counts, plan.boxes, by)
    listed = made.hits[:hits]
    in_order = listed[np.lexsort((listed[:, 1], listed[:, 0]))]
    return Block(number, rounds, counts, made.sums, made.bins, squares, in_order)


def run_blocks(task: Task, first: int, last: int) -> list[Block]:
    """Several blocks in one go, for an engine far away."""
    return [run_block(task, number) for number in range(first, last)]


def state(seed: int, number: int) -> Array:
    """What block `number` draws its cards from."""
    sequence = np.random.SeedSequence(seed, spawn_key=(number,))
    return sequence.generate_state(WORDS * LANES, np.uint64).reshape(WORDS, LANES)


def cards(seed: int, number: int, rounds: int, boxes: int, fourth: bool) -> Dealt:
    """The cards of a block's first rounds, as the compiled loop draws them."""
    held, hands = state(seed, number), boxes + 1
    batch, dealt = np.zeros((3 * hands + fourth, BATCH), np.uint8), []
    for _ in range(0, rounds, BATCH):
        deal(held, hands, batch)
        dealt.append(batch.T.copy())
    drawn = np.concatenate(dealt)[:rounds].astype(np.int64)
    rows = rows_of(drawn[:, : 3 * hands].reshape(-1, 3)).reshape(rounds, hands)
    return Dealt(rows[:, 0], rows[:, 1:], drawn[:, -1] if fourth else None)


class Totals:
    """Blocks, added up."""

    def __init__(self, task: Task) -> None:
        plan = task.plan
        self.blocks = self.rounds = 0
        self.step = task.step
        self.counts: Array = np.zeros((plan.boxes, plan.counting.outcomes), np.int64)
        self.bins: Array = np.zeros(task.bins, np.int64)
        self.squares = 0.0
        self._sums: list[Array] = []
        self._hits: list[Array] = []

    def add(self, block: Block) -> None:
        """The next block; they come in order."""
        assert block.number == self.blocks, "blocks are added in their order"
        self.blocks += 1
        self.counts += block.counts
        self.bins += block.bins
        self.squares += block.squares
        self._sums.append(block.sums)
        self._hits.append(np.add(block.hits, (self.rounds, 0, 0, 0)))
        self.rounds += block.rounds

    @property
    def sums(self) -> Array:
        """[step]: what the bettors won together, in the table's unit."""
        return np.concatenate(self._sums) if self._sums else np.zeros(0)

    def hits(self) -> Iterator[tuple[int, int, int, int]]:
        """Round, box, outcome and what the round came to, of hands that need a second look."""
        for hits in self._hits:
            yield from (tuple(hit) for hit in hits.tolist())
