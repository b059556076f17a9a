"""Rounds without barriers, moved as Fourier transforms.

`Leaps` moves balances 2**k rounds at once, for players who cannot reach a barrier meanwhile.
`FreeBlock` moves a few rounds one by one as if there were no barrier, while paths join or leave
after any of them: those that stop are entered with a negative probability, which subtracts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.sessions.convolution import (
    BEYOND,
    ConvolutionPlan,
    convolve,
    plan_convolution,
)
from pitboss.maths.sessions.lattice import (
    EPSILON,
    Lattice,
    accumulate,
    fast_length,
    transform_error,
)
from pitboss.maths.sessions.prize_tiers import (
    NEGLIGIBLE,
    HitCounts,
    PrizeTiers,
    State,
    Tier,
    plus,
    with_hit,
)

# By rare hits: the round after which paths join, and their offsets.
Joining = dict[HitCounts, list[tuple[int, Lattice]]]


def _plan(tiers: PrizeTiers, rounds: int) -> ConvolutionPlan:
    plan = plan_convolution(tiers, rounds)
    assert plan is not None, "the whole session has a plan, and fewer rounds have fewer hits"
    return plan


@dataclass(frozen=True, eq=False)
class Leap:
    """The distribution of many rounds, without the anchors of rare hits."""

    parts: State
    error: float
    spectra: dict[int, dict[HitCounts, Array]] = field(default_factory=dict)  # By length.


class Leaps:
    """Leaps of 1, 2, 4, … rounds, computed on first use.

    Balances that differ only in their rare hits overlap once the anchors of those hits are
    subtracted, and so do the parts of a leap. Each pair of them is then one product of transforms,
    and products that lead to the same hits are added before they are transformed back.
    """

    def __init__(self, tiers: PrizeTiers) -> None:
        self.tiers = tiers
        self._leaps: dict[int, Leap] = {}

    def moved(self, state: State, level: int) -> tuple[State, float]:
        """The state 2**level rounds later, and the error."""
        leap = self._leap(level)
        error = leap.error * sum(lattice.mass for lattice in state.values())
        moved: State = {}
        for group in _overlapping(self._shifted(state, -1)):
            of_group, off = _convolved(group, leap)
            error += off
            for hits, lattice in self._shifted(of_group, 1).items():
                accumulate(moved, hits, lattice)
        return moved, error

    def _leap(self, level: int) -> Leap:
        if level not in self._leaps:
            convolution = convolve(_plan(self.tiers, 1 << level))
            parts = self._shifted(convolution.parts, -1)
            self._leaps[level] = Leap(parts, convolution.error)
        return self._leaps[level]

    def _shifted(self, state: State, sign: int) -> State:
        """With the anchors of rare hits added, or subtracted."""
        shifts = {hits: sign * self.tiers.sum_of_anchors(0, hits) for hits in state}
        return {
            hits: Lattice(lattice.start + shifts[hits], lattice.step, lattice.chances)
            for hits, lattice in state.items()
        }


def _overlapping(state: State) -> Iterator[State]:
    """Groups of lattices that overlap; distant ones would stretch the transform for nothing."""
    group: State = {}
    end = 0
    for hits, lattice in sorted(state.items(), key=lambda item: item[1].start):
        if group and lattice.start > end:
            yield group
            group = {}
        end = max(end, lattice.last) if group else lattice.last
        group[hits] = lattice
    if group:
        yield group


def _convolved(group: State, leap: Leap) -> tuple[State, float]:
    """Every lattice of a group with every part of a leap, and the error."""
    low, points = _span(group)
    shift, more = _span(leap.parts)
    length = fast_length(points + more - 1)
    if length not in leap.spectra:
        leap.spectra[length] = _spectra(leap.parts, shift, length)
    ours, theirs = _spectra(group, low, length), leap.spectra[length]
    lost, error = 3 * transform_error(length), 0.0
    spectra: dict[HitCounts, Array] = {}
    for hits, lattice in group.items():
        for more_hits, part in leap.parts.items():
            if lattice.mass * part.mass < NEGLIGIBLE:
                error += lattice.mass * part.mass
                continue
            error += lost * lattice.norm * part.norm
            _add(spectra, plus(hits, more_hits), ours[hits] * theirs[more_hits])
    step = next(iter(group.values())).step
    moved = {}
    for hits, spectrum in spectra.items():
        chances = np.fft.irfft(spectrum, length)[: points + more - 1]
        moved[hits] = Lattice(low + shift, step, np.maximum(chances, 0.0))
    return moved, error


def _span(state: State) -> tuple[int, int]:
    """The start of the lowest lattice, and how many points all of them span together."""
    lattices = state.values()
    low = min(lattice.start for lattice in lattices)
    return low, max((lattice.last - low) // lattice.step for lattice in lattices) + 1


def _spectra(state: State, low: int, length: int) -> dict[HitCounts, Array]:
    rows = np.zeros((len(state), length))
    for row, lattice in zip(rows, state.values(), strict=True):
        begin = (lattice.start - low) // lattice.step
        row[begin : begin + len(lattice.chances)] = lattice.chances
    return dict(zip(state, np.fft.rfft(rows), strict=True))


def _add(spectra: dict[HitCounts, Array], hits: HitCounts, spectrum: Array) -> None:
    spectra[hits] = spectra[hits] + spectrum if hits in spectra else spectrum


class FreeBlock:
    """A block of rounds, for lattices of at most so many points at its start."""

    def __init__(self, tiers: PrizeTiers, rounds: int, points: int) -> None:
        self.tiers = tiers
        self.rounds = rounds
        self.points = points
        windows = _plan(tiers, rounds).windows.values()
        self._lowest = min(low for low, _ in windows)
        highest = max(high for _, high in windows)
        spans = (int(tier.offsets[-1] - tier.offsets[0]) for tier in tiers.tiers)
        self.length = fast_length(points + max(highest - self._lowest, *spans) + 1)
        self._factors = [self._factor(tier) for tier in tiers.tiers]

    def _factor(self, tier: Tier) -> Array:
        """[frequency]: what a round of a tier multiplies the transform by."""
        dense = np.bincount(tier.offsets % self.length, tier.chances * tier.share, self.length)
        return np.asarray(np.fft.rfft(dense))

    def moved(self, joining: Joining, start: int) -> tuple[State, float]:
        """The state at the end of a block whose offsets count from `start`, and the error."""
        self._error = 0.0
        joining_spectra = {hits: self._transformed(paths) for hits, paths in joining.items()}
        spectra: dict[HitCounts, Array] = {}
        for played in range(self.rounds + 1):
            spectra = self._next_round(spectra)
            for hits, by_round in joining_spectra.items():
                if played in by_round:
                    _add(spectra, hits, by_round[played])
        state = {hits: self._lattice(hits, spectrum, start) for hits, spectrum in spectra.items()}
        return state, self._error

    def _transformed(self, paths: list[tuple[int, Lattice]]) -> dict[int, Array]:
        """[round]: the transform of all paths that join after it, offsets from the lowest one."""
        lines = {played: n for n, played in enumerate(dict.fromkeys(played for played, _ in paths))}
        dense = np.zeros((len(lines), self.length))
        for played, lattice in paths:
            dense[lines[played]] += self._wrapped(lattice)
        norms = float(np.sqrt(np.square(dense).sum(1)).sum())
        mass = float(np.abs(dense).sum())
        self._error += 2 * transform_error(self.length) * norms + 2 * BEYOND * mass
        return dict(zip(lines, np.fft.rfft(dense, axis=1), strict=True))

    def _wrapped(self, lattice: Lattice) -> Array:
        """Its chances modulo the length of the transform; hardly any of them overlap."""
        begin = (lattice.start - self._lowest) % self.length
        times = -(-(begin + len(lattice.chances)) // self.length)
        line: Array = np.zeros(times * self.length)
        line[begin : begin + len(lattice.chances)] = lattice.chances
        return line if times == 1 else np.asarray(line.reshape(times, -1).sum(0))

    def _next_round(self, spectra: dict[HitCounts, Array]) -> dict[HitCounts, Array]:
        common, *rare = self._factors
        moved = {hits: spectrum * common for hits, spectrum in spectra.items()}
        for hits, spectrum in spectra.items():
            mass = float(spectrum[0].real)
            self._error += EPSILON * 8 * abs(mass)
            for number, factor in enumerate(rare):
                share = abs(mass) * float(factor[0].real)
                if share < NEGLIGIBLE:
                    self._error += share
                    continue
                _add(moved, with_hit(hits, number), spectrum * factor)
        return moved

    def _lattice(self, hits: HitCounts, spectrum: Array, start: int) -> Lattice:
        chances = np.maximum(np.fft.irfft(spectrum, self.length), 0.0)
        first = self.tiers.sum_of_anchors(self.rounds, hits) + self.tiers.step * self._lowest
        return Lattice(start + first, self.tiers.step, chances)
