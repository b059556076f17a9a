"""The rule card: one page, in words that follow the rules in force."""

import json
import os
import re
import struct
import sys
from html import unescape

import pytest

from pitboss.cli import run
from pitboss.language.paytables import Paytable
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports.card.rule_card import card, card_data
from pitboss.reports.felts import felt
from pitboss.reports.pdf import png_pages
from pitboss.rulebooks import RULEBOOKS

GAMES = list(RULEBOOKS)


def text_of(page):
    body = re.sub(r"<style>.*?</style>", "", page.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def with_everything_else(rulebook):
    """Each reading and pay table at its last option: as far from the default as it goes."""
    return rulebook.configure(
        {wager.key: wager.paytables[-1] for wager in rulebook.wagers},
        {reading.key: list(reading.options)[-1] for reading in rulebook.readings},
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", [False, True])
def test_the_pdf_is_one_page_of_a4(game, other):
    rulebook = RULEBOOKS[game]
    rules = with_everything_else(rulebook) if other else rulebook.configure()
    (page,) = png_pages("card/card.typ", card_data(rules), ppi=36)
    assert struct.unpack(">II", page[16:24]) == (298, 421)
    made = card(rules, "pdf")
    assert made.startswith(b"%PDF-")
    assert made == card(rules, "pdf")
    assert b"CreationDate" not in made


@pytest.mark.parametrize("game", GAMES)
def test_the_card_says_what_the_rules_say(game):
    rules = RULEBOOKS[game].configure()
    page = card(rules, "html")
    told = text_of(page)
    for wager in rules.wagers:
        assert wager.title in told
        for row in wager.rows:
            if row.pay.is_win:
                assert row.outcome in told
                assert row.pay.words() in told
    for reading in rules.rulebook.readings:
        # How the floor proceeds when something goes wrong is not for this card.
        assert (reading.question in told) == (reading.kind == "pay")
        answer = reading.options[rules.readings[reading.key]]
        assert reading.kind != "pay" or answer[1:] in told
    assert rules.fingerprint in told
    assert rules.rulebook.tagline in told
    assert "play money" in told
    assert "Not affiliated" in told
    assert felt(game).encode() in page
    assert b"http" not in page
    assert page == card(rules, "html")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_goes_in_a_few_steps(game):
    rules = RULEBOOKS[game].configure()
    steps = card_data(rules)["steps"]
    assert 4 <= len(steps) <= 6
    told = " ".join(steps)
    assert ("fold" in told) == rules.rulebook.decision
    assert ("face down" in told) == rules.rulebook.fourth_card
    for wager in rules.wagers:
        assert not wager.is_staked or wager.title in told


def test_poker_tells_who_qualifies_and_how_to_play():
    made = card_data(RULEBOOKS["three-card-poker"].configure())
    assert made["qualifying"] == (
        "Dealer below Queen High: the hand does not qualify. Ante pays 1 to 1 and Play is returned."
    )
    assert made["strategy"] == "Play Q-6-4 and better; fold the rest."
    assert made["steps"][0] == "Place your Ante. Pair Plus may be bet with it or alone."
    assert made["steps"][1] == "With it you may also bet Progressive Jackpot ($2.50)."


def test_games_without_a_decision_tell_of_none():
    made = card_data(RULEBOOKS["three-pictures"].configure())
    assert (made["qualifying"], made["strategy"]) == ("", "")
    assert "Knights" in made["hands"]


def test_another_pay_table_is_another_card():
    book = RULEBOOKS["three-card-prime"]
    rules = book.configure({"play": "bad-beat-4", "all-six": "a6-5"})
    made = {wager["wager"]: wager for wager in card_data(rules)["wagers"]}
    assert made["play"]["note"] == "pay table bad-beat-4"
    assert {"outcome": "Bad Beat, Flush", "pays": "1 to 1"} in made["play"]["rows"]
    assert made["all-six"]["rows"][0]["pays"] == "200,000 to 1"
    assert card_data(rules)["strategy"] == GameOdds(rules).strategy.words()
    assert card_data(rules)["fingerprint"] != card_data(book.configure())["fingerprint"]


def test_ones_own_pay_table_and_reading_are_on_the_card():
    table = Paytable("mine", {"three-pictures": "18 to 1"})
    rules = RULEBOOKS["three-pictures"].configure(
        {"three-pictures": table}, {"three-pictures-total": "apart"}
    )
    told = text_of(card(rules, "html"))
    assert "pay table mine" in told
    assert "18 to 1" in told
    assert "16 to 1" not in told
    assert "have no point count to tie with." in told


# The command


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_card_writes_by_the_ending(ending, tmp_path, capsys):
    file = tmp_path / f"card.{ending}"
    assert run(["card", "three-pictures", "-o", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": str(file)}
    assert file.read_bytes().startswith({"html": b"<!DOCTYPE", "pdf": b"%PDF"}[ending])
    assert os.listdir(tmp_path) == [file.name]
    assert run(["card", "three-pictures", "-o", str(file)]) == 0
    assert "rule card of Three Pictures" in capsys.readouterr().out


def test_card_as_json(capsys):
    words = ["card", "three-pictures", "--reading", "three-pictures-total=apart", "--json"]
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    rules = RULEBOOKS["three-pictures"].configure(readings={"three-pictures-total": "apart"})
    assert made == card_data(rules)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["card", "three-pictures"], "-o FILE, or --json"),
        (["card", "three-pictures", "-o", "x.xlsx"], ".html, .pdf"),
        (["card", "pokr", "-o", "x.pdf"], "There is no game 'pokr'"),
        (["card", "three-pictures", "-o", "nowhere/x.pdf"], "there is no folder nowhere."),
        (["card", "three-pictures", "-o", "x.pdf", "--paytable", "tie=x"], "pay table of tie"),
    ],
)
def test_card_refuses_in_one_sentence_and_writes_nothing(
    words, told, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err
    assert os.listdir(tmp_path) == []


def test_html_needs_no_extra_and_pdf_says_which(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert run(["card", "three-pictures", "-o", str(tmp_path / "x.html")]) == 0
    capsys.readouterr()
    assert run(["card", "three-pictures", "-o", str(tmp_path / "x.pdf")]) == 2
    assert "needs the reports extra" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["x.html"]
