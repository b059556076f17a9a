"""The sheet of the main bet, where a game has a decision: its wagers together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook_spread import bands_of, spread
from pitboss.reports.par.workbook_style import Page, Styles
from pitboss.reports.par.workbook_wager import DECIDED, WagerPage

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
            share = n / main.results.total
            self.put(6, f"=D{self.at + 1}/SUM(D{first}:D{last})", "probability", share)
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
