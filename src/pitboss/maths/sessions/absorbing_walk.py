"""A session that stops at barriers: an absorbing chain, advanced exactly, many rounds at a time.

Only a balance near a barrier can reach it soon. So balances that cannot reach a barrier within the
next m rounds are moved m rounds at once. The others are moved m / 2 rounds twice, by the same rule,
down to blocks of a few rounds near the barriers. There the paths that stop are recorded round by
round, and subtracted from unrestricted play. Nothing is approximated: every stop is recorded in the
round and at the amount at which it happens. Balances with a rare large prize behind them are far
away from the others, so they are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.convolution import LARGEST_WINDOW, TOO_FINE, plan_convolution
from pitboss.maths.sessions.lattice import EPSILON, Lattice, Money, accumulate, combined
from pitboss.maths.sessions.prize_tiers import (
    NEGLIGIBLE,
    HitCounts,
    PrizeTiers,
    State,
    Tier,
    candidate_tiers,
    plus,
    with_hit,
)
from pitboss.maths.sessions.unrestricted_play import FreeBlock, Joining, Leaps

SINGLE_ROUNDS = 5  # Blocks of up to 2**5 rounds are followed round by round near a barrier.
MOST_COMBINATIONS = 40  # Of rare hits.
MOST_WORK = 3e8  # Points of the chain times rounds: minutes.
CLOSE = 10_000  # Points within which balances with rare prizes behind them join the others again.
DENSE = 400_000  # Products above which only results that exist are multiplied.
FEW_STARTS = 512  # Up to so many starting points, each is followed once and the result is reused.

# The lattices that stopped, by hits and by residue modulo the step.
Ends = dict[tuple[HitCounts, int], list[Lattice]]
# By rare hits, and whether they are near the upper barrier; near both counts as lower.
NearBarrier = dict[tuple[HitCounts, bool], Lattice]


class AbsorbingWalk:
    """Rounds from a balance of 0 until it is at most `low`, at least `high`, or all are played."""

    def __init__(
        self, round_results: Distribution, rounds: int, low: Money | None, high: Money | None
    ) -> None:
        self.tiers = _choose_tiers(round_results, rounds)
        self.rounds = rounds
        self.unit = self.tiers.unit
        self.low = None if low is None else floor(low * self.unit)
        self.high = None if high is None else ceil(high * self.unit)
        self.stopped_low = np.zeros(rounds + 1)  # By round.
        self.stopped_high = np.zeros(rounds + 1)
        low_ends, high_ends = Ends(), Ends()
        self._stopped = ((self.stopped_low, low_ends), (self.stopped_high, high_ends))
        self._barriers = Barriers(self.tiers, self.low, self.high)
        self.error = 0.0
        self._leaps = Leaps(self.tiers)
        self._blocks: dict[int, FreeBlock] = {}
        self._refuse_too_much_work()
        state: State = {self.tiers.no_hits: Lattice(0, self.tiers.step, np.ones(1))}
        for level in reversed(range(rounds.bit_length())):
            if rounds >> level & 1:
                state = self._advance(state, level, rounds >> level + 1 << level + 1)
        self.playing = list(state.values())
        self.low_ends = [combined(lattices) for lattices in low_ends.values()]
        self.high_ends = [combined(lattices) for lattices in high_ends.values()]
        self.error += self._barriers.error

    def _refuse_too_much_work(self) -> None:
        points = self.tiers.largest_loss / self.tiers.step
        if self.low is not None and self.high is not None:
            points = max(points, (self.high - self.low) / self.tiers.step)
        plan = plan_convolution(self.tiers, self.rounds)
        if points * self.rounds > MOST_WORK or plan is None or plan.length > LARGEST_WINDOW:
            raise BadBet(
                TOO_FINE,
                f"These amounts differ by so little that {self.rounds:,} rounds up to a limit take "
                "too long to follow: bet multiples of one chip, or ask for fewer rounds.",
            )

    def _advance(self, state: State, level: int, played: int) -> State:
        """The state 2**level rounds later."""
        rounds = 1 << level
        far, near = self._by_reach(state, rounds)
        moved = self._leapt(far, level)
        for near_state in near:
            if level <= SINGLE_ROUNDS:
                advanced = self._followed(near_state, rounds, played)
            else:
                half = self._advance(near_state, level - 1, played)
                advanced = self._advance(half, level - 1, played + rounds // 2)
            for hits, lattice in advanced.items():
                accumulate(moved, hits, lattice)
        return moved

    def _by_reach(self, state: State, rounds: int) -> tuple[State, list[State]]:
        """Balances that reach no barrier within these rounds, and those near either barrier."""
        far: State = {}
        below: State = {}
        above: State = {}
        for hits, lattice in state.items():
            first, end = self._out_of_reach(lattice, rounds)
            size = len(lattice.chances)
            if end == first:
                below[hits] = lattice  # Near both barriers, or all of it near one.
                continue
            for group, i, j in ((below, 0, first), (far, first, end), (above, end, size)):
                if i < j:
                    group[hits] = lattice.slice(i, j)
        return far, [self._joined(group, rounds) for group in (below, above) if group]

    def _joined(self, state: State, rounds: int) -> State:
        """Lattices close to one barrier added up, under the fewest hits among them."""
        if rounds * self.tiers.largest_loss > CLOSE * self.tiers.step:
            return state
        fewest: dict[int, HitCounts] = {}
        joined: State = {}
        for hits, lattice in sorted(state.items(), key=lambda item: sum(item[0])):
            accumulate(joined, fewest.setdefault(lattice.start % lattice.step, hits), lattice)
        return joined

    def _out_of_reach(self, lattice: Lattice, rounds: int) -> tuple[int, int]:
        """The range of its points from which no barrier is in reach."""
        first, end = 0, len(lattice.chances)
        if self.low is not None:
            first = lattice.count_at_most(self.low + rounds * self.tiers.largest_loss)
        if self.high is not None:
            end = lattice.count_at_most(self.high - rounds * self.tiers.largest_win - 1)
        return first, max(first, end)

    def _leapt(self, state: State, level: int) -> State:
        """Many rounds at once, where no barrier is in reach."""
        leapt, error = self._leaps.moved(state, level)
        self.error += error
        moved: State = {}
        for hits, lattice in leapt.items():
            self._keep(moved, hits, lattice)
        return moved

    def _followed(self, state: State, rounds: int, played: int) -> State:
        """A block of rounds near a barrier."""
        moved: State = {}
        for hits, lattice in state.items():
            for more_hits, end in self._block(hits, lattice, rounds, played).items():
                self._keep(moved, plus(hits, more_hits), end)
        return moved

    def _block(self, hits: HitCounts, lattice: Lattice, rounds: int, played: int) -> State:
        """Unrestricted play from one lattice, minus the paths that stop."""
        joining: Joining = {self.tiers.no_hits: [(0, Lattice(0, 1, lattice.chances))]}
        for turn, more_hits, is_high, paths in self._barriers.stops(lattice, rounds):
            leaving = Lattice(paths.start, 1, -paths.chances)
            joining.setdefault(more_hits, []).append((turn, leaving))
            anchors = self.tiers.sum_of_anchors(turn, more_hits)
            start = lattice.start + anchors + lattice.step * paths.start
            stopped, ends = self._stopped[is_high]
            stopped[played + turn] += paths.mass
            key = plus(hits, more_hits), start % lattice.step
            ends.setdefault(key, []).append(Lattice(start, lattice.step, paths.chances))
        block = self._free_block(rounds, len(lattice.chances))
        moved, error = block.moved(joining, lattice.start)
        self.error += error
        return {more_hits: self._inside(end) for more_hits, end in moved.items()}

    def _inside(self, lattice: Lattice) -> Lattice:
        """Without the rounding errors left beyond a barrier, where nobody plays on."""
        low = 0 if self.low is None else lattice.count_at_most(self.low)
        high = len(lattice.chances) if self.high is None else lattice.count_at_most(self.high - 1)
        return lattice.slice(low, max(low, high))

    def _free_block(self, rounds: int, points: int) -> FreeBlock:
        if rounds not in self._blocks or self._blocks[rounds].points < points:
            self._blocks[rounds] = FreeBlock(self.tiers, rounds, points)
        return self._blocks[rounds]

    def _keep(self, state: State, hits: HitCounts, lattice: Lattice) -> None:
        """Add what is not negligible of a lattice to a state."""
        kept = lattice.trimmed(NEGLIGIBLE)
        if len(kept.chances) < len(lattice.chances):
            self.error += max(lattice.mass - kept.mass, 0.0)
        if len(kept.chances):
            accumulate(state, hits, kept)


def _choose_tiers(round_results: Distribution, rounds: int) -> PrizeTiers:
    """The most tiers that do not make for too many combinations of hits."""
    candidates = candidate_tiers(round_results)
    for tiers in candidates:
        plan = plan_convolution(tiers, rounds)
        if plan is not None and len(plan.weights) <= MOST_COMBINATIONS:
            return tiers
    return candidates[-1]  # No rare tier.


class Stop(NamedTuple):
    """Paths that stop after the same round, with the same hits behind them."""

    turn: int
    hits: HitCounts
    is_high: bool
    paths: Lattice


class Barriers:
    """Which paths stop at a barrier, round by round.

    Only paths that can still reach a barrier in the rounds left are followed. Places are offsets:
    how many steps a balance is from where it would be if every round had brought the anchor of its
    tier.
    """

    def __init__(self, tiers: PrizeTiers, low: int | None, high: int | None) -> None:
        self.tiers = tiers
        self.low, self.high = low, high
        self.error = 0.0
        self._known: dict[tuple[int, int], tuple[list[Stop], float]] = {}

    def stops(self, lattice: Lattice, rounds: int) -> Iterator[Stop]:
        """The paths from a lattice that stop within so many rounds."""
        starts = self._few_starts(lattice, rounds)
        if starts is None:
            yield from self._followed(lattice.start, lattice.chances, rounds)
            return
        first, size = starts
        lead = (lattice.start - first) // lattice.step
        chances: Array = np.zeros(size)
        chances[lead : lead + len(lattice.chances)] = lattice.chances
        stops, error = self._from_each(first, size, rounds)
        self.error += lattice.mass * (error + EPSILON * size)
        for turn, hits, is_high, paths in stops:
            weighted = Lattice(paths.start - lead, 1, paths.chances @ chances)
            yield Stop(turn, hits, is_high, weighted)

    def _few_starts(self, lattice: Lattice, rounds: int) -> tuple[int, int] | None:
        """The first balance above the lower barrier, and how many can reach that barrier alone.

        None where the upper barrier is in reach too, or where there are too many starts.
        """
        if self.low is None:
            return None
        if self.high is not None and lattice.last + rounds * self.tiers.largest_win >= self.high:
            return None
        first = self.low + 1 + (lattice.start - self.low - 1) % lattice.step
        size = (self.low + rounds * self.tiers.largest_loss - first) // lattice.step + 1
        return (first, size) if size <= FEW_STARTS else None

    def _from_each(self, first: int, size: int, rounds: int) -> tuple[list[Stop], float]:
        """The stops as [place, starting point], and the error per starting point."""
        key = first, rounds
        if key not in self._known:
            before, self.error = self.error, 0.0
            stops = list(self._followed(first, np.eye(size), rounds))
            self._known[key] = stops, self.error
            self.error = before
        return self._known[key]

    def _followed(self, start: int, chances: Array, rounds: int) -> Iterator[Stop]:
        """Round by round; `chances` has one column per starting point, or is a vector."""
        near: NearBarrier = {(self.tiers.no_hits, False): Lattice(0, 1, chances)}
        for turn in range(1, rounds + 1):
            moved, near = self._next_round(near, start, turn, rounds - turn), {}
            for (hits, is_high), paths in moved.items():
                size = len(paths.chances)
                low, high = self._reach(start, turn, hits, 0, paths.start, size)
                if low:
                    yield Stop(turn, hits, False, paths.slice(0, low))
                if high < size:
                    yield Stop(turn, hits, True, paths.slice(high, size))
                if low < high:
                    near[hits, is_high] = paths.slice(low, high)

    def _next_round(self, near: NearBarrier, start: int, turn: int, left: int) -> NearBarrier:
        """The paths that stop in this round, or can still do so in the rounds left."""
        moved: NearBarrier = {}
        for (hits, _), paths in near.items():
            most = float(np.max(paths.chances.sum(0)))
            for number, tier in enumerate(self.tiers.tiers):
                mass = most * tier.share
                if mass < NEGLIGIBLE:
                    self.error += mass
                    continue
                self.error += EPSILON * (len(tier.offsets) + 2) * mass
                new_hits = with_hit(hits, number - 1) if number else hits
                first = paths.start + tier.lattice.start
                size = len(paths.chances) + tier.width - 1
                low, high = self._reach(start, turn, new_hits, left, first, size)
                if low > high:  # Every place has at least one barrier in reach.
                    low = high = size
                if low:
                    accumulate(moved, (new_hits, False), _stepped(paths, tier, 0, low))
                if high < size:
                    accumulate(moved, (new_hits, True), _stepped(paths, tier, high, size))
        return moved

    def _reach(
        self, start: int, turn: int, hits: HitCounts, left: int, first: int, size: int
    ) -> tuple[int, int]:
        """Of so many places: the end of those that can reach the lower barrier, and the start of
        those that can reach the upper one. With no round left, they have reached it."""
        tiers = self.tiers
        origin = start + tiers.sum_of_anchors(turn, hits) + tiers.step * first
        low, high = 0, size
        if self.low is not None:
            below = (self.low + left * tiers.largest_loss - origin) // tiers.step + 1
            low = min(max(below, 0), size)
        if self.high is not None:
            above = -((origin - self.high + left * tiers.largest_win) // tiers.step)
            high = min(max(above, 0), size)
        return low, high


def _stepped(paths: Lattice, tier: Tier, first: int, end: int) -> Lattice:
    """Some places of a lattice after one round of a tier, by direct sums."""
    chances, size = paths.chances, len(paths.chances)
    start = paths.start + tier.lattice.start + first
    if chances.ndim == 1 and (size * tier.width <= DENSE or len(tier.offsets) * 4 > tier.width):
        moved = np.convolve(chances[:end], tier.lattice.chances[:end])
        return Lattice(start, 1, moved[first:end])
    total: Array = np.zeros((end - first, *chances.shape[1:]))
    for place, chance in tier.points:
        begin, until = max(first - place, 0), min(end - place, size)
        if begin < until:
            at = begin + place - first
            total[at : at + until - begin] += chance * chances[begin:until]
    return Lattice(start, 1, total)
