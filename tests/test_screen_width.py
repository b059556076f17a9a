"""What commands print fits the terminal: nothing is wider, and nothing is lost for want of room."""

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
