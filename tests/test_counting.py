"""Counts by inclusion and exclusion, against counting one by one; and what symmetry must leave."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.hands import CARDS, COLUMNS, COUNT, masks, rows_of
from pitboss.language.compiled import by_keys, classes, pair_number
from pitboss.language.expressions import Deal
from pitboss.maths.odds.counting import DEALS, by_hand, card_ways, pair_ways
from pitboss.maths.odds.main_bet import MainBet
from pitboss.rulebooks import RULEBOOKS
from tests.games import GAMES
from tests.support.agreement import random_deals

MASKS = np.array(masks())
PICTURES = [game for game in GAMES if RULEBOOKS[game].main == ("initial",)]
RENAMED = list(permutations(range(4)))
CARDS_DEALT = random_deals(seed=11, count=20_000)[0]


def random_classes(seed, many):
    keys = np.random.default_rng(seed).integers(0, many, COUNT)
    return by_keys(keys)


small = st.tuples(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 9), st.integers(1, 5))


@settings(max_examples=25, deadline=None)
@given(small)
def test_by_hand_on_any_table_is_a_dull_count(drawn):
    seed, players, dealers, values = drawn
    rng = np.random.default_rng(seed)
    player, dealer = random_classes(seed + 1, players), random_classes(seed + 2, dealers)
    table = rng.integers(0, values, (len(player), len(dealer)))
    found, counts = by_hand(table, player, dealer)
    assert found.tolist() == np.unique(table).tolist()
    assert counts.shape == (COUNT, len(found))
    assert (counts.sum(1) == 18_424).all()
    for hand in rng.integers(0, COUNT, 20):
        apart = MASKS & MASKS[hand] == 0
        met = table[player.of[hand], dealer.of[apart]]
        assert counts[hand].tolist() == np.bincount(met, minlength=values)[found].tolist()


def test_by_hand_where_strength_orders_the_classes():
    strength = classes("player", frozenset({"strength"}))
    order = np.arange(len(strength))
    table = np.sign(order[:, None] - order) + 1
    found, counts = by_hand(table, strength, strength)
    assert found.tolist() == [0, 1, 2]
    value = COLUMNS["strength"]()
    for hand in range(0, COUNT, 401):
        theirs = value[MASKS & MASKS[hand] == 0]
        lower, same = (theirs < value[hand]).sum(), (theirs == value[hand]).sum()
        assert counts[hand].tolist() == [18_424 - lower - same, same, lower]


@settings(max_examples=10, deadline=None)
@given(small)
def test_pairs_of_classes_are_counted_as_one_by_one(drawn):
    seed, players, dealers, _ = drawn
    player, dealer = random_classes(seed, players), random_classes(seed + 1, dealers)
    ways = pair_ways(player, dealer)
    assert ways.sum() == DEALS
    # One class against all others, hand by hand: small classes of a few hands each.
    few = np.zeros(COUNT, np.int64)
    chosen = np.random.default_rng(seed).choice(COUNT, 40, replace=False)
    few[chosen] = 1
    lot = by_keys(few)
    some = pair_ways(lot, dealer)[lot.of[chosen[0]]]
    dull = sum(
        np.bincount(dealer.of[MASKS & MASKS[hand] == 0], minlength=len(dealer)) for hand in chosen
    )
    assert some.tolist() == dull.tolist()


def test_pairs_of_a_class_with_itself():
    threes = classes("player", frozenset({"pictures"}))
    ways = pair_ways(threes, threes)
    assert (ways == ways.T).all()
    held = np.isin(CARDS // 4 + 2, (11, 12, 13)).sum(1)
    of = threes.of[np.flatnonzero(held == 3)[0]]
    # Twelve pictures: three to the one, three to the other.
    assert ways[of, of] == 220 * 84


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_hands_with_a_single_card_are_counted_as_one_by_one(seed):
    rng = np.random.default_rng(seed)
    hands, cards = random_classes(seed, 4), by_keys(rng.integers(0, 3, 52))
    dull = np.zeros((len(hands), len(cards)), np.int64)
    for card in range(52):
        free = (card != CARDS).all(1)
        dull[:, cards.of[card]] += np.bincount(hands.of[free], minlength=len(hands))
    assert card_ways(hands, cards).tolist() == dull.tolist()


def test_classes_are_the_hands_that_agree():
    found = classes("player", frozenset({"points", "pictures"}))
    points, pictures = COLUMNS["points"](), COLUMNS["pictures"]()
    kinds = {(p, k) for p, k in zip(points.tolist(), pictures.tolist(), strict=True)}
    assert len(found) == len(kinds)
    for column in (points, pictures):
        assert (column == column[found.example][found.of]).all()
    assert found.sizes().sum() == COUNT
    assert (found.of[found.example] == np.arange(len(found))).all()


def test_how_many_of_a_class_hold_a_card_or_a_pair():
    found = random_classes(5, 3)
    one, two = found.holding(1), found.holding(2)
    assert one.sum() == two.sum() == 3 * COUNT
    has = (CARDS == 17).any(1)
    assert one[:, 17].tolist() == np.bincount(found.of[has], minlength=len(found)).tolist()
    both = has & (CARDS == 40).any(1)
    pair = pair_number(17, 40)
    assert two[:, pair].tolist() == np.bincount(found.of[both], minlength=len(found)).tolist()


# Symmetry: what a wager cannot see must not matter to it


def renamed(suits, hands):
    """Hands with their suits renamed."""
    cards = CARDS[hands]
    return rows_of(cards // 4 * 4 + np.array(suits)[cards % 4])


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(RENAMED), st.sampled_from(sorted(GAMES)))
def test_renaming_suits_leaves_suit_blind_wagers_alone(suits, game):
    player, dealer = rows_of(CARDS_DEALT[:, :3]), rows_of(CARDS_DEALT[:, 3:6])
    for wager in RULEBOOKS[game].configure().wagers:
        if wager.key not in GAMES[game].suit_wagers:
            fourth = CARDS_DEALT[:, 6]
            other = fourth // 4 * 4 + np.array(suits)[fourth % 4]
            one = wager.result(Deal(player, dealer, fourth))
            two = wager.result(Deal(renamed(suits, player), renamed(suits, dealer), other))
            assert (one == two).all(), wager.key


@pytest.mark.parametrize("suits", [(1, 0, 2, 3), (3, 0, 1, 2), (3, 2, 1, 0)])
@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_renaming_suits_leaves_the_counts_of_each_hand_alone(game, suits):
    bet = MainBet(RULEBOOKS[game].configure())
    assert (bet.ways[renamed(suits, np.arange(COUNT))] == bet.ways).all()


def test_a_wager_on_colours_is_not_suit_blind():
    prime = RULEBOOKS["three-card-prime"].configure().wager("prime")
    player, dealer = rows_of(CARDS_DEALT[:, :3]), rows_of(CARDS_DEALT[:, 3:6])
    one = prime.result(Deal(player, dealer))
    for suits in RENAMED:
        two = prime.result(Deal(renamed(suits, player), renamed(suits, dealer)))
        keeps_colours = {suits[1], suits[2]} in ({1, 2}, {0, 3})
        assert bool((one == two).all()) == keeps_colours


@pytest.mark.parametrize("game", PICTURES)
def test_swapping_the_hands_swaps_win_and_loss(game):
    initial = RULEBOOKS[game].configure().wager("initial")
    player, dealer = rows_of(CARDS_DEALT[:, :3]), rows_of(CARDS_DEALT[:, 3:6])
    keys = np.array([row.key for row in initial.rows])
    one, two = (keys[initial.result(Deal(*pair))] for pair in ((player, dealer), (dealer, player)))
    won = np.isin(one, ("six-points", "player-wins"))
    assert (won == (two == "dealer-wins")).all()
    assert ((one == "tie") == (two == "tie")).all()
    assert 0 < won.sum() < len(won)


@pytest.mark.parametrize(
    ("game", "of_player", "of_dealer"),
    [
        ("prosperity-3-pictures", "player-prosperity", "dealer-prosperity"),
        ("lucky-three-pictures", "player-lucky-6", "dealer-lucky-6"),
    ],
)
def test_the_dealers_wager_is_the_players_on_swapped_hands(game, of_player, of_dealer):
    rules = RULEBOOKS[game].configure()
    player, dealer = rows_of(CARDS_DEALT[:, :3]), rows_of(CARDS_DEALT[:, 3:6])
    one = rules.wager(of_player).result(Deal(player, dealer))
    two = rules.wager(of_dealer).result(Deal(dealer, player))
    assert (one == two).all()
    assert len(set(one.tolist())) > 2
