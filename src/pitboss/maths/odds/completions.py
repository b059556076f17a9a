"""Completions of a partly known deal, counted exactly, and whether they all decide a bet alike.

A completion deals the rest of the box's hand, of the dealer's hand and the fourth card from the
cards not yet seen; all completions are equally likely. Hands are counted by the classes that a
wager tells apart, as for a whole deck; sets of six cards are counted one by one.

Non-Commission Lucky Three Pictures 5.4 asks whether a bet is conclusively won or lost when a round
breaks off. It has won (lost) if every completion wins (loses) it, by whatever row; a certain push
is neither.
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
from pitboss.language.compiled import Classes, Compiled, CompiledSix
from pitboss.language.pays import Pay
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.counting import Conditions, by_hand, pair_ways

HAND = 3  # Cards of a hand.
WIN, PUSH, LOSS = "win", "push", "loss"
DECIDED = (frozenset({WIN}), frozenset({LOSS}))


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
    """Refuse what can't be known of a deal: duplicate cards, too many cards, too few left."""
    cards, book = known.cards, rules.rulebook
    for card in cards:
        if not 0 <= card < DECK:
            raise BadCards("cards/unknown", f"{card} is not the number of a card, 0 to 51.")
    distinct(cards)
    for whose, held in (("player", known.player), ("dealer", known.dealer)):
        if len(held) > HAND:
            message = f"{len(held)} cards of the {whose}'s are known where a hand has {HAND}."
            raise BadCards("cards/count", message)
    if known.fourth is not None and not book.fourth_card:
        raise BadCards("cards/fourth", f"{book.title} has no fourth card.")
    in_play = len(cards) - len(known.dead)
    left, needed = DECK - len(cards), 2 * HAND + book.fourth_card - in_play
    if left < needed:
        message = f"{needed} cards are still to come and {left} are left: too many have been seen."
        raise BadCards("cards/count", message)
    if played is False and not book.decision:
        raise BadBet("bet/fold", f"Nobody folds in {rules.key}.")


def player_hands(known: Known) -> Array:
    """The hands that the box may have."""
    return holding(known.player, known.elsewhere.union(known.dealer))


def dealer_hands(known: Known) -> Array:
    """The hands that the dealer may have."""
    return holding(known.dealer, known.elsewhere.union(known.player))


def holding(cards: tuple[int, ...], without: frozenset[int]) -> Array:
    """The hands that hold all of these cards and none of those in `without`, as row numbers."""
    included, excluded = (sum(1 << card for card in held) for held in (cards, without))
    return np.flatnonzero((_masks() & included == included) & (_masks() & excluded == 0))


@cache
def _masks() -> Array:
    return np.array(masks())


def tallies(
    wager: Wager, known: Known, played: bool = True, among: Array | None = None
) -> Iterator[Array]:
    """[row]: the number of completions that lead to each row of a wager, in parts; see `summed`.

    Only the cards that the wager reads are told apart, so the total differs between wagers.
    `among` says for each hand whether the player may hold it; None allows all.
    """
    rows = _compiled(Conditions.of(wager))
    if isinstance(rows, CompiledSix):
        assert among is None, "six cards are counted without regard to whose they are"
        for ways in six_card_values(known):
            yield _by_row(wager, rows.table[int(played)], ways)
    elif wager.columns("fourth") and known.fourth is None:
        for card in sorted(set(range(DECK)).difference(known.cards)):
            yield _hands(wager, rows, known._replace(fourth=card), played, among)
    else:
        yield _hands(wager, rows, known, played, among)


def summed(parts: Iterator[Array]) -> list[int]:
    """The sum of such parts."""
    first, *rest = parts
    return [int(n) for n in sum(rest, first)]


@lru_cache(maxsize=64)
def _compiled(conditions: Conditions) -> Compiled | CompiledSix:
    (wager,) = conditions.wagers
    return CompiledSix(wager) if wager.columns("six") else Compiled(wager)


def _hands(wager: Wager, rows: Compiled, known: Known, played: bool, among: Array | None) -> Array:
    """Completions of both hands, counted by class; or by hand where not every hand is allowed."""
    players = player_hands(known)
    if among is not None:
        ways = tallies_by_hand(wager, known, played)
        return np.asarray(ways[players[among[players]]].sum(0))
    of_player, of_dealer, of_fourth = rows.classes
    player, player_classes = _only(of_player, players)
    dealer, dealer_classes = _only(of_dealer, dealer_hands(known))
    table = rows.table[int(played), :, :, of_fourth.of[known.fourth or 0]]
    # The last class of each holds the hands that are impossible.
    ways = pair_ways(player, dealer)[:-1, :-1]
    return _by_row(wager, table[np.ix_(player_classes, dealer_classes)], ways)


def tallies_by_hand(wager: Wager, known: Known, played: bool = True) -> Array:
    """[player's hand, row]: the number of the dealer's hands that lead to each row of a wager.

    For every hand apart from the dealer's known cards, whatever is known of the player's. A hand
    that holds a dead card counts as the player's own, so the dealer does not hold that card either.
    """
    rows = _compiled(Conditions.of(wager))
    assert isinstance(rows, Compiled), "six cards are counted without regard to whose they are"
    of_player, of_dealer, of_fourth = rows.classes
    dealer, dealer_classes = _only(of_dealer, dealer_hands(known))
    table = rows.table[int(played), :, :, of_fourth.of[known.fourth or 0]][:, dealer_classes]
    # The last class of the dealer's holds the hands that are impossible: they have no row.
    none = len(wager.rows)
    values, counts = by_hand(np.c_[table, np.full(len(table), none)], of_player, dealer)
    ways = np.zeros((COUNT, none + 1), np.int64)
    ways[:, values] = counts
    return ways[:, :none]


def _only(classes: Classes, hands: Array) -> tuple[Classes, Array]:
    """The classes of some hands, with all other hands in a last class; and the original classes."""
    present, place = np.unique(classes.of[hands], return_inverse=True)
    of = np.full(COUNT, len(present))
    of[hands] = place
    return Classes(of, np.append(classes.example[present], 0)), present


def _by_row(wager: Wager, rows: Array, ways: Array) -> Array:
    # bincount adds in floating point: exact, since every count is far below 2**53.
    return np.bincount(rows.ravel(), ways.ravel(), len(wager.rows)).astype(np.int64)


def six_card_values(known: Known) -> Iterator[Array]:
    """[value]: how many sets of six cards have each value, in parts; see `summed`.

    It does not matter whose a card is, so the unknown cards are any of those left. A set is split
    into two hands: known cards fill the first hand, and its unknown cards are all lower than those
    of the second. So each set is counted once.
    """
    held = known.player + known.dealer
    in_first, in_second = held[:HAND], held[HAND:]
    first = holding(in_first, known.elsewhere)
    second = holding(in_second, known.elsewhere.union(in_first))
    highest = np.where(np.isin(CARDS[first], in_first), -1, CARDS[first]).max(1)
    lowest = CARDS[second, 0]
    for card in np.unique(highest):
        pairs = first[highest == card][:, None], second[lowest > card][None, :]
        yield np.bincount(six_cards.value(*pairs).ravel(), minlength=six_cards.VALUES)


def outcomes(rules: Rules, wager: str, known: Known, played: bool | None = True) -> frozenset[str]:
    """The kinds of outcome that a staked wager can still have: "win", "push", "loss".

    `played` is None if the player has still to decide: then both decisions count. A wager that is
    not placed if the hand folds neither wins nor loses by the fold: that is a push.
    """
    check(rules, known, played)
    staked = rules.wager(wager)
    kinds = [_kind(row.pay) for row in staked.rows]
    either = played is None and staked.reads_decision()
    reached: set[str] = set()
    for decision in (True, False) if either else (played is not False,):
        for ways in tallies(staked, known, decision):
            reached.update(kinds[row] for row in np.flatnonzero(ways))
            if len(reached) == len(set(kinds)):
                return frozenset(reached)  # No other kind exists.
    return frozenset(reached)


def is_decided(rules: Rules, wager: str, known: Known, played: bool | None = True) -> bool:
    """Whether the bet is certainly won or certainly lost."""
    return outcomes(rules, wager, known, played) in DECIDED


def _kind(pay: Pay) -> str:
    if pay.is_win:
        return WIN
    return LOSS if pay.is_loss else PUSH
