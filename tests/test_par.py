"""The PAR sheet: its figures are those of the mathematics, in every format."""

import errno
import io
import json
import os
import re
import shlex
import struct
import sys
import warnings
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import sqrt

import openpyxl
import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.maths.game_odds import GameOdds
from pitboss.maths.main_bet import MainBet
from pitboss.paytables import Paytable
from pitboss.reports.bands import bands, volatility_index
from pitboss.reports.files import write
from pitboss.reports.par_json import par_json, par_json_bytes
from pitboss.reports.par_print import par_data, par_html, par_pdf
from pitboss.reports.par_sheet import ParSheet
from pitboss.reports.payments import Limits
from pitboss.reports.pdf import pdf, png_pages
from pitboss.reports.workbook import par_xlsx
from pitboss.rulebooks import RULEBOOKS

GAMES = list(RULEBOOKS)
LITTLE = 1e-12


@cache
def sheet_of(game):
    """As the rulebook is written; what takes seconds is worked out once."""
    return ParSheet(RULEBOOKS[game].configure())


@cache
def xlsx_of(game):
    return par_xlsx(sheet_of(game))


def close(one, other):
    return abs(one - float(other)) <= LITTLE * max(1, abs(float(other)))


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
        if sheet.is_main(sheet.rules.wager(key)):
            told = [cell.value for cell in book[sheet.rules.wager(key).title]["A"]]
            assert any("best strategy for the pays as printed" in str(text) for text in told)
    front = [str(cell.value) for line in book["Front"].iter_rows() for cell in line]
    assert {sheet.rules.fingerprint, sheet.hash_of_hashes, sheet.line("xlsx")} <= set(front)


# JSON


@pytest.mark.parametrize("game", GAMES)
def test_json_figures_are_those_of_the_odds(game):
    sheet = sheet_of(game)
    made, odds = par_json(sheet), GameOdds(sheet.rules)
    for key, one in made["wagers"].items():
        exact = odds[key]
        assert sum(row["ways"] for row in one["rows"]) == exact.deals
        for row, (declared, ways) in zip(one["rows"], exact.outcomes(), strict=True):
            assert (row["row"], row["ways"]) == (declared.key, ways)
            assert Fraction(row["net_exact"]) == exact.net(declared.pay)
            assert Fraction(row["contribution_exact"]) == exact.contribution(declared)
            assert Fraction(row["probability_exact"]) == Fraction(ways, exact.deals)
        if not exact.wager.envy:
            assert Fraction(one["house_edge_exact"]) == exact.house_edge
            assert one["house_edge"] == float(exact.house_edge)
            assert Fraction(one["variance_exact"]) == exact.results.variance
            assert one["volatility_index"] == 1.645 * exact.standard_deviation
            assert len(one["bands"]) == 15
    main = made["main"]
    assert Fraction(main["house_edge_exact"]) == odds.main.house_edge
    assert Fraction(main["element_of_risk_exact"]) == odds.main.element_of_risk
    assert made["fingerprint"] == sheet.rules.fingerprint
    assert made["rule_files"].keys() == sheet.hashes.keys()
    assert par_json_bytes(sheet) == par_json_bytes(sheet)


@pytest.mark.parametrize("game", GAMES)
def test_covariances_have_the_variances_on_the_diagonal(game):
    sheet = sheet_of(game)
    keys = [wager.key for wager in sheet.moments.wagers]
    for i, key in enumerate(keys):
        odds = sheet.odds[key]
        if odds.results.total == odds.deals:  # A Play that was not made counts 0 there.
            assert sheet.covariances[i][i] == odds.results.variance
        assert sheet.correlation(i, i) == pytest.approx(1)
    main = sheet.rules.rulebook.main
    at = [keys.index(key) for key in main]
    both = sum(sheet.covariances[a][b] for a in at for b in at)
    assert both == sheet.odds.main.results.variance


def test_bands_by_direct_computation():
    odds = sheet_of("three-card-poker").odds["pair-plus"]
    pays = {40: 48, 30: 52, 5: 720, 4: 1096, 1: 3744, -1: 16440}
    mean = sum(pay * n for pay, n in pays.items()) / 22100
    spread = sqrt(sum((pay - mean) ** 2 * n for pay, n in pays.items()) / 22100)
    wide = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
    made = {(one.rounds, one.level): one for one in bands(odds.results)}
    assert set(made) == {(10**p, level) for p in (3, 4, 5, 6, 7) for level in wide}
    for (rounds, level), one in made.items():
        off = wide[level] * spread / rounds**0.5
        assert one.low == pytest.approx(1 + mean - off, abs=1e-12)
        assert one.high == pytest.approx(1 + mean + off, abs=1e-12)


# Witness deals, payments, the line that makes it again


@pytest.mark.parametrize("game", GAMES)
def test_each_witness_settles_on_its_row(game, capsys):
    lines = sheet_of(game).witnesses
    rules = sheet_of(game).rules
    assert {(one.wager.key, one.witness.row.key) for one in lines} == {
        (wager.key, row.key) for wager in rules.wagers for row in wager.rows
    }
    for one in lines:
        program, *words = shlex.split(one.command)
        assert program == "pitboss"
        assert run([*words, "--json"]) == 0
        settled = json.loads(capsys.readouterr().out)["lines"]
        rows = {line["wager"]: line["row"] for line in settled}
        expected = one.witness.row
        if expected.pay.staked or expected.pay.is_win:  # Else there is nothing to say.
            assert rows[one.wager.key] == expected.key


def test_the_largest_payment_to_a_box_is_one_that_is_paid():
    sheet = sheet_of("three-card-poker")
    rows, most = sheet.payments.of_box()
    assert rows["progressive"].key == "akq-other"
    bets = {"ante": 100_000, "pair-plus": 100_000, "progressive": 250}
    made = games["three-card-poker"].settle("Ah Kh Qh", "Kd Kc 4c", bets, jackpot=0)
    assert sum(line.winnings for line in made.lines if line.winnings > 0) == most == 4_825_000


def test_payments_follow_limits_caps_and_the_deck():
    rules = RULEBOOKS["three-card-poker"].configure(caps={"pair-plus": {"hand": 1_000_000}})
    few = ParSheet(rules, Limits(maximum=50_000, boxes=2, jackpot=10**8)).payments
    wagers = rules.by_key
    assert few.of_wager(wagers["pair-plus"])[1] == 1_000_000
    assert few.of_table(wagers["pair-plus"]) == 2_000_000
    # The jackpot hand is dealt once; the next best prize goes to the other box.
    assert few.of_table(wagers["progressive"]) == 10**8 + 125_000
    assert few.of_table(wagers["envy"]) == 25_000 + 5_000
    assert few.whole_table() <= 2 * few.of_box()[1] + few.of_table(wagers["envy"])


def test_the_line_makes_the_same_sheet_again(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(
        'game = "three-card-poker"\nwager = "pair-plus"\nkey = "mine"\n[pays]\n'
        'straight-flush = "40 to 1"\nthree-of-a-kind = "25 to 1"\nstraight = "6 to 1"\n'
        'flush = "4 to 1"\npair = "1 to 1"\n'
    )
    words = ["par", "three-card-poker", "--paytable", "pair-plus=mine.toml",
             "--reading", "progressive-stake=returned", "--boxes", "5", "--json"]  # fmt: skip
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    program, *again = shlex.split(made["reproduce"])
    assert program == "pitboss"
    assert run(again) == 0
    assert json.loads((tmp_path / "three-card-poker.json").read_text()) == made
    assert made["paytables"] == {"pair-plus": "mine"}
    assert (made["limits"]["boxes"], made["readings"]["progressive-stake"]) == (5, "returned")


# PDF and HTML


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("game", GAMES)
def test_the_pdf_has_its_pages(game):
    sheet = sheet_of(game)
    data = par_data(sheet, "pdf")
    pages = png_pages("par.typ", data, ppi=36)
    assert len(pages) == len(data["pages"]), "no section runs over onto another page"
    assert {size_of(page) for page in pages} == {(298, 421)}  # A4 at 36 dots an inch.
    made = pdf("par.typ", data)
    assert made.startswith(b"%PDF-")
    assert b"CreationDate" not in made
    assert made == pdf("par.typ", data)
    assert xlsx_of(game) == par_xlsx(sheet)


def test_charts_are_the_same_bytes_every_time():
    sheet = sheet_of("three-pictures")
    assert par_pdf(sheet) == par_pdf(sheet)
    assert par_html(sheet) == par_html(sheet)


class Reader(HTMLParser):
    """Checks that what is opened is closed, and takes nothing from elsewhere."""

    VOID = ("meta", "br", "path", "use", "line", "rect")

    def __init__(self):
        super().__init__()
        self.open, self.told, self.charts = [], [], 0

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        assert tag not in ("script", "link", "img", "iframe")
        assert "src" not in named
        self.charts += named.get("role") == "img" and bool(named["aria-label"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.told.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_the_html_stands_by_itself(game):
    sheet = sheet_of(game)
    made = par_html(sheet)
    reader = Reader()
    reader.feed(made.decode())
    assert reader.open == []
    text = " ".join(reader.told)
    for key in sheet.odds:
        assert sheet.odds[key].wager.title in text
    assert sheet.rules.fingerprint in text
    assert sheet.hash_of_hashes in text
    staked = [wager for wager in sheet.rules.wagers if not wager.envy]
    assert reader.charts == len(staked) + sheet.rules.rulebook.decision


# The command


@pytest.fixture
def refused(capsys):
    def ask(*words):
        assert run(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        return err.strip()

    return ask


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "html", "json"])
def test_par_writes_by_the_ending(ending, tmp_path, capsys):
    file = tmp_path / f"sheet.{ending}"
    assert run(["par", "three-pictures", "-o", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == ({"written": str(file)}, "")
    start = {"pdf": b"%PDF", "xlsx": b"PK", "html": b"<!DO", "json": b"{\n"}[ending]
    assert file.read_bytes().startswith(start)
    assert os.listdir(tmp_path) == [file.name]
    assert run(["par", "three-pictures", "-o", str(file)]) == 0
    assert "PAR sheet of Three Pictures" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["par", "three-pictures"], "-o FILE, or --json"),
        (["par", "three-pictures", "-o", "x.doc"], ".pdf, .xlsx, .html, .json"),
        (["par", "three-pictures", "-o", "x"], ".pdf, .xlsx, .html, .json"),
        (["par", "three-picture", "-o", "x.pdf"], "did you mean three-pictures?"),
        (["par", "three-pictures", "-o", "nowhere/x.pdf"], "there is no folder nowhere."),
        (["par", "three-pictures", "-o", "folder.pdf"], "it is a folder."),
        (["par", "three-pictures", "-o", "x\0.pdf"], "can't be written"),
        (["par", "three-pictures", "-o", "x" * 300 + ".pdf"], "can't be written"),
        (["par", "three-pictures", "-o", "x.pdf", "--boxes", "17"], "1 to 16"),
        (["par", "three-pictures", "-o", "x.pdf", "--boxes", "many"], "'many'"),
        (["par", "three-pictures", "-o", "x.pdf", "--maximum", "0"], "The maximum bet is 0"),
        (["par", "three-pictures", "-o", "x.pdf", "--jackpot", "5"], "no jackpot"),
        (["par", "three-card-poker", "-o", "x.pdf", "--jackpot", "9" * 17], "The jackpot is 9"),
        (["par", "three-pictures", "-o", "x.pdf", "--reading", "tie=points"], "no reading 'tie'"),
    ],
)
def test_par_refuses_in_one_sentence_and_writes_nothing(
    words, told, refused, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    assert told in refused(*words)
    assert os.listdir(tmp_path) == ["folder.pdf"]


@pytest.mark.parametrize("fails", ["write", "replace"])
def test_a_file_is_written_whole_or_not_at_all(fails, tmp_path, monkeypatch, refused):
    file = tmp_path / "sheet.json"
    file.write_text("as it was")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync" if fails == "write" else "replace", full)
    told = refused("par", "three-pictures", "-o", str(file))
    assert told == f"{file} can't be written: No space left on device."
    assert os.listdir(tmp_path) == ["sheet.json"]
    assert file.read_text() == "as it was"


def test_a_folder_that_takes_no_files_is_told_before_any_work(tmp_path, monkeypatch, refused):
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(ParSheet, "work_out", lambda *_: pytest.fail("it was worked out"))
    told = refused("par", "three-pictures", "-o", str(tmp_path / "x.json"))
    assert told.endswith("can't be written: its folder takes no new files.")


def test_an_interrupted_write_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(str(tmp_path / "x.json"), b"{}")
    assert os.listdir(tmp_path) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.json").write_text("as it was")
    (tmp_path / "link.json").symlink_to("real.json")
    write(str(tmp_path / "link.json"), b"{}")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"{}"


@pytest.mark.parametrize(
    ("module", "ending"),
    [("typst", "pdf"), ("xlsxwriter", "xlsx"), ("matplotlib", "html"), ("matplotlib", "pdf")],
)
def test_without_the_extra_one_sentence_says_so(module, ending, tmp_path, monkeypatch, refused):
    monkeypatch.setitem(sys.modules, module, None)
    told = refused("par", "three-pictures", "-o", str(tmp_path / f"x.{ending}"))
    assert told.endswith("needs the reports extra: pip install 'pitboss[reports]'.")
    assert os.listdir(tmp_path) == []


def test_json_needs_no_extra(capsys, monkeypatch):
    for module in ("typst", "xlsxwriter", "matplotlib"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run(["par", "three-pictures", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["report"] == "PAR sheet"
