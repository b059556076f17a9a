"""An hour of play on one box: what each bet costs, at a pace and with stakes that are stated."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.language.rulebook import Rules
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.statistics import Distribution
from pitboss.reports.par.terms import HouseTerms

TOGETHER = "All bets together"


@dataclass(frozen=True)
class HourlyBet:
    """A bet that is made every round."""

    title: str
    stakes: dict[str, int]  # Placed before the deal; a wager that follows costs more.
    one_round: Distribution  # The player's net result, in the smallest unit.
    rounds: int

    @property
    def stake(self) -> int:
        return sum(self.stakes.values())

    @property
    def loss(self) -> Fraction:
        """What the player loses in an hour on average; negative if the player has the edge."""
        return -self.one_round.mean * self.rounds

    @property
    def standard_deviation(self) -> float:
        """Of the result of an hour; the hands of different rounds are independent."""
        return self.one_round.standard_deviation * sqrt(self.rounds)


@dataclass(frozen=True)
class Hour:
    """The main bet, each side bet, and all of them together; an envy bonus is not included."""

    rules: Rules
    terms: HouseTerms
    moments: BoxMoments

    @cached_property
    def bets(self) -> list[HourlyBet]:
        rules, main = self.rules, self.rules.rulebook.main
        titles = {main[0]: " + ".join(rules.wager(key).title for key in main)}
        titles |= {
            wager.key: wager.title
            for wager in rules.wagers
            if wager.is_staked and wager.key not in main
        }
        stakes = {key: rules.prices.get(key, self.terms.stake) for key in titles}
        bets = [self._bet(titles[key], {key: stakes[key]}) for key in titles]
        return [*bets, self._bet(TOGETHER, stakes)] if len(bets) > 1 else bets

    def _bet(self, title: str, stakes: dict[str, int]) -> HourlyBet:
        return HourlyBet(title, stakes, self.moments.of_bets(stakes), self.terms.rounds_per_hour)

    @property
    def table_win(self) -> Fraction:
        """What the house wins in an hour on average, with every bet on every box."""
        return self.bets[-1].loss * self.terms.boxes
