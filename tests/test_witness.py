"""Witness deals: every row of every wager has one, and settling it comes to that row."""

import json
import shlex

import pytest

from pitboss.cards import DECK
from pitboss.cli import run
from pitboss.hands import CARDS, row_of
from pitboss.maths.witness import witnesses
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.enumeration import configurations
from tests.test_strategy import named

STAKE, JACKPOT = 1_000, 777_700
RULES = [rules for book in RULEBOOKS.values() for rules in configurations(book)]
COMMANDS = [
    *((game, ()) for game in RULEBOOKS),
    ("three-pictures", ("--reading=three-pictures-total=apart",)),
    ("prosperity-3-pictures", ("--reading=tie=ranking", "--reading=perfect-tie=also")),
    ("lucky-three-pictures", ("--reading=lucky-pictures=each-has-one",)),
    ("three-card-poker", ("--reading=ante-bonus-after-fold=paid", "--reading=envy=everyone")),
    ("three-card-prime", ("--reading=copy=pushes", "--reading=unqualified=push")),
    ("three-card-prime", ("--paytable=play=bad-beat-2", "--paytable=all-six=a6-5")),
]


def bets(rules, wager):
    """All that has to be staked for a wager to be settled; a Play is implied by its Ante."""
    key = wager.paid_on or wager.equals or wager.key
    made = {key: rules.prices.get(key, STAKE)}
    if wager.needs:
        made[wager.needs.wager] = STAKE
    return made


def settled(rules, one):
    """The line of the witness's wager, or None where there is nothing to say."""
    wager, has_meter = one.wager, rules.key == "three-card-poker"
    if wager.envy:
        held = {*CARDS[one.player].tolist(), *CARDS[one.dealer].tolist()}
        own = row_of([card for card in range(DECK) if card not in held][:3])
        mine = {wager.envy.hit_with: STAKE, wager.envy.paid_to: 250}
        boxes = [Box(1, own, {"me": mine}), Box(2, one.player, {"other": {"ante": STAKE}})]
    else:
        stakes = bets(rules, wager)
        if one.folded:  # A hand that folds has an ante to fold.
            stakes = {rules.rulebook.main[0]: STAKE, **stakes}
        boxes = [Box(1, one.player, {"me": stakes}, one.folded)]
    made = Settler(rules).settle(boxes, one.dealer, one.fourth, JACKPOT if has_meter else None)
    lines = [line for line in made.lines if line.wager.key == wager.key and line.bettor == "me"]
    assert len(lines) <= 1
    return lines[0] if lines else None


def is_told(one):
    """Whether a row shows in a settlement: nothing staked and nothing paid does not."""
    return one.row.pay.staked or one.row.pay.is_win


def to_ask(rules):
    """All wagers; with another pay table of one of them, that one: the rest are as written."""
    usual = rules.rulebook.configure().paytables
    other = [wager for wager in rules.wagers if rules.paytables[wager.key] != usual[wager.key]]
    return other or rules.wagers


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_every_row_has_a_witness_and_settles_to_it(rules):
    for wager in to_ask(rules):
        found = witnesses(rules, wager)
        assert [one.row.key for one in found] == [row.key for row in wager.rows], wager.key
        for one in found:
            assert one.folded == (one.row.key == "folded")
            assert (one.fourth is not None) == rules.rulebook.fourth_card
            cards = [*CARDS[one.player].tolist(), *CARDS[one.dealer].tolist()]
            cards += [] if one.fourth is None else [one.fourth]
            assert len(set(cards)) == len(cards)
            line = settled(rules, one)
            if is_told(one):
                assert line is not None, (wager.key, one.row.key)
                assert line.row is one.row
            else:
                assert line is None, (wager.key, one.row.key)


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
