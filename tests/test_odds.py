"""Exact odds: published figures to every printed digit, and counts by roads that share no code."""

import json
import os
import shutil
import subprocess
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.hands import COUNT, rows_of
from pitboss.maths import six_cards
from pitboss.maths.game_odds import GameOdds
from pitboss.maths.main_bet import MainBet
from pitboss.maths.odds import count
from pitboss.paytables import load
from pitboss.rulebooks import RULEBOOKS
from tests.agreement import option_numbers, plain_compiled
from tests.enumeration import DEALERS, DEALS, HANDS, LEFT_OUT, names, one_at_a_time, plainly
from tests.plain import PLAIN

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden" / "counts.txt"
CASES = [(game, readings) for game, book in RULEBOOKS.items() for readings in one_at_a_time(book)]
EVERYONE = np.ones(COUNT, bool)


def per_cent(share, places=2):
    return f"{float(share) * 100:.{places}f}"


def golden():
    """By (game, wager): the ways of each row, as written down."""
    made = {}
    for line in GOLDEN.read_text("utf-8").splitlines():
        game, wager, row, ways = line.split(" ")
        made.setdefault((game, wager), {})[row] = int(ways)
    return made


def ways_of(odds):
    return {row.key: n for row, n in odds.outcomes()}


# Published figures


def test_three_card_poker_as_published():
    main = games["three-card-poker"].odds().main
    assert main.expectation == Fraction(-686689, 20358520)
    assert per_cent(main.house_edge, 4) == "3.3730"
    assert per_cent(main.element_of_risk) == "2.01"
    assert f"{main.standard_deviation:.3f}" == "1.639"


def test_pair_plus_as_published():
    assert per_cent(games["three-card-poker"].odds()["pair-plus"].house_edge) == "5.57"
    own = load(ROOT / "examples" / "pair-plus-6-4-1.toml", "three-card-poker", "pair-plus")
    other = games["three-card-poker"].configure(paytables={"pair-plus": own})
    assert per_cent(other.odds()["pair-plus"].house_edge) == "2.32"


def test_six_cards_as_published():
    ways = ways_of(games["three-card-prime"].odds()["all-six"])
    royals = [ways.pop(row) for row in list(ways)[:3]]
    assert royals == [1, 3, 184]
    assert sum(royals) == 188
    assert list(ways.values())[:-1] == [1656, 14664, 165984, 205792, 361620, 732160]
    assert sum(royals) + sum(ways.values()) == 20_358_520 == six_cards.SETS


def test_prime_as_published():
    assert per_cent(games["three-card-prime"].odds()["prime"].house_edge) == "3.62"


# Written down


def test_every_count_is_the_one_written_down():
    found = {
        (game, wager): ways_of(odds) for game in games for wager, odds in games[game].odds().items()
    }
    assert found == golden()


def test_the_written_counts_are_whole():
    """Each wager's add up to the deals of the cards that it reads."""
    totals = {key: sum(rows.values()) for key, rows in golden().items()}
    assert set(totals.values()) == {DEALS, 22_100, 22_100 * 49, 20_358_520}
    for (game, wager), total in totals.items():
        if wager in RULEBOOKS[game].main:
            assert total == DEALS


# A program in C that visits every deal


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The lines of bench/book.c, by game and wager; nothing of ours is in it."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.fail("No C compiler: install cc, for the counts are checked against a C program.")
    program = tmp_path_factory.mktemp("book") / "book"
    source = ROOT / "bench" / "book.c"
    subprocess.run([compiler, "-O3", "-o", program, source], check=True, timeout=120)
    told = subprocess.run([program], check=True, capture_output=True, text=True, timeout=300)
    made = {}
    for line in told.stdout.splitlines():
        game, *rest = line.split(" ")
        if game != "time":
            wager, row, ways = rest
            made.setdefault((game, wager), {})[row] = int(ways)
    return made


def test_every_wager_is_counted_as_in_c(book):
    wagers = {(game, wager.key) for game, rules in RULEBOOKS.items() for wager in rules.wagers}
    assert {key for key in book if key[1] != "strategy"} == wagers
    for game, key in wagers:
        rules = RULEBOOKS[game].configure()
        wager = rules.wager(key)
        if rules.rulebook.decision and key in rules.rulebook.main:
            ways = MainBet(rules).under(EVERYONE).of(wager)
        else:
            ways = count(wager)
        times, rest = divmod(sum(book[game, key].values()), sum(ways))
        assert rest == 0
        ours = {row.key: n * times for row, n in zip(wager.rows, ways, strict=True)}
        assert book[game, key] == ours, (game, key)


def test_as_many_hands_fold_as_in_c(book):
    for game in ("three-card-poker", "three-card-prime"):
        assert book[game, "strategy"] == {"folds": games[game].odds().main.folds}


# The plain settlement, deal after deal


@pytest.mark.parametrize(("game", "readings"), CASES, ids=names)
def test_every_reading_is_counted_as_dealt_out_plainly(game, readings):
    rules = RULEBOOKS[game].configure(readings=readings)
    odds, dull = GameOdds(rules), plainly(rules)
    best = dull.best(rules)
    everyone = odds.strategy.bet.under(EVERYONE)
    for wager in map(rules.wager, dull.wagers):
        main = rules.rulebook.decision and wager.key in rules.rulebook.main
        ways = everyone.of(wager) if main else count(wager)
        times = DEALS // sum(ways)
        expected = {row: n for row, n in dull.ways(dull.played, wager.key).items() if n}
        found = {row.key: n * times for row, n in zip(wager.rows, ways, strict=True) if n}
        assert found == expected, wager.key
        if main:
            under_best = dull.ways(dull.under(best), wager.key)
            assert {k: n for k, n in ways_of(odds[wager.key]).items() if n} == {
                k: n for k, n in under_best.items() if n
            }


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_every_hand_is_counted_as_dealt_out_plainly(game):
    """Hand by hand: the ways of each row of the main bet, not only their sums."""
    rules = RULEBOOKS[game].configure()
    bet, dull = MainBet(rules), plainly(rules)
    ours = bet.ways[rows_of(dull.hands)]
    for at, wager in enumerate(bet.wagers):
        theirs = dull.by_family(wager.key)
        listed = dull.rows[dull.wagers.index(wager.key)]
        made = np.zeros_like(theirs)
        for number, rows_together in enumerate(bet.played):
            made[:, listed.index(wager.rows[rows_together[at]].key)] += ours[:, number].astype(int)
        assert (made == theirs).all(), wager.key


def rows_of_one_hand(game, key, readings):
    """By row: hands (with each fourth card, where it is read) by the plain settlement."""
    plain, with_fourth = PLAIN[game], key == "pair-bonus"
    outcomes, reading = plain_compiled(game).outcomes, option_numbers(plain, readings)
    at = plain.WAGERS.index(key)
    total = dict.fromkeys(plain.ROWS[at], 0)
    for hand in HANDS.tolist():
        free = [card for card in range(52) if card not in hand]
        kinds = {}  # Of a fourth card only the rank can matter.
        for card in free if with_fourth else free[:1]:
            if card // 4 not in kinds:
                dealer = tuple(one for one in free[-4:] if one != card)[:3]
                kinds[card // 4] = outcomes(tuple(hand), dealer, card, 1, reading)[at]
            total[plain.ROWS[at][kinds[card // 4]]] += 1
    return total


@pytest.mark.parametrize("option", ["straight-flush", "straight"])
@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("three-card-poker", "progressive"),
        ("three-card-poker", "envy"),
        ("three-card-prime", "pair-bonus"),
    ],
)
def test_wagers_on_one_hand_that_name_a_suit_or_a_fourth_card(game, key, option):
    readings = {"suited-ace-low": option}
    wager = RULEBOOKS[game].configure(readings=readings).wager(key)
    ways = dict(zip([row.key for row in wager.rows], count(wager), strict=True))
    assert ways == rows_of_one_hand(game, key, readings)


@pytest.mark.parametrize(("game", "readings"), CASES, ids=names)
def test_no_other_reading_touches_the_wagers_that_name_a_suit(game, readings):
    for key in LEFT_OUT.get(game, ()):
        as_written, other = (
            count(RULEBOOKS[game].configure(readings=one).wager(key)) for one in ({}, readings)
        )
        touched = "suited-ace-low" in readings and key in ("progressive", "pair-bonus")
        assert (as_written != other) == touched, key


# Pay tables


@pytest.mark.parametrize("table", ["a6-1", "a6-2", "a6-3", "a6-4", "a6-5"])
def test_another_pay_table_has_the_same_counts(table):
    standard = games["three-card-prime"].odds()["all-six"]
    other = games["three-card-prime"].configure(paytables={"all-six": table}).odds()["all-six"]
    assert other.ways == standard.ways
    assert standard.priced(other.wager).expectation == other.expectation
    won = sum(row.pay.stake * n for row, n in other.outcomes())
    assert other.expectation == Fraction(won) / 20_358_520


def test_an_own_pay_table_is_counts_times_pays(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        'game = "three-card-prime"\nwager = "prime"\nkey = "mine"\n'
        '[pays]\nboth-same-colour = "7 to 2"\nsame-colour = "push"\n',
        "utf-8",
    )
    own = load(file, "three-card-prime", "prime")
    odds = games["three-card-prime"].configure(paytables={"prime": own}).odds()["prime"]
    both, _, lost = golden()["three-card-prime", "prime"].values()
    assert odds.expectation == (Fraction(7, 2) * both - lost) / DEALS
    assert odds.hit_frequency == Fraction(both, DEALS)
    assert odds.push_frequency == 1 - Fraction(both + lost, DEALS)
    mean_of_squares = (Fraction(49, 4) * both + lost) / DEALS
    assert odds.results.variance == mean_of_squares - odds.expectation**2
    assert odds.player_return == 1 - odds.house_edge


def test_contributions_add_up_to_the_return():
    for game in games:
        for odds in games[game].odds(jackpot=1_234_567).values():
            if odds.wager.is_staked:
                parts = [odds.contribution(row) for row in odds.wager.rows]
                assert sum(parts) == odds.player_return, (game, odds.wager.key)


def test_play_is_per_unit_of_play_staked():
    ways = golden()["three-card-poker", "play"]
    staked = DEALS - ways["folded"]
    won = ways["player-higher"] - ways["dealer-higher"]
    odds = games["three-card-poker"].odds()["play"]
    assert odds.expectation == Fraction(won, staked)
    assert odds.hit_frequency == Fraction(ways["player-higher"], staked)


# As programs read it

WAGER = ["outcomes", "deals", "expectation", "house_edge", "hit_frequency", "standard_deviation"]
MAIN = ["wagers", "strategy", "folds", "expectation", "house_edge", "element_of_risk",
        "standard_deviation"]  # fmt: skip


def told(capsys, *words):
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_odds_as_json(game, capsys):
    found, odds = told(capsys, "odds", game), games[game].odds()
    assert {"game", "paytables", "readings", "wagers", "main", "warnings"} <= set(found)
    assert found["game"] == game
    assert found["readings"] == dict(games[game].rules.readings)
    assert list(found["wagers"]) == [wager.key for wager in RULEBOOKS[game].wagers]
    for key, wager in found["wagers"].items():
        keys = [set(one) for one in wager["outcomes"]]
        assert keys == [{"row", "outcome", "pays", "ways", "probability"}] * len(keys)
        assert {one["row"]: one["ways"] for one in wager["outcomes"]} == golden()[game, key]
        assert sum(one["ways"] for one in wager["outcomes"]) == wager["deals"]
        for one in wager["outcomes"]:
            assert one["probability"] == one["ways"] / wager["deals"]
        if key == "envy":
            assert wager["units_per_hand"] == "400/221"
            continue
        assert set(WAGER) <= set(wager)
        exact = Fraction(wager["expectation"])
        assert wager["expectation"] == str(exact) == str(odds[key].expectation)
        assert wager["house_edge"] == float(-exact)
        assert wager["standard_deviation"] == sqrt(odds[key].results.variance)
    assert set(MAIN) <= set(found["main"])
    assert found["main"]["wagers"] == list(RULEBOOKS[game].main)
    assert found["main"]["expectation"] == str(odds.main.expectation)
    assert found["main"]["house_edge"] == float(odds.main.house_edge)
    for one in found["warnings"]:
        assert set(one) == {"wager", "kind", "message"}


def test_the_wagers_of_the_main_bet_have_a_row_for_the_fold(capsys):
    found = told(capsys, "odds", "three-card-poker")
    assert found["main"]["folds"] == 7200
    for key in ("ante", "play", "ante-bonus"):
        wager = found["wagers"][key]
        assert wager["deals"] == 407_170_400
        first = wager["outcomes"][0]
        assert (first["row"], first["ways"]) == ("folded", 7200 * DEALERS)


def test_the_published_example_of_a_wager(capsys):
    found = told(capsys, "odds", "three-card-poker", "--wager", "pair-plus")
    assert list(found["wagers"]) == ["pair-plus"]
    wager = found["wagers"]["pair-plus"]
    assert wager["outcomes"][0] == {
        "row": "straight-flush",
        "outcome": "Straight Flush",
        "pays": "40 to 1",
        "ways": 48,
        "probability": 48 / 22100,
    }
    assert (wager["deals"], wager["expectation"]) == (22100, "-308/5525")
    assert wager["house_edge"] == 308 / 5525
    assert wager["hit_frequency"] == 5660 / 22100
    assert f"{wager['standard_deviation']:.4f}" == "2.8480"
