"""What a pay table is worth where the player decides: the main bet under the best strategy.

The best strategy depends on the pays, so it is worked out anew for each pay table. Hands that come
to the same outcomes in the same numbers of ways decide alike: the 22,100 hands are little more than
a thousand groups, and most of those play, or fold, with every pay table there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.classes import by_keys
from pitboss.language.expressions import Deal
from pitboss.maths.design.grid import Grid
from pitboss.maths.design.prices import Outcomes, Prices
from pitboss.maths.odds.main_bet import DEALERS, MainBet

# Products are kept small: NumPy shares large ones out among threads, and where the machine is busy
# with other things as well, their waiting for each other costs many times what it saves.
LARGEST_PRODUCT = 200_000


@dataclass(frozen=True, eq=False)
class Groups:
    """Hands that come to the same outcomes in the same numbers of ways, together."""

    played: list[tuple[int, ...]]  # The tuples of rows that a played hand comes to,
    folded: list[tuple[int, ...]]  # and those of a hand that folds: the outcomes, in this order.
    plays_to: Array  # [group, played tuple]: with how many dealer's hands, for all its hands.
    folds_to: Array  # [group, folded tuple]: the same.


def groups(bet: MainBet) -> Groups:
    """The hands of the main bet, by what they come to."""
    everyone = Deal(np.arange(COUNT), 0, played=False)  # A fold does not ask the dealer's hand.
    rows = [np.broadcast_to(wager.result(everyone), COUNT) for wager in bet.wagers]
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
    """The main bet under the best strategy, which is another one for other pays."""

    most = 1_000_000

    def __init__(self, grid: Grid, outcomes: Outcomes, unit: int, hands: Groups) -> None:
        super().__init__(grid, outcomes, unit, int(hands.plays_to.sum()))
        self._played = len(hands.played)
        self._plays_to, self._folds_to = hands.plays_to, hands.folds_to
        self._sure = np.zeros(len(outcomes.fixed), np.int64)  # Ways that no decision changes.
        if not outcomes.lines[:, self._played :].any():
            self._set_apart()

    def _set_apart(self) -> None:
        """Count the groups that play, or fold, whatever the pay table; a fold wins nothing more.

        A higher pay is a reason to play, so the least and the greatest pay table tell.
        """
        playing, folding = self._values(self.nets(self.grid.extremes()))
        always, never = playing[0] >= folding[0], playing[1] < folding[1]
        sure = self._plays_to[always].sum(0), self._folds_to[never].sum(0)
        self._sure = np.concatenate(sure).astype(np.int64)
        unsure = ~(always | never)
        self._plays_to, self._folds_to = self._plays_to[unsure], self._folds_to[unsure]

    def _values(self, nets: Array) -> tuple[Array, Array]:
        """[pay table, group]: what playing wins, and what folding wins, in the unit."""
        # In floating point for the sake of fast products: whole numbers, far below 2**53.
        played, folded = nets[:, : self._played], nets[:, self._played :]
        return played.astype(float) @ self._plays_to.T, folded.astype(float) @ self._folds_to.T

    def totals(self, tables: Array) -> Array:
        made = np.empty(len(tables), np.int64)
        for some in self._parts(len(tables)):
            nets = self.nets(tables[some])
            best = np.maximum(*self._values(nets))
            made[some] = nets @ self._sure + best.astype(np.int64).sum(1)
        return made

    def counts(self, tables: Array) -> Array:
        made = np.empty((len(tables), len(self._sure)), np.int64)
        for some in self._parts(len(tables)):
            playing, folding = self._values(self.nets(tables[some]))
            plays = (playing >= folding).astype(float)
            ways = plays @ self._plays_to, (1 - plays) @ self._folds_to
            made[some] = self._sure + np.concatenate(ways, axis=1).astype(np.int64)
        return made

    def _parts(self, tables: int) -> list[slice]:
        size = max(1, LARGEST_PRODUCT // max(1, self._plays_to.size))
        return [slice(start, start + size) for start in range(0, tables, size)]

    def runs(self, begun: Array, least: int, most: int) -> tuple[Array, Array]:
        first, last = self.grid.runs(begun)
        # Each by halving: the first that can win enough, and the first that must win too much.
        enough = self._first(begun, lambda tried: self._at_most(tried) >= least)
        too_much = self._first(begun, lambda tried: self._at_least(tried) > most)
        return np.maximum(first, enough), np.minimum(last, too_much - 1)

    def _at_least(self, begun: Array) -> Array:
        return self.totals(self.grid.least(begun))

    def _at_most(self, begun: Array) -> Array:
        return self.totals(self.grid.greatest(begun))

    def _first(self, begun: Array, holds: Callable[[Array], Array]) -> Array:
        """The first pay of the next line for which this holds, as it does for all that follow."""
        low, high = self.grid.runs(begun)
        beyond = high + 1
        while (unsure := np.flatnonzero(low < beyond)).size:
            middle = (low[unsure] + beyond[unsure]) // 2
            held = holds(self.grid.expand(begun[unsure], middle, middle))
            beyond[unsure[held]] = middle[held]
            low[unsure[~held]] = middle[~held] + 1
        return low
