"""What six cards make, over all 20,358,520 sets of them.

First by ranks alone: every multiset of six ranks, weighed by the suits it can have. Then the few
sets with five or six cards of one suit are looked at one by one, for only there a suit counts.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import Array, ranks, rows_of

SETS = comb(52, 6)


@cache
def counts() -> tuple[int, ...]:
    """How many sets of six cards have each value."""
    held, made = six_cards.rank_class(), six_cards.by_ranks()
    first_ranks, last_ranks, ways = _rank_sets()
    total = _sum(made[first_ranks, last_ranks], ways)
    first, last = _long_suits()
    total = total - _sum(made[held[first], held[last]]) + _sum(six_cards.value(first, last))
    return tuple(int(n) for n in total)


def _sum(values: Array, ways: Array | None = None) -> Array:
    return np.bincount(values, ways, six_cards.VALUES)


@cache
def _rank_sets() -> tuple[Array, Array, Array]:
    """Every multiset of six ranks, as two hands' ranks, and how many sets of cards have them."""
    every = np.array(list(combinations_with_replacement(range(2, 15), 6)))
    held = (every[:, :, None] == np.arange(2, 15)).sum(1)
    possible = held.max(1) <= 4
    every, held = every[possible], held[possible]
    ways = np.array([comb(4, n) for n in range(5)])[held].prod(1)
    known, powers = np.unique(ranks()), np.array([1, 16, 256])
    first, last = (np.searchsorted(known, half @ powers) for half in (every[:, :3], every[:, 3:]))
    return first, last, ways


@cache
def _long_suits() -> tuple[Array, Array]:
    """Every set with five or six cards of one suit, as two hands."""
    sets = []
    for suit in range(4):
        own = np.arange(suit, 52, 4)
        others = np.setdiff1d(np.arange(52), own)
        five = np.array(list(combinations(own, 5)))
        sets.append(np.c_[np.repeat(five, len(others), 0), np.tile(others, len(five))])
        sets.append(np.array(list(combinations(own, 6))))
    every = np.concatenate(sets)
    return rows_of(every[:, :3]), rows_of(every[:, 3:])
