"""The wagers of a box as tables: every player's hand against everything the dealer can show.

Hands that no wager tells apart share a line of the table, and what the dealer holds picks the
column. Wagers that read different things of the dealer (strength and colours, say) get a table
each, because a table of both would be as large as the two multiplied. Every entry is filled by
`Wager.result`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.compiled import Classes, by_keys, classes
from pitboss.language.expressions import Deal, table_of
from pitboss.language.wagers import Wager


@dataclass(frozen=True, eq=False)
class FactorTable:
    """Some wagers of a box in one table."""

    wagers: tuple[Wager, ...]
    whose: str  # What they read besides the player's hand: "dealer" or "fourth".
    player: Array  # [player's hand]: line of the table.
    shared: Array  # [dealer's hand, or card]: column of the table.
    table: Array  # [line, column]: number of the combination of rows.
    rows: Array  # [combination, wager]: its rows.

    def look_up(self, deal: Deal) -> Array:
        return np.asarray(
            self.table[self.player[deal.player], self.shared[getattr(deal, self.whose)]]
        )


def factor_tables(wagers: Sequence[Wager], plays: Array) -> list[FactorTable]:
    """The tables of these wagers, without those on six cards, which have none."""
    return [_factor_table(group, whose, plays) for group, whose in _groups(wagers)]


def _groups(wagers: Sequence[Wager]) -> list[tuple[tuple[Wager, ...], str]]:
    """Wagers grouped by what they read of the dealer's hand, or of the fourth card.

    Those that read the player's hand alone fit into any table, and go into the first.
    """
    dealer = _by_dealer([wager for wager in wagers if wager.columns("dealer")])
    groups = [(group, "dealer") for group in dealer]
    fourth = [wager for wager in wagers if wager.columns("fourth")]
    if fourth:
        groups.append((fourth, "fourth"))
    alone = [wager for wager in wagers if not _reads_shared(wager)]
    if alone and groups:
        groups[0] = ([*groups[0][0], *alone], groups[0][1])
    elif alone or not groups:
        groups = [(alone, "dealer")]
    return [(tuple(sorted(group, key=list(wagers).index)), whose) for group, whose in groups]


def _reads_shared(wager: Wager) -> bool:
    if wager.columns("dealer") and wager.columns("fourth"):
        raise NotImplementedError(f"{wager.key} reads the dealer's hand and the fourth card")
    return any(wager.columns(whose) for whose in ("dealer", "fourth", "six"))


def _by_dealer(wagers: list[Wager]) -> Iterator[list[Wager]]:
    """Groups of wagers connected by the columns of the dealer's hand that they read."""
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


class ClassDeals(NamedTuple):
    """One deal for each pair of classes that some wagers tell apart."""

    player: Classes
    shared: Classes
    deal: Deal  # [player's class, shared class]


def class_deals(wagers: Sequence[Wager], whose: str, plays: Array) -> ClassDeals:
    """The classes of the player's hands, and of the dealer's hands or fourth cards, in pairs."""
    keys = [table_of("player")[name]() for name in sorted(_columns(wagers, "player"))]
    decided = [plays] if any(wager.reads_decision() for wager in wagers) else []
    player = by_keys(np.zeros(COUNT), *keys, *decided)
    shared = classes(whose, _columns(wagers, whose))
    own = player.example[:, None]
    theirs = shared.example[None, :]
    deal = Deal(own, theirs if whose == "dealer" else 0, theirs, played=plays[own])
    return ClassDeals(player, shared, deal)


def _factor_table(wagers: tuple[Wager, ...], whose: str, plays: Array) -> FactorTable:
    player, shared, deal = class_deals(wagers, whose, plays)
    numbers = np.zeros((len(player), len(shared)), np.int64)
    for wager in wagers:
        numbers = numbers * len(wager.rows) + wager.result(deal)
    used, entries = np.unique(numbers, return_inverse=True)
    rows = np.stack(np.unravel_index(used, [len(wager.rows) for wager in wagers] or [1]), axis=1)
    lines, line = np.unique(entries.reshape(numbers.shape), axis=0, return_inverse=True)
    table, column = np.unique(lines, axis=1, return_inverse=True)
    return FactorTable(
        wagers,
        whose,
        line.ravel()[player.of],
        column.ravel()[shared.of],
        table,
        rows[:, : len(wagers)],
    )


def _columns(wagers: Sequence[Wager], whose: str) -> frozenset[str]:
    return frozenset[str]().union(*(wager.columns(whose) for wager in wagers))
