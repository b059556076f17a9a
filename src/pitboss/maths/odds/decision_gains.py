"""What a hand gains by playing instead of folding, exactly, for a player who knows that hand alone.

It is what the exact edge under best play is made of: whoever decides otherwise gives up the gain of
that hand, or its loss.
"""

from __future__ import annotations

from functools import cached_property
from math import lcm

from pitboss.cards.hands import Array
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Stakes, Wager
from pitboss.maths.odds.main_bet import DEALERS, MainBet
from pitboss.maths.odds.rows_by_hand import rows_by_hand

Gains = dict[str, int]  # By wager, the main bet as its first one; in parts of the smallest unit.


class DecisionGains:
    """The gains of every hand; a few array look-ups for each hand that is asked for."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.bet = rules, MainBet(rules)
        self.first = rules.rulebook.main[0]
        self._side = [
            wager
            for wager in rules.wagers
            if wager.reads_decision() and wager.key not in rules.rulebook.main and not wager.envy
        ]
        pays = [row.pay for wager in self._side for row in wager.rows]
        denominators = (part.denominator for pay in pays for part in (pay.stake, pay.meter))
        # In how many parts the smallest unit of money is cut, so that every gain is whole.
        self.parts = DEALERS * lcm(self.bet.scale, *denominators)

    @cached_property
    def _of_main(self) -> Array:
        """[hand]: in units of 1 / (scale × the dealer's hands) of the opening bet."""
        return self.bet.value_of_playing - self.bet.value_of_folding

    def of(self, hand: int, stakes: Stakes, meter: int) -> Gains:
        """What playing gains with these stakes before the decision; negative where folding does."""
        times = self.parts // (DEALERS * self.bet.scale)
        gains = {self.first: int(self._of_main[hand]) * stakes.get(self.first, 0) * times}
        for wager in self._side:
            if wager.placed_wager in stakes:
                gains[wager.key] = self._of_side(wager, hand, stakes[wager.placed_wager], meter)
        return gains

    def _of_side(self, wager: Wager, hand: int, stake: int, meter: int) -> int:
        play, fold = (rows_by_hand(wager, played)[hand] for played in (True, False))
        gained = zip((play - fold).tolist(), wager.rows, strict=True)
        won = sum(n * row.pay.net(stake, meter) for n, row in gained if n)
        return int(won * self.parts) // int(play.sum())
