"""A simulated table: rules, boxes with their bets and strategies, and the jackpot.

What an outcome wins is exact, as the odds are: before rounding to the chip, and before caps. All
amounts are kept as whole multiples of one unit of the table's, so sums stay exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.decisions import BEST, Decisions, name, plays
from pitboss.maths.odds.stakes import stake_of
from pitboss.maths.simulation.boxes import BoxBets, checked
from pitboss.maths.simulation.exact import chances
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.joint import Joint

LARGEST_RESULT = 2**53  # Of a round, in the table's unit: exact in floating point, too.
BINS = 2048


class Table:
    """Boxes that are bet on alike, round after round."""

    def __init__(
        self,
        rules: Rules,
        boxes: Sequence[BoxBets],
        strategy: Decisions = BEST,
        jackpot: Jackpot | None = None,
    ) -> None:
        self.rules = rules
        self.boxes = checked(rules, boxes)
        has_meter = any(row.pay.meter for wager in rules.wagers for row in wager.rows)
        if jackpot is not None and not has_meter:
            raise BadBet("bet/jackpot", f"There is no jackpot in {rules.key}: leave it out.")
        self.jackpot = jackpot or Jackpot()
        chosen = [strategy if box.strategy is None else box.strategy for box in self.boxes]
        made = {id(one): plays(rules, one) for one in chosen}
        self.strategies = [name(rules, one) for one in chosen]
        self.plays = [made[id(one)] for one in chosen]

    def wagers(self, box: int) -> list[Wager]:
        """The wagers that are on for a box, those that follow from its stakes included."""
        stakes = self.boxes[box].stakes
        return [
            wager
            for wager in self.rules.wagers
            if (self.shared_with(box, wager) if wager.envy else stake_of(wager) in stakes)
        ]

    def shared_with(self, box: int, wager: Wager) -> int:
        """How many payments a hand of a box that others envy brings; 0 where there is no envy."""
        envy = wager.envy
        if envy is None or envy.hit_with not in self.boxes[box].stakes:
            return 0
        readings, holder = self.rules.readings, self.boxes[box].player
        due = [
            other.player
            for other in self.boxes
            if envy.paid_to in other.stakes
            and (envy.hands.under(readings) == "everyone" or other.player != holder)
        ]
        return len(due) if envy.once_per.under(readings) == "wager" else len(set(due))

    @cached_property
    def joints(self) -> list[Joint]:
        """[box]: its table of outcomes; boxes with the same wagers and strategy share it."""
        made: dict[tuple[tuple[str, ...], bytes], Joint] = {}
        found = []
        for box, decisions in enumerate(self.plays):
            wagers = self.wagers(box)
            key = tuple(wager.key for wager in wagers), decisions.tobytes()
            if key not in made:
                made[key] = Joint(wagers, decisions)
            found.append(made[key])
        return found

    def nets(self, box: int, wager: Wager) -> list[Fraction]:
        """[row]: what it wins for bettors, the meter's share apart, in smallest units."""
        if wager.envy:
            times = self.shared_with(box, wager)
            return [Fraction(row.pay.cash * times) for row in wager.rows]
        stake = self.boxes[box].stakes[stake_of(wager)]
        return [row.pay.stake * stake + row.pay.cash for row in wager.rows]

    def staked(self, box: int, wager: Wager) -> list[int]:
        """[row]: what was staked on the wager."""
        if not wager.is_staked:
            return [0] * len(wager.rows)
        stake = self.boxes[box].stakes[stake_of(wager)]
        return [stake if row.pay.staked else 0 for row in wager.rows]

    @cached_property
    def unit(self) -> Fraction:
        """Of which everything that a row wins is a multiple."""
        nets = [
            net
            for box in range(len(self.boxes))
            for wager in self.wagers(box)
            for net in self.nets(box, wager)
        ]
        scale = lcm(*(net.denominator for net in nets))
        return Fraction(gcd(*(int(net * scale) for net in nets)), scale) or Fraction(1)

    def by_outcome(self, box: int, by_row: Mapping[str, Sequence[int]]) -> Array:
        """[outcome]: amounts of the rows of each wager, added up."""
        joint = self.joints[box]
        total = np.zeros(joint.outcomes, np.int64)
        for place, wager in enumerate(joint.wagers):
            total += np.array(by_row[wager.key], np.int64)[joint.rows[:, place]]
        return total

    @cached_property
    def units_won(self) -> list[Array]:
        """[box][outcome]: what bettors win by it, the meter's share apart, in the table's unit."""
        made = []
        for box in range(len(self.boxes)):
            nets = {
                wager.key: [int(net / self.unit) for net in self.nets(box, wager)]
                for wager in self.wagers(box)
            }
            most = sum(max(map(abs, by_row)) for by_row in nets.values())
            if most * len(self.boxes) >= LARGEST_RESULT:
                raise BadBet("bet/amount", "These stakes are too large to simulate: lower them.")
            made.append(self.by_outcome(box, nets))
        return made

    @property
    def fed(self) -> int:
        """What a round puts into the meter."""
        prices = self.rules.prices
        staked = sum(box.stakes[key] for box in self.boxes for key in prices if key in box.stakes)
        return int(self.jackpot.contribution * staked)

    @cached_property
    def bins(self) -> tuple[int, int]:
        """Where the histogram of a round's result begins, and how many powers of two a bin spans.

        Wide enough for four standard deviations either way, were all wagers to win together.
        """
        mean, spread = Fraction(0), 0.0
        for box, decisions in enumerate(self.plays):
            for wager in self.wagers(box):
                odds = chances(self.rules, wager, decisions)
                nets = [net / self.unit for net in self.nets(box, wager)]
                first = sum((p * x for p, x in zip(odds, nets, strict=True)), Fraction(0))
                second = sum((p * x * x for p, x in zip(odds, nets, strict=True)), Fraction(0))
                mean, spread = mean + first, spread + sqrt(second - first**2)
        width = max(ceil(8 * spread / BINS), 1)
        shift = (width - 1).bit_length()
        return int(mean) - (BINS // 2 << shift), shift

    @property
    def special_hands(self) -> float:
        """How many hands a round need a second look, on average."""
        return float(sum(joint.special_share for joint in self.joints))
