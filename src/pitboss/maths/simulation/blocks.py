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

from pitboss.cards import DECK
from pitboss.hands import COUNT, Array
from pitboss.maths.simulation.kernel import deal, play
from pitboss.maths.simulation.plan import by_cards, pairs
from pitboss.maths.simulation.shapes import Counted, Plan

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
    plan = task.plan
    rounds = min(task.rounds - number * ROUNDS, ROUNDS)
    room = task.room
    while True:
        made = Counted(
            np.zeros(plan.boxes * plan.counting.outcomes, np.uint32),
            np.zeros(ceil(rounds / task.step)),
            np.zeros(task.bins, np.uint32),
            np.zeros((room, 4), np.int64),
        )
        squares, hits = play(plan, state(task.seed, number), sorted_deck(), rounds, task.step, made)
        if hits <= room:
            break
        room = hits  # More than was to be expected: once again, with room for all.
    counts = made.counts.reshape(plan.boxes, -1)
    return Block(number, rounds, counts, made.sums, made.bins, squares, made.hits[:hits])


def run_blocks(task: Task, first: int, last: int) -> list[Block]:
    """Several blocks in one go, for an engine far away."""
    return [run_block(task, number) for number in range(first, last)]


def state(seed: int, number: int) -> Array:
    """What block `number` draws its cards from."""
    return np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(4, np.uint64)


def sorted_deck() -> Array:
    return np.arange(DECK, dtype=np.uint8)


def cards(seed: int, number: int, rounds: int, boxes: int, fourth: bool) -> Dealt:
    """The cards of a block's first rounds, as the compiled loop draws them."""
    dealt = np.zeros(rounds * (boxes + 1), np.uint32)
    turned = np.zeros(rounds if fourth else 0, np.uint8)
    deal(state(seed, number), sorted_deck(), rounds, boxes, pairs(), dealt, turned)
    hands = by_cards(np.arange(COUNT), np.uint16)[dealt].reshape(rounds, -1).astype(np.int64)
    return Dealt(hands[:, 0], hands[:, 1:], turned.astype(np.int64) if fourth else None)


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
