"""A simulated table: rules, boxes with their bets and strategies, and the jackpot.

What an outcome wins is exact, as the odds are: before rounding to the chip, and before caps. All
amounts are whole multiples of one unit of the table, so sums stay exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm, sqrt

import numpy as np

from pitboss.cards.deck import MOST_BOXES
from pitboss.cards.hands import Array
from pitboss.errors import BadBet, BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.language.stakes import placed_stakes
from pitboss.language.wagers import Wager
from pitboss.maths.odds.strategy import BEST, Decisions, hands_played, strategy_name
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.joint_table import JointTable
from pitboss.maths.simulation.standard_errors import chances

LARGEST_RESULT = 2**53  # Of a round, in the table's unit: exact in floating point as well.
BINS = 2048


@dataclass(frozen=True)
class BoxBets:
    """One player's bets on a box, the same in every round."""

    stakes: Mapping[str, int]
    strategy: Decisions | None = None  # None: the table's.
    player: str = ""  # Boxes with the same name are one person's; an unnamed box is another's.


def checked_boxes(rules: Rules, boxes: Sequence[BoxBets]) -> tuple[BoxBets, ...]:
    """The boxes with a player each, and with stakes that the rules accept."""
    if not 1 <= len(boxes) <= MOST_BOXES:
        message = f"One deck deals to 1 to {MOST_BOXES} boxes, not {len(boxes)}."
        raise BadConfiguration("simulation/boxes", message)
    return tuple(
        BoxBets(
            placed_stakes(rules, box.stakes, f" on box {number}"),
            box.strategy,
            box.player or f"box {number}",
        )
        for number, box in enumerate(boxes, 1)
    )


class SimulatedTable:
    """Boxes with the same bets in every round."""

    def __init__(
        self,
        rules: Rules,
        boxes: Sequence[BoxBets],
        strategy: Decisions = BEST,
        jackpot: Jackpot | None = None,
    ) -> None:
        self.rules = rules
        self.boxes = checked_boxes(rules, boxes)
        if jackpot is not None and not rules.has_jackpot:
            raise BadBet("bet/jackpot", f"There is no jackpot in {rules.key}: leave it out.")
        self.jackpot = jackpot or Jackpot()
        chosen = [strategy if box.strategy is None else box.strategy for box in self.boxes]
        self.strategies = [
            strategy_name(rules, decisions, box.stakes)
            for box, decisions in zip(self.boxes, chosen, strict=True)
        ]
        self.plays = list(self._decided(chosen))

    def _decided(self, chosen: Sequence[Decisions]) -> Iterator[Array]:
        """[hand] for each box: whether it plays; boxes with the same bets and strategy share it."""
        known: dict[tuple[int, frozenset[tuple[str, int]]], Array] = {}
        for box, decisions in zip(self.boxes, chosen, strict=True):
            key = id(decisions), frozenset(box.stakes.items())
            if key not in known:
                known[key] = hands_played(self.rules, decisions, box.stakes, self.jackpot.start)
            yield known[key]

    def wagers(self, box: int) -> list[Wager]:
        """The wagers that are on for a box, including those that follow from its stakes."""
        stakes = self.boxes[box].stakes
        return [
            wager
            for wager in self.rules.wagers
            if (self.envy_payments(box, wager) if wager.envy else wager.placed_wager in stakes)
        ]

    def envy_payments(self, box: int, wager: Wager) -> int:
        """How many envy payments a winning hand of a box causes; 0 for wagers without envy."""
        if wager.envy is None:
            return 0
        bets = {number: {other.player: other.stakes} for number, other in enumerate(self.boxes)}
        return sum(1 for _ in wager.envy.recipients(self.rules.readings, bets, box))

    @cached_property
    def joints(self) -> list[JointTable]:
        """[box]: its joint table; boxes with the same wagers and strategy share it."""
        distinct: dict[tuple[tuple[str, ...], bytes], JointTable] = {}
        by_box = []
        for box, decisions in enumerate(self.plays):
            wagers = self.wagers(box)
            key = tuple(wager.key for wager in wagers), decisions.tobytes()
            if key not in distinct:
                distinct[key] = JointTable(wagers, decisions)
            by_box.append(distinct[key])
        return by_box

    def nets(self, box: int, wager: Wager) -> list[Fraction]:
        """[row]: what it wins for bettors in smallest units, without the meter's share."""
        if wager.envy:
            times = self.envy_payments(box, wager)
            return [Fraction(row.pay.cash * times) for row in wager.rows]
        stake = self.boxes[box].stakes[wager.placed_wager]
        return [row.pay.stake * stake + row.pay.cash for row in wager.rows]

    def staked(self, box: int, wager: Wager) -> list[int]:
        """[row]: what was staked on the wager."""
        if not wager.is_staked:
            return [0] * len(wager.rows)
        stake = self.boxes[box].stakes[wager.placed_wager]
        return [stake if row.pay.staked else 0 for row in wager.rows]

    @cached_property
    def unit(self) -> Fraction:
        """The greatest amount of which every net is a multiple."""
        nets = [
            net
            for box in range(len(self.boxes))
            for wager in self.wagers(box)
            for net in self.nets(box, wager)
        ]
        scale = lcm(*(net.denominator for net in nets))
        return Fraction(gcd(*(int(net * scale) for net in nets)), scale) or Fraction(1)

    def by_outcome(self, box: int, by_row: Mapping[str, Sequence[int]]) -> Array:
        """[outcome]: amounts by row of each wager, added up."""
        joint = self.joints[box]
        total = np.zeros(joint.outcomes, np.int64)
        for place, wager in enumerate(joint.wagers):
            total += np.array(by_row[wager.key], np.int64)[joint.rows[:, place]]
        return total

    @cached_property
    def units_won(self) -> list[Array]:
        """[box][outcome]: what bettors win in the table's unit, without the meter's share."""
        by_box = []
        for box in range(len(self.boxes)):
            nets = {
                wager.key: [int(net / self.unit) for net in self.nets(box, wager)]
                for wager in self.wagers(box)
            }
            most = sum(max(map(abs, by_row)) for by_row in nets.values())
            if most * len(self.boxes) >= LARGEST_RESULT:
                raise BadBet("bet/amount", "These stakes are too large to simulate: lower them.")
            by_box.append(self.by_outcome(box, nets))
        return by_box

    @property
    def fed(self) -> int:
        """What a round adds to the meter."""
        prices = self.rules.prices
        staked = sum(box.stakes[key] for box in self.boxes for key in prices if key in box.stakes)
        return int(self.jackpot.contribution * staked)

    @cached_property
    def bins(self) -> tuple[int, int]:
        """The start of the histogram of a round's result, and the bin width as a power of two.

        It spans four standard deviations on either side, if all wagers won together.
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
        """How many hands per round may reach a special row, on average."""
        return float(sum(joint.special_share for joint in self.joints))
