"""The results of a round in tiers: the common results, and tiers of rare large prizes.

Common results lie close together, so their sums fill a narrow window. A prize of 1,000 to 1, let
alone 200,000 to 1, would stretch that window a thousandfold. Such prizes are therefore kept in
tiers of their own: a session is split by how often it hits each tier, and given those counts the
rest of it is narrow again. How many tiers to use affects only the cost, never the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import ceil, exp, floor, fsum, gcd, lcm, lgamma, log, log1p, prod, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.lattice import Lattice

HitCounts = tuple[int, ...]  # How often each rare tier was hit.
State = dict[HitCounts, Lattice]  # The balances of players, by their hits of rare tiers.

MOST_TIERS = 4  # Rare ones.
MOST_HIT_COUNTS = 1_000
NEGLIGIBLE = 1e-16  # A probability not worth keeping; what is dropped is added to the error.
NEGLIGIBLE_WEIGHT = 1e-15  # The same for the probability of a combination of hits.


@dataclass(frozen=True, eq=False)
class Tier:
    """Results of one tier: anchor + step × offset, and the chance of each within the tier."""

    anchor: int
    offsets: Array
    chances: Array
    share: float  # The chance that a round falls into this tier.

    @cached_property
    def lattice(self) -> Lattice:
        """The offsets of a round of this tier, weighted with its share."""
        first = int(self.offsets[0])
        dense = np.zeros(int(self.offsets[-1]) - first + 1)
        dense[self.offsets - first] = self.chances * self.share
        return Lattice(first, 1, dense)

    @cached_property
    def width(self) -> int:
        """How many points a round of this tier spans."""
        return len(self.lattice.chances)

    @cached_property
    def points(self) -> list[tuple[int, float]]:
        """The points of the lattice that have a probability, as (place, chance)."""
        places = (self.offsets - self.offsets[0]).tolist()
        return list(zip(places, (self.chances * self.share).tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class PrizeTiers:
    """A round's results as one common tier and some rare ones, all in whole units."""

    unit: int  # How many of these units make one of money.
    step: int  # Divides the differences of results within every tier.
    common: Tier
    rare: tuple[Tier, ...]

    @property
    def tiers(self) -> tuple[Tier, ...]:
        return self.common, *self.rare

    @cached_property
    def no_hits(self) -> HitCounts:
        return (0,) * len(self.rare)

    @cached_property
    def largest_loss(self) -> int:
        return -min(tier.anchor + self.step * int(tier.offsets[0]) for tier in self.tiers)

    @cached_property
    def largest_win(self) -> int:
        return max(tier.anchor + self.step * int(tier.offsets[-1]) for tier in self.tiers)

    def sum_of_anchors(self, rounds: int, hits: HitCounts) -> int:
        """The balance after these rounds and hits if every offset were 0."""
        total = (rounds - sum(hits)) * self.common.anchor
        return total + sum(n * tier.anchor for n, tier in zip(hits, self.rare, strict=True))

    def weights(self, rounds: int) -> tuple[dict[HitCounts, float], float] | None:
        """The multinomial chance of each combination of hits, and a bound of the chance left out.

        None where there are too many combinations.
        """
        ranges = [_likely_hits(rounds, tier.share) for tier in self.rare]
        if prod(map(len, ranges)) > 4 * MOST_HIT_COUNTS:
            return None
        log_common = log1p(-fsum(tier.share for tier in self.rare))
        most = sum(max(counts, default=0) for counts in ranges)
        falling = np.cumsum([0.0, *(log(rounds - i) for i in range(min(rounds, most)))])
        weights: dict[HitCounts, float] = {}
        for hits in product(*ranges):
            total = sum(hits)
            if total <= rounds:
                pairs = zip(hits, self.rare, strict=True)
                log_rare = fsum(n * log(tier.share) - lgamma(n + 1) for n, tier in pairs)
                weight = exp(log_rare + float(falling[total]) + (rounds - total) * log_common)
                if weight >= NEGLIGIBLE_WEIGHT:
                    weights[hits] = weight
        if len(weights) > MOST_HIT_COUNTS:
            return None
        return weights, abs(1.0 - fsum(weights.values())) + NEGLIGIBLE_WEIGHT


def _likely_hits(rounds: int, share: float) -> range:
    """The numbers of hits that are not negligible, by Bernstein's bound on either side."""
    mean = rounds * share
    need = -log(NEGLIGIBLE_WEIGHT)
    off = need / 3 + sqrt(need**2 / 9 + 2 * need * mean)
    return range(max(floor(mean - off), 0), min(ceil(mean + off), rounds) + 1)


def unit_of(round_results: Distribution) -> int:
    """How many units make one of money, if every result is to be a whole number of units."""
    return lcm(*(value.denominator for value in round_results.ways))


def candidate_tiers(round_results: Distribution) -> list[PrizeTiers]:
    """Every way to set rare tiers apart, from the most tiers down to none.

    A tier begins where a result is farther from the one below it than that is from the lowest.
    """
    unit = unit_of(round_results)
    values = [int(value * unit) for value in round_results.ways]
    ways = list(round_results.ways.values())
    gaps = [
        i for i in range(1, len(values)) if values[i] - values[i - 1] > values[i - 1] - values[0]
    ]
    gaps = [i for i in gaps if 2 * sum(ways[i:]) < round_results.total][-MOST_TIERS:]
    candidates = []
    for dropped in range(len(gaps) + 1):
        cuts = [0, *gaps[dropped:], len(values)]
        groups = [(values[i:j], ways[i:j]) for i, j in pairwise(cuts)]
        inner = (value - group[0] for group, _ in groups for value in group)
        step = gcd(*inner) or 1
        common, *rare = (_tier(group, n, step, round_results.total) for group, n in groups)
        candidates.append(PrizeTiers(unit, step, common, tuple(rare)))
    return candidates


def _tier(values: list[int], ways: list[int], step: int, total: int) -> Tier:
    of_tier = sum(ways)
    mean = sum(value * n for value, n in zip(values, ways, strict=True)) / of_tier
    anchor = min(values, key=lambda value: abs(value - mean))  # Keeps offsets around zero.
    offsets = np.array([(value - anchor) // step for value in values], np.int64)
    return Tier(anchor, offsets, np.array([n / of_tier for n in ways]), of_tier / total)


def plus(a: HitCounts, b: HitCounts) -> HitCounts:
    """The hits of both."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def with_hit(hits: HitCounts, number: int) -> HitCounts:
    """One more hit of a rare tier."""
    return (*hits[:number], hits[number] + 1, *hits[number + 1 :])
