"""A report as plain data: rows under typed columns, what is worth a warning, and notes.

Whoever works out the figures knows no format; whoever writes a screen, JSON, CSV or a workbook
knows no figure. Money is in the smallest unit, and shares are fractions or floats.
"""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.language.currency import DOLLARS, Currency

# Kinds of columns. A key is a short text that is never broken; a gain is money with its sign.
TEXT, KEY, COUNT, MONEY, GAIN, SHARE, REAL, CHANCE = (
    "text", "key", "count", "money", "gain", "share", "real", "chance",
)  # fmt: skip

Value = str | int | float | Fraction | None
Cells = tuple[Value, ...]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # A spreadsheet would compute such a text.


class Column(NamedTuple):
    """What one column holds."""

    key: str
    heading: str
    kind: str = TEXT
    on_screen: bool = True  # Off for what only files and programs need.
    is_spare: bool = False  # The first to go where a screen is too narrow.


class Section(NamedTuple):
    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Cells, ...]
    total: Cells | None = None
    note: str = ""
    group: str = ""  # The key of a column: on a screen, its value is the heading of a table.
    subgroup: str = ""  # The same within a table.


class Fact(NamedTuple):
    """One figure or word about the whole report."""

    key: str
    label: str
    value: Value
    kind: str = TEXT


class Report(NamedTuple):
    key: str
    title: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    alarms: tuple[str, ...] = ()  # Whole sentences that somebody should act on.
    notes: tuple[str, ...] = ()
    currency: Currency = DOLLARS  # Of all its amounts.


def report_json(report: Report) -> dict[str, Any]:
    """The published format; floats are unrounded."""
    return {
        "report": report.key,
        "title": report.title,
        "currency": report.currency._asdict(),
        **{fact.key: _plain(fact.value) for fact in report.facts},
        "alarms": list(report.alarms),
        "sections": {section.key: _section_json(section) for section in report.sections},
        "notes": list(report.notes),
    }


def report_json_bytes(report: Report) -> bytes:
    return (json.dumps(report_json(report), indent=2, ensure_ascii=False) + "\n").encode()


def _section_json(section: Section) -> dict[str, Any]:
    keys = [column.key for column in section.columns]

    def record(cells: Cells) -> dict[str, Any]:
        return dict(zip(keys, map(_plain, cells), strict=True))

    rows = [record(cells) for cells in section.rows]
    total = {} if section.total is None else {"total": record(section.total)}
    return {"title": section.title, "rows": rows, **total}


def _plain(value: Value) -> str | int | float | None:
    return float(value) if isinstance(value, Fraction) else value


def report_csv(report: Report) -> bytes:
    """One block for each section: its headings, then its rows, each led by the section's key."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    for section in report.sections:
        lines.writerow(["section", *(column.key for column in section.columns)])
        for cells in section.rows:
            lines.writerow([section.key, *map(_csv_cell, cells)])
        if section.total is not None:
            lines.writerow([f"{section.key}:total", *map(_csv_cell, section.total)])
    return out.getvalue().encode()


def _csv_cell(value: Value) -> str | int | float | None:
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return _plain(value)
