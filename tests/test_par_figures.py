"""The figures of a PAR sheet: those of the mathematics, and deals and payments that are so."""

import json
import shlex
from fractions import Fraction
from math import sqrt

import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.maths.odds.bands import bands
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.simulate import simulate
from pitboss.reports.par.data import par_json, par_json_bytes
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.terms import HouseTerms
from pitboss.rulebooks import RULEBOOKS
from tests.support.par_sheets import GAMES, sheet_of

# JSON


@pytest.mark.parametrize("game", GAMES)
def test_json_figures_are_those_of_the_odds(game):
    sheet = sheet_of(game)
    made, odds = par_json(sheet), GameOdds(sheet.rules)
    for key, one in made["wagers"].items():
        exact = odds[key]
        assert sum(row["ways"] for row in one["rows"]) == exact.deals
        for row, (declared, ways) in zip(one["rows"], exact.outcomes(), strict=True):
            assert (row["row"], row["ways"]) == (declared.key, ways)
            assert Fraction(row["net_exact"]) == exact.net(declared.pay)
            assert Fraction(row["contribution_exact"]) == exact.contribution(declared)
            assert Fraction(row["probability_exact"]) == Fraction(ways, exact.deals)
        if not exact.wager.envy:
            assert Fraction(one["house_edge_exact"]) == exact.house_edge
            assert one["house_edge"] == float(exact.house_edge)
            assert Fraction(one["variance_exact"]) == exact.results.variance
            assert one["volatility_index"] == 1.645 * exact.standard_deviation
            assert len(one["bands"]) == 15
    main = made["main"]
    assert Fraction(main["house_edge_exact"]) == odds.main.house_edge
    assert Fraction(main["element_of_risk_exact"]) == odds.main.element_of_risk
    assert made["fingerprint"] == sheet.rules.fingerprint
    assert made["rule_files"].keys() == sheet.hashes.keys()
    assert par_json_bytes(sheet) == par_json_bytes(sheet)


@pytest.mark.parametrize("game", GAMES)
def test_covariances_have_the_variances_on_the_diagonal(game):
    sheet = sheet_of(game)
    keys = [wager.key for wager in sheet.moments.wagers]
    for i, key in enumerate(keys):
        odds = sheet.odds[key]
        if odds.results.total == odds.deals:  # A Play that was not made counts 0 there.
            assert sheet.covariances[i][i] == odds.results.variance
        assert sheet.correlation(i, i) == pytest.approx(1)
    main = sheet.rules.rulebook.main
    at = [keys.index(key) for key in main]
    both = sum(sheet.covariances[a][b] for a in at for b in at)
    assert both == sheet.odds.main.results.variance


def test_bands_by_direct_computation():
    odds = sheet_of("three-card-poker").odds["pair-plus"]
    pays = {40: 48, 30: 52, 5: 720, 4: 1096, 1: 3744, -1: 16440}
    mean = sum(pay * n for pay, n in pays.items()) / 22100
    spread = sqrt(sum((pay - mean) ** 2 * n for pay, n in pays.items()) / 22100)
    wide = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
    made = {(one.rounds, one.level): one for one in bands(odds.results)}
    assert set(made) == {(10**p, level) for p in (3, 4, 5, 6, 7) for level in wide}
    for (rounds, level), one in made.items():
        off = wide[level] * spread / rounds**0.5
        assert one.low == pytest.approx(1 + mean - off, abs=1e-12)
        assert one.high == pytest.approx(1 + mean + off, abs=1e-12)


# Witness deals, payments, the line that makes it again


@pytest.mark.parametrize("game", GAMES)
def test_each_witness_settles_on_its_row(game, capsys):
    lines = sheet_of(game).witnesses
    rules = sheet_of(game).rules
    assert {(one.wager.key, one.witness.row.key) for one in lines} == {
        (wager.key, row.key) for wager in rules.wagers for row in wager.rows
    }
    for one in lines:
        program, *words = shlex.split(one.command)
        assert program == "pitboss"
        assert run([*words, "--json"]) == 0
        settled = json.loads(capsys.readouterr().out)["lines"]
        rows = {line["wager"]: line["row"] for line in settled}
        expected = one.witness.row
        if expected.pay.staked or expected.pay.is_win:  # Else there is nothing to say.
            assert rows[one.wager.key] == expected.key


def test_the_largest_payment_to_a_box_is_one_that_is_paid():
    sheet = sheet_of("three-card-poker")
    rows, most = sheet.payments.of_box()
    assert rows["progressive"].key == "akq-other"
    bets = {"ante": 100_000, "pair-plus": 100_000, "progressive": 250}
    made = games["three-card-poker"].settle("Ah Kh Qh", "Kd Kc 4c", bets, jackpot=0)
    assert sum(line.winnings for line in made.lines if line.winnings > 0) == most == 4_825_000


def test_payments_follow_limits_caps_and_the_deck():
    rules = RULEBOOKS["three-card-poker"].configure(caps={"pair-plus": {"hand": 1_000_000}})
    few = ParSheet(rules, HouseTerms(maximum=50_000, boxes=2, jackpot=10**8)).payments
    wagers = rules.by_key
    assert few.of_wager(wagers["pair-plus"])[1] == 1_000_000
    assert few.of_table(wagers["pair-plus"]) == 2_000_000
    # The jackpot hand is dealt once; the next best prize goes to the other box.
    assert few.of_table(wagers["progressive"]) == 10**8 + 125_000
    assert few.of_table(wagers["envy"]) == 25_000 + 5_000
    assert few.whole_table() <= 2 * few.of_box()[1] + few.of_table(wagers["envy"])


# An hour, other strategies, the progressive


@pytest.mark.parametrize("game", GAMES)
def test_an_hour_by_adding_up_the_wagers(game):
    """Expectations add up, whatever is correlated; variances do so with the covariances."""
    sheet = sheet_of(game)
    *single, together = sheet.hour.bets
    stakes = {key: stake for bet in single for key, stake in bet.stakes.items()}
    main = sheet.rules.rulebook.main
    assert single[0].loss == sheet.odds.main.house_edge * 1000 * 40
    for bet in single[1:]:
        ((key, stake),) = bet.stakes.items()
        assert bet.loss == sheet.odds[key].house_edge * stake * 40
        assert bet.standard_deviation == pytest.approx(
            sheet.odds[key].standard_deviation * stake * sqrt(40)
        )
    assert together.loss == sum(bet.loss for bet in single)
    keys = [wager.key for wager in sheet.moments.wagers]
    units = [stakes.get(key, stakes[main[0]] if key in main else 0) for key in keys]
    variance = sum(
        units[a] * units[b] * sheet.covariances[a][b]
        for a in range(len(keys))
        for b in range(len(keys))
    )
    assert together.standard_deviation == pytest.approx(sqrt(40 * variance))
    assert sheet.hour.table_win == 7 * together.loss


def test_an_hour_by_playing_thousands_of_them():
    sheet = sheet_of("three-card-poker")
    together = sheet.hour.bets[-1]
    assert together.stakes == {"ante": 1000, "pair-plus": 1000, "progressive": 250}
    hours = 5_000
    empty = Jackpot(start=0, contribution=Fraction(0))
    played = simulate(
        sheet.rules, 40 * hours, bets=together.stakes, jackpot=empty, seed=20
    )  # fmt: skip
    # A lone box has nobody to envy.
    error = together.standard_deviation / sqrt(hours)
    assert abs(float(played.house_win) / hours - float(together.loss)) < 5 * error


def test_play_in_json_is_that_of_the_mathematics():
    sheet = sheet_of("three-card-poker")
    made = par_json(sheet)
    best, *others = made["strategies"]
    assert (best["strategy"], best["costs_exact"]) == ("best", "0/1")
    assert [one["strategy"] for one in others] == [
        "mimic the dealer", "King high and better", "play everything", "Ace high and better",
        "pair and better",
    ]  # fmt: skip
    for one in others:
        edge = Fraction(one["house_edge_exact"])
        assert Fraction(one["costs_exact"]) == edge - sheet.odds.main.house_edge > 0
    meter = made["progressive"]
    assert meter["average_meter"] == 2_105_000
    assert sum(Fraction(use["share_exact"]) for use in meter["uses_of_price"].values()) == 1
    by_boxes = {table["boxes"]: table for table in meter["by_boxes"]}
    assert list(by_boxes) == [1, 2, 3, 4, 5, 6, 7]
    for boxes, table in by_boxes.items():
        assert table["break_even"] == 2_520_000 - 40_000 * (boxes - 1)
        assert Fraction(table["rounds_between_hits_exact"]) == Fraction(22_100, boxes)
        assert Fraction(table["hours_between_hits_exact"]) == Fraction(22_100, 40 * boxes)
        assert table["fed_per_hour"] == 50 * 40 * boxes
        # Each of the boxes pays envy to each of the others.
        assert Fraction(table["envy_per_round_exact"]) == Fraction(40_000, 22_100) * boxes * (
            boxes - 1
        )
    assert "strategies" not in par_json(sheet_of("three-pictures"))
    assert "progressive" not in par_json(sheet_of("three-pictures"))


def test_a_best_strategy_with_exceptions_is_compared_with_its_threshold():
    nearest, *_ = sheet_of("three-card-prime").other_strategies
    assert nearest.name == "Q-6-4 and better"
    best = sheet_of("three-card-prime").odds.main
    # 24 hands, each worth a little more played than folded.
    bet = best.bet
    gained = sum(
        int(bet.value_of_playing[row] - bet.value_of_folding[row])
        for row in range(22_100)
        if bool(best.plays[row]) != bool(nearest.plays[row])
    )
    costs = nearest.odds.house_edge - best.house_edge
    assert costs == Fraction(gained, bet.scale * 407_170_400) > 0


def test_the_line_makes_the_same_sheet_again(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(
        'game = "three-card-poker"\nwager = "pair-plus"\nkey = "mine"\n[pays]\n'
        'straight-flush = "40 to 1"\nthree-of-a-kind = "25 to 1"\nstraight = "6 to 1"\n'
        'flush = "4 to 1"\npair = "1 to 1"\n'
    )
    words = ["par", "three-card-poker", "--paytable", "pair-plus=mine.toml",
             "--reading", "progressive-stake=returned", "--boxes", "5", "--reset", "5000",
             "--contribution", "1/4", "--rounds-per-hour", "55", "--stake", "25",
             "--preparer", "A Lab", "--revision", "2", "--date", "2026-11-18",
             "--json"]  # fmt: skip
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    program, *again = shlex.split(made["reproduce"])
    assert program == "pitboss"
    assert run(again) == 0
    assert json.loads((tmp_path / "three-card-poker.json").read_text()) == made
    assert made["paytables"] == {"pair-plus": "mine"}
    assert (made["limits"]["boxes"], made["readings"]["progressive-stake"]) == (5, "returned")
