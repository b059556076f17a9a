"""The counts of one wager, over all boxes that have it, against its exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.wagers import Row, Wager
from pitboss.maths.simulation.jackpot import Meter
from pitboss.maths.simulation.standard_errors import (
    ConditionalChances,
    RowValue,
    chances,
    conditional_chances,
    variance,
    z_score,
)
from pitboss.maths.simulation.table import SimulatedTable
from pitboss.result_types import SimulatedOutcomeJson, SimulatedWagerJson


@dataclass(frozen=True)
class OutcomeCount:
    """How often a row came up."""

    row: Row
    count: int
    expected: float
    standard_error: float
    z: float

    def __repr__(self) -> str:
        return f"<{self.row.key}: {self.count:,}, expected {self.expected:,.1f}, z {self.z:+.2f}>"

    def as_json(self) -> SimulatedOutcomeJson:
        return {
            "row": self.row.key,
            "outcome": self.row.outcome,
            "count": self.count,
            "expected": self.expected,
            "standard_error": self.standard_error,
            "z": self.z if isfinite(self.z) else None,
        }


@dataclass(frozen=True)
class WagerCount:
    """A wager's counts and averages; amounts are in smallest units."""

    wager: Wager
    hands: int
    outcomes: tuple[OutcomeCount, ...]
    nets: tuple[float, ...]  # [row]: what it wins for bettors, on average over the boxes.
    handle: int
    won: Fraction  # By bettors.
    expected_handle: Fraction
    expected_won: Fraction
    mean: float  # Net per unit staked; without a stake, per unit that it is paid on, or per hand.
    exact: float  # The exact value of the mean.
    standard_error: float
    hit_frequency: float
    exact_hit_frequency: float

    def __repr__(self) -> str:
        means = f"mean {self.mean:.6f}, exact {self.exact:.6f}"
        return f"<{self.wager.key}: {self.hands:,} hands, {means}>"

    @property
    def z(self) -> float:
        off = self.mean - self.exact
        return off / self.standard_error if self.standard_error else 0.0

    def as_json(self) -> SimulatedWagerJson:
        return {
            "hands": self.hands,
            "handle": self.handle,
            "won": amount_json(self.won),
            "mean": self.mean,
            "exact": self.exact,
            "standard_error": self.standard_error,
            "z": self.z,
            "hit_frequency": self.hit_frequency,
            "exact_hit_frequency": self.exact_hit_frequency,
            "outcomes": [outcome.as_json() for outcome in self.outcomes],
        }


def amount_json(amount: Fraction) -> int | str:
    """Whole units as a number; halves, before rounding to the chip, as a fraction."""
    return int(amount) if amount.denominator == 1 else str(amount)


@dataclass(frozen=True, eq=False)
class BoxCount:
    """The counts of one box; lists are by row."""

    counts: list[int]
    chances: Sequence[Fraction]
    conditional: ConditionalChances
    nets: list[Fraction]  # Without the meter's share.
    staked: list[int]
    base: int  # What counts as one unit: the stake, or what the wager is paid on.

    def in_units(self) -> list[Fraction]:
        return [net / self.base for net in self.nets]


@dataclass(frozen=True, eq=False)
class BoxCounts:
    """All boxes that have the wager."""

    boxes: Sequence[BoxCount]
    rounds: int

    def total(self, by_row: Callable[[BoxCount], Sequence[int | Fraction]]) -> Fraction:
        """The sum of a value by row over everything counted."""
        return sum((_dot(box.counts, by_row(box)) for box in self.boxes), Fraction(0))

    def expected(self, by_row: Callable[[BoxCount], Sequence[int | Fraction]]) -> Fraction:
        """The exact expectation of that sum."""
        per_round = sum((_dot(box.chances, by_row(box)) for box in self.boxes), Fraction(0))
        return self.rounds * per_round

    def outcome(self, number: int, row: Row) -> OutcomeCount:
        indicator = np.zeros(len(self.boxes[0].counts))
        indicator[number] = 1.0
        count = sum(box.counts[number] for box in self.boxes)
        expected = float(self.rounds * sum(box.chances[number] for box in self.boxes))
        values = [RowValue(box.conditional, indicator) for box in self.boxes]
        spread = self.rounds * variance(values)
        return OutcomeCount(row, count, expected, sqrt(spread), z_score(count, expected, spread))


def count_wager(
    table: SimulatedTable, wager: Wager, counts: Array, rounds: int, meter: Meter | None
) -> WagerCount:
    """The rows of a wager, extracted from the counts of all outcomes."""
    boxes = [box for box in range(len(table.boxes)) if wager in table.wagers(box)]
    pool = BoxCounts([_box_count(table, box, wager, counts[box]) for box in boxes], rounds)
    base = pool.boxes[0].base  # The same for all boxes where a meter pays: the wager has one price.
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
        [
            RowValue(box.conditional, net / box.base - level)
            for box, net in zip(pool.boxes, nets, strict=True)
        ]
    )
    return WagerCount(
        wager,
        len(boxes) * rounds,
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


def _box_count(table: SimulatedTable, box: int, wager: Wager, counts: Array) -> BoxCount:
    joint = table.joints[box]
    rows = joint.rows[:, joint.wagers.index(wager)]
    # bincount sums in floating point; counts stay far below 2**53, where integers are exact.
    by_row = np.bincount(rows, counts[: joint.outcomes], len(wager.rows)).astype(np.int64)
    return BoxCount(
        by_row.tolist(),
        chances(table.rules, wager, table.plays[box]),
        conditional_chances(wager, table.plays[box]),
        table.nets(box, wager),
        table.staked(box, wager),
        1 if wager.envy else table.boxes[box].stakes[wager.placed_wager],
    )


def _ratio(numerator: Fraction, denominator: Fraction) -> float:
    return float(numerator / denominator) if denominator else 0.0


def _dot(counts: Sequence[int | Fraction], values: Sequence[int | Fraction]) -> Fraction:
    total = Fraction(0)
    for n, value in zip(counts, values, strict=True):
        total += n * value
    return total
