"""Joint moments: how the wagers of one box move together, by exact counts and by sampling."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np
import pytest

from pitboss.cards.hands import COUNT, rows_of
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.settlement import Settler
from tests.games import PLAIN
from tests.support.agreement import random_deals
from tests.support.enumeration import DEALS, HANDS, plainly

GAMES = sorted(RULEBOOKS)
FOURTH_CARDS = 46  # Left after both hands.
SAMPLES, AT_ONCE = 2_000_000, 250_000
STAKE = 1_000
MADE = {}


def box(game):
    """The wagers of a game as written, under its best strategy; kept, for it takes seconds."""
    if game not in MADE:
        odds = GameOdds(RULEBOOKS[game].configure())
        MADE[game] = odds, BoxMoments(odds.rules, odds.strategy.plays)
    return MADE[game]


def keys(moments):
    return [wager.key for wager in moments.wagers]


@pytest.mark.parametrize("game", GAMES)
def test_the_joint_counts_are_all_deals(game):
    odds, moments = box(game)
    times = FOURTH_CARDS if odds.rules.rulebook.fourth_card else 1
    assert moments.joint.shape == tuple(len(wager.rows) for wager in moments.wagers)
    assert moments.joint.sum() == DEALS * times
    assert (moments.joint >= 0).all()


@pytest.mark.parametrize("game", GAMES)
def test_each_wager_by_itself_is_its_odds(game):
    odds, moments = box(game)
    total = int(moments.joint.sum())
    for at, key in enumerate(keys(moments)):
        axes = tuple(axis for axis in range(moments.joint.ndim) if axis != at)
        alone = moments.joint.sum(axes).tolist()
        assert [n * odds[key].deals for n in alone] == [n * total for n in odds[key].ways], key
        assert np.diag(moments.pair(key, key)).tolist() == alone


@pytest.mark.parametrize("game", GAMES)
def test_mean_and_variance_are_those_of_the_odds(game):
    odds, moments = box(game)
    for key in keys(moments):
        one = odds[key]
        # A Play that was not made counts nothing here, and is left out of its odds.
        made = Fraction(one.results.total, one.deals)
        assert (made < 1) == (key == "play")
        assert moments.mean(key) == one.expectation * made
        second = (one.results.variance + one.results.mean**2) * made
        assert moments.covariance(key, key) == second - moments.mean(key) ** 2
        if made == 1:
            assert moments.covariance(key, key) == one.results.variance


@pytest.mark.parametrize("game", GAMES)
def test_covariance_is_symmetric_and_no_correlation_passes_one(game):
    _, moments = box(game)
    for one, other in combinations_with_replacement(keys(moments), 2):
        assert (moments.pair(one, other) == moments.pair(other, one).T).all()
        assert moments.covariance(one, other) == moments.covariance(other, one)
        assert abs(moments.correlation(one, other)) <= 1 + 1e-12
        if one == other:
            assert moments.correlation(one, one) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("game", GAMES)
def test_the_main_bet_is_the_sum_of_its_wagers(game):
    odds, moments = box(game)
    first = odds.rules.rulebook.main[0]
    found = moments.of_bets({first: 1})
    assert found.mean == odds.main.expectation
    assert found.variance == odds.main.results.variance
    times = found.total // DEALS
    assert found.ways == {net: n * times for net, n in odds.main.results.ways.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_sum_of_bets_has_the_covariances_of_its_parts(game):
    _, moments = box(game)
    stakes = {
        wager.key: Fraction(i + 2, 2)
        for i, wager in enumerate(moments.wagers)
        if wager.is_staked and not wager.equals and wager.key not in ("progressive", "pair-bonus")
    }
    units = {wager.key: stakes.get(wager.paid_on or wager.equals or wager.key, 0)
             for wager in moments.wagers}  # fmt: skip
    found = moments.of_bets(stakes)
    assert found.mean == sum(unit * moments.mean(key) for key, unit in units.items())
    assert found.variance == sum(
        a * b * moments.covariance(one, other)
        for one, a in units.items()
        for other, b in units.items()
        if a and b
    )


# Exactly, by the plain settlement dealt out


@pytest.mark.parametrize("game", PLAIN)
def test_joint_counts_as_dealt_out_plainly(game):
    """Every tuple of rows of all the wagers that the two hands decide."""
    odds, moments = box(game)
    dull = plainly(odds.rules)
    theirs = dull.joint(odds.strategy.plays[rows_of(HANDS)])
    # Envy is about other boxes: it is no part of the moments of one.
    theirs = theirs.sum(tuple(i for i, key in enumerate(dull.wagers) if key not in keys(moments)))
    ours = moments.joint.sum(
        tuple(i for i, key in enumerate(keys(moments)) if key not in dull.wagers)
    )
    wagers = [key for key in dull.wagers if key in keys(moments)]
    assert wagers == [key for key in keys(moments) if key in dull.wagers]
    for axis, key in enumerate(wagers):
        # The plain rows include some that exist under other readings only.
        listed = [row.key for row in odds.rules.wager(key).rows]
        kept = [dull.rows[dull.wagers.index(key)].index(row) for row in listed]
        assert theirs.take(kept, axis).sum() == DEALS
        theirs = theirs.take(kept, axis)
    assert (ours == theirs * (int(ours.sum()) // DEALS)).all()


def test_the_fourth_card_is_apart_from_the_dealers_hand():
    """Two exact figures of Prime: a pair bonus knows the player's cards, and no more."""
    odds, moments = box("three-card-prime")
    ways = moments.pair("pair-bonus", "all-six").sum(1)
    share = int(ways.sum()) // odds["pair-bonus"].deals
    assert ways.tolist() == [n * share for n in odds["pair-bonus"].ways]
    six = moments.pair("all-six", "pair-bonus").sum(1)
    assert six.tolist() == [n * 20 * FOURTH_CARDS for n in odds["all-six"].ways]


# By sampling


@cache
def deals():
    """Random deals, the same for every game: the player's hand, the dealer's, the fourth card."""
    parts = [random_deals(seed=1000 + 3 * i, count=AT_ONCE)[0] for i in range(SAMPLES // AT_ONCE)]
    return tuple(
        np.concatenate(each)
        for each in zip(*((rows_of(c[:, :3]), rows_of(c[:, 3:6]), c[:, 6]) for c in parts),
                        strict=True)
    )  # fmt: skip


def sampled(game, rules, plays):
    """By wager, [deal]: what random deals come to, per unit of stake."""
    stakes = {
        wager.key: rules.prices.get(wager.key, STAKE)
        for wager in rules.wagers
        if wager.is_staked and not wager.equals
    }
    player, dealer, fourth = deals()
    jackpot = 0 if game == "three-card-poker" else None
    won = Settler(rules, compile=True).settle_many(
        stakes, player, dealer, fourth, plays[player], jackpot
    )
    return {key: net / stakes.get(key, STAKE) for key, net in won.items()}


@pytest.mark.parametrize("game", GAMES)
def test_covariances_are_within_five_standard_errors_of_random_deals(game):
    odds, moments = box(game)
    won = sampled(game, odds.rules, odds.strategy.plays)
    assert list(won) == keys(moments)
    apart = {key: net - float(moments.mean(key)) for key, net in won.items()}
    for one, other in combinations_with_replacement(keys(moments), 2):
        together = apart[one] * apart[other]
        exact = float(moments.covariance(one, other))
        error = float(together.std()) / sqrt(SAMPLES)
        assert abs(float(together.mean()) - exact) < 5 * error, (one, other)


def test_a_strategy_that_folds_everything_stakes_no_play():
    rules = RULEBOOKS["three-card-poker"].configure()
    moments = BoxMoments(rules, np.zeros(COUNT, bool))
    assert moments.mean("ante") == -1
    assert moments.mean("play") == moments.covariance("play", "pair-plus") == 0
    assert moments.correlation("ante", "pair-plus") == 0.0
    assert moments.of_bets({"ante": 3}).ways == {Fraction(-3): DEALS}


def test_the_meter_counts():
    rules, plays = RULEBOOKS["three-card-poker"].configure(), np.ones(COUNT, bool)
    low, high = (BoxMoments(rules, plays, meter).mean("progressive") for meter in (0, 5_525_000))
    assert high - low == Fraction(5_525_000, 250 * 22_100) == 1
