"""The best decisions of a player who has seen cards besides their own hand.

A card that was turned up by mistake changes what the dealer may hold, and so which hands are worth
playing. Every hand is weighed by itself, against the dealer's hands that its player can't rule out,
and by all of the player's own bets that depend on the decision.
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
from pitboss.maths.odds.completions import Known, tallies_by_hand


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

    Nets are per unit of the opening bet, so that players who differ in its size alone are equal. A
    wager on a fourth card or on all six is not weighed.
    """
    unit = stakes.get(rules.rulebook.main[0], 1)
    weighed = [
        (wager, stakes[wager.placed_wager])
        for wager in rules.wagers
        if wager.placed_wager in stakes
        and wager.reads_decision()
        and not (wager.columns("fourth") or wager.columns("six"))
    ]
    nets = tuple(
        (wager.key, tuple(row.pay.net(stake, jackpot or 0) / unit for row in wager.rows))
        for wager, stake in weighed
    )
    return Informed(seen, nets)


@lru_cache(maxsize=16)
def _plays(rules: Rules, player: Informed) -> Array:
    scale = lcm(*(net.denominator for _, nets in player.nets for net in nets))
    gained = np.zeros(COUNT, object)  # By playing instead of folding; integers of any size.
    for key, nets in player.nets:
        units = np.array([int(net * scale) for net in nets], object)
        play, fold = (
            tallies_by_hand(rules.by_key[key], player.seen, played) for played in (True, False)
        )
        gained += (play - fold).astype(object) @ units
    return np.asarray(gained >= 0, bool)
