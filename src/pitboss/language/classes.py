"""Classes of hands that a wager cannot tell apart.

Group the 22,100 hands by the columns a wager reads, and ask the wager once for each pair of
groups. That is sound by construction, whatever the columns are: no symmetry of suits is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array
from pitboss.language.expressions import Values, table_of


@dataclass(frozen=True, eq=False)
class Classes:
    """All hands (or all cards), sorted into classes."""

    of: Array  # The class of each hand.
    example: Array  # A hand of each class.

    def __len__(self) -> int:
        return len(self.example)

    def sizes(self) -> Array:
        return np.bincount(self.of, minlength=len(self))

    def holding(self, size: int) -> Array:
        """[class, set of cards]: how many hands of the class hold that set of one or two cards.

        In floating point, for the sake of fast products; every number stays far below 2**53,
        where integers are exact.
        """
        sets = comb(DECK, size)
        held = np.concatenate([self.of * sets + one for one in sets_held(size)])
        return np.bincount(held, minlength=len(self) * sets).astype(float).reshape(-1, sets)


@cache
def sets_held(size: int) -> tuple[Array, ...]:
    """The three single cards, or the three pairs, of each hand: [hand] of numbers of sets."""
    low, mid, high = CARDS.T
    if size == 1:
        return low, mid, high
    return tuple(pair_number(*pair) for pair in ((low, mid), (low, high), (mid, high)))


def pair_number(low: Values, high: Values) -> Values:
    """Number of a pair of cards, 0 to 1,325."""
    return low + high * (high - 1) // 2


def by_keys(*keys: Array) -> Classes:
    """Classes of things that agree in every one of these."""
    whole = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        _, place = np.unique(key, return_inverse=True)
        _, whole = np.unique(whole * (place.max() + 1) + place.ravel(), return_inverse=True)
    _, example, of = np.unique(whole, return_index=True, return_inverse=True)
    return Classes(of.ravel(), example)


def classes(whose: str, columns: frozenset[str]) -> Classes:
    """The classes that those columns tell apart; one class where nothing is read."""
    # The player's and the dealer's hands are sorted alike, so they share their classes.
    return _classes("fourth" if whose == "fourth" else "player", columns)


@cache
def _classes(whose: str, columns: frozenset[str]) -> Classes:
    size = DECK if whose == "fourth" else COUNT
    return by_keys(np.zeros(size, np.int64), *(table_of(whose)[name]() for name in sorted(columns)))
