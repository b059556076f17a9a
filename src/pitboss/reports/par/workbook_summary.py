"""The summary of the workbook: every figure by reference, so that it follows a changed pay."""

from __future__ import annotations

from pitboss.reports.bands import volatility_index
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook_main import MainPage, Wagers
from pitboss.reports.par.workbook_style import Page
from pitboss.reports.par.workbook_wager import DECIDED, WagerPage


def summary(page: Page, sheet: ParSheet, wagers: Wagers, main: MainPage | None) -> None:
    page.title("Summary", "All figures refer to the sheets of the wagers, and follow them.")
    page.heads("Wager", "Key", "Pay table", ">Return", ">House edge", ">Hit frequency",
               ">Standard deviation", ">Volatility index", freeze=True)  # fmt: skip
    for one in wagers.values():
        if not one.odds.wager.envy:
            _line(page, one)
    for one in wagers.values():
        if one.odds.wager.envy:
            page.at += 1
            page.figure("envy", f"{one.odds.wager.title}, units per other hand",
                        f"={one.figures['mean']}", "real", float(one.odds.expectation))  # fmt: skip
    page.section("Main bet")
    odds = sheet.odds.main
    if main is None:
        only = wagers[sheet.rules.rulebook.main[0]]
        words = f"House edge of the {only.odds.wager.title}"
        page.figure(
            "main edge", words, f"={only.figures['edge']}", "per_cent", float(odds.house_edge)
        )
        page.note("No decision is made in this game, so the element of risk is the same.")
        return
    for name, label, value, style in (
        ("edge", "House edge per ante", float(odds.house_edge), "per_cent"),
        ("risk", "Element of risk", float(odds.element_of_risk), "per_cent"),
        ("average", "Staked on average, in antes", float(odds.average_stake), "real"),
        ("sd", "Standard deviation per ante", odds.standard_deviation, "real"),
    ):
        page.figure(f"main {name}", label, f"={main.figures[name]}", style, value)
    page.note(f"Best strategy: {sheet.odds.strategy.words()} Hands that fold: {odds.folds:,}.", 2)
    page.note(DECIDED, 2)


def _line(page: Page, one: WagerPage) -> None:
    odds, wager = one.odds, one.odds.wager
    page.put(0, wager.title, "label")
    page.put(1, wager.key, "text")
    page.put(2, wager.paytables[0], "text")
    shown = {
        "return": (float(one.stake + odds.expectation), "per_cent"),
        "edge": (float(odds.house_edge), "per_cent"),
        "hits": (float(odds.hit_frequency), "per_cent"),
        "sd": (odds.standard_deviation, "real"),
        "volatility": (volatility_index(odds.results), "real"),
    }
    for column, (name, (value, style)) in enumerate(shown.items(), 3):
        page.put(column, f"={one.figures[name]}", style, value)
    page.at += 1
