"""Bands that the actual return stays in.

Over many rounds the average result is close to normal. The band around the exact return that
holds a given share of all tables is therefore a fixed number of standard deviations wide, divided
by the square root of the number of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from pitboss.maths.odds.statistics import Distribution

ROUNDS = tuple(10**power for power in range(3, 8))
LEVELS = (90, 95, 99)  # The per cent of tables that stay within the band.
VOLATILITY = 1.645  # By convention, the volatility index is this times the standard deviation.


@dataclass(frozen=True)
class ReturnBand:
    """The lowest and highest actual return at a level, after a number of rounds."""

    rounds: int
    level: int
    low: float
    high: float


def deviations(level: int) -> float:
    """How many standard deviations on each side hold that share of a normal distribution."""
    return NormalDist().inv_cdf((1 + level / 100) / 2)


def half_width(results: Distribution, level: int, rounds: float) -> float:
    """The distance from the exact return to either end of a band."""
    return deviations(level) * results.standard_deviation / sqrt(rounds)


def volatility_index(results: Distribution) -> float:
    return VOLATILITY * results.standard_deviation


def bands(results: Distribution, stake: int = 1) -> list[ReturnBand]:
    """The bands of the return for each number of rounds and level.

    `stake` is the stake that comes back in addition to the net result: 0 for a wager without one.
    """
    centre = float(stake + results.mean)
    return [
        ReturnBand(rounds, level, centre - distance, centre + distance)
        for rounds in ROUNDS
        for level in LEVELS
        for distance in (half_width(results, level, rounds),)
    ]
