"""Classes of hands that a wager cannot tell apart.

Group the 22,100 hands by the columns a wager reads, and ask the wager once for each pair of
groups. That is sound by construction, whatever the columns are: no symmetry of suits is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.cards import DECK
from pitboss.expressions import table_of
from pitboss.hands import COUNT, Array


@dataclass(frozen=True, eq=False)
class Classes:
    """All hands (or all cards), sorted into classes."""

    of: Array  # The class of each hand.
    example: Array  # A hand of each class.

    def __len__(self) -> int:
        return len(self.example)


@cache
def classes(whose: str, columns: frozenset[str]) -> Classes:
    """The classes that those columns tell apart; one class where nothing is read."""
    size = DECK if whose == "fourth" else COUNT
    key = np.zeros(size, np.int64)
    for name in sorted(columns):
        _, place = np.unique(table_of(whose)[name](), return_inverse=True)
        _, key = np.unique(key * (place.max() + 1) + place.ravel(), return_inverse=True)
    _, example, of = np.unique(key, return_index=True, return_inverse=True)
    return Classes(of.ravel(), example)
