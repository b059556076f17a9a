"""A report on the terminal, in 80 columns."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from pitboss.cli.screen import GOLD, LOSS, MUTED, console, net, table
from pitboss.language.currency import Currency
from pitboss.reports.formatting import per_cent, real
from pitboss.reports.report import (
    CHANCE,
    COUNT,
    GAIN,
    KEY,
    MONEY,
    REAL,
    SHARE,
    TEXT,
    Cells,
    Report,
    Section,
    Value,
)

LEAST_CHANCE = 1e-9  # Shown as a bound.
GAP = 3  # Between columns.
MOST_ROWS = 40  # Of one table on a screen; files have them all.


def show(report: Report) -> None:
    out = console()
    out.print(Text(report.title, style=f"bold {GOLD}"))
    facts = table("", ">")
    facts.show_header = False
    for fact in report.facts:
        facts.add_row(fact.label, shown(fact.value, fact.kind, report.currency))
    out.print(facts)
    for section in report.sections:
        _show_section(section, report.currency)
    for sentence in report.alarms:
        out.print(Text(f"! {sentence}", style=f"bold {LOSS}"))
    for sentence in report.notes:
        out.print(Text(sentence, style=MUTED))


def _show_section(section: Section, currency: Currency) -> None:
    out = console()
    at = _place(section, section.group)
    groups = groupby(section.rows, (lambda cells: cells[at]) if at is not None else (lambda _: ""))
    for name, rows in groups:
        title = f"{section.title}: {name}" if name else section.title
        _show_rows(section, title, list(rows), currency)
    if not section.rows:
        out.print(Text(f"{section.title}: none.", style=MUTED))
    if section.note:
        out.print(Text(section.note, style=MUTED))
        out.print()


def _show_rows(section: Section, title: str, rows: list[Cells], currency: Currency) -> None:
    out = console()
    shown_rows = [*rows[:MOST_ROWS], *([section.total] if section.total else [])]
    places = [i for i, column in enumerate(section.columns) if column.on_screen]
    wanted = tuple(places)
    while len(places) > 2 and _least_width(section, shown_rows, places, currency) > out.width:
        places.remove(_least_wanted(section, places))
    columns = [section.columns[i] for i in places]
    lines = table(
        *(f"{'' if column.kind in (TEXT, KEY) else '>'}{column.heading}" for column in columns),
        title=title,
    )
    for heading, column in zip(lines.columns, columns, strict=True):
        heading.no_wrap = column.kind != TEXT
    at = _place(section, section.subgroup)
    last: Value = None
    for cells in rows[:MOST_ROWS]:
        if at is not None and cells[at] != last:
            last = cells[at]
            lines.add_row(Text(str(last), style="bold"))
        lines.add_row(*(shown(cells[i], section.columns[i].kind, currency) for i in places))
    if section.total is not None:
        lines.add_section()
        total = section.total
        lines.add_row(
            *(shown(total[i], section.columns[i].kind, currency) for i in places), style="bold"
        )
    out.print(lines)
    if len(rows) > MOST_ROWS:
        more = f"And {len(rows) - MOST_ROWS:,} more: --json shows them all, and -o writes them."
        out.print(Text(more, style=MUTED))
    if len(places) < len(wanted):
        names = ", ".join(section.columns[i].heading for i in wanted if i not in places)
        out.print(Text(f"Left out for lack of room: {names}.", style=MUTED))


def _least_width(section: Section, rows: list[Cells], places: list[int], currency: Currency) -> int:
    """What a table needs so that no number and no word is broken."""
    return sum(GAP + _width(section, rows, place, currency) for place in places) - GAP + 2


def _width(section: Section, rows: list[Cells], place: int, currency: Currency) -> int:
    column = section.columns[place]
    texts = [column.heading, *(shown(cells[place], column.kind, currency).plain for cells in rows)]
    words = texts if column.kind != TEXT else [word for text in texts for word in text.split()]
    return max(map(len, words), default=0)


def _least_wanted(section: Section, places: list[int]) -> int:
    """The column to leave out first: a spare one, else the last one of numbers."""
    spare = [place for place in places if section.columns[place].is_spare]
    numbers = [place for place in places if section.columns[place].kind not in (TEXT, KEY)]
    return (spare or numbers or places)[-1]


def _place(section: Section, key: str) -> int | None:
    return [column.key for column in section.columns].index(key) if key else None


def shown(value: Value, kind: str, currency: Currency) -> Text:
    """A value as people read it; a dash where there is none."""
    if value is None:
        return Text("–", style=MUTED)
    if isinstance(value, str):
        return Text(value)
    if kind == GAIN:
        return net(int(value), currency)
    return Text(_number(value, kind, currency))


def _number(value: Value, kind: str, currency: Currency) -> str:
    assert value is not None
    assert not isinstance(value, str)
    if kind == MONEY:
        return currency.money(int(value))
    if kind == SHARE:
        return per_cent(value, 2)
    if kind == COUNT:
        return f"{int(value):,}"
    if kind == CHANCE:
        return _chance(float(value))
    return real(value, 2) if kind == REAL else str(value)


def _chance(chance: float) -> str:
    if chance < LEAST_CHANCE:
        return f"< {LEAST_CHANCE:.0e}"
    return f"{chance:.4f}" if chance >= 0.001 else f"{chance:.1e}"
