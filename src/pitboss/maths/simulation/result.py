"""What a simulation came to, held against the exact odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.wagers import Row, Wager
from pitboss.maths.simulation.blocks import Totals
from pitboss.maths.simulation.jackpot import Meter, Share, follow
from pitboss.maths.simulation.scores import FEW
from pitboss.maths.simulation.table import Table
from pitboss.maths.simulation.wagers import OutcomeCount, WagerCount, counted

LIMIT = 5.0  # Standard errors.


@dataclass(frozen=True, eq=False)
class Simulated:
    """So many rounds of a table."""

    table: Table
    seed: int
    asked: int  # Rounds that were asked for;
    totals: Totals
    stopped: str | None = None  # and why there are fewer, where there are.

    @property
    def rounds(self) -> int:
        return self.totals.rounds

    @property
    def hands(self) -> int:
        """Player's hands: boxes times rounds."""
        return self.rounds * len(self.table.boxes)

    @cached_property
    def wagers(self) -> dict[str, WagerCount]:
        """By wager, over all boxes that have it."""
        return {
            wager.key: counted(self.table, wager, self.totals.counts, self.rounds, self.meter)
            for wager in self.table.rules.wagers
            if any(wager in self.table.wagers(box) for box in range(len(self.table.boxes)))
        }

    @cached_property
    def meter(self) -> Meter | None:
        """The jackpot over time, where anybody plays for it."""
        table = self.table
        boxes = range(len(table.boxes))
        if not any(row.pay.meter for box in boxes for w in table.wagers(box) for row in w.rows):
            return None
        shares = [
            Share(round, box, wager.key, row.key, row.pay.meter)
            for round, box, outcome, _ in self.totals.hits()
            for wager, row in self._rows(box, outcome)
            if row.pay.meter
        ]
        return follow(table.jackpot, table.fed, shares, self.rounds)

    def _rows(self, box: int, outcome: int) -> list[tuple[Wager, Row]]:
        joint = self.table.joints[box]
        return [
            (wager, wager.rows[row])
            for wager, row in zip(joint.wagers, joint.rows[outcome].tolist(), strict=True)
        ]

    @property
    def from_meter(self) -> int:
        return self.meter.paid if self.meter else 0

    @property
    def handle(self) -> int:
        """All that was staked, in smallest units."""
        return sum(one.handle for one in self.wagers.values())

    @property
    def house_win(self) -> Fraction:
        """What the house kept of it; the meter is paid by the house."""
        return -sum((one.won for one in self.wagers.values()), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The actual edge: the house's share of all that was staked."""
        return self.house_win / self.handle

    @cached_property
    def exact_edge(self) -> Fraction:
        """What it should be, with a meter as it was from round to round."""
        staked = won = Fraction(0)
        for one in self.wagers.values():
            staked += one.expected_handle
            won += one.expected_won
        return -won / staked

    @cached_property
    def standard_error(self) -> float:
        """Of the actual edge; boxes of a round hang together, so rounds are what is counted."""
        unit, n = float(self.table.unit), self.rounds
        squares = self.totals.squares * unit**2 + self._meter_squares() + self._unseen_squares()
        mean = float(-self.house_win) / n
        return sqrt(max(squares / n - mean**2, 0.0) * n) / self.handle

    def _meter_squares(self) -> float:
        """What shares of the meter add to the squares of the rounds that they were won in."""
        if self.meter is None:
            return 0.0
        results = {round: float(net * self.table.unit) for round, _, _, net in self.totals.hits()}
        paid: dict[int, int] = {}
        for hit in self.meter.hits:
            paid[hit.share.round] = paid.get(hit.share.round, 0) + hit.paid
        return sum((results[r] + won) ** 2 - results[r] ** 2 for r, won in paid.items())

    def _unseen_squares(self) -> float:
        """What outcomes too rare to show their spread should have added, and did not."""
        return sum(
            (outcome.expected - outcome.count) * float(net) ** 2
            for one in self.wagers.values()
            for outcome, net in zip(one.outcomes, one.nets, strict=True)
            if outcome.expected < FEW
        )

    @property
    def z(self) -> float:
        """Standard errors between the actual edge and the exact one."""
        off, error = float(self.edge - self.exact_edge), self.standard_error
        return off / error if error else 0.0

    @property
    def outcomes(self) -> list[tuple[WagerCount, OutcomeCount]]:
        return [(one, outcome) for one in self.wagers.values() for outcome in one.outcomes]

    @property
    def beyond(self) -> list[tuple[WagerCount, OutcomeCount]]:
        """Outcomes that chance alone does not explain."""
        return [(one, outcome) for one, outcome in self.outcomes if abs(outcome.z) > LIMIT]

    @property
    def agrees(self) -> bool:
        return not self.beyond

    @property
    def verdict(self) -> str:
        """In one sentence."""
        if self.agrees:
            many = len(self.outcomes)
            return f"All {many} outcomes are within five standard errors of the exact odds."
        told = (
            f"{one.wager.key} {outcome.row.key} ({outcome.count:,} where {outcome.expected:,.1f} "
            f"are expected, {outcome.z:+.1f} standard errors)"
            for one, outcome in self.beyond
        )
        return f"Not within five standard errors of the exact odds: {', '.join(told)}."

    def histogram(self) -> list[tuple[Fraction, Fraction, int]]:
        """From, up to (not included), rounds: results of all bettors together, shares of the meter
        apart; the outer two bins hold all beyond."""
        low, shift = self.table.bins
        width = 1 << shift
        filled = np.flatnonzero(self.totals.bins).tolist()
        unit = self.table.unit
        return [
            ((low + n * width) * unit, (low + (n + 1) * width) * unit, int(self.totals.bins[n]))
            for n in filled
        ]

    def running(self) -> tuple[Array, Array]:
        """After so many rounds, the house had won so much; shares of the meter included."""
        step, count = self.totals.step, len(self.totals.sums)
        rounds = np.minimum(np.arange(1, count + 1) * step, self.rounds)
        won = np.cumsum(self.totals.sums) * float(self.table.unit)
        for hit in self.meter.hits if self.meter else ():
            won[hit.share.round // step :] += hit.paid
        return rounds, -won

    def as_json(self) -> dict[str, Any]:
        from pitboss.maths.simulation.plain import plain

        return plain(self)
