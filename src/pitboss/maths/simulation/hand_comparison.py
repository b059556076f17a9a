"""A table of two hands, split into what either hand is by itself and which of them is higher.

The table of every player's hand against every dealer's is large and repetitive: a pair that beats a
qualifying dealer wins what any such pair does. So hands are sorted into a few categories on either
side, and all that is left to ask of the two is a comparison, which costs less than a look-up. Hands
are compared by what the rules compare. Whether that is enough is checked against the table itself,
entry by entry. Any table can be split, if only into as many categories as it has lines.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array
from pitboss.language.compiled import by_keys
from pitboss.language.expressions import Deal, Expression, Operation
from pitboss.maths.simulation.factor_tables import FactorTable

COMPARISONS = {operator.gt, operator.ge, operator.lt, operator.le, operator.eq, operator.ne}
SIGNS = LOWER, EQUAL, HIGHER = range(3)  # The player's hand compared with the dealer's.
NEVER = -1  # In a table: cannot happen.
SIXTEEN_BITS = 1 << 16


class Order(NamedTuple):
    """The levels by which two hands are compared."""

    own: Array  # [player's hand]
    theirs: Array  # [dealer's hand]

    @property
    def levels(self) -> int:
        """How many levels there are; hands of one level are equal."""
        return int(max(self.own.max(), self.theirs.max())) + 1

    def sign(self, player: Array, dealer: Array) -> Array:
        return np.asarray(np.sign(self.own[player] - self.theirs[dealer]) + EQUAL)


ALL_EQUAL = Order(np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64))


def orders(factor: FactorTable) -> list[Order]:
    """Every order by which its wagers compare a player's hand with a dealer's."""
    hands = Deal(np.arange(COUNT), np.arange(COUNT))
    distinct = {}
    for wager in factor.wagers:
        for row in wager.rows:
            for own, theirs in _comparisons(row.when):
                order = Order(*_dense(own.ask(hands), theirs.ask(hands)))
                distinct[order.own.tobytes() + order.theirs.tobytes()] = order
    return list(distinct.values())


def _comparisons(expression: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Parts about the player's hand alone that are compared with parts about the dealer's."""
    if isinstance(expression, Operation) and expression.function in COMPARISONS:
        sides = {frozenset(whose for whose, _ in part.columns()): part for part in expression.parts}
        own, theirs = (sides.get(frozenset({whose})) for whose in ("player", "dealer"))
        if own is not None and theirs is not None:
            yield own, theirs
    for part in expression.parts:
        yield from _comparisons(part)


def _dense(own: Array, theirs: Array) -> tuple[Array, Array]:
    """The same order in consecutive numbers from 0."""
    _, levels = np.unique(np.concatenate([own, theirs]), return_inverse=True)
    return levels[:COUNT], levels[COUNT:]


class SplitTable(NamedTuple):
    """A table of two hands, or of a hand and a card, by categories and a comparison."""

    player: Array  # [player's hand]: its category.
    shared: Array  # [dealer's hand, or card]: its category.
    table: Array  # [player's category, shared category, sign]: entry of the factor table.


def unsplit(factor: FactorTable) -> SplitTable:
    """A table as it is: each line and each column a category, whatever the sign."""
    every_sign = np.repeat(factor.table[:, :, None], len(SIGNS), axis=2)
    return SplitTable(factor.player, factor.shared, every_sign)


def split(factor: FactorTable, order: Order) -> SplitTable:
    """A table of two hands by as few categories as are easily found; unsplit if they are many."""
    player, dealer = by_keys(factor.player, order.own), by_keys(factor.shared, order.theirs)
    own, theirs = player.example[:, None], dealer.example[None, :]
    table, signs = factor.look_up(Deal(own, theirs)), order.sign(own, theirs)
    by_sign = np.full((len(dealer), len(player), len(SIGNS)), NEVER)
    by_sign[np.arange(len(dealer)), np.arange(len(player))[:, None], signs] = table
    shared, dealer_entries = _merged(by_sign, most=len(dealer) // 2)
    if len(shared) < len(dealer):
        return unsplit(factor)
    category, entries = _merged(dealer_entries.transpose(1, 0, 2), most=len(player))
    assert (entries[category[:, None], shared, signs] == table).all(), "the split table is equal"
    return SplitTable(category[player.of], shared[dealer.of], entries)


def _merged(parts: Array, most: int) -> tuple[Array, Array]:
    """Merge parts that nowhere contradict each other: [part] its category, and their entries.

    It gives up when there are more than `most` categories; then the first array is incomplete.
    """
    flat = parts.reshape(len(parts), -1)
    entries, count, category = np.full_like(flat, NEVER), 0, []
    for part in flat:
        before, is_set = entries[:count], part != NEVER
        same = before == part
        agrees = (same | (before == NEVER) | ~is_set).all(1)
        # Prefer the category with most entries in common: no contradiction is not yet likeness.
        common = np.where(agrees, (same & is_set).sum(1), -1)
        category.append(int(common.argmax()) if agrees.any() else count)
        count = max(count, category[-1] + 1)
        np.maximum(entries[category[-1]], part, out=entries[category[-1]])
        if count > most:
            break
    return np.array(category), entries[:count].reshape(-1, *parts.shape[1:])


class Categories:
    """All tables of a box, split by one order of hands.

    The dealer's hand and the comparison together select one of `width` slots. A dealer's category
    whose result depends on the comparison has one slot for each sign, any other a single slot.
    """

    def __init__(
        self,
        factors: Sequence[FactorTable],
        is_special: Array,
        plays: Array,
        compared: FactorTable | None,
        order: Order,
    ) -> None:
        """One table is split by the order. Special hands have categories of their own, the last.

        `plays` keeps hands that play apart from those that fold, where the tables don't tell.
        It is enough to compare in one table: the others read nothing of the dealer that it reads.
        """
        self.order = order
        self._splits = [
            (factor, split(factor, order) if factor is compared else unsplit(factor))
            for factor in factors
        ]
        self.player = by_keys(is_special, *(table.player for _, table in self._splits), plays)
        self.dealer = by_keys(np.zeros(COUNT), *self._shared("dealer"))
        self.card = by_keys(np.zeros(DECK), *self._shared("fourth"))
        entries = [self._against(hand) for hand in self.dealer.example]
        self.is_compared = np.array([any(map(_depends_on_sign, tables)) for tables in entries])
        slots = np.where(self.is_compared, len(SIGNS), 1)
        self.begins = np.cumsum(slots) - slots
        self.width = int(slots.sum())

    def _shared(self, whose: str) -> list[Array]:
        return [table.shared for factor, table in self._splits if factor.whose == whose]

    def _against(self, hand: int) -> list[Array]:
        """The entries of each table against a dealer's hand: [player's category in it, sign]."""
        return [
            table.table[:, table.shared[hand]]
            for factor, table in self._splits
            if factor.whose == "dealer"
        ]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The numbers of player's categories, slots and classes of the fourth card."""
        return len(self.player), self.width, len(self.card)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def bits(self) -> int:
        """How many bits hold a category or a slot."""
        return max(len(self.player) - 1, int(self.begins[-1])).bit_length()

    @property
    def fits(self) -> bool:
        """Whether these and a hand's level fit sixteen bits, with two levels beyond the last."""
        return self.order.levels + 2 << self.bits <= SIXTEEN_BITS

    def entries(self) -> list[Array]:
        """The entries of each table as [category, slot, card]; NEVER where that cannot happen."""
        return [
            np.broadcast_to(self._entries(factor, table), self.shape)
            for factor, table in self._splits
        ]

    def _entries(self, factor: FactorTable, split_table: SplitTable) -> Array:
        table = split_table.table[split_table.player[self.player.example]]
        if factor.whose == "fourth":
            return table[:, None, split_table.shared[self.card.example], 0]
        slots = []
        for hand, is_compared in zip(self.dealer.example, self.is_compared, strict=True):
            by_sign = table[:, split_table.shared[hand]]
            slots.append(by_sign if is_compared else by_sign.max(1, keepdims=True))
        return np.concatenate(slots, axis=1)[:, :, None]


def _depends_on_sign(entries: Array) -> bool:
    """Whether it matters which hand is higher."""
    return bool(((entries != NEVER) & (entries != entries.max(-1, keepdims=True))).any())
