"""The PAR sheet as a workbook whose formulas are alive: change a pay, see the new edge."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np

from pitboss.reports.extra import needed
from pitboss.reports.par.sheet import SOFTWARE, ParSheet
from pitboss.reports.par.workbook_front import front, moments, payments, witnesses
from pitboss.reports.par.workbook_main import MainPage
from pitboss.reports.par.workbook_style import Page, Styles
from pitboss.reports.par.workbook_summary import summary
from pitboss.reports.par.workbook_wager import WagerPage

# A workbook must have a date. The same rules make the same bytes, so it is always this one.
NO_DATE = np.datetime64("1980-01-01T00:00:00").item()


def par_xlsx(sheet: ParSheet) -> bytes:
    out = BytesIO()
    book = needed("xlsxwriter", "A workbook").Workbook(out, {"in_memory": True})
    book.set_properties(
        {
            "title": f"PAR sheet: {sheet.rules.rulebook.title}, {sheet.rules.fingerprint}",
            "author": SOFTWARE,
            "created": NO_DATE,
        }
    )
    book.set_calc_mode("auto")
    _write(book, Styles(book, sheet.rules.key), sheet)
    book.close()
    return out.getvalue()


def _write(book: Any, styles: Styles, sheet: ParSheet) -> None:
    # Sheets stand in the order in which they are added; the summary refers to those after it.
    first = Page(book, styles, "Front", (26, 22, 46, 70))
    gathered = Page(book, styles, "Summary", (36, 20, 18, 16, 16, 16, 18, 16))
    wagers = {}
    for key in sheet.odds:
        decided = sheet.is_main(sheet.rules.wager(key))
        wagers[key] = WagerPage(book, styles, sheet.odds[key], decided)
    main = None
    if sheet.rules.rulebook.decision:
        main = MainPage(book, styles, sheet, wagers)
    front(first, sheet)
    summary(gathered, sheet, wagers, main)
    moments(Page(book, styles, "Joint moments", (30, *(18,) * len(sheet.moments.wagers))), sheet)
    payments(Page(book, styles, "Largest payments", (36, 40, 22, 22)), sheet)
    witnesses(Page(book, styles, "Witness deals", (28, 40, 14, 14, 10, 10, 110)), sheet)
    gathered.sheet.activate()
