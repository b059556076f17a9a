"""What a settlement refuses before it settles anything, and money to the chip."""

import numpy as np
import pytest

from pitboss.cards.hands import hand
from pitboss.errors import BadBet, BadCards
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.money import share_out
from pitboss.table.settlement import Settler

POKER = Settler(RULEBOOKS["three-card-poker"].configure())
PRIME = Settler(RULEBOOKS["three-card-prime"].configure())
ANTE = {"you": {"ante": 1000}}
PLAYER, DEALER = hand("Qs Qd 7h"), hand("Qh 8c 3d")


@pytest.mark.parametrize("row", [-1, 22_100, 10**9])
def test_a_hand_that_does_not_exist(row):
    for boxes, dealer in (([Box(1, row, ANTE)], DEALER), ([Box(1, PLAYER, ANTE)], row)):
        with pytest.raises(BadCards) as refused:
            POKER.settle(boxes, dealer)
        assert refused.value.code == "cards/unknown"
        assert refused.value.message == f"{row} is not the number of a hand, 0 to 22,099."


@pytest.mark.parametrize("row", [0, 22_099])
def test_the_first_and_the_last_hand_exist(row):
    assert POKER.settle([Box(1, row, ANTE)], DEALER).lines
    assert POKER.settle([Box(1, PLAYER, ANTE)], row).lines


@pytest.mark.parametrize("card", [-1, 52])
def test_a_fourth_card_that_does_not_exist(card):
    with pytest.raises(BadCards) as refused:
        PRIME.settle([Box(1, PLAYER, ANTE)], DEALER, card)
    assert refused.value.code == "cards/unknown"
    assert refused.value.message == f"{card} is not the number of a card, 0 to 51."


@pytest.mark.parametrize("card", [0, 51])
def test_the_first_and_the_last_card_exist(card):
    assert PRIME.settle([Box(1, PLAYER, ANTE)], DEALER, card).fourth == card


def test_two_boxes_with_one_number():
    boxes = [Box(1, PLAYER, ANTE), Box(1, hand("2s 4d 9h"), {"other": {"ante": 1000}})]
    with pytest.raises(BadBet) as refused:
        POKER.settle(boxes, DEALER)
    assert (refused.value.code, refused.value.message) == (
        "bet/box",
        "Two boxes have the same number.",
    )


@pytest.mark.parametrize("jackpot", [-1, True, 1.5, "1000", 2**53])
def test_a_jackpot_that_is_no_amount(jackpot):
    for settle in (
        lambda: POKER.settle([Box(1, PLAYER, ANTE)], DEALER, jackpot=jackpot),
        lambda: POKER.settle_many({"ante": 100}, np.array([PLAYER]), DEALER, jackpot=jackpot),
    ):
        with pytest.raises(BadBet) as refused:
            settle()
        assert refused.value.code == "bet/jackpot"
        assert repr(jackpot) in refused.value.message
    assert POKER.settle([Box(1, PLAYER, ANTE)], DEALER, jackpot=0).net == 2000


def test_many_deals_at_once_with_folds_and_a_fourth_card():
    player, dealer = np.array([PLAYER, PLAYER]), np.array([DEALER, DEALER])
    won = POKER.settle_many({"ante": 100}, player, dealer, played=np.array([True, False]))
    assert {key: nets.tolist() for key, nets in won.items()} == {
        "ante": [100, -100],
        "play": [100, 0],
        "ante-bonus": [0, 0],
    }
    fourth = np.array([0, 51])  # A deuce, an ace.
    player = np.array([hand("9s 9d 9h")] * 2)
    won = PRIME.settle_many({"ante": 100, "pair-bonus": 100}, player, dealer, fourth)
    assert won["pair-bonus"].tolist() == [6000, 3000]


def test_shares_are_whole_chips():
    assert share_out([300, 300, 400], 500, 100) == [200, 100, 200]
    assert share_out([300, 300, 400], 550, 100) == [200, 100, 200]
    assert share_out([300, 300, 400], 1000, 100) == [300, 300, 400]
    assert share_out([300, 300, 400], 500, 1) == [150, 150, 200]
    assert share_out([3, 3, 4], 5) == [2, 1, 2]
    assert share_out([6, 4], 5, 2) == [2, 2]
