"""Rounds in seeded blocks: the same totals whoever runs which block.

Block k of a simulation is 2**20 rounds (the last one is what is left). It draws its cards from
`SeedSequence(seed, spawn_key=(k,))` alone. Blocks are added up in order, so even sums of
floating-point numbers are reproducible.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array, rows_of
from pitboss.maths.simulation.kernel.arrays import Plan, Tally
from pitboss.maths.simulation.kernel.dealing import BATCH, LANES, WORDS, deal
from pitboss.maths.simulation.kernel.loop import play
from pitboss.maths.simulation.kernel_plan import by_box

ROUNDS = 1 << 20
POINTS = 256  # Of the running result, per block.


class Task(NamedTuple):
    """A simulation to be run block by block."""

    plan: Plan
    seed: int
    rounds: int
    step: int  # Rounds between two points of the running result.
    room: int  # For the special outcomes of a block, which are listed hand by hand.
    bins: int

    @property
    def blocks(self) -> int:
        return ceil(self.rounds / ROUNDS)


class Block(NamedTuple):
    """The result of one block."""

    number: int
    rounds: int
    counts: Array  # [box, outcome]
    sums: Array  # [step]: what the bettors won together, in the table's unit.
    bins: Array
    squares: float  # The sum of squares of the rounds' results.
    hits: Array  # [place, 4]: round of the block, box, special outcome, result of the round.


class DealtHands(NamedTuple):
    """The cards of some rounds."""

    dealer: Array  # [round]: row number of the hand.
    players: Array  # [round, box]
    fourth: Array | None  # [round]: card number.


def points(rounds: int) -> int:
    """Rounds between two points of the running result, chosen so that there are a few hundred."""
    return min(max(1 << (rounds - 1).bit_length() - 8, 1), ROUNDS) if rounds > POINTS else 1


def run_block(task: Task, number: int) -> Block:
    """One block, which depends on nothing but the task and its number."""
    plan, counting = task.plan, task.plan.counting
    rounds = min(task.rounds - number * ROUNDS, ROUNDS)
    groups = ceil(plan.boxes / counting.group_size)
    room = task.room
    while True:
        tally = Tally(
            np.zeros(groups * counting.combinations, np.uint32),
            np.zeros(ceil(rounds / task.step)),
            np.zeros(task.bins, np.uint32),
            np.zeros((room, 4), np.int64),
        )
        squares, hits = play(plan, state(task.seed, number), rounds, task.step, tally)
        if hits <= room:
            break
        room = hits  # More hits than expected: run the block again with room for all.
    counts = by_box(tally.counts, plan.boxes, counting)
    listed = tally.hits[:hits]
    in_order = listed[np.lexsort((listed[:, 1], listed[:, 0]))]
    return Block(number, rounds, counts, tally.sums, tally.bins, squares, in_order)


def run_blocks(task: Task, first: int, last: int) -> list[Block]:
    """Several blocks in one call, for a remote engine."""
    return [run_block(task, number) for number in range(first, last)]


def state(seed: int, number: int) -> Array:
    """The state of the random number generators at the start of a block."""
    sequence = np.random.SeedSequence(seed, spawn_key=(number,))
    return sequence.generate_state(WORDS * LANES, np.uint64).reshape(WORDS, LANES)


def cards(seed: int, number: int, rounds: int, boxes: int, fourth: bool) -> DealtHands:
    """The cards of a block's first rounds, as the compiled loop draws them."""
    generators, hands = state(seed, number), boxes + 1
    batch, batches = np.zeros((3 * hands + fourth, BATCH), np.uint8), []
    for _ in range(0, rounds, BATCH):
        deal(generators, hands, batch)
        batches.append(batch.T.copy())
    drawn = np.concatenate(batches)[:rounds].astype(np.int64)
    rows = rows_of(drawn[:, : 3 * hands].reshape(-1, 3)).reshape(rounds, hands)
    return DealtHands(rows[:, 0], rows[:, 1:], drawn[:, -1] if fourth else None)


class Totals:
    """The sum of blocks."""

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
        """Add the next block."""
        assert block.number == self.blocks, "blocks are added in order"
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
        """Round, box, outcome and result of the round, for each special outcome."""
        for hits in self._hits:
            yield from (tuple(hit) for hit in hits.tolist())
