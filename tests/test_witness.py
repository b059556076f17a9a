"""Witness deals: every row of every wager has one, and settling it comes to that row."""

import json
import shlex

import pytest

from pitboss.cli import run
from pitboss.rulebooks import RULEBOOKS

COMMANDS = [
    *((game, ()) for game in RULEBOOKS),
    ("three-pictures", ("--reading=three-pictures-total=apart",)),
    ("prosperity-3-pictures", ("--reading=tie=ranking", "--reading=perfect-tie=also")),
    ("lucky-three-pictures", ("--reading=lucky-pictures=each-has-one",)),
    ("three-card-poker", ("--reading=ante-bonus-after-fold=paid", "--reading=envy=everyone")),
    ("three-card-prime", ("--reading=copy=pushes", "--reading=unqualified=push")),
    ("three-card-prime", ("--paytable=play=bad-beat-2", "--paytable=all-six=a6-5")),
]


def told(capsys, *words):
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("game", "options"), COMMANDS, ids=lambda one: str(one)[:60])
def test_the_command_of_a_deal_settles_to_its_row(game, options, capsys):
    deals = told(capsys, "deals", game, *options)
    assert len(deals) >= sum(len(wager.rows) for wager in RULEBOOKS[game].wagers) - 3
    for deal in deals:
        program, *words = shlex.split(deal["command"])
        assert program == "pitboss"
        found = told(capsys, *words)
        for option in options:
            kind, key, value = option.removeprefix("--").split("=")
            assert found[f"{kind}s"][key] == value
        lines = {line["wager"]: line for line in found["lines"]}
        if deal["row"] in ("no-bonus", "no-envy") or (
            deal["row"] == "folded" and deal["wager"] != "ante"
        ):
            assert deal["wager"] not in lines
            continue
        line = lines[deal["wager"]]
        assert (line["row"], line["outcome"]) == (deal["row"], deal["outcome"])
        if deal["wager"] != "envy":
            assert found["player"]["cards"] == deal["player"]
        assert found["dealer"]["cards"] == deal["dealer"]
        assert found.get("fourth") == deal["fourth"]


def test_one_row_only(capsys):
    (deal,) = told(capsys, "deals", "three-card-prime", "--wager", "all-six", "--outcome",
                   "six-card-royal-diamonds")  # fmt: skip
    cards = f"{deal['player']} {deal['dealer']}".split()
    assert sorted(cards) == ["9d", "Ad", "Jd", "Kd", "Qd", "Td"]
