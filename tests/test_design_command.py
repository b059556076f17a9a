"""pitboss design: what programs and people read from it, and how it refuses."""

import json
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.language.paytables import load
from pitboss.maths.design import design
from tests.support.designs import HALF, POKER


@pytest.fixture
def asked(capsys):
    def ask(*words, code=0):
        assert run(["design", *words]) == code
        out, err = capsys.readouterr()
        assert (out if code else err) == ""
        return err if code else out

    return ask


PLUS = ("three-card-poker", "--wager", "pair-plus")


def test_the_command_gives_what_python_gives(asked):
    words = ["--row", "flush=3..6", "--row", "straight=4..8:1/2", "--row", "pair=1", "--limit", "4"]
    made = json.loads(asked(*PLUS, "--edge", "2%..4%", "--hit", "20%..30%", "--volatility",
                            "2..4", *words, "--json"))  # fmt: skip
    ranges = {"flush": (3, 6), "straight": (4, 8, HALF), "pair": 1}
    found = design(POKER.rules, "pair-plus", ranges, edge=(0.02, 0.04), hit=(0.2, 0.3),
                   volatility=(2, 4), limit=4)  # fmt: skip
    assert [one["pays"] for one in made["designs"]] == [one.pays for one in found]
    assert [Fraction(one["expectation"]) for one in made["designs"]] == [
        -one.house_edge for one in found
    ]
    assert made["in_force"]["house_edge"] == 308 / 5525
    assert (made["found"], made["candidates"]) == (found.meeting_target, found.candidates)
    assert made["examined"] == found.examined
    assert made["found_is_all"] is True
    assert made["target"] == {
        "house_edge": [0.02, 0.04],
        "hit_frequency": [0.2, 0.3],
        "standard_deviation": [2.0, 4.0],
    }
    assert made["fingerprint"] == POKER.fingerprint
    assert made["judged"] == "pair-plus"


@pytest.mark.parametrize("edge", ["3%±0.2%", "3 %+-0.2 %", "2.8%..3.2%", "0.028..0.032"])
def test_ways_to_write_an_edge(asked, edge):
    made = json.loads(asked(*PLUS, "--edge", edge, "--json"))
    assert made["target"]["house_edge"] == [0.028, 0.032]
    assert all(0.028 <= one["house_edge"] <= 0.032 for one in made["designs"])


def test_the_command_for_people(asked):
    asking = (*PLUS, "--edge", "2%..4%", "--keep-others")
    out = asked(*asking, "--row", "flush=0..6", "--row", "straight=4..8:1/2", "--row", "pair=1")
    lines = [line.split() for line in out.splitlines()]
    found = design(POKER.rules, "pair-plus", {"flush": (0, 6), "straight": (4, 8, HALF)},
                   edge=(0.02, 0.04), keep_others=True)  # fmt: skip
    assert ["in", "force", "5.5747", "%", "25.61", "%", "2.8480", "5", "4"] in lines
    for one in found:
        pays = " ".join(one.pays[row].removesuffix(" to 1") for row in ("straight", "flush"))
        edge = f"{float(one.house_edge) * 100:.4f} %"
        deviation = f"{one.standard_deviation:.4f}"
        assert f"{one.number} {edge} 25.61 % {deviation} {pays}".split() in lines
    whole = " ".join(out.split())
    assert "Pays of straight, flush, in this order; the other rows keep theirs." in whole
    assert f"{found.meeting_target} of {found.candidates} pay tables meet the target" in whole
    out = asked(*asking, "--row", "straight=6")
    assert "Pays of straight; the other rows keep theirs." in " ".join(out.split())


def test_the_page_shows_what_the_command_prints(asked):
    page = (Path(__file__).parents[1] / "docs" / "design-a-pay-table.md").read_text("utf-8")
    shown = page.partition("$ pitboss design ")[2].partition("`-o FILE.toml`")[0]
    command, _, printed = shown.partition("\n\n")
    out = asked(*shlex.split(command.replace("\\\n", " ")))
    title, _, rest = " ".join(out.replace("─", "").split()).partition(" design house edge")
    assert title == "Pay tables of pair-plus"
    assert f"design house edge{rest}" == " ".join(printed.replace("─", "").split())


def test_the_command_says_when_the_main_bet_is_judged(asked):
    out = asked("three-card-poker", "--wager", "ante-bonus", "--edge", "3%", "--limit", "2")
    assert "the main bet under the best strategy for each" in " ".join(out.split())
    assert "The nearest to 3.0000 % of 82 pay tables" in " ".join(out.split())


def test_the_command_writes_a_pay_table(asked, tmp_path):
    path = tmp_path / "own.toml"
    words = (*PLUS, "--edge", "2%..4%", "-o", str(path), "--pick", "2")
    out = asked(*words)
    assert "own.toml: design 2, House edge" in " ".join(out.split())
    own = load(path, "three-card-poker", "pair-plus")
    found = design(POKER.rules, "pair-plus", edge=(0.02, 0.04))
    assert own == found[1].paytable()
    assert POKER.configure({"pair-plus": own}).odds()["pair-plus"].house_edge == found[1].house_edge
    made = json.loads(asked(*words, "--json"))
    assert made["written"] == str(path)
    assert made["designs"][1]["pays"] == own.pays


def test_the_command_with_a_jackpot_and_another_table_in_force(asked):
    made = json.loads(asked("three-card-poker", "--wager", "progressive", "--edge", "20%",
                            "--jackpot", "10000", "--limit", "1", "--json"))  # fmt: skip
    assert made["in_force"]["house_edge"] == float(POKER.odds(1_000_000)["progressive"].house_edge)
    made = json.loads(asked("three-card-prime", "--wager", "all-six", "--edge", "30%", "--limit",
                            "1", "--paytable", "all-six=a6-3", "--keep-others", "--any-order",
                            "--row", "straight=push", "--row", "flush=5..9", "--json"))  # fmt: skip
    assert made["in_force"]["pays"]["three-of-a-kind"] == "8 to 1"
    assert made["designs"][0]["pays"]["straight"] == "push"


REFUSALS = [
    ([*PLUS, "--edge", "50%..60%"], "design/impossible", "they reach from"),
    ([*PLUS, "--edge", "4%..2%"], "design/target", "should go up"),
    ([*PLUS, "--edge", "about 3"], "option/number", "--edge has 'about 3'"),
    ([*PLUS, "--edge", "３%"], "option/number", "--edge has"),
    ([*PLUS, "--edge", "3%", "--hit", "20%"], "option/range", "--hit '20%' should read LOW..HIGH"),
    ([*PLUS, "--edge", "3%", "--volatility", "2%..3%"], "option/number", "--volatility has '2%'"),
    ([*PLUS, "--edge", "3%", "--row", "flush"], "option/pair", "--row 'flush' should read"),
    ([*PLUS, "--edge", "3%", "--row", "flush=4%"], "option/number", "3, 2.5 or 1/2"),
    ([*PLUS, "--edge", "3%", "--row", "flush=4..6:"], "option/number", "--row has ''"),
    ([*PLUS, "--edge", "3%", "--row", "flush=1/0"], "option/number", "--row has '1/0'"),
    ([*PLUS, "--edge", "3%", "--row", "flsh=4"], "unknown/row", "did you mean flush?"),
    ([*PLUS, "--edge", "3%", "--limit", "0"], "design/limit", "The limit is 0"),
    ([*PLUS, "--edge", "3%", "--limit", "x"], "option/number", "The limit is 'x'"),
    ([*PLUS, "--edge", "3%", "-o", "own.txt"], "report/ending", "should end in one of .toml"),
    ([*PLUS, "--edge", "3%", "-o", "no/own.toml"], "report/file", "there is no folder no"),
    ([*PLUS, "--edge", "3%", "-o", "own.toml", "--pick", "99"], "design/pick", "no design 99"),
    (["three-card-poker", "--wager", "envy", "--edge", "3%"], "design/not-staked", "envy"),
    (["three-card-pokr", "--wager", "envy", "--edge", "3%"], "unknown/game", "three-card-poker?"),
    (["three-card-poker", "--edge", "3%"], "command", "--wager"),
]


@pytest.mark.parametrize(("words", "code", "holds"), REFUSALS)
def test_the_command_refuses_in_one_sentence(asked, words, code, holds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = asked(*words, code=2)
    assert holds in line
    assert line.count("\n") == 1
    made = json.loads(asked(*words, "--json", code=2))
    assert made["error"] == code
    assert holds in made["message"]
    assert list(tmp_path.iterdir()) == []
