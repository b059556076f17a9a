"""A session between two limits that are not far apart: an absorbing chain, round by round.

All balances between the limits are moved in every round. Where sessions end follows from how often
each balance was visited.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import numpy as np

from pitboss.hands import Array
from pitboss.maths.sessions.kinds import LEAST, unit_of
from pitboss.maths.sessions.parts import EPSILON, Part, fast_length, transform_error
from pitboss.maths.statistics import Distribution

SMALL = 20_000  # Products: below, a convolution is quicker than the sums of what there is,
MANY = 100  # and a transform, where it has fewer places than so many for each of those sums.

Money = int | Fraction


class Balances:
    """The balances between two limits, in steps, and what a round does to them."""

    def __init__(self, one: Distribution, low: Money, high: Money) -> None:
        self.unit = unit_of(one)
        self.low, self.high = floor(low * self.unit), ceil(high * self.unit)
        self.results = np.array([int(value * self.unit) for value in one.ways])
        self.chances = np.array([n / one.total for n in one.ways.values()])
        # Larger results lead beyond a limit from everywhere, and need not fit the steps.
        self.inner = np.abs(self.results) < self.high - self.low
        self.step = int(np.gcd.reduce(self.results[self.inner])) or 1
        self.first = self.low // self.step + 1
        self.places = -(-self.high // self.step) - self.first
        inner = zip((self.results // self.step)[self.inner], self.chances[self.inner], strict=True)
        self.shifts = [(int(shift), float(chance)) for shift, chance in inner]
        self.kernel, self._before = self._dense()
        self._length = fast_length(self.places + len(self.kernel))
        self._is_small = self.places * len(self.kernel) <= SMALL
        self._spectrum: Array | None = None
        if not self._is_small and len(self.shifts) * MANY > self._length:
            self._spectrum = np.fft.rfft(self.kernel, self._length)

    def _dense(self) -> tuple[Array, int]:
        """The chance of each shift from the lowest on, and how many are below 0."""
        steps = [0, *(shift for shift, _ in self.shifts)]
        lowest, highest = min(steps), max(steps)
        kernel: Array = np.zeros(highest - lowest + 1)
        for shift, chance in self.shifts:
            kernel[shift - lowest] = chance
        return kernel, -lowest

    def start(self) -> Array:
        state: Array = np.zeros(self.places)
        state[-self.first] = 1.0
        return state

    def moved(self, state: Array) -> Array:
        """Those who stay within in the next round."""
        size, within = self.places, slice(self._before, self._before + self.places)
        if self._is_small:
            return np.convolve(state, self.kernel)[within]
        if self._spectrum is not None:
            spectrum = np.fft.rfft(state, self._length) * self._spectrum
            return np.maximum(np.fft.irfft(spectrum, self._length)[within], 0.0)
        found: Array = np.zeros(size)
        for shift, chance in self.shifts:
            if shift >= 0:
                found[shift:] += chance * state[: size - shift]
            else:
                found[:shift] += chance * state[-shift:]
        return found

    def lost(self, state: Array) -> float:
        """What the sums of a round may be off by, all together."""
        if self._spectrum is not None:
            sizes = np.linalg.norm(state) * np.linalg.norm(self.kernel)
            return 3 * transform_error(self._length) * float(sizes)
        return EPSILON * (len(self.results) + 2) * float(state.sum())

    def leaving(self) -> tuple[Array, Array]:
        """[place]: the chance that the next round leads to the lower limit, and to the upper."""
        balances = self.step * (self.first + np.arange(self.places))
        below = np.cumsum([0.0, *self.chances])
        above = np.cumsum([0.0, *self.chances[::-1]])[::-1]
        return (
            below[np.searchsorted(self.results, self.low - balances, "right")],
            above[np.searchsorted(self.results, self.high - balances, "left")],
        )

    def left(self, visits: Array) -> tuple[list[Part], list[Part]]:
        """Where those ended who left after so many visits: at the lower limit, at the upper."""
        whole = np.convolve(visits, self.kernel)
        size, before = self.places, self._before
        low = [self.part(self.first - before, whole[:before])]
        high = [self.part(self.first + size, whole[before + size :])]
        for result, chance in zip(
            self.results[~self.inner], self.chances[~self.inner], strict=True
        ):
            far = Part(int(result) + self.step * self.first, self.step, visits * chance)
            (low if result < 0 else high).append(far)
        return [one for one in low if len(one.chances)], [one for one in high if len(one.chances)]

    def part(self, first: int, chances: Array) -> Part:
        return Part(self.step * first, self.step, chances)


class Between:
    """Rounds from a balance of 0 until it is at a limit or all are played."""

    def __init__(self, balances: Balances, rounds: int) -> None:
        self.unit = balances.unit
        self.stopped_low = np.zeros(rounds + 1)  # By round.
        self.stopped_high = np.zeros(rounds + 1)
        # Of what is added up over all rounds; in each of them the sums of a balance lose more.
        self.error = EPSILON * (rounds + balances.places)
        below, above = balances.leaving()
        state, visits = balances.start(), np.zeros(balances.places)
        for played in range(1, rounds + 1):
            mass = float(state.sum())
            if mass < LEAST:  # The others have stopped.
                self.error += mass
                break
            self.error += balances.lost(state)
            self.stopped_low[played] = state @ below
            self.stopped_high[played] = state @ above
            visits += state
            state = balances.moved(state)
        self.playing = [balances.part(balances.first, state)]
        self.low_ends, self.high_ends = balances.left(visits)
