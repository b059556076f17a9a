"""How often: hands that one deck can deal together, counted by inclusion and exclusion.

Of all pairs of hands, take away those that share a card, put back those that share two, take away
those that share three. Nothing here knows a game.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pitboss.hands import CARDS, COUNT, Array
from pitboss.maths.classes import Classes, sets_held

DEALS = 407_170_400  # Two hands from one deck: 22,100 × 18,424.


@lru_cache(maxsize=8)
def pair_ways(a: Classes, b: Classes) -> Array:
    """[i, j]: in how many ways one deck deals a hand of class i and another of class j."""
    ways = np.outer(a.sizes(), b.sizes()).astype(float)
    ways -= a.holding(1) @ b.holding(1).T
    ways += a.holding(2) @ b.holding(2).T
    np.subtract.at(ways, (a.of, b.of), 1)
    return ways.astype(np.int64)


def card_ways(a: Classes, cards: Classes) -> Array:
    """[i, f]: in how many ways a hand of class i is dealt with a single card of class f."""
    ways = np.outer(a.sizes(), cards.sizes())
    for place in range(3):
        np.subtract.at(ways, (a.of, cards.of[CARDS[:, place]]), 1)
    return ways


def by_hand(table: Array, player: Classes, dealer: Classes, values: int) -> Array:
    """[hand, value]: with how many dealer's hands each single hand comes to each value.

    `table` holds the value of each pair of classes. A row of it is cut into runs of equal values;
    what the dealer's hands of a run amount to, less those that share a card with the player's, is
    read off running totals over the classes. Strength orders the classes, so runs are few.
    """
    classes, start, stop = _runs(table)
    value = table[classes, start]
    order = np.argsort(player.of, kind="stable")
    first = np.searchsorted(player.of[order], np.arange(len(player) + 1))
    totals = [_running(dealer, size) for size in (0, 1, 2)]
    # One pair of (hand, run) for every run of the hand's class.
    sizes = np.diff(first)[classes]
    run = np.repeat(np.arange(len(classes)), sizes)
    within = np.arange(len(run)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    hand = order[first[classes[run]] + within]
    low, high = start[run], stop[run]
    found = (totals[0][high] - totals[0][low]).ravel()
    for sign, size in ((-1, 1), (1, 2)):
        for sets in sets_held(size):
            held = sets[hand]
            found += sign * (totals[size][high, held] - totals[size][low, held])
    own = dealer.of[hand]
    found -= (low <= own) & (own < high)
    place = hand * values + value[run]
    return np.bincount(place, found, COUNT * values).astype(np.int64).reshape(COUNT, values)


def _runs(table: Array) -> tuple[Array, Array, Array]:
    """Where each row of a table changes its value: (row, first column, column past the last)."""
    begins = np.ones(table.shape, bool)
    begins[:, 1:] = table[:, 1:] != table[:, :-1]
    rows, start = np.nonzero(begins)
    stop = np.append(start[1:], table.shape[1])
    stop[stop == 0] = table.shape[1]
    return rows, start, stop


@lru_cache(maxsize=12)
def _running(classes: Classes, size: int) -> Array:
    """[n, set]: hands of the first n classes that hold a set of cards."""
    held = classes.sizes()[:, None] if size == 0 else classes.holding(size)
    totals = np.zeros((held.shape[0] + 1, held.shape[1]), np.int64)
    np.cumsum(held, axis=0, out=totals[1:])
    return totals
