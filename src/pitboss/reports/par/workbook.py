"""The PAR sheet as a workbook with live formulas: change a pay, see the new edge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO

import numpy as np

from pitboss.maths.odds.bands import volatility_index
from pitboss.reports.files import require
from pitboss.reports.par.sheet import IDENTITY_NOTE, RETURN_NOTE, SOFTWARE, ParSheet
from pitboss.reports.par.terms import house_terms
from pitboss.reports.par.workbook_page import Cell, Styles, Workbook, WorkbookPage
from pitboss.reports.par.workbook_play import HourPage, meter, strategies
from pitboss.reports.par.workbook_wagers import STRATEGY_IS_FIXED, MainPage, WagerPage, Wagers

# A workbook must have a date. It is constant, so that the same rules give the same bytes.
NO_DATE = np.datetime64("1980-01-01T00:00:00").item()


def par_xlsx(sheet: ParSheet) -> bytes:
    out = BytesIO()
    book = require("xlsxwriter", "A workbook").Workbook(out, {"in_memory": True})
    book.set_properties(
        {
            "title": f"PAR sheet: {sheet.rules.rulebook.title}, {sheet.short_identity}",
            "author": SOFTWARE,
            "created": NO_DATE,
        }
    )
    book.set_calc_mode("auto")
    _write(book, Styles(book, sheet.rules.key, sheet.rules.fingerprint), sheet)
    book.close()
    return out.getvalue()


def _write(book: Workbook, styles: Styles, sheet: ParSheet) -> None:
    # Sheets appear in the order in which they are added, and the summary refers to later ones.
    front_page = WorkbookPage(book, styles, "Front", (26, 22, 46, 70))
    summary_page = WorkbookPage(book, styles, "Summary", (36, 20, 18, 16, 16, 16, 18, 16))
    wagers = {}
    for key in sheet.odds:
        has_decision = sheet.depends_on_decision(sheet.rules.wager(key))
        wagers[key] = WagerPage(book, styles, sheet.odds[key], has_decision)
    main = None
    if sheet.rules.rulebook.decision:
        main = MainPage(book, styles, sheet, wagers)
    summary(summary_page, sheet, wagers, main)
    hour = HourPage(book, styles, sheet, wagers, main)
    if main is not None:
        widths = (26, 50, 12, 14, 14, 16, 16, 12)
        strategies(WorkbookPage(book, styles, "Other strategies", widths), sheet, main, hour)
    if sheet.progressive is not None:
        page = WorkbookPage(book, styles, "Jackpot meter", (44, *(18,) * 7))
        meter(page, sheet, sheet.progressive, wagers, hour)
    moments(
        WorkbookPage(book, styles, "Joint moments", (30, *(18,) * len(sheet.moments.wagers))), sheet
    )
    payments(WorkbookPage(book, styles, "Largest payments", (36, 40, 22, 22)), sheet)
    witnesses(WorkbookPage(book, styles, "Witness deals", (28, 40, 14, 14, 10, 10, 110)), sheet)
    front(front_page, sheet, [page.get_name() for page in book.worksheets()[1:]])
    summary_page.sheet.activate()


def front(page: WorkbookPage, sheet: ParSheet, others: Sequence[str]) -> None:
    """Which rules these are, down to the byte, and how to reproduce the workbook."""
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    page.title(f"{rulebook.title}: PAR sheet", rulebook.tagline)
    for label, text in (
        *sheet.filing.lines,
        ("Rulebook", f"{rulebook.title}, {rulebook.version}"),
        ("In effect", rulebook.effective),
        ("Fingerprint of the rules", rules.fingerprint),
        ("Identity of the sheet", sheet.identity),
        ("Software", SOFTWARE),
        ("Made by", sheet.command("xlsx")),
        ("Rule files together", sheet.hash_of_hashes),
    ):
        page.put(0, label, "label")
        page.words(1, text, "text")
        page.at += 1
    page.note(IDENTITY_NOTE, 2)
    page.section("Contents")
    for name in others:
        page.link(0, name)
        page.at += 1
    page.section("Terms that the house states")
    page.rows(house_terms(sheet.rules, sheet.terms), ("label", "text"))
    if rules.paytable_keys:
        page.section("Pay tables in force")
        page.rows(list(rules.paytable_keys.items()), ("label", "text"))
    page.section("Readings in force")
    page.heads("Reading", "Option", "Means", "Question")
    for reading in rulebook.pay_readings:
        option = rules.readings[reading.key]
        default = " (as written)" if option == reading.default else ""
        page.put(0, reading.key, "label")
        page.put(1, option + default, "text")
        page.put(2, reading.options[option], "wrapped")
        page.put(3, reading.question, "wrapped")
        page.at += 1
    page.section("Policies, where the rulebook is silent")
    for policy in rulebook.pay_policies:
        option = rules.policies[policy.key]
        page.put(0, policy.key, "label")
        page.put(1, option, "text")
        page.put(2, policy.options[option], "wrapped")
        page.put(3, policy.question, "wrapped")
        page.at += 1
    warnings = sheet.odds.warnings()
    if warnings:
        page.section("Warnings")
        for warning in warnings:
            page.note(warning.message)
    page.section("Method and definitions")
    for text in (*sheet.method, RETURN_NOTE, *sheet.odds.notes()):
        page.note(text, 2)
    page.section("SHA-256 of the rule files")
    page.rows(list(sheet.hashes.items()), ("text", "mono"))


def moments(page: WorkbookPage, sheet: ParSheet) -> None:
    """How the wagers of one box are correlated."""
    page.title("Joint moments", "Per unit of each wager. A Play that was not made counts as 0.")
    page.note("For the pays as printed, under the best strategy. They do not follow a change.")
    titles = [wager.title for wager in sheet.moments.wagers]
    matrices: dict[str, Sequence[Sequence[Fraction | float]]] = {
        "Covariance": sheet.covariances,
        "Correlation": sheet.correlations,
    }
    for name, matrix in matrices.items():
        page.section(name)
        page.heads("", *(f">{title}" for title in titles))
        for title, line in zip(titles, matrix, strict=True):
            cells = [float(value) for value in line]
            page.rows([[title, *cells]], ("label", *("real",) * len(cells)))


def payments(page: WorkbookPage, sheet: ParSheet) -> None:
    """What a round may cost the house at the posted terms."""
    terms, largest = sheet.terms, sheet.payments
    page.title("Largest payments", "In the smallest unit. Returned stakes are not included.")
    posted = f"At {terms.maximum:,} units on every wager without a price, on {terms.boxes} boxes"
    page.note(f"{posted}. The house posts these limits, not the rulebook. Pays as printed.")
    page.heads("Wager", "Row", ">One box", ">Whole table, at most", freeze=True)
    for wager in sheet.rules.wagers:
        row, most = largest.of_wager(wager)
        line: list[Cell] = [wager.title, row.outcome, most, largest.of_table(wager)]
        page.rows([line], ("label", "text", "money", "money"))
    whole: list[Cell] = ["All wagers together", "", largest.of_box()[1], largest.whole_table()]
    page.rows([whole], ("label", "text", "money_total", "money_total"))


def witnesses(page: WorkbookPage, sheet: ParSheet) -> None:
    """A deal for every row, to be settled by hand or by the command next to it."""
    page.title("Witness deals", "A deal that reaches each row, and the command that settles it.")
    page.heads("Wager", "Row", "Player", "Dealer", "Fourth", "Decision", "Settle it", freeze=True)
    for line in sheet.witnesses:
        decision = "fold" if line.witness.folded else "play"
        cells = [line.wager.title, line.witness.row.outcome, line.player, line.dealer,
                 line.fourth or "", decision if line.wager.reads_decision() else "",
                 line.command]  # fmt: skip
        page.rows([cells], ("label", "text", "mono", "mono", "mono", "text", "mono"))


def summary(page: WorkbookPage, sheet: ParSheet, wagers: Wagers, main: MainPage | None) -> None:
    """Every figure by reference to the wagers' sheets, so that it follows a changed pay."""
    page.title("Summary", "All figures refer to the sheets of the wagers, and follow them.")
    page.heads("Wager", "Key", "Pay table", ">Return", ">House edge", ">Hit frequency",
               ">Standard deviation", ">Volatility index", freeze=True)  # fmt: skip
    for wager in wagers.values():
        if not wager.odds.wager.envy:
            _summary_row(page, wager)
    for wager in wagers.values():
        if wager.odds.wager.envy:
            page.at += 1
            page.figure("envy", f"{wager.odds.wager.title}, units per other hand",
                        f"={wager.figures['mean']}", "real",
                        float(wager.odds.expectation))  # fmt: skip
    page.section("Main bet")
    odds = sheet.odds.main
    if main is None:
        only = wagers[sheet.rules.rulebook.main[0]]
        label = f"House edge of the {only.odds.wager.title}"
        page.figure(
            "main edge", label, f"={only.figures['edge']}", "per_cent", float(odds.house_edge)
        )
        page.note("This game has no decision, so the element of risk is the same.")
        return
    for name, label, value, style in (
        ("edge", "House edge per ante", float(odds.house_edge), "per_cent"),
        ("risk", "Element of risk", float(odds.element_of_risk), "per_cent"),
        ("average", "Average stake, in antes", float(odds.average_stake), "real"),
        ("sd", "Standard deviation per ante", odds.standard_deviation, "real"),
    ):
        page.figure(f"main {name}", label, f"={main.figures[name]}", style, value)
    page.note(f"Best strategy: {sheet.odds.strategy.words()} Hands that fold: {odds.folds:,}.", 2)
    page.note(STRATEGY_IS_FIXED, 2)


def _summary_row(page: WorkbookPage, wager_page: WagerPage) -> None:
    odds, wager = wager_page.odds, wager_page.odds.wager
    page.put(0, wager.title, "label")
    page.put(1, wager.key, "text")
    page.put(2, wager.paytables[0], "text")
    figures = {
        "return": (float(wager_page.stake + odds.expectation), "per_cent"),
        "edge": (float(odds.house_edge), "per_cent"),
        "hits": (float(odds.hit_frequency), "per_cent"),
        "sd": (odds.standard_deviation, "real"),
        "volatility": (volatility_index(odds.results), "real"),
    }
    for column, (name, (value, style)) in enumerate(figures.items(), 3):
        page.put(column, f"={wager_page.figures[name]}", style, value)
    page.at += 1
