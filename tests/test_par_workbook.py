"""The PAR workbook: live formulas that come to the exact figures."""

import io
import re
import warnings
from fractions import Fraction
from math import sqrt

import openpyxl
import pytest

from pitboss.language.paytables import Paytable
from pitboss.maths.odds.bands import volatility_index
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.progressive import progressive
from pitboss.reports.par.filing import Filing
from pitboss.reports.par.progressive_page import by_boxes
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.terms import HouseTerms
from pitboss.reports.par.workbook import par_xlsx
from pitboss.rulebooks import RULEBOOKS
from tests.support.par_sheets import GAMES, close, sheet_of, xlsx_of

# A workbook, recomputed: a formula becomes a Python expression over the cells it names.

REFERENCE = re.compile(r"(?:'([^']+)'!)?(\$?[A-Z]+\$?\d+)(?::(\$?[A-Z]+\$?\d+))?(?![\w(])")
FUNCTIONS = {
    "SUM": sum,
    "SQRT": sqrt,
    "IF": lambda holds, yes, no: yes if holds else no,
    "SUMPRODUCT": lambda *areas: sum(product(line) for line in zip(*areas, strict=True)),
}


def product(numbers):
    made = 1.0
    for number in numbers:
        made *= number
    return made


class Workbook:
    def __init__(self, data):
        self.book = openpyxl.load_workbook(io.BytesIO(data))
        self.shown = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        self.known = {}

    def change(self, sheet, cell, value):
        assert isinstance(self.book[sheet][cell].value, int | float)
        self.book[sheet][cell] = value
        self.known = {}

    def value(self, sheet, cell):
        cell = cell.replace("$", "")
        if (sheet, cell) not in self.known:
            held = self.book[sheet][cell].value
            is_formula = isinstance(held, str) and held.startswith("=")
            self.known[sheet, cell] = self.worked_out(sheet, held[1:]) if is_formula else held
        return self.known[sheet, cell]

    def worked_out(self, sheet, formula):
        def reference(found):
            where, first, last = found[1] or sheet, found[2], found[3]
            if last:
                return f"area({where!r}, {first!r}, {last!r})"
            return f"value({where!r}, {first!r})"

        python = REFERENCE.sub(reference, formula).replace("^", "**")
        return eval(python, {**FUNCTIONS, "area": self.area, "value": self.value})

    def area(self, sheet, first, last):
        cells = self.book[sheet][f"{first}:{last}".replace("$", "")]
        return [self.value(sheet, cell.coordinate) for (cell,) in cells]

    def find(self, sheet, label, column="D"):
        """The cell beside a label of the first column."""
        (row,) = (cell.row for cell in self.book[sheet]["A"] if cell.value == label)
        return f"{column}{row}"

    def figure(self, sheet, label, column="D"):
        return self.value(sheet, self.find(sheet, label, column))

    def pay_cell(self, sheet, row, column="D"):
        (number,) = (cell.row for cell in self.book[sheet]["B"] if cell.value == row)
        return f"{column}{number}"


def wager_figures(odds):
    """The label of each figure of a wager's sheet, and what it should be."""
    staked = odds.wager.is_staked
    words = "Return" if staked else "Adds to the return of the wager it is paid on"
    return {
        words: int(staked) + odds.expectation,
        "House edge": odds.house_edge,
        "Hit frequency": odds.hit_frequency,
        "Variance": odds.results.variance,
        "Standard deviation": odds.standard_deviation,
        "Volatility index (1.645 SD)": volatility_index(odds.results),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_workbook_recomputes_to_the_exact_figures(game):
    sheet, made = sheet_of(game), Workbook(xlsx_of(game))
    for key in sheet.odds:
        odds = sheet.odds[key]
        title = odds.wager.title
        for row, ways in odds.outcomes():
            assert close(made.value(title, made.pay_cell(title, row.key)), odds.net(row.pay))
            assert made.value(title, made.pay_cell(title, row.key, "E")) == ways
            share = made.value(title, made.pay_cell(title, row.key, "H"))
            assert close(share, odds.contribution(row))
        if odds.wager.envy:
            assert close(made.figure(title, "Average net result"), odds.expectation)
            continue
        for label, exact in wager_figures(odds).items():
            assert close(made.figure(title, label), exact), (title, label)
        for column, exact in zip("DE", (int(odds.wager.is_staked) + odds.expectation,
                                        odds.house_edge), strict=True):  # fmt: skip
            assert close(made.figure("Summary", title, column), exact)
    main = sheet.odds.main
    if sheet.rules.rulebook.decision:
        assert close(made.figure("Summary", "House edge per ante"), main.house_edge)
        assert close(made.figure("Summary", "Element of risk"), main.element_of_risk)
        assert close(made.figure("Main bet", "Standard deviation"), main.standard_deviation)
    else:
        (label,) = (cell.value for cell in made.book["Summary"]["A"]
                    if str(cell.value).startswith("House edge of"))  # fmt: skip
        assert close(made.figure("Summary", label), main.house_edge)


@pytest.mark.parametrize("game", GAMES)
def test_every_formula_comes_with_its_value(game):
    made, formulas = Workbook(xlsx_of(game)), 0
    for page in made.book:
        for line in page.iter_rows():
            for cell in line:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    formulas += 1
                    shown = made.shown[page.title][cell.coordinate].value
                    assert close(made.value(page.title, cell.coordinate), shown), cell
    assert formulas > 80


CHANGES = [
    ("three-pictures", "tie", "tie", "9 to 1"),
    ("prosperity-3-pictures", "picture-perfect", "two-matching", "90 to 1"),
    ("lucky-three-pictures", "lucky-tie", "tie-three-pictures", "1000 to 1"),
    ("three-card-poker", "pair-plus", "straight-flush", "35 to 1"),
    ("three-card-prime", "all-six", "full-house", "7 to 2"),
]


def with_pay(game, wager, row, text):
    """The rules with one pay changed, by a pay table of one's own."""
    rules = RULEBOOKS[game].configure()
    pays = {one.key: one.pay.words() for one in rules.wager(wager).rows if one.pay.is_win}
    return RULEBOOKS[game].configure({wager: Paytable("own", {**pays, row: text})})


@pytest.mark.parametrize(("game", "wager", "row", "text"), CHANGES)
def test_a_changed_pay_shows_the_edge_of_that_pay_table(game, wager, row, text):
    odds, made = GameOdds(with_pay(game, wager, row, text)), Workbook(xlsx_of(game))
    title = odds[wager].wager.title
    won, staked = text.split(" to ")
    before = made.figure(title, "House edge")
    made.change(title, made.pay_cell(title, row), int(won) / int(staked))
    for label, exact in wager_figures(odds[wager]).items():
        assert close(made.figure(title, label), exact), label
    assert close(made.figure("Summary", title, "E"), odds[wager].house_edge)
    assert made.figure(title, "House edge") != before


def test_a_changed_ante_bonus_reaches_the_main_bet_under_the_printed_strategy():
    rules = with_pay("three-card-poker", "ante-bonus", "straight", "2 to 1")
    exact = MainBet(rules).under(sheet_of("three-card-poker").odds.strategy.plays)
    made = Workbook(xlsx_of("three-card-poker"))
    made.change("Ante Bonus", made.pay_cell("Ante Bonus", "straight"), 2)
    assert close(made.figure("Summary", "House edge per ante"), exact.house_edge)
    assert close(made.figure("Summary", "Element of risk"), exact.element_of_risk)
    assert close(made.figure("Main bet", "Standard deviation"), exact.standard_deviation)


@pytest.mark.parametrize("stake", ["kept", "returned"])
def test_price_meter_and_prizes_of_the_progressive_are_inputs(stake):
    readings = {"progressive-stake": stake}
    made = Workbook(par_xlsx(ParSheet(RULEBOOKS["three-card-poker"].configure(readings=readings))))
    title = "Progressive Jackpot"
    made.change(title, made.find(title, "Price of the wager"), 500)
    made.change(title, made.find(title, "Jackpot meter"), 7_654_321)
    rules = RULEBOOKS["three-card-poker"].configure(readings=readings, prices={"progressive": 500})
    odds = GameOdds(rules, meter=7_654_321)["progressive"]
    assert close(made.figure(title, "House edge"), odds.house_edge)
    assert close(made.figure(title, "Standard deviation"), odds.standard_deviation)
    made.change(title, made.pay_cell(title, "straight", "K"), 3000)
    more = Fraction(720 * 1500, 22100 * 500)
    assert close(made.figure(title, "House edge"), odds.house_edge - more)


# The play: an hour, other strategies, the meter


@pytest.mark.parametrize("game", GAMES)
def test_the_hour_recomputes_and_follows_pace_and_stake(game):
    sheet, made = sheet_of(game), Workbook(xlsx_of(game))
    title = "An hour of play"
    wins = "The house wins an hour, every bet on every box"
    for bet in sheet.hour.bets:
        assert close(made.figure(title, bet.title), bet.loss)
        assert close(made.figure(title, bet.title, "E"), bet.standard_deviation)
    assert close(made.figure(title, wins), sheet.hour.table_win)
    made.change(title, made.find(title, "Rounds an hour"), 55)
    made.change(title, made.find(title, "Stake on a wager without a price"), 700)
    made.change(title, made.find(title, "Boxes"), 3)
    other = ParSheet(sheet.rules, HouseTerms(boxes=3, rounds_per_hour=55, stake=700)).hour
    for bet in other.bets[:-1]:
        assert close(made.figure(title, bet.title), bet.loss)
        assert close(made.figure(title, bet.title, "E"), bet.standard_deviation)
    assert close(made.figure(title, wins), other.table_win)


@pytest.mark.parametrize("game", ["three-card-poker", "three-card-prime"])
def test_costs_of_strategies_follow_pace_and_stake(game):
    sheet, made = sheet_of(game), Workbook(xlsx_of(game))
    best = sheet.odds.main.house_edge
    made.change("An hour of play", made.find("An hour of play", "Rounds an hour"), 55)
    for strategy in sheet.other_strategies:
        costs = strategy.odds.house_edge - best
        assert close(made.figure("Other strategies", strategy.name, "E"), costs)
        assert close(made.figure("Other strategies", strategy.name, "F"), costs * 55 * 1000)


@pytest.mark.parametrize("readings", [{}, {"envy": "everyone"}, {"progressive-stake": "returned"}])
def test_the_meter_recomputes_and_follows_its_terms(readings):
    rules = RULEBOOKS["three-card-poker"].configure(readings=readings)
    made, title = Workbook(par_xlsx(ParSheet(rules))), "Jackpot meter"

    def check(terms, price=250):
        priced = RULEBOOKS["three-card-poker"].configure(
            readings=readings, prices={"progressive": price}
        )
        prize = progressive(priced)
        mean = prize.mean_meter(terms.reset, terms.contribution)
        assert close(made.figure(title, "Average meter, at a hit and at any deal"), mean)
        for table in by_boxes(prize, terms):
            (row,) = (cell.row for cell in made.book[title]["A"] if cell.value == table.boxes)
            told = [made.value(title, f"{column}{row}") for column in "BCDEFGH"]
            exact = [table.break_even, table.edge_at_reset, table.rounds_between_hits,
                     table.hours_between_hits, table.fed_per_hour, table.envy,
                     table.largest_envy]  # fmt: skip
            assert all(map(close, told, exact)), (table.boxes, told)

    check(HouseTerms())
    made.change(title, made.find(title, "Reset amount"), 700_000)
    made.change(title, made.find(title, "Contribution of a wager"), 0.25)
    made.change("An hour of play", made.find("An hour of play", "Rounds an hour"), 55)
    terms = HouseTerms(reset=700_000, contribution=Fraction(1, 4), rounds_per_hour=55)
    check(terms)
    wager = "Progressive Jackpot"
    made.change(wager, made.find(wager, "Price of the wager"), 500)
    made.change(wager, made.find(wager, "Jackpot meter"), 7_654_321)
    check(terms, 500)


def test_who_prepared_it_is_text_and_never_a_formula():
    rules = sheet_of("three-pictures").rules
    filed = ParSheet(rules, filing=Filing("=1+1", "http://example.org", "2026-11-18"))
    page = openpyxl.load_workbook(io.BytesIO(par_xlsx(filed)))["Front"]
    told = {row[0].value: row[1] for row in page.iter_rows(max_row=12)}
    assert (told["Prepared by"].value, told["Prepared by"].data_type) == ("=1+1", "s")
    assert told["Revision"].hyperlink is None


@pytest.mark.parametrize("game", GAMES)
def test_the_front_links_to_every_sheet(game):
    book = openpyxl.load_workbook(io.BytesIO(xlsx_of(game)))
    links = {cell.value: cell.hyperlink.location for line in book["Front"].iter_rows()
             for cell in line if cell.hyperlink}  # fmt: skip
    assert links == {name: f"'{name}'!A1" for name in book.sheetnames[1:]}


def test_another_spreadsheet_comes_to_the_same(tmp_path):
    """The formulas package reads the file as a spreadsheet would, from the file alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import formulas

        file = tmp_path / "par.xlsx"
        file.write_bytes(xlsx_of("three-pictures"))
        solved = formulas.ExcelModel().loads(str(file)).finish().calculate()
    odds, made = sheet_of("three-pictures").odds, Workbook(file.read_bytes())
    for key in odds:
        title = odds[key].wager.title
        for label, exact in wager_figures(odds[key]).items():
            cell = f"'[par.xlsx]{title.upper()}'!{made.find(title, label)}"
            assert close(float(solved[cell].value[0, 0]), exact)


@pytest.mark.parametrize("game", GAMES)
def test_the_workbook_is_made_with_care(game):
    book = openpyxl.load_workbook(io.BytesIO(xlsx_of(game)))
    sheet = sheet_of(game)
    titles = [wager.title for wager in sheet.rules.wagers]
    assert book.sheetnames[:2] == ["Front", "Summary"]
    assert set(titles) <= set(book.sheetnames)
    for title in titles:
        assert book[title].freeze_panes
        assert book[title].column_dimensions["A"].width > 20
    for key in sheet.odds:
        if sheet.depends_on_decision(sheet.rules.wager(key)):
            told = [cell.value for cell in book[sheet.rules.wager(key).title]["A"]]
            assert any("best strategy for the pays as printed" in str(text) for text in told)
    front = [str(cell.value) for line in book["Front"].iter_rows() for cell in line]
    assert {sheet.rules.fingerprint, sheet.hash_of_hashes, sheet.command("xlsx")} <= set(front)
