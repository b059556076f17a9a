"""Which permutations of the suits leave every pay unchanged: tested, never assumed.

A wager that names a colour or a suit may still be invariant under some permutations, so all 24 are
tested on every pair of hand classes that the wager tells apart. The permutations that pass group
the dealer's hands into orbits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array, rows_of
from pitboss.language.compiled import Classes, Compiled, CompiledSix, Rows, by_keys, compiled
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Wager
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.maths.sessions.one_round import OneRound


@dataclass(frozen=True, eq=False)
class WagerNets:
    """What the rows of a wager win for a stake, in the smallest unit."""

    wager: Wager
    rows: Rows
    nets: Array  # [row]

    def won(self, deal: Deal) -> Array:
        return np.asarray(self.nets[self.rows.result(deal)])

    @cached_property
    def table(self) -> Array:
        """The net of each combination of classes, or [played, value] of six cards."""
        assert isinstance(self.rows, Compiled | CompiledSix)
        return np.asarray(self.nets[self.rows.table])

    def is_invariant(self, suits: tuple[int, ...], cards: Array, hands: Array) -> bool:
        """Whether a permutation of suits, given also as one of cards and hands, changes no pay."""
        if isinstance(self.rows, CompiledSix):
            return self._is_invariant_on_six(suits)
        classes, pays = self._paid_alike
        permuted = pays
        for axis, (group, images) in enumerate(zip(classes, (hands, hands, cards), strict=True)):
            image = group.of[images]
            if (image != image[group.example][group.of]).any():
                return False  # It splits a class of hands that are paid alike.
            permuted = permuted.take(image[group.example], axis + 1)
        return bool((permuted == pays).all())

    @cached_property
    def _paid_alike(self) -> tuple[list[Classes], Array]:
        """Classes of the player's hand, the dealer's and the fourth card by their pays, and those.

        They are coarser than the classes of the rows, because different rows may pay the same.
        """
        assert isinstance(self.rows, Compiled)
        merged, table = [], self.table
        for axis, group in enumerate(self.rows.classes, 1):
            seen: dict[bytes, int] = {}
            lines = (line.tobytes() for line in np.moveaxis(table, axis, 0))
            alike = np.array([seen.setdefault(line, len(seen)) for line in lines])
            by_pay = by_keys(alike[group.of])
            table = table.take(group.of[by_pay.example], axis)
            merged.append(by_pay)
        return merged, table

    def _is_invariant_on_six(self, suits: tuple[int, ...]) -> bool:
        # Merging neighbouring values that pay the same keeps the order of the others.
        level = np.cumsum([0, *(self.table[:, 1:] != self.table[:, :-1]).any(0)])
        by_suit = level[six_cards.by_suit()]
        return bool((by_suit[list(suits)] == by_suit).all())


def payments(one_round: OneRound) -> list[WagerNets]:
    """The payments of every wager that has a stake or is paid on one."""
    paid = []
    for wager in one_round.rules.wagers:
        stake = one_round.stakes.get(wager.placed_wager)
        if stake is not None and not wager.envy:
            price = one_round.rules.prices.get(wager.key, 1)
            odds = WagerOdds(wager, (), price, one_round.jackpot)
            nets = np.array([float(odds.net(row.pay) * stake) for row in wager.rows])
            paid.append(WagerNets(wager, compiled(wager), nets))
    return paid


def suit_permutations(one_round: OneRound, paid: list[WagerNets]) -> Iterator[Array]:
    """[hand]: its image, for every permutation of suits that changes no pay and no decision."""
    for suits in permutations(range(4)):
        cards = np.arange(DECK) // 4 * 4 + np.array(suits)[np.arange(DECK) % 4]
        hands = rows_of(cards[CARDS])
        if (one_round.plays[hands] == one_round.plays).all() and all(
            payment.is_invariant(suits, cards, hands) for payment in paid
        ):
            yield hands


def dealer_orbits(one_round: OneRound, paid: list[WagerNets]) -> tuple[Array, Array]:
    """A dealer's hand of each orbit, and how many hands the orbit has."""
    lowest = np.arange(COUNT)
    for images in suit_permutations(one_round, paid):
        lowest = np.minimum(lowest, images)
    return np.unique(lowest, return_counts=True)
