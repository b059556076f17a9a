"""What is measured in decks: cells they fall into, numbers they have, sums over many of them."""

from __future__ import annotations

import numpy as np

from pitboss.cards.deck import DECK, DIAMONDS, HEARTS, SUIT
from pitboss.cards.hands import Array, rows_of
from pitboss.testing.shuffles import chances
from pitboss.testing.shuffles.chances import HAND
from pitboss.testing.shuffles.tallies import Window

FIRST = 5  # Cards whose repetition is counted.
HANDS = DECK // HAND  # One card is left over.
CENTRED = chances.centred().astype(np.float64)  # For fast products; sums of integers stay exact.
RED = np.isin(SUIT, (DIAMONDS, HEARTS))
HAND_OF = (np.arange(DECK) // HAND).astype(np.uint8)  # [place]
# [place, card]: a deck's 64-bit fingerprint is their sum. Different decks agree once in 2^64.
FINGERPRINTS = np.random.default_rng(DECK).integers(2**64, size=(DECK, DECK), dtype=np.uint64)

# Cells


def first_card(window: Window) -> Array:
    return window.decks[:, 0]


def last_rank(window: Window) -> Array:
    return window.decks[:, -1] // 4


def first_two(window: Window) -> Array:
    return _pair(window.decks[:, 0], window.decks[:, 1])


def first_hand(window: Window) -> Array:
    return rows_of(_wide(window.decks[:, :HAND]))


def neighbours(window: Window) -> Array:
    """One pair of each deck, a place further on in each: pairs of one deck are not independent."""
    decks = np.arange(len(window.decks))
    places = (window.first + decks) % (DECK - 1)
    return _pair(window.decks[decks, places], window.decks[decks, places + 1])


def first_cards(window: Window) -> Array:
    """The first card of every second deck, and of the deck before it."""
    earlier, later = window.pairs(1)
    last = window.first + len(window.decks)
    is_second = np.arange(last - len(later), last) % 2 == 1
    return np.asarray(_wide(earlier[is_second, 0]) * DECK + later[is_second, 0])


def _pair(first: Array, second: Array) -> Array:
    """The number of an ordered pair of different cards; equal ones are in no cell."""
    cell = _wide(first) * (DECK - 1) + second - (second > first)
    return np.where(first == second, DECK * (DECK - 1), cell)


def _wide(cards: Array) -> Array:
    """With room for arithmetic."""
    return cards.astype(np.int64)


# Values that should not come twice


def fingerprints(window: Window) -> Array:
    return np.asarray(FINGERPRINTS[np.arange(DECK), window.decks].sum(axis=1, dtype=np.uint64))


def first_five(window: Window) -> Array:
    return _wide(window.decks[:, :FIRST]) @ DECK ** np.arange(FIRST)


# Numbers of a deck, or of two


def fixed_points(window: Window) -> Array:
    return np.asarray((window.decks == np.arange(DECK)).sum(axis=1))


def cycles(window: Window) -> Array:
    """Each place learns the least place of its cycle, by looking twice as far each time."""
    rows = DECK * np.arange(len(window.decks))[:, None]
    places = np.arange(DECK) + rows
    target, least = window.decks + rows, places
    for _ in range(DECK.bit_length()):
        least = np.minimum(least, least.ravel()[target])
        target = target.ravel()[target]
    return np.asarray((least == places).sum(axis=1))


def ascending_runs(window: Window) -> Array:
    return np.asarray(1 + (window.decks[:, :-1] > window.decks[:, 1:]).sum(axis=1))


def colour_runs(window: Window) -> Array:
    red = RED[window.decks]
    return np.asarray(1 + (red[:, :-1] != red[:, 1:]).sum(axis=1))


def same_places(lag: int, window: Window) -> Array:
    earlier, later = window.pairs(lag)
    return np.asarray((earlier == later).sum(axis=1))


def common_cards(window: Window) -> Array:
    earlier, later = (decks[:, :HAND] for decks in window.pairs(1))
    return np.asarray((earlier[:, None] == later[:, :, None]).any(axis=2).sum(axis=1))


# Sums over decks: how many, and the sum


def place_products(lag: int, window: Window) -> tuple[int, float]:
    cards = CENTRED[window.decks]
    return len(cards), float(np.einsum("dp,dp->", cards[:, :-lag], cards[:, lag:]))


def deck_products(lag: int, window: Window) -> tuple[int, float]:
    earlier, later = window.pairs(lag)
    return len(later), float(np.einsum("dp,dp->", CENTRED[earlier], CENTRED[later]))


def products_with_places(window: Window) -> tuple[int, float]:
    return len(window.decks), float(CENTRED[window.decks].sum(axis=0) @ CENTRED)


def inversions(window: Window) -> tuple[int, float]:
    places = np.ascontiguousarray(window.decks.T)
    counts = (int((places[:-lag] > places[lag:]).sum()) for lag in range(1, DECK))
    return len(window.decks), sum(counts)


def same_hands(window: Window) -> tuple[int, float]:
    earlier, later = (_hand_of_card(decks) for decks in window.pairs(1))
    return len(later), int(((earlier == later) & (earlier < HANDS)).sum())


def _hand_of_card(decks: Array) -> Array:
    """[deck, card]: the hand that it lies in."""
    hands = np.full(decks.shape, HANDS, np.uint8)
    np.put_along_axis(hands, _wide(decks), HAND_OF[None], axis=1)
    return hands
