"""Many rounds at once, for those whom no limit can stop meanwhile.

Strands that differ in their rare hits alone lie on one another once what the hits brought is taken
off, and so do the parts of the law of many rounds. Then each pair is a product at each frequency,
and what leads to the same hits is added up before it is transformed back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.sessions.kinds import LEAST, Counts, Split, State, plus
from pitboss.maths.sessions.parts import Part, add, fast_length, transform_error
from pitboss.maths.sessions.powers import law, plan


@dataclass(frozen=True, eq=False)
class Leap:
    """The law of many rounds, without what rare hits bring."""

    parts: State
    error: float
    spectra: dict[int, dict[Counts, Array]] = field(default_factory=dict)  # By length.


class Far:
    """Leaps of 1, 2, 4, … rounds, worked out when they are needed."""

    def __init__(self, split: Split) -> None:
        self.split = split
        self._leaps: dict[int, Leap] = {}

    def moved(self, state: State, level: int) -> tuple[State, float]:
        """2**level rounds further, and the error."""
        if level not in self._leaps:
            made = plan(self.split, 1 << level)
            assert made is not None, "fewer rounds have fewer hits"
            found = law(made)
            self._leaps[level] = Leap(self._shifted(found.parts, -1), found.error)
        leap = self._leaps[level]
        error = leap.error * sum(part.mass for part in state.values())
        moved: State = {}
        for strands in _groups(self._shifted(state, -1)):
            some, off = _moved(strands, leap)
            error += off
            for counts, part in self._shifted(some, 1).items():
                add(moved, counts, part)
        return moved, error

    def _shifted(self, state: State, sign: int) -> State:
        """With what rare hits brought, or without it."""
        shifts = {counts: sign * self.split.sum_of_anchors(0, counts) for counts in state}
        return {
            counts: Part(part.start + shifts[counts], part.step, part.chances)
            for counts, part in state.items()
        }


def _groups(state: State) -> Iterator[State]:
    """Strands that overlap; others, far from them, would stretch the transform for nothing."""
    group: State = {}
    end = 0
    for counts, part in sorted(state.items(), key=lambda one: one[1].start):
        if group and part.start > end:
            yield group
            group = {}
        end = max(end, part.last) if group else part.last
        group[counts] = part
    if group:
        yield group


def _moved(strands: State, leap: Leap) -> tuple[State, float]:
    """Every strand by every part of the leap, and the error."""
    low, places = _span(strands)
    shift, more = _span(leap.parts)
    length = fast_length(places + more - 1)
    if length not in leap.spectra:
        leap.spectra[length] = _spectra(leap.parts, shift, length)
    ours, theirs = _spectra(strands, low, length), leap.spectra[length]
    lost, error = 3 * transform_error(length), 0.0
    found: dict[Counts, Array] = {}
    for counts, part in strands.items():
        for hits, other in leap.parts.items():
            if part.mass * other.mass < LEAST:
                error += part.mass * other.mass
                continue
            error += lost * part.size * other.size
            key, product = plus(counts, hits), ours[counts] * theirs[hits]
            found[key] = found[key] + product if key in found else product
    step = next(iter(strands.values())).step
    moved = {}
    for counts, spectrum in found.items():
        chances = np.fft.irfft(spectrum, length)[: places + more - 1]
        moved[counts] = Part(low + shift, step, np.maximum(chances, 0.0))
    return moved, error


def _span(state: State) -> tuple[int, int]:
    """Where the first of them starts, and how many places they take together."""
    parts = state.values()
    low = min(part.start for part in parts)
    return low, max((part.last - low) // part.step for part in parts) + 1


def _spectra(state: State, low: int, length: int) -> dict[Counts, Array]:
    rows = np.zeros((len(state), length))
    for row, part in zip(rows, state.values(), strict=True):
        begin = (part.start - low) // part.step
        row[begin : begin + len(part.chances)] = part.chances
    return dict(zip(state, np.fft.rfft(rows), strict=True))
