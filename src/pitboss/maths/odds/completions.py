"""What the cards that are known leave open: every completion of a deal, counted.

A completion gives the box its hand, the dealer theirs and the table its fourth card, all from the
cards not seen yet, and every completion is equally likely. Hands are counted by the classes that a
wager tells apart, as they are for a whole deck; sets of six cards are looked at one by one. So
whatever is known, the answer is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK, distinct
from pitboss.cards.hands import CARDS, COUNT, Array, masks
from pitboss.errors import BadBet, BadCards
from pitboss.language.classes import Classes
from pitboss.language.compiled import Compiled, CompiledSix
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.conditions import Conditions
from pitboss.maths.odds.counting import pair_ways

HAND = 3  # Cards of a hand.


class Known(NamedTuple):
    """What is known of the cards of one box against the dealer."""

    player: tuple[int, ...] = ()  # Up to three cards of the box's hand.
    dealer: tuple[int, ...] = ()  # Up to three cards of the dealer's hand.
    fourth: int | None = None  # The community card, in games that have one.
    dead: frozenset[int] = frozenset()  # Cards seen elsewhere: other boxes', exposed ones.

    @property
    def elsewhere(self) -> frozenset[int]:
        """Cards that are in neither hand for certain."""
        return self.dead if self.fourth is None else self.dead | {self.fourth}

    @property
    def cards(self) -> list[int]:
        """Every card that has been seen, as often as it is said to have been."""
        fourth = [] if self.fourth is None else [self.fourth]
        return [*self.player, *self.dealer, *fourth, *sorted(self.dead)]


def check(rules: Rules, known: Known, played: bool | None = True) -> None:
    """Refuse what can't be known of a deal: a card twice, too many cards, too few left."""
    cards, book = known.cards, rules.rulebook
    for card in cards:
        if not 0 <= card < DECK:
            raise BadCards("cards/unknown", f"{card} is not the number of a card, 0 to 51.")
    distinct(cards)
    for whose, held in (("player", known.player), ("dealer", known.dealer)):
        if len(held) > HAND:
            told = f"{len(held)} cards of the {whose}'s are known where a hand has {HAND}."
            raise BadCards("cards/count", told)
    if known.fourth is not None and not book.fourth_card:
        raise BadCards("cards/fourth", f"{book.title} has no fourth card.")
    in_play = len(cards) - len(known.dead)
    left, needed = DECK - len(cards), 2 * HAND + book.fourth_card - in_play
    if left < needed:
        told = f"{needed} cards are still to come and {left} are left: too many have been seen."
        raise BadCards("cards/count", told)
    if played is False and not book.decision:
        raise BadBet("bet/fold", f"Nobody folds in {rules.key}.")


def player_hands(known: Known) -> Array:
    """The hands that the box may turn out to have."""
    return holding(known.player, known.elsewhere.union(known.dealer))


def dealer_hands(known: Known) -> Array:
    """The hands that the dealer may turn out to have."""
    return holding(known.dealer, known.elsewhere.union(known.player))


def holding(cards: tuple[int, ...], without: frozenset[int]) -> Array:
    """The hands that hold all of these cards and none of the others, as row numbers."""
    own, others = (sum(1 << card for card in some) for some in (cards, without))
    return np.flatnonzero((_masks() & own == own) & (_masks() & others == 0))


@cache
def _masks() -> Array:
    return np.array(masks())


def tallies(
    wager: Wager, known: Known, played: bool = True, among: Array | None = None
) -> Iterator[Array]:
    """[row]: in how many completions each row of a wager comes about, in parts to be added up.

    Only what the wager reads is told apart, so the parts' total differs from wager to wager.
    `among` says, hand by hand, which hands of the player's count, where not all of them do.
    """
    rows = _compiled(Conditions.of(wager))
    if isinstance(rows, CompiledSix):
        assert among is None, "six cards are counted whosever they are"
        for ways in six_card_values(known):
            yield _by_row(wager, rows.table, ways)
    elif wager.columns("fourth") and known.fourth is None:
        for card in sorted(set(range(DECK)).difference(known.cards)):
            yield _hands(wager, rows, known._replace(fourth=card), played, among)
    else:
        yield _hands(wager, rows, known, played, among)


@lru_cache(maxsize=64)
def _compiled(conditions: Conditions) -> Compiled | CompiledSix:
    (wager,) = conditions.wagers
    return CompiledSix(wager) if wager.columns("six") else Compiled(wager)


def _hands(wager: Wager, rows: Compiled, known: Known, played: bool, among: Array | None) -> Array:
    """Both hands together, counted by class."""
    own, theirs = player_hands(known), dealer_hands(known)
    if among is not None:
        own = own[among[own]]
    of_player, of_dealer, of_fourth = rows.classes
    player, own_classes = _only(of_player, own)
    dealer, their_classes = _only(of_dealer, theirs)
    table = rows.table[int(played), :, :, of_fourth.of[known.fourth or 0]]
    # The last class of either is of hands that can't be.
    ways = pair_ways(player, dealer)[:-1, :-1]
    return _by_row(wager, table[np.ix_(own_classes, their_classes)], ways)


def _only(classes: Classes, hands: Array) -> tuple[Classes, Array]:
    """Some hands by class, all others in one more class at the end; and which classes those are."""
    there, place = np.unique(classes.of[hands], return_inverse=True)
    of = np.full(COUNT, len(there))
    of[hands] = place
    return Classes(of, np.append(classes.example[there], 0)), there


def _by_row(wager: Wager, rows: Array, ways: Array) -> Array:
    # In floating point within; every number stays far below 2**53, where integers are exact.
    return np.bincount(rows.ravel(), ways.ravel(), len(wager.rows)).astype(np.int64)


def six_card_values(known: Known) -> Iterator[Array]:
    """[value]: how many sets of six cards have each value, in parts to be added up.

    Whose a card is does not matter, so the unknown ones are any of those left. Two hands stand for
    a set: the known cards fill up the first, and its unknown cards are lower than the second's, so
    that each set is met once.
    """
    held = known.player + known.dealer
    first, second = held[:HAND], held[HAND:]
    one = holding(first, known.elsewhere)  # The second holds known cards if the first is full.
    two = holding(second, known.elsewhere.union(first))
    highest = np.where(np.isin(CARDS[one], first), -1, CARDS[one]).max(1)
    lowest = CARDS[two, 0]
    for card in np.unique(highest):
        made = six_cards.value(one[highest == card][:, None], two[lowest > card][None, :])
        yield np.bincount(made.ravel(), minlength=six_cards.VALUES)
