"""One round of a player's bets: every result there is, and what must lie on the table for it.

Pays are exact: before rounding to the chip, and before caps. A jackpot holds the same amount in
every round. Envy is left out, for it hangs on other boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.language.rulebook import LARGEST_AMOUNT, Rules
from pitboss.maths.odds.decisions import BEST, Decisions, name, plays
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.stakes import placed, stake_of
from pitboss.maths.odds.statistics import Distribution


@dataclass(frozen=True, eq=False)
class OneRound:
    """A round with the same bets every time, decided in the same way every time."""

    rules: Rules
    stakes: Mapping[str, int]  # Those placed before the deal.
    plays: Array  # [hand]: whether it plays; all do where there is no decision.
    strategy: str
    jackpot: int
    results: Distribution  # What the player gains or loses, and in how many ways.

    @property
    def placed(self) -> int:
        """What is staked before the deal; a house edge is a share of it."""
        return sum(self.stakes.values())

    @property
    def needs(self) -> int:
        """What a full bet takes: the stakes, and those that playing on asks for."""
        follow = (self.stakes.get(w.equals, 0) for w in self.rules.wagers if w.equals)
        return self.placed + sum(follow)


def one_round(
    rules: Rules, stakes: Mapping[str, int], strategy: Decisions = BEST, jackpot: int = 0
) -> OneRound:
    """Bets by wager, the stakes before the deal; what playing on asks for is implied.

    `decisions` tells what a strategy may be.
    """
    before = placed(rules, stakes)
    if type(jackpot) is not int or not 0 <= jackpot <= LARGEST_AMOUNT:
        raise BadBet("session/jackpot", f"The jackpot can't hold {jackpot!r}.")
    decided = plays(rules, strategy)
    box = BoxMoments(rules, decided, jackpot)
    # What is not bet is not counted: some wagers take seconds.
    box.wagers = [wager for wager in box.wagers if stake_of(wager) in before]
    results = box.of_bets(before)
    return OneRound(rules, before, decided, name(rules, strategy), jackpot, results)
