"""Designs: the pay tables that a search found, with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import overload

from pitboss.errors import BadConfiguration
from pitboss.language.paytables import KEY, Paytable
from pitboss.maths.design.search import Between, Target
from pitboss.result_types import Record


@dataclass(frozen=True)
class Design:
    """A pay table with its figures: of the wager by itself, or of the main bet it belongs to."""

    game: str
    wager: str
    number: int  # Its place in the list; 0 for the pay table in force.
    pays: Mapping[str, str]  # Every row that a pay table needs, as it is printed.
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    odd_pays: int  # Pays that look odd on a felt.

    def __repr__(self) -> str:
        return f"<{self.key} of {self.wager}: house edge {float(self.house_edge):.4%}>"

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def key(self) -> str:
        return f"design-{self.number}"

    def paytable(self, key: str = "") -> Paytable:
        """The pay table for `configure`: {wager: design.paytable()}."""
        if key and not KEY.fullmatch(key):
            message = f"{key!r} can't be a pay table's key: write it like my-pair-plus."
            raise BadConfiguration("design/key", message)
        return Paytable(key or self.key, dict(self.pays))

    def toml(self, key: str = "") -> str:
        """The pay table as a file for --paytable."""
        head = {"game": self.game, "wager": self.wager, "key": self.paytable(key).key}
        lines = [f'{name} = "{value}"' for name, value in head.items()]
        pays = [f'{row} = "{pay}"' for row, pay in self.pays.items()]
        return "\n".join([f"# {self.figures()}.", *lines, "", "[pays]", *pays, ""])

    def figures(self) -> str:
        """The figures in words."""
        return (
            f"House edge {per_cent(self.house_edge)}, wins {per_cent(self.hit_frequency)}, "
            f"standard deviation {self.standard_deviation:.4f}"
        )

    def record(self) -> Record:
        """Its figures, and the pay of each row in a column such as `pays.flush`."""
        return {
            "number": self.number,
            "house_edge": float(self.house_edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "odd_pays": self.odd_pays,
            **{f"pays.{row}": pay for row, pay in self.pays.items()},
        }

    def __str__(self) -> str:
        return f"{', '.join(self.pays.values())}. {self.figures()}."


@dataclass(frozen=True)
class Designs(Sequence[Design]):
    """The designs found, the best first, and what was searched."""

    judged: str  # The wager's key, or "main": the main bet under the best strategy.
    rows: tuple[str, ...]  # The rows whose pays were free to change.
    target: Target
    reach: Between  # The house edges that the ranges can reach.
    candidates: int  # Pay tables within the ranges.
    examined: int  # Pay tables and prefixes that the search examined.
    meeting_target: int  # How many meet it; a lower bound unless the search is complete.
    complete: bool
    in_force: Design
    designs: tuple[Design, ...]

    def __repr__(self) -> str:
        wager, meeting_target = self.in_force.wager, self.meeting_target
        return f"<{len(self)} designs of {wager}, of {meeting_target:,} that qualify>"

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

    def records(self) -> list[Record]:
        """One flat record for each design, the pay table in force first, for a data frame."""
        return [design.record() for design in (self.in_force, *self)]

    def __str__(self) -> str:
        lines = [f"{design.number}: {design}" for design in self]
        return "\n".join([f"in force: {self.in_force}", *lines])


def per_cent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share) * 100:.{places}f} %"
