"""The rows of a wager for every single hand of the player's, by the decision.

A wager may depend on whether the hand plays or folds, and a strategy decides that hand by hand. So
these counts price such a wager under any strategy, and say what a decision does to it.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array
from pitboss.language.compiled import Classes, Compiled, CompiledSix, by_keys, compiled
from pitboss.language.wagers import Wager
from pitboss.maths.odds.completions import Known, tallies_by_hand
from pitboss.maths.odds.counting import Conditions, long_suited_deals, pair_ways

NOTHING_SEEN = Known()


def rows_by_hand(wager: Wager, played: bool, seen: Known = NOTHING_SEEN) -> Array:
    """[player's hand, row]: in how many ways the cards still to come lead to each row.

    Only the cards that the wager reads are told apart: a wager on the player's hand alone has one
    way for each hand. `seen` is what lies face up besides; on all six cards, it must be nothing.
    """
    return _counted(Conditions.of(wager), played, seen)


@lru_cache(maxsize=32)
def _counted(conditions: Conditions, played: bool, seen: Known) -> Array:
    (wager,) = conditions.wagers
    if wager.columns("dealer"):
        return tallies_by_hand(wager, seen, played)
    rows = compiled(wager)
    if isinstance(rows, CompiledSix):
        assert seen == NOTHING_SEEN, "six cards are counted hand by hand for a whole deck only"
        return np.asarray(six_by_hand() @ _indicators(rows.table[int(played)], wager))
    assert isinstance(rows, Compiled)
    of_player, _, of_fourth = rows.classes
    by_card = _indicators(rows.table[int(played), :, 0], wager)
    if not wager.columns("fourth"):
        return np.asarray(by_card[of_player.of, 0])
    ways = _fourth_cards(of_fourth, seen)
    return np.asarray((ways[:, :, None] * by_card[of_player.of]).sum(1))


def _indicators(rows: Array, wager: Wager) -> Array:
    """[…, row]: 1 at the row of each place, and 0 elsewhere."""
    return np.equal(rows[..., None], np.arange(len(wager.rows))).astype(np.int64)


def _fourth_cards(fourth: Classes, seen: Known) -> Array:
    """[hand, class of fourth cards]: how many cards of the class the fourth card may be."""
    if seen.fourth is not None:
        turned = np.arange(len(fourth)) == fourth.of[seen.fourth]
        return np.tile(turned, (COUNT, 1)).astype(np.int64)
    free = np.ones((COUNT, DECK), np.int64)
    free[:, seen.cards] = 0
    free[np.arange(COUNT)[:, None], CARDS] = 0
    return free @ np.equal(fourth.of[:, None], np.arange(len(fourth))).astype(np.int64)


@cache
def six_by_hand() -> Array:
    """[player's hand, value]: with how many of the dealer's hands six cards have that value.

    Both hands are counted by their ranks. A suit matters only in the deals with five or six cards
    of it; those are valued one by one.
    """
    ranked = six_cards.rank_class()
    by_ranks = by_keys(ranked)
    dealers = pair_ways(by_ranks, by_ranks) // by_ranks.sizes()[:, None]
    values = np.arange(six_cards.VALUES)
    by_class = np.stack([(dealers * (six_cards.by_ranks() == value)).sum(1) for value in values], 1)
    counts = by_class[ranked]
    for player, dealer in long_suited_deals():
        plain = six_cards.by_ranks()[ranked[player], ranked[dealer]]
        counts -= _by_hand(player, plain)
        counts += _by_hand(player, six_cards.value(player, dealer))
    return np.asarray(counts)


def _by_hand(player: Array, values: Array) -> Array:
    """[hand, value]: how many deals there are of each."""
    counts = np.bincount(player * six_cards.VALUES + values, minlength=COUNT * six_cards.VALUES)
    return counts.reshape(COUNT, six_cards.VALUES)
