"""A session that stops at limits: an absorbing chain, stepped exactly, many rounds at a time.

Only who stands near a limit can reach it soon. So those who cannot reach one within the next m
rounds are moved m rounds at once, by the law of m rounds; the others are moved m / 2 rounds, and
m / 2 again, by the same rule, down to a few rounds close to the limits: there those are followed
round by round who stop, and taken away from all as they would play on. Nothing is approximated:
every stop is seen in the round in which it happens, at the amount at which it happens. Those with
a rare large prize behind them are kept apart from the others, for they are far away.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import numpy as np

from pitboss.errors import BadBet
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.close import Close
from pitboss.maths.sessions.far import Far
from pitboss.maths.sessions.kinds import LEAST, Counts, Split, State, plus, splits
from pitboss.maths.sessions.parts import Part, add, together
from pitboss.maths.sessions.powers import LARGEST_WINDOW, TOO_FINE, plan
from pitboss.maths.sessions.unhindered import Joined, Unhindered

Money = int | Fraction
# Those who stopped; also by where on the way from step to step they lie.
Ends = dict[tuple[Counts, int], list[Part]]

SINGLY = 5  # Blocks of 2**5 rounds are stepped round by round.
MOST_STRANDS = 40
MOST_WORK = 3e8  # Places of a chain times rounds: minutes.
CLOSE = 10_000  # Places: within, those with rare prizes behind them join the others again.


class Walk:
    """Rounds from a balance of 0 until it is at most `low`, at least `high`, or all are played."""

    def __init__(
        self, one: Distribution, rounds: int, low: Money | None, high: Money | None
    ) -> None:
        self.split = _split(one, rounds)
        self.rounds = rounds
        self.unit = self.split.unit
        self.low = None if low is None else floor(low * self.unit)
        self.high = None if high is None else ceil(high * self.unit)
        self.stopped_low = np.zeros(rounds + 1)  # By round.
        self.stopped_high = np.zeros(rounds + 1)
        low_ends, high_ends = Ends(), Ends()
        self._stops = ((self.stopped_low, low_ends), (self.stopped_high, high_ends))
        self._limits = Close(self.split, self.low, self.high)
        self.error = 0.0
        self._far = Far(self.split)
        self._blocks: dict[int, Unhindered] = {}
        self._refuse_too_much()
        state: State = {(0,) * len(self.split.rare): Part(0, self.split.step, np.ones(1))}
        for level in reversed(range(rounds.bit_length())):
            if rounds >> level & 1:
                state = self._advance(state, level, rounds >> level + 1 << level + 1)
        self.playing = list(state.values())
        self.low_ends = [together(some) for some in low_ends.values()]
        self.high_ends = [together(some) for some in high_ends.values()]
        self.error += self._limits.error

    def _refuse_too_much(self) -> None:
        places = self.split.largest_loss / self.split.step
        if self.low is not None and self.high is not None:
            places = max(places, (self.high - self.low) / self.split.step)
        made = plan(self.split, self.rounds)
        if places * self.rounds > MOST_WORK or made is None or made.length > LARGEST_WINDOW:
            raise BadBet(
                TOO_FINE,
                f"These amounts differ by so little that {self.rounds:,} rounds up to a limit take "
                "too long to follow: bet multiples of one chip, or ask for fewer rounds.",
            )

    def _advance(self, state: State, level: int, played: int) -> State:
        """2**level rounds further."""
        rounds = 1 << level
        far, near = self._sorted(state, rounds)
        moved = self._moved(far, level)
        for some in near:
            if level <= SINGLY:
                found = self._close(some, rounds, played)
            else:
                half = self._advance(some, level - 1, played)
                found = self._advance(half, level - 1, played + rounds // 2)
            for counts, part in found.items():
                add(moved, counts, part)
        return moved

    def _sorted(self, state: State, rounds: int) -> tuple[State, list[State]]:
        """Those who reach no limit within so many rounds, and those near one limit or the other."""
        far: State = {}
        below: State = {}
        above: State = {}
        for counts, part in state.items():
            first, end = self._out_of_reach(part, rounds)
            size = len(part.chances)
            if end == first:
                below[counts] = part  # Near both, or near one and nowhere else.
                continue
            for some, i, j in ((below, 0, first), (far, first, end), (above, end, size)):
                if i < j:
                    some[counts] = part.slice(i, j)
        return far, [self._joined(some, rounds) for some in (below, above) if some]

    def _joined(self, state: State, rounds: int) -> State:
        """Parts that lie close to one limit put together, as if with the fewest hits of them."""
        if rounds * self.split.largest_loss > CLOSE * self.split.step:
            return state
        first: dict[int, Counts] = {}
        joined: State = {}
        for counts, part in sorted(state.items(), key=lambda strand: sum(strand[0])):
            add(joined, first.setdefault(part.start % part.step, counts), part)
        return joined

    def _out_of_reach(self, part: Part, rounds: int) -> tuple[int, int]:
        """The first and the end of its places from which no limit is in reach."""
        first, end = 0, len(part.chances)
        if self.low is not None:
            first = part.places(self.low + rounds * self.split.largest_loss)
        if self.high is not None:
            end = part.places(self.high - rounds * self.split.largest_win - 1)
        return first, max(first, end)

    def _moved(self, state: State, level: int) -> State:
        """Many rounds at once, where no limit is in reach."""
        found, error = self._far.moved(state, level)
        self.error += error
        moved: State = {}
        for counts, part in found.items():
            self._keep(moved, counts, part)
        return moved

    def _close(self, state: State, rounds: int, played: int) -> State:
        """Round by round close to a limit."""
        moved: State = {}
        for counts, part in state.items():
            for hits, some in self._closely(counts, part, rounds, played).items():
                self._keep(moved, plus(counts, hits), some)
        return moved

    def _closely(self, counts: Counts, part: Part, rounds: int, played: int) -> State:
        """The same for one part: all of them as if nothing stopped them, less those who stop."""
        joined: Joined = {(0,) * len(counts): [(0, Part(0, 1, part.chances))]}
        for turn, hits, is_high, gone in self._limits.stops(part, rounds):
            joined.setdefault(hits, []).append((turn, Part(gone.start, 1, -gone.chances)))
            start = part.start + self.split.sum_of_anchors(turn, hits) + part.step * gone.start
            stopped, ends = self._stops[is_high]
            stopped[played + turn] += gone.mass
            key = plus(counts, hits), start % part.step
            ends.setdefault(key, []).append(Part(start, part.step, gone.chances))
        found, error = self._unhindered(rounds, len(part.chances)).moved(joined, part.start)
        self.error += error
        return {hits: self._between(some) for hits, some in found.items()}

    def _between(self, part: Part) -> Part:
        """Without what was lost by adding and taking away: nobody plays on at a limit."""
        low = 0 if self.low is None else part.places(self.low)
        high = len(part.chances) if self.high is None else part.places(self.high - 1)
        return part.slice(low, max(low, high))

    def _unhindered(self, rounds: int, places: int) -> Unhindered:
        if rounds not in self._blocks or self._blocks[rounds].places < places:
            self._blocks[rounds] = Unhindered(self.split, rounds, places)
        return self._blocks[rounds]

    def _kept(self, part: Part) -> Part:
        """What is worth keeping of it."""
        kept = part.trimmed(LEAST)
        if len(kept.chances) < len(part.chances):
            self.error += max(part.mass - kept.mass, 0.0)
        return kept

    def _keep(self, state: State, counts: Counts, part: Part) -> None:
        kept = self._kept(part)
        if len(kept.chances):
            add(state, counts, kept)


def _split(one: Distribution, rounds: int) -> Split:
    """The split that sets most apart without falling into too many strands."""
    found = splits(one)
    for split in found:
        made = plan(split, rounds)
        if made is not None and len(made.weights) <= MOST_STRANDS:
            return split
    return found[-1]  # Nothing set apart.
