"""The house's side of a session, on the screen and as JSON: bands of the edge, bank, luck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import MUTED, console, say, table
from pitboss.cli.session_player import luck_json, number_json, round_json, show_luck, show_round
from pitboss.language.pays import money
from pitboss.maths.sessions.house import LEVELS, WIDENED, HouseResults, periods
from pitboss.reports.formatting import dollars, per_cent

if TYPE_CHECKING:
    from pitboss.maths.sessions.house import Bank, HouseTable
    from pitboss.maths.sessions.results import Luck
    from pitboss.maths.sessions.session import Session
    from pitboss.reports.charts import Caption, Panel

REQUESTED = "asked"  # The key of the requested rounds, next to hour, day and so on.


@dataclass(frozen=True, eq=False)
class HouseReport:
    """A table over an hour, a day and longer periods, and over the rounds that were requested."""

    session: Session
    boxes: int
    rounds_per_hour: int
    hours: int
    rounds: int | None
    risk: float
    actual: int | None = None  # A result to judge.

    @cached_property
    def table(self) -> HouseTable:
        return self.session.table(self.boxes)

    @cached_property
    def by_period(self) -> dict[str, HouseResults]:
        rounds = periods(self.rounds_per_hour, self.hours)
        if self.rounds is not None:
            rounds = {REQUESTED: self.rounds, **rounds}
        return {period: self.table.after(count) for period, count in rounds.items()}

    @property
    def requested(self) -> HouseResults:
        """The results of the requested rounds, or of a day."""
        return self.by_period["day" if self.rounds is None else REQUESTED]

    @cached_property
    def bank(self) -> Bank:
        return self.table.bank(self.requested.rounds, self.risk)

    @cached_property
    def luck(self) -> Luck | None:
        return None if self.actual is None else self.requested.luck(self.actual)

    def caption(self) -> Caption:
        from pitboss.reports.session_charts import session_caption

        boxes = "one box" if self.boxes == 1 else f"each of {self.boxes} boxes"
        title = f"the house's side, the same bets on {boxes}"
        return session_caption(self.session.one_round, title)

    def panels(self) -> list[Panel]:
        from pitboss.reports.session_charts import band_of_the_edge, distribution

        game = self.session.one_round.rules.key
        longest = max(results.rounds for results in self.by_period.values())
        marks = {"the bank lost": -self.bank.at_the_end}
        if self.actual is not None:
            marks["this result"] = self.actual
        return [
            distribution(self.requested, game, marks),
            band_of_the_edge(self.table, longest, game),
        ]

    def as_json(self) -> dict[str, Any]:
        luck = {} if self.luck is None else {"luck": luck_json(self.luck)}
        covariance = self.table.shared
        return {
            **round_json(self.session.one_round),
            "rounds": self.requested.rounds,
            "house": {
                "boxes": self.boxes,
                "rounds_per_hour": self.rounds_per_hour,
                "hours": self.hours,
                "house_edge": str(self.table.house_edge),
                "covariance": {"value": covariance.value, "standard_error": covariance.error},
                "periods": {
                    period: _period_json(results) for period, results in self.by_period.items()
                },
                "bank": {
                    "risk": self.bank.risk,
                    "at_the_end": self.bank.at_the_end,
                    "ever": self.bank.ever,
                },
            },
            **luck,
        }

    def show(self) -> None:
        show_round(self.session.one_round)
        out = console()
        boxes = "one box" if self.boxes == 1 else f"{self.boxes} boxes"
        title = f"The house, {boxes}, {self.rounds_per_hour} rounds an hour, {self.hours} hours"
        results_table = table(
            "period", ">rounds", ">expected", ">std dev", ">95 % from", ">to", ">behind",
            title=title,
        )  # fmt: skip
        edges = table("actual edge", *(f">{level} % of tables" for level in LEVELS))
        for period, results in self.by_period.items():
            band = results.band(95)
            results_table.add_row(
                period, f"{results.rounds:,}", dollars(results.mean),
                dollars(results.standard_deviation), dollars(band.low), dollars(band.high),
                per_cent(results.chance_behind, 2),
            )  # fmt: skip
            bands = [results.band(level) for level in LEVELS]
            edges.add_row(
                period,
                *(f"{per_cent(x.low_edge, 2)} to {per_cent(x.high_edge, 2)}" for x in bands),
            )
        out.print(results_table)
        out.print(edges)
        self._show_methods()
        self._show_bank()
        if self.luck is not None:
            show_luck(self.luck, self.requested.rounds, "the house")

    def _show_methods(self) -> None:
        for method in dict.fromkeys(results.how for results in self.by_period.values()):
            text = f"How: {method}."
            if method == WIDENED:
                covariance = self.table.shared
                error = covariance.error
                precision = f" ± {error:,.0f}, sampled" if error else ", counted exactly"
                text = (
                    f"How: {method} (covariance of two boxes {covariance.value:,.0f} squared units"
                    f"{precision}). Mean and standard deviation are exact, the bands approximate."
                )
            say(text, MUTED)

    def _show_bank(self) -> None:
        bank, rounds = self.bank, self.requested.rounds
        about = "" if self.boxes == 1 else "about "  # As approximate as the bands.
        ever = (
            "in the long run no bank is enough, because the players have the edge"
            if bank.ever is None
            else f"{about}{money(bank.ever)} is enough however long the table stays open"
        )
        say(
            f"Bank, at a risk of {per_cent(bank.risk)}: {about}{money(bank.at_the_end)} "
            f"covers the loss at the end of {rounds:,} rounds; {ever}."
        )


def _period_json(results: HouseResults) -> dict[str, Any]:
    bands = [results.band(level) for level in LEVELS]
    return {
        "rounds": results.rounds,
        "expected": float(results.mean),
        "standard_deviation": results.standard_deviation,
        "behind": results.chance_behind,
        "how": results.how,
        "error": results.error,
        "bands": {
            str(band.level): {
                "win": [number_json(band.low), number_json(band.high)],
                "edge": [band.low_edge, band.high_edge],
            }
            for band in bands
        },
    }
