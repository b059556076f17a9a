"""The value of information: the best strategy of a player who has seen more than they should.

Knowledge of the dealer's cards is priced exactly: count the hands that hold the cards seen, less
those that share a card with the player's. Knowledge of other boxes is sampled, with its error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array, masks, rows_of
from pitboss.language.compiled import pair_number
from pitboss.maths.odds.counting import pair_ways
from pitboss.maths.odds.main_bet import MainBet

Progress = Callable[[float], None]  # Called with the share of the work that is done.


@dataclass(frozen=True)
class InformedEdge:
    """The house edge of the main bet against a player who knows more."""

    what: str  # What the player knows.
    house_edge: float
    exact: Fraction | None = None  # The same, if it was counted.
    standard_error: float = 0.0  # If it was sampled.
    samples: int = 0


def no_progress(share: float) -> None:
    """A no-op progress callback."""


def dealer_cards(bet: MainBet, seen: int, progress: Progress = no_progress) -> InformedEdge:
    """The exact edge against a player who knows one, two or all three of the dealer's cards."""
    total = sum((seen_one, seen_two, seen_three)[seen - 1](bet, progress))
    deals = COUNT * comb(49, seen) * comb(49 - seen, 3 - seen)
    edge = -Fraction(int(total), deals * bet.scale)
    words = ("one of the dealer's cards", "two of the dealer's cards", "the dealer's hand")
    return InformedEdge(words[seen - 1], float(edge), edge)


def seen_one(bet: MainBet, progress: Progress) -> Iterator[int]:
    """For each card: total net of the best decisions, over all hands and dealer's hands with it."""
    value, of, dealer = bet.value_of_pairs(), bet.groups[0].of, bet.groups[1]
    by_card, by_pair = (value @ dealer.holding(size) for size in (1, 2))
    dealers = comb(DECK - 4, 2)
    for card in range(DECK):
        hands = np.flatnonzero(np.not_equal(CARDS, card).all(1))
        own, cards = of[hands], CARDS[hands]
        won = by_card[own, card]
        for x in range(3):
            won = won - by_pair[own, _pair(cards[:, x], card)]
        for x, y in ((0, 1), (0, 2), (1, 2)):
            third = np.full(len(hands), card)
            both = rows_of(np.stack([cards[:, x], cards[:, y], third], axis=1))
            won = won + value[own, dealer.of[both]]
        yield int(np.maximum(won, bet.loss_of_folding[hands] * dealers).sum())
        progress((card + 1) / DECK)


def seen_two(bet: MainBet, progress: Progress) -> Iterator[int]:
    """The same for each pair of cards."""
    value, of, dealer = bet.value_of_pairs(), bet.groups[0].of, bet.groups[1]
    by_pair = value @ dealer.holding(2)
    dealers = DECK - 5
    for high in range(1, DECK):
        without = np.flatnonzero(np.not_equal(CARDS, high).all(1))
        for low in range(high):
            hands = without[(CARDS[without] != low).all(1)]
            own = of[hands]
            # The class of the dealer's hand by its third card.
            third = np.array([x for x in range(DECK) if x not in (low, high)])
            class_of = np.zeros(DECK, np.int64)
            hands_seen = np.stack([np.full(50, low), np.full(50, high), third], axis=1)
            class_of[third] = dealer.of[rows_of(hands_seen)]
            won = by_pair[own, pair_number(low, high)]
            for x in range(3):
                won = won - value[own, class_of[CARDS[hands, x]]]
            yield int(np.maximum(won, bet.loss_of_folding[hands] * dealers).sum())
        progress((high + 1) / DECK)


def seen_three(bet: MainBet, progress: Progress) -> Iterator[int]:
    """The same for the whole hand: one decision for each pair of classes."""
    player, dealer = bet.groups
    fold = bet.loss_of_folding[player.example][:, None]
    yield int((pair_ways(player, dealer) * np.maximum(bet.value_of_pairs(), fold)).sum())
    progress(1.0)


def other_boxes(
    bet: MainBet, boxes: int, samples: int, seed: int, progress: Progress = no_progress
) -> InformedEdge:
    """The edge against a player who knows the hands of other boxes, by sampling.

    The error is small: only the gain over the best strategy without that knowledge is sampled, and
    each sample counts all of the dealer's hands.
    """
    rng = np.random.default_rng(seed)
    value, of, classes = bet.value_of_pairs(), bet.groups[0].of, bet.groups[1].of
    mask = np.array(masks())
    gains = np.empty(samples)
    for i in range(samples):
        cards = rng.permutation(DECK)[: 3 * (boxes + 1)]
        row = int(rows_of(np.sort(cards[:3])[None, :])[0])
        used = int(np.bitwise_or.reduce(np.left_shift(np.int64(1), cards)))
        left = classes[mask & used == 0]
        play, fold = value[of[row], left].sum(), bet.loss_of_folding[row] * len(left)
        chosen = play if bet.best[row] else fold
        gains[i] = (max(play, fold) - chosen) / len(left) / bet.scale
        if i % 500 == 0:
            progress(i / samples)
    progress(1.0)
    edge = float(bet.under(bet.best).house_edge) - float(gains.mean())
    error = float(gains.std(ddof=1)) / samples**0.5
    noun = "box" if boxes == 1 else "boxes"
    return InformedEdge(f"the cards of {boxes} other {noun}", edge, None, error, samples)


def _pair(cards: Array, card: int) -> Array:
    return np.asarray(pair_number(np.minimum(cards, card), np.maximum(cards, card)))
