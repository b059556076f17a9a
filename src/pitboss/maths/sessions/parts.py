"""Probabilities on evenly spaced amounts of money, and sums of them.

Amounts are integers in whatever unit makes them whole. A part says only where it starts and how
far its amounts lie from each other; a jackpot shifts a part, and leaves its array alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, sqrt
from typing import TypeVar

import numpy as np

from pitboss.cards.hands import Array

EPSILON = float(np.finfo(float).eps) / 2  # Half a unit in the last place of 1.
FFT_ERROR = 5.0  # Times the logarithm of the length: what a transform of it may lose, relatively.
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Part:
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
    def running(self) -> Array:
        """[i]: the probability of the first i amounts."""
        return np.concatenate([[0.0], np.cumsum(self.chances)])

    @cached_property
    def size(self) -> float:
        """The root of the sum of squares."""
        return sqrt(float(np.square(self.chances).sum()))

    def places(self, amount: int) -> int:
        """How many of its amounts are at most so much."""
        return min(max((amount - self.start) // self.step + 1, 0), len(self.chances))

    def slice(self, first: int, end: int) -> Part:
        return Part(self.start + self.step * first, self.step, self.chances[first:end])

    def trimmed(self, least: float) -> Part:
        """Without what lies beyond its first and its last probability worth keeping."""
        kept = np.flatnonzero(self.chances > least)
        return self.slice(int(kept[0]), int(kept[-1]) + 1) if len(kept) else self.slice(0, 0)

    def plus(self, other: Part) -> Part:
        """Both, added up; the amounts of one fall on those of the other."""
        return together([self, other])


def together(parts: Sequence[Part]) -> Part:
    """All of them, added up."""
    some = [one for one in parts if len(one.chances)] or parts[:1]
    start, step = min(one.start for one in some), some[0].step
    places = (max(one.last for one in some) - start) // step + 1
    total = np.zeros((places, *some[0].chances.shape[1:]))
    for one in some:
        first = (one.start - start) // step
        total[first : first + len(one.chances)] += one.chances
    return Part(start, step, total)


def transform_error(length: int) -> float:
    """What a transform adds to the sum of all errors, at most, times the size of what it is of."""
    return FFT_ERROR * EPSILON * log2(length) * sqrt(length)


def fast_length(least: int) -> int:
    """The next length that transforms quickly."""
    power = 1 << max(least - 1, 1).bit_length()
    return next((n for n in (power * 5 // 8, power * 3 // 4) if n >= least and n % 2 == 0), power)


def add(total: dict[Key, Part], key: Key, part: Part) -> None:
    """Put a part to those under the same key."""
    total[key] = total[key].plus(part) if key in total else part
