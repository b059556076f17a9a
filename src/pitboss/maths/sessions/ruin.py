"""Risk of ruin: how long a bankroll lasts, and what a loss limit or a win goal does.

A player is ruined who can't make the next full bet: all stakes of a round, and where there is a
decision to take, the wager that playing on asks for as well. A loss limit and a win goal stop the
play after the round in which they are reached, so both may be passed by what one round brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.between import Balances, Between
from pitboss.maths.sessions.kinds import unit_of
from pitboss.maths.sessions.parts import Part
from pitboss.maths.sessions.results import Results, checked_rounds
from pitboss.maths.sessions.walk import Walk

MOST_ROUNDS = 1_000_000  # Every single one of them is looked at.
MOST_BALANCES = 4_096  # Between two limits: where there are more, a walk is quicker.


class Course(Protocol):
    """What became of a session up to its limits, however it was followed."""

    unit: int  # How many units of the parts are one of money.
    error: float
    stopped_low: Array  # [round]: the chance that play stops there after it,
    stopped_high: Array
    low_ends: list[Part]  # and with what.
    high_ends: list[Part]
    playing: list[Part]


@dataclass(frozen=True)
class Limits:
    """Where a player stops, in the smallest unit; None for never."""

    bankroll: int | None = None
    loss_limit: int | None = None
    win_goal: int | None = None

    def __post_init__(self) -> None:
        for what, amount in (
            ("A bankroll", self.bankroll),
            ("A loss limit", self.loss_limit),
            ("A win goal", self.win_goal),
        ):
            if amount is not None and (type(amount) is not int or amount <= 0):
                told = f"{what} of {amount!r} makes no sense: give a whole number above zero."
                raise BadBet("session/limit", told)

    def __bool__(self) -> bool:
        return (self.bankroll, self.loss_limit, self.win_goal) != (None, None, None)

    def ruin(self, needs: int) -> int | None:
        """A balance below this can't make the next bet."""
        return None if self.bankroll is None else needs - self.bankroll

    def low(self, needs: int, unit: int) -> Fraction | None:
        """The greatest balance at which play stops for want of money or for a loss."""
        lows = [] if self.loss_limit is None else [Fraction(-self.loss_limit)]
        ruin = self.ruin(needs)
        if ruin is not None:
            if ruin > 0:
                raise BadBet(
                    "session/bankroll",
                    f"A bankroll of {self.bankroll} can't make the first bet, which needs {needs}.",
                )
            lows.append(ruin - Fraction(1, unit))
        return max(lows, default=None)


@dataclass(frozen=True, eq=False)
class Stopped:
    """How a session with limits ends, when, and with what."""

    one: Distribution
    rounds: int  # At most.
    needs: int
    limits: Limits
    course: Course

    @property
    def error(self) -> float:
        """No probability told is off by more."""
        return self.course.error

    @cached_property
    def results(self) -> Results:
        """What the player goes home with, less what was brought."""
        course = self.course
        ends = (course.low_ends, course.high_ends, course.playing)
        return Results(tuple(part for end in ends for part in end), course.unit, self.error)

    @cached_property
    def chance_ruined(self) -> float:
        """That the next full bet can't be made."""
        ruin = self.limits.ruin(self.needs)
        if ruin is None:
            return 0.0
        ends = Results(tuple(self.course.low_ends), self.course.unit, self.error)
        return ends.at_most(ruin - Fraction(1, self.course.unit)) if ends.parts else 0.0

    @property
    def chance_loss_limit(self) -> float:
        """That the loss limit stops the play, with money enough for another bet."""
        return max(float(self.course.stopped_low.sum()) - self.chance_ruined, 0.0)

    @property
    def chance_win_goal(self) -> float:
        return float(self.course.stopped_high.sum())

    @cached_property
    def chance_all_played(self) -> float:
        """That nothing stops the play before its last round is over."""
        return sum(part.mass for part in self.course.playing)

    @cached_property
    def over_by(self) -> Array:
        """[n]: the chance that play has stopped at a limit after n rounds or before."""
        return np.cumsum(self.course.stopped_low + self.course.stopped_high)

    @cached_property
    def expected_rounds(self) -> float:
        stops = self.course.stopped_low + self.course.stopped_high
        return float(np.arange(self.rounds + 1) @ stops) + self.rounds * self.chance_all_played

    def rounds_quantile(self, share: float) -> int | None:
        """By which round this share of sessions is over; None if it is not by the last."""
        place = int(np.searchsorted(self.over_by, share))
        return place if place <= self.rounds else None


def stopped(one: Distribution, rounds: int, needs: int, limits: Limits) -> Stopped:
    """A session of at most so many rounds, each of which needs so much money on the table."""
    checked_rounds(rounds, MOST_ROUNDS)
    low = limits.low(needs, unit_of(one))
    return Stopped(one, rounds, needs, limits, _course(one, rounds, low, limits.win_goal))


def _course(one: Distribution, rounds: int, low: Fraction | None, high: int | None) -> Course:
    if low is not None and high is not None:
        balances = Balances(one, low, high)
        if balances.places <= MOST_BALANCES:
            return Between(balances, rounds)
    return Walk(one, rounds, low, high)
