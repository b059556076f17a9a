"""Boxes of one table: how two of them move together, and what six come to."""

from functools import cache
from math import comb, sqrt

import numpy as np
import pytest
from numba import njit

from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, masks, rows_of
from pitboss.maths.sessions import box_covariance
from pitboss.maths.sessions.box_covariance import covariance
from pitboss.maths.sessions.house import WIDENED, HouseTable
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.sessions.suit_symmetry import dealer_orbits, payments, suit_permutations
from pitboss.rulebooks import RULEBOOKS
from tests.games import GAMES as EXPECTED
from tests.games import PLAIN
from tests.support.agreement import number_of_rows, plain_rows
from tests.support.session_bets import GAMES, bets

PRIME_BETS = EXPECTED["three-card-prime"].common_bets


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
    stakes = EXPECTED[game].common_bets
    return one_round(RULEBOOKS[game].configure(), stakes) if stakes else bets(game)


@pytest.mark.parametrize(
    ("game", "which"),
    [
        ("three-pictures", "main"),
        ("three-card-poker", "main"),
        *((game, "more") for game in EXPECTED),
    ],
)
def test_two_boxes_move_together_as_dealt(game, which):
    bet = bets(game, "main") if which == "main" else sure(game)
    measured = shared(bet)
    assert measured.error == 0.0
    cards = dealt(9, 150_000, 2)
    first, second = (won_plainly(bet, cards[:, box]) for box in (0, 1))
    mean = float(bet.results.mean)
    products = (first - mean) * (second - mean)
    off = 5 * products.std() / sqrt(len(products))
    assert products.mean() == pytest.approx(measured.value, abs=off)
    assert first.mean() == pytest.approx(mean, abs=5 * first.std() / sqrt(len(first)))


@pytest.mark.parametrize("game", ["lucky-three-pictures", "three-card-poker", "three-card-prime"])
def test_against_one_hand_of_the_dealers_as_multiplied_out(game):
    """Every pair of hands that share no card; with a fourth card, some first hands of them."""
    bet = bets(game) if game != "three-card-prime" else sure(game)
    mask, dealer = np.array(masks()), 12_345
    hands = np.flatnonzero(mask & mask[dealer] == 0)
    together, mean = box_covariance.BoxPair(bet, payments(bet)), float(bet.results.mean)
    fourths = range(DECK) if game == "three-card-prime" else [-1]
    rng = np.random.default_rng(3)
    exact = together.mean_product(dealer)
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
        nets[fourth] = won_plainly(bet, cards) - mean
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
        off = 1e-10 * float(bet.results.variance)
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
    bet = one_round(RULEBOOKS["three-card-prime"].configure(), PRIME_BETS)
    mask, mean = np.array(masks()), float(bet.results.mean)
    hands = np.flatnonzero(mask & mask[dealer] == 0)
    tiled = np.tile(CARDS[dealer], (len(hands), 1))
    nets = []
    for fourth in (0, DECK - 1):  # A deuce and an ace: nothing else about it matters.
        column = np.full((len(hands), 1), fourth)
        nets.append(won_plainly(bet, np.concatenate([CARDS[hands], tiled, column], axis=1)) - mean)
    deuces = (CARDS < 4).sum(1)
    plain = _all_pairs(mask[hands], deuces[hands], int(deuces[dealer]), *nets)
    found = box_covariance.BoxPair(bet, payments(bet)).mean_product(dealer)
    # Hundreds of millions of products, added up without any care for rounding.
    assert found == pytest.approx(plain, abs=1e-8 * float(bet.results.variance))


def test_the_sum_over_pairs_as_multiplied_out():
    """The rule of inclusion and exclusion by itself, on hands of a few cards, exactly."""
    together = box_covariance.BoxPair(
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
    bet = bets(game)
    paid = payments(bet)
    kept = list(suit_permutations(bet, paid))
    together, rng = box_covariance.BoxPair(bet, paid), np.random.default_rng(2)
    for hand in rng.integers(0, COUNT, 3).tolist():
        averages = [together.mean_product(int(renamed[hand])) for renamed in kept]
        spread = float(bet.results.variance) * 1e-9
        assert averages == pytest.approx([averages[0]] * len(kept), abs=spread)
    found, ways = dealer_orbits(bet, paid)
    assert ways.sum() == COUNT
    assert len(found) >= COUNT / 24
    assert game not in EXPECTED or len(kept) == EXPECTED[game].suit_renamings


def test_renaming_suits_that_a_pay_names_is_noticed():
    """Prime tells the colours apart, the jackpot is of spades, the largest prize of diamonds."""
    prime = one_round(RULEBOOKS["three-card-prime"].configure(), {"ante": 1, "prime": 1})
    assert len(list(suit_permutations(prime, payments(prime)))) == 8
    jackpot = one_round(
        RULEBOOKS["three-card-poker"].configure(), {"ante": 1, "progressive": 250}, jackpot=10**6
    )
    assert len(list(suit_permutations(jackpot, payments(jackpot)))) == 6


def test_a_sample_of_the_dealers_hands_comes_near(monkeypatch):
    bet = bets("three-card-poker", "main")
    exact = shared(bet)
    monkeypatch.setattr(box_covariance, "MOST_ORBITS", 100)
    monkeypatch.setattr(box_covariance, "SAMPLE", 1_000)
    measured = covariance(bet)
    assert 0 < measured.error < exact.value / 10
    assert measured.value == pytest.approx(exact.value, abs=5 * measured.error)
    assert measured.value != exact.value


def test_progress_is_told():
    told = []
    covariance(bets("three-pictures", "main"), told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


@pytest.mark.parametrize("game", ["three-card-poker", "three-pictures"])
def test_a_table_of_six_boxes_as_dealt(game):
    """Bands of several boxes: average and variance exact, the rest near."""
    bet = sure(game) if game == "three-card-poker" else bets(game, "main")
    count, rounds, sessions = 6, 100, 4_000
    table = HouseTable(bet, count, shared(bet))
    won = np.zeros((sessions, rounds))
    for part in range(4):  # For the sake of memory.
        cards = dealt(10 + part, sessions * rounds // 4, count)
        net = sum(won_plainly(bet, cards[:, box]) for box in range(count))
        won[part * sessions // 4 : (part + 1) * sessions // 4] = -net.reshape(-1, rounds)
    results = table.after(rounds)
    assert results.how == WIDENED
    assert results.error is None
    # What is widened has the average and the spread that are told.
    average, deviation = results.players.moments
    assert average == pytest.approx(-float(results.mean), abs=1e-6 * deviation)
    assert deviation == pytest.approx(results.standard_deviation, rel=1e-5)
    assert won.mean() == pytest.approx(
        float(results.mean) / rounds, abs=5 * won.std() / sqrt(won.size)
    )
    squares = (won - float(results.mean) / rounds) ** 2
    off = 5 * squares.std() / sqrt(squares.size)
    assert squares.mean() == pytest.approx(table.variance, abs=off)
    total = won.sum(1)
    for share in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99):
        drawn = np.mean(total <= float(results.quantile(share)))
        # Five standard errors, and one in a hundred for what is not exact.
        assert drawn == pytest.approx(share, abs=5 * sqrt(share * (1 - share) / sessions) + 0.01)
    # As if they were apart, it would be far off.
    apart = HouseTable(bet, count).after(rounds)
    assert apart.band(95).high - apart.band(95).low < 0.95 * (
        results.band(95).high - results.band(95).low
    )
