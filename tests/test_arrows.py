"""The arrows of a written round, compared with the rules; and the example rounds."""

import pytest

from pitboss.cli import run
from pitboss.notation.arrows import differences
from pitboss.notation.example import example
from pitboss.notation.record import run as steps_of
from pitboss.notation.text import read, write
from pitboss.rulebooks import RULEBOOKS
from tests.games import GAMES
from tests.test_replay import EXAMPLE, PLAYTHROUGHS

TEXT = EXAMPLE.read_text("utf-8")
PAIR_PLUS = "Pair Plus: Pair of Queens, pays 1 to 1. +$10.00"


def found(text):
    return differences(text, list(steps_of(read(text))))


@pytest.fixture
def saved(tmp_path):
    def write_file(text):
        path = tmp_path / "my.round"
        path.write_text(text, "utf-8")
        return str(path)

    return write_file


# Differences


@pytest.mark.parametrize("path", [EXAMPLE, *PLAYTHROUGHS], ids=lambda path: path.stem)
def test_a_round_as_it_was_written_differs_in_nothing(path):
    assert found(path.read_text("utf-8")) == []


def test_a_changed_figure():
    (one,) = found(TEXT.replace(PAIR_PLUS, PAIR_PLUS.replace("$10.00", "$100.00")))
    assert one.step == 19
    assert one.command == "settle 1000000"
    assert TEXT.splitlines()[one.line - 1].endswith(f"{PAIR_PLUS} (3.13.4, 3.14.5, 4.3)")
    assert (one.says, one.due) == (one.says, one.says.replace("$100.00", "$10.00"))
    assert one.words() == ("+$100.00", "+$10.00")


def test_every_arrow_is_compared():
    """Whatever arrow is changed, the difference is on its line."""
    lines = TEXT.splitlines()
    arrows = [number for number, line in enumerate(lines, 1) if line.strip().startswith("→")]
    assert len(arrows) > 20
    for number in arrows:
        changed = [*lines[: number - 1], lines[number - 1].replace("(", "(9.9, "), *lines[number:]]
        if changed == lines:
            changed[number - 1] += " And the house pays for drinks."
        assert [one.line for one in found("\n".join(changed))] == [number]


def test_an_arrow_taken_away_and_one_put_in():
    lines = [line for line in TEXT.splitlines() if PAIR_PLUS not in line]
    (missing,) = found("\n".join(lines))
    assert missing.says is None
    assert PAIR_PLUS in missing.due
    assert "the file leaves out" in missing.sentence()
    (extra,) = found(TEXT.replace("deal\n", "deal\n    → Box 1 gets another card.\n", 1))
    assert (extra.says, extra.due) == ("Box 1 gets another card.", None)
    assert "the rules give nothing like it" in extra.sentence()


def test_a_step_without_arrows_claims_nothing():
    lines = [line for line in TEXT.splitlines() if not line.strip().startswith("→")]
    assert found("\n".join(lines)) == []


def test_a_changed_step_with_its_old_arrow():
    (one,) = found(TEXT.replace("bet 1 p1 pair-plus 1000", "bet 1 p1 pair-plus 2000"))[:1]
    assert one.words() == ("$10.00", "$20.00")


def test_spaces_and_the_wording_of_a_refusal_may_change():
    assert found(TEXT.replace("    → ", "→")) == []
    assert found(TEXT.replace("this bet can't be taken", "it is too late")) == []
    assert found(TEXT.replace("rule/late-bet", "rule/early-bet"))


# The command


def test_a_tampered_arrow_is_shown_and_refused(saved, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])
    path = saved(TEXT.replace(PAIR_PLUS, PAIR_PLUS.replace("$10.00", "$100.00")))
    assert run(["replay", path]) == 2
    out, err = capsys.readouterr()
    assert "The file differs from the rules in one place." in out
    assert "that is         +$100.00 instead of +$10.00" in out
    assert max(map(len, out.splitlines())) <= 80
    assert err.startswith("Line ")
    assert err.endswith("step 19: the file says +$100.00, the rules give +$10.00.\n")
    assert run(["replay", path, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert '"error": "notation/differs"' in err


# Examples


@pytest.mark.parametrize("game", GAMES)
def test_an_example_round_is_settled_and_refuses_nothing(game):
    text = example(RULEBOOKS[game])
    assert write(read(text)) == text
    assert found(text) == []
    assert "refused" not in text
    assert "→ Total: p1 " in text


def test_an_example_is_shown_written_and_replayed(told, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "my.round: a round of" in told("replay", "--example", "poker", "-o", "my.round")
    assert (tmp_path / "my.round").read_text("utf-8") == example(RULEBOOKS["three-card-poker"])
    assert "Settlement of round 1" in told("replay", "my.round", "-o", "my.json")
    assert "Settlement of round 1" in told("replay", "my.json", "-o", "again.round")
    again, mine = ((tmp_path / name).read_text("utf-8") for name in ("again.round", "my.round"))
    lines = again.splitlines()
    assert [line for line in lines if not line.startswith("fingerprint ")] == mine.splitlines()
    assert "Name a file, or a game with --example" in refused("replay")
    assert "Name a file" in refused("replay", "my.round", "--example", "poker")
    assert "There is no game 'pokr'" in refused("replay", "--example", "pokr")
