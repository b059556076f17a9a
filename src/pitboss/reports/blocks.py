"""The building blocks of a printed report: pages of paragraphs, facts, tables and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pitboss.cards.deck import signs
from pitboss.reports.formatting import typeset


@dataclass(frozen=True)
class Paragraph:
    text: str
    kind: str = "text"  # Or "warning", or "note".
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """Labels and their values."""

    facts: Sequence[tuple[str, str]]
    mono: bool = False  # In a fixed-width font, to be compared letter by letter.
    kind: str = "facts"


@dataclass(frozen=True)
class TableBlock:
    heads: Sequence[str]  # A heading that starts with > is of numbers, and is aligned right.
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()
    title: str = ""
    small: bool = False
    kind: str = "table"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", [self._typeset(row) for row in self.rows])
        object.__setattr__(self, "total", self._typeset(self.total) if self.total else ())

    def _typeset(self, row: Sequence[str]) -> list[str]:
        return [
            typeset(cell) if head.startswith(">") else cell
            for head, cell in zip(self.heads, row, strict=True)
        ]


@dataclass(frozen=True)
class Figures:
    """The few figures that matter most, in large print."""

    figures: Sequence[tuple[str, str]]
    kind: str = "figures"

    def __post_init__(self) -> None:
        figures = [(label, typeset(value)) for label, value in self.figures]
        object.__setattr__(self, "figures", figures)


@dataclass(frozen=True)
class Chart:
    svg: str
    says: str  # The text alternative.
    kind: str = "chart"


@dataclass(frozen=True)
class Form:
    """Lines to file a report by; one without a text is left blank, to be filled in by hand."""

    lines: Sequence[tuple[str, str]]
    kind: str = "form"


@dataclass(frozen=True)
class Contents:
    """The list of the other pages: with page numbers on paper, with links on a screen."""

    title: str = "Contents"
    kind: str = "contents"


@dataclass(frozen=True)
class CardFace:
    rank: str  # Empty for a card that is not known.
    suit: str = ""  # ♣ ♦ ♥ or ♠.
    shown: bool = True  # False: it lay face down to the end.

    @classmethod
    def of(cls, card: int, shown: bool = True) -> CardFace:
        sign = signs([card])
        return cls(sign[:-1], sign[-1], shown)

    @property
    def says(self) -> str:
        return f"{self.rank}{self.suit}" or "face down"


@dataclass(frozen=True)
class DealtHand:
    name: str
    cards: Sequence[CardFace]
    says: str  # What it is called, and what became of it.


@dataclass(frozen=True)
class Hands:
    """Hands as they lay on the table."""

    hands: Sequence[DealtHand]
    kind: str = "hands"


@dataclass(frozen=True)
class Exercise:
    """A question of a printed sheet, with room for its answer."""

    number: str
    title: str
    asks: str  # Empty where the title asks it.
    facts: Sequence[str]
    hands: Sequence[DealtHand]
    choices: Sequence[tuple[str, str]]  # Letters and texts; none: a line to write on.
    kind: str = "exercise"


Block = Paragraph | Facts | TableBlock | Figures | Chart | Hands | Exercise | Form | Contents


@dataclass(frozen=True)
class Page:
    title: str
    subtitle: str
    blocks: Sequence[Block] = field(default_factory=list)


def page_data(pages: Sequence[Page]) -> list[dict[str, Any]]:
    """The pages as plain data for a template."""
    return [asdict(page) for page in pages]
