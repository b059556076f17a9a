"""Sessions without an end of their own: what happens when nobody counts the rounds.

Between two limits everything follows from one system of linear equations. With one limit the
answer is certain, or it lies between two bounds that martingales give: with an edge of m a round,
the balance less m for each round is as likely to rise as to fall, and so is exp(r × balance) for
the one r at which its average is 1. Both are known at the start, and nearly known at the limit.
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
from pitboss.maths.sessions.kinds import unit_of
from pitboss.maths.sessions.powers import TOO_FINE
from pitboss.maths.sessions.ruin import Limits

MOST_PLACES = 3_000  # Equations that are solved within seconds.

Between = tuple[float, float]
CERTAIN: Between = (1.0, 1.0)


@dataclass(frozen=True)
class ForEver:
    """What a session comes to in the end; every number lies between two bounds."""

    stops_low: Between  # The chance that money or the loss limit runs out.
    stops_high: Between  # The chance that the win goal is reached.
    rounds: Between  # Expected.


def for_ever(one: Distribution, needs: int, limits: Limits) -> ForEver:
    """A session that goes on until a limit is reached."""
    unit = unit_of(one)
    low, high = limits.low(needs, unit), limits.win_goal
    if low is None and high is None:
        raise BadBet("session/limit", "Play without end needs a limit to look at: give a bankroll.")
    step = gcd(*(int(value * unit) for value in one.ways)) or 1
    bottom = None if low is None else floor(low * unit / step)
    top = None if high is None else ceil(Fraction(high * unit, step))
    values = np.array([int(value * unit) // step for value in one.ways], dtype=float)
    chances = np.array([n / one.total for n in one.ways.values()])
    mean = float(one.mean) * unit / step
    if bottom is not None and top is not None:
        return _both(values.astype(int), chances, bottom, top)
    if top is None:
        assert bottom is not None
        chance, rounds = _reached(-values, chances, -mean, -bottom)
        return ForEver(chance, (0.0, 0.0), rounds)
    chance, rounds = _reached(values, chances, mean, top)
    return ForEver((0.0, 0.0), chance, rounds)


def _reached(values: Array, chances: Array, mean: float, goal: int) -> tuple[Between, Between]:
    """The chance that a sum of such values ever reaches a goal, and in how many rounds."""
    most = goal + float(values.max()) - 1  # Where it may be when it has got there.
    if values.max() <= 0:
        return (0.0, 0.0), (inf, inf)
    if mean > 0:
        return CERTAIN, (goal / mean, most / mean)
    if mean == 0:
        return CERTAIN, (inf, inf)
    rate = adjustment(values, chances)
    return (exp(-rate * most), exp(-rate * goal)), (inf, inf)


def adjustment(
    values: Array, chances: Array, also: Callable[[float], float] = lambda rate: 0.0
) -> float:
    """The rate above 0 at which exp(rate × value) is 1 on average; the average value is below 0.

    `also` is added to the logarithm of that average.
    """

    def grown(rate: float) -> float:
        powers = rate * values
        top = float(powers.max())
        return top + float(np.log(np.exp(powers - top) @ chances)) + also(rate)

    low, high = 0.0, 1.0 / float(values.max())
    while grown(high) <= 0:
        low, high = high, 2 * high
    while low == 0.0:  # Near 0 it is below 0; find out where.
        middle = high / 2
        low, high = (middle, high) if grown(middle) <= 0 else (0.0, middle)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if grown(middle) <= 0 else (low, middle)
    return low


def _both(values: Array, chances: Array, bottom: int, top: int) -> ForEver:
    """Between two limits: the chance of each and the rounds, from every balance at once."""
    places = top - bottom - 1
    if places > MOST_PLACES:
        raise BadBet(
            TOO_FINE,
            f"There are {places:,} balances between these limits, over {MOST_PLACES:,}: give a "
            "number of rounds, or limits that are closer together.",
        )
    moves = np.zeros((places, places))
    at = np.arange(places)
    # What happens within one round: the chance of each limit, and the round itself.
    ends = np.zeros((places, 3))
    ends[:, 2] = 1.0
    for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
        to = at + value
        ends[to < 0, 0] += chance
        ends[to >= places, 1] += chance
        inside = (to >= 0) & (to < places)
        moves[at[inside], to[inside]] += chance
    system = np.eye(places) - moves
    found = np.linalg.solve(system, ends)
    # The inverse has no entry below 0 and its rows add up to the expected rounds, so those bound
    # what a wrong digit in the equations can do.
    off = np.abs(system @ found - ends).max(0) * float(found[:, 2].max()) * 2
    bounds = [(max(x - e, 0.0), x + e) for x, e in zip(found[-1 - bottom], off, strict=True)]
    (low, low_most), (high, high_most), (rounds, rounds_most) = bounds
    return ForEver((low, min(low_most, 1.0)), (high, min(high_most, 1.0)), (rounds, rounds_most))
