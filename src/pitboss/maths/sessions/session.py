"""The entry point to sessions: a player's bets on one box, and what many rounds of them come to.

>>> from pitboss import games
>>> evening = games["three-card-poker"].session({"ante": 1000})
>>> results = evening.after(400)
>>> f"{results.chance_ahead:.4f}, {float(results.mean):.2f}, exact: {results.error < 1e-9}"
'0.3338, -13491.92, exact: True'
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.language.rulebook import Rules
from pitboss.maths.odds.strategy import BEST, Decisions
from pitboss.maths.sessions.box_covariance import Covariance, Progress, covariance, no_progress
from pitboss.maths.sessions.eventual_ruin import ForEver, for_ever
from pitboss.maths.sessions.house import HouseTable
from pitboss.maths.sessions.lattice import Money
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.maths.sessions.results import AfterRounds, Luck, after
from pitboss.maths.sessions.ruin import Limits, Stopped, stopped


class Session:
    """The same bets on one box, round after round."""

    def __init__(
        self,
        rules: Rules,
        stakes: Mapping[str, int],
        strategy: Decisions = BEST,
        jackpot: int = 0,
    ) -> None:
        """`pitboss.maths.odds.strategy` says what a strategy may be."""
        self.one_round: OneRound = one_round(rules, stakes, strategy, jackpot)
        self._shared: Covariance | None = None

    def __repr__(self) -> str:
        return f"<session of {self.one_round}>"

    def after(self, rounds: int) -> AfterRounds:
        """The result of so many rounds, all of them played."""
        return after(self.one_round.results, rounds)

    def stopped(self, rounds: int, limits: Limits) -> Stopped:
        """The result of at most so many rounds, with a bankroll or limits."""
        return stopped(self.one_round.results, rounds, self.one_round.needs, limits)

    def for_ever(self, limits: Limits) -> ForEver:
        """The outcome of play that only a limit ends."""
        return for_ever(self.one_round.results, self.one_round.needs, limits)

    def luck(self, rounds: int, result: Money) -> Luck:
        """How likely a player's result is; exact, or normal where that takes too much."""
        mirrored = HouseTable(self.one_round).after(rounds).luck(-result)
        return Luck(result, mirrored.at_most, mirrored.at_least, mirrored.how, mirrored.error)

    def table(self, boxes: int = 1, progress: Progress = no_progress) -> HouseTable:
        """The house's side, with these bets on every box."""
        table = HouseTable(self.one_round, boxes)
        if boxes == 1:
            return table
        if self._shared is None:
            self._shared = covariance(self.one_round, progress)
        return HouseTable(self.one_round, boxes, self._shared)
