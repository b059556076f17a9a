"""The look of the terminal: tables, cards, gains and losses, progress bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards.deck import SIGNS, signs
from pitboss.language.currency import DOLLARS, Currency

GOLD, MUTED, WIN, LOSS = "#c9a24b", "dim", "green", "red"

NARROW = 90  # Columns; below, tables are set closer.

_consoles: list[Console] = []


def console() -> Console:
    """The console that commands print on."""
    if not _consoles:
        _consoles.append(Console(highlight=False, emoji=False))
    return _consoles[-1]


@contextmanager
def printing_on(other: Console) -> Iterator[None]:
    """Print on another console for a while, such as one that records a picture."""
    _consoles.append(other)
    try:
        yield
    finally:
        _consoles.remove(other)


def table(*headings: str, title: str = "") -> Table:
    """A table without a frame; a heading that starts with > is of numbers, and is aligned right."""
    empty = Table(
        box=box.SIMPLE_HEAD,
        title=title or None,
        title_justify="left",
        title_style=f"bold {GOLD}",
        header_style=MUTED,
        pad_edge=False,
        collapse_padding=console().width < NARROW,
    )
    for heading in headings:
        empty.add_column(
            heading.lstrip(">"),
            justify="right" if heading.startswith(">") else "left",
            overflow="fold",
        )
    return empty


def say(text: str, style: str = "", indent: str = "") -> None:
    """Print prose: wrapped at the width of the screen, but a path or a hash is never broken."""
    out = console()
    lines = fill(
        text, out.width, initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    out.print(Text(lines, style=style), soft_wrap=True)


def coloured_cards(cards: list[int]) -> Text:
    """Cards with suit signs, red suits in red."""
    text = Text()
    for card in cards:
        sign = signs([card])
        text.append(sign + " ", style="bold red" if sign[-1] in SIGNS[1:3] else "bold")
    return text


def net(units: int, currency: Currency = DOLLARS) -> Text:
    """A gain or a loss: a sign and a colour, never the colour alone."""
    return Text(currency.signed(units), style=WIN if units > 0 else LOSS if units < 0 else MUTED)


@contextmanager
def step_progress(steps: int) -> Iterator[Callable[[str], None]]:
    """A progress bar for work in named steps; call it with the name of each step.

    Like `count_progress`, it is on the error output and shows nothing unless that is a terminal.
    """
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    errors = Console(stderr=True)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=steps)
        finished = -1

        def begin(step: str) -> None:
            nonlocal finished
            finished += 1
            bar.update(task, description=step, completed=finished)

        yield begin


@contextmanager
def count_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for rounds or entries; call it with those finished and those in all."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    errors = Console(stderr=True)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def update(finished: int, total: int) -> None:
            bar.update(task, completed=finished, total=total)

        yield update
