"""The results of many rounds: the transform of one round, to a power, transformed back.

A window is chosen that holds all but a negligible share of the results, by Chernoff's bound. Of
the frequencies of that window only those matter where the power has not died out, some tens or
hundreds of them; there the transform is summed up directly, and its logarithm is taken from its
distance to 1, so that ten thousand rounds cost no accuracy. What is lost on the way is bounded
and told: beyond the window, at the frequencies left out, by rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log, log2, pi, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.maths.sessions.kinds import Counts, Kind, Split
from pitboss.maths.sessions.parts import EPSILON, FFT_ERROR, Part, fast_length

TOO_FINE = "session/too-fine"
LARGEST_WINDOW = 1 << 24
BEYOND = 1e-14  # The share of results that may lie beyond either end of a window.
DIED_OUT = -46.0  # Logarithm of a power that no longer matters: 1e-20.
AT_ONCE = 4_000_000  # Sines at a time, for the sake of memory.
TILTS = 2.0 ** np.linspace(-14, 14, 337)  # Around the one that is best for a normal distribution.


@dataclass(frozen=True, eq=False)
class Law:
    """Results by the hits of rare kinds, and a bound of the error of all their probabilities."""

    parts: dict[Counts, Part]
    error: float


@dataclass(frozen=True, eq=False)
class Plan:
    """How a law is to be worked out: the windows of its parts, and how long they are."""

    split: Split
    rounds: int
    spread: float  # Variance added besides, in steps.
    weights: dict[Counts, float]
    left_out: float
    windows: dict[Counts, tuple[int, int]]
    length: int

    @property
    def cost(self) -> float:
        """Roughly, in floating-point operations."""
        sums = len(self.split.common.offsets) * self.length / min(self.rounds, 200)
        return len(self.weights) * (self.length + 2_000) * log2(self.length) + 20 * sums


def plan(split: Split, rounds: int, variance: float = 0.0) -> Plan | None:
    """None where rare hits would be too many to count."""
    found = split.weights(rounds)
    if found is None:
        return None
    weights, left_out = found
    spread = variance * (split.unit / split.step) ** 2
    windows = _windows(split, rounds, list(weights), spread)
    length = fast_length(max(high - low + 1 for low, high in windows.values()))
    return Plan(split, rounds, spread, weights, left_out, windows, length)


def cheapest(found: list[Split], rounds: int, variance: float = 0.0) -> Plan:
    """The plan that takes least, of all splits."""
    plans = [made for split in found if (made := plan(split, rounds, variance)) is not None]
    best = min(plans, key=lambda made: made.cost)
    if best.length > LARGEST_WINDOW:
        raise BadBet(
            TOO_FINE,
            f"These amounts differ by so little that {rounds:,} rounds have over "
            f"{LARGEST_WINDOW // 1_000_000} million different results: bet multiples of one chip, "
            "or ask for fewer rounds.",
        )
    return best


def _windows(
    split: Split, rounds: int, listed: list[Counts], spread: float
) -> dict[Counts, tuple[int, int]]:
    """For each count of rare hits: between which sums of offsets all but BEYOND of it lies."""
    common, need = split.common, log(1 / BEYOND)
    deviation = sqrt(max(_variance(common) * rounds + spread, 1.0))
    tilts = TILTS * sqrt(2 * need) / deviation
    sides = {}
    for sign in (-1, 1):
        sides[sign] = [_cumulants(kind, sign * tilts) for kind in split.kinds]
    ends = [(int(kind.offsets[0]), int(kind.offsets[-1])) for kind in split.kinds]
    windows = {}
    for counts in listed:
        times = (rounds - sum(counts), *counts)
        reach = []
        for sign in (-1, 1):
            made = sum(n * one for n, one in zip(times, sides[sign], strict=True))
            bound = float(((made + spread * tilts**2 / 2 + need) / tilts).min())
            reach.append(sign * bound)
        low, high = floor(reach[0]), ceil(reach[1])
        if not spread:
            low = max(low, sum(n * end[0] for n, end in zip(times, ends, strict=True)))
            high = min(high, sum(n * end[1] for n, end in zip(times, ends, strict=True)))
        windows[counts] = low, high
    return windows


def _variance(kind: Kind) -> float:
    mean = float(kind.chances @ kind.offsets)
    return float(kind.chances @ (kind.offsets - mean) ** 2)


def _cumulants(kind: Kind, tilts: Array) -> Array:
    """The logarithm of the average of exp(tilt × offset), for each tilt."""
    powers = tilts[:, None] * kind.offsets[None, :]
    top = powers.max(1)
    return np.asarray(top + np.log(np.exp(powers - top[:, None]) @ kind.chances))


def law(made: Plan) -> Law:
    """The results of so many rounds."""
    split, rounds, length = made.split, made.rounds, made.length
    fewest = rounds - max(map(sum, made.weights))
    at, neglected = _frequencies(split.common, length, fewest)
    logs = [_logarithm(kind, at, length) for kind in split.kinds]
    blur = made.spread * (2 * pi / length * at) ** 2 / 2
    parts, error = {}, made.left_out + neglected
    for counts, weight in made.weights.items():
        times = (rounds - sum(counts), *counts)
        low, high = made.windows[counts]
        total = sum(n * one.value for n, one in zip(times, logs, strict=True))
        # The transform of what lies from the low end of the window on.
        turned = total - blur - 2j * pi / length * (at * (low % length) % length)
        power = np.zeros(length // 2 + 1, complex)
        power[at] = weight * np.exp(turned)
        off = sum(n * one.error for n, one in zip(times, logs, strict=True))
        size = np.abs(power[at])
        off = size * (off + EPSILON * (10 + 2 * np.abs(total)))
        error += sqrt(2) * float(np.linalg.norm(off)) + 2 * BEYOND * weight
        error += FFT_ERROR * EPSILON * log2(length) * sqrt(2) * float(np.linalg.norm(size))
        chances = np.maximum(np.fft.irfft(power.conj(), length)[: high - low + 1], 0.0)
        pairs = zip(times, split.kinds, strict=True)
        start = split.step * low + sum(n * kind.anchor for n, kind in pairs)
        parts[counts] = Part(start, split.step, chances)
    return Law(parts, error)


def _frequencies(common: Kind, length: int, rounds: int) -> tuple[Array, float]:
    """The frequencies that matter after so many rounds, and what the others come to at most."""
    dense = np.bincount(common.offsets % length, common.chances, length)
    off = FFT_ERROR * EPSILON * log2(length) * sqrt(length) * float(np.linalg.norm(dense))
    size = np.minimum(np.abs(np.fft.rfft(dense)) + off, 1.0)
    logs = rounds * np.log(size)
    keep = logs > DIED_OUT
    keep[0] = True
    return np.flatnonzero(keep), sqrt(2 * float(np.exp(2 * logs[~keep]).sum()))


@dataclass(frozen=True, eq=False)
class _Logarithm:
    value: Array  # Complex, at each frequency.
    error: Array


def _logarithm(kind: Kind, at: Array, length: int) -> _Logarithm:
    """Of the transform of a round of this kind."""
    many = max(1, AT_ONCE // len(kind.offsets))
    some = [_distances(kind, at[i : i + many], length) for i in range(0, len(at), many)]
    real, imaginary = (np.concatenate(column) for column in zip(*some, strict=True))
    square = 2 * real + real**2 + imaginary**2  # Of the transform's size, less 1.
    # Near 1 the logarithm is taken of the distance, elsewhere of the transform itself.
    size = np.maximum(np.hypot(1 + real, imaginary), EPSILON)
    value = np.where(square > -0.5, np.log1p(np.maximum(square, -0.5)) / 2, np.log(size))
    # The sums lose at most a unit in the last place for each term; |imaginary|² ≤ 2 |real|.
    lost = EPSILON * (len(kind.offsets) + 6)
    error = lost * (6 * np.abs(real) + 2 * np.sqrt(2 * np.abs(real))) / size
    return _Logarithm(value + 1j * np.arctan2(imaginary, 1 + real), error)


def _distances(kind: Kind, at: Array, length: int) -> tuple[Array, Array]:
    """Real and imaginary part of the transform less 1, each without cancellation."""
    # Whole turns are taken off in integers, where nothing is lost.
    turns = at[:, None] * (kind.offsets % length)[None, :] % length
    angles = (2 * pi / length) * np.where(turns > length // 2, turns - length, turns)
    return -2 * np.sin(angles / 2) ** 2 @ kind.chances, np.sin(angles) @ kind.chances
