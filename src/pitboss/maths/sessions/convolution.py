"""The sum of many rounds: the Fourier transform of one round, raised to a power.

Chernoff's bound chooses a window that holds all but a negligible share of the results. Only the
frequencies of that window where the power has not vanished matter, some tens or hundreds of them.
There the transform is summed directly, and its logarithm is taken from its distance to 1, so ten
thousand rounds cost no accuracy. The returned error bounds everything that is lost: results beyond
the window, frequencies left out, and rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log, log2, pi, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.maths.sessions.lattice import (
    EPSILON,
    FFT_ERROR,
    Lattice,
    fast_length,
    transform_error,
)
from pitboss.maths.sessions.prize_tiers import HitCounts, PrizeTiers, State, Tier

TOO_FINE = "session/too-fine"
LARGEST_WINDOW = 1 << 24
BEYOND = 1e-14  # The share of results that may lie beyond either end of a window.
VANISHED = -46.0  # Logarithm of a power that no longer matters: 1e-20.
SINES_AT_ONCE = 4_000_000  # Limits the memory used.
TILTS = 2.0 ** np.linspace(-14, 14, 337)  # Around the best tilt of a normal distribution.


@dataclass(frozen=True, eq=False)
class Convolution:
    """The results of many rounds, by hits of rare tiers, and a bound of their total error."""

    parts: State
    error: float


@dataclass(frozen=True, eq=False)
class ConvolutionPlan:
    """How to convolve: the windows of the parts, and the length of their transforms."""

    tiers: PrizeTiers
    rounds: int
    spread: float  # Variance of a normal amount added to the sum, in steps.
    weights: dict[HitCounts, float]
    left_out: float
    windows: dict[HitCounts, tuple[int, int]]
    length: int

    @property
    def cost(self) -> float:
        """Roughly, in floating-point operations."""
        sums = len(self.tiers.common.offsets) * self.length / min(self.rounds, 200)
        return len(self.weights) * (self.length + 2_000) * log2(self.length) + 20 * sums


def plan_convolution(
    tiers: PrizeTiers, rounds: int, variance: float = 0.0
) -> ConvolutionPlan | None:
    """None where there are too many combinations of rare hits."""
    weighted = tiers.weights(rounds)
    if weighted is None:
        return None
    weights, left_out = weighted
    spread = variance * (tiers.unit / tiers.step) ** 2
    windows = _windows(tiers, rounds, list(weights), spread)
    length = fast_length(max(high - low + 1 for low, high in windows.values()))
    return ConvolutionPlan(tiers, rounds, spread, weights, left_out, windows, length)


def cheapest_plan(
    candidates: list[PrizeTiers], rounds: int, variance: float = 0.0
) -> ConvolutionPlan:
    """The plan that costs least, over all ways to set tiers apart."""
    plans = [
        plan
        for tiers in candidates
        if (plan := plan_convolution(tiers, rounds, variance)) is not None
    ]
    best = min(plans, key=lambda plan: plan.cost)
    if best.length > LARGEST_WINDOW:
        raise BadBet(
            TOO_FINE,
            f"These amounts differ by so little that {rounds:,} rounds have over "
            f"{LARGEST_WINDOW // 1_000_000} million different results: bet multiples of one chip, "
            "or ask for fewer rounds.",
        )
    return best


def _windows(
    tiers: PrizeTiers, rounds: int, combinations: list[HitCounts], spread: float
) -> dict[HitCounts, tuple[int, int]]:
    """For each combination of hits: the sums of offsets between which all but BEYOND of it lies."""
    need = log(1 / BEYOND)
    deviation = sqrt(max(_variance(tiers.common) * rounds + spread, 1.0))
    tilts = TILTS * sqrt(2 * need) / deviation
    cumulants = {sign: [_cumulants(tier, sign * tilts) for tier in tiers.tiers] for sign in (-1, 1)}
    ends = [(int(tier.offsets[0]), int(tier.offsets[-1])) for tier in tiers.tiers]
    windows = {}
    for hits in combinations:
        times = (rounds - sum(hits), *hits)
        bounds = []
        for sign in (-1, 1):
            total = sum(n * of_tier for n, of_tier in zip(times, cumulants[sign], strict=True))
            bound = float(((total + spread * tilts**2 / 2 + need) / tilts).min())
            bounds.append(sign * bound)
        low, high = floor(bounds[0]), ceil(bounds[1])
        if not spread:
            low = max(low, sum(n * end[0] for n, end in zip(times, ends, strict=True)))
            high = min(high, sum(n * end[1] for n, end in zip(times, ends, strict=True)))
        windows[hits] = low, high
    return windows


def _variance(tier: Tier) -> float:
    mean = float(tier.chances @ tier.offsets)
    return float(tier.chances @ (tier.offsets - mean) ** 2)


def _cumulants(tier: Tier, tilts: Array) -> Array:
    """The logarithm of the mean of exp(tilt × offset), for each tilt."""
    exponents = tilts[:, None] * tier.offsets[None, :]
    top = exponents.max(1)
    return np.asarray(top + np.log(np.exp(exponents - top[:, None]) @ tier.chances))


def convolve(plan: ConvolutionPlan) -> Convolution:
    """The results of all rounds of a plan."""
    tiers, rounds, length = plan.tiers, plan.rounds, plan.length
    fewest = rounds - max(map(sum, plan.weights))
    frequencies, neglected = _frequencies(tiers.common, length, fewest)
    logs = [_logarithm(tier, frequencies, length) for tier in tiers.tiers]
    blur = plan.spread * (2 * pi / length * frequencies) ** 2 / 2
    parts, error = {}, plan.left_out + neglected
    for hits, weight in plan.weights.items():
        times = (rounds - sum(hits), *hits)
        low, high = plan.windows[hits]
        total = sum(n * logarithm.value for n, logarithm in zip(times, logs, strict=True))
        # Shifts the transform so that the window starts at its low end.
        shifted = total - blur - 2j * pi / length * (frequencies * (low % length) % length)
        power = np.zeros(length // 2 + 1, complex)
        power[frequencies] = weight * np.exp(shifted)
        off = sum(n * logarithm.error for n, logarithm in zip(times, logs, strict=True))
        size = np.abs(power[frequencies])
        off = size * (off + EPSILON * (10 + 2 * np.abs(total)))
        error += sqrt(2) * float(np.linalg.norm(off)) + 2 * BEYOND * weight
        error += FFT_ERROR * EPSILON * log2(length) * sqrt(2) * float(np.linalg.norm(size))
        chances = np.maximum(np.fft.irfft(power.conj(), length)[: high - low + 1], 0.0)
        start = tiers.step * low + tiers.sum_of_anchors(rounds, hits)
        parts[hits] = Lattice(start, tiers.step, chances)
    return Convolution(parts, error)


def _frequencies(common: Tier, length: int, rounds: int) -> tuple[Array, float]:
    """The frequencies that matter after so many rounds, and a bound of what the others add."""
    dense = np.bincount(common.offsets % length, common.chances, length)
    off = transform_error(length) * float(np.linalg.norm(dense))
    size = np.minimum(np.abs(np.fft.rfft(dense)) + off, 1.0)
    logs = rounds * np.log(size)
    keep = logs > VANISHED
    keep[0] = True
    return np.flatnonzero(keep), sqrt(2 * float(np.exp(2 * logs[~keep]).sum()))


@dataclass(frozen=True, eq=False)
class _Logarithm:
    value: Array  # Complex, at each frequency.
    error: Array


def _logarithm(tier: Tier, frequencies: Array, length: int) -> _Logarithm:
    """The logarithm of the transform of a round of this tier."""
    many = max(1, SINES_AT_ONCE // len(tier.offsets))
    batches = [
        _distances(tier, frequencies[i : i + many], length)
        for i in range(0, len(frequencies), many)
    ]
    real, imaginary = (np.concatenate(column) for column in zip(*batches, strict=True))
    square = 2 * real + real**2 + imaginary**2  # The transform's squared modulus, minus 1.
    # Near 1 the logarithm is taken of the distance, elsewhere of the transform itself.
    size = np.maximum(np.hypot(1 + real, imaginary), EPSILON)
    value = np.where(square > -0.5, np.log1p(np.maximum(square, -0.5)) / 2, np.log(size))
    # The sums lose at most a unit in the last place per term; |imaginary|² ≤ 2 |real|.
    lost = EPSILON * (len(tier.offsets) + 6)
    error = lost * (6 * np.abs(real) + 2 * np.sqrt(2 * np.abs(real))) / size
    return _Logarithm(value + 1j * np.arctan2(imaginary, 1 + real), error)


def _distances(tier: Tier, frequencies: Array, length: int) -> tuple[Array, Array]:
    """Real and imaginary part of the transform minus 1, each without cancellation."""
    # Whole turns are removed in integers, where nothing is lost.
    turns = frequencies[:, None] * (tier.offsets % length)[None, :] % length
    angles = (2 * pi / length) * np.where(turns > length // 2, turns - length, turns)
    return -2 * np.sin(angles / 2) ** 2 @ tier.chances, np.sin(angles) @ tier.chances
