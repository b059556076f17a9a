"""All sets of six cards, each split into two hands in every way, through the plain settlement."""

from functools import cache, partial
from itertools import combinations

import numba
import numpy as np

from tests.plain import three_card_prime
from tests.support.enumeration import DECK, HANDS

MADE = 10  # What six cards can be, from 0, which is less than three of a kind.


@cache
def six_cards_by_hand() -> np.ndarray:
    """[player's hand, what six cards make]: how many of the dealer's hands do it."""
    plain = three_card_prime.compiled(partial(numba.njit, cache=True))
    number = np.zeros((DECK, DECK, DECK), np.int64)
    number[tuple(HANDS.T)] = np.arange(len(HANDS))
    splits = np.array(list(combinations(range(6), 3)))
    counts = np.zeros((len(HANDS), MADE), np.int64)
    _count(plain.all_six, HANDS, number, splits, counts)
    return counts


@numba.njit
def _count(all_six, hands, number, splits, counts):
    for i in range(len(hands)):
        a, b, c = hands[i]
        for d in range(c + 1, 50):
            for e in range(d + 1, 51):
                for f in range(e + 1, 52):
                    cards = (a, b, c, d, e, f)
                    made = all_six((a, b, c), (d, e, f))
                    for x, y, z in splits:
                        counts[number[cards[x], cards[y], cards[z]], made] += 1
