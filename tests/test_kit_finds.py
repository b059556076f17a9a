"""The conformance kit finds what is wrong with a rulebook, and says where."""

from dataclasses import replace

import numpy as np
import pytest

from pitboss import load_rulebook
from pitboss.language.expressions import Operation, player
from pitboss.language.pays import odds
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing import Conformance
from tests.support.outside import WAR_THREE


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(RULEBOOKS, "_files", {})
    monkeypatch.setattr(RULEBOOKS, "_installed", dict)


@pytest.fixture
def war():
    return load_rulebook(WAR_THREE)


def kit(rulebook, plain=None):
    return type("Kit", (Conformance,), {"rulebook": rulebook, "plain": plain, "deals": 20})()


def changed(rulebook, wager, **fields):
    """The rulebook with a wager changed."""
    wagers = [replace(one, **fields) if one.key == wager else one for one in rulebook.wagers]
    return replace(rulebook, wagers=tuple(wagers))


def with_row(rulebook, wager, number, **fields):
    """The rulebook with a row of a wager changed."""
    rows = list(rulebook.wager(wager).rows)
    rows[number] = replace(rows[number], **fields)
    return changed(rulebook, wager, rows=tuple(rows))


def fails(check, *arguments, says):
    with pytest.raises(AssertionError) as failure:
        check(*arguments)
    assert says in str(failure.value)


def test_a_rulebook_that_is_not_the_one_that_is_found(war):
    kit(war).test_the_rulebook_is_found_by_its_key()
    fails(kit(replace(war)).test_the_rulebook_is_found_by_its_key, says="load_rulebook(path)")
    other = replace(war, key="peace")
    fails(kit(other).test_the_rulebook_is_found_by_its_key, says="load peace with")


def test_a_citation_of_no_clause(war):
    kit(war).test_every_citation_exists()
    wrong = changed(war, "war", clauses=("9.9",))
    fails(kit(wrong).test_every_citation_exists, says="('9.9', 'war')")


def test_a_forgotten_clause(tmp_path):
    text = WAR_THREE.with_name("clauses.csv").read_text("utf-8")
    (tmp_path / "clauses.csv").write_text(f"{text}6,pay,The winner may shout.,,,\n", "utf-8")
    (tmp_path / "war.py").write_bytes(WAR_THREE.read_bytes())
    rulebook = load_rulebook(tmp_path / "war.py")
    fails(kit(rulebook).test_every_clause_is_used_or_explained, says="6: cite it in the rulebook")


def test_an_option_that_changes_nothing(war):
    kit(war).test_every_option_of_a_reading_of_pay_matters()
    same = with_row(war, "war", 2, pays=(odds("1 to 1"),))
    fails(kit(same).test_every_option_of_a_reading_of_pay_matters, says="tie=lost changes no way")


def test_ways_that_do_not_add_up(war, monkeypatch):
    rules = war.configure()
    kit(war).test_ways_sum_to_the_number_of_deals(rules)
    right = GameOdds.__getitem__
    monkeypatch.setattr(
        GameOdds, "__getitem__", lambda self, key: replace(right(self, key), ways=(1, 2, 3))
    )
    fails(kit(war).test_ways_sum_to_the_number_of_deals, rules, says="war")


def test_a_row_that_is_never_reached(war):
    first, second, last = war.wager("red-alert").rows
    hidden = changed(war, "red-alert", rows=(second, first, last))
    says = "no deal reaches both-red of red-alert"
    fails(kit(hidden).test_every_row_has_a_deal_that_reaches_it, hidden.configure(), says=says)


def test_a_condition_that_differs_for_one_deal_and_for_many(war):
    odd = Operation("{}", lambda high: high == 14 if np.ndim(high) else high < 14, (player.high,))
    wrong = with_row(war, "war", 0, when=odd)
    fails(
        kit(wrong).test_one_deal_settles_as_many_do, wrong.configure(), says="one, many, compiled"
    )
    fails(kit(wrong).test_the_deal_of_every_row_settles_to_it, wrong.configure(), says="war, ")


def test_a_plain_settlement_that_differs(war):
    def settle(deal):
        mine, dealers = (max("23456789TJQKA".index(card[0]) for card in hand)
                         for hand in (deal.player, deal.dealer))  # fmt: skip
        row = "player-wins" if mine > dealers else "dealer-wins"
        return {
            "war": (row, deal.stakes["war"]),
            "red-alert": ("no-win", -deal.stakes["red-alert"]),
        }

    fails(kit(war, settle).test_the_plain_settlement_agrees, war.configure(), says="then plainly")
    with pytest.raises(pytest.skip.Exception):
        kit(war).test_the_plain_settlement_agrees(war.configure())


def test_a_rule_card_without_the_order_of_hands(war):
    kit(war).test_rule_card()
    fails(kit(replace(war, hand_order="")).test_rule_card, says="hand_order")


def test_a_record_that_replays_by_other_rules(war):
    kit(war).test_a_written_round_replays(war.configure())
    other = with_row(war, "war", 3, pays=(odds("2 to 1"),))
    fails(kit(other).test_a_written_round_replays, other.configure(), says="player")


def test_a_par_sheet_of_other_files(war, monkeypatch):
    kit(war).test_par_sheet()
    monkeypatch.setattr("pitboss.reports.par.sheet.outside_files", lambda game: {})
    fails(kit(war).test_par_sheet, says="war-three/__init__.py")
