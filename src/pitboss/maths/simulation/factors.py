"""Wagers of a box in one table: every player's hand against all that the dealer can show.

Hands that no wager tells apart share a line of the table, and what the dealer holds picks the place
in it. Wagers that read different things of the dealer (strength and colours, say) have a table
each: one of both would be as large as the two multiplied. Every entry is filled by `Wager.result`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.classes import by_keys, classes
from pitboss.language.expressions import Deal, table_of
from pitboss.language.wagers import Wager


@dataclass(frozen=True, eq=False)
class Factor:
    """Some wagers of a box in one table."""

    wagers: tuple[Wager, ...]
    whose: str  # What they read besides the player's hand: "dealer" or "fourth".
    player: Array  # [player's hand]: line of the table.
    shared: Array  # [dealer's hand, or card]: place in the line.
    table: Array  # [line, place]: number of the combination of rows.
    rows: Array  # [combination, wager]: its rows.

    def look_up(self, deal: Deal) -> Array:
        return np.asarray(
            self.table[self.player[deal.player], self.shared[getattr(deal, self.whose)]]
        )


def factors(wagers: Sequence[Wager], plays: Array) -> list[Factor]:
    """The tables of these wagers; those on six cards have none."""
    return [_factor(some, whose, plays) for some, whose in _groups(wagers)]


def _groups(wagers: Sequence[Wager]) -> list[tuple[tuple[Wager, ...], str]]:
    """Wagers that hang together by what they read of the dealer, or of the fourth card.

    Those that read the player's hand alone fit into any table, and go into the first.
    """
    groups = list(_by_dealer([wager for wager in wagers if wager.columns("dealer")]))
    alone = [wager for wager in wagers if not _reads_shared(wager)]
    fourth = [wager for wager in wagers if wager.columns("fourth")]
    made = [(group, "dealer") for group in groups] + ([(fourth, "fourth")] if fourth else [])
    if alone and made:
        made[0] = ([*made[0][0], *alone], made[0][1])
    elif alone or not made:
        made = [(alone, "dealer")]
    return [(tuple(sorted(group, key=list(wagers).index)), whose) for group, whose in made]


def _reads_shared(wager: Wager) -> bool:
    if wager.columns("dealer") and wager.columns("fourth"):
        raise NotImplementedError(f"{wager.key} reads the dealer's hand and the fourth card")
    return any(wager.columns(whose) for whose in ("dealer", "fourth", "six"))


def _by_dealer(wagers: list[Wager]) -> Iterator[list[Wager]]:
    left = list(wagers)
    while left:
        group, columns = [left.pop(0)], set[str]()
        while True:
            columns.update(*(wager.columns("dealer") for wager in group))
            more = [wager for wager in left if wager.columns("dealer") & columns]
            if not more:
                break
            group += more
            left = [wager for wager in left if wager not in more]
        yield group


def _factor(wagers: tuple[Wager, ...], whose: str, plays: Array) -> Factor:
    keys = [table_of("player")[name]() for name in sorted(_columns(wagers, "player"))]
    decided = [plays] if any(wager.reads_decision() for wager in wagers) else []
    player = by_keys(np.zeros(COUNT), *keys, *decided)
    shared = classes(whose, _columns(wagers, whose))
    own = player.example[:, None]
    theirs = shared.example[None, :]
    deal = Deal(own, theirs if whose == "dealer" else 0, theirs, played=plays[own])
    numbers = np.zeros((len(player), len(shared)), np.int64)
    for wager in wagers:
        numbers = numbers * len(wager.rows) + wager.result(deal)
    found, place = np.unique(numbers, return_inverse=True)
    rows = np.stack(np.unravel_index(found, [len(wager.rows) for wager in wagers] or [1]), axis=1)
    lines, line = np.unique(place.reshape(numbers.shape), axis=0, return_inverse=True)
    columns, column = np.unique(lines, axis=1, return_inverse=True)
    return Factor(
        wagers,
        whose,
        line.ravel()[player.of],
        column.ravel()[shared.of],
        columns,
        rows[:, : len(wagers)],
    )


def _columns(wagers: Sequence[Wager], whose: str) -> frozenset[str]:
    return frozenset[str]().union(*(wager.columns(whose) for wager in wagers))
