"""The dealer's hands that are left, against looking at every hand; decisions, against the coach."""

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.cards.hands import masks, row_of
from pitboss.language.compiled import classes
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.dealer_hands_left import DealerHandsLeft, DecisionValues
from pitboss.maths.odds.expectation import expected
from pitboss.rulebooks import RULEBOOKS

DECISIONS = [key for key, book in RULEBOOKS.items() if book.decision]


@pytest.mark.parametrize("columns", [(), ("points", "pictures"), ("strength",), ("colour",)])
def test_every_hand_that_holds_no_card_seen(columns):
    groups, chance = classes("dealer", frozenset(columns)), random.Random(1)
    left, mask = DealerHandsLeft(groups), np.array(masks())
    for seen in (0, 1, 2, 3, 6, 9, 24, 48):
        cards = chance.sample(range(52), seen)
        apart = np.flatnonzero(mask & sum(1 << card for card in cards) == 0)
        assert (left.ways(cards) == np.bincount(groups.of[apart], minlength=len(groups))).all()


@pytest.mark.parametrize("game", DECISIONS)
@pytest.mark.parametrize("dead", [0, 3, 6])
def test_what_a_decision_is_worth_is_what_the_coach_says(game, dead):
    rules, chance = RULEBOOKS[game].configure(), random.Random(dead)
    values = DecisionValues(rules)
    for _ in range(3):
        cards = chance.sample(range(52), 3 + dead)
        known = Known(player=tuple(cards[:3]), dead=frozenset(cards[3:]))
        play, fold, unit = values.of(row_of(cards[:3]), cards)
        for value, played in ((play, True), (fold, False)):
            coach = expected(rules, {"ante": 500}, known, played=played, jackpot=0)
            assert coach.amount == Fraction(500 * value, unit)
