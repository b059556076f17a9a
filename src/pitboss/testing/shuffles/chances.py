"""What a fair shuffle comes to: exact distributions and moments, none of them simulated.

The size of the deck can be given, so that a test can compare them with every order of a small one.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array

HAND = 3

# How often something occurs in a deck: [number]: its chance


def fixed_points(size: int = DECK) -> list[Fraction]:
    """Cards that lie at their own place; also cards that two decks have at the same place."""
    derangements = [1, 0]
    for cards in range(2, size + 1):
        derangements.append((cards - 1) * (derangements[-1] + derangements[-2]))
    return _shares([comb(size, k) * derangements[size - k] for k in range(size + 1)])


def cycles(size: int = DECK) -> list[Fraction]:
    """Cycles of the order as a permutation: Stirling numbers of the first kind."""
    ways = [1]
    for cards in range(size):
        ways = [new + cards * same for new, same in zip([0, *ways], [*ways, 0], strict=True)]
    return _shares(ways)


def ascending_runs(size: int = DECK) -> list[Fraction]:
    """Stretches of the deck in which each card is higher than the one before: Eulerian numbers."""
    ways = [0, 1]
    for cards in range(2, size + 1):
        pairs = enumerate(zip([0, *ways], [*ways, 0], strict=True))
        ways = [(cards - k + 1) * fewer + k * same for k, (fewer, same) in pairs]
    return _shares(ways)


def colour_runs(size: int = DECK) -> list[Fraction]:
    """Stretches of the deck in one colour."""

    def cuts(stretches: int) -> int:
        """How the cards of a colour can be cut into so many stretches."""
        return comb(size // 2 - 1, stretches - 1) if stretches else 0

    halves = (divmod(runs, 2) for runs in range(size + 1))
    return _shares([2 * cuts(half) * cuts(half + odd) for half, odd in halves])


def common_cards(size: int = DECK) -> list[Fraction]:
    """Cards that hands of two decks have in common."""
    return _shares([comb(HAND, k) * comb(size - HAND, HAND - k) for k in range(HAND + 1)])


def _shares(ways: list[int]) -> list[Fraction]:
    return [Fraction(number, sum(ways)) for number in ways]


def coupon_draws(kinds: int) -> Array:
    """[draws]: the chance that so many complete a set of all kinds; the rest is below 1e-12."""
    new = (kinds - np.arange(kinds + 1)) / kinds  # [kinds collected]: the chance of another one.
    collected = np.zeros(kinds + 1)
    collected[0], done = 1.0, [0.0]
    while done[-1] < 1 - 1e-12:
        collected = collected * (1 - new) + np.append(0, (collected * new)[:-1])
        done.append(float(collected[kinds]))
    return np.diff(done, prepend=0.0)


# Sums over a deck: their mean and their variance

Moments = tuple[Fraction, Fraction]


def centred(size: int = DECK) -> Array:
    """[card]: its distance from the middle of the deck, doubled so that it is an integer."""
    return 2 * np.arange(size) - (size - 1)


def _power_sums(size: int) -> tuple[int, int]:
    cards = centred(size).tolist()
    return sum(card**2 for card in cards), sum(card**4 for card in cards)


def neighbour_product(lag: int, size: int = DECK) -> Moments:
    """The sum of products of centred cards that lie so many places apart.

    The centred cards sum to zero, and so do their cubes: joint moments of two, three and four
    different cards follow from the sums of squares and of fourth powers.
    """
    squares, fourths = _power_sums(size)
    pairs, chains = size - lag, 2 * max(size - 2 * lag, 0)  # Chains: two pairs that share a card.
    mean = Fraction(-pairs * squares, perm(size, 2))
    in_pairs = Fraction(squares**2 - fourths, perm(size, 2))
    in_chains = Fraction(2 * fourths - squares**2, perm(size, 3))
    apart = Fraction(3 * squares**2 - 6 * fourths, perm(size, 4))
    square = pairs * in_pairs + chains * in_chains + (pairs**2 - pairs - chains) * apart
    return mean, square - mean**2


def matched_product(size: int = DECK) -> Moments:
    """The sum of products of centred cards at the same place of two decks."""
    squares, _ = _power_sums(size)
    return Fraction(0), Fraction(squares**2, size - 1)


def inversions(size: int = DECK) -> Moments:
    """Pairs of cards of which the higher one comes first."""
    return Fraction(size * (size - 1), 4), Fraction(size * (size - 1) * (2 * size + 5), 72)


def cards_in_same_hand(size: int = DECK) -> Moments:
    """Cards that lie in the same hand of two decks; what is left over makes no hand."""
    cards = size // HAND * HAND
    mean = Fraction(cards * HAND, size)
    within, across = cards * (HAND - 1), cards * (cards - HAND)  # Ordered pairs of such cards.
    both = Fraction(within * HAND * (HAND - 1) + across * HAND**2, perm(size, 2))
    return mean, mean + both - mean**2
