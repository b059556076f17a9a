"""Those who got away from a limit for a while: moved round by round, as frequencies.

A round is then a product at each frequency, however wide the results are spread; only those who
join are transformed, and all are transformed back once, when the block of rounds is over.
"""

from __future__ import annotations

import numpy as np

from pitboss.hands import Array
from pitboss.maths.sessions.kinds import Counts, Kind, Split
from pitboss.maths.sessions.parts import EPSILON, Part, fast_length, size, transform_error
from pitboss.maths.sessions.powers import BEYOND, plan

LEAST = 1e-16  # A probability that is not worth keeping; what is lost is accounted for.


class Away:
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

    def block(self) -> Block:
        return Block(self)


class Block:
    """A block of rounds that has begun; offsets are counted from the beginning of it."""

    def __init__(self, of: Away) -> None:
        self._of = of
        self._at: dict[Counts, Array] = {}  # By the rare hits since the beginning.
        self.error = 0.0

    def join(self, hits: Counts, first: int, chances: Array) -> None:
        """Some who are away from now on; the first of them has this offset."""
        length = self._of.length
        whole = np.zeros(length)
        begin = (first - self._of._lowest) % length
        room = length - begin
        whole[begin : begin + len(chances)] = chances[:room]
        whole[: max(len(chances) - room, 0)] = chances[room:]
        found, mass = np.fft.rfft(whole), float(chances.sum())
        self._at[hits] = self._at[hits] + found if hits in self._at else found
        self.error += 2 * transform_error(length) * size(chances) + 2 * BEYOND * mass

    def step(self) -> None:
        """One round for all who are away."""
        common, *rare = self._of._turns
        moved = {hits: found * common for hits, found in self._at.items()}
        for hits, found in self._at.items():
            mass = float(found[0].real)
            self.error += EPSILON * 8 * mass
            for number, turn in enumerate(rare):
                if mass * float(turn[0].real) < LEAST:
                    self.error += mass * float(turn[0].real)
                    continue
                more = hit(hits, number)
                moved[more] = moved[more] + found * turn if more in moved else found * turn
        self._at = moved

    def parts(self, start: int) -> dict[Counts, Part]:
        """All of them at the end, for a block that began with a part that starts there."""
        split, made = self._of.split, {}
        for hits, found in self._at.items():
            chances = np.maximum(np.fft.irfft(found, self._of.length), 0.0)
            times = (self._of.rounds - sum(hits), *hits)
            anchors = sum(n * kind.anchor for n, kind in zip(times, split.kinds, strict=True))
            made[hits] = Part(start + anchors + split.step * self._of._lowest, split.step, chances)
        return made


def hit(counts: Counts, number: int) -> Counts:
    """One more hit of a rare kind."""
    return (*counts[:number], counts[number] + 1, *counts[number + 1 :])
