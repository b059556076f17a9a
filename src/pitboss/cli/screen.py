"""How tables look in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards.deck import SIGNS, signs

GOLD, MUTED, WIN, LOSS = "#c9a24b", "dim", "green", "red"


_consoles: list[Console] = []


def console() -> Console:
    """Where the commands print."""
    if not _consoles:
        _consoles.append(Console(highlight=False, emoji=False))
    return _consoles[-1]


@contextmanager
def printing_on(other: Console) -> Iterator[None]:
    """Print elsewhere for a while, such as on a console that records a picture."""
    _consoles.append(other)
    try:
        yield
    finally:
        _consoles.remove(other)


def table(*headings: str, title: str = "") -> Table:
    """An open table; a heading that starts with > is of numbers, set to the right."""
    made = Table(
        box=box.SIMPLE_HEAD,
        title=title or None,
        title_justify="left",
        title_style=f"bold {GOLD}",
        header_style=MUTED,
        pad_edge=False,
    )
    for heading in headings:
        made.add_column(
            heading.lstrip(">"),
            justify="right" if heading.startswith(">") else "left",
            overflow="fold",
        )
    return made


def coloured_cards(cards: list[int]) -> Text:
    """Cards as people read them, red suits in red."""
    made = Text()
    for card in cards:
        sign = signs([card])
        made.append(sign + " ", style="bold red" if sign[-1] in SIGNS[1:3] else "bold")
    return made


def net(units: int) -> Text:
    """A gain or a loss: a sign and a colour, never the colour alone."""
    from pitboss.library import signed

    return Text(signed(units), style=WIN if units > 0 else LOSS if units < 0 else MUTED)
