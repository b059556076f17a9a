"""The pay tables within given ranges, as a grid that is walked row by row.

Neighbouring rows may have to keep their order: what pays no less than the next row still does.
Then what one row may pay is a run of its pays that depends on the row before it alone; so there is
a greatest and a least way to go on from any beginning, and what lies between is easily counted.
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
NO_LESS, NO_MORE, FREE = 1, -1, 0  # What a row's pay must be, beside that of the next.


@dataclass(frozen=True)
class Line:
    """A row of the pay table: what it may pay and what that is worth, the least first."""

    row: str
    pays: tuple[Pay, ...]
    worth: Array  # Net of each pay, in a unit that makes all of them whole.
    odd: Array  # Whether each looks odd.

    def only(self, keep: Array) -> Line:
        pays = tuple(pay for pay, kept in zip(self.pays, keep.tolist(), strict=True) if kept)
        return Line(self.row, pays, self.worth[keep], self.odd[keep])


class Grid:
    """All pay tables of some lines in the order they are searched; one is a place on each line."""

    def __init__(self, lines: Sequence[Line], links: Sequence[int], backwards: bool) -> None:
        """`lines` and the `links` between them are in the rulebook's order."""
        self._backwards = backwards
        self.links = tuple(-link for link in reversed(links)) if backwards else tuple(links)
        self.lines = _consistent(self.in_order(lines), self.links)
        pairs = zip(pairwise(self.lines), self.links, strict=True)
        # For each line but the last: the runs of the next one, by place.
        self.order = [_run(line, after, link) for (line, after), link in pairs]

    def in_order(self, values: Sequence[T]) -> list[T]:
        """One value for each line, from the rulebook's order to the grid's, or back."""
        return list(reversed(values) if self._backwards else values)

    def __len__(self) -> int:
        return len(self.lines)

    def count(self) -> int:
        """How many pay tables there are."""
        ways = [1] * len(self.lines[-1].pays)
        for low, high in reversed(self.order):
            before = [0, *accumulate(ways)]
            runs = zip(low.tolist(), high.tolist(), strict=True)
            ways = [before[last + 1] - before[first] for first, last in runs]
        return sum(ways)

    def start(self) -> Array:
        """The one beginning that says nothing yet."""
        return np.zeros((1, 0), np.int16)

    def runs(self, begun: Array) -> tuple[Array, Array]:
        """For each beginning, the first and the last pay that the next line may have."""
        if not begun.shape[1]:
            return np.zeros(len(begun), np.intp), np.full(len(begun), len(self.lines[0].pays) - 1)
        low, high = self.order[begun.shape[1] - 1]
        return low[begun[:, -1]], high[begun[:, -1]]

    def expand(self, begun: Array, first: Array, last: Array) -> Array:
        """Each beginning gone on with every pay of the next line from the first to the last."""
        many = np.maximum(last - first + 1, 0)
        before = np.cumsum(many) - many
        places = np.arange(many.sum()) + np.repeat(first - before, many)
        return np.column_stack([np.repeat(begun, many, axis=0), places.astype(np.int16)])

    def least(self, begun: Array) -> Array:
        """The whole pay tables that go on with as little as they may."""
        return self._complete(begun, 0)

    def greatest(self, begun: Array) -> Array:
        """The whole pay tables that go on with as much as they may."""
        return self._complete(begun, 1)

    def _complete(self, begun: Array, end: int) -> Array:
        whole = np.empty((len(begun), len(self)), np.int16)
        done = begun.shape[1]
        whole[:, :done] = begun
        for at in range(done, len(self)):
            whole[:, at] = self.runs(whole[:, :at])[end]
        return whole

    def extremes(self) -> Array:
        """The pay table that pays least of all, and the one that pays most."""
        start = self.start()
        return np.concatenate([self.least(start), self.greatest(start)])


def _run(line: Line, after: Line, link: int) -> tuple[Array, Array]:
    """For each pay of a line: the first and the last pay that the line after it may then have."""
    low = np.zeros(len(line.pays), np.intp)
    high = np.full(len(line.pays), len(after.pays) - 1)
    if link == NO_LESS:
        high = np.searchsorted(after.worth, line.worth, "right") - 1
    elif link == NO_MORE:
        low = np.searchsorted(after.worth, line.worth, "left")
    return low, high


def _consistent(lines: list[Line], links: tuple[int, ...]) -> tuple[Line, ...]:
    """The lines without the pays from which no order to be kept leads on to the last line."""
    for at in reversed(range(len(links))):
        lines[at] = _fitting(lines[at], lines[at + 1], links[at])
    return tuple(lines)


def _fitting(line: Line, beside: Line, link: int) -> Line:
    if link == NO_LESS:
        keep = line.worth >= beside.worth[0]
    elif link == NO_MORE:
        keep = line.worth <= beside.worth[-1]
    else:
        return line
    if not keep.any():
        word = "no less than" if link == NO_LESS else "no more than"
        raise BadConfiguration(
            "design/order",
            f"Within these ranges {line.row} can't pay {word} {beside.row}: widen one of the two, "
            "or allow any order.",
        )
    return line.only(keep)
