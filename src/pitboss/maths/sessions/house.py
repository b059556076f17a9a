"""The other side of the table: what the house wins, how far that may stray, what bank it takes.

One box is exact. The boxes of one table share the dealer's hand, so they win and lose together
more often than boxes apart. Average and variance of several boxes are exact too (see `boxes`); of
the distribution beyond those, the boxes are taken as apart, and a normal amount with the variance
that is missing is added: rare prizes stay as rare as they are, and the bulk becomes as wide as it
is. Where boxes hang together the other way (by so little that it hardly shows), nothing is taken
off, and the bands are a little too wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt

import numpy as np

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadBet, BadConfiguration
from pitboss.maths.sessions.boxes import Covariance
from pitboss.maths.sessions.for_ever import adjustment
from pitboss.maths.sessions.luck import Luck, luck
from pitboss.maths.sessions.normal import Skewed
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.powers import TOO_FINE
from pitboss.maths.sessions.results import Money, Results, after, checked_rounds

APART = Covariance(0.0, 0.0)
EXACT, WIDENED = "exact", "boxes apart, with the variance of boxes together"
NORMAL = "normal with skewness"
A_LITTLE = Fraction(1, 10**9)  # Less than any result but 0.
LEVELS = (90, 95, 99)  # Per cent of tables that keep within a band.


@dataclass(frozen=True)
class Band:
    """Between what the house's win and the actual edge lie for a share of all tables."""

    level: int
    low: Fraction
    high: Fraction
    low_edge: float
    high_edge: float


@dataclass(frozen=True)
class Bank:
    """What the house must be able to lose, at a given risk of losing more."""

    risk: float
    at_the_end: int  # After so many rounds.
    ever: int | None  # At any time, however long the table stays open; None if no bank will do.


@dataclass(frozen=True, eq=False)
class HouseResults:
    """What a table brings in so many rounds; a win of the house is above 0."""

    players: Results | Skewed
    how: str
    rounds: int
    placed: int  # By all players, before the deals.
    mean: Fraction
    standard_deviation: float

    @property
    def error(self) -> float | None:
        """No chance told is off by more; None where that is not known."""
        return self.players.error if self.how == EXACT else None

    def at_least(self, win: Money) -> float:
        return self.players.at_most(-win)

    def at_most(self, win: Money) -> float:
        return self.players.at_least(-win)

    def quantile(self, share: float) -> Fraction:
        return -self.players.quantile(1 - share)

    @property
    def chance_behind(self) -> float:
        """That the house has lost money."""
        return self.players.at_least(A_LITTLE)

    def edge(self, win: Money) -> float:
        """A win as a share of what was placed before the deals."""
        return float(Fraction(win) / self.placed)

    def band(self, level: int) -> Band:
        """Around the middle: as many tables are below it as above."""
        beyond = (1 - level / 100) / 2
        low, high = self.quantile(beyond), self.quantile(1 - beyond)
        return Band(level, low, high, self.edge(low), self.edge(high))

    def luck(self, win: Money) -> Luck:
        """How likely such a win is, from the house's side."""
        return luck(self, win, self.how)


@dataclass(frozen=True, eq=False)
class Table:
    """A table with the same bets on each of its boxes."""

    one: OneRound
    boxes: int = 1
    shared: Covariance = APART

    def __post_init__(self) -> None:
        if type(self.boxes) is not int or not 1 <= self.boxes <= MOST_BOXES:
            told = f"A table can't have {self.boxes!r} boxes: give a number from 1 to {MOST_BOXES}."
            raise BadConfiguration("session/boxes", told)

    @property
    def house_edge(self) -> Fraction:
        return -self.one.results.mean / self.one.placed

    @property
    def variance(self) -> float:
        """Of what one round brings, from all boxes."""
        together = self.boxes * (self.boxes - 1) * self.shared.value
        return self.boxes * float(self.one.results.variance) + together

    def _widening(self, rounds: int) -> float:
        return rounds * self.boxes * (self.boxes - 1) * max(self.shared.value, 0.0)

    def after(self, rounds: int) -> HouseResults:
        """What so many rounds bring the house."""
        results = self.one.results
        all_rounds = checked_rounds(rounds) * self.boxes
        deviation = sqrt(self.variance * rounds)
        mean = results.mean * all_rounds
        players: Results | Skewed
        how = EXACT if self.boxes == 1 else WIDENED
        try:
            players = after(results, all_rounds, self._widening(rounds))
        except BadBet as error:
            if error.code != TOO_FINE:
                raise
            third = results.skewness * results.standard_deviation**3 * all_rounds
            players, how = Skewed(float(mean), deviation, third / deviation**3), NORMAL
        return HouseResults(players, how, rounds, self.one.placed * all_rounds, -mean, deviation)

    def bank(self, rounds: int, risk: float) -> Bank:
        """What must lie ready so that more is lost with at most this risk."""
        if not 0 < risk < 0.5:
            told = f"A risk of {risk!r} makes no sense: give a number above 0 and below 0.5."
            raise BadConfiguration("session/risk", told)
        end = self.after(rounds).players.quantile(1 - risk)
        return Bank(risk, max(ceil(end), 0), self._bank_for_ever(risk))

    def _bank_for_ever(self, risk: float) -> int | None:
        """By Lundberg's inequality: a bank of b is ever lost with at most exp(-rate × b)."""
        results = self.one.results
        if results.mean >= 0:
            return None
        values = np.array([float(value) for value in results.ways])
        if values.max() <= 0:
            return 0
        chances = np.array([n / results.total for n in results.ways.values()])
        shared = (self.boxes - 1) * max(self.shared.value, 0.0)
        rate = adjustment(values, chances, lambda rate: shared * rate**2 / 2)
        return ceil(log(1 / risk) / rate)


def periods(rounds_per_hour: int, hours: int) -> dict[str, int]:
    """Rounds in an hour, in a day of so many hours, and in many such days."""
    if not 0 < hours <= 24 or not 0 < rounds_per_hour <= 10_000:
        raise BadConfiguration(
            "session/hours",
            f"{rounds_per_hour} rounds an hour for {hours} hours a day make no sense: give 1 to "
            "10,000 rounds and 1 to 24 hours.",
        )
    day = rounds_per_hour * hours
    return {
        "hour": rounds_per_hour,
        "day": day,
        "week": 7 * day,
        "30 days": 30 * day,
        "year": 365 * day,
    }
