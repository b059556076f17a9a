"""The largest payments: what a box and a table may cost the house in one round.

The wagers of a box are counted jointly, so the largest payment to a box is one that some deal
really causes. For a whole table only a bound is given: one deck may not be able to deal every box
its best hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.progressive import progressive
from pitboss.maths.odds.wager_odds import count
from pitboss.reports.par.terms import HouseTerms
from pitboss.table.money import winnings


@dataclass(frozen=True)
class Payments:
    """Largest payments in the smallest unit; stakes that are handed back are not included."""

    rules: Rules
    terms: HouseTerms
    moments: BoxMoments

    def stake(self, wager: Wager) -> int:
        """The largest stake: the price of the wager or the posted maximum."""
        return self.rules.prices.get(wager.key, self.terms.maximum)

    def of_row(self, wager: Wager, row: Row) -> int:
        """What a row pays on the largest stake, after caps."""
        rules = self.rules
        payment = winnings(
            row.pay, self.stake(wager), self.terms.jackpot, rules.chip, rules.rounds_up()
        )
        return min([payment, *rules.caps.get(wager.key, {}).values()])

    def of_wager(self, wager: Wager) -> tuple[Row, int]:
        """The row that pays most, and what it pays."""
        row = max(wager.rows, key=lambda row: self.of_row(wager, row))
        return row, self.of_row(wager, row)

    def of_box(self) -> tuple[Mapping[str, Row], int]:
        """The most expensive deal with all wagers at their largest stake: its rows and its cost."""
        wagers = self.moments.wagers
        deals = np.argwhere(self.moments.joint).tolist()
        payments = [[self.of_row(wager, row) for row in wager.rows] for wager in wagers]
        totals = [
            sum(by_row[i] for by_row, i in zip(payments, rows, strict=True)) for rows in deals
        ]
        most = max(range(len(totals)), key=totals.__getitem__)
        pairs = zip(wagers, deals[most], strict=True)
        return {wager.key: wager.rows[i] for wager, i in pairs}, totals[most]

    def of_table(self, wager: Wager) -> int:
        """A bound on what one wager pays over all boxes."""
        boxes = self.terms.boxes
        if wager.envy:
            return progressive(self.rules).largest_envy(boxes, boxes)
        if any(wager.columns(whose) for whose in ("dealer", "six", "fourth")):
            most = boxes * self.of_wager(wager)[1]
        else:
            # It reads the player's hand alone, and each hand is dealt to one box at most.
            hands = zip(wager.rows, self._hands(wager), strict=True)
            payments = [self.of_row(wager, row) for row, n in hands for _ in range(min(n, boxes))]
            most = sum(sorted(payments, reverse=True)[:boxes])
        return min(most, self.rules.caps.get(wager.key, {}).get("round", most))

    def _hands(self, wager: Wager) -> tuple[int, ...]:
        return count(wager) if not wager.reads_decision() else (self.terms.boxes,) * len(wager.rows)

    def whole_table(self) -> int:
        """A bound on what one round pays: the sum over boxes or over wagers, the lower of both."""
        envy = sum(self.of_table(wager) for wager in self.rules.wagers if wager.envy)
        by_wager = sum(self.of_table(wager) for wager in self.moments.wagers)
        return min(self.terms.boxes * self.of_box()[1], by_wager) + envy
