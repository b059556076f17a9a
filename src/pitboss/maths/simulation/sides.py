"""The two sides of a table: what the player's hand is, what the dealer's, and which is higher."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array
from pitboss.language.classes import by_keys
from pitboss.maths.simulation.compared import NEVER, SIGNS, Order, Split, split, whole
from pitboss.maths.simulation.factors import Factor

SIXTEEN_BITS = 1 << 16


class Sides:
    """All tables of a box, split by one order of hands.

    What dealer and player show together is one of `width` slots: where the dealer's category is
    compared at all it has one for each sign, else a single one.
    """

    def __init__(
        self, factors: Sequence[Factor], first: Array, compared: Factor | None, order: Order
    ) -> None:
        """One table is split by the order; hands that `first` tells apart stay apart, in its order.

        No more than one need be compared: others read nothing of the dealer that this one does.
        """
        self.order = order
        self._splits = [
            (factor, split(factor, order) if factor is compared else whole(factor))
            for factor in factors
        ]
        own = [made.player for _, made in self._splits]
        self.player = by_keys(first, *own)
        self.dealer = by_keys(np.zeros(COUNT), *self._places("dealer"))
        self.card = by_keys(np.zeros(DECK), *self._places("fourth"))
        groups = [self._group(hand) for hand in self.dealer.example]
        self.is_compared = np.array([any(map(_by_sign, group)) for group in groups])
        slots = np.where(self.is_compared, len(SIGNS), 1)
        self.begins = np.cumsum(slots) - slots
        self.width = int(slots.sum())

    def _places(self, whose: str) -> list[Array]:
        return [made.shared for one, made in self._splits if one.whose == whose]

    def _group(self, hand: int) -> list[Array]:
        """What each table says against a dealer's hand: [player's category in it, sign]."""
        return [
            made.table[:, made.shared[hand]]
            for factor, made in self._splits
            if factor.whose == "dealer"
        ]

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many categories, slots and kinds of cards there are."""
        return len(self.player), self.width, len(self.card)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def bits(self) -> int:
        """As many as tell a category or a slot."""
        return max(len(self.player) - 1, int(self.begins[-1])).bit_length()

    @property
    def fits(self) -> bool:
        """Whether that and a hand's order are sixteen bits, with two orders beyond the last."""
        return self.order.levels + 2 << self.bits <= SIXTEEN_BITS

    def entries(self) -> list[Array]:
        """Of each table what it says: [category, slot, card]; NEVER where that can't be."""
        return [
            np.broadcast_to(self._entries(factor, made), self.shape)
            for factor, made in self._splits
        ]

    def _entries(self, factor: Factor, made: Split) -> Array:
        table = made.table[made.player[self.player.example]]
        if factor.whose == "fourth":
            return table[:, None, made.shared[self.card.example], 0]
        slots = []
        for hand, compared in zip(self.dealer.example, self.is_compared, strict=True):
            said = table[:, made.shared[hand]]
            slots.append(said if compared else said.max(1, keepdims=True))
        return np.concatenate(slots, axis=1)[:, :, None]


def _by_sign(said: Array) -> bool:
    """Whether it matters which hand is higher."""
    return bool(((said != NEVER) & (said != said.max(-1, keepdims=True))).any())
