"""The sheets of the workbook on the play: an hour of it, other strategies, the jackpot meter.

Pace, stakes and terms of the meter are inputs, and the figures of the wagers are references: what
is changed here or on a wager's sheet is followed.
"""

from __future__ import annotations

from pitboss.maths.odds.progressive import Progressive
from pitboss.reports.par.hour import TOGETHER
from pitboss.reports.par.play_pages import NO_DATA
from pitboss.reports.par.progressive_page import MEAN_NOTE, TERMS_NOTE, by_boxes
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook_page import Cell, Styles, Workbook, WorkbookPage
from pitboss.reports.par.workbook_wagers import MainPage, WagerPage, Wagers


class HourPage(WorkbookPage):
    """An hour of play at a pace and with stakes that may be changed."""

    def __init__(
        self,
        book: Workbook,
        styles: Styles,
        sheet: ParSheet,
        wagers: Wagers,
        main: MainPage | None,
    ) -> None:
        super().__init__(book, styles, "An hour of play", (36, 18, 18, 18, 22))
        terms = sheet.terms
        self.title("An hour of play", "What each bet costs on one box; a negative loss is a gain.")
        self.note(NO_DATA, 2)
        rounds = self.figure("rounds", "Rounds an hour", terms.rounds_per_hour, "count_input",
                             terms.rounds_per_hour)  # fmt: skip
        stake = self.figure("stake", "Stake on a wager without a price", terms.stake,
                            "money_input", terms.stake)  # fmt: skip
        boxes = self.figure("boxes", "Boxes", terms.boxes, "count_input", terms.boxes)
        self.heads("Bet, every round", ">Placed", ">House edge", ">Loss an hour",
                   ">Std dev of an hour")  # fmt: skip
        first = self.at + 1
        for bet in sheet.hour.bets:
            if bet.title == TOGETHER:
                continue
            (key,) = bet.stakes
            wager = wagers[key]
            page = main if main is not None and key == sheet.rules.rulebook.main[0] else wager
            n = self.at + 1
            self.put(0, bet.title, "label")
            placed: Cell = bet.stake if key in sheet.rules.prices else f"={stake}"
            if "price" in wager.figures:
                placed = f"={wager.figures['price']}"
            self.put(1, placed, "money", bet.stake)
            edge = float(bet.loss / (bet.stake * bet.rounds))
            self.put(2, f"={page.figures['edge']}", "per_cent", edge)
            self.put(3, f"=B{n}*C{n}*{rounds}", "ratio", float(bet.loss))
            deviation = f"={page.figures['sd']}*B{n}*SQRT({rounds})"
            self.put(4, deviation, "ratio", bet.standard_deviation)
            self.at += 1
        together = sheet.hour.bets[-1]
        last = self.at
        self.put(0, TOGETHER, "label")
        self.put(1, f"=SUM(B{first}:B{last})", "money_total", together.stake)
        self.put(2, "", "text")
        loss = self.put(3, f"=SUM(D{first}:D{last})", "ratio_total", float(together.loss))
        self.put(4, together.standard_deviation, "ratio_total")
        self.at += 1
        self.note("The standard deviation of all bets together is for the terms as stated: it "
                  "rests on their covariances, and does not follow a change.", 2)  # fmt: skip
        self.figure("table", "The house wins an hour, every bet on every box", f"={loss}*{boxes}",
                    "ratio", float(sheet.hour.table_win))  # fmt: skip


def strategies(page: WorkbookPage, sheet: ParSheet, main: MainPage, hour: HourPage) -> None:
    """What other strategies cost, for the pays as printed."""
    best = sheet.odds.main.house_edge
    page.title("Cost of other strategies", "Compared with the best strategy, per ante.")
    page.note("For the pays as printed. A cost an hour follows the pace and the stake.")
    page.heads("Strategy", "Means", ">Folds", ">House edge", ">Costs", ">Costs an hour",
               ">Element of risk", ">Std dev", freeze=True)  # fmt: skip
    first = page.at + 1
    for strategy in (sheet.odds.strategy, *sheet.other_strategies):
        odds, n = strategy.odds, page.at + 1
        page.put(0, strategy.name, "label")
        page.put(1, strategy.words(), "wrapped")
        page.put(2, strategy.folds, "count")
        page.put(3, float(odds.house_edge), "per_cent")
        costs = odds.house_edge - best
        page.put(4, f"=D{n}-D{first}", "per_cent", float(costs))
        an_hour = costs * sheet.terms.stake * sheet.terms.rounds_per_hour
        page.put(5, f"=E{n}*{hour.figures['stake']}*{hour.figures['rounds']}", "ratio",
                 float(an_hour))  # fmt: skip
        page.put(6, float(odds.element_of_risk), "per_cent")
        page.put(7, odds.standard_deviation, "real")
        page.at += 1
    page.note(f"The edge of the main bet with pays as changed is on its sheet, {main.name}.")


def meter(
    page: WorkbookPage,
    sheet: ParSheet,
    progressive: Progressive,
    wagers: Wagers,
    hour: HourPage,
) -> None:
    """The jackpot meter by the number of boxes, from the sheets of the progressive and of envy."""
    terms, wager = sheet.terms, wagers[progressive.wager.key]
    page.title("Jackpot meter", "Break-even, hits, contribution, reset, envy; in smallest units.")
    page.note(TERMS_NOTE, 2)
    reset = page.figure("reset", "Reset amount", terms.reset, "money_input", terms.reset)
    fed = page.figure("contribution", "Contribution of a wager", float(terms.contribution),
                      "per_cent_input", float(terms.contribution))  # fmt: skip
    price, share = f"{wager.figures['price']}", wager.figures["share"]
    empty = progressive.house_edge(0) + progressive.own_envy / progressive.price
    edge = page.figure(
        "edge", "House edge with an empty meter, without envy",
        f"={wager.figures['edge']}+{wager.figures['meter']}*{share}/{price}", "per_cent",
        float(empty),
    )  # fmt: skip
    envy_page: WagerPage | None = wagers[progressive.envy.key] if progressive.envy else None
    envy = page.figure(
        "envy", "Envy of one hand to one wager",
        f"={envy_page.figures['mean']}" if envy_page else 0, "real",
        float(progressive.envy_per_hand),
    )  # fmt: skip
    own = page.figure("own", "Own hands that pay envy", int(progressive.own_hand_pays), "flag",
                      int(progressive.own_hand_pays))  # fmt: skip
    mean = progressive.mean_meter(terms.reset, terms.contribution)
    if mean is not None:
        page.figure("mean", "Average meter, at a hit and at any deal",
                    f"={reset}+{fed}*{price}/{share}", "ratio", float(mean))  # fmt: skip
        page.note(MEAN_NOTE, 2)
    page.heads(">Boxes", ">Break-even", ">Edge at reset", ">Rounds a hit", ">Hours a hit",
               ">Fed an hour", ">Envy a round", ">Largest envy")  # fmt: skip
    for table in by_boxes(progressive, terms):
        n = page.at + 1
        page.put(0, table.boxes, "count")
        envied = f"{envy}*(A{n}-1+{own})"
        page.put(1, f"=({edge}*{price}-{envied})/{share}", "ratio", float(table.break_even))
        page.put(2, f"={edge}-({reset}*{share}+{envied})/{price}", "per_cent",
                 float(table.edge_at_reset))  # fmt: skip
        page.put(3, f"=1/({wager.figures['hit']}*A{n})", "ratio", float(table.rounds_between_hits))
        page.put(4, f"=D{n}/{hour.figures['rounds']}", "ratio", float(table.hours_between_hits))
        page.put(5, f"={fed}*{price}*A{n}*{hour.figures['rounds']}", "ratio",
                 float(table.fed_per_hour))  # fmt: skip
        page.put(6, f"=A{n}*{envied}", "ratio", float(table.envy))
        page.put(7, table.largest_envy, "money")
        page.at += 1
    page.note("The largest envy is for the prizes as printed, and does not follow a change.")
