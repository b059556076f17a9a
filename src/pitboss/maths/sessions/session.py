"""The door to sessions: a player's bets on one box, and every question about many rounds of them.

>>> from pitboss import games
>>> evening = games["three-card-poker"].session({"ante": 1000})
>>> found = evening.after(400)
>>> f"{found.chance_ahead:.4f}, {float(found.mean):.2f}, within {found.error < 1e-9}"
'0.3338, -13491.92, within True'
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.language.rulebook import Rules
from pitboss.maths.odds.decisions import BEST, Decisions
from pitboss.maths.sessions.boxes import Covariance, Progress, covariance, nothing_said
from pitboss.maths.sessions.for_ever import ForEver, for_ever
from pitboss.maths.sessions.house import Table
from pitboss.maths.sessions.luck import Luck
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.maths.sessions.results import AfterRounds, after
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
        """See `decisions` for what a strategy may be."""
        self.one: OneRound = one_round(rules, stakes, strategy, jackpot)
        self._shared: Covariance | None = None

    def after(self, rounds: int) -> AfterRounds:
        """What so many rounds come to, all of them played."""
        return after(self.one.results, rounds)

    def stopped(self, rounds: int, limits: Limits) -> Stopped:
        """What at most so many rounds come to, with a bankroll and limits."""
        return stopped(self.one.results, rounds, self.one.needs, limits)

    def for_ever(self, limits: Limits) -> ForEver:
        """What play comes to that only a limit ends."""
        return for_ever(self.one.results, self.one.needs, limits)

    def luck(self, rounds: int, result: int | Fraction) -> Luck:
        """How likely a player's result is; exact, or normal where that is out of reach."""
        found = Table(self.one).after(rounds)
        mirrored = found.luck(-result)
        return Luck(result, mirrored.at_most, mirrored.at_least, mirrored.how, mirrored.error)

    def table(self, boxes: int = 1, progress: Progress = nothing_said) -> Table:
        """The house's side, with these bets on every box."""
        alone = Table(self.one, boxes)
        if boxes == 1:
            return alone
        if self._shared is None:
            self._shared = covariance(self.one, progress)
        return Table(self.one, boxes, self._shared)
