"""What a configuration should come to: exact edges, under best play, and how far luck reaches.

The variance of a wager over many rounds counts the boxes of one round together: they share the
dealer's hand and the fourth card, so their results are correlated. Given what they share, they are
taken as independent, as in `maths.simulation.standard_errors`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from pitboss.language.wagers import Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.maths.simulation.standard_errors import RowValue, conditional_chances, variance
from pitboss.play import Setup


class Spread(NamedTuple):
    """Of a wager's net result per unit staked."""

    variance: float
    covariance: float  # Of two boxes in one round.

    def of_win(self, box_squares: float, round_squares: float) -> float:
        """The standard deviation of the house's win, from the squares of the stakes."""
        own = max(self.variance - self.covariance, 0.0)
        return sqrt(max(own * box_squares + self.covariance * round_squares, 0.0))


class ExactEdges:
    """One configuration."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.rules = setup, setup.rules
        self._spreads: dict[tuple[str, int], Spread] = {}

    @cached_property
    def odds(self) -> GameOdds:
        return GameOdds(self.rules)

    @cached_property
    def decides(self) -> bool:
        return self.rules.rulebook.decision

    def belongs_to_main(self, wager: str) -> bool:
        """Whether a decision makes it one bet with others: the Ante, the Play, the Ante Bonus."""
        return self.decides and wager in self.rules.rulebook.main

    def _odds_of(self, wager: Wager, meter: int) -> WagerOdds:
        odds = self.odds[wager.key]
        return WagerOdds(wager, odds.ways, odds.price, meter) if wager.has_jackpot else odds

    def edge(self, key: str, meter: int = 0) -> Fraction | None:
        """Per unit staked on the wager; None where nothing is staked."""
        wager = self.rules.wager(key)
        return self._odds_of(wager, meter).house_edge if wager.is_staked else None

    def spread(self, key: str, meter: int = 0) -> Spread:
        wager = self.rules.wager(key)
        spread = self._spreads.get((key, meter))
        if spread is None:
            spread = self._spreads[key, meter] = self._spread(wager, self._odds_of(wager, meter))
        return spread

    def _spread(self, wager: Wager, odds: WagerOdds) -> Spread:
        conditional = conditional_chances(wager, self.odds.strategy.plays)
        is_staked = np.array([row.pay.staked for row in wager.rows])
        staked = conditional.chances * is_staked
        if_staked = conditional._replace(chances=staked / staked.sum(1, keepdims=True))
        value = RowValue(if_staked, np.array([float(odds.net(row.pay)) for row in wager.rows]))
        # A price may be paid back many times over: the exact variance, and the shared part of it.
        shared = (variance([value, value]) - 2 * variance([value])) / 2
        return Spread(float(odds.results.variance), max(shared, 0.0))

    def expected_win(self, handles: dict[str, int], meters: dict[str, Fraction]) -> Fraction | None:
        """What the house should win on these handles under best play, envy apart.

        The wagers of a decision are one bet, worth its edge on the Ante: how much follows on the
        Play is up to the player.
        """
        total = Fraction(0)
        for key, handle in handles.items():
            wager = self.rules.wager(key)
            if self.belongs_to_main(key):
                if key == self.rules.rulebook.main[0]:
                    total += self.odds.main.house_edge * handle
            elif wager.has_jackpot:
                total += _at_meter(self._odds_of(wager, 0), meters.get(key, Fraction(0))) * handle
            elif wager.is_staked:
                total += self.odds[key].house_edge * handle
        return total


def _at_meter(odds: WagerOdds, meter: Fraction) -> Fraction:
    """The edge at an average meter: each unit on it costs its share of the hits."""
    rows = zip(odds.wager.rows, odds.ways, strict=True)
    share = sum((row.pay.meter * n for row, n in rows), Fraction(0)) / odds.deals
    return odds.house_edge - share * meter / odds.price
