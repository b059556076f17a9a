"""A session between two close barriers: an absorbing Markov chain, advanced round by round.

Every round moves all balances between the barriers. Where sessions end follows from how often each
balance was visited.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor, gcd

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.lattice import EPSILON, Lattice, Money, fast_length, transform_error
from pitboss.maths.sessions.prize_tiers import NEGLIGIBLE, unit_of

SMALL = 20_000  # Products up to which a direct convolution is the fastest way.
MANY = 100  # Above it, points per shift up to which a transform beats adding shift by shift.


class Balances:
    """The balances between two barriers, in steps, and what a round does to them."""

    def __init__(self, round_results: Distribution, low: Money, high: Money) -> None:
        self.unit = unit_of(round_results)
        self.low, self.high = floor(low * self.unit), ceil(high * self.unit)
        results = [
            (int(value * self.unit), n / round_results.total)
            for value, n in round_results.ways.items()
        ]
        # Larger results cross a barrier from every balance, so they need not be multiples of step.
        span = self.high - self.low
        self._outer = [(result, chance) for result, chance in results if abs(result) >= span]
        inner = [(result, chance) for result, chance in results if abs(result) < span]
        self.step = gcd(*(result for result, _ in inner)) or 1
        self._shifts = [(result // self.step, chance) for result, chance in inner]
        self.first = self.low // self.step + 1
        self.points = -(-self.high // self.step) - self.first

    @cached_property
    def _largest_drop(self) -> int:
        """How many steps down a result may lead."""
        return -min(shift for shift, _ in [(0, 0.0), *self._shifts])

    @cached_property
    def _kernel(self) -> Array:
        """The chance of each shift, from the lowest on."""
        highest = max(shift for shift, _ in [(0, 0.0), *self._shifts])
        kernel: Array = np.zeros(self._largest_drop + highest + 1)
        for shift, chance in self._shifts:
            kernel[self._largest_drop + shift] = chance
        return kernel

    @cached_property
    def _is_small(self) -> bool:
        return self.points * len(self._kernel) <= SMALL

    @cached_property
    def _length(self) -> int:
        return fast_length(self.points + len(self._kernel))

    @cached_property
    def _spectrum(self) -> Array | None:
        """The transform of the kernel, where that is the fastest way."""
        if self._is_small or len(self._shifts) * MANY <= self._length:
            return None
        return np.fft.rfft(self._kernel, self._length)

    def start(self) -> Array:
        state: Array = np.zeros(self.points)
        state[-self.first] = 1.0
        return state

    def moved(self, state: Array) -> Array:
        """The balances that are still between the barriers after one more round."""
        size, inside = self.points, slice(self._largest_drop, self._largest_drop + self.points)
        if self._is_small:
            return np.convolve(state, self._kernel)[inside]
        if self._spectrum is not None:
            spectrum = np.fft.rfft(state, self._length) * self._spectrum
            return np.maximum(np.fft.irfft(spectrum, self._length)[inside], 0.0)
        moved: Array = np.zeros(size)
        for shift, chance in self._shifts:
            if shift >= 0:
                moved[shift:] += chance * state[: size - shift]
            else:
                moved[:shift] += chance * state[-shift:]
        return moved

    def rounding_error(self, state: Array) -> float:
        """Bound of the total rounding error of one round."""
        if self._spectrum is not None:
            norms = np.linalg.norm(state) * np.linalg.norm(self._kernel)
            return 3 * transform_error(self._length) * float(norms)
        terms = len(self._shifts) + len(self._outer)
        return EPSILON * (terms + 2) * float(state.sum())

    def absorption(self) -> tuple[Array, Array]:
        """[point]: the chance that the next round ends at the lower barrier, and at the upper."""
        below: Array = np.zeros(self.points)
        above: Array = np.zeros(self.points)
        for result, chance in self._outer:
            (below if result < 0 else above)[:] += chance
        for shift, chance in self._shifts:
            if shift < 0:
                below[:-shift] += chance
            elif shift > 0:
                above[-shift:] += chance
        return below, above

    def absorbed(self, visits: Array) -> tuple[list[Lattice], list[Lattice]]:
        """The final balances at the lower and the upper barrier, given the visits of each point."""
        moved = np.convolve(visits, self._kernel)
        low = [self.lattice(self.first - self._largest_drop, moved[: self._largest_drop])]
        after = self._largest_drop + self.points
        high = [self.lattice(self.first + self.points, moved[after:])]
        for result, chance in self._outer:
            beyond = Lattice(result + self.step * self.first, self.step, visits * chance)
            (low if result < 0 else high).append(beyond)
        return _filled(low), _filled(high)

    def lattice(self, first: int, chances: Array) -> Lattice:
        return Lattice(self.step * first, self.step, chances)


def _filled(lattices: list[Lattice]) -> list[Lattice]:
    return [lattice for lattice in lattices if len(lattice.chances)]


class AbsorbingChain:
    """Rounds from a balance of 0 until a barrier is reached or all rounds are played."""

    def __init__(self, balances: Balances, rounds: int) -> None:
        self.unit = balances.unit
        self.stopped_low = np.zeros(rounds + 1)  # By round.
        self.stopped_high = np.zeros(rounds + 1)
        # Of the sums over all rounds; each round adds its own rounding error below.
        self.error = EPSILON * (rounds + balances.points)
        below, above = balances.absorption()
        state, visits = balances.start(), np.zeros(balances.points)
        for played in range(1, rounds + 1):
            mass = float(state.sum())
            if mass < NEGLIGIBLE:  # Practically every session has stopped.
                self.error += mass
                break
            self.error += balances.rounding_error(state)
            self.stopped_low[played] = state @ below
            self.stopped_high[played] = state @ above
            visits += state
            state = balances.moved(state)
        self.playing = [balances.lattice(balances.first, state)]
        self.low_ends, self.high_ends = balances.absorbed(visits)
