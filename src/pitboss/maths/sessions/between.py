"""A session between two limits that are not far apart: an absorbing chain, round by round.

All balances between the limits are moved in every round. Where sessions end follows from how often
each balance was visited.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.kinds import LEAST, unit_of
from pitboss.maths.sessions.parts import EPSILON, Part, fast_length, transform_error

SMALL = 20_000  # Products: below, a convolution is quicker than the sums of what there is,
MANY = 100  # and a transform, where it has fewer places than so many for each of those sums.

Money = int | Fraction


class Balances:
    """The balances between two limits, in steps, and what a round does to them."""

    def __init__(self, one: Distribution, low: Money, high: Money) -> None:
        self.unit = unit_of(one)
        self.low, self.high = floor(low * self.unit), ceil(high * self.unit)
        results = [(int(value * self.unit), n / one.total) for value, n in one.ways.items()]
        # Larger results lead beyond a limit from everywhere, and need not fit the steps.
        span = self.high - self.low
        self._outer = [(result, chance) for result, chance in results if abs(result) >= span]
        inner = [(result, chance) for result, chance in results if abs(result) < span]
        self.step = gcd(*(result for result, _ in inner)) or 1
        self._shifts = [(result // self.step, chance) for result, chance in inner]
        self.first = self.low // self.step + 1
        self.places = -(-self.high // self.step) - self.first

    @cached_property
    def _before(self) -> int:
        """How many steps down a result may lead."""
        return -min(shift for shift, _ in [(0, 0.0), *self._shifts])

    @cached_property
    def _kernel(self) -> Array:
        """The chance of each shift, from the lowest on."""
        highest = max(shift for shift, _ in [(0, 0.0), *self._shifts])
        kernel: Array = np.zeros(self._before + highest + 1)
        for shift, chance in self._shifts:
            kernel[self._before + shift] = chance
        return kernel

    @cached_property
    def _is_small(self) -> bool:
        return self.places * len(self._kernel) <= SMALL

    @cached_property
    def _length(self) -> int:
        return fast_length(self.places + len(self._kernel))

    @cached_property
    def _spectrum(self) -> Array | None:
        """The transform of the chances, where that is the quickest way."""
        if self._is_small or len(self._shifts) * MANY <= self._length:
            return None
        return np.fft.rfft(self._kernel, self._length)

    def start(self) -> Array:
        state: Array = np.zeros(self.places)
        state[-self.first] = 1.0
        return state

    def moved(self, state: Array) -> Array:
        """Those who stay within in the next round."""
        size, within = self.places, slice(self._before, self._before + self.places)
        if self._is_small:
            return np.convolve(state, self._kernel)[within]
        if self._spectrum is not None:
            spectrum = np.fft.rfft(state, self._length) * self._spectrum
            return np.maximum(np.fft.irfft(spectrum, self._length)[within], 0.0)
        found: Array = np.zeros(size)
        for shift, chance in self._shifts:
            if shift >= 0:
                found[shift:] += chance * state[: size - shift]
            else:
                found[:shift] += chance * state[-shift:]
        return found

    def lost(self, state: Array) -> float:
        """What the sums of a round may be off by, all together."""
        if self._spectrum is not None:
            sizes = np.linalg.norm(state) * np.linalg.norm(self._kernel)
            return 3 * transform_error(self._length) * float(sizes)
        terms = len(self._shifts) + len(self._outer)
        return EPSILON * (terms + 2) * float(state.sum())

    def leaving(self) -> tuple[Array, Array]:
        """[place]: the chance that the next round leads to the lower limit, and to the upper."""
        below: Array = np.zeros(self.places)
        above: Array = np.zeros(self.places)
        for result, chance in self._outer:
            (below if result < 0 else above)[:] += chance
        for shift, chance in self._shifts:
            if shift < 0:
                below[:-shift] += chance
            elif shift > 0:
                above[-shift:] += chance
        return below, above

    def left(self, visits: Array) -> tuple[list[Part], list[Part]]:
        """Where those ended who left after so many visits: at the lower limit, at the upper."""
        whole = np.convolve(visits, self._kernel)
        low = [self.part(self.first - self._before, whole[: self._before])]
        after = self._before + self.places
        high = [self.part(self.first + self.places, whole[after:])]
        for result, chance in self._outer:
            far = Part(result + self.step * self.first, self.step, visits * chance)
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
