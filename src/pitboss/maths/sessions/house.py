"""The house's side of the table: what it wins, how far that may stray, and what bank it needs.

One box is exact. The boxes of one table share the dealer's hand, so they are positively correlated.
Mean and variance of several boxes are exact too (see `box_covariance`). For the rest of the
distribution the boxes are taken as independent, and a normal amount with the missing variance is
added: rare prizes stay as rare as they are, and the bulk becomes as wide as it is. Where boxes are
negatively correlated (by so little that it hardly shows), nothing is subtracted, and the bands are
a little too wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt

import numpy as np

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadBet, BadConfiguration
from pitboss.maths.sessions.box_covariance import Covariance
from pitboss.maths.sessions.convolution import TOO_FINE
from pitboss.maths.sessions.eventual_ruin import adjustment_coefficient
from pitboss.maths.sessions.lattice import Money
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.results import (
    EXACT,
    NORMAL,
    Luck,
    Results,
    SkewedNormal,
    after,
    checked_rounds,
    luck,
)

INDEPENDENT = Covariance(0.0, 0.0)
WIDENED = "boxes apart, with the variance of boxes together"
SMALLEST_WIN = Fraction(1, 10**9)  # Smaller than any result above 0.
LEVELS = (90, 95, 99)  # Per cent of tables within a band.


@dataclass(frozen=True)
class Band:
    """The range of the house's win, and of its actual edge, for a share of all tables."""

    level: int
    low: Fraction
    high: Fraction
    low_edge: float
    high_edge: float


@dataclass(frozen=True)
class Bank:
    """What the house must be able to lose, at an accepted risk of losing more."""

    risk: float
    at_the_end: int  # Of the given number of rounds.
    ever: int | None  # At any time, however long the table stays open; None if no bank suffices.


@dataclass(frozen=True, eq=False)
class HouseResults:
    """What a table brings in so many rounds; a win of the house is positive."""

    players: Results | SkewedNormal
    how: str
    rounds: int
    placed: int  # By all players, before the deals.
    mean: Fraction
    standard_deviation: float

    def __repr__(self) -> str:
        figures = f"mean {float(self.mean):.2f}, standard deviation {self.standard_deviation:.2f}"
        return f"<house's win in {self.rounds:,} rounds: {figures}, {self.how}>"

    @property
    def error(self) -> float | None:
        """No chance is off by more; None where that is not known."""
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
        return self.players.at_least(SMALLEST_WIN)

    def edge(self, win: Money) -> float:
        """A win as a share of what was placed before the deals."""
        return float(Fraction(win) / self.placed)

    def band(self, level: int) -> Band:
        """Centred: as many tables are below the band as above it."""
        beyond = (1 - level / 100) / 2
        low, high = self.quantile(beyond), self.quantile(1 - beyond)
        return Band(level, low, high, self.edge(low), self.edge(high))

    def luck(self, win: Money) -> Luck:
        """How likely such a win of the house is."""
        return luck(self, win, self.how)


@dataclass(frozen=True, eq=False)
class HouseTable:
    """A table with the same bets on each of its boxes."""

    one_round: OneRound
    boxes: int = 1
    shared: Covariance = INDEPENDENT

    def __repr__(self) -> str:
        return f"<table of {self.boxes} boxes, {self.one_round}>"

    def __post_init__(self) -> None:
        if type(self.boxes) is not int or not 1 <= self.boxes <= MOST_BOXES:
            message = (
                f"A table can't have {self.boxes!r} boxes: give a number from 1 to {MOST_BOXES}."
            )
            raise BadConfiguration("session/boxes", message)

    @property
    def house_edge(self) -> Fraction:
        return -self.one_round.results.mean / self.one_round.placed

    @property
    def variance(self) -> float:
        """Of the sum of all boxes in one round."""
        together = self.boxes * (self.boxes - 1) * self.shared.value
        return self.boxes * float(self.one_round.results.variance) + together

    def _missing_variance(self, rounds: int) -> float:
        """What the covariance of boxes adds to the variance of independent ones."""
        return rounds * self.boxes * (self.boxes - 1) * max(self.shared.value, 0.0)

    def after(self, rounds: int) -> HouseResults:
        """What so many rounds bring the house."""
        results = self.one_round.results
        all_rounds = checked_rounds(rounds) * self.boxes
        deviation = sqrt(self.variance * rounds)
        mean = results.mean * all_rounds
        players: Results | SkewedNormal
        how = EXACT if self.boxes == 1 else WIDENED
        try:
            players = after(results, all_rounds, self._missing_variance(rounds))
        except BadBet as error:
            if error.code != TOO_FINE:
                raise
            third = results.skewness * results.standard_deviation**3 * all_rounds
            players, how = SkewedNormal(float(mean), deviation, third / deviation**3), NORMAL
        placed = self.one_round.placed * all_rounds
        return HouseResults(players, how, rounds, placed, -mean, deviation)

    def bank(self, rounds: int, risk: float) -> Bank:
        """The bank that is exceeded with at most this risk."""
        if not 0 < risk < 0.5:
            message = f"A risk of {risk!r} makes no sense: give a number above 0 and below 0.5."
            raise BadConfiguration("session/risk", message)
        end = self.after(rounds).players.quantile(1 - risk)
        return Bank(risk, max(ceil(end), 0), self._bank_for_ever(risk))

    def _bank_for_ever(self, risk: float) -> int | None:
        """By Lundberg's inequality: a bank of b is ever lost with at most exp(-rate × b)."""
        results = self.one_round.results
        if results.mean >= 0:
            return None
        values = np.array([float(value) for value in results.ways])
        if values.max() <= 0:
            return 0
        chances = np.array([n / results.total for n in results.ways.values()])
        shared = (self.boxes - 1) * max(self.shared.value, 0.0)
        rate = adjustment_coefficient(values, chances, lambda rate: shared * rate**2 / 2)
        return ceil(log(1 / risk) / rate)


def periods(rounds_per_hour: int, hours: int) -> dict[str, int]:
    """The rounds of an hour, of a day of so many hours, and of longer periods."""
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
