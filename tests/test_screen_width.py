"""What commands print fits the terminal: nothing is wider, and nothing is lost for want of room."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli import run
from tests.games import GAMES

SETTLE = ["--player", "QsQd7h", "--dealer", "Qh8c3d", "--bet"]
SESSION = ["session", "three-card-poker", "--bet", "ante=10.00"]
COMMANDS = [
    ["games"],
    ["tour"],
    ["about"],
    ["check"],
    *([command, game] for command in ("odds", "deals", "clauses") for game in GAMES),
    *(["odds", game, "--compare"] for game in GAMES),
    *(["replay", "--example", game] for game in GAMES),
    *(["strategy", game] for game in ("three-card-poker", "three-card-prime")),
    ["odds", "three-card-poker", "--wager", "progressive"],
    ["deals", "three-card-prime", "--wager", "all-six", "--outcome", "flush"],
    ["settle", "three-card-poker", *SETTLE, "ante=50.00", "--bet", "progressive=2.50"],
    ["settle", "lucky", *SETTLE, "initial=500000.00", "--bet", "lucky-pictures=10000.00"],
    ["simulate", "three-card-poker", "--rounds", "1e3", "--seats", "3"],
    ["simulate", "prosperity", "--rounds", "1e3", "--seats", "2"],
    [*SESSION, "--rounds", "100", "--bankroll", "500.00", "--win-goal", "90.00"],
    [*SESSION, "--rounds", "100", "--result", "-50.00"],
    [*SESSION, "--house"],
    ["design", "three-card-poker", "--wager", "pair-plus", "--edge", "2%..4%"],
]  # fmt: skip
RULES = "─╭╮╰╯│"
EXAMPLES = Path(__file__).parents[1] / "examples"
POKER = str(EXAMPLES / "exposed-card.round")
COMMANDS += [
    *(["replay", str(path)] for path in sorted(EXAMPLES.glob("*.round"))),
    ["rule", "lucky", "misdeal", "handled=yes", "reconstructible=yes"],
    ["rule", "lucky", "interruption", "decided=no"],
    ["rule", "lucky", "drawn-together", "order-known=no"],
    ["rule", "three-card-poker", "exposed-cards", "--round", POKER, "--exposed", "Qh"],
    ["strategy", "three-card-poker", "--hand", "Qs 6d 4h"],
    ["design", "three-card-prime", "--wager", "all-six", "--edge", "2%..9%", "--limit", "3"],
]  # fmt: skip
OF_A_HOUSE = [
    ["verify"],
    ["rounds", "--limit", "9"],
    *(["report", what] for what in ("results", "par", "jackpots", "breakage", "voids")),
]


@pytest.fixture
def printed(told, monkeypatch):
    def at_width(columns, words):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("pitboss.cli.screen._consoles", [])  # One made before has its width.
        return told(*words)

    return at_width


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_screen_fits_80_and_140_columns(printed, words):
    for columns in (80, 140):
        lines = printed(columns, words).splitlines()
        assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("words", [words for words in COMMANDS if "--compare" not in words],
                         ids=" ".join)  # fmt: skip
def test_nothing_is_lost_at_80_columns(printed, words):
    """The same characters, however they are wrapped; a folded command has a backslash more."""

    def characters(text):
        return sorted(text.replace("\\\n", "").translate(dict.fromkeys(map(ord, RULES + " \n"))))

    assert characters(printed(80, words)) == characters(printed(300, words))


def test_simulate_states_its_bets(printed):
    words = ["simulate", "three-pictures", "--rounds", "1e3"]
    boxes = ["--box", "initial=10.00", "--box", "initial=10.00", "--box", "initial=5.00 tie=1.00"]
    out = printed(140, [*words, *boxes])
    assert "Every round, on each of boxes 1, 2: initial $10.00.\n" in out
    assert "Every round, on box 3: initial $5.00, tie $1.00.\n" in out
    out = printed(
        140, ["simulate", "poker", "--rounds", "1e3", "--bet", "ante=$20", "--seats", "2"]
    )
    assert "Every round, on each box: ante $20.00; strategy: best.\n" in out
    assert "Every round, on the box: initial $10.00" in printed(140, words)


def test_a_path_is_not_broken(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])
    file = tmp_path / f"{'long-' * 20}.toml"
    words = ["design", "poker", "--wager", "pair-plus", "--edge", "2%..4%", "--limit", "1"]
    assert run([*words, "-o", str(file)]) == 0
    assert f"{file}:" in capsys.readouterr().out


# A house


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A house that was played for a day."""
    folder = tmp_path_factory.mktemp("width") / "house"
    words = ["house", "simulate", "--days", "1", "--tables", "1", "--seed", "3", "--json"]
    assert run([*words, "--data", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("words", OF_A_HOUSE, ids=" ".join)
def test_a_screen_of_a_house_fits(printed, played, words):
    for columns in (80, 140):
        lines = printed(columns, [*words, "--data", str(played)]).splitlines()
        assert max(len(line) for line in lines if str(played) not in line) <= columns


def test_the_sheet_of_a_round_fits(printed, played):
    listed = json.loads(printed(80, ["rounds", "--limit", "2", "--json", "--data", str(played)]))
    _, round = listed["rounds"]  # The last one of the day is not over.
    for words in (["rounds", round["id"]], ["verify", "--round", round["id"]]):
        lines = printed(80, [*words, "--data", str(played)]).splitlines()
        assert max(map(len, lines)) <= 80


def test_what_a_server_says_fits(tmp_path):
    serving = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", "house"],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        text=True,
    )
    told = serving.stdout.readline()  # For programs.
    while not told.endswith("Stop: Ctrl-C.\n"):
        told += serving.stdout.readline()
    serving.send_signal(signal.SIGTERM)
    rest, _ = serving.communicate()
    address, *lines = f"{told}{rest}".splitlines()
    assert json.loads(address)["data"] == "house"
    assert any("openapi.json" in line for line in lines)
    assert max(map(len, lines)) <= 80


# Refusals

LONG = ["odds", "three-card-poker", "--reading", "foo=bar"]


def on_a_terminal(words):
    """What a person reads of the errors, 80 columns wide."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80"}
    program = [sys.executable, "-m", "pitboss", *words]
    subprocess.run(program, stderr=theirs, env=environment, check=False)
    told = os.read(ours, 10_000)
    os.close(theirs)
    os.close(ours)
    return told.decode()


def test_a_refusal_is_wrapped_between_words_for_people_alone(refused):
    sentence = refused(*LONG)  # On one line.
    assert len(sentence) > 160
    lines = on_a_terminal(LONG).splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(lines) == sentence
    (told,) = on_a_terminal([*LONG, "--json"]).splitlines()
    assert json.loads(told)["message"] == sentence
