"""The covariance of two boxes of one table, which share the dealer's hand and the fourth card.

For each hand of the dealer's, the product of what two boxes win is summed exactly over all pairs of
hands that one deck can deal. By inclusion and exclusion that is the product of the two sums, minus
the pairs that share a card, plus those that share two, minus those that share all three. Dealer's
hands that differ only by a permutation of suits which changes no pay are counted once (see
`suit_symmetry`). Where too many are left even so, a sample is drawn and its standard error given.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array, masks
from pitboss.language.compiled import Classes, Compiled, by_keys, pair_number, sets_held
from pitboss.language.expressions import Deal
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.suit_symmetry import WagerNets, dealer_orbits, payments

Progress = Callable[[float], None]  # Called with the share of the work that is done.

MOST_ORBITS = 6_000  # Of dealer's hands; up to so many are all counted.
SAMPLE, SEED = 3_000, 1  # The number of hands drawn where there are more.


class Covariance(NamedTuple):
    """Of what two boxes win in one round, in squares of the smallest unit."""

    value: float
    error: float  # Standard error of a sample; 0 where every hand was counted.


def no_progress(share: float) -> None:
    """A no-op progress callback."""


def covariance(one_round: OneRound, progress: Progress = no_progress) -> Covariance:
    """The covariance of two boxes with these bets at one table."""
    paid = payments(one_round)
    hands, ways = dealer_orbits(one_round, paid)
    is_sampled = len(hands) > MOST_ORBITS
    if is_sampled:
        rng = np.random.default_rng(SEED)
        hands, ways = rng.choice(COUNT, SAMPLE, replace=False), np.ones(SAMPLE)
    boxes = BoxPair(one_round, paid)
    means = np.empty(len(hands))
    for number, dealer in enumerate(hands.tolist()):
        means[number] = boxes.mean_product(dealer)
        if number % 100 == 0:
            progress(number / len(hands))
    progress(1.0)
    value = float((means * ways).sum() / ways.sum())
    if not is_sampled:
        return Covariance(value, 0.0)
    correction = 1 - SAMPLE / COUNT  # The sample is drawn without replacement.
    return Covariance(value, float(means.std(ddof=1)) * sqrt(correction / SAMPLE))


class BoxPair:
    """What two boxes win together against a hand of the dealer's."""

    def __init__(self, one_round: OneRound, paid: list[WagerNets]) -> None:
        self._one_round = one_round
        self._mean = float(one_round.results.mean)
        self._masks = np.array(masks())
        self._with_pair, self._with_card = _hands_with_pair(), _pairs_with_card()
        self._hands = np.arange(COUNT)
        self._fourth = _fourth_cards(paid)
        self._sizes = self._fourth.sizes().tolist()
        self._held = [(self._fourth.of[CARDS] == kind).sum(1) for kind in range(len(self._fourth))]
        self._without_fourth = [pay for pay in paid if not pay.wager.columns("fourth")]
        self._with_fourth = [pay for pay in paid if pay.wager.columns("fourth")]
        self._reads_six = any(pay.wager.columns("six") for pay in paid)

    def mean_product(self, dealer: int) -> float:
        """The mean of the product of both boxes' deviations, over all cards they can hold."""
        plays = self._one_round.plays
        deal = Deal(self._hands, dealer, 0, plays, self._six_values(dealer))
        won = sum((pay.won(deal) for pay in self._without_fourth), np.full(COUNT, -self._mean))
        apart = self._masks & self._masks[dealer] == 0
        pairs = comb(DECK - 3, 3) * comb(DECK - 6, 3)
        if len(self._fourth) == 1:  # No wager reads the fourth card.
            won = np.where(apart, won, 0.0)
            return self._over_pairs(won, won) / pairs
        total = 0.0
        for kind, card in enumerate(self._fourth.example.tolist()):
            deal = Deal(self._hands, dealer, card, plays)
            more = np.where(apart, sum((pay.won(deal) for pay in self._with_fourth), won), 0.0)
            # How many such fourth cards are left depends on what both boxes and the dealer hold.
            held = self._held[kind]
            left = self._sizes[kind] - int(held[dealer])
            total += left * self._over_pairs(more, more) - 2 * self._over_pairs(more * held, more)
        return total / (pairs * (DECK - 9))

    def _six_values(self, dealer: int) -> Array | None:
        return np.asarray(six_cards.value(self._hands, dealer)) if self._reads_six else None

    def _over_pairs(self, first: Array, second: Array) -> float:
        """The sum of products over all pairs of hands that share no card."""
        a, a_pairs, a_cards = self._sums(first)
        b, b_pairs, b_cards = (a, a_pairs, a_cards) if second is first else self._sums(second)
        shared = (a_cards * b_cards).sum() - (a_pairs * b_pairs).sum() + (first * second).sum()
        return float(a * b - shared)

    def _sums(self, won: Array) -> tuple[float, Array, Array]:
        """The sums over all hands, over those with each pair of cards, and with each card."""
        by_pair = won[self._with_pair].sum(0)
        # A hand with a card has two pairs that contain it.
        return float(won.sum()), by_pair, by_pair[self._with_card].sum(0) / 2


def _fourth_cards(paid: list[WagerNets]) -> Classes:
    """Classes of fourth cards that are paid differently: a deuce or not, say."""
    keys = [np.zeros(DECK, np.int64)]
    for pay in paid:
        if pay.wager.columns("fourth") and isinstance(pay.rows, Compiled):
            by_class = pay.table.reshape(-1, pay.table.shape[-1])
            _, alike = np.unique(by_class, axis=1, return_inverse=True)
            keys.append(alike.ravel()[pay.rows.classes[2].of])
    return by_keys(*keys)


def _hands_with_pair() -> Array:
    """[n, pair of cards]: the fifty hands that hold both."""
    held = np.concatenate(sets_held(2))
    return np.asarray((np.argsort(held, kind="stable") % COUNT).reshape(-1, DECK - 2).T.copy())


def _pairs_with_card() -> Array:
    """[n, card]: the fifty-one pairs that contain it."""
    pairs = [
        [pair_number(min(card, other), max(card, other)) for other in range(DECK) if other != card]
        for card in range(DECK)
    ]
    return np.array(pairs).T.copy()
