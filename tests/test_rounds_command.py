"""pitboss rounds: rounds found and opened from the command line."""

import json
from datetime import date

import pytest

from pitboss.cli import run
from pitboss.cli.options import amount
from pitboss.errors import BadBet
from pitboss.house.records.days import GamingDay, as_iso, in_words, moment
from tests.support.disputed_house import ANNA, BEN, disputed_house


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    disputed_house(folder, commands=8)
    return folder


@pytest.fixture
def found(told_json, folder):
    """The rounds that some options find."""
    return lambda *words: told_json("rounds", "--data", str(folder), *words)["rounds"]


@pytest.fixture
def ids(found):
    return lambda *words: [line["id"] for line in found(*words)]


# Finding


def test_a_line_as_the_contract_shows_it(told_json, folder):
    printed = told_json("rounds", "--data", str(folder), "--table", "VOIDED01")
    assert printed["more"] is False
    settled, void = printed["rounds"]
    assert void == {
        "id": "VOIDED01-1", "table": "VOIDED01", "number": 1, "game": "three-card-poker",
        "title": "Three Card Poker", "phase": "void", "opened": void["opened"],
        "ended": void["ended"], "staked": 5700, "net": 0, "outcomes": [], "boxes": [1, 2],
        "bettors": [{"id": ANNA, "name": "Guest 901"}, {"id": BEN, "name": "Guest 902"}],
        "marks": ["incident", "void"],
    }  # fmt: skip
    assert void["opened"] < void["ended"] < settled["opened"]
    assert void["opened"].endswith("Z")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--amount", "$50", "--table", "VOIDED01"], ["VOIDED01-1"]),
        (["--amount", "50.00", "--table", "VOIDED01"], ["VOIDED01-1"]),
        (["--amount", "50", "--table", "VOIDED01"], ["VOIDED01-1"]),
        (["--amount", "5000c", "--table", "VOIDED01"], ["VOIDED01-1"]),
        (["--amount", "5000", "--table", "VOIDED01"], []),
        (["--at-least", "$49.99", "--bettor", "Guest 901"], ["VOIDED01-1"]),
        (["--bettor", BEN, "--wager", "lucky-tie"], ["SHARED01-1"]),
        (["--bettor", "guest 902", "--game", "three-card-prime"], ["SLOW0001-1"]),
        (["--incident"], ["LATE0001-1", "VOIDED01-1"]),
        (["--incident", "--box", "2", "--limit", "1"], ["LATE0001-1"]),
        (["--table", "SLOW0001", "--outcome", "folded"], ["SLOW0001-1"]),
    ],
)
def test_options_find_rounds(ids, words, expected):
    assert ids(*words) == expected


def test_times_and_days(found, ids):
    everything = found("--limit", "1000")
    days = sorted({line["opened"][:10] for line in everything})
    assert days == ["2023-11-14", "2023-12-14"]
    opened = [ids(option, days[1], "--limit", "1000") for option in ("--from", "--to")]
    assert opened[0] + opened[1] == [line["id"] for line in everything]
    by_day = {day: ids("--day", day, "--limit", "1000") for day in days}
    assert sorted(by_day[days[0]] + by_day[days[1]]) == sorted(opened[0] + opened[1])
    ended = [line for line in everything if line["ended"] is not None]
    assert all(line["id"] in by_day[line["ended"][:10]] for line in ended)
    assert any(line["opened"][:10] != line["ended"][:10] for line in ended)
    last = everything[0]
    assert ids("--from", last["opened"]) == [last["id"]]
    assert last["id"] not in ids("--to", last["opened"], "--limit", "1000")
    ahead = last["opened"].replace("Z", "+01:00")  # An hour earlier.
    assert len(ids("--from", ahead, "--limit", "1000")) > 1


def test_the_screen_shows_every_id_whole(told, folder, monkeypatch):
    for columns in ("80", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        screen = told("rounds", "--data", str(folder), "--limit", "4")
        assert "SLOW0001-1" in screen
        assert "Guest 902" in screen
        assert "not over" in screen
        assert "Times are in UTC; a gaming day begins at 06:00." in screen
        assert "There are more: raise --limit above 4" in " ".join(screen.split())
    assert "No round here" in told("rounds", "--data", str(folder), "--day", "1999-01-01")


# One round


def test_a_sheet_on_the_screen(told, folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    screen = told("rounds", "VOIDED01-2", "--data", str(folder))
    for text in (
        *("Round VOIDED01-2", "Three Card Poker, MBS v4", "Guest 901, id ANNA00000001"),
        *("Settlement", "Balances, by the ledger", "What happened", "“Place your bets, please”"),
        *("in our words", "head"),
    ):
        assert text in screen
    void = told("rounds", "VOIDED01-1", "--data", str(folder))
    assert "The round is void" in void
    late = told("rounds", "LATE0001-1", "--data", str(folder))
    assert "A chip was short." in late


@pytest.mark.parametrize("ending", ["json", "html", "pdf"])
def test_a_sheet_in_a_file(told, told_json, folder, tmp_path, ending):
    file = tmp_path / f"sheet.{ending}"
    said = told("rounds", "LATE0001-1", "--data", str(folder), "-o", str(file))
    assert said == f"{file}: sheet of round LATE0001-1, settled\n"
    data = file.read_bytes()
    if ending == "json":
        assert json.loads(data) == told_json("rounds", "LATE0001-1", "--data", str(folder))
    else:
        assert data.startswith({"html": b"<!DOCTYPE html>", "pdf": b"%PDF-"}[ending])


def test_a_round_that_is_not_over_says_so(told, found, folder):
    lines = found("--game", "three-card-prime", "--amount", "15")
    id = next(line["id"] for line in lines if line["phase"] == "examining")
    screen = told("rounds", id, "--data", str(folder))
    assert "not over: hands are out" in screen
    assert "?? ?? ??" in screen
    assert "The seed is revealed when the round is over." in screen


# Refusals

BAD = [
    (["NOWHERE1-1"], "round/unknown", "There is no round NOWHERE1-1."),
    (["VOIDED01-9"], "round/unknown", "There is no round VOIDED01-9."),
    (["VOIDED01"], "round/unknown", "'VOIDED01' is not the id of a round: it reads TABLE-NUMBER"),
    (["VOIDED01-1", "--box", "1"], "option/round", "not both"),
    (["-o", "sheet.pdf"], "option/round", "Name the round"),
    (["VOIDED01-1", "-o", "sheet.doc"], "report/ending", "should end in one of .pdf, .html, .json"),
    (["VOIDED01-1", "-o", "nowhere/sheet.pdf"], "report/file", "there is no folder nowhere"),
    (["--table", "NOWHERE1"], "unknown/table", "There is no table 'NOWHERE1' here."),
    (["--from", "yesterday"], "option/time", "--from 'yesterday' is no time: write 2026-10-14"),
    (["--to", "2026-13-01"], "option/time", "is no time"),
    (["--from", "0001-01-01T00:00+14:00", "--to", "9999-99-99"], "option/time", "is no time"),
    (["--day", "2026-10-14T10:00"], "option/time", "is no date: write 2026-10-14."),
    (["--day", "9999-12-31"], "option/time", "is no date"),
    (["--day", "2026-10-14", "--from", "2026-10-14"], "option/time", "not both"),
    (["--amount", "50.005"], "bet/amount", "The amount is '50.005': give an amount such as 50,"),
    (["--amount", "1", "--at-least", "1"], "option/amount", "not for both"),
    (["--box", "two"], "option/number", "The box is 'two'"),
    (["--box", "99"], "unknown/box", "no box 99"),
    (["--limit", "-1"], "option/number", "The limit is '-1'"),
    (["--game", "pokr"], "unknown/game", "three-card-poker"),
    (["--wager", "anti"], "unknown/wager", "did you mean ante?"),
    (["--outcome", "foldet"], "unknown/outcome", "did you mean folded?"),
    (["--bettor", "Nobody"], "unknown/person", "There is nobody called 'Nobody' here"),
]


@pytest.mark.parametrize(("words", "code", "says"), BAD)
def test_bad_input_is_one_clear_sentence(refused, folder, words, code, says):
    line = refused("rounds", "--data", str(folder), *words)
    assert says in line
    error = json.loads(refused("rounds", "--data", str(folder), *words, "--json"))
    assert (error["error"], error["message"]) == (code, line)


def test_there_has_to_be_a_house(refused, tmp_path):
    assert "There is no house in" in refused("rounds", "--data", str(tmp_path))


def test_a_house_that_is_served_can_be_searched(folder, capsys):
    from tests.support.houses import opened

    with opened(folder):
        assert run(["rounds", "--data", str(folder), "--limit", "1"]) == 0
    assert "SLOW0001-2" in capsys.readouterr().out


# Amounts and times


@pytest.mark.parametrize(
    ("text", "units"),
    [
        *(
            ("50", 5000),
            ("5000c", 5000),
            ("0", 0),
            ("1,000", 100_000),
            ("$50", 5000),
            ("50.00", 5000),
            ("$1,250.50", 125_050),
        ),
        *(
            ("1,250.50", 125_050),
            ("$0.05", 5),
            ("$1,000,000", 100_000_000),
            ("5.5", 550),
            ("$.05", 5),
        ),
    ],
)
def test_amounts_in_dollars_and_in_units(text, units):
    assert amount("It", text) == units


@pytest.mark.parametrize(
    "text",
    ["", "$", "-5", "$-5", "5.", "$5.", "1,00", "$1,00", "50.00c", "c", "$50c", "10,00.00", "５０",
     "$５０", "1e3", "50 ", "$50.000", "9" * 19, "5\n"],
)  # fmt: skip
def test_what_is_no_amount(text):
    with pytest.raises(BadBet, match="give an amount such as"):
        amount("It", text)


def test_moments_and_their_words():
    day = GamingDay()
    assert moment("1970-01-01T00:00:01", day) == 1_000_000
    assert moment("1970-01-01T01:00:01+01:00", day) == 1_000_000
    assert moment("1970-01-02", day) == day.start(date(1970, 1, 2)) == 30 * 3_600_000_000
    assert in_words(1_500_000) == "1970-01-01 00:00:01 UTC"
    assert in_words(1_500_000, exact=True) == "1970-01-01 00:00:01.500 UTC"
    assert as_iso(1_500_000) == "1970-01-01T00:00:01.500000Z"
