"""Eventual ruin: sessions without a last round, which only a limit ends.

Between two limits, everything follows from one system of linear equations. With a single limit the
answer is certain, or it lies between two bounds that martingales give. With a mean of m per round,
the balance minus m for each round played is a martingale, and so is exp(r × balance) for the rate r
at which its mean stays 1. Both are known at the start, and nearly known at the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, gcd, inf

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.convolution import TOO_FINE
from pitboss.maths.sessions.prize_tiers import unit_of
from pitboss.maths.sessions.ruin import Limits

MOST_BALANCES = 3_000  # One equation each; so many are solved within seconds.

Bounds = tuple[float, float]
CERTAIN: Bounds = (1.0, 1.0)


@dataclass(frozen=True)
class ForEver:
    """How a session without a last round ends; every number lies between two bounds."""

    stops_low: Bounds  # The chance of ruin or of reaching the loss limit.
    stops_high: Bounds  # The chance of reaching the win goal.
    rounds: Bounds  # Expected.

    def __repr__(self) -> str:
        low, high, rounds = (
            f"{least:.6g} to {most:.6g}"
            for least, most in (self.stops_low, self.stops_high, self.rounds)
        )
        return f"<play until a limit: stops low {low}, high {high}, after {rounds} rounds>"


def for_ever(round_results: Distribution, needs: int, limits: Limits) -> ForEver:
    """A session that goes on until a limit is reached."""
    unit = unit_of(round_results)
    low, high = limits.low(needs, unit), limits.win_goal
    if low is None and high is None:
        raise BadBet("session/limit", "Play without end needs a limit to look at: give a bankroll.")
    ways, total = round_results.ways, round_results.total
    step = gcd(*(int(value * unit) for value in ways)) or 1
    bottom = None if low is None else floor(low * unit / step)
    top = None if high is None else ceil(Fraction(high * unit, step))
    values = np.array([int(value * unit) // step for value in ways], dtype=float)
    chances = np.array([n / total for n in ways.values()])
    mean = float(round_results.mean) * unit / step
    if bottom is not None and top is not None:
        return _between(values.astype(int), chances, bottom, top)
    if top is None:
        assert bottom is not None
        chance, rounds = _reached(-values, chances, -mean, -bottom)
        return ForEver(chance, (0.0, 0.0), rounds)
    chance, rounds = _reached(values, chances, mean, top)
    return ForEver((0.0, 0.0), chance, rounds)


def _reached(values: Array, chances: Array, mean: float, goal: int) -> tuple[Bounds, Bounds]:
    """The chance that a sum of such values ever reaches a goal, and the expected rounds."""
    most = goal + float(values.max()) - 1  # The highest sum at which it may have been reached.
    if values.max() <= 0:
        return (0.0, 0.0), (inf, inf)
    if mean > 0:
        return CERTAIN, (goal / mean, most / mean)
    if mean == 0:
        return CERTAIN, (inf, inf)
    rate = adjustment_coefficient(values, chances)
    return (exp(-rate * most), exp(-rate * goal)), (inf, inf)


def adjustment_coefficient(
    values: Array, chances: Array, log_factor: Callable[[float], float] = lambda rate: 0.0
) -> float:
    """Lundberg's coefficient: the rate above 0 at which the mean of exp(rate × value) is 1.

    The mean value must be below 0. `log_factor` is added to the logarithm of the mean.
    """

    def log_mean(rate: float) -> float:
        exponents = rate * values
        top = float(exponents.max())
        return top + float(np.log(np.exp(exponents - top) @ chances)) + log_factor(rate)

    low, high = 0.0, 1.0 / float(values.max())
    while log_mean(high) <= 0:
        low, high = high, 2 * high
    while low == 0.0:  # It is negative just above 0: find a rate where it is.
        middle = high / 2
        low, high = (middle, high) if log_mean(middle) <= 0 else (0.0, middle)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if log_mean(middle) <= 0 else (low, middle)
    return low


def _between(values: Array, chances: Array, bottom: int, top: int) -> ForEver:
    """Two limits: the chance of each and the expected rounds, from every balance at once."""
    balances = top - bottom - 1
    if balances > MOST_BALANCES:
        raise BadBet(
            TOO_FINE,
            f"There are {balances:,} balances between these limits, over {MOST_BALANCES:,}: give a "
            "number of rounds, or limits that are closer together.",
        )
    moves = np.zeros((balances, balances))
    at = np.arange(balances)
    # The events of one round: the lower limit, the upper limit, and the round itself.
    events = np.zeros((balances, 3))
    events[:, 2] = 1.0
    for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
        to = at + value
        events[to < 0, 0] += chance
        events[to >= balances, 1] += chance
        inside = (to >= 0) & (to < balances)
        moves[at[inside], to[inside]] += chance
    system = np.eye(balances) - moves
    solution = np.linalg.solve(system, events)
    # The inverse has no negative entry and its rows sum to the expected rounds, so those rounds
    # bound the effect of a residual.
    off = np.abs(system @ solution - events).max(0) * float(solution[:, 2].max()) * 2
    bounds = [(max(x - e, 0.0), x + e) for x, e in zip(solution[-1 - bottom], off, strict=True)]
    (low, low_most), (high, high_most), (rounds, rounds_most) = bounds
    return ForEver((low, min(low_most, 1.0)), (high, min(high_most, 1.0)), (rounds, rounds_most))
