"""Where the row of a wager comes from: asked of the wager, or looked up in a compiled table.

A compiled table is filled by `Wager.result`, once for each combination of classes of hands, so it
is no second implementation of anything. It costs some milliseconds to fill: worth it for a live
table or a simulation, not for a single command.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import Array
from pitboss.language.classes import classes
from pitboss.language.expressions import Deal, Values
from pitboss.language.wagers import Wager

WHOSE = ("player", "dealer", "fourth")


class Rows(Protocol):
    """The number of the row that a wager comes to."""

    @property
    def row(self) -> Callable[[int, int, int, bool], int]:
        """For one deal in plain integers: player's hand, dealer's, fourth card, played or not."""

    def result(self, deal: Deal) -> Values:
        """For arrays of deals."""


class Asked:
    """Rows straight from the wager."""

    def __init__(self, wager: Wager) -> None:
        self.result = wager.result

    def row(self, player: int, dealer: int, fourth: int, played: bool) -> int:
        return int(self.result(Deal(player, dealer, fourth, played)))


class Compiled:
    """Rows in a table: [folded or played, player's class, dealer's class, fourth card's class]."""

    def __init__(self, wager: Wager) -> None:
        self.classes = tuple(classes(whose, wager.columns(whose)) for whose in WHOSE)
        shape = (2, *map(len, self.classes))
        player, dealer, fourth = np.ix_(*(one.example for one in self.classes))
        played = np.array([False, True])[:, None, None, None]
        rows = wager.result(Deal(player, dealer, fourth, played))
        self.table = np.ascontiguousarray(np.broadcast_to(rows, shape), np.uint8)
        self._played = self.table.size // 2  # Where the half of those who played begins.
        steps = [shape[2] * shape[3], shape[3], 1]
        # What each hand or card adds to the place in the flat table.
        self._offsets = [one.of * step for one, step in zip(self.classes, steps, strict=True)]
        self._reads_fourth = shape[3] > 1

    def result(self, deal: Deal) -> Values:
        player, dealer, fourth = self._offsets
        place = player[deal.player] + dealer[deal.dealer]
        if self._reads_fourth:
            place = place + fourth[deal.fourth]
        return self.table.ravel()[place + np.where(deal.played, self._played, 0)]

    @cached_property
    def row(self) -> Callable[[int, int, int, bool], int]:
        """The same for one deal, in the types that Python reads fastest."""
        of_player, of_dealer, of_fourth = map(_shared, self._offsets)
        flat: bytes = self.table.tobytes()
        half = self._played

        def look_up(player: int, dealer: int, fourth: int, played: bool) -> int:
            place: int = of_player[player] + of_dealer[dealer] + of_fourth[fourth]
            return flat[place + half] if played else flat[place]

        return look_up


def _shared(offsets: Array) -> list[int]:
    """As a list in which equal numbers are one and the same: few enough to stay in the cache."""
    values, places = np.unique(offsets, return_inverse=True)
    numbers = values.tolist()
    return [numbers[place] for place in places.tolist()]


class CompiledSix:
    """Rows of a wager on all six cards: one for each value they can have."""

    def __init__(self, wager: Wager) -> None:
        self.table = wager.result(Deal(0, 0, six=np.arange(six_cards.VALUES)))

    def result(self, deal: Deal) -> Values:
        value = six_cards.value(deal.player, deal.dealer) if deal.six is None else deal.six
        return self.table[value]

    def row(self, player: int, dealer: int, fourth: int, played: bool) -> int:
        return self._plain[six_cards.value_of_one(player, dealer)]

    @cached_property
    def _plain(self) -> bytes:
        return bytes(self.table.tolist())


def compiled(wager: Wager) -> Rows:
    """The wager's rows, worked out for every class of deals there is."""
    return CompiledSix(wager) if wager.columns("six") else Compiled(wager)
