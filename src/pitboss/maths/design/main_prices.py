"""Prices of pay tables where the player decides: the main bet under the best strategy.

The best strategy depends on the pays, so it is worked out for each pay table. Hands that lead to
the same outcomes in the same numbers of ways decide alike: the 22,100 hands form little more than a
thousand groups, and most of those play, or fold, under every pay table of the grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.compiled import by_keys
from pitboss.language.expressions import Deal
from pitboss.maths.design.grid import Grid
from pitboss.maths.design.prices import Outcomes, Prices
from pitboss.maths.odds.main_bet import DEALERS, MainBet

# Products are kept small: NumPy splits large ones among threads, and on a busy machine the threads'
# waiting for each other costs many times what they save.
LARGEST_PRODUCT = 200_000


@dataclass(frozen=True, eq=False)
class Groups:
    """Groups of hands that lead to the same outcomes in the same numbers of ways.

    The outcomes are the tuples of rows of played hands, followed by those of folded hands.
    """

    played: list[tuple[int, ...]]
    folded: list[tuple[int, ...]]
    plays_to: Array  # [group, played tuple]: ways, summed over the hands of the group.
    folds_to: Array  # [group, folded tuple]: the same.


def groups(bet: MainBet) -> Groups:
    """The hands of the main bet, grouped by their outcomes."""
    folded = Deal(np.arange(COUNT), 0, played=False)  # A fold does not read the dealer's hand.
    rows = [np.broadcast_to(wager.result(folded), COUNT) for wager in bet.wagers]
    fold = by_keys(*rows)
    alike = by_keys(fold.of, *bet.ways.T)
    hands = alike.sizes()[:, None]
    return Groups(
        bet.played,
        [tuple(int(row[hand]) for row in rows) for hand in fold.example.tolist()],
        bet.ways[alike.example] * hands,
        np.eye(len(fold))[fold.of[alike.example]] * DEALERS * hands,
    )


class MainPrices(Prices):
    """The main bet under the best strategy for each pay table."""

    most = 1_000_000

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, hands: Groups) -> None:
        super().__init__(grid, outcomes, unit, int(hands.plays_to.sum()))
        self._played = len(hands.played)
        self._plays_to, self._folds_to = hands.plays_to, hands.folds_to
        self._sure = np.zeros(len(outcomes.fixed), np.int64)  # Ways of the groups set apart.
        if not outcomes.times[:, self._played :].any():
            self._set_apart()

    def _set_apart(self) -> None:
        """Set apart the groups that play, or fold, under every pay table of the grid.

        Folding does not depend on the pays here, and playing gains by a higher pay. So the least
        and the greatest pay table decide.
        """
        playing, folding = self._values(self.nets(self.grid.extremes()))
        always, never = playing[0] >= folding[0], playing[1] < folding[1]
        sure = self._plays_to[always].sum(0), self._folds_to[never].sum(0)
        self._sure = np.concatenate(sure).astype(np.int64)
        unsure = ~(always | never)
        self._plays_to, self._folds_to = self._plays_to[unsure], self._folds_to[unsure]

    def _values(self, nets: Array) -> tuple[Array, Array]:
        """[pay table, group]: total net of playing, and of folding, in the unit."""
        # Floating point for fast products: exact, since all integers are far below 2**53.
        played, folded = nets[:, : self._played], nets[:, self._played :]
        return played.astype(float) @ self._plays_to.T, folded.astype(float) @ self._folds_to.T

    def totals(self, tables: Array) -> Array:
        totals = np.empty(len(tables), np.int64)
        for batch in self._batches(len(tables)):
            nets = self.nets(tables[batch])
            best = np.maximum(*self._values(nets))
            totals[batch] = nets @ self._sure + best.astype(np.int64).sum(1)
        return totals

    def counts(self, tables: Array) -> Array:
        counts = np.empty((len(tables), len(self._sure)), np.int64)
        for batch in self._batches(len(tables)):
            playing, folding = self._values(self.nets(tables[batch]))
            plays = (playing >= folding).astype(float)
            ways = plays @ self._plays_to, (1 - plays) @ self._folds_to
            counts[batch] = self._sure + np.concatenate(ways, axis=1).astype(np.int64)
        return counts

    def _batches(self, tables: int) -> list[slice]:
        size = max(1, LARGEST_PRODUCT // max(1, self._plays_to.size))
        return [slice(start, start + size) for start in range(0, tables, size)]

    def runs(self, prefixes: Array, least: int, most: int) -> tuple[Array, Array]:
        first, last = self.grid.runs(prefixes)
        # By bisection: the first pay that can reach `least`, and the first that must pass `most`.
        enough = self._first(prefixes, lambda tried: self._at_most(tried) >= least)
        too_much = self._first(prefixes, lambda tried: self._at_least(tried) > most)
        return np.maximum(first, enough), np.minimum(last, too_much - 1)

    def _at_least(self, prefixes: Array) -> Array:
        return self.totals(self.grid.least(prefixes))

    def _at_most(self, prefixes: Array) -> Array:
        return self.totals(self.grid.greatest(prefixes))

    def _first(self, prefixes: Array, holds: Callable[[Array], Array]) -> Array:
        """For each prefix, the first pay of the next row for which a monotone condition holds."""
        low, high = self.grid.runs(prefixes)
        beyond = high + 1
        while (unsure := np.flatnonzero(low < beyond)).size:
            middle = (low[unsure] + beyond[unsure]) // 2
            held = holds(self.grid.expand(prefixes[unsure], middle, middle))
            beyond[unsure[held]] = middle[held]
            low[unsure[~held]] = middle[~held] + 1
        return low
