"""pitboss report: what it prints, the files it writes, and what it refuses."""

import csv
import io
import json
import random
import re
from fractions import Fraction

import openpyxl
import pytest
from rich.console import Console

from pitboss.cli import report_screen, run, screen
from pitboss.house.records.days import SECOND, GamingDay
from pitboss.house.tables.practice import FoldHand, PlayHand
from pitboss.reports.report import (
    CHANCE,
    COUNT,
    GAIN,
    MONEY,
    REAL,
    SHARE,
    Column,
    Fact,
    Report,
    Section,
    report_csv,
)
from pitboss.reports.report_workbook import report_xlsx
from tests.support.floor import Reported, come_to_the_floor
from tests.support.golden import assert_golden
from tests.support.houses import GAMES, Clock, Guest, opened, random_stakes, waiting_boxes

KINDS = ("results", "par", "jackpots", "breakage", "voids", "player")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A house of two days, with a void and an open round."""
    folder, clock, chance = tmp_path_factory.mktemp("reported"), Clock(), random.Random(4)
    with pytest.MonkeyPatch.context() as monkeypatch:
        come_to_the_floor(monkeypatch)
        with opened(folder, clock=clock) as house:
            guests = [Guest(house, game) for game in GAMES]
            for _ in range(12):
                clock.now += 3 * 3_600 * SECOND
                for guest in guests:
                    clock.now += 20 * SECOND
                    guest.deal(random_stakes(chance, guest.game), chance.randbytes(32).hex())
                    for box in waiting_boxes(guest.round):
                        guest.ask(chance.choice((PlayHand, FoldHand))(box))
                    house.grant(guest.id, f"g{chance.random()}").result(30)
            assert guests[0].ask(Reported("deck-count")).refusal is None
            guests[3].deal({1: {"ante": 500, "progressive": 250}})
    return folder


def words(what, folder):
    person = ["1"] if what == "player" else []
    return ["report", what, *person, "--data", str(folder)]


@pytest.mark.parametrize("what", KINDS)
def test_every_word_and_figure_is_as_it_was(folder, what, monkeypatch):
    """Keys, headings, kinds of columns, totals, notes and alarms, as no screen shows them all."""
    reports = []
    monkeypatch.setattr(report_screen, "show", reports.append)
    assert run(words(what, folder)) == 0
    assert_golden(f"reports/{what}.txt", "\n".join(_lines(reports[0])) + "\n")


def _lines(report):
    yield f"{report.key}: {report.title}"
    yield from (str(tuple(map(_rounded, fact))) for fact in report.facts)
    yield from (*report.alarms, *report.notes)
    for section in report.sections:
        yield f"\n{section.key}: {section.title}; {section.group}; {section.subgroup}"
        yield from map(str, section.columns)
        yield from (str(tuple(map(_rounded, cells))) for cells in section.rows)
        yield f"{section.total and tuple(map(_rounded, section.total))}; {section.note}"


def _rounded(value):
    """Eight digits: the last ones of a float differ from machine to machine."""
    return f"{float(value):.8g}" if isinstance(value, float | Fraction) else value


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("width", [80, 140])
def test_a_report_fits_the_screen_and_no_word_is_cut(folder, what, width):
    out = io.StringIO()
    with screen.printing_on(Console(file=out, width=width, highlight=False)):
        assert run(words(what, folder)) == 0
    lines = out.getvalue().splitlines()
    assert max(len(line) for line in lines) <= width
    assert len(lines) > 8
    assert "…" not in out.getvalue()
    for amount in re.findall(r"\$\S+", out.getvalue()):
        assert re.fullmatch(r"\$[0-9,]+\.[0-9]{2}[.,]?", amount)


def test_what_there_is_no_room_for_is_named(folder):
    out = io.StringIO()
    with screen.printing_on(Console(file=out, width=48, highlight=False)):
        assert run(words("results", folder)) == 0
    assert "Left out for lack of room: bets, " in out.getvalue()
    assert max(len(line) for line in out.getvalue().splitlines()) <= 48


def test_results_are_the_default(folder, told):
    assert told("report", "--data", str(folder)) == told(*words("results", folder))


@pytest.mark.parametrize("what", KINDS)
def test_json_csv_and_workbook_hold_the_same_figures(folder, what, told_json, told, tmp_path):
    report = told_json(*words(what, folder))
    assert report["report"] == what
    files = {ending: tmp_path / f"report.{ending}" for ending in ("json", "csv", "xlsx")}
    for file in files.values():
        assert str(file) in told(*words(what, folder), "-o", str(file)).replace("\n", "")
    assert json.loads(files["json"].read_text()) == report
    lines = list(csv.reader(io.StringIO(files["csv"].read_text())))
    book = openpyxl.load_workbook(files["xlsx"])
    assert book.sheetnames[0] == "Report"
    assert len(book.sheetnames) == 1 + len(report["sections"])
    for sheet, (key, section) in zip(book.sheetnames[1:], report["sections"].items(), strict=True):
        rows = section["rows"]
        written = [line[1:] for line in lines if line[0] == key]
        expected = [["" if v is None else str(v) for v in row.values()] for row in rows]
        assert written == expected
        page = book[sheet]
        assert page.freeze_panes == "B2"
        for at, row in enumerate(rows, 2):
            for column, (name, value) in enumerate(row.items(), 1):
                cell = page.cell(at, column)
                if isinstance(value, int | float):
                    is_money = cell.number_format.startswith("#,##0.00;")
                    assert cell.value == pytest.approx(value / 100 if is_money else value), name
                else:
                    assert cell.value in (value, None, "")


def test_days_tables_and_games_narrow_a_report(folder, told_json):
    whole = told_json(*words("results", folder))
    days = [row["day"] for row in whole["sections"]["by_day"]["rows"]]
    assert len(days) > 1
    parts = [told_json(*words("results", folder), "--day", day) for day in days]
    assert sum(part["win"] for part in parts) == whole["win"]
    assert sum(part["rounds"] for part in parts) == whole["rounds"]
    later = told_json(*words("results", folder), "--from", days[1], "--to", days[-1])
    assert later["win"] == whole["win"] - parts[0]["win"]
    games = [told_json(*words("results", folder), "--game", game) for game in GAMES]
    assert sum(part["win"] for part in games) == whole["win"]
    table = whole["sections"]["by_table"]["rows"][0]
    one = told_json(*words("results", folder), "--table", table["table"])
    assert (one["win"], one["rounds"]) == (table["win"], table["rounds"])
    assert "drop" not in one["sections"]
    assert whole["agrees_with_ledger"] == "yes"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["everything"], "There is no report 'everything': choose from results, par, jackpots"),
        (["par", "--day", "tomorrow"], "--day is 'tomorrow': give a date, such as 2026-11-18."),
        (["par", "--day", "0001-01-01"], "--day is '0001-01-01': give a date"),
        (["--from", "2026-13-01"], "--from is '2026-13-01': give a date, such as 2026-11-18."),
        (["--day", "2026-11-18", "--to", "2026-11-18"], "Give one --day, or --from and --to"),
        (["--from", "2026-11-18", "--to", "2026-11-17"], "2026-11-17 comes before 2026-11-18"),
        (["--day", "1990-01-01"], "No round was settled: 1990-01-01."),
        (["par", "--day", "1990-01-01"], "No round was settled: 1990-01-01."),
        (["--table", "NOWHERE1"], "There is no table NOWHERE1 in this house."),
        (["--game", "three-card-pokr"], "did you mean three-card-poker?"),
        (["jackpots", "--game", "three-pictures"], "There is no jackpot: three-pictures"),
        (["player"], "Name the player: pitboss report player PERSON."),
        (["player", "99"], "There is nobody called 'Guest 99' here: give an id, or a name"),
        (["player", "1" * 40], "There is nobody called 'Guest 111"),
        (["results", "1"], "Only pitboss report player is about one person, not results."),
        (["par", "-o", "par.pdf"], "par.pdf should end in one of .xlsx, .csv, .json"),
        (["par", "-o", "nowhere/par.csv"], "there is no folder nowhere"),
    ],
)
def test_bad_input_is_one_sentence(folder, refused, more, says):
    assert says in refused("report", *more, "--data", str(folder))


def test_a_folder_without_a_house(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("report") == "There is no house in var: name its folder."
    (tmp_path / "house.db").write_bytes(b"not a database at all" * 100)
    assert "is not a database" in refused("report", "--data", str(tmp_path))


def test_what_somebody_typed_is_never_a_formula():
    columns = (Column("reason", "reason"), *(Column(k, k, k) for k in (COUNT, MONEY, GAIN, SHARE)))
    section = Section("s", "Section", columns, (("=1+1", 1, 250, -250, 0.5), ("+2", None, 0, 0, 0)))
    more = (
        Fact("c", "Chance", 1e-5, CHANCE),
        Fact("r", "Real", 2.5, REAL),
        Fact("f", "Who", "=A1"),
    )
    report = Report("r", "Report", more, (section,), ("=alarm",), ("@note",))
    assert report_csv(report).decode().splitlines()[1:] == [
        "s,'=1+1,1,250,-250,0.5",
        "s,'+2,,0,0,0",
    ]
    book = openpyxl.load_workbook(io.BytesIO(report_xlsx(report)))
    cells = [cell for page in book for row in page.iter_rows() for cell in row]
    assert not any(cell.data_type == "f" for cell in cells)
    assert [cell.value for cell in book["Section"][2]] == ["=1+1", 1, 2.5, -2.5, 0.5]


def test_a_clock_where_the_house_is():
    assert GamingDay().clock(1_794_952_800 * SECOND) == "2026-11-17 22:00"
