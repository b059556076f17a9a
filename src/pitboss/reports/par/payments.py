"""The largest payments: what a box and a table may cost the house in one round.

The wagers of a box are counted together, so the largest payment to a box is one that a deal really
comes to. For a whole table a bound is given: one deck may not deal every box its best hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import LARGEST_AMOUNT, LARGEST_STAKE, Rules
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.progressive import progressive
from pitboss.maths.odds.wager_odds import count
from pitboss.table.money import winnings


@dataclass(frozen=True)
class Limits:
    """What is posted at the table. Ours, and not the rulebook's: it leaves them to the house."""

    maximum: int = 100_000  # On each wager without a price, in the smallest unit.
    boxes: int = 7
    jackpot: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.maximum <= LARGEST_STAKE:
            told = f"The maximum bet is {self.maximum}: give 1 to {LARGEST_STAKE:,} units."
            raise BadConfiguration("report/maximum", told)
        if not 0 < self.boxes <= MOST_BOXES:
            told = f"{self.boxes} is not a number of boxes: one deck serves 1 to {MOST_BOXES}."
            raise BadConfiguration("report/boxes", told)
        if not 0 <= self.jackpot <= LARGEST_AMOUNT:
            told = f"The jackpot is {self.jackpot}: give 0 to {LARGEST_AMOUNT:,} units."
            raise BadConfiguration("report/jackpot", told)


@dataclass(frozen=True)
class Payments:
    """All in the smallest unit, besides stakes that go back."""

    rules: Rules
    limits: Limits
    moments: BoxMoments

    def stake(self, wager: Wager) -> int:
        """What it pays on, at the posted maximum."""
        return self.rules.prices.get(wager.key, self.limits.maximum)

    def of_row(self, wager: Wager, row: Row) -> int:
        """What one row costs at the posted maximum, caps included."""
        rules = self.rules
        due = winnings(
            row.pay, self.stake(wager), self.limits.jackpot, rules.chip, rules.rounds_up()
        )
        return min([due, *rules.caps.get(wager.key, {}).values()])

    def of_wager(self, wager: Wager) -> tuple[Row, int]:
        """The row that costs most, and what it costs."""
        row = max(wager.rows, key=lambda one: self.of_row(wager, one))
        return row, self.of_row(wager, row)

    def of_box(self) -> tuple[Mapping[str, Row], int]:
        """The deal that costs most with every wager at its maximum, by its rows, and its cost."""
        wagers = self.moments.wagers
        places = np.argwhere(self.moments.joint)
        paid = [[self.of_row(wager, row) for row in wager.rows] for wager in wagers]
        total = [sum(p[i] for p, i in zip(paid, at, strict=True)) for at in places.tolist()]
        most = max(range(len(total)), key=total.__getitem__)
        rows = zip(wagers, places[most].tolist(), strict=True)
        return {wager.key: wager.rows[i] for wager, i in rows}, total[most]

    def of_table(self, wager: Wager) -> int:
        """A bound on what one wager costs over all boxes."""
        boxes = self.limits.boxes
        if wager.envy:
            return progressive(self.rules).largest_envy(boxes, boxes)
        if any(wager.columns(whose) for whose in ("dealer", "six", "fourth")):
            most = boxes * self.of_wager(wager)[1]
        else:
            # It reads the player's hand alone, and a hand is dealt to one box only.
            hands = zip(wager.rows, self._hands(wager), strict=True)
            due = [self.of_row(wager, row) for row, n in hands for _ in range(min(n, boxes))]
            most = sum(sorted(due, reverse=True)[:boxes])
        return min(most, self.rules.caps.get(wager.key, {}).get("round", most))

    def _hands(self, wager: Wager) -> tuple[int, ...]:
        return (
            count(wager) if not wager.reads_decision() else (self.limits.boxes,) * len(wager.rows)
        )

    def whole_table(self) -> int:
        """A bound on what one round costs: of boxes by themselves, or of wagers, the lower."""
        envy = sum(self.of_table(wager) for wager in self.rules.wagers if wager.envy)
        by_wager = sum(self.of_table(wager) for wager in self.moments.wagers)
        return min(self.limits.boxes * self.of_box()[1], by_wager) + envy
