"""What a session comes to: the probability of every result, and how exact that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, sqrt

import numpy as np

from pitboss.errors import BadConfiguration
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.kinds import splits
from pitboss.maths.sessions.parts import Part
from pitboss.maths.sessions.powers import cheapest, law

MOST_ROUNDS = 10**9
Money = int | Fraction


@dataclass(frozen=True, eq=False)
class Results:
    """The probabilities of all results, as a sum of parts."""

    parts: tuple[Part, ...]
    unit: int  # How many units of the parts are one of money.
    error: float  # No probability told is off by more.

    def at_most(self, result: Money) -> float:
        """The chance of this or less."""
        amount = floor(result * self.unit)
        return min(float(sum(one.running[one.places(amount)] for one in self.parts)), 1.0)

    def at_least(self, result: Money) -> float:
        """The chance of this or more."""
        before = ceil(result * self.unit) - 1
        return min(float(sum(one.chances[one.places(before) :].sum() for one in self.parts)), 1.0)

    def exactly(self, result: Money) -> float:
        """The chance of this very result."""
        amount = result * self.unit
        if amount != int(amount):
            return 0.0
        at = ((one, one.places(int(amount))) for one in self.parts)
        return float(
            sum(
                one.chances[place - 1]
                for one, place in at
                if place and one.start + (place - 1) * one.step == amount
            )
        )

    @property
    def chance_ahead(self) -> float:
        return self.at_least(Fraction(1, self.unit))

    @property
    def chance_even(self) -> float:
        return self.exactly(0)

    @property
    def chance_behind(self) -> float:
        return self.at_most(Fraction(-1, self.unit))

    def quantile(self, share: float) -> Fraction:
        """The least result that at least this share of sessions keeps to, or stays below."""
        if not 0 < share < 1:
            told = f"{share!r} is not a share of sessions: give a number between 0 and 1."
            raise BadConfiguration("session/share", told)
        low = min(one.start for one in self.parts) - 1
        high = max(one.last for one in self.parts)
        while high - low > 1:
            middle = (low + high) // 2
            if self.at_most(Fraction(middle, self.unit)) >= share:
                high = middle
            else:
                low = middle
        return Fraction(high, self.unit)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """Average and standard deviation, summed up from the parts."""
        mass = sum(one.mass for one in self.parts)
        mean = sum(_sum(one, 0.0, 1) for one in self.parts) / mass
        return mean / self.unit, sqrt(
            sum(_sum(one, mean, 2) for one in self.parts) / mass
        ) / self.unit

    def edges(self, bars: int, beyond: float = 0.001) -> list[Fraction]:
        """Where to cut the results into about so many bars, leaving out so much on either side.

        Every bar is as many steps of the results wide as any other; one begins just above 0.
        """
        step = Fraction(self.parts[0].step, self.unit)
        low, high = self.quantile(beyond), self.quantile(1 - beyond)
        width = max(ceil((high - low) / bars / step), 1) * step
        above = Fraction(self.parts[0].start, self.unit) % step + step / 2
        first = floor((low - above) / width)
        return [above + (first + i) * width for i in range(ceil((high - low) / width) + 2)]

    def histogram(self, edges: Iterable[Money]) -> list[float]:
        """The chance of a result above one edge and up to the next."""
        below = [self.at_most(edge) for edge in edges]
        return [max(b - a, 0.0) for a, b in pairwise(below)]


def _sum(one: Part, centre: float, power: int) -> float:
    amounts = (one.start - centre) + one.step * np.arange(len(one.chances), dtype=float)
    return float(one.chances @ amounts**power)


@dataclass(frozen=True, eq=False)
class AfterRounds(Results):
    """The results of a number of rounds, all of them played."""

    one: Distribution
    rounds: int

    @property
    def mean(self) -> Fraction:
        return self.one.mean * self.rounds

    @property
    def standard_deviation(self) -> float:
        return self.one.standard_deviation * sqrt(self.rounds)

    @property
    def skewness(self) -> float:
        return self.one.skewness / sqrt(self.rounds)


def after(one: Distribution, rounds: int, variance: float = 0.0) -> AfterRounds:
    """What so many rounds come to, each of them with these results.

    `variance` is that of a normal amount added at the end: see `house`.
    """
    made = cheapest(splits(one), checked_rounds(rounds), variance)
    found = law(made)
    return AfterRounds(tuple(found.parts.values()), made.split.unit, found.error, one, rounds)


def checked_rounds(rounds: int, most: int = MOST_ROUNDS) -> int:
    if type(rounds) is not int or not 0 < rounds <= most:
        told = f"{rounds!r} rounds can't be followed: give a whole number from 1 to {most:,}."
        raise BadConfiguration("session/rounds", told)
    return rounds
