"""The results of a round, sorted: the common ones, and kinds of rare large ones.

Common results lie close together, and their sums fill a narrow window. A prize of 1,000 to 1, let
alone 200,000 to 1, would stretch that window a thousandfold, so such prizes are set apart: how
often each kind of them comes in a session is counted, and what remains is common again. How many
kinds to set apart is a question of cost alone; every split gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import ceil, exp, floor, fsum, gcd, lcm, lgamma, log, log1p, prod, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.parts import Part

Counts = tuple[int, ...]  # How often each rare kind comes.
State = dict[Counts, Part]  # What a player may hold, in strands by rare hits.

MOST_KINDS = 4
MOST_PARTS = 1_000
LEAST = 1e-16  # A probability that is not worth keeping; what is lost is accounted for.
LEAST_WEIGHT = 1e-15  # A count of hits less likely than this is left out, and accounted for.


@dataclass(frozen=True, eq=False)
class Kind:
    """Results of one kind: anchor + step × offset, and the chance of each within the kind."""

    anchor: int
    offsets: Array
    chances: Array
    share: float  # How likely a round is of this kind.

    @cached_property
    def part(self) -> Part:
        """A round of this kind as offsets, with its share."""
        first = int(self.offsets[0])
        dense = np.zeros(int(self.offsets[-1]) - first + 1)
        dense[self.offsets - first] = self.chances * self.share
        return Part(first, 1, dense)

    @cached_property
    def width(self) -> int:
        """How many places a round of this kind spans."""
        return len(self.part.chances)

    @cached_property
    def points(self) -> list[tuple[int, float]]:
        """The same as places and chances, without those that nothing leads to."""
        places = (self.offsets - self.offsets[0]).tolist()
        return list(zip(places, (self.chances * self.share).tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Split:
    """A round's results as common ones and rare kinds, all in whole units."""

    unit: int  # How many of these units are one of money.
    step: int  # What the results of one kind differ by is a multiple of it.
    common: Kind
    rare: tuple[Kind, ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return self.common, *self.rare

    @cached_property
    def largest_loss(self) -> int:
        return -min(kind.anchor + self.step * int(kind.offsets[0]) for kind in self.kinds)

    @cached_property
    def largest_win(self) -> int:
        return max(kind.anchor + self.step * int(kind.offsets[-1]) for kind in self.kinds)

    def sum_of_anchors(self, rounds: int, hits: Counts) -> int:
        """Where so many rounds lead, of which some hit rare kinds, were all offsets 0."""
        total = (rounds - sum(hits)) * self.common.anchor
        return total + sum(n * kind.anchor for n, kind in zip(hits, self.rare, strict=True))

    def weights(self, rounds: int) -> tuple[dict[Counts, float], float] | None:
        """The chance of each count of rare hits, and of those left out; None for too many."""
        ranges = [_hits(rounds, kind.share) for kind in self.rare]
        if prod(map(len, ranges)) > 4 * MOST_PARTS:
            return None
        rest = log1p(-fsum(kind.share for kind in self.rare))
        most = sum(max(one, default=0) for one in ranges)
        ordered = np.cumsum([0.0, *(log(rounds - i) for i in range(min(rounds, most)))])
        weights: dict[Counts, float] = {}
        for counts in product(*ranges):
            hits = sum(counts)
            if hits <= rounds:
                pairs = zip(counts, self.rare, strict=True)
                shares = fsum(n * log(kind.share) - lgamma(n + 1) for n, kind in pairs)
                weight = exp(shares + float(ordered[hits]) + (rounds - hits) * rest)
                if weight >= LEAST_WEIGHT:
                    weights[counts] = weight
        if len(weights) > MOST_PARTS:
            return None
        return weights, abs(1.0 - fsum(weights.values())) + LEAST_WEIGHT


def _hits(rounds: int, share: float) -> range:
    """How often something may come in so many rounds, leaving out what is out of the question."""
    mean = rounds * share
    # Bernstein's bound, on either side.
    need = -log(LEAST_WEIGHT)
    off = need / 3 + sqrt(need**2 / 9 + 2 * need * mean)
    return range(max(floor(mean - off), 0), min(ceil(mean + off), rounds) + 1)


def unit_of(one: Distribution) -> int:
    """How many units, in which every result is whole, are one of money."""
    return lcm(*(value.denominator for value in one.ways))


def splits(one: Distribution) -> list[Split]:
    """Every way of setting rare kinds apart: none, the largest prizes, the next ones too, …

    A kind begins where a result is farther from the one below it than that is from the lowest.
    """
    unit = unit_of(one)
    values = [int(value * unit) for value in one.ways]
    ways = list(one.ways.values())
    gaps = [
        i for i in range(1, len(values)) if values[i] - values[i - 1] > values[i - 1] - values[0]
    ]
    gaps = [i for i in gaps if 2 * sum(ways[i:]) < one.total][-MOST_KINDS:]
    found = []
    for at in range(len(gaps) + 1):
        cuts = [0, *gaps[at:], len(values)]
        groups = [(values[i:j], ways[i:j]) for i, j in pairwise(cuts)]
        inner = (v - group[0] for group, _ in groups for v in group)
        step = gcd(*inner) or 1
        common, *rare = (_kind(group, n, step, one.total) for group, n in groups)
        found.append(Split(unit, step, common, tuple(rare)))
    return found


def _kind(values: list[int], ways: list[int], step: int, total: int) -> Kind:
    of_kind = sum(ways)
    mean = sum(v * n for v, n in zip(values, ways, strict=True)) / of_kind
    anchor = min(values, key=lambda v: abs(v - mean))  # So that offsets are around zero.
    offsets = np.array([(v - anchor) // step for v in values], np.int64)
    return Kind(anchor, offsets, np.array([n / of_kind for n in ways]), of_kind / total)


def plus(a: Counts, b: Counts) -> Counts:
    """The hits of both."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def hit(counts: Counts, number: int) -> Counts:
    """One more hit of a rare kind."""
    return (*counts[:number], counts[number] + 1, *counts[number + 1 :])
