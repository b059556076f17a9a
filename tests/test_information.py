"""What information is worth, against the plain settlement dealt out."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.cards.deck import parse
from pitboss.cards.hands import CARDS, hand, masks, row_of
from pitboss.maths.odds.information import (
    dealer_cards,
    no_progress,
    other_boxes,
    seen_one,
    seen_three,
    seen_two,
)
from pitboss.maths.odds.main_bet import MainBet
from pitboss.rulebooks import RULEBOOKS
from tests.games import PLAIN
from tests.support.agreement import option_numbers, plain_compiled, random_deals
from tests.support.enumeration import plainly
from tests.test_odds import per_cent

DECIDING = [game for game, book in RULEBOOKS.items() if book.decision]
BETS = {game: MainBet(RULEBOOKS[game].configure()) for game in DECIDING}


def test_one_dealer_card_as_published():
    known = dealer_cards(BETS["three-card-poker"], 1)
    assert per_cent(-known.exact) == "3.48"
    assert known.house_edge == float(known.exact)
    assert known.standard_error == known.samples == 0


@pytest.mark.parametrize("game", DECIDING)
def test_dealer_cards_as_dealt_out_plainly(game):
    """One, two, three cards: every hand, every dealer's hand, every card of it."""
    bet = BETS[game]
    worth = plainly(bet.rules).informed(bet.rules)
    known = [dealer_cards(bet, seen) for seen in (1, 2, 3)]
    assert [-one.exact for one in known] == worth
    # The more is seen, the worse for the house.
    edges = [bet.under(bet.best).house_edge, *(one.exact for one in known)]
    assert edges[3] < edges[2] < edges[1] < edges[0]
    assert len({one.what for one in known}) == 3


@pytest.mark.parametrize("game", DECIDING)
def test_every_card_and_every_pair_has_its_share(game):
    """Suits are alike and ranks are not: by card, what the best decisions win."""
    bet = BETS[game]
    one = list(seen_one(bet, no_progress))
    assert len(one) == 52
    assert all(len(set(one[rank * 4 : rank * 4 + 4])) == 1 for rank in range(13))
    assert len(set(one)) == 13
    assert one[0] > one[-1]  # To see a deuce is better news than to see an ace.


def test_progress_is_told():
    bet, told = BETS["three-card-poker"], []
    for road in (seen_one, seen_three):
        told.clear()
        assert len(list(road(bet, told.append))) == len(told)
        assert told == sorted(told)
        assert told[-1] == 1.0
    told.clear()
    next(seen_two(bet, told.append))
    assert told == []  # A pair is less than all pairs of a card.


# Fixed hands, in plain Python


def plain_net(game, own, dealer):
    """Main bet on one deal, a unit on each wager."""
    plain, compiled = PLAIN[game], plain_compiled(game)
    reading, many = option_numbers(plain, {}), len(plain.WAGERS)
    free = next(card for card in range(52) if card not in (*own, *dealer))
    rows = compiled.outcomes(own, dealer, free, 1, reading)
    won = compiled.nets(rows, reading, (0,) * many, (1,) * many, 0)
    main = RULEBOOKS[game].main
    return sum(net for key, net in zip(plain.WAGERS, won, strict=True) if key in main)


@pytest.mark.parametrize("game", DECIDING)
def test_the_value_of_a_pair_of_hands(game):
    bet = BETS[game]
    value, (player, dealer) = bet.value_of_pairs(), bet.groups
    for cards in random_deals(seed=77, count=3_000)[0].tolist():
        own, other = row_of(cards[:3]), row_of(cards[3:6])
        worth = value[player.of[own], dealer.of[other]]
        assert worth == bet.scale * plain_net(game, tuple(cards[:3]), tuple(cards[3:6]))


@pytest.mark.parametrize("cards", ["Qs 6d 4h", "Js 9d 2h", "2s 2d 3h", "As 2s 3s"])
@pytest.mark.parametrize("seen", ["Kc", "Kc 7d", "2c 3c"])
def test_a_hand_that_has_seen_some_of_the_dealers_cards(cards, seen):
    """The sums of a look-up by class are those of the deals, for a hand that folds and others."""
    game, bet = "three-card-poker", BETS["three-card-poker"]
    own, shown = tuple(parse(cards, 3)), parse(seen)
    free = [card for card in range(52) if card not in (*own, *shown)]
    met = [(*shown, *rest) for rest in combinations(free, 3 - len(shown))]
    assert len(met) == comb(49 - len(shown), 3 - len(shown))
    value, (player, dealer) = bet.value_of_pairs(), bet.groups
    ours = value[player.of[hand(cards)], dealer.of[[row_of(one) for one in met]]].sum()
    assert ours == bet.scale * sum(plain_net(game, own, one) for one in met)


# Other boxes, by sampling


def test_other_boxes_are_the_same_for_the_same_seed():
    bet = BETS["three-card-poker"]
    assert other_boxes(bet, 3, 200, seed=1) == other_boxes(bet, 3, 200, seed=1)
    assert other_boxes(bet, 3, 200, seed=1) != other_boxes(bet, 3, 200, seed=2)


def test_other_boxes_the_error_shrinks_and_the_gain_is_never_negative():
    bet = BETS["three-card-poker"]
    usual = float(bet.under(bet.best).house_edge)
    few, many = (other_boxes(bet, 6, samples, seed=4) for samples in (250, 4_000))
    assert (few.samples, many.samples, many.exact) == (250, 4_000, None)
    assert 0 < many.standard_error < few.standard_error / 2
    for known in (few, many):
        assert known.house_edge <= usual
    assert many.house_edge < usual
    assert other_boxes(bet, 1, 200, seed=4).what == "the cards of 1 other box"
    assert few.what == "the cards of 6 other boxes"


def test_no_other_box_tells_nothing():
    bet = BETS["three-card-poker"]
    known = other_boxes(bet, 0, 100, seed=9)
    assert known.house_edge == float(bet.under(bet.best).house_edge)
    assert known.standard_error == 0


def test_other_boxes_agree_with_sampling_of_another_kind():
    """Each sample's dealer is counted by the plain settlement's own order of hands."""
    bet, boxes, samples = BETS["three-card-poker"], 6, 1_500
    plain = PLAIN["three-card-poker"]
    order = np.array([plain.value(tuple(cards), 0) for cards in CARDS.tolist()])
    bonus = {6: 5, 5: 4, 4: 1}
    below_queen = order < 1_120_000  # Odd cards, 1,000,000 and up, by the highest first.
    rng, mask, gains = np.random.default_rng(31), np.array(masks()), []
    for _ in range(samples):
        cards = rng.permutation(52)[: 3 * (boxes + 1)]
        own = row_of(cards[:3].tolist())
        left = mask & sum(1 << int(card) for card in cards) == 0
        theirs, out = order[left], below_queen[left]
        compared = np.where(out, 1, 2 * np.sign(order[own] - theirs)).mean()
        play = compared + bonus.get(int(order[own]) // 1_000_000, 0)
        usual = play if order[own] >= plain.value((42, 18, 9), 0) else -1.0
        gains.append(max(play, -1.0) - usual)
    known = other_boxes(bet, boxes, samples, seed=8)
    edge = float(bet.under(bet.best).house_edge) - np.mean(gains)
    error = sqrt(np.var(gains) / samples + known.standard_error**2)
    assert abs(known.house_edge - edge) < 5 * error
    assert min(gains) == 0 < max(gains)
