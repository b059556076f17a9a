"""The table of all 22,100 hands: its columns, its numbering, and how many hands are what."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards.hands import CARDS, COLUMNS, COUNT, cards_of, hand, masks, row_of, rows_of
from pitboss.errors import BadCards
from tests.plain import hand_columns

HANDS = [tuple(int(card) for card in cards) for cards in CARDS]

# Columns whose numbers mean nothing by themselves: only which hands are equal, or their order.
CODES = {"ranks"}
ORDERS = {"strength", "strength_ace_low_plain"}

# Hands by value, as plain text.
GOLDEN = {
    "category": "0:16440 1:3744 2:1096 3:720 4:52 5:48",
    "category_ace_low_plain": "0:16440 1:3744 2:1096 3:724 4:52 5:44",
    "points": "0:2384 1:2212 2:2164 3:2212 4:2164 5:2212 6:2164 7:2212 8:2164 9:2212",
    "pictures": "0:9880 1:9360 2:2640 3:220",
    "jacks": "0:17296 1:4512 2:288 3:4",
    "queens": "0:17296 1:4512 2:288 3:4",
    "kings": "0:17296 1:4512 2:288 3:4",
    "royal": "0:22096 1:3 2:1",
    "colour": "0:16900 1:2600 2:2600",
    "suited": "0:20956 1:1144",
    "ace_low_straight": "0:22036 1:64",
    "high": (
        "2:4 3:52 4:164 5:340 6:580 7:884 8:1252 9:1684 10:2180 11:2740 12:3364 13:4052 14:4804"
    ),
}


def engine(name):
    return [int(value) for value in COLUMNS[name]()]


def plain(name):
    return [int(hand_columns.COLUMNS[name](*cards)) for cards in HANDS]


def places(values):
    """Each value's place in the order of the values there are."""
    place = {value: i for i, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


def test_every_column_has_a_plain_twin():
    ours = {name for name, column in COLUMNS.items() if column.__module__ == "pitboss.cards.hands"}
    assert ours == set(hand_columns.COLUMNS)


@pytest.mark.parametrize("name", sorted(set(hand_columns.COLUMNS) - CODES - ORDERS))
def test_a_column_holds_what_the_plain_one_says(name):
    assert engine(name) == plain(name)


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_an_order_puts_hands_where_the_plain_one_does(name):
    assert places(engine(name)) == places(plain(name))


@pytest.mark.parametrize("name", sorted(CODES))
def test_a_code_tells_the_same_hands_apart(name):
    pairs = set(zip(engine(name), plain(name), strict=True))
    assert len(pairs) == len(set(engine(name))) == len(set(plain(name)))


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_golden_counts(name):
    counts = sorted(Counter(engine(name)).items())
    assert " ".join(f"{value}:{count}" for value, count in counts) == GOLDEN[name]


def test_there_are_455_rank_multisets():
    counts = Counter(Counter(engine("ranks")).values())
    assert counts == {4: 13, 24: 156, 64: 286}  # Three, two, none alike.


def test_the_table_holds_every_hand_once():
    assert COUNT == len(HANDS) == 22_100
    assert set(HANDS) == set(combinations(range(52), 3))


def test_row_and_cards_are_inverse():
    for row, cards in enumerate(HANDS):
        assert row_of(cards) == row
        assert cards_of(row) == [cards[2], cards[1], cards[0]]
        assert row_of(cards_of(row)) == row


def test_the_order_of_the_cards_does_not_matter():
    rows = {row_of(cards) for cards in [(0, 17, 51), (51, 0, 17), (17, 51, 0), (51, 17, 0)]}
    assert len(rows) == 1
    assert hand("As 6d 2c") == rows.pop()


def test_many_hands_at_once():
    turned = np.array([cards[::-1] for cards in HANDS])
    assert rows_of(turned).tolist() == list(range(COUNT))


def test_a_hand_in_notation():
    assert cards_of(hand("7h Qd Qs")) == [43, 41, 22]
    assert hand("2c 2d 2h") == 0
    assert hand("Ad Ah As") == 22_099


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Qs Qd", "cards/count"),
        ("Qs Qd 7h 2c", "cards/count"),
        ("Qs Qd Qs", "cards/twice"),
        ("Qs Qd ??", "cards/unknown"),
    ],
)
def test_what_is_not_a_hand(text, code):
    with pytest.raises(BadCards) as error:
        hand(text)
    assert error.value.code == code


def test_strength_has_741_places():
    assert len(set(engine("strength"))) == 741
    by_category = Counter()
    for kind, _ in set(zip(engine("category"), engine("strength"), strict=True)):
        by_category[kind] += 1
    assert by_category == {0: 274, 1: 156, 2: 274, 3: 12, 4: 13, 5: 12}


def test_strength_agrees_with_a_comparison_of_two_hands():
    strength, draw = engine("strength"), Random(31)
    seen = Counter()
    for _ in range(50_000):
        one, other = draw.randrange(COUNT), draw.randrange(COUNT)
        expected = plain_comparison(HANDS[one], HANDS[other])
        assert (strength[one] > strength[other]) - (strength[one] < strength[other]) == expected
        seen[expected] += 1
    assert min(seen[-1], seen[1]) > 20_000
    assert seen[0] > 50


def plain_comparison(one, other):
    """Category against category, then rank against rank from the top; a pair before its odd one."""
    kinds = hand_columns.category(*one), hand_columns.category(*other)
    if kinds[0] != kinds[1]:
        return 1 if kinds[0] > kinds[1] else -1
    for mine, yours in zip(by_weight(one), by_weight(other), strict=True):
        if mine != yours:
            return 1 if mine > yours else -1
    return 0


def by_weight(cards):
    ranks = [card // 4 + 2 for card in cards]
    if sorted(ranks) == [2, 3, 14]:
        if hand_columns.category(*cards) in (3, 5):
            return [3, 2, 1]
        raise AssertionError("A 2 3 is always a straight")
    return sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 3c 4c", "As Ad Ah"),  # The lowest straight flush but one, over the highest trips.
        ("As 2s 3s", "Ad Ac Ah"),
        ("2c 2d 2h", "As Kd Qh"),
        ("As 2d 3h", "Ac Kc Jc"),
        ("5c 3c 2c", "As Ad Kh"),
        ("2c 2d 3h", "As Kd Jh"),
        ("4s 3d 2h", "Ac 2c 3d"),  # A 2 3 is the lowest straight.
        ("As Kd Qh", "Kc Qd Jh"),
        ("3s 3d 2h", "2c 2d Ah"),
        ("As Ad 3h", "Ac Ah 2d"),
        ("Ac Kc 9c", "Ad Kd 8d"),
        ("6s 4d 3h", "6c 4h 2d"),
    ],
)
def test_hands_in_order(higher, lower):
    strength = engine("strength")
    assert strength[hand(higher)] > strength[hand(lower)]


def test_suits_do_not_break_a_tie():
    strength = engine("strength")
    assert strength[hand("Qs 9d 4h")] == strength[hand("Qc 9h 4s")]
    assert strength[hand("As Ks Qs")] == strength[hand("Ac Kc Qc")]


def test_a_suited_ace_low_under_both_readings():
    suited, mixed = hand("As 2s 3s"), hand("Ac 2d 3h")
    assert [engine("category")[row] for row in (suited, mixed)] == [5, 3]
    assert [engine("category_ace_low_plain")[row] for row in (suited, mixed)] == [3, 3]
    assert engine("strength")[suited] > engine("strength")[mixed]
    plain_strength = engine("strength_ace_low_plain")
    assert plain_strength[suited] == plain_strength[mixed]
    assert plain_strength[suited] < plain_strength[hand("2c 3d 4h")]


def test_the_other_reading_moves_the_four_suited_ace_lows_alone():
    moved = [
        row
        for row, kinds in enumerate(
            zip(engine("category"), engine("category_ace_low_plain"), strict=True)
        )
        if kinds[0] != kinds[1]
    ]
    assert sorted(moved) == sorted(hand(f"A{s} 2{s} 3{s}") for s in "cdhs")
    assert len(set(engine("strength_ace_low_plain"))) == 740


def test_masks_hold_the_three_cards():
    assert masks() == [(1 << a) | (1 << b) | (1 << c) for a, b, c in HANDS]


def test_masks_meet_where_hands_share_a_card():
    draw, sharing = Random(7), 0
    for _ in range(20_000):
        one, other = draw.randrange(COUNT), draw.randrange(COUNT)
        share = bool(set(HANDS[one]) & set(HANDS[other]))
        assert bool(masks()[one] & masks()[other]) == share
        sharing += share
    assert 2_000 < sharing < 5_000
