"""Which renamings of the suits change no pay: tried out, never assumed.

A wager that names a colour or a suit may still be blind to some renamings, so each of the 24 is
tried on every pair of classes of hands that the wager knows. What is left sorts the dealer's hands.
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
from pitboss.language.classes import Classes, by_keys
from pitboss.language.compiled import Compiled, CompiledSix, Rows, compiled
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Wager
from pitboss.maths.odds.stakes import stake_of
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.maths.sessions.one_round import OneRound


@dataclass(frozen=True, eq=False)
class Payment:
    """What a bet on a wager comes to, in the smallest unit."""

    wager: Wager
    rows: Rows
    nets: Array  # [row]

    def won(self, deal: Deal) -> Array:
        return np.asarray(self.nets[self.rows.result(deal)])

    @cached_property
    def table(self) -> Array:
        """What it comes to for each combination of classes, or each value of six cards."""
        assert isinstance(self.rows, Compiled | CompiledSix)
        return np.asarray(self.nets[self.rows.table])

    def is_blind(self, suits: tuple[int, ...], cards: Array, hands: Array) -> bool:
        """Whether a renaming of suits, and with it of cards and hands, changes no pay of it."""
        if isinstance(self.rows, CompiledSix):
            return self._is_blind_to_six(suits)
        groups, moved = self._paid_alike
        for axis, (group, renamed) in enumerate(zip(groups, (hands, hands, cards), strict=True)):
            image = group.of[renamed]
            if (image != image[group.example][group.of]).any():
                return False  # It takes apart what is paid alike.
            moved = moved.take(image[group.example], axis + 1)
        return bool((moved == self._paid_alike[1]).all())

    @cached_property
    def _paid_alike(self) -> tuple[list[Classes], Array]:
        """The player's, the dealer's and the fourth card's classes by their pays, and the pays."""
        assert isinstance(self.rows, Compiled)
        groups, table = [], self.table
        for axis, one in enumerate(self.rows.classes, 1):
            seen: dict[bytes, int] = {}
            lines = (line.tobytes() for line in np.moveaxis(table, axis, 0))
            alike = np.array([seen.setdefault(line, len(seen)) for line in lines])
            merged = by_keys(alike[one.of])
            table = table.take(one.of[merged.example], axis)
            groups.append(merged)
        return groups, table

    def _is_blind_to_six(self, suits: tuple[int, ...]) -> bool:
        # Neighbouring values that pay the same count as one; the greatest is still the greatest.
        level = np.cumsum([0, *(self.table[1:] != self.table[:-1])])
        made = level[six_cards.by_suit()]
        return bool((made[list(suits)] == made).all())


def payments(one: OneRound) -> list[Payment]:
    """Of every wager that is paid on one of the stakes."""
    made = []
    for wager in one.rules.wagers:
        stake = one.stakes.get(stake_of(wager))
        if stake is not None and not wager.envy:
            odds = WagerOdds(wager, (), one.rules.prices.get(wager.key, 1), one.jackpot)
            nets = np.array([float(odds.net(row.pay) * stake) for row in wager.rows])
            made.append(Payment(wager, compiled(wager), nets))
    return made


def renamings(one: OneRound, paid: list[Payment]) -> Iterator[Array]:
    """[hand]: what each hand becomes, for every renaming that no pay and no decision notices."""
    for suits in permutations(range(4)):
        cards = np.arange(DECK) // 4 * 4 + np.array(suits)[np.arange(DECK) % 4]
        hands = rows_of(cards[CARDS])
        if (one.plays[hands] == one.plays).all() and all(
            payment.is_blind(suits, cards, hands) for payment in paid
        ):
            yield hands


def dealers(one: OneRound, paid: list[Payment]) -> tuple[Array, Array]:
    """A dealer's hand of each sort, and how many hands there are of it."""
    alike = np.arange(COUNT)
    for renamed in renamings(one, paid):
        alike = np.minimum(alike, renamed)
    return np.unique(alike, return_counts=True)
