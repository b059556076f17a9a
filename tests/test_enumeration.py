"""The enumeration assumes nothing about suits: colours count right, peeking does not compile."""

from math import comb
from types import ModuleType, SimpleNamespace

import numba
import numpy as np
import pytest

from pitboss.language.expressions import dealer, otherwise, player
from pitboss.language.wagers import Wager, loses, pays
from pitboss.maths.odds.wager_odds import count
from tests.support.enumeration import DEALS, enumerated, seen

Hand = tuple[int, int, int]

# A wager on colours, as a plain settlement writes it.


def reds(hand: Hand) -> int:
    red = 0
    for card in hand:
        if card % 4 == 1 or card % 4 == 2:
            red = red + 1
    return red


def outcomes(p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]):
    if reds(p) == 3 and reds(d) == 3:
        return (0,)
    if reds(p) == 3 and reds(d) == 0:
        return (1,)
    if reds(p) == 3:
        return (2,)
    return (3,)


def first_card_is_a_spade(p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]):
    return (int(p[0] % 4 == 3),)


def adds_cards(p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]):
    return (int((p + d) == (0, 1, 2, 3, 4, 5)),)


def reads_the_fourth_card(p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]):
    return (int(fourth // 4 == 0),)


def game_of(outcomes, rows=("a", "b", "c", "d")):
    """A plain settlement with one wager."""
    plain = ModuleType("colours")
    plain.Hand, plain.reds, plain.outcomes = Hand, reds, outcomes
    plain.WAGERS, plain.ROWS = ("colours",), (rows,)
    plain.compiled = lambda njit: SimpleNamespace(reds=numba.njit(reds))
    return plain


def test_a_wager_on_colours_is_counted_right():
    red = comb(26, 3)
    dull = enumerated(game_of(outcomes), ())
    ways = dull.ways("colours")
    assert ways == {
        "a": red * comb(23, 3),
        "b": red * comb(26, 3),
        "c": red * (comb(49, 3) - comb(23, 3) - comb(26, 3)),
        "d": DEALS - red * comb(49, 3),
    }
    # The exact odds come to the same by inclusion and exclusion.
    all_red = player.colour == 2
    rows = (
        pays("a", "A", "9 to 1", all_red & (dealer.colour == 2), says=""),
        pays("b", "B", "9 to 1", all_red & (dealer.colour == 1), says=""),
        pays("c", "C", "9 to 1", all_red, says=""),
        loses("d", "D", says="", when=otherwise(all_red)),
    )
    assert count(Wager("colours", "Colours", rows)) == tuple(ways.values())


def test_hands_that_look_the_same_are_one_class_and_every_dealer_is_met():
    found = seen(game_of(outcomes))
    assert found.count == 4  # No red card to three.
    assert sorted(np.bincount(found.classes).tolist()) == [2600, 2600, 8450, 8450]
    assert (found.dealers.sum(1) == comb(49, 3)).all()


@pytest.mark.parametrize("peeks", [first_card_is_a_spade, adds_cards, reads_the_fourth_card])
def test_a_settlement_that_looks_at_cards_of_both_hands_does_not_compile(peeks):
    peeking = game_of(peeks, ("no", "yes"))
    with pytest.raises(numba.TypingError):
        enumerated(peeking, ())
