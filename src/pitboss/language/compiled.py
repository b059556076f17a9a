"""Compiled wagers: rows looked up by class of hand instead of asked of the wager.

The 22,100 hands are grouped into classes by the columns that a wager reads: hands of one class are
the same to it. That is sound by construction, since no symmetry of suits is assumed. A compiled
table is filled by `Wager.result`, once for each combination of classes, so it is no second
implementation. Filling it takes some milliseconds: worth it for a live table or a simulation, not
for a single command.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import Protocol

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array
from pitboss.language.expressions import Deal, Values, table_of
from pitboss.language.wagers import Wager


@dataclass(frozen=True, eq=False)
class Classes:
    """All hands (or all cards), grouped into classes."""

    of: Array  # [hand]: its class.
    example: Array  # [class]: a hand of it.

    def __len__(self) -> int:
        return len(self.example)

    def sizes(self) -> Array:
        return np.bincount(self.of, minlength=len(self))

    def holding(self, size: int) -> Array:
        """[class, set of cards]: how many hands of the class hold that set of one or two cards.

        Floating point for fast products, and exact: every number is far below 2**53.
        """
        sets = comb(DECK, size)
        held = np.concatenate([self.of * sets + numbers for numbers in sets_held(size)])
        return np.bincount(held, minlength=len(self) * sets).astype(float).reshape(-1, sets)


@cache
def sets_held(size: int) -> tuple[Array, ...]:
    """The three single cards, or the three pairs, of each hand; each an array [hand] of numbers."""
    low, mid, high = CARDS.T
    if size == 1:
        return low, mid, high
    return tuple(pair_number(*pair) for pair in ((low, mid), (low, high), (mid, high)))


def pair_number(low: Values, high: Values) -> Values:
    """The number of a pair of cards, 0 to 1,325."""
    return low + high * (high - 1) // 2


def by_keys(*keys: Array) -> Classes:
    """Classes of items that agree in every key; each key is an array with a value per item."""
    joint = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        _, place = np.unique(key, return_inverse=True)
        _, joint = np.unique(joint * (place.max() + 1) + place.ravel(), return_inverse=True)
    _, example, of = np.unique(joint, return_index=True, return_inverse=True)
    return Classes(of.ravel(), example)


def classes(whose: str, columns: frozenset[str]) -> Classes:
    """The classes that these columns tell apart; a single class if there are none."""
    # Hands of the player and of the dealer have the same columns, so they share the cache.
    return _classes("fourth" if whose == "fourth" else "player", columns)


@cache
def _classes(whose: str, columns: frozenset[str]) -> Classes:
    size = DECK if whose == "fourth" else COUNT
    return by_keys(np.zeros(size, np.int64), *(table_of(whose)[name]() for name in sorted(columns)))


WHOSE = ("player", "dealer", "fourth")


class Rows(Protocol):
    """Finds the number of the row that a wager comes to."""

    @property
    def row(self) -> Callable[[int, int, int, bool], int]:
        """For one deal: player's hand, dealer's hand, fourth card, whether the hand played."""

    def result(self, deal: Deal) -> Values:
        """For arrays of deals."""


class Asked:
    """Rows evaluated by the wager itself."""

    def __init__(self, wager: Wager) -> None:
        self.result = wager.result

    def row(self, player: int, dealer: int, fourth: int, played: bool) -> int:
        return int(self.result(Deal(player, dealer, fourth, played)))


class Compiled:
    """Rows in a table: [played, player's class, dealer's class, fourth card's class]."""

    def __init__(self, wager: Wager) -> None:
        self.classes = tuple(classes(whose, wager.columns(whose)) for whose in WHOSE)
        shape = (2, *map(len, self.classes))
        player, dealer, fourth = np.ix_(*(group.example for group in self.classes))
        played = np.array([False, True])[:, None, None, None]
        rows = wager.result_in_bytes(Deal(player, dealer, fourth, played))
        self.table = np.ascontiguousarray(np.broadcast_to(rows, shape), np.uint8)
        self._played = self.table.size // 2  # Where the half for played hands begins.
        steps = [shape[2] * shape[3], shape[3], 1]
        # What each hand or card adds to the index into the flat table.
        self._offsets = [group.of * step for group, step in zip(self.classes, steps, strict=True)]
        self._reads_fourth = shape[3] > 1

    def result(self, deal: Deal) -> Values:
        player, dealer, fourth = self._offsets
        place = player[deal.player] + dealer[deal.dealer]
        if self._reads_fourth:
            place = place + fourth[deal.fourth]
        return self.table.ravel()[place + np.where(deal.played, self._played, 0)]

    def rows_against(self, player: int, fourth: int, played: bool) -> set[int]:
        """The rows that a player's hand comes to against some class of the dealer's hands."""
        own, _, shared = self.classes
        return set(self.table[int(played), own.of[player], :, shared.of[fourth]].tolist())

    @cached_property
    def row(self) -> Callable[[int, int, int, bool], int]:
        """The same for one deal, using lists and bytes, which Python reads fastest."""
        of_player, of_dealer, of_fourth = map(_shared, self._offsets)
        flat: bytes = self.table.tobytes()
        half = self._played

        def look_up(player: int, dealer: int, fourth: int, played: bool) -> int:
            place: int = of_player[player] + of_dealer[dealer] + of_fourth[fourth]
            return flat[place + half] if played else flat[place]

        return look_up


def _shared(offsets: Array) -> list[int]:
    """Offsets as a list in which equal numbers are the same object, to stay in the CPU cache."""
    values, places = np.unique(offsets, return_inverse=True)
    numbers = values.tolist()
    return [numbers[place] for place in places.tolist()]


class CompiledSix:
    """Rows of a wager on all six cards: [played, value that they have]."""

    def __init__(self, wager: Wager) -> None:
        values, played = np.arange(six_cards.VALUES), np.array([False, True])[:, None]
        rows = wager.result(Deal(0, 0, played=played, six=values))
        self.table = np.ascontiguousarray(np.broadcast_to(rows, (2, six_cards.VALUES)))

    def result(self, deal: Deal) -> Values:
        value = six_cards.value(deal.player, deal.dealer) if deal.six is None else deal.six
        return self.table[np.where(deal.played, 1, 0), value]

    def row(self, player: int, dealer: int, fourth: int, played: bool) -> int:
        return self._plain[played][six_cards.value_of_one(player, dealer)]

    @cached_property
    def _plain(self) -> tuple[bytes, ...]:
        return tuple(bytes(rows) for rows in self.table.tolist())


def compiled(wager: Wager) -> Rows:
    """The wager's rows, compiled for every class of deals."""
    return CompiledSix(wager) if wager.columns("six") else Compiled(wager)
