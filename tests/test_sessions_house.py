"""The house's side: bands, banks and luck."""

from fractions import Fraction
from math import comb, log, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from pitboss.cards.hands import COUNT
from pitboss.errors import BadConfiguration
from pitboss.maths.sessions.box_covariance import Covariance, covariance
from pitboss.maths.sessions.house import HouseTable, periods
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.results import EXACT, NORMAL, SkewedNormal, after, luck
from pitboss.maths.sessions.session import Session
from pitboss.rulebooks import RULEBOOKS
from tests.support.session_bets import COIN, GAMES, ROULETTE, bets


def on_red(one=ROULETTE):
    """A made-up bet of one unit, for what needs no cards."""
    rules = RULEBOOKS["three-pictures"].configure()
    return OneRound(rules, {"initial": 1}, np.ones(COUNT, bool), "best", 0, one)


# One box


@pytest.mark.parametrize("game", GAMES)
def test_the_houses_win_is_the_players_loss(game):
    bet = bets(game)
    results, players = HouseTable(bet).after(500), after(bet.results, 500)
    assert results.how == EXACT
    assert results.error == players.error < 1e-10
    assert results.mean == -players.mean
    assert results.standard_deviation == pytest.approx(players.standard_deviation)
    assert results.chance_behind == pytest.approx(players.chance_ahead, abs=1e-12)
    for level in (90, 95, 99):
        band = results.band(level)
        beyond = (1 - level / 100) / 2
        assert results.at_most(band.low) >= beyond > results.at_most(band.low - 1) - 1e-12
        assert band.low_edge == pytest.approx(float(band.low) / (500 * bet.placed))
    assert HouseTable(bet).house_edge == -bet.results.mean / bet.placed


def test_the_band_of_an_even_chance():
    results = HouseTable(on_red(COIN)).after(100)
    inside = Fraction(sum(comb(100, k) for k in range(40, 61)), 2**100)
    assert results.at_most(20) - results.at_most(-21) == pytest.approx(float(inside), abs=1e-12)
    assert (results.band(95).low, results.band(95).high) == (-20, 20)
    assert results.band(95).high_edge == 0.2


def test_bands_close_in_on_the_edge():
    table = HouseTable(bets("three-card-poker", "main"))
    wide = [table.after(rounds).band(95) for rounds in (100, 10_000, 1_000_000)]
    widths = [band.high_edge - band.low_edge for band in wide]
    assert widths == sorted(widths, reverse=True)
    assert wide[-1].low_edge < float(table.house_edge) < wide[-1].high_edge


# Bank


def test_the_bank_of_a_bet_on_red():
    table = HouseTable(on_red())
    found = table.bank(100, 0.01)
    at_least = table.after(100).players.at_least
    assert at_least(found.at_the_end + 1) <= 0.01 < at_least(found.at_the_end)
    # Ever to be b ahead has the chance (18/20)**b.
    assert found.ever == int(log(100) / log(20 / 18)) + 1


def test_no_bank_will_do_against_an_edge():
    table = HouseTable(bets("prosperity-3-pictures", "all"))
    assert table.house_edge < 0
    assert table.bank(1_000, 0.05).ever is None
    black = HouseTable(on_red(ROULETTE.of((-value, n) for value, n in ROULETTE.ways.items())))
    assert black.bank(1_000, 0.05).ever is None


def test_a_bank_for_several_boxes_is_larger():
    bet = bets("three-card-poker", "main")
    alone, together = HouseTable(bet, 6), HouseTable(bet, 6, covariance(bet))
    assert together.bank(1_000, 0.001).at_the_end > alone.bank(1_000, 0.001).at_the_end
    assert together.bank(1_000, 0.001).ever > alone.bank(1_000, 0.001).ever
    assert alone.bank(1_000, 0.001).ever == HouseTable(bet).bank(1_000, 0.001).ever


# Luck


def test_luck_of_a_bet_on_red():
    wins = 60  # Of 100: twenty ahead.
    p = Fraction(18, 38)
    chance = [comb(100, k) * p**k * (1 - p) ** (100 - k) for k in range(101)]
    evening = Session(RULEBOOKS["three-pictures"].configure(), {"initial": 1})
    evening.one_round = on_red()
    found = evening.luck(100, 20)
    assert found.at_least == pytest.approx(float(sum(chance[wins:])), abs=1e-12)
    assert found.at_most == pytest.approx(float(sum(chance[: wins + 1])), abs=1e-12)
    assert found.two_sided == pytest.approx(2 * float(sum(chance[wins:])), abs=1e-12)
    assert (found.how, found.result) == (EXACT, 20)
    theirs = HouseTable(on_red()).after(100).luck(-20)
    assert (theirs.at_most, theirs.at_least) == (found.at_least, found.at_most)
    assert luck(after(COIN, 2), 0).two_sided == 1.0


def test_luck_where_results_are_too_many_to_list():
    """Amounts with nothing in common over very many rounds: normal, and it says so."""
    rules = RULEBOOKS["three-card-poker"].configure()
    odd = Session(rules, {"ante": 100_003, "pair-plus": 50_021})
    plain = Session(rules, {"ante": 100_000, "pair-plus": 50_000})
    rounds = 200_000
    for z in (-2.5, -1.0, 0.0, 1.0, 2.5):
        deviation = plain.one_round.results.standard_deviation * sqrt(rounds)
        result = round(float(plain.one_round.results.mean) * rounds + z * deviation)
        off = round(result * 1.00003)  # The stakes are that much larger, nearly.
        rough, exact = odd.luck(rounds, off), plain.luck(rounds, result)
        assert (rough.how, rough.error, exact.how) == (NORMAL, None, EXACT)
        assert exact.error < 1e-9
        assert rough.at_least == pytest.approx(exact.at_least, abs=0.003)


def test_a_normal_distribution_with_skewness():
    plain, skewed = SkewedNormal(10.0, 2.0, 0.0), SkewedNormal(10.0, 2.0, 0.5)
    for share in (0.01, 0.3, 0.5, 0.9):
        at = NormalDist(10, 2).inv_cdf(share)
        assert plain.at_most(Fraction(at)) == pytest.approx(share, abs=1e-12)
        assert plain.quantile(share) == round(at)
    assert plain.at_least(10) == 0.5
    assert skewed.at_most(10) > 0.5  # A long tail above puts the median below the average.
    # The sum of 30 exponential waits is skewed by 2 / sqrt(30).
    waits = SkewedNormal(30.0, sqrt(30), 2 / sqrt(30))
    assert waits.at_most(20) == pytest.approx(0.0218, abs=0.002)
    assert NormalDist(30, sqrt(30)).cdf(20) == pytest.approx(0.034, abs=0.001)


# Other


def test_quantiles_with_skewness():
    """Chi-squared with a hundred degrees of freedom; the exact quantiles stand in any table."""
    found = SkewedNormal(100_000.0, 1000 * sqrt(200), sqrt(8 / 100))
    for share, exact in ((0.05, 77_929), (0.5, 99_334), (0.95, 124_342), (0.99, 135_807)):
        assert float(found.quantile(share)) == pytest.approx(exact, abs=200)
        assert found.at_most(exact) == pytest.approx(share, abs=0.004)


def test_periods():
    assert periods(60, 20) == {
        "hour": 60, "day": 1_200, "week": 8_400, "30 days": 36_000, "year": 438_000,
    }  # fmt: skip
    for rounds, hours in ((0, 5), (60, 25), (60, 0), (10_001, 5)):
        with pytest.raises(BadConfiguration, match="make no sense"):
            periods(rounds, hours)


def test_bad_input():
    bet = bets("three-pictures", "main")
    for count in (0, 17, 1.0, True):
        with pytest.raises(BadConfiguration, match="1 to 16"):
            HouseTable(bet, count)
    for risk in (0, 0.5, 1.5, -1):
        with pytest.raises(BadConfiguration, match="above 0 and below"):
            HouseTable(bet).bank(10, risk)
    with pytest.raises(BadConfiguration, match="rounds can't be followed"):
        HouseTable(bet).after(0)
    assert HouseTable(bet).shared == Covariance(0.0, 0.0)
