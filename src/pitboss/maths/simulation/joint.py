"""A box's whole bet, decision included, as a number: every combination of rows has one.

The category of the player's hand, what the dealer shows beside it, the community card and what six
cards make are the digits of a sum (`sides.py` tells the first two). Where there are few sums, each
is an outcome; else sums that stand for the same rows are one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import Array
from pitboss.language.compiled import CompiledSix
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Row, Wager
from pitboss.maths.simulation.compared import ALL_EQUAL, NEVER, orders
from pitboss.maths.simulation.factors import factors
from pitboss.maths.simulation.sides import SIXTEEN_BITS, Sides

FEW_SUMS = 64


class Joint:
    """The wagers that are on for a box, under one strategy."""

    def __init__(self, wagers: Sequence[Wager], plays: Array) -> None:
        self.factors = factors(wagers, plays)
        self.six = next((wager for wager in wagers if wager.columns("six")), None)
        every = [wager for factor in self.factors for wager in factor.wagers]
        self.wagers = (*every, self.six) if self.six else tuple(every)
        self.six_rows = _six_rows(self.six)
        self.is_special = self._special_hands()
        self.sides = self._best_sides()
        rows, possible = self._rows()
        self._number(rows, possible)

    def _special_hands(self) -> Array:
        """[hand]: whether the player may come to a row that needs a second look."""
        made = np.zeros(len(self.factors[0].player), bool)
        for factor in self.factors:
            special: Array = _any_special(factor.wagers, factor.rows)[factor.table]
            made |= np.asarray(special.any(1))[factor.player]
        return made

    def _best_sides(self) -> Sides:
        """By whatever order there are fewest sums."""
        made = [Sides(self.factors, self.is_special, None, ALL_EQUAL)]
        for factor in self.factors:
            for order in orders(factor):
                made.append(Sides(self.factors, self.is_special, factor, order))
        fits = [one for one in made if one.fits and one.size * self._sixes <= SIXTEEN_BITS]
        if not fits:
            raise NotImplementedError("more outcomes than a number of sixteen bits can tell")
        return min(fits, key=lambda one: one.size)

    @property
    def _sixes(self) -> int:
        return len(self.six.rows) if self.six else 1

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Of the sums: categories, slots, kinds of cards, rows of the wager on six cards."""
        return (*self.sides.shape, self._sixes)

    @property
    def steps(self) -> tuple[int, int, int]:
        """What a category, a slot and a kind of card count for in the sum."""
        _, slots, cards, sixes = self.shape
        return slots * cards * sixes, cards * sixes, sixes

    def _rows(self) -> tuple[Array, Array]:
        """[sum, wager]: the rows that a sum stands for; [sum]: whether it can come about."""
        made, possible = [], np.ones(self.sides.shape, bool)
        for factor, entries in zip(self.factors, self.sides.entries(), strict=True):
            possible &= entries != NEVER
            made.append(factor.rows[entries])
        rows = np.repeat(np.concatenate(made, axis=3)[:, :, :, None], self._sixes, axis=3)
        if self.six:
            last = np.broadcast_to(np.arange(self._sixes)[:, None], (*self.shape, 1))
            rows = np.concatenate([rows, last], axis=4)
        return rows.reshape(-1, len(self.wagers)), np.repeat(possible.ravel(), self._sixes)

    def _number(self, rows: Array, possible: Array) -> None:
        """Outcomes: a number for each sum, and the rows it stands for; special ones come last."""
        special = _any_special(self.wagers, rows)
        self.numbers, self.rows = np.arange(len(rows)), rows
        in_order = (np.diff(special[possible].astype(int)) >= 0).all()
        if len(rows) > FEW_SUMS or not in_order:
            sizes = [2, *(len(wager.rows) for wager in self.wagers)]
            keys = np.ravel_multi_index([special, *rows.T], sizes)
            found, places = np.unique(keys[possible], return_inverse=True)
            self.numbers = np.zeros(len(rows), np.int64)
            self.numbers[possible] = places
            special, *by_wager = np.unravel_index(found, sizes)
            self.rows = np.stack(by_wager, axis=1).reshape(len(found), -1)
            possible = np.ones(len(found), bool)
        last_plain = np.flatnonzero(possible & ~special.astype(bool))[-1]
        self.first_special = int(last_plain + 1)

    @property
    def outcomes(self) -> int:
        return len(self.rows)

    @property
    def is_renumbered(self) -> bool:
        """Whether sums are looked up in `numbers`, being too many to be counted one by one."""
        return len(self.numbers) != self.outcomes or bool((np.diff(self.numbers) != 1).any())

    @property
    def special_share(self) -> float:
        """The share of the player's hands that may need a second look."""
        return float(np.mean(self.is_special))

    def result(self, deal: Deal) -> Array:
        """Numbers of the outcomes of many deals; the strategy decides which of them play."""
        sides = self.sides
        group = sides.dealer.of[deal.dealer]
        sign = sides.order.sign(deal.player, deal.dealer) * sides.is_compared[group]
        category, slot, card = self.steps
        found = sides.player.of[deal.player] * category + (sides.begins[group] + sign) * slot
        found = found + sides.card.of[deal.fourth] * card
        if self.six:
            found = found + self.six_rows[six_cards.value(deal.player, deal.dealer)]
        return np.asarray(self.numbers[found])


def _six_rows(wager: Wager | None) -> Array:
    """[value]: row of the wager on six cards; all one where there is none."""
    if wager is None:
        return np.zeros(six_cards.VALUES, np.int64)
    return np.asarray(CompiledSix(wager).table)


def is_special(wager: Wager, row: Row) -> bool:
    """Whether a row pays from the meter, or to other boxes."""
    return bool(row.pay.meter) or (wager.envy is not None and row.pay.is_win)


def _any_special(wagers: Sequence[Wager], rows: Array) -> Array:
    """[line of rows]: whether one of them is special."""
    made = np.zeros(len(rows), bool)
    for place, wager in enumerate(wagers):
        made |= np.array([is_special(wager, row) for row in wager.rows])[rows[:, place]]
    return made
