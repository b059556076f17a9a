"""What a pay table is worth, for many of them at once and exactly.

A wager comes to one of its rows, and a row's net is its pay. A total over all deals is then a sum
with one part for each line, so that the pays which lead to a wanted total are looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.design.grid import Grid
from pitboss.maths.odds.statistics import Distribution


@dataclass(frozen=True)
class Outcomes:
    """The outcomes there are, and what each pays: a fixed net and the pays of some lines."""

    fixed: Array  # [outcome]: the net that no line decides, in the unit.
    lines: Array  # [line, outcome]: how often the pay of a line is part of it.
    kept: Array  # [outcome]: it is a win above this net, in the unit.


class Prices:
    """The pay tables of a grid, priced over the same deals; one is a place on each line."""

    most = 30_000_000  # Pay tables, and beginnings of them, that a search may look at.

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, deals: int) -> None:
        self.grid, self.outcomes = grid, outcomes
        self.unit, self.deals = unit, deals

    def nets(self, tables: Array) -> Array:
        """[pay table, outcome]: the net of each outcome, in the unit."""
        pays = [line.worth[tables[:, at]] for at, line in enumerate(self.grid.lines)]
        return np.asarray(self.outcomes.fixed + np.column_stack(pays) @ self.outcomes.lines)

    def counts(self, tables: Array) -> Array:
        """[pay table, outcome]: in how many ways each comes about."""
        raise NotImplementedError

    def totals(self, tables: Array) -> Array:
        """[pay table]: what all deals together win, in the unit; more where a line pays more."""
        raise NotImplementedError

    def runs(self, begun: Array, least: int, most: int) -> tuple[Array, Array]:
        """For each beginning, the pays of the next line from which such totals can be reached."""
        raise NotImplementedError

    def spread(self, tables: Array) -> tuple[Array, Array]:
        """[pay table]: the ways of winning, and the sum of the squares; the latter is rounded."""
        nets, counts = self.nets(tables), self.counts(tables)
        hits = (counts * (nets > self.outcomes.kept)).sum(1)
        return hits, (counts * nets.astype(float) ** 2).sum(1)

    def squares(self, table: Sequence[int]) -> int:
        """The sum of the squares for one pay table, exact."""
        one = np.array([table])
        pairs = zip(self.nets(one)[0].tolist(), self.counts(one)[0].tolist(), strict=True)
        return sum(n * net**2 for net, n in pairs)

    def figures(self, table: Sequence[int]) -> tuple[Distribution, Fraction]:
        """The results of one pay table, and the share of deals that win; exact."""
        one = np.array([table])
        found = self.nets(one)[0], self.counts(one)[0], self.outcomes.kept
        outcomes = list(zip(*(each.tolist() for each in found), strict=True))
        results = Distribution.of((Fraction(net, self.unit), n) for net, n, _ in outcomes)
        return results, Fraction(sum(n for net, n, kept in outcomes if net > kept), self.deals)


class WagerPrices(Prices):
    """A wager by itself: its rows come about as often, whatever they pay."""

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, ways: Sequence[int]) -> None:
        super().__init__(grid, outcomes, unit, sum(ways))
        self._ways = np.array(ways)
        self._fixed = int(outcomes.fixed @ self._ways)
        times = (outcomes.lines @ self._ways).tolist()
        self._parts = [line.worth * n for line, n in zip(grid.lines, times, strict=True)]
        self._least, self._most = (self._from_here_on(end) for end in (0, 1))

    def _from_here_on(self, end: int) -> list[Array]:
        """[line][pay]: the part of this line and the least, or the most, of those after it."""
        sums = [self._parts[-1]]
        for part, runs in zip(self._parts[-2::-1], self.grid.order[::-1], strict=True):
            sums.append(part + sums[-1][runs[end]])
        return sums[::-1]

    def counts(self, tables: Array) -> Array:
        return np.broadcast_to(self._ways, (len(tables), len(self._ways)))

    def totals(self, tables: Array) -> Array:
        """Of beginnings, too: without what is to come."""
        total = np.full(len(tables), self._fixed)
        for at in range(tables.shape[1]):
            total += self._parts[at][tables[:, at]]
        return total

    def runs(self, begun: Array, least: int, most: int) -> tuple[Array, Array]:
        at, so_far = begun.shape[1], self.totals(begun)
        first, last = self.grid.runs(begun)
        enough = np.searchsorted(self._most[at], least - so_far, "left")
        too_much = np.searchsorted(self._least[at], most - so_far, "right")
        return np.maximum(first, enough), np.minimum(last, too_much - 1)
