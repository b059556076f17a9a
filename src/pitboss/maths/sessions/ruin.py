"""Risk of ruin: how long a bankroll lasts, and what a loss limit or a win goal changes.

A player is ruined who cannot make the next full bet: all stakes of a round and, in a game with a
decision, the wager that playing on requires. A loss limit and a win goal stop play after the round
in which they are reached, so one round may carry the result past them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.language.pays import money
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.absorbing_chain import AbsorbingChain, Balances
from pitboss.maths.sessions.absorbing_walk import AbsorbingWalk
from pitboss.maths.sessions.lattice import Lattice
from pitboss.maths.sessions.prize_tiers import unit_of
from pitboss.maths.sessions.results import Results, checked_rounds

MOST_ROUNDS = 1_000_000  # The chance of a stop is kept for every single round.
MOST_BALANCES = 4_096  # Between two limits; with more of them, a walk is faster than a chain.


class Course(Protocol):
    """How sessions run up to their limits, whichever algorithm followed them."""

    unit: int  # How many units of the lattices make one of money.
    error: float
    stopped_low: Array  # [round]: the chance that play stops at the lower limit after it.
    stopped_high: Array
    low_ends: list[Lattice]  # The final balances of sessions that stopped there.
    high_ends: list[Lattice]
    playing: list[Lattice]  # The balances of sessions that no limit has stopped.


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
                shown = money(amount) if type(amount) is int else repr(amount)
                message = f"{what} of {shown} makes no sense: give an amount above zero."
                raise BadBet("session/limit", message)

    def __bool__(self) -> bool:
        return (self.bankroll, self.loss_limit, self.win_goal) != (None, None, None)

    def ruin(self, needs: int) -> int | None:
        """A balance below this cannot make the next bet."""
        return None if self.bankroll is None else needs - self.bankroll

    def low(self, needs: int, unit: int) -> Fraction | None:
        """The highest balance at which ruin or the loss limit stops play."""
        lows = [] if self.loss_limit is None else [Fraction(-self.loss_limit)]
        ruin = self.ruin(needs)
        if ruin is not None:
            if ruin > 0:
                bankroll, first = money(needs - ruin), money(needs)
                message = f"A bankroll of {bankroll} can't make the first bet, which needs {first}."
                raise BadBet("session/bankroll", message)
            lows.append(ruin - Fraction(1, unit))
        return max(lows, default=None)


@dataclass(frozen=True, eq=False)
class Stopped:
    """How a session with limits ends, when, and with what result."""

    round_results: Distribution
    rounds: int  # At most.
    needs: int
    limits: Limits
    course: Course

    def __repr__(self) -> str:
        chances = f"ruined {self.chance_ruined:.4%}, win goal {self.chance_win_goal:.4%}"
        return f"<session of at most {self.rounds:,} rounds: {chances}>"

    @property
    def error(self) -> float:
        """No probability is off by more."""
        return self.course.error

    @cached_property
    def results(self) -> Results:
        """What the player takes home, minus the bankroll."""
        course = self.course
        ends = (course.low_ends, course.high_ends, course.playing)
        return Results(tuple(part for end in ends for part in end), course.unit, self.error)

    @cached_property
    def chance_ruined(self) -> float:
        """That the next full bet cannot be made."""
        ruin = self.limits.ruin(self.needs)
        if ruin is None:
            return 0.0
        ends = Results(tuple(self.course.low_ends), self.course.unit, self.error)
        return ends.at_most(ruin - Fraction(1, self.course.unit)) if ends.parts else 0.0

    @property
    def chance_loss_limit(self) -> float:
        """That the loss limit stops play, with enough money left for another bet."""
        return max(float(self.course.stopped_low.sum()) - self.chance_ruined, 0.0)

    @property
    def chance_win_goal(self) -> float:
        return float(self.course.stopped_high.sum())

    @cached_property
    def chance_all_played(self) -> float:
        """That nothing stops play before the last round is over."""
        return sum(part.mass for part in self.course.playing)

    @cached_property
    def over_by(self) -> Array:
        """[n]: the chance that a limit has stopped play after n rounds or earlier."""
        return np.cumsum(self.course.stopped_low + self.course.stopped_high)

    @cached_property
    def expected_rounds(self) -> float:
        stops = self.course.stopped_low + self.course.stopped_high
        return float(np.arange(self.rounds + 1) @ stops) + self.rounds * self.chance_all_played

    def rounds_quantile(self, share: float) -> int | None:
        """The round by which this share of sessions is over; None if it is not by the last."""
        place = int(np.searchsorted(self.over_by, share))
        return place if place <= self.rounds else None


def stopped(round_results: Distribution, rounds: int, needs: int, limits: Limits) -> Stopped:
    """A session of at most so many rounds, each of which takes `needs` on the table."""
    checked_rounds(rounds, MOST_ROUNDS)
    low = limits.low(needs, unit_of(round_results))
    course = _course(round_results, rounds, low, limits.win_goal)
    return Stopped(round_results, rounds, needs, limits, course)


def _course(
    round_results: Distribution, rounds: int, low: Fraction | None, high: int | None
) -> Course:
    if low is not None and high is not None:
        balances = Balances(round_results, low, high)
        if balances.points <= MOST_BALANCES:
            return AbsorbingChain(balances, rounds)
    return AbsorbingWalk(round_results, rounds, low, high)
