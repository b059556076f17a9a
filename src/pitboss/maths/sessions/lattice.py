"""Probabilities on evenly spaced amounts of money.

Amounts are integers in a unit that makes all of them whole. A lattice stores its start, its step
and one probability per point, so adding a jackpot shifts the start and leaves the array alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2, sqrt
from typing import TypeVar

import numpy as np

from pitboss.cards.hands import Array

Money = int | Fraction
Key = TypeVar("Key", bound=Hashable)

EPSILON = float(np.finfo(float).eps) / 2  # Half a unit in the last place of 1.
FFT_ERROR = 5.0  # Times log2(length): bound of the relative rounding error of a transform.


@dataclass(frozen=True, eq=False)
class Lattice:
    """The amounts start, start + step, start + 2 step, … and the probability of each."""

    start: int
    step: int
    chances: Array

    @property
    def last(self) -> int:
        return self.start + self.step * (len(self.chances) - 1)

    @cached_property
    def mass(self) -> float:
        return float(self.chances.sum())

    @cached_property
    def cumulative(self) -> Array:
        """[i]: the probability of the first i amounts."""
        return np.concatenate([[0.0], np.cumsum(self.chances)])

    @cached_property
    def norm(self) -> float:
        """The square root of the sum of squared probabilities."""
        return sqrt(float(np.square(self.chances).sum()))

    def count_at_most(self, amount: int) -> int:
        """How many of its points are at or below an amount."""
        return min(max((amount - self.start) // self.step + 1, 0), len(self.chances))

    def slice(self, first: int, end: int) -> Lattice:
        return Lattice(self.start + self.step * first, self.step, self.chances[first:end])

    def trimmed(self, negligible: float) -> Lattice:
        """Without the points below its first and above its last probability worth keeping."""
        kept = np.flatnonzero(self.chances > negligible)
        return self.slice(int(kept[0]), int(kept[-1]) + 1) if len(kept) else self.slice(0, 0)


def combined(lattices: Sequence[Lattice]) -> Lattice:
    """The sum of lattices with a common step whose points coincide."""
    filled = [lattice for lattice in lattices if len(lattice.chances)] or lattices[:1]
    start, step = min(lattice.start for lattice in filled), filled[0].step
    points = (max(lattice.last for lattice in filled) - start) // step + 1
    total = np.zeros((points, *filled[0].chances.shape[1:]))
    for lattice in filled:
        first = (lattice.start - start) // step
        total[first : first + len(lattice.chances)] += lattice.chances
    return Lattice(start, step, total)


def accumulate(totals: dict[Key, Lattice], key: Key, lattice: Lattice) -> None:
    """Add a lattice to the total of its key."""
    totals[key] = combined([totals[key], lattice]) if key in totals else lattice


def transform_error(length: int) -> float:
    """Bound of the summed rounding error of a transform, per unit of its input's norm."""
    return FFT_ERROR * EPSILON * log2(length) * sqrt(length)


def fast_length(least: int) -> int:
    """The next length that transforms quickly."""
    power = 1 << max(least - 1, 1).bit_length()
    return next((n for n in (power * 5 // 8, power * 3 // 4) if n >= least and n % 2 == 0), power)
