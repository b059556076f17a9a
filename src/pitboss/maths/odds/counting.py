"""How often: hands that one deck can deal together, counted by inclusion and exclusion.

Of all pairs of hands, take away those that share a card, put back those that share two, take away
those that share three. Nothing here knows a game.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pitboss.cards.hands import CARDS, COUNT, Array
from pitboss.language.classes import Classes, sets_held

DEALS = 407_170_400  # Two hands from one deck: 22,100 × 18,424.


@lru_cache(maxsize=8)
def pair_ways(a: Classes, b: Classes) -> Array:
    """[i, j]: in how many ways one deck deals a hand of class i and another of class j."""
    ways = np.outer(a.sizes(), b.sizes()).astype(float)
    for sign, size in ((-1, 1), (1, 2)):
        held = a.holding(size)
        ways += sign * (held @ (held if a is b else b.holding(size)).T)
    same = np.bincount(a.of * len(b) + b.of, minlength=len(a) * len(b))
    return ways.astype(np.int64) - same.reshape(ways.shape)


def card_ways(a: Classes, cards: Classes) -> Array:
    """[i, f]: in how many ways a hand of class i is dealt with a single card of class f."""
    ways = np.outer(a.sizes(), cards.sizes())
    for place in range(3):
        np.subtract.at(ways, (a.of, cards.of[CARDS[:, place]]), 1)
    return ways


def by_hand(table: Array, player: Classes, dealer: Classes) -> tuple[Array, Array]:
    """The values there are, and [hand, value]: with how many dealer's hands a hand comes to each.

    In floating point, for the sake of fast products: exact, for it is at most 18,424.

    `table` holds the value of each pair of classes. A row of it is cut where its value changes;
    how many dealer's hands come before a cut, less those that share a card with the player's, is
    read off running totals over the classes. Strength orders the classes, so cuts are few.
    """
    places = np.flatnonzero(table[:, 1:] != table[:, :-1])
    classes, cuts = np.divmod(places, max(table.shape[1] - 1, 1))
    left, right, last = table[classes, cuts], table[classes, cuts + 1], table[:, -1]
    values = np.unique(np.concatenate([left, last]))  # Each stands left of a cut, or at the end.
    cut, hand, before = _before(player, dealer, places.tobytes())
    # What lies between two cuts has the value on the left of the later one: add what is before
    # each cut to the value on its left, and take it from the value on its right.
    sides = [hand * len(values) + np.searchsorted(values, side)[cut] for side in (left, right)]
    weights = np.concatenate([before, -before])
    flat = np.bincount(np.concatenate(sides), weights, COUNT * len(values))
    counts = flat.reshape(COUNT, len(values))
    counts[np.arange(COUNT), np.searchsorted(values, last)[player.of]] += DEALS // COUNT
    return values, counts


@lru_cache(maxsize=4)
def _before(player: Classes, dealer: Classes, places: bytes) -> tuple[Array, Array, Array]:
    """For each cut of the class of each hand: which cut, which hand, what comes before it.

    Readings and pay tables mostly share their cuts, so this is kept.
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
    """[n, set]: hands of the first n classes that hold a set of cards."""
    held = classes.sizes()[:, None] if size == 0 else classes.holding(size)
    totals = np.zeros((held.shape[0] + 1, held.shape[1]), np.int32)  # At most 22,100.
    np.cumsum(held.astype(np.int32), axis=0, out=totals[1:])
    return totals
