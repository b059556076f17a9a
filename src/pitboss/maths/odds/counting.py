"""Counting deals: in how many ways one deck deals hands together.

Pairs of hands are counted by inclusion and exclusion: all pairs, less those that share a card, plus
those that share two, less those that share three. Sets of six cards are counted by their ranks
first, and corrected where a suit matters. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import CARDS, COUNT, Array, masks, ranks, rows_of
from pitboss.language.compiled import Classes, sets_held
from pitboss.language.wagers import Wager

DEALS = 407_170_400  # Two hands from one deck: 22,100 × 18,424.
SIX_CARD_SETS = comb(52, 6)


@dataclass(frozen=True)
class Conditions:
    """The conditions of some wagers, as a cache key: equal if they are the same objects, in order.

    Configuring a rulebook keeps every expression without a choice as the same object. Two pay
    tables, or two readings that do not affect a wager, therefore share its counts.
    """

    ids: tuple[int, ...]
    wagers: tuple[Wager, ...] = field(compare=False, repr=False)  # Keeps the objects alive.

    @classmethod
    def of(cls, *wagers: Wager) -> Conditions:
        return cls(tuple(id(row.when) for wager in wagers for row in wager.rows), wagers)


@lru_cache(maxsize=8)
def pair_ways(a: Classes, b: Classes) -> Array:
    """[i, j]: the ways to deal a hand of class i and another of class j from one deck."""
    ways = np.outer(a.sizes(), b.sizes()).astype(float)
    for sign, size in ((-1, 1), (1, 2)):
        held = a.holding(size)
        ways += sign * (held @ (held if a is b else b.holding(size)).T)
    same = np.bincount(a.of * len(b) + b.of, minlength=len(a) * len(b))
    return ways.astype(np.int64) - same.reshape(ways.shape)


def card_ways(a: Classes, cards: Classes) -> Array:
    """[i, f]: the ways to deal a hand of class i and a single card of class f."""
    ways = np.outer(a.sizes(), cards.sizes())
    for place in range(3):
        np.subtract.at(ways, (a.of, cards.of[CARDS[:, place]]), 1)
    return ways


def by_hand(table: Array, player: Classes, dealer: Classes) -> tuple[Array, Array]:
    """The distinct values of `table`, and [hand, value]: how many dealer's hands lead to each.

    `table` holds the value of each pair of classes. Each of its rows is cut where its value
    changes. The number of dealer's hands before a cut, less those that share a card with the
    player's, is read off running totals over the classes. Classes are ordered by strength, so
    there are few cuts.

    Counts are floating point for fast products, and exact: none is over 18,424.
    """
    places = np.flatnonzero(table[:, 1:] != table[:, :-1])
    classes, cuts = np.divmod(places, max(table.shape[1] - 1, 1))
    left, right, last = table[classes, cuts], table[classes, cuts + 1], table[:, -1]
    values = np.unique(np.concatenate([left, last]))  # Each is left of a cut, or at the end.
    cut, hand, before = _before(player, dealer, places.tobytes())
    # Hands between two cuts have the value on the left of the later one: add what is before each
    # cut to the value on its left, and subtract it from the value on its right.
    sides = [hand * len(values) + np.searchsorted(values, side)[cut] for side in (left, right)]
    weights = np.concatenate([before, -before])
    flat = np.bincount(np.concatenate(sides), weights, COUNT * len(values))
    counts = flat.reshape(COUNT, len(values))
    counts[np.arange(COUNT), np.searchsorted(values, last)[player.of]] += DEALS // COUNT
    return values, counts


@lru_cache(maxsize=4)
def _before(player: Classes, dealer: Classes, places: bytes) -> tuple[Array, Array, Array]:
    """For each hand and each cut of its class: the cut, the hand, the dealer's hands before it.

    Cached, because readings and pay tables mostly share their cuts.
    """
    classes, cuts = np.divmod(np.frombuffer(places, np.int64), max(len(dealer) - 1, 1))
    order, first = _sorted(player)
    sizes = np.diff(first)[classes]
    cut = np.repeat(np.arange(len(classes)), sizes)
    within = np.arange(len(cut)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    hand = order[first[classes[cut]] + within]
    at = cuts[cut] + 1
    before = _running(dealer, 0)[at, 0]
    for sign, size in ((-1, 1), (1, 2)):
        totals = _running(dealer, size)
        for sets in sets_held(size):
            before = before + sign * totals[at, sets[hand]]
    return cut, hand, before - (dealer.of[hand] < at)


@lru_cache(maxsize=12)
def _sorted(classes: Classes) -> tuple[Array, Array]:
    """The hands in the order of their classes, and where each class begins."""
    order = np.argsort(classes.of, kind="stable")
    return order, np.searchsorted(classes.of[order], np.arange(len(classes) + 1))


@lru_cache(maxsize=12)
def _running(classes: Classes, size: int) -> Array:
    """[n, set]: how many hands of the first n classes hold a set of cards."""
    held = classes.sizes()[:, None] if size == 0 else classes.holding(size)
    totals = np.zeros((held.shape[0] + 1, held.shape[1]), np.int32)  # At most 22,100.
    np.cumsum(held.astype(np.int32), axis=0, out=totals[1:])
    return totals


@cache
def six_card_ways() -> tuple[int, ...]:
    """How many of the 20,358,520 sets of six cards have each value.

    All multisets of six ranks are weighted by the suits they can have. A suit matters only in the
    few sets with five or six cards of it; those are valued one by one.
    """
    rank_class, values_by_ranks = six_cards.rank_class(), six_cards.by_ranks()
    first_ranks, last_ranks, ways = _rank_sets()
    total = _six_card_sum(values_by_ranks[first_ranks, last_ranks], ways)
    first, last = _long_suited_sets()
    total -= _six_card_sum(values_by_ranks[rank_class[first], rank_class[last]])
    total += _six_card_sum(six_cards.value(first, last))
    return tuple(int(n) for n in total)


def _six_card_sum(values: Array, ways: Array | None = None) -> Array:
    return np.bincount(values, ways, six_cards.VALUES)


@cache
def _rank_sets() -> tuple[Array, Array, Array]:
    """Every multiset of six ranks, as two hands' ranks, and how many sets of cards have it."""
    multisets = np.array(list(combinations_with_replacement(range(2, 15), 6)))
    held = (multisets[:, :, None] == np.arange(2, 15)).sum(1)
    possible = held.max(1) <= 4
    multisets, held = multisets[possible], held[possible]
    ways = np.array([comb(4, n) for n in range(5)])[held].prod(1)
    known, powers = np.unique(ranks()), np.array([1, 16, 256])
    halves = multisets[:, :3], multisets[:, 3:]
    first, last = (np.searchsorted(known, half @ powers) for half in halves)
    return first, last, ways


@cache
def _long_suited_sets() -> tuple[Array, Array]:
    """Every set with five or six cards of one suit, as two hands."""
    sets = []
    for suit in range(4):
        own = np.arange(suit, 52, 4)
        others = np.setdiff1d(np.arange(52), own)
        five = np.array(list(combinations(own, 5)))
        sets.append(np.c_[np.repeat(five, len(others), 0), np.tile(others, len(five))])
        sets.append(np.array(list(combinations(own, 6))))
    cards = np.concatenate(sets)
    return rows_of(cards[:, :3]), rows_of(cards[:, 3:])


def long_suited_deals() -> Iterator[tuple[Array, Array]]:
    """Every deal with five or six cards of one suit, as the player's and the dealer's hands."""
    mask = np.array(masks())
    for suit in range(4):
        held = np.equal(CARDS % 4, suit).sum(1)
        three, two = np.flatnonzero(held == 3), np.flatnonzero(held == 2)
        for a, b in ((three, three), (three, two), (two, three)):
            player, dealer = np.repeat(a, len(b)), np.tile(b, len(a))
            apart = mask[player] & mask[dealer] == 0
            yield player[apart], dealer[apart]
