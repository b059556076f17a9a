"""pitboss rule: the ruling, and what each option costs, by itself or in a round."""

import json

import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.language.irregularities import INCIDENTS

ROUND = """
game lucky-three-pictures
table boxes=2
shoe Ks Kd 9c  2s 2d 7c  4h 4c Js
open
bet 1 p1 initial 1000 seated
bet 2 p2 initial 3000 seated
close
deal
look 1 p1
return 1
return 2
"""


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "one.round"
    made.write_text(ROUND, "utf-8")
    return str(made)


def ruled(capsys, *words):
    assert run(["rule", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_gives_the_ruling_as_json(capsys):
    made = ruled(capsys, "three-card-poker", "exposed-cards", "cards=2")
    costs = {one["remedy"]: one["house"] for one in made.pop("costs")}
    edge = games["three-card-poker"].odds().main.house_edge
    assert costs == {"play-on": float(10_000 * edge), "void-round": 0, "offer-choice": 0}
    assert made == {
        "game": "three-card-poker",
        "incident": "exposed-cards",
        "facts": {"cards": 2},
        "remedy": "void-round",
        "clauses": ["5.5"],
        "authority": "dealer",
        "says": "Two or more cards were turned up in the deal: this round is void.",
    }


def test_a_missing_fact_is_named(capsys):
    assert run(["rule", "three-pictures", "misdeal", "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert json.loads(told.err)["error"] == "fact/missing"
    assert "handled" in json.loads(told.err)["message"]


def test_the_command_asks_in_the_floors_words(monkeypatch, capsys):
    answers, asked = iter(["5", "no", "yes"]), []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.prompt", lambda question: (asked.append(question), next(answers))[1])
    assert run(["rule", "three-pictures"]) == 0
    told = capsys.readouterr().out
    assert INCIDENTS["misdeal"] in told
    assert asked[1:] == [
        "Has any player handled the cards? (yes, no)",
        "Can it be put right by moving complete hands? (yes, no)",
    ]
    assert "reconstruct" in told
    assert "5.3" in told


def test_a_round_tells_what_the_floor_is_not_asked(capsys, file):
    made = ruled(capsys, "lucky-three-pictures", "misdeal", "--round", file)
    assert made["facts"] == {"noticed": "in-time", "handled": "yes", "shown": "no"}
    assert (made["remedy"], made["clauses"][0]) == ("offer-choice", "5.6")
    costs = {one["remedy"]: one["bettors"] for one in made["costs"]}
    assert costs["play-on"]["p1"] > 0 > costs["play-on"]["p2"]
    assert costs["offer-choice"] == {"p1": costs["play-on"]["p1"], "p2": 0}
    assert costs["void-round"] == {"p1": 0, "p2": 0}


def test_the_hand_it_is_about_is_priced(capsys, file):
    words = ("lucky-three-pictures", "player-count", "reconstructible=no", "--box", "2")
    made = ruled(capsys, *words, "--round", file)
    assert made["remedy"] == "remove-hand"
    costs = {one["remedy"]: one["bettors"] for one in made["costs"]}
    assert costs["remove-hand"] == {"p1": costs["play-on"]["p1"], "p2": 0}


def test_the_costs_are_shown(capsys, file):
    assert run(["rule", "lucky-three-pictures", "misdeal", "--round", file]) == 0
    told = capsys.readouterr().out
    assert "what each option is worth" in told
    assert "let the players choose" in told
    assert "Counted exactly" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("three-pictures", "misdeal"), "not of three-pictures"),
        (("lucky-three-pictures", "misdeal", "handled=no"), "leave it out"),
        (("lucky-three-pictures", "player-count"), "Say which box"),
        (("lucky-three-pictures", "player-count", "--box", "9"), "no box 9"),
    ],
)
def test_what_does_not_fit_the_round(capsys, file, words, message):
    assert run(["rule", *words, "--round", file]) == 2
    assert message in capsys.readouterr().err


def test_a_round_that_has_not_begun(capsys, tmp_path):
    made = tmp_path / "empty.round"
    made.write_text("game three-pictures\n", "utf-8")
    assert run(["rule", "three-pictures", "misdeal", "--round", str(made)]) == 2
    assert "no step" in capsys.readouterr().err
