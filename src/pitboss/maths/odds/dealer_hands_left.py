"""The dealer's hands that are left once some cards have been seen, by class, exactly.

By inclusion and exclusion: all hands of a class, less those that hold one of the cards, plus those
that hold two of them, less those that are made of them. That takes microseconds, where looking at
every hand takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np

from pitboss.cards.hands import Array, row_of
from pitboss.language.compiled import Classes, pair_number
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.main_bet import MainBet


class DealerHandsLeft:
    """For one grouping of the hands into classes."""

    def __init__(self, groups: Classes) -> None:
        self.classes = groups
        self._sizes = groups.sizes()
        # Transposed: what is summed for a card lies together.
        self._with_card = np.ascontiguousarray(groups.holding(1).T.astype(np.int64))
        self._with_pair = np.ascontiguousarray(groups.holding(2).T.astype(np.int64))

    def ways(self, seen: Sequence[int]) -> Array:
        """[class]: how many hands of it hold none of the cards that were seen."""
        cards = sorted(seen)
        left = self._sizes - self._with_card[cards].sum(0)
        if len(cards) > 1:
            pairs = [int(pair_number(low, high)) for low, high in combinations(cards, 2)]
            left = left + self._with_pair[pairs].sum(0)
        if len(cards) > 2:
            hands = [row_of(hand) for hand in combinations(cards, 3)]
            left = left - np.bincount(self.classes.of[hands], minlength=len(self.classes))
        return np.asarray(left)


class DecisionValues:
    """What playing and folding a hand are worth to somebody who has seen other cards as well."""

    def __init__(self, rules: Rules) -> None:
        self.bet = MainBet(rules)

    @cached_property
    def _dealers(self) -> DealerHandsLeft:
        return DealerHandsLeft(self.bet.groups[1])

    @cached_property
    def _nets(self) -> Array:
        """[player's class, dealer's class]: net of playing, in units of 1 / scale of the ante."""
        return self.bet.value_of_pairs()

    def of(self, hand: int, seen: Sequence[int]) -> tuple[int, int, int]:
        """The values of playing and of folding, and the unit that both are counted in.

        Each is a sum over the dealer's hands that are left, so it is to be divided by the unit.
        `seen` are the cards of the hand and all others that the player knows.
        """
        bet = self.bet
        ways = self._dealers.ways(seen)
        play = int(self._nets[bet.groups[0].of[hand]] @ ways)
        total = int(ways.sum())
        return play, int(bet.loss_of_folding[hand]) * total, bet.scale * total
