"""Exact prices of many pay tables at once.

The total net over all deals is a sum with one term per row of the pay table, so the pays that lead
to a wanted total can be looked up.
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
    """The possible outcomes, and what each pays: a fixed net and the pays of some rows."""

    fixed: Array  # [outcome]: the net that no row of the design decides, in the unit.
    times: Array  # [row, outcome]: how many times the outcome includes the pay of the row.
    kept: Array  # [outcome]: it is a win above this net, in the unit.


class Prices:
    """The pay tables of a grid, priced over the same deals."""

    most = 30_000_000  # Pay tables and prefixes that a search may examine.

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, deals: int) -> None:
        self.grid, self.outcomes = grid, outcomes
        self.unit, self.deals = unit, deals

    def nets(self, tables: Array) -> Array:
        """[pay table, outcome]: the net of each outcome, in the unit."""
        pays = [row.worth[tables[:, at]] for at, row in enumerate(self.grid.rows)]
        return np.asarray(self.outcomes.fixed + np.column_stack(pays) @ self.outcomes.times)

    def counts(self, tables: Array) -> Array:
        """[pay table, outcome]: the number of ways that lead to it."""
        raise NotImplementedError

    def totals(self, tables: Array) -> Array:
        """[pay table]: total net over all deals, in the unit; it rises with every pay."""
        raise NotImplementedError

    def runs(self, prefixes: Array, least: int, most: int) -> tuple[Array, Array]:
        """For each prefix, the first and last pay of the next row that can reach such totals."""
        raise NotImplementedError

    def spread(self, tables: Array) -> tuple[Array, Array]:
        """[pay table]: the ways of winning, and the sum of squared nets in floating point."""
        nets, counts = self.nets(tables), self.counts(tables)
        hits = (counts * (nets > self.outcomes.kept)).sum(1)
        return hits, (counts * nets.astype(float) ** 2).sum(1)

    def squares(self, table: Sequence[int]) -> int:
        """The exact sum of squared nets of one pay table."""
        tables = np.array([table])
        pairs = zip(self.nets(tables)[0].tolist(), self.counts(tables)[0].tolist(), strict=True)
        return sum(n * net**2 for net, n in pairs)

    def figures(self, table: Sequence[int]) -> tuple[Distribution, Fraction]:
        """The exact distribution of one pay table, and its hit frequency."""
        tables = np.array([table])
        columns = self.nets(tables)[0], self.counts(tables)[0], self.outcomes.kept
        outcomes = list(zip(*(column.tolist() for column in columns), strict=True))
        results = Distribution.of((Fraction(net, self.unit), n) for net, n, _ in outcomes)
        return results, Fraction(sum(n for net, n, kept in outcomes if net > kept), self.deals)


class WagerPrices(Prices):
    """A wager by itself: how often each row comes about does not depend on the pays."""

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, ways: Sequence[int]) -> None:
        super().__init__(grid, outcomes, unit, sum(ways))
        self._ways = np.array(ways)
        self._fixed = int(outcomes.fixed @ self._ways)
        times = (outcomes.times @ self._ways).tolist()
        self._parts = [row.worth * n for row, n in zip(grid.rows, times, strict=True)]
        self._least, self._most = (self._from_here_on(end) for end in (0, 1))

    def _from_here_on(self, end: int) -> list[Array]:
        """[row][pay]: the term of this row plus the least, or the most, of all rows after it."""
        sums = [self._parts[-1]]
        for part, runs in zip(self._parts[-2::-1], self.grid.order[::-1], strict=True):
            sums.append(part + sums[-1][runs[end]])
        return sums[::-1]

    def counts(self, tables: Array) -> Array:
        return np.broadcast_to(self._ways, (len(tables), len(self._ways)))

    def totals(self, tables: Array) -> Array:
        """Of prefixes too: the terms of their own rows."""
        total = np.full(len(tables), self._fixed)
        for at in range(tables.shape[1]):
            total += self._parts[at][tables[:, at]]
        return total

    def runs(self, prefixes: Array, least: int, most: int) -> tuple[Array, Array]:
        at, so_far = prefixes.shape[1], self.totals(prefixes)
        first, last = self.grid.runs(prefixes)
        enough = np.searchsorted(self._most[at], least - so_far, "left")
        too_much = np.searchsorted(self._least[at], most - so_far, "right")
        return np.maximum(first, enough), np.minimum(last, too_much - 1)
