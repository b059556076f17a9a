"""The best decisions of a player who weighs all of their bets, and every card they have seen.

A side bet that is lost on a fold makes weak hands worth playing. A card that was turned up by
mistake changes what the dealer may hold. Every hand is weighed by itself, against the cards that
its player can't rule out, and by all of the player's own bets that depend on the decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.rows_by_hand import rows_by_hand


class Informed(NamedTuple):
    """A player who decides with these cards in view: hashable, so that figures can be cached."""

    seen: Known  # What lies face up for everybody; the player's own hand is not part of it.
    nets: tuple[tuple[str, tuple[Fraction, ...]], ...]  # By wager that depends on the decision.

    def plays(self, rules: Rules) -> Array:
        """[hand]: whether playing is worth at least as much as folding.

        A hand may hold one of the dead cards: it is the player's own that was turned up.
        """
        return _plays(rules, self)


def informed(rules: Rules, stakes: Mapping[str, int], jackpot: int | None, seen: Known) -> Informed:
    """The player with these stakes on a box, once these cards have been seen.

    Nets are per unit of the opening bet, so that players who differ in its size alone are equal.
    Once cards have been seen, a wager on all six is not weighed.
    """
    unit = stakes.get(rules.rulebook.main[0], 1)
    weighed = [
        (wager, stakes[wager.placed_wager])
        for wager in rules.wagers
        if wager.placed_wager in stakes
        and wager.reads_decision()
        and not (wager.columns("six") and seen.cards)
    ]
    nets = tuple(
        (wager.key, tuple(row.pay.net(stake, jackpot or 0) / unit for row in wager.rows))
        for wager, stake in weighed
    )
    return Informed(seen, nets)


@lru_cache(maxsize=16)
def _plays(rules: Rules, player: Informed) -> Array:
    scale = lcm(*(net.denominator for _, nets in player.nets for net in nets))
    gains = []  # By wager, [hand]: in all ways, by playing instead of folding; of any size.
    ways = []  # By wager, [hand]: how many there are of the cards that the wager reads.
    for key, nets in player.nets:
        units = np.array([int(net * scale) for net in nets], object)
        play, fold = (
            rows_by_hand(rules.by_key[key], played, player.seen) for played in (True, False)
        )
        gains.append((play - fold).astype(object) @ units)
        ways.append(play.sum(1))
    # One unit for wagers that read different cards.
    ways = [np.maximum(n, 1) for n in ways]  # Some hands can't be dealt with the cards seen.
    common = np.lcm.reduce([np.ones(COUNT, np.int64), *ways])
    gained = np.zeros(COUNT, object)
    for gain, n in zip(gains, ways, strict=True):
        gained += gain * (common // n).astype(object)
    return np.asarray(gained >= 0, bool)
