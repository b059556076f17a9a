"""The sheets of the workbook for each wager and for the main bet.

Change a pay in a wager's sheet, and its return, edge and spread follow, as does the main bet.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.language.wagers import Row
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook_page import Styles, Workbook, WorkbookPage, live_bands, spread

WIDTHS = (38, 20, 20, 16, 16, 17, 16, 15, 10, 10, 14, 12)
HEADS = (
    "Outcome", "Row", "As printed", ">Pays, net per unit", ">Ways", ">Probability", ">One in",
    ">Contribution", ">Counted", ">Wins",
)  # fmt: skip
CASH_HEADS = (">Cash, smallest unit", ">Share of the meter")
OUTCOME, KEY, PRINTED, PAYS, WAYS, PROBABILITY, ONE_IN, SHARE, COUNTED, WINS, CASH, METER = range(
    12
)
EDITING = "Change a pay in yellow, and all figures of this sheet and of the summary follow."
STRATEGY_IS_FIXED = (
    "The ways are under the best strategy for the pays as printed. Other pays may need another "
    "strategy: `pitboss par` with your own pay table computes it again."
)


class WagerPage(WorkbookPage):
    """The sheet of one wager."""

    def __init__(self, book: Workbook, styles: Styles, odds: WagerOdds, has_decision: bool) -> None:
        self.odds = odds
        self.is_cash = any(row.pay.cash or row.pay.meter for row in odds.wager.rows)
        widths = WIDTHS if self.is_cash else WIDTHS[:CASH]
        super().__init__(book, styles, odds.wager.title, widths)
        self.stake = int(odds.wager.is_staked)
        self.pays: dict[str, str] = {}  # The cell of each row's pay.
        self.title(odds.wager.title, f"{odds.wager.key}, pay table {odds.wager.paytables[0]}")
        self.note(EDITING)
        if has_decision:
            self.note(STRATEGY_IS_FIXED, 2)
        if odds.wager.envy:
            self.note("Nothing is staked: a pay is the value of one other hand, in smallest units.")
        self._inputs()
        self._table()
        self._figures(book)

    def _inputs(self) -> None:
        if self.is_cash and self.stake:
            self.price = self.figure("price", "Price of the wager", self.odds.price,
                                     "money_input", self.odds.price)  # fmt: skip
            self.meter = self.figure("meter", "Jackpot meter", self.odds.meter, "money_input",
                                     self.odds.meter)  # fmt: skip

    def _table(self) -> None:
        self.heads(*HEADS, *(CASH_HEADS if self.is_cash else ()), freeze=True)
        self.first = self.at + 1
        self.last = self.at + len(self.odds.wager.rows)
        # The rows refer to figures that are written below them, at fixed distances.
        self.total, self.counted = f"$E${self.last + 1}", f"$D${self.last + 4}"
        self.returned_stake = f"$D${self.last + 5}"
        for row, ways in self.odds.outcomes():
            self._row(row, ways)
        self.put(OUTCOME, "Total", "label")
        self.put(WAYS, f"=SUM({self._all('E')})", "count_total", self.odds.deals)
        self.put(PROBABILITY, f"=SUM({self._all('F')})", "probability_total", 1)
        total = sum(self.odds.contribution(row) for row in self.odds.wager.rows)
        self.put(SHARE, f"=SUM({self._all('H')})", "per_cent_total", float(total))
        self.at += 1

    def _all(self, column: str) -> str:
        return f"{column}{self.first}:{column}{self.last}"

    def _row(self, row: Row, ways: int) -> None:
        odds, n = self.odds, self.at + 1
        net = float(odds.net(row.pay))
        counted = int(not odds.wager.is_staked or row.pay.staked)
        self.put(OUTCOME, row.outcome, "text")
        self.put(KEY, row.key, "text")
        self.put(PRINTED, row.pay.words(), "text")
        if self.is_cash and (row.pay.cash or row.pay.meter):
            prize = f"K{n}+L{n}*{self.meter}" if self.stake else f"K{n}"
            # A price that is kept is deducted from the prize; a returned one is not.
            kept = f"-{self.price}" if row.pay.stake < 0 else ""
            formula = f"=({prize}{kept})/{self.price}" if self.stake else f"={prize}"
            cell = self.put(PAYS, formula, "pays", net)
            self.put(CASH, row.pay.cash, "money_input")
            self.put(METER, float(row.pay.meter), "per_cent_input")
            self.put(WINS, f"=IF(K{n}+L{n}>0,1,0)", "flag", int(row.pay.is_win))
        else:
            cell = self.put(PAYS, net, "pays_input" if counted else "pays")
            self.put(WINS, f"=IF(D{n}>0,1,0)", "flag", int(row.pay.is_win))
        self.pays[row.key] = f"'{self.name}'!${cell[0]}${cell[1:]}"
        self.put(WAYS, ways, "count")
        self.put(PROBABILITY, f"=E{n}/{self.total}", "probability", ways / odds.deals)
        one_in = odds.deals / ways if ways else 0
        self.put(ONE_IN, f"=IF(E{n}>0,{self.total}/E{n},0)", "ratio", one_in)
        share = f"=({self.returned_stake}+D{n})*I{n}*E{n}/{self.counted}"
        if not counted:
            share = f"=D{n}*I{n}*E{n}/{self.counted}"
        self.put(SHARE, share, "per_cent", float(odds.contribution(row)))
        self.put(COUNTED, counted, "flag")
        self.at += 1

    def _figures(self, book: Workbook) -> None:
        odds, results = self.odds, self.odds.results
        pays, ways, counted, wins = (self._all(c) for c in "DEIJ")
        self.section("Figures")
        total = self.figure("counted", "Deals with a stake",
                            f"=SUMPRODUCT({ways},{counted})", "count", results.total)  # fmt: skip
        stake = self.figure("stake", "Stake returned with a win", self.stake, "flag",
                            self.stake)  # fmt: skip
        assert (total, stake) == (
            self.counted.replace("$", ""), self.returned_stake.replace("$", "")
        ), "the rows refer to these cells"  # fmt: skip
        mean = self.figure(
            "mean", "Average net result", f"=SUMPRODUCT({pays},{ways},{counted})/{total}",
            "real", float(results.mean),
        )  # fmt: skip
        if odds.wager.envy:
            return
        label = "Return" if self.stake else "Adds to the return of the wager it is paid on"
        back = self.figure("return", label, f"={stake}+{mean}", "per_cent",
                           float(self.stake + results.mean))  # fmt: skip
        self.figure("edge", "House edge", f"={stake}-{back}", "per_cent", float(odds.house_edge))
        self.figure(
            "hits", "Hit frequency", f"=SUMPRODUCT({wins},{ways},{counted})/{total}",
            "per_cent", float(odds.hit_frequency),
        )  # fmt: skip
        if self.is_cash and self.stake:
            self._meter_figures(total)
        second = self.figure(
            "second", "Average square of the net result",
            f"=SUMPRODUCT({pays},{pays},{ways},{counted})/{total}", "real",
            float(results.moment(2)),
        )  # fmt: skip
        deviation = spread(self, results, mean, second)
        live_bands(book, self, results, self.stake, back, deviation)

    def _meter_figures(self, total: str) -> None:
        """What the meter's sheet needs: the average share of it that is won, and how often."""
        rows = [
            (n, row.pay.meter, ways)
            for n, (row, ways) in enumerate(self.odds.outcomes(), self.first)
            if row.pay.cash or row.pay.meter
        ]
        deals = self.odds.deals
        shares = "+".join(f"L{n}*E{n}" for n, _, _ in rows)
        hits = "+".join(f"IF(L{n}>0,E{n},0)" for n, _, _ in rows)
        share = float(sum(part * ways for _, part, ways in rows) / deals)
        hit = sum(ways for _, part, ways in rows if part) / deals
        self.figure("share", "Average share of the meter", f"=({shares})/{total}", "real", share)
        self.figure("hit", "Chance of a hit of the meter", f"=({hits})/{total}", "real", hit)


Wagers = Mapping[str, WagerPage]


class MainPage(WorkbookPage):
    """The main bet of a game with a decision: all joint outcomes of its wagers."""

    def __init__(self, book: Workbook, styles: Styles, sheet: ParSheet, wagers: Wagers) -> None:
        super().__init__(book, styles, "Main bet", (30, 30, 30, 18, 14, 12, 16))
        main, keys = sheet.odds.main, sheet.rules.rulebook.main
        titles = [sheet.rules.wager(key).title for key in keys]
        self.title("Main bet", f"{' + '.join(titles)}, per unit of the {titles[0]}")
        self.note(STRATEGY_IS_FIXED, 2)
        self.note(f"Best strategy: {sheet.odds.strategy.words()}", 2)
        blank = [""] * (3 - len(titles))
        self.heads(*titles, *blank, ">Ways", ">Net per ante", ">Staked", ">Probability",
                   freeze=True)  # fmt: skip
        first, last = self.at + 1, self.at + len(main.ways)
        for rows, n in main.ways.items():
            reached = [wager.rows[i] for wager, i in zip(main.bet.wagers, rows, strict=True)]
            for column, text in enumerate([*(row.outcome for row in reached), *blank]):
                self.put(column, text, "text")
            cells = (wagers[key].pays[row.key] for key, row in zip(keys, reached, strict=True))
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
        average = self.figure("average", "Average stake, in antes",
                              f"=SUMPRODUCT({staked},{ways})/{total}", "real",
                              float(main.average_stake))  # fmt: skip
        self.figure("risk", "Element of risk", f"={edge}/{average}", "per_cent",
                    float(main.element_of_risk))  # fmt: skip
        second = self.figure("second", "Average square of the net",
                             f"=SUMPRODUCT({nets},{nets},{ways})/{total}", "real",
                             float(results.moment(2)))  # fmt: skip
        deviation = spread(self, results, mean, second)
        live_bands(book, self, results, 1, back, deviation)
