"""The best five of six cards, by three roads: on arrays, for one deal, and plainly."""

from collections import Counter

import numpy as np
import pytest

from pitboss.cards import six_cards
from pitboss.cards.deck import parse
from pitboss.cards.hands import row_of
from tests.plain.three_card_prime import ROWS, WAGERS, all_six
from tests.support.agreement import random_deals

DEALS = 100_000
BY_VALUE = ROWS[WAGERS.index("all-six")][::-1]  # The plain rows, from the lowest up.

EXAMPLES = [
    ("9d Td Jd", "Qd Kd Ad", "six-card-royal-diamonds"),
    ("Ad Kd 9d", "Td Qd Jd", "six-card-royal-diamonds"),
    ("9s Ts Js", "Qs Ks As", "six-card-royal"),
    ("9h Th Jh", "Qh Kh Ah", "six-card-royal"),
    ("9c Tc Jc", "Qc Kc Ac", "six-card-royal"),
    ("Ts Js Qs", "Ks As 2d", "five-card-royal"),
    ("8d Td Jd", "Qd Kd Ad", "five-card-royal"),  # A sixth diamond, but no nine.
    ("9s Td Jd", "Qd Kd Ad", "five-card-royal"),  # A nine, but of another suit.
    ("9d Td Jd", "Qd Kd 8d", "straight-flush"),
    ("9s Ts Js", "Qs Ks Ad", "straight-flush"),
    ("As 2s 3s", "4s 5s Kd", "straight-flush"),  # The wheel.
    ("2s 3s 4s", "5s 6s As", "straight-flush"),
    ("7c 7d 7h", "7s Ac Ad", "four-of-a-kind"),  # Four and two.
    ("7c 7d Ac", "7h 7s Kd", "four-of-a-kind"),
    ("7c 7d 7h", "8c 8d 8h", "full-house"),  # Three and three.
    ("7c 7d 8h", "7h 8d 8c", "full-house"),
    ("7c 7d 7h", "8c 8d Ah", "full-house"),
    ("2c 4c 6c", "8c Tc Qd", "flush"),
    ("2c 4c 6c", "8c Tc Qc", "flush"),
    ("As 2s 3s", "4s 6s 5d", "flush"),  # It runs, but the run is of two suits.
    ("2c 2d 2h", "4c 6c 8d", "three-of-a-kind"),
    ("As 2d 3c", "4h 5s Kd", "straight"),  # The wheel.
    ("Ts Jd Qc", "Kh As 2d", "straight"),
    ("5s 6d 7c", "8h 9s 5d", "straight"),
    ("5s 6d 7c", "8h 9s Td", "straight"),
    ("5s 5d 5c", "6h 7s 8d", "three-of-a-kind"),  # Four in a row is no run.
    ("Qs Kd Ac", "2h 3s 5d", "no-win"),  # Nothing runs around the ace.
    ("Js Qd Kc", "Ah 2s 3d", "no-win"),
    ("2c 2d 3h", "3s 4c 4d", "no-win"),  # Three pairs.
    ("2c 4c 6c", "8c Td Qd", "no-win"),
    ("2c 2d 4h", "6s 8c Td", "no-win"),
]


@pytest.mark.parametrize(("player", "dealer", "value"), EXAMPLES)
def test_an_example_of_each_value(player, dealer, value):
    hands = row_of(parse(player, 3)), row_of(parse(dealer, 3))
    for one, other in (hands, hands[::-1]):
        assert BY_VALUE[six_cards.value_of_one(one, other)] == value
        assert BY_VALUE[int(six_cards.value(one, other))] == value


def test_the_examples_show_all_ten_values():
    assert {value for _, _, value in EXAMPLES} == set(BY_VALUE)
    assert len(BY_VALUE) == six_cards.VALUES == 10


def test_the_values_are_in_the_order_of_the_pay_table():
    assert BY_VALUE[six_cards.NOTHING] == "no-win"
    assert BY_VALUE[six_cards.THREE_OF_A_KIND] == "three-of-a-kind"
    assert BY_VALUE[six_cards.STRAIGHT] == "straight"
    assert BY_VALUE[six_cards.FLUSH] == "flush"
    assert BY_VALUE[six_cards.FULL_HOUSE] == "full-house"
    assert BY_VALUE[six_cards.FOUR_OF_A_KIND] == "four-of-a-kind"
    assert BY_VALUE[six_cards.STRAIGHT_FLUSH] == "straight-flush"
    assert BY_VALUE[six_cards.FIVE_CARD_ROYAL] == "five-card-royal"
    assert BY_VALUE[six_cards.SIX_CARD_ROYAL] == "six-card-royal"
    assert BY_VALUE[six_cards.SIX_CARD_ROYAL_DIAMONDS] == "six-card-royal-diamonds"


def test_three_roads_agree_on_random_deals():
    cards = random_deals(seed=606, count=DEALS)[0].tolist()
    player, dealer = ([row_of(deal[at : at + 3]) for deal in cards] for at in (0, 3))
    many = six_cards.value(np.array(player), np.array(dealer)).tolist()
    one = list(map(six_cards.value_of_one, player, dealer))
    plain = [9 - all_six(tuple(deal[:3]), tuple(deal[3:6])) for deal in cards]
    assert one == many
    assert many == plain
    common = [six_cards.NOTHING, six_cards.THREE_OF_A_KIND, six_cards.STRAIGHT, six_cards.FLUSH,
              six_cards.FULL_HOUSE, six_cards.FOUR_OF_A_KIND, six_cards.STRAIGHT_FLUSH]  # fmt: skip
    assert set(common) <= set(Counter(plain))


def test_a_column_of_hands_against_one_hand_broadcasts():
    every = [deal[:3] for deal in random_deals(seed=607, count=2_000)[0].tolist()]
    hands = [cards for cards in every if not {0, 1, 2} & set(cards)]
    assert len(hands) > 1_500
    many = six_cards.value(np.array([row_of(cards) for cards in hands]), row_of([0, 1, 2]))
    assert many.tolist() == [9 - all_six(tuple(cards), (0, 1, 2)) for cards in hands]
