"""The search for pay tables that meet a target: depth first, line by line, with bounds.

A higher pay never raises the house edge. So the least and the greatest way to go on from a
beginning bound every edge that can be reached from it, and a beginning that can't reach the target
is dropped with all that would follow. Once the search is long and has found as many pay tables as
are wanted, what can't come as near to the target as those is dropped as well.
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
AT_ONCE, MOST_AT_ONCE = 1 << 15, 1 << 18  # Beginnings that are gone on with together.
ROUNDING = 1e-9  # Far more than a variance is out by; what is nearer is looked at exactly.


@dataclass(frozen=True)
class Target:
    """What is wanted of a pay table; the nearer its edge to the middle, the better."""

    edge: Between
    middle: Fraction
    hit: Between | None = None
    volatility: Between | None = None  # As a standard deviation.


@dataclass(frozen=True, order=True)
class Candidate:
    """A pay table that meets the target; in order, the best first."""

    distance: int  # From the middle, in quarters of the unit over all deals.
    odd: int  # Pays that look odd.
    variance: int  # In a unit that makes it whole.
    worth: tuple[int, ...]  # What the rows pay, in the rulebook's order.
    table: tuple[int, ...]


class Seen:
    """The least and the most of what was seen."""

    def __init__(self) -> None:
        self.least, self.most = inf, -inf

    def see(self, values: Array) -> None:
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))


class Search:
    """One search: what it has found, and how much it has looked at."""

    def __init__(self, prices: Prices, target: Target, limit: int, counted: int) -> None:
        self.prices, self.grid, self.target, self.limit = prices, prices.grid, target, limit
        self._counted = counted  # So many are looked at before one is dropped for being far off.
        self.examined = 0
        self.with_edge = 0  # Pay tables with an edge as wanted,
        self.found = 0  # and those of them that meet the rest.
        self.complete = True  # Whether none was dropped for being far off.
        self.best: list[Candidate] = []
        self.hits, self.variances = Seen(), Seen()  # Of the pay tables with an edge as wanted.
        least, most = prices.totals(self.grid.extremes()).tolist()
        unit = -prices.unit * prices.deals  # Of what all deals win, for an edge of 1.
        self.reach = Fraction(most, unit), Fraction(least, unit)
        low, high = (edge * unit for edge in reversed(target.edge))
        self._least, self._most = max(ceil(low), least), min(floor(high), most)
        # A middle out of reach is as far from each of them as it is from the end of the reach.
        self._middle = _quarters(min(max(target.middle * unit, Fraction(least)), Fraction(most)))

    def run(self) -> None:
        waiting = [self.grid.start()]
        while waiting:
            self._tighten()
            begun = self._promising(waiting.pop())
            if not len(begun):
                continue
            first, last = self.prices.runs(begun, self._least, self._most)
            if np.maximum(last - first + 1, 0).sum() > MOST_AT_ONCE:
                waiting += np.array_split(begun, 2)
                continue
            begun = self.grid.expand(begun, first, last)
            self.examined += len(begun)
            if self.examined > self.prices.most:
                raise self._too_many()
            if begun.shape[1] == len(self.grid):
                self._judge(begun)
            elif len(begun):  # Those with the fewest odd pays are gone on with first.
                begun = begun[np.argsort(-self._odd(begun), kind="stable")]
                waiting += np.array_split(begun, -(-len(begun) // AT_ONCE))

    def _tighten(self) -> None:
        """Leave out what is farther off than all that are wanted; what is as near stays."""
        if self.examined > self._counted and len(self.best) == self.limit:
            worst = self.best[-1].distance
            self._least = max(self._least, -((worst - self._middle) // 4))
            self._most = min(self._most, (worst + self._middle) // 4)
            self.complete = False

    def _promising(self, begun: Array) -> Array:
        """Where no pay table can come nearer than all that are wanted: those no odder than they."""
        nearest = min(self._middle % 4, -self._middle % 4)
        if self.complete or self.best[-1].distance > nearest:
            return begun
        return begun[self._odd(begun) <= self.best[-1].odd]

    def _odd(self, begun: Array) -> Array:
        """How many pays look odd."""
        odd = np.zeros(len(begun), np.int64)
        for at in range(begun.shape[1]):
            odd += self.grid.lines[at].odd[begun[:, at]]
        return odd

    def _judge(self, tables: Array) -> None:
        """Count pay tables with an edge as wanted, and keep the best."""
        totals = self.prices.totals(tables)
        self.with_edge += len(tables)
        if len(tables) and (self.target.hit or self.target.volatility):
            meets = self._meets(tables, totals)
            tables, totals = tables[meets], totals[meets]
        self.found += len(tables)
        ranks = np.stack([np.abs(4 * totals - self._middle), self._odd(tables)])
        if len(self.best) == self.limit:
            better = _no_worse(ranks, (self.best[-1].distance, self.best[-1].odd))
            tables, totals, ranks = tables[better], totals[better], ranks[:, better]
        if len(tables) > self.limit:
            better = self._contenders(tables, totals, ranks)
            tables, totals, ranks = tables[better], totals[better], ranks[:, better]
        made = map(self._candidate, tables.tolist(), totals.tolist(), ranks.T.tolist())
        self.best = sorted([*self.best, *made])[: self.limit]

    def _contenders(self, tables: Array, totals: Array, ranks: Array) -> Array:
        """Which of them may be among the best; variances decide, where all else is equal."""
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
        places = zip(self.grid.lines, table, strict=True)
        worth = self.grid.in_order([int(line.worth[place]) for line, place in places])
        return Candidate(distance, odd, variance, tuple(worth), tuple(table))

    def _meets(self, tables: Array, totals: Array) -> Array:
        """Whether pay tables win as often, and swing as much, as is wanted."""
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
        """[pay table]: the ways of winning, the variance, and how far the latter may be out."""
        hits, squares = self.prices.spread(tables)
        mean_square = squares / self.prices.deals / self.prices.unit**2
        variances = mean_square - (totals / self.prices.deals / self.prices.unit) ** 2
        return hits, variances, ROUNDING * (1 + mean_square)

    def _too_many(self) -> BadConfiguration:
        widest = max(self.grid.lines, key=lambda line: len(line.pays))
        return BadConfiguration(
            "design/too-many",
            f"These ranges hold {_many(self.grid.count())} pay tables, too many to search: narrow "
            f"the rows or give them larger steps, {widest.row} first with its {len(widest.pays)} "
            "pays, or take a narrower target.",
        )


def _no_worse(ranks: Array, than: Array | tuple[int, int]) -> Array:
    """Which are as near and no odder, or nearer."""
    (distances, odd), (distance, odder) = ranks, than
    return np.asarray((distances < distance) | ((distances == distance) & (odd <= odder)))


def _quarters(value: Fraction) -> int:
    """A number in quarters, so that its distances from whole numbers compare as they do.

    Two whole numbers on either side compare by whether its fraction is 0, below, at or above ½.
    """
    whole = floor(value)
    part = value - whole
    return 4 * whole + (2 * (part > Fraction(1, 2)) + (part > 0) + (part == Fraction(1, 2)))


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**12 else f"more than 10^{len(str(count)) - 1}"
