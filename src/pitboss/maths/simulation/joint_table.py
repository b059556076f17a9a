"""A box's whole bet, decision included, as one number for every combination of rows.

The category of the player's hand, the dealer's slot, the community card and the value of six cards
are the digits of a sum (see `hand_comparison`). Where there are few sums, each of them is an
outcome. Otherwise sums that stand for the same rows share an outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import Array
from pitboss.language.compiled import CompiledSix
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Row, Wager
from pitboss.maths.simulation.factor_tables import factor_tables
from pitboss.maths.simulation.hand_comparison import (
    ALL_EQUAL,
    NEVER,
    SIXTEEN_BITS,
    Categories,
    orders,
)

FEW_SUMS = 64


class JointTable:
    """The wagers of a box under one strategy.

    A row is special if it pays from the meter or to other boxes. Outcomes with a special row are
    listed hand by hand, besides being counted, so they have the highest numbers.
    """

    def __init__(self, wagers: Sequence[Wager], plays: Array) -> None:
        self.factors = factor_tables(wagers, plays)
        self.six = next((wager for wager in wagers if wager.columns("six")), None)
        in_factors = [wager for factor in self.factors for wager in factor.wagers]
        self.wagers = (*in_factors, self.six) if self.six else tuple(in_factors)
        self.six_digits, self._six_rows = _six_digits(self.six)
        self.is_special = self._special_hands()
        # [hand]: the decision, if the row on six cards depends on it.
        self._plays = plays if self.six and self.six.reads_decision() else np.ones_like(plays)
        self.categories = self._fewest_categories()
        rows, possible = self._rows()
        self._number(rows, possible)

    def _special_hands(self) -> Array:
        """[hand]: whether the player may reach a special row with it."""
        is_special = np.zeros(len(self.factors[0].player), bool)
        for factor in self.factors:
            entries: Array = _any_special(factor.wagers, factor.rows)[factor.table]
            is_special |= np.asarray(entries.any(1))[factor.player]
        return is_special

    def _fewest_categories(self) -> Categories:
        """By whatever order there are fewest sums."""
        candidates = [Categories(self.factors, self.is_special, self._plays, None, ALL_EQUAL)]
        for factor in self.factors:
            for order in orders(factor):
                compared = Categories(self.factors, self.is_special, self._plays, factor, order)
                candidates.append(compared)
        fitting = [
            categories
            for categories in candidates
            if categories.fits and categories.size * self._six_count <= SIXTEEN_BITS
        ]
        if not fitting:
            raise NotImplementedError("there are more outcomes than sixteen bits can number")
        return min(fitting, key=lambda categories: categories.size)

    @property
    def _six_count(self) -> int:
        return len(self._six_rows[0])

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The number of values of each digit: category, slot, fourth card, six cards."""
        return (*self.categories.shape, self._six_count)

    @property
    def steps(self) -> tuple[int, int, int]:
        """What a category, a slot and a class of the fourth card count for in the sum."""
        _, slots, cards, six_count = self.shape
        return slots * cards * six_count, cards * six_count, six_count

    def _rows(self) -> tuple[Array, Array]:
        """[sum, wager]: the rows that a sum stands for; [sum]: whether it can happen."""
        by_factor, possible = [], np.ones(self.categories.shape, bool)
        for factor, entries in zip(self.factors, self.categories.entries(), strict=True):
            possible &= entries != NEVER
            by_factor.append(factor.rows[entries])
        joined = np.concatenate(by_factor, axis=3)
        rows = np.repeat(joined[:, :, :, None], self._six_count, axis=3)
        if self.six:
            by_category = self._six_rows[self._plays[self.categories.player.example].astype(int)]
            last = np.broadcast_to(by_category[:, None, None, :, None], (*self.shape, 1))
            rows = np.concatenate([rows, last], axis=4)
        return rows.reshape(-1, len(self.wagers)), np.repeat(possible.ravel(), self._six_count)

    def _number(self, rows: Array, possible: Array) -> None:
        """Number the outcomes, special ones last: a number for each sum, and its rows."""
        special = _any_special(self.wagers, rows)
        self.numbers, self.rows = np.arange(len(rows)), rows
        in_order = (np.diff(special[possible].astype(int)) >= 0).all()
        if len(rows) > FEW_SUMS or not in_order:
            sizes = [2, *(len(wager.rows) for wager in self.wagers)]
            keys = np.ravel_multi_index([special, *rows.T], sizes)
            used, numbers = np.unique(keys[possible], return_inverse=True)
            self.numbers = np.zeros(len(rows), np.int64)
            self.numbers[possible] = numbers
            special, *by_wager = np.unravel_index(used, sizes)
            self.rows = np.stack(by_wager, axis=1).reshape(len(used), -1)
            possible = np.ones(len(used), bool)
        last_plain = np.flatnonzero(possible & ~special.astype(bool))[-1]
        self.first_special = int(last_plain + 1)

    @property
    def outcomes(self) -> int:
        return len(self.rows)

    @property
    def is_renumbered(self) -> bool:
        """Whether outcomes are looked up in `numbers`, because the sums are too many to count."""
        return len(self.numbers) != self.outcomes or bool((np.diff(self.numbers) != 1).any())

    @property
    def special_share(self) -> float:
        """The share of the player's hands that may reach a special row."""
        return float(np.mean(self.is_special))

    def result(self, deal: Deal) -> Array:
        """The outcomes of many deals; the strategy decides which of them play."""
        categories = self.categories
        group = categories.dealer.of[deal.dealer]
        sign = categories.order.sign(deal.player, deal.dealer) * categories.is_compared[group]
        category_step, slot_step, card_step = self.steps
        sums = categories.player.of[deal.player] * category_step
        sums = sums + (categories.begins[group] + sign) * slot_step
        sums = sums + categories.card.of[deal.fourth] * card_step
        if self.six:
            sums = sums + self.six_digits[six_cards.value(deal.player, deal.dealer)]
        return np.asarray(self.numbers[sums])


def _six_digits(wager: Wager | None) -> tuple[Array, Array]:
    """[value of six cards]: its digit; [played, digit]: row of the wager on them.

    Values that lead to the same rows, after a fold and otherwise, share a digit.
    """
    if wager is None:
        return np.zeros(six_cards.VALUES, np.int64), np.zeros((2, 1), np.int64)
    rows, digits = np.unique(CompiledSix(wager).table, axis=1, return_inverse=True)
    return digits.ravel(), rows


def is_special(wager: Wager, row: Row) -> bool:
    """Whether a row pays from the meter, or to other boxes."""
    return bool(row.pay.meter) or (wager.envy is not None and row.pay.is_win)


def _any_special(wagers: Sequence[Wager], rows: Array) -> Array:
    """[combination of rows]: whether one of them is special."""
    special = np.zeros(len(rows), bool)
    for place, wager in enumerate(wagers):
        special |= np.array([is_special(wager, row) for row in wager.rows])[rows[:, place]]
    return special
