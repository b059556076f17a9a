"""A report as a workbook: a front sheet, and a sheet for each section."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pitboss.language.currency import UNITS
from pitboss.reports.files import require
from pitboss.reports.par.sheet import SOFTWARE
from pitboss.reports.par.workbook import NO_DATE
from pitboss.reports.par.workbook_page import Styles, WorkbookPage
from pitboss.reports.report import CHANCE, COUNT, GAIN, MONEY, REAL, SHARE, Report, Section, Value

STYLES = {
    COUNT: "count",
    MONEY: "dollars",
    GAIN: "dollars",
    SHARE: "per_cent",
    REAL: "ratio",
    CHANCE: "probability",
}
WIDEST, NARROWEST = 60, 12
LONGEST_NAME = 31  # Of a sheet.


def report_xlsx(report: Report, game: str = "") -> bytes:
    """The workbook, in the colours of a game if the report is about one."""
    out = BytesIO()
    book = require("xlsxwriter", "A workbook").Workbook(out, {"in_memory": True})
    book.set_properties({"title": report.title, "author": SOFTWARE, "created": NO_DATE})
    styles = Styles(book, game)
    _front(WorkbookPage(book, styles, "Report", (34, 90)), report)
    for section in report.sections:
        _sheet(book, styles, section)
    book.close()
    return out.getvalue()


def _front(page: WorkbookPage, report: Report) -> None:
    page.sheet.set_footer(f"&L&8Pitboss {report.key}&C&8&A&R&8&P of &N")
    page.title(report.title, "Amounts in whole units of the currency, from the ledger to the cent.")
    for fact in report.facts:
        page.put(0, fact.label, "label")
        _put(page, 1, fact.value, fact.kind)
        page.at += 1
    for heading, sentences in (("Alarms", report.alarms), ("Notes", report.notes)):
        if sentences:
            page.section(heading)
        for sentence in sentences:
            page.sheet.merge_range(page.at, 0, page.at, 1, "", page.styles["wrapped"])
            page.sheet.write_string(page.at, 0, sentence, page.styles["wrapped"])
            page.sheet.set_row(page.at, 15 * (1 + len(sentence) // 110))
            page.at += 1


def _sheet(book: Any, styles: Styles, section: Section) -> None:
    lines = [*section.rows, *([section.total] if section.total else [])]
    widths = [
        min(max(len(column.heading) + 2, NARROWEST, *(_length(row[i]) for row in lines)), WIDEST)
        for i, column in enumerate(section.columns)
    ]
    page = WorkbookPage(book, styles, section.title[:LONGEST_NAME], widths)
    page.sheet.set_footer(f"&L&8Pitboss {section.key}&C&8&A&R&8&P of &N")
    page.heads(
        *(f"{'>' if column.kind in STYLES else ''}{column.heading}" for column in section.columns),
        freeze=True,
    )
    for cells in lines:
        is_total = cells is section.total
        for i, (column, value) in enumerate(zip(section.columns, cells, strict=True)):
            _put(page, i, value, column.kind, is_total)
        page.at += 1
    page.sheet.autofilter(0, 0, max(len(section.rows), 1), len(section.columns) - 1)
    if section.note:
        page.at += 1
        page.sheet.write_string(page.at, 0, section.note, styles["subtitle"])


def _length(value: Value) -> int:
    return len(value) + 2 if isinstance(value, str) else NARROWEST + 2


def _put(page: WorkbookPage, column: int, value: Value, kind: str, is_total: bool = False) -> None:
    """Text is written as text, whatever it begins with; a formula is never taken from outside."""
    if isinstance(value, str) or value is None:
        style = page.styles["label" if is_total else "text"]
        page.sheet.write_string(page.at, column, value or "", style)
        return
    amount = int(value) / UNITS if kind in (MONEY, GAIN) else float(value)
    name = STYLES.get(kind, "count")
    style = page.styles[f"{name}_total" if is_total else name]
    page.sheet.write_number(page.at, column, amount, style)
