"""The normal distribution with a correction for skewness: where results are too many to list.

Good where a session is long, for then its result is close to normal; how good is not known, so
whoever uses it says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, pi, sqrt
from statistics import NormalDist

from pitboss.maths.sessions.results import Money


@dataclass(frozen=True)
class Skewed:
    """A result of which only average, standard deviation and skewness are known."""

    mean: float
    deviation: float
    skewness: float
    error: None = None  # Not known.

    def at_most(self, result: Money) -> float:
        """The chance of this or less, by the first term of Edgeworth's series."""
        z = (float(result) - self.mean) / self.deviation
        density = exp(-z * z / 2) / sqrt(2 * pi)
        chance = NormalDist().cdf(z) - density * self.skewness * (z * z - 1) / 6
        return min(max(chance, 0.0), 1.0)

    def at_least(self, result: Money) -> float:
        return 1.0 - self.at_most(result)

    def quantile(self, share: float) -> Fraction:
        """By the first term of Cornish and Fisher's series, to the unit."""
        z = NormalDist().inv_cdf(share)
        return Fraction(round(self.mean + self.deviation * (z + self.skewness * (z * z - 1) / 6)))
