"""How unlikely a statistic is: two-sided p-values of chi-square, normal and Poisson statistics.

Two-sided, because counts that are too even are as suspicious as counts that are too uneven.

The regularised incomplete gamma function is computed by its series below the mean and by its
continued fraction above it (Abramowitz and Stegun 6.5.29 and 6.5.31). Its relative error is below
1e-9 for up to 100,000 degrees of freedom and tails down to 1e-100.
"""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

PRECISION = 1e-15
TINY = 1e-300


def gamma_tails(shape: float, at: float) -> tuple[float, float]:
    """The chances that a gamma variable of this shape is below and above a value."""
    if at <= 0:
        return 0.0, 1.0
    density = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:
        below = density * _series(shape, at)
        return below, 1 - below
    above = density * _continued_fraction(shape, at)
    return 1 - above, above


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    while term > total * PRECISION:
        shape += 1
        term *= at / shape
        total += term
    return total


def _continued_fraction(shape: float, at: float) -> float:
    """By Lentz's method."""
    step, partial = 0, at + 1 - shape
    upper, lower = 1 / TINY, 1 / partial
    value, factor = lower, 0.0
    while abs(factor - 1) > PRECISION:
        step += 1
        numerator = -step * (step - shape)
        partial += 2
        lower = 1 / _not_zero(numerator * lower + partial)
        upper = _not_zero(partial + numerator / upper)
        factor = lower * upper
        value *= factor
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def chi_square_p(statistic: float, freedom: int) -> float:
    return _two_sided(*gamma_tails(freedom / 2, statistic / 2))


def normal_p(score: float) -> float:
    return erfc(abs(score) / sqrt(2))


def poisson_p(count: int, expected: float) -> float:
    at_least = gamma_tails(count, expected)[0] if count else 1.0
    at_most = gamma_tails(count + 1, expected)[1]
    return _two_sided(at_most, at_least)


def _two_sided(below: float, above: float) -> float:
    return min(1.0, 2 * max(min(below, above), 0.0))
