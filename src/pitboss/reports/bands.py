"""How far the actual return may stray from the exact one.

Over many rounds the average result is close to normal, so the band around the return that holds a
share of all tables is so many standard deviations wide, divided by the square root of the rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from pitboss.maths.odds.statistics import Distribution

ROUNDS = tuple(10**power for power in range(3, 8))
LEVELS = (90, 95, 99)  # Per cent of tables that keep within.
VOLATILITY = 1.645  # The volatility index is this times the standard deviation, by convention.


@dataclass(frozen=True)
class Band:
    rounds: int
    level: int
    low: float
    high: float


def deviations(level: int) -> float:
    """How many standard deviations on each side hold that share of a normal distribution."""
    return NormalDist().inv_cdf((1 + level / 100) / 2)


def volatility_index(results: Distribution) -> float:
    return VOLATILITY * results.standard_deviation


def bands(results: Distribution, stake: int = 1) -> list[Band]:
    """Of the return, for every number of rounds and level; `stake` is what comes back besides."""
    centre, spread = float(stake + results.mean), results.standard_deviation
    return [
        Band(rounds, level, centre - off, centre + off)
        for rounds in ROUNDS
        for level in LEVELS
        for off in (deviations(level) * spread / sqrt(rounds),)
    ]
