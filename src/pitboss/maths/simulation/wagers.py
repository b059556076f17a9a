"""One wager of a simulation, over all boxes that have it, against its exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from pitboss.hands import Array
from pitboss.maths.simulation.boxes import stake_of
from pitboss.maths.simulation.exact import Given, Value, chances, given_shared, variance
from pitboss.maths.simulation.jackpot import Meter
from pitboss.maths.simulation.scores import score
from pitboss.maths.simulation.table import Table
from pitboss.wagers import Row, Wager


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
    """The same for one box."""

    counts: list[int]  # [row]
    chances: Sequence[Fraction]  # [row]
    given: Given
    nets: list[Fraction]  # [row]: what it wins, the meter's share apart.
    staked: list[int]  # [row]
    base: int  # What a unit is: the stake, or what the wager is paid on.


def counted(
    table: Table, wager: Wager, counts: Array, rounds: int, meter: Meter | None
) -> WagerCount:
    """The rows of a wager, found in the counts of all outcomes."""
    boxes = [
        _at_box(table, box, wager, counts[box])
        for box in range(len(table.boxes))
        if wager in table.wagers(box)
    ]
    hits = meter.hits if meter else ()
    paid = sum(hit.paid for hit in hits if hit.share.wager == wager.key)
    parts = [row.pay.meter for row in wager.rows]
    shares = sum((_sum(box.chances, parts) for box in boxes), Fraction(0))
    expected_paid = shares * (meter.total if meter else 0)
    average = meter.mean if meter else Fraction(0)
    counts_at = [int(bool(row.pay.staked or not wager.is_staked)) for row in wager.rows]
    wins = [int(row.pay.is_win) for row in wager.rows]
    units = sum(_sum(box.counts, counts_at) for box in boxes)
    expected_units = rounds * sum((_sum(box.chances, counts_at) for box in boxes), Fraction(0))
    won = sum((_sum(box.counts, box.nets) / box.base for box in boxes), Fraction(0))
    expected = rounds * sum((_sum(box.chances, box.nets) / box.base for box in boxes), Fraction(0))
    base = boxes[0].base  # All the same where a meter pays: it has one price.
    exact = (expected + expected_paid / base) / expected_units
    off = [
        Value(
            box.given,
            np.array(
                [
                    float((net + part * average) / box.base - exact * at)
                    for net, part, at in zip(box.nets, parts, counts_at, strict=True)
                ]
            ),
        )
        for box in boxes
    ]
    return WagerCount(
        wager,
        len(boxes) * rounds,
        tuple(_outcome(boxes, number, row, rounds) for number, row in enumerate(wager.rows)),
        tuple(
            float(
                sum((box.nets[number] for box in boxes), Fraction(0)) / len(boxes) + part * average
            )
            for number, part in enumerate(parts)
        ),
        handle=sum(_sum(box.counts, box.staked) for box in boxes),
        won=sum((_sum(box.counts, box.nets) for box in boxes), Fraction(0)) + paid,
        expected_handle=rounds * sum((_sum(b.chances, b.staked) for b in boxes), Fraction(0)),
        expected_won=rounds * sum((_sum(b.chances, b.nets) for b in boxes), Fraction(0))
        + expected_paid,
        mean=float((won + Fraction(paid, base)) / units) if units else 0.0,
        exact=float(exact),
        standard_error=sqrt(rounds * max(variance(off), 0.0)) / units if units else 0.0,
        hit_frequency=sum(_sum(box.counts, wins) for box in boxes) / units if units else 0.0,
        exact_hit_frequency=float(
            rounds * sum((_sum(box.chances, wins) for box in boxes), Fraction(0)) / expected_units
        ),
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


def _outcome(boxes: Sequence[BoxCount], number: int, row: Row, rounds: int) -> OutcomeCount:
    count = sum(box.counts[number] for box in boxes)
    expected = float(rounds * sum((box.chances[number] for box in boxes), Fraction(0)))
    one = np.zeros(len(boxes[0].counts))
    one[number] = 1.0
    spread = rounds * max(variance([Value(box.given, one) for box in boxes]), 0.0)
    return OutcomeCount(row, count, expected, sqrt(spread), score(count, expected, spread))


def _sum(counts: Sequence[Any], values: Sequence[Any]) -> Any:
    return sum(n * value for n, value in zip(counts, values, strict=True))
