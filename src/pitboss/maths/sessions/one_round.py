"""One round of a player's bets: the distribution of its result, and the money it takes.

Pays are exact: before rounding to the chip, and before caps. A jackpot holds the same amount in
every round. Envy is left out, because it depends on other boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.language.rulebook import LARGEST_AMOUNT, Rules
from pitboss.language.stakes import placed_stakes
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.strategy import BEST, Decisions, hands_played, strategy_name


@dataclass(frozen=True, eq=False)
class OneRound:
    """A round with the same bets and the same strategy every time."""

    rules: Rules
    stakes: Mapping[str, int]  # Those placed before the deal.
    plays: Array  # [hand]: whether it plays; every hand does in a game without a decision.
    strategy: str
    jackpot: int
    results: Distribution  # What the player gains or loses, and in how many ways.

    def __repr__(self) -> str:
        bets = " ".join(f"{wager}={stake}" for wager, stake in self.stakes.items())
        return f"<round of {self.rules.key}: {bets}, {self.strategy}>"

    @property
    def placed(self) -> int:
        """The total staked before the deal, of which the house edge is a share."""
        return sum(self.stakes.values())

    @property
    def needs(self) -> int:
        """What a full bet takes: the stakes, and the wagers that playing on requires."""
        follow = (self.stakes.get(w.equals, 0) for w in self.rules.wagers if w.equals)
        return self.placed + sum(follow)


def one_round(
    rules: Rules, stakes: Mapping[str, int], strategy: Decisions = BEST, jackpot: int = 0
) -> OneRound:
    """A round with these stakes before the deal; the wager for playing on is implied.

    `pitboss.maths.odds.strategy` says what a strategy may be.
    """
    before = placed_stakes(rules, stakes)
    if type(jackpot) is not int or not 0 <= jackpot <= LARGEST_AMOUNT:
        message = (
            f"The jackpot can't hold {jackpot!r}: give a whole number up to {LARGEST_AMOUNT:,}."
        )
        raise BadBet("session/jackpot", message)
    decided = hands_played(rules, strategy, before, jackpot)
    box = BoxMoments(rules, decided, jackpot)
    # Wagers without a stake are not counted, because some of them take seconds.
    box.wagers = [wager for wager in box.wagers if wager.placed_wager in before]
    results = box.of_bets(before)
    name = strategy_name(rules, strategy, before)
    return OneRound(rules, before, decided, name, jackpot, results)
