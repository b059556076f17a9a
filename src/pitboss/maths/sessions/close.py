"""Rounds close to a limit, one by one: who stops, after which of them, and where.

Only those are followed who can still reach a limit in the rounds that are left; the others are no
concern of this module. All places are offsets: how many steps a balance is from where it would be
if every round had brought its kind's anchor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.sessions.kinds import LEAST, Counts, Kind, Split, hit
from pitboss.maths.sessions.parts import EPSILON, Part, add

DENSE = 400_000  # Products: above, only the results that there are get multiplied.
FEW = 512  # Places: where they begin again and again, each is followed by itself, once for all.

# By hits of rare kinds, and whether they are near the upper limit; near both counts as lower.
Near = dict[tuple[Counts, bool], Part]


class Stop(NamedTuple):
    """Some who stop after the same round, with the same hits behind them."""

    turn: int
    hits: Counts
    is_high: bool
    part: Part


class Close:
    """Limits, and the rounds before them."""

    def __init__(self, split: Split, low: int | None, high: int | None) -> None:
        self.split = split
        self.low, self.high = low, high
        self.error = 0.0
        self._known: dict[tuple[int, int], tuple[list[Stop], float]] = {}

    def stops(self, part: Part, rounds: int) -> Iterator[Stop]:
        """Those of a part who stop within so many rounds."""
        places = self._places(part, rounds)
        if places is None:
            yield from self._followed(part.start, part.chances, rounds)
            return
        first, size = places
        lead = (part.start - first) // part.step
        begun: Array = np.zeros(size)
        begun[lead : lead + len(part.chances)] = part.chances
        stops, error = self._from_each(first, size, rounds)
        self.error += part.mass * (error + EPSILON * size)
        for turn, hits, is_high, gone in stops:
            yield Stop(turn, hits, is_high, Part(gone.start - lead, 1, gone.chances @ begun))

    def _places(self, part: Part, rounds: int) -> tuple[int, int] | None:
        """The first balance above the lower limit, and how many have it alone in reach; if few."""
        if self.low is None:
            return None
        if self.high is not None and part.last + rounds * self.split.largest_win >= self.high:
            return None
        first = self.low + 1 + (part.start - self.low - 1) % part.step
        size = (self.low + rounds * self.split.largest_loss - first) // part.step + 1
        return (first, size) if size <= FEW else None

    def _from_each(self, first: int, size: int, rounds: int) -> tuple[list[Stop], float]:
        """[place, where they began] of those who stop, and the error for one who began."""
        key = first, rounds
        if key not in self._known:
            before, self.error = self.error, 0.0
            stops = list(self._followed(first, np.eye(size), rounds))
            self._known[key] = stops, self.error
            self.error = before
        return self._known[key]

    def _followed(self, start: int, chances: Array, rounds: int) -> Iterator[Stop]:
        """Round by round; the chances of one beginning, or of several side by side."""
        near: Near = {((0,) * len(self.split.rare), False): Part(0, 1, chances)}
        for turn in range(1, rounds + 1):
            moved, near = self._one_round(near, start, turn, rounds - turn), {}
            for (hits, is_high), some in moved.items():
                size = len(some.chances)
                low, high = self._reach(start, turn, hits, 0, some.start, size)
                if low:
                    yield Stop(turn, hits, False, some.slice(0, low))
                if high < size:
                    yield Stop(turn, hits, True, some.slice(high, size))
                if low < high:
                    near[hits, is_high] = some.slice(low, high)

    def _one_round(self, near: Near, start: int, turn: int, left: int) -> Near:
        """One round by kinds: those who stop now, or have a limit in reach with so many left."""
        moved: Near = {}
        for (hits, _), part in near.items():
            most = float(np.max(part.chances.sum(0)))
            for number, kind in enumerate(self.split.kinds):
                mass = most * kind.share
                if mass < LEAST:
                    self.error += mass
                    continue
                self.error += EPSILON * (len(kind.offsets) + 2) * mass
                more = hit(hits, number - 1) if number else hits
                first, size = part.start + kind.part.start, len(part.chances) + kind.width - 1
                low, high = self._reach(start, turn, more, left, first, size)
                if low > high:  # Nobody is out of reach of both.
                    low = high = size
                if low:
                    add(moved, (more, False), _stepped(part, kind, 0, low))
                if high < size:
                    add(moved, (more, True), _stepped(part, kind, high, size))
        return moved

    def _reach(
        self, start: int, turn: int, hits: Counts, left: int, first: int, size: int
    ) -> tuple[int, int]:
        """Of so many places: before the one the lower limit is in reach, from the other the upper.

        With no round left, those have reached it.
        """
        split = self.split
        origin = start + split.sum_of_anchors(turn, hits) + split.step * first
        low, high = 0, size
        if self.low is not None:
            below = (self.low + left * split.largest_loss - origin) // split.step + 1
            low = min(max(below, 0), size)
        if self.high is not None:
            above = -((origin - self.high + left * split.largest_win) // split.step)
            high = min(max(above, 0), size)
        return low, high


def _stepped(part: Part, kind: Kind, first: int, end: int) -> Part:
    """Some places of a part after one round of a kind, by plain sums."""
    chances, size = part.chances, len(part.chances)
    start = part.start + kind.part.start + first
    if chances.ndim == 1 and (size * kind.width <= DENSE or len(kind.offsets) * 4 > kind.width):
        found = np.convolve(chances[:end], kind.part.chances[:end])
        return Part(start, 1, found[first:end])
    total: Array = np.zeros((end - first, *chances.shape[1:]))
    for place, chance in kind.points:
        begin, until = max(first - place, 0), min(end - place, size)
        if begin < until:
            at = begin + place - first
            total[at : at + until - begin] += chance * chances[begin:until]
    return Part(start, 1, total)
