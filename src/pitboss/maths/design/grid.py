"""The pay tables within given ranges, as a grid that is searched row by row.

Neighbouring rows may have to keep their order: a row that pays no less than the next must still do
so. The pays that a row may have are then a contiguous run that depends only on the row before it.
So every prefix of a pay table has a least and a greatest completion, and the pay tables in between
are easily counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeVar

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadConfiguration
from pitboss.language.pays import Pay

T = TypeVar("T")
NO_LESS, NO_MORE, FREE = 1, -1, 0  # How the pay of a row must compare with that of the next.


@dataclass(frozen=True)
class RowPays:
    """What one row of the pay table may pay, the least first."""

    key: str  # Of the row.
    pays: tuple[Pay, ...]
    worth: Array  # [pay]: its net, in a unit that makes all of them whole.
    odd: Array  # [pay]: whether it looks odd.

    def only(self, keep: Array) -> RowPays:
        pays = tuple(pay for pay, kept in zip(self.pays, keep.tolist(), strict=True) if kept)
        return RowPays(self.key, pays, self.worth[keep], self.odd[keep])


class Grid:
    """All pay tables of some rows, in the order of the search.

    A pay table is an array of indices, one into the pays of each row; a prefix is its beginning.
    """

    def __init__(self, rows: Sequence[RowPays], links: Sequence[int], backwards: bool) -> None:
        """`rows` and the `links` between them are in the rulebook's order."""
        self._backwards = backwards
        self.links = tuple(-link for link in reversed(links)) if backwards else tuple(links)
        self.rows = _consistent(self.in_order(rows), self.links)
        pairs = zip(pairwise(self.rows), self.links, strict=True)
        # For each row but the last: the runs of the next row, by index of the pay.
        self.order = [_run(row, after, link) for (row, after), link in pairs]

    def in_order(self, values: Sequence[T]) -> list[T]:
        """Values by row, converted between the rulebook's order and the grid's, either way."""
        return list(reversed(values) if self._backwards else values)

    def __len__(self) -> int:
        return len(self.rows)

    def count(self) -> int:
        """The number of pay tables."""
        ways = [1] * len(self.rows[-1].pays)
        for low, high in reversed(self.order):
            before = [0, *accumulate(ways)]
            runs = zip(low.tolist(), high.tolist(), strict=True)
            ways = [before[last + 1] - before[first] for first, last in runs]
        return sum(ways)

    def start(self) -> Array:
        """The empty prefix."""
        return np.zeros((1, 0), np.int16)

    def runs(self, prefixes: Array) -> tuple[Array, Array]:
        """For each prefix, the first and the last pay that the next row may have."""
        if not prefixes.shape[1]:
            last = len(self.rows[0].pays) - 1
            return np.zeros(len(prefixes), np.intp), np.full(len(prefixes), last)
        low, high = self.order[prefixes.shape[1] - 1]
        return low[prefixes[:, -1]], high[prefixes[:, -1]]

    def expand(self, prefixes: Array, first: Array, last: Array) -> Array:
        """Each prefix extended by every pay of the next row from the first to the last."""
        sizes = np.maximum(last - first + 1, 0)
        before = np.cumsum(sizes) - sizes
        pays = np.arange(sizes.sum()) + np.repeat(first - before, sizes)
        return np.column_stack([np.repeat(prefixes, sizes, axis=0), pays.astype(np.int16)])

    def least(self, prefixes: Array) -> Array:
        """The least completion of each prefix."""
        return self._complete(prefixes, 0)

    def greatest(self, prefixes: Array) -> Array:
        """The greatest completion of each prefix."""
        return self._complete(prefixes, 1)

    def _complete(self, prefixes: Array, end: int) -> Array:
        whole = np.empty((len(prefixes), len(self)), np.int16)
        done = prefixes.shape[1]
        whole[:, :done] = prefixes
        for at in range(done, len(self)):
            whole[:, at] = self.runs(whole[:, :at])[end]
        return whole

    def extremes(self) -> Array:
        """The pay table that pays least of all, and the one that pays most."""
        start = self.start()
        return np.concatenate([self.least(start), self.greatest(start)])


def _run(row: RowPays, after: RowPays, link: int) -> tuple[Array, Array]:
    """For each pay of a row: the first and the last pay that the next row may then have."""
    low = np.zeros(len(row.pays), np.intp)
    high = np.full(len(row.pays), len(after.pays) - 1)
    if link == NO_LESS:
        high = np.searchsorted(after.worth, row.worth, "right") - 1
    elif link == NO_MORE:
        low = np.searchsorted(after.worth, row.worth, "left")
    return low, high


def _consistent(rows: list[RowPays], links: tuple[int, ...]) -> tuple[RowPays, ...]:
    """The rows without the pays that no complete pay table can have."""
    for at in reversed(range(len(links))):
        rows[at] = _fitting(rows[at], rows[at + 1], links[at])
    return tuple(rows)


def _fitting(row: RowPays, next_row: RowPays, link: int) -> RowPays:
    if link == NO_LESS:
        keep = row.worth >= next_row.worth[0]
    elif link == NO_MORE:
        keep = row.worth <= next_row.worth[-1]
    else:
        return row
    if not keep.any():
        word = "no less than" if link == NO_LESS else "no more than"
        raise BadConfiguration(
            "design/order",
            f"Within these ranges {row.key} can't pay {word} {next_row.key}: widen one of the two, "
            "or allow any order.",
        )
    return row.only(keep)
