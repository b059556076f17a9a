"""One wager of a simulation, over all boxes that have it, against its exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.stakes import stake_of
from pitboss.maths.simulation.exact import Given, Value, chances, given_shared, variance
from pitboss.maths.simulation.jackpot import Meter
from pitboss.maths.simulation.scores import score
from pitboss.maths.simulation.table import Table


@dataclass(frozen=True)
class OutcomeCount:
    """How often a row came about."""

    row: Row
    count: int
    expected: float
    standard_error: float
    z: float


@dataclass(frozen=True)
class WagerCount:
    """A wager, counted; amounts are in smallest units."""

    wager: Wager
    hands: int
    outcomes: tuple[OutcomeCount, ...]
    nets: tuple[float, ...]  # [row]: what it wins for bettors, on average over the boxes.
    handle: int
    won: Fraction  # By bettors.
    expected_handle: Fraction
    expected_won: Fraction
    mean: float  # Net per unit staked; without a stake, per unit that it is paid on, or per hand.
    exact: float  # What that should be.
    standard_error: float
    hit_frequency: float
    exact_hit_frequency: float

    @property
    def z(self) -> float:
        off = self.mean - self.exact
        return off / self.standard_error if self.standard_error else 0.0


@dataclass(frozen=True, eq=False)
class BoxCount:
    """The same for one box; all by row."""

    counts: list[int]
    chances: Sequence[Fraction]
    given: Given
    nets: list[Fraction]  # What it wins, the meter's share apart.
    staked: list[int]
    base: int  # What a unit is: the stake, or what the wager is paid on.

    def in_units(self) -> list[Fraction]:
        return [net / self.base for net in self.nets]


@dataclass(frozen=True, eq=False)
class Pool:
    """All boxes that have the wager."""

    boxes: Sequence[BoxCount]
    rounds: int

    def total(self, by_row: Callable[[BoxCount], Sequence[int | Fraction]]) -> Fraction:
        """What the rows came to, added up."""
        return sum((_dot(box.counts, by_row(box)) for box in self.boxes), Fraction(0))

    def expected(self, by_row: Callable[[BoxCount], Sequence[int | Fraction]]) -> Fraction:
        """What they should have come to."""
        each = sum((_dot(box.chances, by_row(box)) for box in self.boxes), Fraction(0))
        return self.rounds * each

    def outcome(self, number: int, row: Row) -> OutcomeCount:
        one = np.zeros(len(self.boxes[0].counts))
        one[number] = 1.0
        count = sum(box.counts[number] for box in self.boxes)
        expected = float(self.rounds * sum(box.chances[number] for box in self.boxes))
        spread = self.rounds * variance([Value(box.given, one) for box in self.boxes])
        return OutcomeCount(row, count, expected, sqrt(spread), score(count, expected, spread))


def counted(
    table: Table, wager: Wager, counts: Array, rounds: int, meter: Meter | None
) -> WagerCount:
    """The rows of a wager, found in the counts of all outcomes."""
    has_it = [box for box in range(len(table.boxes)) if wager in table.wagers(box)]
    pool = Pool([_at_box(table, box, wager, counts[box]) for box in has_it], rounds)
    base = pool.boxes[0].base  # All the same where a meter pays: the wager has one price.
    parts = [row.pay.meter for row in wager.rows]
    paid, expected_paid, shares = Fraction(0), Fraction(0), np.zeros(len(parts))
    if meter is not None:
        paid += sum(hit.paid for hit in meter.hits if hit.share.wager == wager.key)
        expected_paid = pool.expected(lambda box: parts) * meter.mean
        shares = np.array(parts, float) * meter.root_mean_square
    counts_in = [int(row.pay.staked or not wager.is_staked) for row in wager.rows]
    wins = [int(row.pay.is_win) for row in wager.rows]
    units, expected_units = pool.total(lambda box: counts_in), pool.expected(lambda box: counts_in)
    expected = pool.expected(BoxCount.in_units) + expected_paid / base
    exact = expected / expected_units if expected_units else Fraction(0)
    nets = [np.array(box.nets, float) + shares for box in pool.boxes]
    level = float(exact) * np.array(counts_in)
    spread = variance(
        [Value(b.given, net / b.base - level) for b, net in zip(pool.boxes, nets, strict=True)]
    )
    return WagerCount(
        wager,
        len(has_it) * rounds,
        tuple(pool.outcome(number, row) for number, row in enumerate(wager.rows)),
        tuple(np.mean(nets, axis=0).tolist()),
        handle=int(pool.total(lambda box: box.staked)),
        won=pool.total(lambda box: box.nets) + paid,
        expected_handle=pool.expected(lambda box: box.staked),
        expected_won=pool.expected(lambda box: box.nets) + expected_paid,
        mean=_ratio(pool.total(BoxCount.in_units) + paid / base, units),
        exact=float(exact),
        standard_error=_ratio(Fraction(sqrt(rounds * spread)), units),
        hit_frequency=_ratio(pool.total(lambda box: wins), units),
        exact_hit_frequency=_ratio(pool.expected(lambda box: wins), expected_units),
    )


def _at_box(table: Table, box: int, wager: Wager, counts: Array) -> BoxCount:
    joint = table.joints[box]
    rows = joint.rows[:, joint.wagers.index(wager)]
    # In floating point within; counts stay far below 2**53, where integers are exact.
    found = np.bincount(rows, counts[: joint.outcomes], len(wager.rows)).astype(np.int64)
    return BoxCount(
        found.tolist(),
        chances(table.rules, wager, table.plays[box]),
        given_shared(wager, table.plays[box]),
        table.nets(box, wager),
        table.staked(box, wager),
        1 if wager.envy else table.boxes[box].stakes[stake_of(wager)],
    )


def _ratio(one: Fraction, other: Fraction) -> float:
    return float(one / other) if other else 0.0


def _dot(counts: Sequence[int | Fraction], values: Sequence[int | Fraction]) -> Fraction:
    total = Fraction(0)
    for n, value in zip(counts, values, strict=True):
        total += n * value
    return total
