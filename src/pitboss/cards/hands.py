"""Three-card hands, as row numbers in a table of all 22,100.

A hand is a number, and a million hands are an array of numbers. A feature such as `points` is a
column of the table, so a lookup works the same for one hand and for many. Columns are computed when
they are first read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from pitboss.cards.deck import ACE, DECK, JACK, KING, QUEEN, RANK, SPADES, SUIT, TEN, parse

Array = np.ndarray[Any, np.dtype[Any]]

COUNT = 22_100


def _all_hands() -> Array:
    """[hand]: its three cards, ascending; in the order of `_row`."""
    card = np.arange(DECK)
    high, mid, low = card[:, None, None], card[:, None], card
    return np.ascontiguousarray(np.argwhere((high > mid) & (mid > low))[:, ::-1])


def _row(low: Any, mid: Any, high: Any) -> Any:
    return low + mid * (mid - 1) // 2 + high * (high - 1) * (high - 2) // 6


CARDS = _all_hands()
RANKS = RANK[CARDS]  # Ascending, hand by hand.
SUITS = SUIT[CARDS]

COLUMNS: dict[str, Callable[[], Array]] = {}


def column(measure: Callable[[], Array]) -> Callable[[], Array]:
    """Declare a column: a property of hands, computed once for all 22,100.

    A name stands for the same column as long as the process runs, because cached results depend on
    it. A module that is loaded again may declare the same columns again.
    """
    name = measure.__name__
    if name in COLUMNS:
        known = COLUMNS[name]
        if known.__module__ != measure.__module__:
            raise TypeError(f"there is already a column {name}: choose another name")
        if not np.array_equal(known(), measure()):
            raise TypeError(f"the column {name} has changed: start Python again")
        return known
    COLUMNS[name] = cache(measure)
    return COLUMNS[name]


_BY_MIDDLE, _BY_HIGHEST = (
    [_row(0, mid, 0) for mid in range(DECK)],
    [_row(0, 0, high) for high in range(DECK)],
)


def row_of(cards: Sequence[int]) -> int:
    """The row number of three cards."""
    low, mid, high = sorted(cards)
    return int(low + _BY_MIDDLE[mid] + _BY_HIGHEST[high])


def rows_of(cards: Array) -> Array:
    """The row numbers of many hands: [hand, card], cards in any order."""
    return np.asarray(_row(*np.sort(cards, axis=1).T))


def hand(text: str) -> int:
    """The row number of a hand in notation."""
    return row_of(parse(text, 3))


def cards_of(row: int) -> list[int]:
    """The three cards of a hand, highest first."""
    return [int(card) for card in CARDS[row][::-1]]


@cache
def masks() -> list[int]:
    """Each hand as a bit mask of its cards: hands that share a card share a bit."""
    bits: Array = np.array([1 << card for card in range(DECK)])
    return list(np.bitwise_or.reduce(bits[CARDS], axis=1).tolist())


CARD_POINTS = np.where(RANK == ACE, 1, np.where(RANK >= TEN, 0, RANK))


def points_of(cards: Sequence[int]) -> int:
    """The point count of any number of cards, such as those turned up so far."""
    return int(CARD_POINTS[list(cards)].sum()) % 10


@column
def points() -> Array:
    """Last digit of the total; aces count one, tens and pictures nothing."""
    return np.asarray(CARD_POINTS[CARDS].sum(1) % 10)


def _how_many(rank: int) -> Array:
    return np.asarray(np.equal(RANKS, rank).sum(1))


@column
def jacks() -> Array:
    """How many Jacks."""
    return _how_many(JACK)


@column
def queens() -> Array:
    """How many Queens."""
    return _how_many(QUEEN)


@column
def kings() -> Array:
    """How many Kings."""
    return _how_many(KING)


@column
def pictures() -> Array:
    """How many Jacks, Queens and Kings."""
    return jacks() + queens() + kings()


@column
def ranks() -> Array:
    """The three ranks, regardless of suits, as one number."""
    return np.asarray(RANKS @ np.array([1, 16, 256]))


@column
def high() -> Array:
    """Rank of the highest card."""
    return np.asarray(RANKS[:, 2])


@column
def ace_low_straight() -> Array:
    """Whether the ranks are A 2 3, where the ace counts low."""
    return np.asarray((RANKS == (2, 3, ACE)).all(1))


@column
def suited() -> Array:
    """Whether the three cards are of one suit."""
    return np.asarray((SUITS[:, :1] == SUITS).all(1))


@column
def category() -> Array:
    """0 high card, 1 pair, 2 flush, 3 straight, 4 three of a kind, 5 straight flush."""
    low, mid, top = RANKS.T
    straight = ((mid - low == 1) & (top - mid == 1)) | ace_low_straight()
    pair = (low == mid) | (mid == top)
    return np.select(
        [straight & suited(), low == top, straight, suited(), pair], [5, 4, 3, 2, 1], 0
    )


@column
def strength() -> Array:
    """Position in the poker order: category, then the ranks that break ties within it."""
    return category() * 16**3 + _within_category()


@column
def category_ace_low_plain() -> Array:
    """The category, if a suited A 2 3 counts only as a straight."""
    return np.where(ace_low_straight(), 3, category())


@column
def strength_ace_low_plain() -> Array:
    """The poker order, if a suited A 2 3 counts only as a straight."""
    return category_ace_low_plain() * 16**3 + _within_category()


@cache
def _within_category() -> Array:
    low, mid, top = RANKS.T
    # The ace of A 2 3 counts as the lowest card, and the cards of a pair come first.
    first, second, third = np.select(
        [ace_low_straight(), low == mid], [(mid, low, low * 0), (low, mid, top)], (top, mid, low)
    )
    return np.asarray(first * 256 + second * 16 + third)


@column
def royal() -> Array:
    """0 none, 1 suited A K Q, 2 the A K Q of spades."""
    akq = (RANKS == (QUEEN, KING, ACE)).all(1) & suited()
    return np.select([akq & (SUITS[:, 0] == SPADES), akq], [2, 1], 0)


@column
def colour() -> Array:
    """0 mixed, 1 all black, 2 all red."""
    red = ((SUITS == 1) | (SUITS == 2)).sum(1)
    return np.select([red == 0, red == 3], [1, 2], 0)
