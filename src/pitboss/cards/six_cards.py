"""Six cards, the player's three and the dealer's three: the value of the best five of them.

Ranks and suits can be valued separately: ranks alone make sets and straights, and a suit makes a
flush or better by the ranks held in it. So the value is the greatest of five lookups: one by the
ranks of both hands, and one for each suit.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from pitboss.cards.deck import DIAMONDS
from pitboss.cards.hands import RANKS, SUITS, Array, ranks

(
    NOTHING,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    FIVE_CARD_ROYAL,
    SIX_CARD_ROYAL,
    SIX_CARD_ROYAL_DIAMONDS,
) = range(10)
VALUES = 10

ALL_RANKS = 13
RANK_SETS = 455  # Ways to choose three ranks, repeats allowed.
RUNS = [0b1_0000_0000_1111, *(0b11111 << low for low in range(9))]  # A 2 3 4 5 to T J Q K A.
ROYAL = RUNS[-1]
SIX_ROYAL = 0b111111 << 7


def value(player: Any, dealer: Any) -> Any:
    """The value of the best five of six cards, for one deal or many."""
    best = by_ranks()[rank_class()[player], rank_class()[dealer]]
    for suit in range(4):
        held = suit_masks()[suit]
        best = np.maximum(best, by_suit()[suit][held[player] | held[dealer]])
    return best


def value_of_one(player: int, dealer: int) -> int:
    """The same for one deal, using lists and bytes, which Python reads fastest."""
    ranked, table, masks, by_suits = _plain()
    best = table[ranked[player] * RANK_SETS + ranked[dealer]]
    for held, by_ranks_held in zip(masks, by_suits, strict=True):
        of_suit = by_ranks_held[held[player] | held[dealer]]
        if of_suit > best:
            best = of_suit
    return best


@cache
def _plain() -> tuple[list[int], bytes, list[list[int]], list[bytes]]:
    by_suits = [values.tobytes() for values in by_suit().astype(np.uint8)]
    table = by_ranks().astype(np.uint8).tobytes()
    return rank_class().tolist(), table, suit_masks().tolist(), by_suits


@cache
def rank_class() -> Array:
    """[hand]: which of the 455 multisets of ranks it has."""
    return np.unique(ranks(), return_inverse=True)[1].ravel()


@cache
def suit_masks() -> Array:
    """[suit, hand]: bit mask of the ranks that a hand holds in that suit."""
    bits = 1 << (RANKS - 2)
    return np.stack([np.where(suit == SUITS, bits, 0).sum(1) for suit in range(4)])


@cache
def by_ranks() -> Array:
    """[player's ranks, dealer's ranks]: the value of six ranks, regardless of suits."""
    example = np.unique(ranks(), return_index=True)[1]
    held = (RANKS[example][:, :, None] == np.arange(2, 15)).sum(1)
    count = held[:, None, :] + held[None, :, :]
    fours, threes, twos = ((count >= n).sum(2) for n in (4, 3, 2))
    straight = _has_run()[(count > 0) @ (1 << np.arange(ALL_RANKS))]
    sets = [fours > 0, (threes > 0) & (twos > 1), straight, threes > 0]
    return np.select(sets, [FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT, THREE_OF_A_KIND], NOTHING)


@cache
def by_suit() -> Array:
    """[suit, ranks held in it]: the value of one suit by itself."""
    held = np.arange(1 << ALL_RANKS)
    cards = (held[:, None] >> np.arange(ALL_RANKS) & 1).sum(1)
    flushes = [held & SIX_ROYAL == SIX_ROYAL, held & ROYAL == ROYAL, _has_run(), cards >= 5]
    plain = np.select(flushes, [SIX_CARD_ROYAL, FIVE_CARD_ROYAL, STRAIGHT_FLUSH, FLUSH], NOTHING)
    table = np.stack([plain] * 4)
    table[DIAMONDS][plain == SIX_CARD_ROYAL] = SIX_CARD_ROYAL_DIAMONDS
    return table


@cache
def _has_run() -> Array:
    """[ranks held]: whether five of them are consecutive."""
    held = np.arange(1 << ALL_RANKS)
    return np.asarray(np.any([held & run == run for run in RUNS], axis=0))
