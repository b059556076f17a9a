"""How far a count is from what was expected, in standard errors.

Counts of rare outcomes are not normal: where few are expected, the chance of a count at least as
far off is worked out as for rare events, and told as the standard errors that would be as unlikely.
"""

from __future__ import annotations

from math import ceil, exp, floor, inf, lgamma, log, sqrt
from statistics import NormalDist

FEW = 100.0


def score(count: int, expected: float, variance: float) -> float:
    """Standard errors between a count and its expectation, with a sign."""
    if not expected or not variance:
        return 0.0 if count == expected else inf
    # Boxes may hit together, in a bunch of so many: then it is the bunches that are rare.
    bunch = max(variance / expected, 1.0)
    if expected / bunch >= FEW:
        return (count - expected) / sqrt(variance)
    return rare(count / bunch, expected / bunch)


def rare(count: float, expected: float) -> float:
    """The same for rare events: by the chance of so many or more, or of so few or fewer."""
    more = count > expected
    place, step = (ceil(count), 1) if more else (floor(count), -1)
    total, term = 0.0, 1.0
    while place >= 0 and term > total * 1e-17:
        term = exp(place * log(expected) - expected - lgamma(place + 1))
        total += term
        place += step
    if total >= 0.5:
        return 0.0
    far = -NormalDist().inv_cdf(total) if total else inf  # Too unlikely to be told by a number.
    return far if more else -far
