"""The main bet of a game with a decision, and the summary that gathers every sheet's figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.reports.par_sheet import ParSheet
from pitboss.reports.workbook_spread import bands_of, spread
from pitboss.reports.workbook_style import Page, Styles
from pitboss.reports.workbook_wager import DECIDED, WagerPage

Wagers = Mapping[str, WagerPage]


class MainPage(Page):
    """Every tuple of rows that the wagers of the main bet come to together."""

    def __init__(self, book: Any, styles: Styles, sheet: ParSheet, wagers: Wagers) -> None:
        super().__init__(book, styles, "Main bet", (30, 30, 30, 18, 14, 12, 16))
        main, keys = sheet.odds.main, sheet.rules.rulebook.main
        titles = [sheet.rules.wager(key).title for key in keys]
        self.title("Main bet", f"{' + '.join(titles)}, per unit of the {titles[0]}")
        self.note(DECIDED, 2)
        self.note(f"Best strategy: {sheet.odds.strategy.words()}", 2)
        blank = [""] * (3 - len(titles))
        self.heads(*titles, *blank, ">Ways", ">Net per ante", ">Staked", ">Probability",
                   freeze=True)  # fmt: skip
        first, last = self.at + 1, self.at + len(main.ways)
        for rows, n in main.ways.items():
            made = [w.rows[i] for w, i in zip(main.bet.wagers, rows, strict=True)]
            for column, text in enumerate([*(row.outcome for row in made), *blank]):
                self.put(column, text, "text")
            cells = (wagers[key].pays[row.key] for key, row in zip(keys, made, strict=True))
            self.put(3, n, "count")
            self.put(4, f"={'+'.join(cells)}", "pays", float(main.bet.net(rows)))
            self.put(5, main.bet.staked(rows), "flag")
            total = main.results.total
            self.put(6, f"=D{self.at + 1}/SUM(D{first}:D{last})", "probability", n / total)
            self.at += 1
        ways, nets, staked = (f"{c}{first}:{c}{last}" for c in "DEF")
        self.section("Figures")
        results = main.results
        total = self.figure("counted", "Deals", f"=SUM({ways})", "count", results.total)
        mean = self.figure("mean", "Average net per ante", f"=SUMPRODUCT({nets},{ways})/{total}",
                           "real", float(results.mean))  # fmt: skip
        back = self.figure("return", "Return on the ante", f"=1+{mean}", "per_cent",
                           float(1 + results.mean))  # fmt: skip
        edge = self.figure("edge", "House edge per ante", f"=-{mean}", "per_cent",
                           float(main.house_edge))  # fmt: skip
        average = self.figure("average", "Staked on average, in antes",
                              f"=SUMPRODUCT({staked},{ways})/{total}", "real",
                              float(main.average_stake))  # fmt: skip
        self.figure("risk", "Element of risk", f"={edge}/{average}", "per_cent",
                    float(main.element_of_risk))  # fmt: skip
        second = self.figure("second", "Average square of the net",
                             f"=SUMPRODUCT({nets},{nets},{ways})/{total}", "real",
                             float(results.moment(2)))  # fmt: skip
        deviation = spread(self, results, mean, second)
        bands_of(book, self, results, 1, back, deviation)


def summary(
    page: Page, sheet: ParSheet, wagers: Wagers, main: Page | None
) -> None:  # fmt: skip
    """Every figure by reference, so that it follows a changed pay."""
    page.title("Summary", "All figures refer to the sheets of the wagers, and follow them.")
    page.heads("Wager", "Key", "Pay table", ">Return", ">House edge", ">Hit frequency",
               ">Standard deviation", ">Volatility index", freeze=True)  # fmt: skip
    for key, one in wagers.items():
        odds, wager = one.odds, one.odds.wager
        if wager.envy:
            continue
        page.put(0, wager.title, "label")
        page.put(1, key, "text")
        page.put(2, wager.paytables[0], "text")
        results = odds.results
        shown = {
            "return": (float(one.stake + results.mean), "per_cent"),
            "edge": (float(odds.house_edge), "per_cent"),
            "hits": (float(odds.hit_frequency), "per_cent"),
            "sd": (results.standard_deviation, "real"),
            "volatility": (1.645 * results.standard_deviation, "real"),
        }
        for column, (name, (value, style)) in enumerate(shown.items(), 3):
            cell = page.put(column, f"={one.figures[name]}", style, value)
            page.figures[f"{key} {name}"] = f"'{page.name}'!${cell[0]}${cell[1:]}"
        page.at += 1
    for one in wagers.values():
        if one.odds.wager.envy:
            page.at += 1
            page.figure("envy", f"{one.odds.wager.title}, units per other hand",
                        f"={one.figures['mean']}", "real", float(one.odds.expectation))  # fmt: skip
    odds = sheet.odds.main
    page.section("Main bet")
    if main is None:
        only = wagers[sheet.rules.rulebook.main[0]]
        page.figure("main edge", "House edge of the initial bet", f"={only.figures['edge']}",
                    "per_cent", float(odds.house_edge))  # fmt: skip
        page.note("No decision is made in this game, so the element of risk is the same.")
        return
    for name, label, value, style in (
        ("edge", "House edge per ante", float(odds.house_edge), "per_cent"),
        ("risk", "Element of risk", float(odds.element_of_risk), "per_cent"),
        ("average", "Staked on average, in antes", float(odds.average_stake), "real"),
        ("sd", "Standard deviation per ante", odds.standard_deviation, "real"),
    ):
        page.figure(f"main {name}", label, f"={main.figures[name]}", style, value)
    page.note(
        f"Best strategy: {sheet.odds.strategy.words()} ({odds.folds:,} of 22,100 hands fold)", 2
    )
    page.note(DECIDED, 2)
