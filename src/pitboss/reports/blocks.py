"""What a printed report is made of: pages of text, facts, tables and charts, in any format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Text:
    text: str
    kind: str = "text"  # Or "warning", or "note".
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """Labels and what they stand for."""

    facts: Sequence[tuple[str, str]]
    mono: bool = False  # Set in a typewriter face, to be compared letter by letter.
    kind: str = "facts"


@dataclass(frozen=True)
class Table:
    heads: Sequence[str]  # One that starts with > is of numbers, set to the right.
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()
    title: str = ""
    small: bool = False
    kind: str = "table"


@dataclass(frozen=True)
class Figures:
    """A few figures that matter most, set large."""

    figures: Sequence[tuple[str, str]]
    kind: str = "figures"


@dataclass(frozen=True)
class Chart:
    svg: str
    says: str  # What one sees in it, for those who do not.
    kind: str = "chart"


@dataclass(frozen=True)
class Page:
    title: str
    subtitle: str
    blocks: Sequence[Text | Facts | Table | Figures | Chart] = field(default_factory=list)


def plain(pages: Sequence[Page]) -> list[dict[str, Any]]:
    """As data that a template reads."""
    return [asdict(page) for page in pages]
