"""The result of a simulation, compared with the exact odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite, sqrt

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.wagers import Row, Wager
from pitboss.maths.simulation.blocks import Totals
from pitboss.maths.simulation.jackpot import Meter, Share, follow
from pitboss.maths.simulation.standard_errors import FEW
from pitboss.maths.simulation.table import SimulatedTable
from pitboss.maths.simulation.wager_counts import (
    OutcomeCount,
    WagerCount,
    amount_json,
    count_wager,
)
from pitboss.result_types import Record, SimulationJson, WithJackpotJson

LIMIT = 5.0  # Standard errors.


@dataclass(frozen=True, eq=False)
class Simulated:
    """The simulated rounds of a table."""

    table: SimulatedTable
    seed: int
    asked: int  # The rounds that were asked for.
    totals: Totals
    stopped: str | None = None  # Why there are fewer rounds, if there are.

    def __repr__(self) -> str:
        played = f"{self.rounds:,} rounds, {len(self.table.boxes)} boxes, seed {self.seed}"
        return f"<simulation of {self.table.rules.key}: {played}, edge {float(self.edge):.4%}>"

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
            wager.key: count_wager(self.table, wager, self.totals.counts, self.rounds, self.meter)
            for wager in self.table.rules.wagers
            if any(wager in self.table.wagers(box) for box in range(len(self.table.boxes)))
        }

    @cached_property
    def meter(self) -> Meter | None:
        """The jackpot meter over time; None if nobody plays for it."""
        table = self.table
        boxes = range(len(table.boxes))
        if not any(wager.has_jackpot for box in boxes for wager in table.wagers(box)):
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
        """The total staked, in smallest units."""
        return sum(wager.handle for wager in self.wagers.values())

    @property
    def house_win(self) -> Fraction:
        """What the house kept of it; the house pays the meter."""
        return -sum((wager.won for wager in self.wagers.values()), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The actual edge: the house's share of the total staked."""
        return self.house_win / self.handle

    @cached_property
    def exact_edge(self) -> Fraction:
        """The exact edge, given the meter of each round."""
        staked = won = Fraction(0)
        for wager in self.wagers.values():
            staked += wager.expected_handle
            won += wager.expected_won
        return -won / staked

    @cached_property
    def standard_error(self) -> float:
        """Of the actual edge, from the results of rounds, because the boxes are correlated."""
        unit, n = float(self.table.unit), self.rounds
        squares = self.totals.squares * unit**2 + self._meter_squares() + self._unseen_squares()
        mean = float(-self.house_win) / n
        return sqrt(max(squares / n - mean**2, 0.0) * n) / self.handle

    def _meter_squares(self) -> float:
        """What shares of the meter add to the squared results of their rounds."""
        if self.meter is None:
            return 0.0
        results = {round: float(net * self.table.unit) for round, _, _, net in self.totals.hits()}
        paid: dict[int, int] = {}
        for hit in self.meter.hits:
            paid[hit.share.round] = paid.get(hit.share.round, 0) + hit.paid
        return sum((results[r] + won) ** 2 - results[r] ** 2 for r, won in paid.items())

    def _unseen_squares(self) -> float:
        """What rare outcomes would have added to the squares, had they come up as expected."""
        return sum(
            (outcome.expected - outcome.count) * float(net) ** 2
            for wager in self.wagers.values()
            for outcome, net in zip(wager.outcomes, wager.nets, strict=True)
            if outcome.expected < FEW
        )

    @property
    def z(self) -> float:
        """Standard errors between the actual edge and the exact one."""
        off, error = float(self.edge - self.exact_edge), self.standard_error
        return off / error if error else 0.0

    @property
    def outcomes(self) -> list[tuple[WagerCount, OutcomeCount]]:
        return [(wager, outcome) for wager in self.wagers.values() for outcome in wager.outcomes]

    @property
    def beyond(self) -> list[tuple[WagerCount, OutcomeCount]]:
        """Outcomes that chance alone does not explain."""
        return [(wager, outcome) for wager, outcome in self.outcomes if abs(outcome.z) > LIMIT]

    @property
    def agrees(self) -> bool:
        return not self.beyond

    @property
    def verdict(self) -> str:
        """In one sentence."""
        if self.agrees:
            number = len(self.outcomes)
            return f"All {number} outcomes are within five standard errors of the exact odds."
        listed = (
            f"{wager.wager.key} {outcome.row.key} ({outcome.count:,} where "
            f"{outcome.expected:,.1f} are expected, {outcome.z:+.1f} standard errors)"
            for wager, outcome in self.beyond
        )
        return f"Not within five standard errors of the exact odds: {', '.join(listed)}."

    def histogram(self) -> list[tuple[Fraction, Fraction, int]]:
        """From, up to (exclusive), rounds: what all bettors won in a round, without the meter.

        The outer two bins hold everything beyond.
        """
        low, shift = self.table.bins
        width = 1 << shift
        filled = np.flatnonzero(self.totals.bins).tolist()
        unit = self.table.unit
        return [
            ((low + n * width) * unit, (low + (n + 1) * width) * unit, int(self.totals.bins[n]))
            for n in filled
        ]

    def running(self) -> tuple[Array, Array]:
        """Numbers of rounds, and what the house had won by then, including the meter."""
        step, count = self.totals.step, len(self.totals.sums)
        rounds = np.minimum(np.arange(1, count + 1) * step, self.rounds)
        won = np.cumsum(self.totals.sums) * float(self.table.unit)
        for hit in self.meter.hits if self.meter else ():
            won[hit.share.round // step :] += hit.paid
        return rounds, -won

    def records(self) -> list[Record]:
        """One flat record for each outcome of each wager, for a data frame."""
        return [
            {
                "wager": wager.wager.key,
                "row": outcome.row.key,
                "outcome": outcome.row.outcome,
                "count": outcome.count,
                "expected": outcome.expected,
                "standard_error": outcome.standard_error,
                "z": outcome.z if isfinite(outcome.z) else None,
            }
            for wager, outcome in self.outcomes
        ]

    def as_json(self) -> SimulationJson:
        jackpot: WithJackpotJson = {"jackpot": self.meter.as_json()} if self.meter else {}
        rules, table = self.table.rules, self.table
        return {
            **rules.as_json(),
            "seed": self.seed,
            "rounds": self.rounds,
            "asked": self.asked,
            "stopped": self.stopped,
            "boxes": [
                {"stakes": dict(box.stakes), "strategy": strategy, "player": box.player}
                for box, strategy in zip(table.boxes, table.strategies, strict=True)
            ],
            "handle": self.handle,
            "house_win": amount_json(self.house_win),
            "edge": float(self.edge),
            "exact_edge": float(self.exact_edge),
            "standard_error": self.standard_error,
            "z": self.z,
            "wagers": {key: wager.as_json() for key, wager in self.wagers.items()},
            **jackpot,
            "agrees": self.agrees,
            "verdict": self.verdict,
        }
