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
from pitboss.cards.hands import COUNT, rows_of
from pitboss.cli import run
from pitboss.language.paytables import load
from pitboss.maths.odds.counting import SIX_CARD_SETS
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.wager_odds import count
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing import one_reading_at_a_time
from tests.games import GAMES, PLAIN
from tests.support.agreement import plain_rows
from tests.support.enumeration import DEALERS, DEALS, HANDS, names, plainly

ROOT = Path(__file__).parents[1]
CASES = [(game, readings) for game in GAMES for readings in one_reading_at_a_time(RULEBOOKS[game])]
EVERYONE = np.ones(COUNT, bool)


def per_cent(share, places=2):
    return f"{float(share) * 100:.{places}f}"


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
    assert sum(royals) + sum(ways.values()) == 20_358_520 == SIX_CARD_SETS


def test_prime_as_published():
    assert per_cent(games["three-card-prime"].odds()["prime"].house_edge) == "3.62"


# Written down


@pytest.mark.parametrize("game", GAMES)
def test_every_count_is_the_one_written_down(game):
    assert {wager: ways_of(odds) for wager, odds in games[game].odds().items()} == (
        GAMES[game].counts
    )


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
    known = {game for game, _ in book}
    assert len(known) == 5
    wagers = {(game, wager.key) for game in known for wager in RULEBOOKS[game].wagers}
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
        expected = {row: n for row, n in dull.ways(wager.key).items() if n}
        found = {row.key: n * times for row, n in zip(wager.rows, ways, strict=True) if n}
        assert found == expected, wager.key
        if main:
            under_best = dull.ways(wager.key, best)
            assert {k: n for k, n in ways_of(odds[wager.key]).items() if n} == {
                k: n for k, n in under_best.items() if n
            }


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_is_counted_as_dealt_out_plainly(game):
    """Hand by hand: the ways of each row of the main bet, not only their sums."""
    rules = RULEBOOKS[game].configure()
    bet, dull = MainBet(rules), plainly(rules)
    ours = bet.ways[rows_of(HANDS)]
    for at, wager in enumerate(bet.wagers):
        theirs = dull.by_hand(wager.key)
        listed = dull.rows[dull.wagers.index(wager.key)]
        made = np.zeros_like(theirs)
        for number, rows_together in enumerate(bet.played):
            made[:, listed.index(wager.rows[rows_together[at]].key)] += ours[:, number].astype(int)
        assert (made == theirs).all(), wager.key


@pytest.mark.parametrize("option", ["straight-flush", "straight"])
def test_a_wager_on_the_fourth_card_is_counted_as_dealt_out_plainly(option):
    """Every hand with every fourth card; the dealer's cards are any others."""
    game, key, readings = "three-card-prime", "pair-bonus", {"suited-ace-low": option}
    held = (HANDS[:, :, None] == np.arange(52)).any(1)
    free = np.nonzero(~held)[1].reshape(len(HANDS), 49)
    deals = np.concatenate(
        [np.hstack([HANDS, np.roll(free, shift, axis=1)[:, :4]]) for shift in range(49)]
    )
    rows = plain_rows(game, deals, np.ones(len(deals), np.int64), readings)
    at = PLAIN[game].WAGERS.index(key)
    found = np.bincount(rows[:, at], minlength=len(PLAIN[game].ROWS[at])).tolist()
    wager = RULEBOOKS[game].configure(readings=readings).wager(key)
    ways = dict(zip([row.key for row in wager.rows], count(wager), strict=True))
    assert ways == dict(zip(PLAIN[game].ROWS[at], found, strict=True))


@pytest.mark.parametrize(("game", "readings"), CASES, ids=names)
def test_wagers_on_more_than_two_hands_change_with_one_reading_only(game, readings):
    rules = RULEBOOKS[game].configure(readings=readings)
    more = [wager for wager in rules.wagers if wager.key not in plainly(rules).wagers]
    assert [wager.key for wager in more] == (
        ["pair-bonus", "all-six"] if game == "three-card-prime" else []
    )
    for wager in more:
        as_written = count(RULEBOOKS[game].configure().wager(wager.key))
        touched = "suited-ace-low" in readings and wager.key == "pair-bonus"
        assert (as_written != count(wager)) == touched, wager.key


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
    both, _, lost = GAMES["three-card-prime"].counts["prime"].values()
    assert odds.expectation == (Fraction(7, 2) * both - lost) / DEALS
    assert odds.hit_frequency == Fraction(both, DEALS)
    assert odds.push_frequency == 1 - Fraction(both + lost, DEALS)
    mean_of_squares = (Fraction(49, 4) * both + lost) / DEALS
    assert odds.results.variance == mean_of_squares - odds.expectation**2
    assert odds.player_return == 1 - odds.house_edge


def test_contributions_add_up_to_the_return():
    for game in games:
        for odds in games[game].odds(jackpot=1_234_567).values():
            parts = [odds.contribution(row) for row in odds.wager.rows]
            assert sum(parts) == odds.player_return, (game, odds.wager.key)


def test_a_bonus_without_a_stake_returns_what_it_adds_to_the_ante():
    pays = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
    odds = games["three-card-poker"].odds()
    added = sum(pays[row.key] * n for row, n in odds["ante-bonus"].outcomes() if row.key in pays)
    assert odds["ante-bonus"].player_return == Fraction(added, DEALS)
    assert odds["ante-bonus"].house_edge == -odds["ante-bonus"].player_return
    (note,) = odds.unstaked_notes()
    assert note.startswith("Ante Bonus has no stake of its own: its return is what it adds")
    # The parts of the main bet come to its edge: the bonus adds, without a stake of its own.
    play = odds["play"]
    parts = odds["ante"].expectation + play.expectation * Fraction(play.results.total, DEALS)
    assert parts + odds["ante-bonus"].player_return == odds.main.expectation


def test_the_return_of_the_bonus_on_the_screen_is_that_of_its_par_sheet(capsys):
    assert run(["odds", "three-card-poker"]) == 0
    shown = capsys.readouterr().out
    assert " 5.29 % " in shown
    assert "105.29" not in shown
    assert run(["odds", "three-card-poker", "--wager", "ante-bonus"]) == 0
    assert " 5.2851 % " in capsys.readouterr().out
    assert run(["odds", "three-card-poker", "--wager", "envy"]) == 0
    assert "%" not in capsys.readouterr().out


def test_play_is_per_unit_of_play_staked():
    ways = GAMES["three-card-poker"].counts["play"]
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
        assert {one["row"]: one["ways"] for one in wager["outcomes"]} == ways_of(odds[key])
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


def test_the_odds_in_one_line_leave_out_what_has_no_stake_of_its_own():
    shown = repr(games["three-card-poker"].odds())
    assert shown == (
        "<odds of Three Card Poker: main bet 3.3730%, ante 10.1201%, play -2.1686%, "
        "pair-plus 5.5747%, progressive 45.6109%>"
    )
    assert repr(games["three-pictures"].odds()).startswith("<odds of Three Pictures: initial ")
