"""The result of a session: its distribution, how exact that is, and whether a result was luck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, exp, floor, pi, sqrt
from statistics import NormalDist
from typing import Protocol

import numpy as np

from pitboss.errors import BadConfiguration
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.convolution import cheapest_plan, convolve
from pitboss.maths.sessions.lattice import Lattice, Money
from pitboss.maths.sessions.prize_tiers import candidate_tiers

MOST_ROUNDS = 10**9
EXACT, NORMAL = "exact", "normal with skewness"  # How a distribution was found.


@dataclass(frozen=True, eq=False)
class Results:
    """The probabilities of all results, as a sum of lattices."""

    parts: tuple[Lattice, ...]
    unit: int  # How many units of the lattices make one of money.
    error: float  # No probability is off by more.

    def __repr__(self) -> str:
        mean, deviation = self.moments
        return f"<results: mean {mean:.2f}, standard deviation {deviation:.2f}>"

    def at_most(self, result: Money) -> float:
        """The chance of this result or less."""
        amount = floor(result * self.unit)
        below = (part.cumulative[part.count_at_most(amount)] for part in self.parts)
        return min(float(sum(below)), 1.0)

    def at_least(self, result: Money) -> float:
        """The chance of this result or more."""
        before = ceil(result * self.unit) - 1
        above = (part.chances[part.count_at_most(before) :].sum() for part in self.parts)
        return min(float(sum(above)), 1.0)

    def exactly(self, result: Money) -> float:
        """The chance of exactly this result."""
        amount = result * self.unit
        if amount != int(amount):
            return 0.0
        counts = ((part, part.count_at_most(int(amount))) for part in self.parts)
        return float(
            sum(
                part.chances[count - 1]
                for part, count in counts
                if count and part.start + (count - 1) * part.step == amount
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
        """The least result that at least this share of sessions does not exceed."""
        if not 0 < share < 1:
            message = f"{share!r} is not a share of sessions: give a number between 0 and 1."
            raise BadConfiguration("session/share", message)
        low = min(part.start for part in self.parts) - 1
        high = max(part.last for part in self.parts)
        while high - low > 1:
            middle = (low + high) // 2
            if self.at_most(Fraction(middle, self.unit)) >= share:
                high = middle
            else:
                low = middle
        return Fraction(high, self.unit)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """Mean and standard deviation, computed from the lattices."""
        mass = sum(part.mass for part in self.parts)
        mean = sum(_moment(part, 0.0, 1) for part in self.parts) / mass
        variance = sum(_moment(part, mean, 2) for part in self.parts) / mass
        return mean / self.unit, sqrt(variance) / self.unit

    def edges(self, bars: int, beyond: float = 0.001) -> list[Fraction]:
        """The edges of a histogram of about so many bars, leaving out `beyond` on either side.

        All bars are equally wide, a whole number of steps, and one of them begins just above 0.
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


def _moment(part: Lattice, centre: float, power: int) -> float:
    amounts = (part.start - centre) + part.step * np.arange(len(part.chances), dtype=float)
    return float(part.chances @ amounts**power)


@dataclass(frozen=True, eq=False)
class AfterRounds(Results):
    """The results of a number of rounds, all of them played."""

    round_results: Distribution
    rounds: int

    __repr__ = Results.__repr__  # A data class would list every probability.

    @property
    def mean(self) -> Fraction:
        return self.round_results.mean * self.rounds

    @property
    def standard_deviation(self) -> float:
        return self.round_results.standard_deviation * sqrt(self.rounds)

    @property
    def skewness(self) -> float:
        return self.round_results.skewness / sqrt(self.rounds)


def after(round_results: Distribution, rounds: int, variance: float = 0.0) -> AfterRounds:
    """The results of so many independent rounds.

    `variance` is that of a normal amount added to the sum: see `house`.
    """
    candidates = candidate_tiers(round_results)
    plan = cheapest_plan(candidates, checked_rounds(rounds), variance)
    sums = convolve(plan)
    parts = tuple(sums.parts.values())
    return AfterRounds(parts, plan.tiers.unit, sums.error, round_results, rounds)


def checked_rounds(rounds: int, most: int = MOST_ROUNDS) -> int:
    if type(rounds) is not int or not 0 < rounds <= most:
        message = f"{rounds!r} rounds can't be followed: give a whole number from 1 to {most:,}."
        raise BadConfiguration("session/rounds", message)
    return rounds


@dataclass(frozen=True)
class SkewedNormal:
    """A normal distribution corrected for skewness, for results that are too many to list.

    It is good for long sessions, but its error is not known, so whoever uses it must say so.
    """

    mean: float
    deviation: float
    skewness: float
    error: None = None  # Not known.

    def at_most(self, result: Money) -> float:
        """The chance of this result or less, by the first term of Edgeworth's series."""
        z = (float(result) - self.mean) / self.deviation
        density = exp(-z * z / 2) / sqrt(2 * pi)
        chance = NormalDist().cdf(z) - density * self.skewness * (z * z - 1) / 6
        return min(max(chance, 0.0), 1.0)

    def at_least(self, result: Money) -> float:
        return 1.0 - self.at_most(result)

    def quantile(self, share: float) -> Fraction:
        """By the first term of the Cornish-Fisher expansion, rounded to the unit."""
        z = NormalDist().inv_cdf(share)
        return Fraction(round(self.mean + self.deviation * (z + self.skewness * (z * z - 1) / 6)))


class ResultChances(Protocol):
    """Anything that knows how likely results are."""

    @property
    def error(self) -> float | None: ...

    def at_most(self, result: Money, /) -> float: ...

    def at_least(self, result: Money, /) -> float: ...


@dataclass(frozen=True)
class Luck:
    """How likely a result is by luck alone."""

    result: Money
    at_least: float  # The chance of this result or a better one.
    at_most: float  # The chance of this result or a worse one.
    how: str  # How the distribution was found: EXACT or NORMAL, for one box.
    error: float | None  # No chance is off by more; None where that is not known.

    @property
    def two_sided(self) -> float:
        """The chance of a result as extreme on either side: twice the smaller chance."""
        return min(1.0, 2 * min(self.at_least, self.at_most))


def luck(chances: ResultChances, result: Money, how: str = EXACT) -> Luck:
    return Luck(result, chances.at_least(result), chances.at_most(result), how, chances.error)
