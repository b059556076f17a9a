"""How the house's side of a session is told: bands of the edge, banks, luck."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss.cli.odds import per_cent
from pitboss.cli.screen import MUTED, console, table
from pitboss.cli.session_screen import luck_json, plain, round_json, show_luck, show_round
from pitboss.language.pays import DOLLAR, money
from pitboss.maths.sessions.house import LEVELS, WIDENED, HouseResults, periods

if TYPE_CHECKING:
    from pitboss.maths.sessions.house import Bank, Table
    from pitboss.maths.sessions.luck import Luck
    from pitboss.maths.sessions.session import Session
    from pitboss.reports.figures import Panel

ASKED = "asked"  # The period that was asked for, besides an hour, a day and so on.


@dataclass(frozen=True, eq=False)
class HouseAsked:
    """A table, looked at over an hour, a day and longer."""

    session: Session
    boxes: int
    rounds_per_hour: int
    hours: int
    rounds: int | None
    risk: float
    judged: int | None = None

    @cached_property
    def table(self) -> Table:
        return self.session.table(self.boxes)

    @cached_property
    def found(self) -> dict[str, HouseResults]:
        """By period."""
        every = periods(self.rounds_per_hour, self.hours)
        if self.rounds is not None:
            every = {ASKED: self.rounds, **every}
        return {period: self.table.after(rounds) for period, rounds in every.items()}

    @property
    def asked(self) -> HouseResults:
        """After the rounds that were asked for, or a day."""
        return self.found["day" if self.rounds is None else ASKED]

    @cached_property
    def bank(self) -> Bank:
        return self.table.bank(self.asked.rounds, self.risk)

    @cached_property
    def luck(self) -> Luck | None:
        return None if self.judged is None else self.asked.luck(self.judged)

    def panels(self) -> list[Panel]:
        from pitboss.reports.session_charts import band_of_the_edge, distribution

        game = self.session.one.rules.key
        longest = max(one.rounds for one in self.found.values())
        marks = {"the bank lost": -self.bank.at_the_end}
        if self.judged is not None:
            marks["this result"] = self.judged
        return [distribution(self.asked, game, marks), band_of_the_edge(self.table, longest, game)]

    def as_json(self) -> dict[str, Any]:
        luck = {} if self.luck is None else {"luck": luck_json(self.luck)}
        shared = self.table.shared
        return {
            **round_json(self.session.one),
            "rounds": self.asked.rounds,
            "house": {
                "boxes": self.boxes,
                "rounds_per_hour": self.rounds_per_hour,
                "hours": self.hours,
                "house_edge": str(self.table.house_edge),
                "covariance": {"value": shared.value, "standard_error": shared.error},
                "periods": {period: _period_json(one) for period, one in self.found.items()},
                "bank": {
                    "risk": self.bank.risk,
                    "at_the_end": self.bank.at_the_end,
                    "ever": self.bank.ever,
                },
            },
            **luck,
        }

    def show(self) -> None:
        show_round(self.session.one)
        out = console()
        boxes = "one box" if self.boxes == 1 else f"{self.boxes} boxes"
        title = f"The house, {boxes}, {self.rounds_per_hour} rounds an hour, {self.hours} hours"
        shown = table(
            "period", ">rounds", ">expected", ">std dev", ">95 % from", ">to", ">behind",
            title=title,
        )  # fmt: skip
        edges = table("actual edge", *(f">{level} % of tables" for level in LEVELS))
        for period, one in self.found.items():
            band = one.band(95)
            shown.add_row(
                period, f"{one.rounds:,}", dollars(one.mean), dollars(one.standard_deviation),
                dollars(band.low), dollars(band.high), per_cent(one.chance_behind, 2),
            )  # fmt: skip
            bands = (one.band(level) for level in LEVELS)
            edges.add_row(period, *(f"{per_cent(x.low_edge, 2)} to {per_cent(x.high_edge, 2)}"
                                    for x in bands))  # fmt: skip
        out.print(shown)
        out.print(edges)
        self._show_how()
        self._show_bank()
        if self.luck is not None:
            show_luck(self.luck, self.asked.rounds, "the house")

    def _show_how(self) -> None:
        out = console()
        for how in dict.fromkeys(one.how for one in self.found.values()):
            told = f"How: {how}."
            if how == WIDENED:
                shared = self.table.shared
                sampled = (
                    f" ± {shared.error:,.0f}, sampled" if shared.error else ", counted exactly"
                )
                told = (
                    f"How: {how} (covariance of two boxes {shared.value:,.0f} squared units"
                    f"{sampled}). Average and standard deviation are exact, the bands are near."
                )
            out.print(Text(told, style=MUTED), soft_wrap=True)

    def _show_bank(self) -> None:
        bank, rounds = self.bank, self.asked.rounds
        about = "" if self.boxes == 1 else "about "  # As near as the bands are.
        ever = (
            "no bank is enough for ever, for the players have the edge"
            if bank.ever is None
            else f"{about}{money(bank.ever)} is enough however long the table stays open"
        )
        console().print(
            Text(
                f"Bank, at a risk of {per_cent(bank.risk)}: {about}{money(bank.at_the_end)} "
                f"covers what {rounds:,} rounds have lost at their end; {ever}."
            ),
            soft_wrap=True,
        )


def dollars(value: Fraction | float) -> str:
    """To the dollar: a table has no room for cents."""
    return money(round(value / DOLLAR) * DOLLAR).removesuffix(".00")


def _period_json(one: HouseResults) -> dict[str, Any]:
    bands = [one.band(level) for level in LEVELS]
    return {
        "rounds": one.rounds,
        "expected": float(one.mean),
        "standard_deviation": one.standard_deviation,
        "behind": one.chance_behind,
        "how": one.how,
        "error": one.error,
        "bands": {
            str(band.level): {
                "win": [plain(band.low), plain(band.high)],
                "edge": [band.low_edge, band.high_edge],
            }
            for band in bands
        },
    }
