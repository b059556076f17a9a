"""Branch and bound: a depth-first search for the pay tables that meet a target, row by row.

A higher pay never raises the house edge. So the least and the greatest completion of a prefix bound
every edge that it can reach, and a prefix that can't reach the target is pruned. Once a long search
has found as many pay tables as are wanted, prefixes that can't come closer to the target than those
are pruned as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadConfiguration
from pitboss.maths.design.prices import Prices

Between = tuple[Fraction, Fraction]  # Both ends included.
AT_ONCE, MOST_AT_ONCE = 1 << 15, 1 << 18  # Prefixes expanded per batch.
ROUNDING = 1e-9  # Bounds the rounding error of a variance; closer calls are decided exactly.


@dataclass(frozen=True)
class Target:
    """The target of a search; the nearer an edge is to the middle, the better."""

    edge: Between
    middle: Fraction
    hit: Between | None = None
    volatility: Between | None = None  # As a standard deviation.


@dataclass(frozen=True, order=True)
class Candidate:
    """A pay table that meets the target; candidates sort best first."""

    distance: int  # From the middle, in quarters of the unit over all deals; see `_quarters`.
    odd: int  # Pays that look odd.
    variance: int  # In a unit that makes it whole.
    worth: tuple[int, ...]  # What the rows pay, in the rulebook's order.
    table: tuple[int, ...]


class Seen:
    """The least and the greatest of all values seen."""

    def __init__(self) -> None:
        self.least, self.most = inf, -inf

    def see(self, values: Array) -> None:
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))


class Search:
    """One search, its results, and how much it has examined."""

    def __init__(self, prices: Prices, target: Target, limit: int, counted: int) -> None:
        self.prices, self.grid, self.target, self.limit = prices, prices.grid, target, limit
        self._counted = counted  # How many to examine before any is pruned for being too far off.
        self.examined = 0
        self.with_edge = 0  # Pay tables with an edge within the target.
        self.meeting_target = 0  # Those of them that meet the whole target.
        self.complete = True  # Whether none was pruned for being too far off.
        self.best: list[Candidate] = []
        self.hits, self.variances = Seen(), Seen()  # Of the pay tables with such an edge.
        least, most = prices.totals(self.grid.extremes()).tolist()
        unit = -prices.unit * prices.deals  # The total over all deals for an edge of 1.
        self.reach = Fraction(most, unit), Fraction(least, unit)
        low, high = (edge * unit for edge in reversed(target.edge))
        self._least, self._most = max(ceil(low), least), min(floor(high), most)
        # Measuring from the end of the reach ranks pay tables as a middle beyond it would.
        self._middle = _quarters(min(max(target.middle * unit, Fraction(least)), Fraction(most)))

    def run(self) -> None:
        waiting = [self.grid.start()]
        while waiting:
            self._tighten()
            prefixes = self._promising(waiting.pop())
            if not len(prefixes):
                continue
            first, last = self.prices.runs(prefixes, self._least, self._most)
            if np.maximum(last - first + 1, 0).sum() > MOST_AT_ONCE:
                waiting += np.array_split(prefixes, 2)
                continue
            prefixes = self.grid.expand(prefixes, first, last)
            self.examined += len(prefixes)
            if self.examined > self.prices.most:
                raise self._too_many()
            if prefixes.shape[1] == len(self.grid):
                self._judge(prefixes)
            elif len(prefixes):  # Prefixes with the fewest odd pays are expanded first.
                prefixes = prefixes[np.argsort(-self._odd(prefixes), kind="stable")]
                waiting += np.array_split(prefixes, -(-len(prefixes) // AT_ONCE))

    def _tighten(self) -> None:
        """Prune totals farther from the middle than the worst pay table kept; keep equals."""
        if self.examined > self._counted and len(self.best) == self.limit:
            worst = self.best[-1].distance
            self._least = max(self._least, -((worst - self._middle) // 4))
            self._most = min(self._most, (worst + self._middle) // 4)
            self.complete = False

    def _promising(self, prefixes: Array) -> Array:
        """The prefixes that can still be kept: if none can be nearer, those that are no odder."""
        nearest = min(self._middle % 4, -self._middle % 4)
        if self.complete or self.best[-1].distance > nearest:
            return prefixes
        return prefixes[self._odd(prefixes) <= self.best[-1].odd]

    def _odd(self, prefixes: Array) -> Array:
        """How many pays look odd."""
        odd = np.zeros(len(prefixes), np.int64)
        for at in range(prefixes.shape[1]):
            odd += self.grid.rows[at].odd[prefixes[:, at]]
        return odd

    def _judge(self, tables: Array) -> None:
        """Count the pay tables that meet the target, and keep the best."""
        totals = self.prices.totals(tables)
        self.with_edge += len(tables)
        if len(tables) and (self.target.hit or self.target.volatility):
            meets = self._meets(tables, totals)
            tables, totals = tables[meets], totals[meets]
        self.meeting_target += len(tables)
        ranks = np.stack([np.abs(4 * totals - self._middle), self._odd(tables)])
        if len(self.best) == self.limit:
            better = _no_worse(ranks, (self.best[-1].distance, self.best[-1].odd))
            tables, totals, ranks = tables[better], totals[better], ranks[:, better]
        if len(tables) > self.limit:
            better = self._contenders(tables, totals, ranks)
            tables, totals, ranks = tables[better], totals[better], ranks[:, better]
        candidates = map(self._candidate, tables.tolist(), totals.tolist(), ranks.T.tolist())
        self.best = sorted([*self.best, *candidates])[: self.limit]

    def _contenders(self, tables: Array, totals: Array, ranks: Array) -> Array:
        """[pay table]: whether it may be among the best; variances break ties."""
        order = np.lexsort(ranks[::-1])
        last = ranks[:, order[self.limit - 1]]
        chosen = _no_worse(ranks, last)
        alike = np.flatnonzero((ranks == last[:, None]).all(0))
        places = self.limit - (int(chosen.sum()) - len(alike))
        _, variances, slack = self._spread(tables[alike], totals[alike])
        worst = np.partition(variances + slack, places - 1)[places - 1]
        chosen[alike[variances - slack > worst]] = False
        return chosen

    def _candidate(self, table: list[int], total: int, rank: list[int]) -> Candidate:
        distance, odd = rank
        variance = self.prices.squares(table) * self.prices.deals - total**2
        pays = zip(self.grid.rows, table, strict=True)
        worth = self.grid.in_order([int(row.worth[pay]) for row, pay in pays])
        return Candidate(distance, odd, variance, tuple(worth), tuple(table))

    def _meets(self, tables: Array, totals: Array) -> Array:
        """[pay table]: whether its hit rate and its volatility are within the target."""
        hits, variances, slack = self._spread(tables, totals)
        self.hits.see(hits)
        self.variances.see(variances)
        meets = np.ones(len(tables), bool)
        if self.target.hit:
            low, high = (share * self.prices.deals for share in self.target.hit)
            meets &= (hits >= ceil(low)) & (hits <= floor(high))
        if self.target.volatility:
            between = self.target.volatility[0] ** 2, self.target.volatility[1] ** 2
            inside = np.minimum(variances - float(between[0]), float(between[1]) - variances)
            for i in np.flatnonzero(meets & (np.abs(inside) <= slack)).tolist():
                exact = self.prices.figures(tables[i].tolist())[0].variance
                inside[i] = 1 if between[0] <= exact <= between[1] else -1
            meets &= inside > 0
        return meets

    def _spread(self, tables: Array, totals: Array) -> tuple[Array, Array, Array]:
        """[pay table]: the ways of winning, the variance, and a bound on the variance's error."""
        hits, squares = self.prices.spread(tables)
        mean_square = squares / self.prices.deals / self.prices.unit**2
        variances = mean_square - (totals / self.prices.deals / self.prices.unit) ** 2
        return hits, variances, ROUNDING * (1 + mean_square)

    def _too_many(self) -> BadConfiguration:
        widest = max(self.grid.rows, key=lambda row: len(row.pays))
        return BadConfiguration(
            "design/too-many",
            f"These ranges hold {_many(self.grid.count())} pay tables, too many to search: narrow "
            f"the rows or give them larger steps, {widest.key} first with its {len(widest.pays)} "
            "pays, or take a narrower target.",
        )


def _no_worse(ranks: Array, than: Array | tuple[int, int]) -> Array:
    """[pay table]: whether it is nearer, or as near and no odder."""
    (distances, odd), (distance, odder) = ranks, than
    return np.asarray((distances < distance) | ((distances == distance) & (odd <= odder)))


def _quarters(value: Fraction) -> int:
    """A number rounded to quarters so that its distances from integers still compare correctly.

    Which of two integers is nearer depends only on whether its fraction is 0, below, at or above ½.
    """
    whole = floor(value)
    part = value - whole
    return 4 * whole + (2 * (part > Fraction(1, 2)) + (part > 0) + (part == Fraction(1, 2)))


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**12 else f"more than 10^{len(str(count)) - 1}"
