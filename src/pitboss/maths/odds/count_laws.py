"""Exact laws of counts: how often something happens in many independent rounds.

Each round adds a small number to the count, by one of a few distributions. The law of the sum is
the product of their characteristic functions, each to the power of its number of rounds, turned
back by a discrete Fourier transform. It is taken around the mean, over a window that is wide enough
for everything that floating point can tell from zero. A binomial law is the simplest case.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from math import ceil, comb, exp, floor, inf, lgamma, log1p, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array

DEVIATIONS, MORE = 14, 48  # Half the window: so many standard deviations, and so many counts more.
ROUNDING = 1e-6  # Sums of many chances are as exact as this.
SMALLEST = 1e-10  # Rounding errors reach this far: smaller chances are not told apart.


class Rounds(NamedTuple):
    """So many rounds, each of which adds 0, 1, 2 … with these chances."""

    chances: Array
    number: int


class CountLaw:
    """The distribution of a count over independent rounds."""

    def __init__(self, rounds: Sequence[Rounds]) -> None:
        self.rounds = [group for group in rounds if group.number]
        moments = [_moments(group.chances) for group in self.rounds]
        numbers = [group.number for group in self.rounds]
        self._means = [mean for mean, _ in moments]
        self.mean = sum(n * mean for n, (mean, _) in zip(numbers, moments, strict=True))
        self.variance = sum(n * spread for n, (_, spread) in zip(numbers, moments, strict=True))

    @cached_property
    def _first(self) -> int:
        """The count that the window begins at; it may be negative, where nothing is."""
        return floor(self.mean) - ceil(DEVIATIONS * sqrt(self.variance)) - MORE

    @cached_property
    def _cumulated(self) -> Array:
        """[count from the first of the window]: the chance of at most so many."""
        size = 1 << (2 * (floor(self.mean) - self._first) + 1).bit_length()
        angle = 2 * np.pi * np.fft.fftfreq(size)
        exponent = 1j * angle * (self._first - self.mean)
        for group, mean in zip(self.rounds, self._means, strict=True):
            steps = np.arange(len(group.chances))
            # Centred at its mean, so that the power of a large number of rounds loses no phase.
            centred = np.exp(-1j * np.outer(angle, steps - mean)) @ group.chances
            with np.errstate(divide="ignore"):
                exponent = exponent + group.number * np.log(centred)
        chances = np.fft.ifft(np.exp(exponent)).real
        return np.asarray(np.minimum(np.cumsum(np.maximum(chances, 0.0)), 1.0))

    def at_most(self, count: int) -> float:
        place = count - self._first
        if place < 0:
            return 0.0
        return float(self._cumulated[place]) if place < len(self._cumulated) else 1.0

    def at_least(self, count: int) -> float:
        return 1.0 - self.at_most(count - 1)

    def chance_of_as_unlikely(self, count: int) -> float:
        """Two-sided: twice the smaller tail that the count lies in."""
        tail = min(self.at_most(count), self.at_least(count))
        return min(max(2 * tail, SMALLEST), 1.0)

    def band(self, level: float) -> tuple[int, int]:
        """The lowest and highest counts whose two-sided chance is over `level`."""
        cumulated = self._cumulated
        low = self._first + int(np.searchsorted(cumulated, level / 2, side="right"))
        high = self._first + int(np.searchsorted(cumulated, 1 - level / 2, side="left"))
        return max(low, 0), max(high, 0)


def _moments(chances: Array) -> tuple[float, float]:
    counts = np.arange(len(chances))
    mean = float(counts @ chances)
    return mean, float(((counts - mean) ** 2) @ chances)


class BoundedLaw(NamedTuple):
    """A sum over independent rounds of which only mean and variance are known.

    No round adds more than `most` to its own mean, or takes more away. Bennett's inequality bounds
    both tails, whatever the rounds are.
    """

    mean: float
    variance: float
    most: int = 1

    def chance_of_as_unlikely(self, count: int) -> float:
        """At most this, for a count so far from the mean on either side."""
        distance = abs(count - self.mean)
        if distance < ROUNDING:
            return 1.0
        if self.variance < ROUNDING:
            return SMALLEST
        ratio = self.most * distance / self.variance
        exponent = self.variance / self.most**2 * ((1 + ratio) * log1p(ratio) - ratio)
        return min(max(2 * exp(-exponent), SMALLEST), 1.0)

    def band(self, level: float) -> tuple[int, int]:
        """The lowest and highest counts whose chance is over `level`."""

        def is_outside(count: int) -> bool:
            return self.chance_of_as_unlikely(count) <= level

        middle = round(self.mean)
        reach = 1
        while not is_outside(middle + reach):
            reach *= 2
        counts_above = range(middle, middle + reach)
        high = middle + bisect_left(counts_above, True, key=is_outside) - 1
        low = bisect_left(range(middle), True, key=lambda count: not is_outside(count))
        return low, high


def binomial(chance: float, trials: int) -> CountLaw:
    return CountLaw([Rounds(np.array([1 - chance, chance]), trials)])


def of_boxes(weights: Array, chances: Array, boxes: int) -> Array:
    """[n]: the chance that n of some boxes come to a row, each with `chances` given a class.

    Classes are what the boxes share, such as the dealer's hand; `weights` are their chances.
    """
    law = [
        comb(boxes, n) * (weights @ (chances**n * (1 - chances) ** (boxes - n)))
        for n in range(boxes + 1)
    ]
    return np.asarray(np.array(law) / sum(law))


def hypergeometric(total: int, marked: int, drawn: int) -> Array:
    """[n]: the chance that n of the things drawn are marked."""
    counts = range(drawn + 1)
    logs = [
        _log_comb(marked, n) + _log_comb(total - marked, drawn - n) - _log_comb(total, drawn)
        for n in counts
    ]
    return np.asarray(np.exp(np.array(logs)))


def _log_comb(things: int, taken: int) -> float:
    if not 0 <= taken <= things:
        return -inf
    return lgamma(things + 1) - lgamma(taken + 1) - lgamma(things - taken + 1)


def as_unlikely(chances: Array, count: int) -> float:
    """Two-sided: twice the smaller tail that a count lies in."""
    tail = min(float(chances[: count + 1].sum()), float(chances[count:].sum()))
    return min(2 * tail, 1.0)
