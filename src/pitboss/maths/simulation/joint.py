"""A box's whole bet, decision included, as a table: every combination of rows has a number.

Hands that no wager of the box tells apart share a line of the table, and what the dealer holds
picks the place in it. Where wagers read different things of the dealer (strength and colours, say)
one table of both would be as large as the two multiplied: they are kept apart as factors, and a
look-up in each adds up to the number. Every entry is filled by `Wager.result`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np

from pitboss import six_cards
from pitboss.expressions import Deal, table_of
from pitboss.hands import COUNT, Array
from pitboss.maths.classes import by_keys, classes
from pitboss.maths.rows import CompiledSix
from pitboss.wagers import Row, Wager


@dataclass(frozen=True, eq=False)
class Factor:
    """Some wagers of a box in one table."""

    wagers: tuple[Wager, ...]
    whose: str  # What they read besides the player's hand: "dealer" or "fourth".
    player: Array  # [player's hand]: line of the table.
    shared: Array  # [dealer's hand, or card]: place in the line.
    table: Array  # [line, place]: number of the combination of rows.
    rows: Array  # [combination, wager]: its rows.
    first_special: int  # Combinations from here on have a row that needs a second look.

    @property
    def size(self) -> int:
        return len(self.rows)

    def look_up(self, deal: Deal) -> Array:
        return np.asarray(
            self.table[self.player[deal.player], self.shared[getattr(deal, self.whose)]]
        )


class Joint:
    """The wagers that are on for a box, under one strategy."""

    def __init__(self, wagers: Sequence[Wager], plays: Array) -> None:
        self.factors = [_factor(some, whose, plays) for some, whose in _groups(wagers)]
        self.six = next((wager for wager in wagers if wager.columns("six")), None)
        every = [wager for factor in self.factors for wager in factor.wagers]
        self.wagers = (*every, self.six) if self.six else tuple(every)

    @cached_property
    def six_rows(self) -> Array:
        """[value]: row of the wager on six cards; all one where there is none."""
        none = np.zeros(six_cards.VALUES, np.int64)
        return none if self.six is None else np.asarray(CompiledSix(self.six).table)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many combinations each factor has, and rows the wager on six cards."""
        last = (len(self.six.rows),) if self.six else ()
        return (*(factor.size for factor in self.factors), *last)

    @property
    def steps(self) -> list[int]:
        """What the number of a combination in each factor counts for in the sum of all."""
        return [prod(self.shape[place + 1 :]) for place in range(len(self.factors))]

    @cached_property
    def sums(self) -> Array:
        """[outcome]: the sum that stands for it, ascending; others can't come about.

        What one hand of the player's can come to in each factor, combined in every way, and that
        for every hand: a few sums too many, but most that can't be are left out.
        """
        reached = [_reached(factor) for factor in self.factors]
        lines = [reach[f.player] for f, reach in zip(self.factors, reached, strict=True)]
        hands = set(zip(*lines, strict=True))
        six = [set(self.six_rows.tolist())] if self.six else []
        steps = [*self.steps, 1]
        return np.unique(
            [
                sum(step * digit for step, digit in zip(steps, digits, strict=False))
                for sets in hands
                for digits in product(*sets, *six)
            ]
        )

    @property
    def outcomes(self) -> int:
        return len(self.sums)

    @property
    def first_special(self) -> int:
        """Outcomes from here on need a second look."""
        return int(np.searchsorted(self.sums, self.factors[0].first_special * self.steps[0]))

    @property
    def special_share(self) -> float:
        """The share of the player's hands that may come to one of those."""
        first = self.factors[0]
        most = first.table.max(1)[first.player]
        return float(np.mean(most >= first.first_special))

    @cached_property
    def rows(self) -> Array:
        """[outcome, wager]: the rows that an outcome stands for."""
        digits = np.unravel_index(self.sums, self.shape)
        made = [factor.rows[digit] for factor, digit in zip(self.factors, digits, strict=False)]
        return np.concatenate([*made, digits[-1][:, None]] if self.six else made, axis=1)

    def result(self, deal: Deal) -> Array:
        """Numbers of the outcomes of many deals; the strategy decides which of them play."""
        parts = zip(self.factors, self.steps, strict=True)
        found = sum(factor.look_up(deal) * step for factor, step in parts)
        if self.six:
            found = found + self.six_rows[six_cards.value(deal.player, deal.dealer)]
        return np.searchsorted(self.sums, found)


def _reached(factor: Factor) -> Array:
    """[line]: the combinations that it can come to."""
    made = np.empty(len(factor.table), object)
    made[:] = [tuple(sorted(set(line))) for line in factor.table.tolist()]
    return made


def is_special(wager: Wager, row: Row) -> bool:
    """Whether a row pays from the meter, or to other boxes."""
    return bool(row.pay.meter) or (wager.envy is not None and row.pay.is_win)


def _has_special(wager: Wager) -> bool:
    return any(is_special(wager, row) for row in wager.rows)


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
    if any(_has_special(wager) for group, _ in made[1:] for wager in group):
        raise NotImplementedError("a row that pays a meter or others, by the dealer's hand")
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
    special = np.array([_is_special(wagers, line) for line in rows])
    order = np.argsort(special, kind="stable")
    table = np.argsort(order)[place].reshape(numbers.shape)
    lines, line = np.unique(table, axis=0, return_inverse=True)
    columns, column = np.unique(lines, axis=1, return_inverse=True)
    return Factor(
        wagers,
        whose,
        line.ravel()[player.of],
        column.ravel()[shared.of],
        columns,
        rows[order][:, : len(wagers)],
        int((~special).sum()),
    )


def _columns(wagers: Sequence[Wager], whose: str) -> frozenset[str]:
    return frozenset[str]().union(*(wager.columns(whose) for wager in wagers))


def _is_special(wagers: Sequence[Wager], rows: Array) -> bool:
    return any(is_special(w, w.rows[row]) for w, row in zip(wagers, rows, strict=False))
