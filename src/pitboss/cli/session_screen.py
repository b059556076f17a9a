"""How a player's session is told: as tables for people, and as plain data for programs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isinf
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss.cli.odds import per_cent
from pitboss.cli.screen import GOLD, MUTED, console, net, table
from pitboss.errors import BadBet
from pitboss.language.pays import money
from pitboss.library import signed

if TYPE_CHECKING:
    from pitboss.maths.sessions.for_ever import Between, ForEver
    from pitboss.maths.sessions.luck import Luck
    from pitboss.maths.sessions.one_round import OneRound
    from pitboss.maths.sessions.results import AfterRounds, Results
    from pitboss.maths.sessions.ruin import Limits, Stopped
    from pitboss.maths.sessions.session import Session
    from pitboss.reports.figures import Panel

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
LASTED = (0.05, 0.25, 0.5, 0.75, 0.95)
BARS, LONGEST_BAR, BEYOND = 14, 36, 0.005


@dataclass(frozen=True, eq=False)
class Asked:
    """A player's session: so many rounds, perhaps with limits, perhaps with a result to judge."""

    session: Session
    rounds: int
    limits: Limits
    judged: int | None = None

    @cached_property
    def found(self) -> AfterRounds:
        return self.session.after(self.rounds)

    @cached_property
    def stopped(self) -> Stopped | None:
        return self.session.stopped(self.rounds, self.limits) if self.limits else None

    @cached_property
    def for_ever(self) -> ForEver | None:
        """What play without an end comes to, where that can be told."""
        try:
            return self.session.for_ever(self.limits) if self.limits else None
        except BadBet:  # Too many balances between the limits.
            return None

    @cached_property
    def luck(self) -> Luck | None:
        return None if self.judged is None else self.session.luck(self.rounds, self.judged)

    def panels(self) -> list[Panel]:
        from pitboss.reports.session_charts import distribution, over_time

        game = self.session.one.rules.key
        marks = {} if self.judged is None else {"this result": self.judged}
        made = [distribution(self.found, game, marks)]
        return made if self.stopped is None else [*made, over_time(self.stopped, game)]

    def as_json(self) -> dict[str, Any]:
        more: dict[str, Any] = {}
        if self.stopped is not None:
            more["limits"] = limits_json(self.stopped, self.for_ever)
        if self.luck is not None:
            more["luck"] = luck_json(self.luck)
        result = {
            "expected": float(self.found.mean),
            "standard_deviation": self.found.standard_deviation,
            "skewness": self.found.skewness,
            **results_json(self.found),
        }
        return {**round_json(self.session.one), "rounds": self.rounds, "result": result, **more}

    def show(self) -> None:
        show_round(self.session.one)
        show_results(self.found)
        if self.stopped is not None:
            show_limits(self.found, self.stopped, self.for_ever)
        if self.luck is not None:
            show_luck(self.luck, self.rounds, "the player")


def plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def round_json(one: OneRound) -> dict[str, Any]:
    rules, results = one.rules, one.results
    return {
        "game": rules.key,
        "version": rules.rulebook.version,
        "fingerprint": rules.fingerprint,
        "paytables": rules.paytable_keys,
        "readings": dict(rules.readings),
        "stakes": dict(one.stakes),
        "strategy": one.strategy,
        "jackpot": one.jackpot,
        "needs": one.needs,
        "one_round": {
            "expectation": str(results.mean),
            "house_edge": float(-results.mean / one.placed),
            "standard_deviation": results.standard_deviation,
            "skewness": results.skewness,
        },
    }


def results_json(found: Results) -> dict[str, Any]:
    return {
        "ahead": found.chance_ahead,
        "even": found.chance_even,
        "behind": found.chance_behind,
        "quantiles": {str(share): plain(found.quantile(share)) for share in SHARES},
        "error": found.error,
    }


def limits_json(found: Stopped, for_ever: ForEver | None) -> dict[str, Any]:
    expected, deviation = found.results.moments
    more = {}
    if for_ever is not None:
        more["for_ever"] = {
            "stops_low": list(for_ever.stops_low),
            "stops_high": list(for_ever.stops_high),
            "expected_rounds": [None if isinf(x) else x for x in for_ever.rounds],
        }
    return {
        "bankroll": found.limits.bankroll,
        "loss_limit": found.limits.loss_limit,
        "win_goal": found.limits.win_goal,
        "ruined": found.chance_ruined,
        "at_loss_limit": found.chance_loss_limit,
        "at_win_goal": found.chance_win_goal,
        "all_played": found.chance_all_played,
        "expected_rounds": found.expected_rounds,
        "rounds_quantiles": {str(share): found.rounds_quantile(share) for share in LASTED},
        "result": {
            "expected": expected,
            "standard_deviation": deviation,
            **results_json(found.results),
        },
        **more,
    }


def luck_json(luck: Luck) -> dict[str, Any]:
    return {
        "result": luck.result,
        "at_least": luck.at_least,
        "at_most": luck.at_most,
        "two_sided": luck.two_sided,
        "how": luck.how,
        "error": luck.error,
    }


def show_round(one: OneRound) -> None:
    rules = one.rules
    listed = ", ".join(f"{key} {money(stake)}" for key, stake in one.stakes.items())
    out = console()
    out.print(Text(f"{rules.rulebook.title}, {rules.rulebook.version}", style=f"bold {GOLD}"))
    decided = f"; strategy: {one.strategy}" if rules.rulebook.decision else ""
    out.print(Text(f"Every round: {listed}{decided}."), soft_wrap=True)
    if one.needs > one.placed:
        more = money(one.needs - one.placed)
        out.print(Text(f"A full bet needs {money(one.needs)}: {more} of it to play on."))
    mean, edge = float(one.results.mean), float(-one.results.mean / one.placed)
    out.print(
        Text(
            f"A round is worth {signed_cents(mean)} on average (house edge {per_cent(edge)}), "
            f"standard deviation {cents(one.results.standard_deviation)}."
        ),
        soft_wrap=True,
    )


def cents(value: float | Fraction) -> str:
    return money(round(value))


def signed_cents(value: float | Fraction) -> str:
    return signed(round(value))


def show_results(found: AfterRounds) -> None:
    out = console()
    shown = table(f"after {found.rounds:,} rounds", ">")
    shown.add_row("expected", net(round(found.mean)))
    shown.add_row("standard deviation", cents(found.standard_deviation))
    shown.add_row("ahead", per_cent(found.chance_ahead))
    shown.add_row("even", per_cent(found.chance_even))
    shown.add_row("behind", per_cent(found.chance_behind))
    shown.add_section()
    for share in SHARES:
        shown.add_row(at_or_below(share), net(round(found.quantile(share))))
    out.print(shown)
    show_histogram(found)
    show_error(found.error)


def at_or_below(share: float) -> str:
    return "median" if share == 0.5 else f"{share:.0%} are at or below".replace("%", " %")


def show_error(error: float | None) -> None:
    if error is not None:
        console().print(Text(f"Exact: no chance is off by more than {error:.0e}.", style=MUTED))


def show_histogram(found: Results) -> None:
    edges = found.edges(BARS, BEYOND)
    bars = found.histogram(edges)
    step = Fraction(found.parts[0].step, found.unit) / 2
    longest = max(bars)
    shown = table(">from", ">to", ">chance", "")
    for low, high, bar in zip(edges[:-1], edges[1:], bars, strict=True):
        drawn = "█" * round(bar / longest * LONGEST_BAR) if longest else ""
        ends = (net(round(low + step)), net(round(high - step)))
        shown.add_row(*ends, per_cent(bar, 2), Text(drawn, style=GOLD if low >= 0 else MUTED))
    console().print(shown)


def show_limits(free: AfterRounds, found: Stopped, for_ever: ForEver | None) -> None:
    out, limits = console(), found.limits
    given = {
        "a bankroll of": limits.bankroll,
        "a loss limit of": limits.loss_limit,
        "a win goal of": limits.win_goal,
    }
    listed = [f"{what} {money(units)}" for what, units in given.items() if units is not None]
    shown = table(f"with {', '.join(listed)}", ">")
    if limits.bankroll is not None:
        shown.add_row("ruined: the next full bet can't be made", per_cent(found.chance_ruined))
    if limits.loss_limit is not None:
        shown.add_row("stopped at the loss limit", per_cent(found.chance_loss_limit))
    if limits.win_goal is not None:
        shown.add_row("stopped at the win goal", per_cent(found.chance_win_goal))
    shown.add_row(f"all {found.rounds:,} rounds played", per_cent(found.chance_all_played))
    out.print(shown)
    show_lasting(found)
    show_difference(free, found)
    if for_ever is not None:
        show_for_ever(for_ever, limits)
    show_error(found.error)


def show_lasting(found: Stopped) -> None:
    shown = table("rounds until it stops", ">")
    shown.add_row("expected", f"{found.expected_rounds:,.1f}")
    for share in LASTED:
        by = found.rounds_quantile(share)
        words = "median" if share == 0.5 else f"{share:.0%} have stopped by".replace("%", " %")
        shown.add_row(words, f"over {found.rounds:,}" if by is None else f"{by:,}")
    console().print(shown)


def show_difference(free: AfterRounds, found: Stopped) -> None:
    """What the limits do to the result."""
    expected, deviation = found.results.moments
    shown = table("result", ">without limits", ">with them")
    shown.add_row("expected", net(round(free.mean)), net(round(expected)))
    shown.add_row("standard deviation", cents(free.standard_deviation), cents(deviation))
    shown.add_row("ahead", per_cent(free.chance_ahead), per_cent(found.results.chance_ahead))
    for share in (0.05, 0.5, 0.95):
        pair = (net(round(one.quantile(share))) for one in (free, found.results))
        shown.add_row(at_or_below(share), *pair)
    console().print(shown)


def between(bounds: Between, words: str = "") -> str:
    low, high = (per_cent(x) if not words else f"{x:,.1f}" for x in bounds)
    return low if low == high else f"{low} to {high}"


def show_for_ever(found: ForEver, limits: Limits) -> None:
    told = []
    if limits.bankroll is not None or limits.loss_limit is not None:
        told.append(f"{between(found.stops_low)} stop at the lower limit")
    if limits.win_goal is not None:
        told.append(f"{between(found.stops_high)} reach the win goal")
    if not isinf(found.rounds[1]):
        told.append(f"after {between(found.rounds, 'rounds')} rounds on average")
    console().print(Text(f"If nobody counts the rounds: {', '.join(told)}."), soft_wrap=True)


def show_luck(luck: Luck, rounds: int, whose: str) -> None:
    out, result = console(), signed_cents(Fraction(luck.result))
    shown = table("by luck alone", ">chance", title=f"{result} for {whose}, {rounds:,} rounds")
    shown.add_row("this or better", per_cent(luck.at_least))
    shown.add_row("this or worse", per_cent(luck.at_most))
    shown.add_row("as far out, on either side", per_cent(luck.two_sided))
    out.print(shown)
    if luck.error is None:
        out.print(Text(f"How: {luck.how}.", style=MUTED))
