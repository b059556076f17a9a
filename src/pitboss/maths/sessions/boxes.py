"""How two boxes of one table move together: they share the dealer's hand and the fourth card.

Hand by hand of the dealer's, exactly: the product of what two boxes win, summed over all pairs of
hands that one deck can deal together. That is the product of the sums, less what pairs that share
a card add to it, plus those that share two, less those that share three. Dealer's hands that are
the same but for the names of the suits are counted once, where that changes no pay: see
`symmetry`. Where even so too many are left, some of them are drawn, and the error is told.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array, masks
from pitboss.language.classes import Classes, by_keys, pair_number, sets_held
from pitboss.language.compiled import Compiled
from pitboss.language.expressions import Deal
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.symmetry import Payment, dealers, payments

Progress = Callable[[float], None]  # Told the share of the work that is done.

MOST_DEALERS = 6_000  # Sorts of dealer's hands that are all counted.
SAMPLE, SEED = 3_000, 1  # Of more, so many hands are drawn.


class Covariance(NamedTuple):
    """Of what two boxes win in one round, in squares of the smallest unit."""

    value: float
    error: float  # Standard error of a sample; 0 where it was counted.


def nothing_said(share: float) -> None:
    """Progress that nobody follows."""


def covariance(one: OneRound, progress: Progress = nothing_said) -> Covariance:
    """Of two boxes with these bets at one table."""
    paid = payments(one)
    hands, ways = dealers(one, paid)
    sampled = len(hands) > MOST_DEALERS
    if sampled:
        rng = np.random.default_rng(SEED)
        hands, ways = rng.choice(COUNT, SAMPLE, replace=False), np.ones(SAMPLE)
    boxes = _Boxes(one, paid)
    found = np.empty(len(hands))
    for number, dealer in enumerate(hands.tolist()):
        found[number] = boxes.average(dealer)
        if number % 100 == 0:
            progress(number / len(hands))
    progress(1.0)
    value = float((found * ways).sum() / ways.sum())
    if not sampled:
        return Covariance(value, 0.0)
    left = 1 - SAMPLE / COUNT  # Drawn without putting back.
    return Covariance(value, float(found.std(ddof=1)) * sqrt(left / SAMPLE))


class _Boxes:
    """What two boxes win together, against a given hand of the dealer's."""

    def __init__(self, one: OneRound, paid: list[Payment]) -> None:
        self._one = one
        self._mean = float(one.results.mean)
        self._masks = np.array(masks())
        self._with_pair, self._with_card = _hands_with_pair(), _pairs_with_card()
        self._hands = np.arange(COUNT)
        self._fourth = _fourth_cards(paid)
        self._sizes = self._fourth.sizes().tolist()
        self._held = [(self._fourth.of[CARDS] == kind).sum(1) for kind in range(len(self._fourth))]
        self._before = [one for one in paid if not one.wager.columns("fourth")]
        self._after = [one for one in paid if one.wager.columns("fourth")]
        self._six = any(one.wager.columns("six") for one in paid)

    def average(self, dealer: int) -> float:
        """Of the product of what two boxes win, less their averages, over all their cards."""
        deal = Deal(self._hands, dealer, 0, self._one.plays, self._values(dealer))
        won = sum((one.won(deal) for one in self._before), np.full(COUNT, -self._mean))
        apart = self._masks & self._masks[dealer] == 0
        pairs = comb(DECK - 3, 3) * comb(DECK - 6, 3)
        if len(self._fourth) == 1:  # Nobody asks which it is.
            won = np.where(apart, won, 0.0)
            return self._over_pairs(won, won) / pairs
        total = 0.0
        for kind, card in enumerate(self._fourth.example.tolist()):
            deal = Deal(self._hands, dealer, card, self._one.plays)
            more = np.where(apart, sum((one.won(deal) for one in self._after), won), 0.0)
            # How many such fourth cards are left depends on what both boxes and the dealer hold.
            held = self._held[kind]
            left = self._sizes[kind] - int(held[dealer])
            total += left * self._over_pairs(more, more) - 2 * self._over_pairs(more * held, more)
        return total / (pairs * (DECK - 9))

    def _values(self, dealer: int) -> Array | None:
        return np.asarray(six_cards.value(self._hands, dealer)) if self._six else None

    def _over_pairs(self, one: Array, other: Array) -> float:
        """The sum of products over all pairs of hands that share no card."""
        a, a_pairs, a_cards = self._sums(one)
        b, b_pairs, b_cards = (a, a_pairs, a_cards) if other is one else self._sums(other)
        shared = (a_cards * b_cards).sum() - (a_pairs * b_pairs).sum() + (one * other).sum()
        return float(a * b - shared)

    def _sums(self, won: Array) -> tuple[float, Array, Array]:
        """What all hands win, those with each pair of cards, and those with each card."""
        by_pair = won[self._with_pair].sum(0)
        # A hand with a card holds two pairs with it.
        return float(won.sum()), by_pair, by_pair[self._with_card].sum(0) / 2


def _fourth_cards(paid: list[Payment]) -> Classes:
    """The fourth cards that are paid differently: a deuce or not, say."""
    keys = [np.zeros(DECK, np.int64)]
    for one in paid:
        if one.wager.columns("fourth") and isinstance(one.rows, Compiled):
            by_class = one.table.reshape(-1, one.table.shape[-1])
            _, alike = np.unique(by_class, axis=1, return_inverse=True)
            keys.append(alike.ravel()[one.rows.classes[2].of])
    return by_keys(*keys)


def _hands_with_pair() -> Array:
    """[n, pair of cards]: the fifty hands that hold both."""
    held = np.concatenate(sets_held(2))
    return np.asarray((np.argsort(held, kind="stable") % COUNT).reshape(-1, DECK - 2).T.copy())


def _pairs_with_card() -> Array:
    """[n, card]: the fifty-one pairs that it is in."""
    pairs = [
        [pair_number(min(card, other), max(card, other)) for other in range(DECK) if other != card]
        for card in range(DECK)
    ]
    return np.array(pairs).T.copy()
