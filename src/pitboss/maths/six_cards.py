"""What six cards make, over all 20,358,520 sets of them.

First by ranks alone: every multiset of six ranks, weighed by the suits it can have. Then the few
sets with five or six cards of one suit are looked at one by one, for only there a suit counts.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss import six_cards
from pitboss.hands import Array, ranks, rows_of

SETS = comb(52, 6)


@cache
def counts() -> tuple[int, ...]:
    """How many sets of six cards have each value."""
    total = np.zeros(six_cards.VALUES, np.int64)
    value, ways = _by_ranks()
    np.add.at(total, value, ways)
    first, last = _long_suits()
    held = six_cards.rank_class()
    np.subtract.at(total, six_cards.by_ranks()[held[first], held[last]], 1)
    np.add.at(total, six_cards.value(first, last), 1)
    return tuple(int(n) for n in total)


def _by_ranks() -> tuple[Array, Array]:
    """What each multiset of six ranks makes, and how many sets of cards have those ranks."""
    every = np.array(list(combinations_with_replacement(range(2, 15), 6)))
    held = (every[:, :, None] == np.arange(2, 15)).sum(1)
    possible = held.max(1) <= 4
    every, held = every[possible], held[possible]
    ways = np.array([comb(4, n) for n in range(5)])[held].prod(1)
    known, powers = np.unique(ranks()), np.array([1, 16, 256])
    first, last = (np.searchsorted(known, half @ powers) for half in (every[:, :3], every[:, 3:]))
    return six_cards.by_ranks()[first, last], ways


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
