"""Designs: the pay tables that a search found, and what each comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import overload

from pitboss.errors import BadConfiguration
from pitboss.language.paytables import KEY, Paytable
from pitboss.maths.design.refusals import per_cent
from pitboss.maths.design.search import Between, Target


@dataclass(frozen=True)
class Design:
    """A pay table, and what it comes to: the wager by itself, or the main bet it is part of."""

    game: str
    wager: str
    number: int  # Its place in the list; 0 for the pay table in force.
    pays: Mapping[str, str]  # Every row that a pay table needs, as it is printed.
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    odd_pays: int  # Pays that look odd on a felt.

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def key(self) -> str:
        return f"design-{self.number}"

    def paytable(self, key: str = "") -> Paytable:
        """The pay table, to configure a game with: {wager: design.paytable()}."""
        if key and not KEY.fullmatch(key):
            told = f"{key!r} can't be a pay table's key: write it like my-pair-plus."
            raise BadConfiguration("design/key", told)
        return Paytable(key or self.key, dict(self.pays))

    def toml(self, key: str = "") -> str:
        """The pay table as a file that --paytable takes."""
        head = {"game": self.game, "wager": self.wager, "key": self.paytable(key).key}
        lines = [f'{name} = "{value}"' for name, value in head.items()]
        pays = [f'{row} = "{pay}"' for row, pay in self.pays.items()]
        return "\n".join([f"# {self.figures()}.", *lines, "", "[pays]", *pays, ""])

    def figures(self) -> str:
        """What it comes to, in words."""
        return (
            f"House edge {per_cent(self.house_edge)}, wins {per_cent(self.hit_frequency)}, "
            f"standard deviation {self.standard_deviation:.4f}"
        )

    def __str__(self) -> str:
        return f"{', '.join(self.pays.values())}. {self.figures()}."


@dataclass(frozen=True)
class Designs(Sequence[Design]):
    """The designs that were found, the best first, and what the search was."""

    judged: str  # The wager's key, or "main": the main bet under the best strategy.
    rows: tuple[str, ...]  # The rows whose pays were free to change.
    target: Target
    reach: Between  # The house edges that the ranges can reach.
    candidates: int  # Pay tables within the ranges.
    examined: int  # Pay tables, and beginnings of them, that were looked at.
    found: int  # How many meet the target,
    complete: bool  # or at least so many, if this is not true.
    in_force: Design
    designs: tuple[Design, ...] = field(repr=False)

    @overload
    def __getitem__(self, at: int) -> Design: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Design, ...]: ...

    def __getitem__(self, at: int | slice) -> Design | tuple[Design, ...]:
        return self.designs[at]

    def __len__(self) -> int:
        return len(self.designs)

    def __iter__(self) -> Iterator[Design]:
        return iter(self.designs)

    def __str__(self) -> str:
        lines = [f"{one.number}: {one}" for one in self]
        return "\n".join([f"in force: {self.in_force}", *lines])
