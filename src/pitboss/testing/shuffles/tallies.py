"""What is counted while decks go by, and the p-value that the counts come to in the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.testing.shuffles import chances
from pitboss.testing.shuffles.tails import chi_square_p, normal_p, poisson_p

LEAST_EXPECTED = 10  # Neighbouring cells with fewer are pooled.
SET_SHARE = 0.8  # Of the sets that decks should complete on average, those that are waited for.


class Statistic(NamedTuple):
    """One test of the battery, and what it came to."""

    name: str
    kind: str  # chi-square, normal, Poisson or exact.
    value: float
    expected: float  # On average, from a fair shuffle: of a chi-square its degrees of freedom.
    p: float  # Two-sided.


class Window:
    """Decks that go by, [deck, place], and the few before them."""

    def __init__(self, earlier: Array, decks: Array, first: int) -> None:
        self.decks, self.first = decks, first  # The number of the first deck.
        self._all = np.concatenate([earlier, decks])

    def pairs(self, lag: int) -> tuple[Array, Array]:
        """Each of the decks that has one so far before it: the earlier ones, and the decks."""
        later = self._all[max(lag, len(self._all) - len(self.decks)) :]
        end = len(self._all) - lag
        return self._all[end - len(later) : end], later


class Tally(ABC):
    """Count windows of decks one after the other; then ask for the statistic."""

    name: str

    @abstractmethod
    def add(self, window: Window) -> None: ...

    @abstractmethod
    def statistic(self) -> Statistic: ...


def chi_square(name: str, value: float, freedom: int) -> Statistic:
    return Statistic(name, "chi-square", value, freedom, chi_square_p(value, freedom))


def never(name: str, times: int) -> Statistic:
    """What no fair shuffle ever does, so many times."""
    return Statistic(name, "exact", times, 0, 0.0 if times else 1.0)


@dataclass
class EqualCells(Tally):
    """Each deck falls into one of many cells, all equally likely: Pearson's chi-square.

    Cells need not be pooled. With so many of them the statistic is close to its limit even where a
    cell expects only one deck, as both have the mean and almost the variance of each other.
    """

    name: str
    cells: int
    cell_of: Callable[[Window], Array]
    counts: Array = field(init=False)
    strays: int = 0  # In no cell at all.

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.cells, np.int64)

    def add(self, window: Window) -> None:
        counted = np.bincount(self.cell_of(window), minlength=self.cells)
        self.counts += counted[: self.cells]
        self.strays += int(counted[self.cells :].sum())

    def statistic(self) -> Statistic:
        if self.strays:
            return never(self.name, self.strays)
        expected = self.counts.sum() / self.cells
        value = float(((self.counts - expected) ** 2).sum() / expected)
        return chi_square(self.name, value, self.cells - 1)


@dataclass
class Distribution(Tally):
    """Each deck has a number whose distribution is known: chi-square over pooled numbers."""

    name: str
    chances: Sequence[Fraction]
    number_of: Callable[[Window], Array]
    counts: Array = field(init=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros(len(self.chances), np.int64)

    def add(self, window: Window) -> None:
        self.counts += np.bincount(self.number_of(window), minlength=len(self.counts))

    def statistic(self) -> Statistic:
        shares = [float(chance) for chance in self.chances]
        strays = int(self.counts[np.array(shares) == 0].sum())
        return never(self.name, strays) if strays else fit(self.name, self.counts, shares)


def fit(name: str, counts: Array, expected_shares: list[float]) -> Statistic:
    """How well counts fit their chances, with rare cells pooled."""
    total = int(counts.sum())
    cuts = _cuts(expected_shares, LEAST_EXPECTED / total)
    expected = np.add.reduceat(expected_shares, cuts) * total
    value = float(((np.add.reduceat(counts, cuts) - expected) ** 2 / expected).sum())
    return chi_square(name, value, len(cuts) - 1)


def _cuts(shares: list[float], least: float) -> list[int]:
    """Where to cut neighbouring cells so that each group has at least this share."""
    cuts, share, rest = [0], 0.0, sum(shares)
    for cell, chance in enumerate(shares, 1):
        share += chance
        rest -= chance
        if share >= least and rest >= least:
            cuts.append(cell)
            share = 0.0
    return cuts


@dataclass
class Average(Tally):
    """Each deck has a number whose mean and variance are known, independent of other decks'."""

    name: str
    moments: chances.Moments
    sum_of: Callable[[Window], tuple[int, float]]  # How many decks, and the sum of their numbers.
    decks: int = 0
    total: float = 0.0

    def add(self, window: Window) -> None:
        decks, total = self.sum_of(window)
        self.decks += decks
        self.total += total

    def statistic(self) -> Statistic:
        mean, variance = self.moments
        score = float(Fraction(self.total) - self.decks * mean) / sqrt(self.decks * variance)
        return Statistic(self.name, "normal", score, 0, normal_p(score))


@dataclass
class CardsAtPlaces(Tally):
    """How often each card lies at each place: all 52 × 52.

    A deck has each card once and each place once, so the cells are not independent: it is
    51/52 of the usual sum that is chi-square, with 51² degrees of freedom.
    """

    name: str
    counts: Array = field(init=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros(DECK * DECK, np.int64)

    def add(self, window: Window) -> None:
        cells = window.decks + DECK * np.arange(DECK)
        self.counts += np.bincount(cells.ravel(), minlength=DECK * DECK)

    def statistic(self) -> Statistic:
        expected = self.counts.sum() / DECK**2
        value = float(((self.counts - expected) ** 2).sum() / expected) * (DECK - 1) / DECK
        return chi_square(self.name, value, (DECK - 1) ** 2)


@dataclass
class WholeDecks(Tally):
    """Decks that do not hold every card once; there must be none."""

    name: str
    bad: int = 0

    def add(self, window: Window) -> None:
        self.bad += int((np.sort(window.decks, axis=1) != np.arange(DECK)).any(axis=1).sum())

    def statistic(self) -> Statistic:
        return never(self.name, self.bad)


@dataclass
class Kept(Tally):
    """Each deck has one of so many equally likely values, and all of them are kept."""

    name: str
    values: int
    value_of: Callable[[Window], Array]
    seen: list[Array] = field(default_factory=list)

    def add(self, window: Window) -> None:
        self.seen.append(self.value_of(window))


class Repeats(Kept):
    """Pairs of decks with the same value: a Poisson count."""

    def statistic(self) -> Statistic:
        _, times = np.unique(np.concatenate(self.seen), return_counts=True)
        pairs = int((times * (times - 1) // 2).sum())
        decks = int(times.sum())
        expected = decks * (decks - 1) / 2 / self.values
        return Statistic(self.name, "Poisson", pairs, expected, poisson_p(pairs, expected))


class Sets(Kept):
    """Coupons: the number of decks until every value has come, set after set.

    The number of sets is fixed beforehand: to count whatever is complete at the end would favour
    short ones. A set that the decks do not complete counts as a longest one.
    """

    def statistic(self) -> Statistic:
        values = np.concatenate(self.seen).tolist()
        shares = chances.coupon_draws(self.values)
        mean = float(shares @ np.arange(len(shares)))
        sets, longest = int(SET_SHARE * len(values) / mean), len(shares) - 1
        lengths = [min(length, longest) for length in _set_lengths(values, self.values)][:sets]
        lengths += [longest] * (sets - len(lengths))
        return fit(self.name, np.bincount(lengths, minlength=len(shares)), shares.tolist())


def _set_lengths(values: list[int], number: int) -> list[int]:
    missing, lengths, began = set(range(number)), [], 0
    for at, value in enumerate(values, 1):
        missing.discard(value)
        if not missing:
            lengths.append(at - began)
            missing, began = set(range(number)), at
    return lengths
