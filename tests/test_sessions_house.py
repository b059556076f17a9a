"""The house's side: two boxes together, bands, banks and luck."""

from fractions import Fraction
from functools import cache
from math import comb, log, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from numba import njit

from pitboss.cards import DECK
from pitboss.errors import BadConfiguration
from pitboss.hands import CARDS, COUNT, masks, rows_of
from pitboss.maths.sessions import boxes
from pitboss.maths.sessions.boxes import Covariance, covariance
from pitboss.maths.sessions.house import EXACT, NORMAL, WIDENED, Table, periods
from pitboss.maths.sessions.luck import luck
from pitboss.maths.sessions.normal import Skewed
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.maths.sessions.results import after
from pitboss.maths.sessions.session import Session
from pitboss.maths.sessions.symmetry import dealers, payments, renamings
from pitboss.rulebooks import RULEBOOKS
from tests.agreement import number_of_rows, plain_rows
from tests.plain import PLAIN
from tests.session_bets import COIN, GAMES, ROULETTE, bets

PRIME_PLAIN = {"ante": 1000, "prime": 500, "pair-bonus": 500}


def on_red(one=ROULETTE):
    """A made-up bet of one unit, for what needs no cards."""
    rules = RULEBOOKS["three-pictures"].configure()
    return OneRound(rules, {"initial": 1}, np.ones(COUNT, bool), "best", 0, one)


def won_plainly(one, cards):
    """[deal]: what a box wins, by the plain settlement that shares no code with ours."""
    game = one.rules.key
    played = one.plays[rows_of(cards[:, :3])].astype(np.int64)
    rows = plain_rows(game, cards, played, dict(one.rules.readings))
    total = np.zeros(len(cards))
    for wager in one.rules.wagers:
        stake = one.stakes.get(wager.paid_on or wager.equals or wager.key)
        if stake is None or wager.envy:
            continue
        ours = number_of_rows(game, one.rules, wager.key)
        pays = np.full(max(ours) + 1, np.nan)
        for row, number in zip(wager.rows, ours, strict=True):
            pay = row.pay
            pays[number] = float(pay.stake * stake + pay.cash + pay.meter * one.jackpot)
        total += pays[rows[:, PLAIN[game].WAGERS.index(wager.key)]]
    return total


def dealt(seed, rounds, count):
    """[round, box, card]: seven cards of each box, the dealer's and the fourth shared by all."""
    rng = np.random.default_rng(seed)
    need = 4 + 3 * count
    cards = rng.random((rounds, DECK)).argpartition(need, axis=1)[:, :need].astype(np.int64)
    cards = rng.permuted(cards, axis=1)
    shared = np.repeat(cards[:, None, :4], count, axis=1)
    return np.concatenate([cards[:, 4:].reshape(rounds, count, 3), shared], axis=2)


shared = cache(covariance)


@cache
def sure(game):
    """Bets without prizes so rare that no sample of a test would meet them."""
    if game == "three-card-prime":
        return one_round(RULEBOOKS[game].configure(), PRIME_PLAIN)
    if game == "three-card-poker":
        return one_round(RULEBOOKS[game].configure(), {"ante": 1000, "pair-plus": 500})
    return bets(game)


@pytest.mark.parametrize(
    ("game", "which"),
    [("three-pictures", "main"), ("three-card-poker", "main"), *((game, "more") for game in GAMES)],
)
def test_two_boxes_move_together_as_dealt(game, which):
    one = bets(game, "main") if which == "main" else sure(game)
    found = shared(one)
    assert found.error == 0.0
    cards = dealt(9, 150_000, 2)
    first, second = (won_plainly(one, cards[:, box]) for box in (0, 1))
    mean = float(one.results.mean)
    products = (first - mean) * (second - mean)
    off = 5 * products.std() / sqrt(len(products))
    assert products.mean() == pytest.approx(found.value, abs=off)
    assert first.mean() == pytest.approx(mean, abs=5 * first.std() / sqrt(len(first)))


@pytest.mark.parametrize("game", ["lucky-three-pictures", "three-card-poker", "three-card-prime"])
def test_against_one_hand_of_the_dealers_as_multiplied_out(game):
    """Every pair of hands that share no card; with a fourth card, some first hands of them."""
    one = bets(game) if game != "three-card-prime" else sure(game)
    mask, dealer = np.array(masks()), 12_345
    hands = np.flatnonzero(mask & mask[dealer] == 0)
    together, mean = boxes._Boxes(one, payments(one)), float(one.results.mean)
    fourths = range(DECK) if game == "three-card-prime" else [-1]
    rng = np.random.default_rng(3)
    exact = together.average(dealer)
    firsts = np.arange(len(hands)) if fourths == [-1] else rng.permutation(len(hands))[:150]
    used = set(CARDS[dealer].tolist())
    free = [card for card in range(DECK) if card not in used]
    nets = {}
    for fourth in fourths:
        if fourth in used:
            continue
        card = fourth if fourth >= 0 else free[0]
        cards = np.concatenate(
            [CARDS[hands], np.tile(CARDS[dealer], (len(hands), 1)), np.full((len(hands), 1), card)],
            axis=1,
        )
        nets[fourth] = won_plainly(one, cards) - mean
    first_only = []
    for i in firsts.tolist():
        own, count = 0.0, 0
        for fourth, net in nets.items():
            taken = mask[hands[i]] | (1 << fourth if fourth >= 0 else 0)
            if fourth >= 0 and mask[hands[i]] >> fourth & 1:
                continue
            others = (mask[hands] & taken) == 0
            own += net[i] * net[others].sum()
            count += int(others.sum())
        first_only.append(own / count)
    off = 5 * np.std(first_only) / sqrt(len(first_only))
    if fourths == [-1]:
        off = 1e-10 * float(one.results.variance)
    assert np.mean(first_only) == pytest.approx(exact, abs=off)


@njit
def _all_pairs(masks, deuces, dealers_deuces, after_deuce, after_other):
    """Products over every pair of hands that share no card and every fourth card left, added up."""
    total, count = 0.0, 0
    for i in range(len(masks)):
        for j in range(len(masks)):
            if masks[i] & masks[j] == 0:
                left = 4 - dealers_deuces - deuces[i] - deuces[j]
                total += left * after_deuce[i] * after_deuce[j]
                total += (43 - left) * after_other[i] * after_other[j]
                count += 43
    return total / count


@pytest.mark.parametrize("dealer", [12_345, 77])
def test_a_fourth_card_that_two_boxes_share_as_multiplied_out(dealer):
    one = one_round(RULEBOOKS["three-card-prime"].configure(), PRIME_PLAIN)
    mask, mean = np.array(masks()), float(one.results.mean)
    hands = np.flatnonzero(mask & mask[dealer] == 0)
    tiled = np.tile(CARDS[dealer], (len(hands), 1))
    nets = []
    for fourth in (0, DECK - 1):  # A deuce and an ace: nothing else about it matters.
        column = np.full((len(hands), 1), fourth)
        nets.append(won_plainly(one, np.concatenate([CARDS[hands], tiled, column], axis=1)) - mean)
    deuces = (CARDS < 4).sum(1)
    plain = _all_pairs(mask[hands], deuces[hands], int(deuces[dealer]), *nets)
    found = boxes._Boxes(one, payments(one)).average(dealer)
    # Hundreds of millions of products, added up without any care for rounding.
    assert found == pytest.approx(plain, abs=1e-8 * float(one.results.variance))


def test_the_sum_over_pairs_as_multiplied_out():
    """The rule of inclusion and exclusion by itself, on hands of a few cards, exactly."""
    together = boxes._Boxes(
        bets("three-pictures", "main"), payments(bets("three-pictures", "main"))
    )
    rng, mask = np.random.default_rng(4), np.array(masks())
    hands = np.flatnonzero((CARDS < 13).all(1))
    one, other = np.zeros(COUNT), np.zeros(COUNT)
    one[hands], other[hands] = rng.integers(-5, 6, (2, len(hands)))
    apart = mask[hands][:, None] & mask[hands][None, :] == 0
    exact = (one[hands][:, None] * other[hands][None, :] * apart).sum()
    assert together._over_pairs(one, other) == exact
    assert len(hands) == comb(13, 3)


@pytest.mark.parametrize("game", GAMES)
def test_renaming_suits_changes_nothing_where_it_is_said_so(game):
    one = bets(game)
    paid = payments(one)
    kept = list(renamings(one, paid))
    together, rng = boxes._Boxes(one, paid), np.random.default_rng(2)
    for hand in rng.integers(0, COUNT, 3).tolist():
        averages = [together.average(int(renamed[hand])) for renamed in kept]
        spread = float(one.results.variance) * 1e-9
        assert averages == pytest.approx([averages[0]] * len(kept), abs=spread)
    found, ways = dealers(one, paid)
    assert ways.sum() == COUNT
    expected = {"three-card-prime": 2, "three-card-poker": 6}.get(game, 24)
    assert (len(kept), len(found) >= COUNT / 24) == (expected, True)


def test_renaming_suits_that_a_pay_names_is_noticed():
    """Prime tells the colours apart, the jackpot is of spades, the largest prize of diamonds."""
    prime = one_round(RULEBOOKS["three-card-prime"].configure(), {"ante": 1, "prime": 1})
    assert len(list(renamings(prime, payments(prime)))) == 8
    jackpot = one_round(
        RULEBOOKS["three-card-poker"].configure(), {"ante": 1, "progressive": 250}, jackpot=10**6
    )
    assert len(list(renamings(jackpot, payments(jackpot)))) == 6


def test_a_sample_of_the_dealers_hands_comes_near(monkeypatch):
    one = bets("three-card-poker", "main")
    exact = shared(one)
    monkeypatch.setattr(boxes, "MOST_DEALERS", 100)
    monkeypatch.setattr(boxes, "SAMPLE", 1_000)
    found = covariance(one)
    assert 0 < found.error < exact.value / 10
    assert found.value == pytest.approx(exact.value, abs=5 * found.error)
    assert found.value != exact.value


def test_progress_is_told():
    told = []
    covariance(bets("three-pictures", "main"), told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


@pytest.mark.parametrize("game", ["three-card-poker", "three-pictures"])
def test_a_table_of_six_boxes_as_dealt(game):
    """Bands of several boxes: average and variance exact, the rest near."""
    one = sure(game) if game == "three-card-poker" else bets(game, "main")
    count, rounds, sessions = 6, 100, 4_000
    table = Table(one, count, shared(one))
    won = np.zeros((sessions, rounds))
    for part in range(4):  # For the sake of memory.
        cards = dealt(10 + part, sessions * rounds // 4, count)
        net = sum(won_plainly(one, cards[:, box]) for box in range(count))
        won[part * sessions // 4 : (part + 1) * sessions // 4] = -net.reshape(-1, rounds)
    found = table.after(rounds)
    assert found.how == WIDENED
    assert found.error is None
    # What is widened has the average and the spread that are told.
    average, deviation = found.players.moments
    assert average == pytest.approx(-float(found.mean), abs=1e-6 * deviation)
    assert deviation == pytest.approx(found.standard_deviation, rel=1e-5)
    assert won.mean() == pytest.approx(
        float(found.mean) / rounds, abs=5 * won.std() / sqrt(won.size)
    )
    squares = (won - float(found.mean) / rounds) ** 2
    off = 5 * squares.std() / sqrt(squares.size)
    assert squares.mean() == pytest.approx(table.variance, abs=off)
    total = won.sum(1)
    for share in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99):
        drawn = np.mean(total <= float(found.quantile(share)))
        # Five standard errors, and one in a hundred for what is not exact.
        assert drawn == pytest.approx(share, abs=5 * sqrt(share * (1 - share) / sessions) + 0.01)
    # As if they were apart, it would be far off.
    apart = Table(one, count).after(rounds)
    assert apart.band(95).high - apart.band(95).low < 0.95 * (
        found.band(95).high - found.band(95).low
    )


# One box


@pytest.mark.parametrize("game", GAMES)
def test_the_houses_win_is_the_players_loss(game):
    one = bets(game)
    found, players = Table(one).after(500), after(one.results, 500)
    assert found.how == EXACT
    assert found.error == players.error < 1e-10
    assert found.mean == -players.mean
    assert found.standard_deviation == pytest.approx(players.standard_deviation)
    assert found.chance_behind == pytest.approx(players.chance_ahead, abs=1e-12)
    for level in (90, 95, 99):
        band = found.band(level)
        beyond = (1 - level / 100) / 2
        assert found.at_most(band.low) >= beyond > found.at_most(band.low - 1) - 1e-12
        assert band.low_edge == pytest.approx(float(band.low) / (500 * one.placed))
    assert Table(one).house_edge == -one.results.mean / one.placed


def test_the_band_of_an_even_chance():
    found = Table(on_red(COIN)).after(100)
    inside = Fraction(sum(comb(100, k) for k in range(40, 61)), 2**100)
    assert found.at_most(20) - found.at_most(-21) == pytest.approx(float(inside), abs=1e-12)
    assert (found.band(95).low, found.band(95).high) == (-20, 20)
    assert found.band(95).high_edge == 0.2


def test_bands_close_in_on_the_edge():
    table = Table(bets("three-card-poker", "main"))
    wide = [table.after(rounds).band(95) for rounds in (100, 10_000, 1_000_000)]
    widths = [band.high_edge - band.low_edge for band in wide]
    assert widths == sorted(widths, reverse=True)
    assert wide[-1].low_edge < float(table.house_edge) < wide[-1].high_edge


# Bank


def test_the_bank_of_a_bet_on_red():
    table = Table(on_red())
    found = table.bank(100, 0.01)
    at_least = table.after(100).players.at_least
    assert at_least(found.at_the_end + 1) <= 0.01 < at_least(found.at_the_end)
    # Ever to be b ahead has the chance (18/20)**b.
    assert found.ever == int(log(100) / log(20 / 18)) + 1


def test_no_bank_will_do_against_an_edge():
    table = Table(bets("prosperity-3-pictures", "all"))
    assert table.house_edge < 0
    assert table.bank(1_000, 0.05).ever is None
    black = Table(on_red(ROULETTE.of((-value, n) for value, n in ROULETTE.ways.items())))
    assert black.bank(1_000, 0.05).ever is None


def test_a_bank_for_several_boxes_is_larger():
    one = bets("three-card-poker", "main")
    alone, together = Table(one, 6), Table(one, 6, shared(one))
    assert together.bank(1_000, 0.001).at_the_end > alone.bank(1_000, 0.001).at_the_end
    assert together.bank(1_000, 0.001).ever > alone.bank(1_000, 0.001).ever
    assert alone.bank(1_000, 0.001).ever == Table(one).bank(1_000, 0.001).ever


# Luck


def test_luck_of_a_bet_on_red():
    wins = 60  # Of 100: twenty ahead.
    p = Fraction(18, 38)
    chance = [comb(100, k) * p**k * (1 - p) ** (100 - k) for k in range(101)]
    evening = Session(RULEBOOKS["three-pictures"].configure(), {"initial": 1})
    evening.one = on_red()
    found = evening.luck(100, 20)
    assert found.at_least == pytest.approx(float(sum(chance[wins:])), abs=1e-12)
    assert found.at_most == pytest.approx(float(sum(chance[: wins + 1])), abs=1e-12)
    assert found.two_sided == pytest.approx(2 * float(sum(chance[wins:])), abs=1e-12)
    assert (found.how, found.result) == (EXACT, 20)
    theirs = Table(on_red()).after(100).luck(-20)
    assert (theirs.at_most, theirs.at_least) == (found.at_least, found.at_most)
    assert luck(after(COIN, 2), 0).two_sided == 1.0


def test_luck_where_results_are_too_many_to_list():
    """Amounts with nothing in common over very many rounds: normal, and it says so."""
    rules = RULEBOOKS["three-card-poker"].configure()
    odd = Session(rules, {"ante": 100_003, "pair-plus": 50_021})
    plain = Session(rules, {"ante": 100_000, "pair-plus": 50_000})
    rounds = 200_000
    for z in (-2.5, -1.0, 0.0, 1.0, 2.5):
        deviation = plain.one.results.standard_deviation * sqrt(rounds)
        result = round(float(plain.one.results.mean) * rounds + z * deviation)
        off = round(result * 1.00003)  # The stakes are that much larger, nearly.
        rough, exact = odd.luck(rounds, off), plain.luck(rounds, result)
        assert (rough.how, rough.error, exact.how) == (NORMAL, None, EXACT)
        assert exact.error < 1e-9
        assert rough.at_least == pytest.approx(exact.at_least, abs=0.003)


def test_a_normal_distribution_with_skewness():
    plain, skewed = Skewed(10.0, 2.0, 0.0), Skewed(10.0, 2.0, 0.5)
    for share in (0.01, 0.3, 0.5, 0.9):
        at = NormalDist(10, 2).inv_cdf(share)
        assert plain.at_most(Fraction(at)) == pytest.approx(share, abs=1e-12)
        assert plain.quantile(share) == round(at)
    assert plain.at_least(10) == 0.5
    assert skewed.at_most(10) > 0.5  # A long tail above puts the median below the average.
    # The sum of 30 exponential waits is skewed by 2 / sqrt(30).
    waits = Skewed(30.0, sqrt(30), 2 / sqrt(30))
    assert waits.at_most(20) == pytest.approx(0.0218, abs=0.002)
    assert NormalDist(30, sqrt(30)).cdf(20) == pytest.approx(0.034, abs=0.001)


# Other


def test_quantiles_with_skewness():
    """Chi-squared with a hundred degrees of freedom; the exact quantiles stand in any table."""
    found = Skewed(100_000.0, 1000 * sqrt(200), sqrt(8 / 100))
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
    one = bets("three-pictures", "main")
    for count in (0, 17, 1.0, True):
        with pytest.raises(BadConfiguration, match="1 to 16"):
            Table(one, count)
    for risk in (0, 0.5, 1.5, -1):
        with pytest.raises(BadConfiguration, match="above 0 and below"):
            Table(one).bank(10, risk)
    with pytest.raises(BadConfiguration, match="rounds can't be followed"):
        Table(one).after(0)
    assert Table(one).shared == Covariance(0.0, 0.0)
