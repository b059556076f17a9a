"""pitboss replay: what it shows of a round, and how it refuses a file."""

import json
from pathlib import Path

import pytest

from pitboss.notation.record import run as steps_of
from pitboss.notation.record_json import as_json, save
from pitboss.notation.text import read, write
from pitboss.play.answers import Refusal
from tests.support.json_values import through_json
from tests.support.playing import Table

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "three-card-poker.round"
PLAYTHROUGHS = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


@pytest.fixture
def told(told, monkeypatch):
    """What `replay` prints, on a wide screen."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])  # An earlier one has its own width.
    return lambda *words: told("replay", *map(str, words))


@pytest.fixture
def refused(refused):
    return lambda *words: refused("replay", *map(str, words))


@pytest.fixture
def saved(tmp_path):
    """A file of this text, or of this data as JSON."""

    def write_file(content):
        path = tmp_path / "round"
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write_file


def record(path=EXAMPLE):
    return read(path.read_text("utf-8"))


def events_of(recorded):
    answers = [step.answer for step in steps_of(recorded)]
    return [event for answer in answers if not isinstance(answer, Refusal) for event in answer]


# What is shown


def test_the_example_is_as_it_would_be_written():
    assert write(record()) == EXAMPLE.read_text("utf-8")


def test_a_round_for_people(told):
    out = told(EXAMPLE)
    recorded = record()
    assert f"Three Card Poker, MBS v4   {recorded.setup.short_fingerprint}" in out
    assert "table boxes=3" in out
    assert "  2  bet 1 p1 ante 5000\n     → p1 bets $50.00 on Ante, box 1 (" in out
    assert "→ refused (rule/late-bet, 5.6): No more bets were called" in out
    assert "Round 1, settled" in out
    for part in ("╭─ Dealer", "Q♥ 8♣ 3♦", "Queen high", "╭─ Box 2", "A♠ K♠ Q♣", "folded"):
        assert part in out


def rows(out, title):
    """The rows of a table in the report, word by word."""
    lines = out[out.rindex(title) :].splitlines()[3:]
    return [line.split() for line in lines if line.strip()]


def test_the_settlement_adds_up(told):
    table = rows(told(EXAMPLE), "Settlement of round 1")
    assert " ".join(table[1]) == "1 p1 Ante $50.00 Player higher +$50.00 3.14.1, 4.1"
    assert ["p1", "in", "all", "$110.00", "+$110.00"] in table
    # Ante and Play 10.00 each, Ante Bonus 10.00, the progressive's 15.00 less its price.
    assert ["p2", "in", "all", "$22.50", "+$42.50"] in table
    assert ["p3", "in", "all", "$25.00", "-$25.00"] in table
    assert table[-1] == ["the", "house", "-$127.50"]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_every_playthrough_is_shown(told, path):
    out, recorded = told(path), record(path)
    assert recorded.setup.rules.rulebook.title in out
    assert f"{len(recorded.steps):>3}  " in out
    assert "Dealer" in out


def test_a_corrected_payment_is_marked(told):
    table = rows(told(ROOT / "tests/playthroughs/corrections.txt"), "Settlement of round 1")
    assert " ".join(table[1]) == "1 p1 Ante $50.00 Player higher, corrected +$40.00 3.14.1, 4.1"
    assert table[2][4:7] == ["Player", "higher", "+$50.00"]


def test_a_void_round_says_what_goes_back(told):
    table = rows(told(ROOT / "tests/playthroughs/void-after-settlement.txt"), "Round 1 is void")
    assert table[1:4] == [
        ["1", "p1", "Initial", "bet", "-$10.00"],
        ["1", "p1", "Tie", "-$40.00"],
        ["2", "p2", "Initial", "bet", "+$20.00"],
    ]
    assert table[-2:] == [["p1", "in", "all", "-$50.00"], ["p2", "in", "all", "+$20.00"]]


def test_until_shows_the_table_at_that_step(told):
    out = told(EXAMPLE, "--until", "9")
    assert "Round 1, bets are closed" in out
    assert "Settlement" not in out
    assert " 10  " not in out
    assert "?? ?? ??" in told(EXAMPLE, "--until", "10")
    assert "Dealer" not in told(EXAMPLE, "--until", "0")


def test_hidden_cards_stay_hidden_until_the_round_is_over(told):
    out = told(EXAMPLE, "--until", "16")
    assert "Q♥ 8♣ 3♦" in out
    assert "Round 1, the dealer's hand is shown" in out
    assert "A♠ K♠ Q♣" not in out


def test_a_stopped_round_says_so(told):
    path = ROOT / "tests/playthroughs/interruption-void.txt"
    stopped = len(record(path).steps) - 1
    assert "Round 1, hands are out, stopped for an incident" in told(path, "--until", stopped)


def test_what_somebody_wrote_is_shown(told, saved):
    text = EXAMPLE.read_text("utf-8").replace("deal\n", "# The cards were cut by p2.\ndeal\n")
    assert "     The cards were cut by p2.\n 10  deal\n" in told(saved(text))


def test_json(told):
    shown = json.loads(told(EXAMPLE, "--json"))
    assert shown.pop("settled_again") is True
    assert shown == as_json(record())
    first = json.loads(told(EXAMPLE, "--json", "--until", "3"))
    assert first["steps"] == as_json(record())["steps"][:3]


def test_a_json_file_is_shown_like_the_text(told, saved):
    assert told(saved(as_json(record()))) == told(EXAMPLE)


def test_saved_events_are_shown(told, saved):
    recorded = record()
    data = save(recorded.setup, events_of(recorded))
    out = told(saved(data))
    assert "  2  BetPlaced\n     → p1 bets $50.00 on Ante" in out
    assert rows(out, "Settlement") == rows(told(EXAMPLE), "Settlement")
    assert json.loads(told(saved(data), "--json")) == {**through_json(data), "settled_again": True}


def test_what_json_prints_is_read_again(told, saved):
    printed = told(EXAMPLE, "--json")
    assert told(saved(printed), "--json") == printed
    recorded = record()
    printed = told(saved(save(recorded.setup, events_of(recorded))), "--json")
    assert told(saved(printed), "--json") == printed


@pytest.mark.parametrize("game", ["three-pictures", "lucky-three-pictures", "three-card-prime"])
def test_a_table_under_way_is_shown(told, saved, game):
    table = Table(game).to("next round open")
    assert "Settlement of round 1" in told(saved(save(table.setup, table.events)))


def test_a_name_is_shown_as_it_is(told, saved):
    lines = [line for line in EXAMPLE.read_text("utf-8").split("\n") if "→" not in line]
    text = "\n".join(lines).replace("p1", r'"[red]x[/] \u001b[31m"')
    out = told(saved(text))
    assert "[red]x[/] \\u001b[31m bets $50.00" in out
    assert "\x1b[31m" not in out


# What is refused


def test_a_file_that_says_something_else(refused, saved):
    data = as_json(record())
    data["steps"][-1]["events"][0]["payments"][0]["net"] += 100
    told = "Step 19, Settled payments 1 net: the file says 5100, the rules give 5000."
    assert refused(saved(data)) == told
    error = json.loads(refused(saved(data), "--json"))
    assert error == {"error": "notation/differs", "message": told}


def test_saved_events_that_were_changed(refused, saved):
    recorded = record()
    data = save(recorded.setup, events_of(recorded))
    data["events"][-1]["payments"][0]["net"] += 100
    assert "payments 1 net: the file says 5100, the rules give 5000." in refused(saved(data))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "Name the game first"),
        ("game three-card-poker\nbet 1", "Line 2: bet needs BETTOR"),
        ("{", "That is not valid JSON"),
        ("{}", "The file does not name its format: it should be pitboss-round/2."),
        ({"format": "pitboss-events/2"}, "The file has no list of events."),
        (
            {"format": "pitboss-events/1"},
            "The file is pitboss-events/1, from before the first release",
        ),
        ({"format": "pitboss-events/9"}, "The file is pitboss-events/9, newer than"),
        ({"format": "pitboss-round/2"}, "There is no game 'None'"),
        ("[]", "Line 1: There is no step '[]'"),
    ],
)
def test_a_bad_file_prints_one_sentence(refused, saved, content, told):
    assert refused(saved(content)).startswith(told)


def test_a_file_that_is_not_there(refused, tmp_path):
    assert "can't be read: No such file or directory." in refused(tmp_path / "none.round")
    assert "can't be read" in refused(tmp_path)
    assert "can't be read" in refused(tmp_path / "two\nlines")


def test_a_file_that_is_no_text(refused, tmp_path):
    path = tmp_path / "picture"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert "is not text in UTF-8." in refused(path)


def test_a_file_that_is_too_large(refused, tmp_path):
    path = tmp_path / "large"
    path.write_bytes(b"#" * 5_000_001)
    assert "is too large to be a round." in refused(path)


@pytest.mark.parametrize("number", ["20", "-1"])
def test_a_step_that_there_is_not(refused, number):
    told = f"There is no step {number}: choose from 0 to 19."
    assert refused(EXAMPLE, f"--until={number}") == told
