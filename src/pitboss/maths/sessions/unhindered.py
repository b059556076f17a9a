"""A block of rounds as if there were no limits: moved as frequencies.

A round is then a product at each frequency, however wide the results are spread. Who joins after
which round, or leaves, is written down, transformed all at once, and moved from there.
"""

from __future__ import annotations

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.sessions.kinds import LEAST, Counts, Kind, Split, State, hit
from pitboss.maths.sessions.parts import EPSILON, Part, fast_length, transform_error
from pitboss.maths.sessions.powers import BEYOND, plan

# After which round, as offsets; by rare hits. Who leaves has a probability below zero.
Joined = dict[Counts, list[tuple[int, Part]]]


class Unhindered:
    """Blocks of so many rounds, for parts of at most so many places at their beginning."""

    def __init__(self, split: Split, rounds: int, places: int) -> None:
        self.split = split
        self.rounds = rounds
        self.places = places
        made = plan(split, rounds)
        assert made is not None, "few rounds have few hits"
        self._lowest = min(low for low, _ in made.windows.values())
        highest = max(high for _, high in made.windows.values())
        spans = (int(kind.offsets[-1] - kind.offsets[0]) for kind in split.kinds)
        self.length = fast_length(places + max(highest - self._lowest, *spans) + 1)
        self._turns = [self._turn(kind) for kind in split.kinds]

    def _turn(self, kind: Kind) -> Array:
        """What a round of a kind does to each frequency."""
        dense = np.bincount(kind.offsets % self.length, kind.chances * kind.share, self.length)
        return np.asarray(np.fft.rfft(dense))

    def moved(self, joined: Joined, start: int) -> tuple[State, float]:
        """All of them at the end of a block that began with a part that starts there; the error."""
        self._error = 0.0
        spectra = {hits: self._transformed(rows) for hits, rows in joined.items()}
        at: dict[Counts, Array] = {}
        for played in range(self.rounds + 1):
            at = self._step(at)
            for hits, found in spectra.items():
                if played in found:
                    at[hits] = at[hits] + found[played] if hits in at else found[played]
        return {hits: self._part(hits, found, start) for hits, found in at.items()}, self._error

    def _transformed(self, rows: list[tuple[int, Part]]) -> dict[int, Array]:
        """By round; offsets are counted from the lowest that there can be."""
        turns = {turn: line for line, turn in enumerate(dict.fromkeys(turn for turn, _ in rows))}
        whole = np.zeros((len(turns), self.length))
        for turn, part in rows:
            whole[turns[turn]] += self._folded(part)
        sizes = float(np.sqrt(np.square(whole).sum(1)).sum())
        mass = float(np.abs(whole).sum())
        self._error += 2 * transform_error(self.length) * sizes + 2 * BEYOND * mass
        return dict(zip(turns, np.fft.rfft(whole, axis=1), strict=True))

    def _folded(self, part: Part) -> Array:
        """Its chances around the circle; hardly any are there twice."""
        begin = (part.start - self._lowest) % self.length
        times = -(-(begin + len(part.chances)) // self.length)
        line: Array = np.zeros(times * self.length)
        line[begin : begin + len(part.chances)] = part.chances
        return line if times == 1 else np.asarray(line.reshape(times, -1).sum(0))

    def _step(self, at: dict[Counts, Array]) -> dict[Counts, Array]:
        """One round for all."""
        common, *rare = self._turns
        moved = {hits: found * common for hits, found in at.items()}
        for hits, found in at.items():
            mass = float(found[0].real)
            self._error += EPSILON * 8 * abs(mass)
            for number, turn in enumerate(rare):
                share = abs(mass) * float(turn[0].real)
                if share < LEAST:
                    self._error += share
                    continue
                more = hit(hits, number)
                moved[more] = moved[more] + found * turn if more in moved else found * turn
        return moved

    def _part(self, hits: Counts, found: Array, start: int) -> Part:
        chances = np.maximum(np.fft.irfft(found, self.length), 0.0)
        first = self.split.sum_of_anchors(self.rounds, hits) + self.split.step * self._lowest
        return Part(start + first, self.split.step, chances)
