"""A player's session, on the screen and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isinf, sqrt
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss.cli.screen import GOLD, MUTED, console, net, say, table
from pitboss.errors import BadBet
from pitboss.language.pays import money
from pitboss.reports.formatting import per_cent, signed_money

if TYPE_CHECKING:
    from pitboss.maths.sessions.eventual_ruin import Bounds, ForEver
    from pitboss.maths.sessions.one_round import OneRound
    from pitboss.maths.sessions.results import AfterRounds, Luck, Results
    from pitboss.maths.sessions.ruin import Limits, Stopped
    from pitboss.maths.sessions.session import Session
    from pitboss.reports.charts import Caption, Panel

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
ROUNDS_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BARS, LONGEST_BAR = 14, 36
LEFT_OUT = 0.005  # The share of results left out at either end of the histogram.


@dataclass(frozen=True, eq=False)
class PlayerReport:
    """A number of rounds, with limits and with an actual result to judge if there are any."""

    session: Session
    rounds: int
    limits: Limits
    actual: int | None = None
    rounds_per_hour: int = 40

    @cached_property
    def results(self) -> AfterRounds:
        return self.session.after(self.rounds)

    @cached_property
    def stopped(self) -> Stopped | None:
        return self.session.stopped(self.rounds, self.limits) if self.limits else None

    @cached_property
    def for_ever(self) -> ForEver | None:
        """Play without a limit on rounds; None if there are too many balances to solve for."""
        try:
            return self.session.for_ever(self.limits) if self.limits else None
        except BadBet:
            return None

    @cached_property
    def luck(self) -> Luck | None:
        return None if self.actual is None else self.session.luck(self.rounds, self.actual)

    def caption(self) -> Caption:
        from pitboss.reports.session_charts import session_caption

        title = f"a player's session of {self.rounds:,} rounds"
        return session_caption(self.session.one_round, title)

    def panels(self) -> list[Panel]:
        from pitboss.reports.session_charts import distribution, over_time

        game = self.session.one_round.rules.key
        marks = {} if self.actual is None else {"this result": self.actual}
        panels = [distribution(self.results, game, marks)]
        return panels if self.stopped is None else [*panels, over_time(self.stopped, game)]

    def as_json(self) -> dict[str, Any]:
        optional: dict[str, Any] = {}
        if self.stopped is not None:
            optional["limits"] = limits_json(self.stopped, self.for_ever)
        if self.luck is not None:
            optional["luck"] = luck_json(self.luck)
        result = {
            "expected": float(self.results.mean),
            "standard_deviation": self.results.standard_deviation,
            "skewness": self.results.skewness,
            **results_json(self.results),
        }
        return {
            **round_json(self.session.one_round),
            "rounds": self.rounds,
            "hourly": self._hourly_json(),
            "result": result,
            **optional,
        }

    @property
    def hour(self) -> tuple[Fraction, float]:
        """What an hour at the table is worth on average, and its standard deviation."""
        round_result = self.session.one_round.results
        rounds = self.rounds_per_hour
        return round_result.mean * rounds, round_result.standard_deviation * sqrt(rounds)

    def _hourly_json(self) -> dict[str, Any]:
        expected, deviation = self.hour
        return {
            "rounds_per_hour": self.rounds_per_hour,
            "hours": self.rounds / self.rounds_per_hour,
            "expected": float(expected),
            "standard_deviation": deviation,
        }

    def show(self) -> None:
        show_round(self.session.one_round)
        self._show_hour()
        show_results(self.results)
        if self.stopped is not None:
            show_limits(self.results, self.stopped, self.for_ever)
        if self.luck is not None:
            show_luck(self.luck, self.rounds, "the player")

    def _show_hour(self) -> None:
        expected, deviation = self.hour
        hours = self.rounds / self.rounds_per_hour
        length = "an hour" if hours == 1 else f"{hours:,.1f}".removesuffix(".0") + " hours"
        does = "costs" if expected < 0 else "brings"
        console().print(
            Text(
                f"At {self.rounds_per_hour:,} rounds an hour, "
                f"{self.rounds:,} rounds take {length}. "
                f"An hour {does} {money(abs(round(expected)))} on average, "
                f"standard deviation {money(round(deviation))}."
            )
        )


def number_json(value: Fraction) -> int | float:
    """An exact integer where there is one."""
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


def results_json(results: Results) -> dict[str, Any]:
    return {
        "ahead": results.chance_ahead,
        "even": results.chance_even,
        "behind": results.chance_behind,
        "quantiles": {str(share): number_json(results.quantile(share)) for share in QUANTILES},
        "error": results.error,
    }


def limits_json(stopped: Stopped, for_ever: ForEver | None) -> dict[str, Any]:
    expected, deviation = stopped.results.moments
    optional = {}
    if for_ever is not None:
        optional["for_ever"] = {
            "stops_low": list(for_ever.stops_low),
            "stops_high": list(for_ever.stops_high),
            "expected_rounds": [None if isinf(rounds) else rounds for rounds in for_ever.rounds],
        }
    return {
        "bankroll": stopped.limits.bankroll,
        "loss_limit": stopped.limits.loss_limit,
        "win_goal": stopped.limits.win_goal,
        "ruined": stopped.chance_ruined,
        "at_loss_limit": stopped.chance_loss_limit,
        "at_win_goal": stopped.chance_win_goal,
        "all_played": stopped.chance_all_played,
        "expected_rounds": stopped.expected_rounds,
        "rounds_quantiles": {
            str(share): stopped.rounds_quantile(share) for share in ROUNDS_QUANTILES
        },
        "result": {
            "expected": expected,
            "standard_deviation": deviation,
            **results_json(stopped.results),
        },
        **optional,
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
    rules, results = one.rules, one.results
    bets = ", ".join(f"{key} {money(stake)}" for key, stake in one.stakes.items())
    strategy = f"; strategy: {one.strategy}" if rules.rulebook.decision else ""
    out = console()
    out.print(Text(f"{rules.rulebook.title}, {rules.rulebook.version}", style=f"bold {GOLD}"))
    out.print(Text(f"Every round: {bets}{strategy}."))
    if one.needs > one.placed:
        extra = money(one.needs - one.placed)
        out.print(Text(f"A full bet needs {money(one.needs)}: {extra} of it to play on."))
    out.print(
        Text(
            f"A round is worth {signed_money(results.mean)} on average "
            f"(house edge {per_cent(-results.mean / one.placed)}), "
            f"standard deviation {money(round(results.standard_deviation))}."
        )
    )


def show_results(results: AfterRounds) -> None:
    out = console()
    figures = table(f"after {results.rounds:,} rounds", ">")
    figures.add_row("expected", net(round(results.mean)))
    figures.add_row("standard deviation", money(round(results.standard_deviation)))
    figures.add_row("ahead", per_cent(results.chance_ahead))
    figures.add_row("even", per_cent(results.chance_even))
    figures.add_row("behind", per_cent(results.chance_behind))
    figures.add_section()
    for share in QUANTILES:
        figures.add_row(_quantile(share, "are at or below"), net(round(results.quantile(share))))
    out.print(figures)
    _show_histogram(results)
    _show_error(results.error)


def _quantile(share: float, words: str) -> str:
    return "median" if share == 0.5 else f"{per_cent(share, 0)} {words}"


def _show_error(error: float | None) -> None:
    if error is not None:
        console().print(Text(f"Exact: no chance is off by more than {error:.0e}.", style=MUTED))


def _show_histogram(results: Results) -> None:
    edges = results.edges(BARS, LEFT_OUT)
    chances = results.histogram(edges)
    half_step = Fraction(results.parts[0].step, results.unit) / 2
    highest = max(chances)
    bars = table(">from", ">to", ">chance", "")
    for low, high, chance in zip(edges[:-1], edges[1:], chances, strict=True):
        bar = "█" * round(chance / highest * LONGEST_BAR) if highest else ""
        ends = (net(round(low + half_step)), net(round(high - half_step)))
        bars.add_row(*ends, per_cent(chance, 2), Text(bar, style=GOLD if low >= 0 else MUTED))
    console().print(bars)


def show_limits(free: AfterRounds, stopped: Stopped, for_ever: ForEver | None) -> None:
    """`free` are the results of the same rounds without limits."""
    out, limits = console(), stopped.limits
    amounts = {
        "a bankroll of": limits.bankroll,
        "a loss limit of": limits.loss_limit,
        "a win goal of": limits.win_goal,
    }
    listed = [f"{name} {money(units)}" for name, units in amounts.items() if units is not None]
    ends = table(f"with {', '.join(listed)}", ">")
    if limits.bankroll is not None:
        ends.add_row("ruined: the next full bet can't be made", per_cent(stopped.chance_ruined))
    if limits.loss_limit is not None:
        ends.add_row("stopped at the loss limit", per_cent(stopped.chance_loss_limit))
    if limits.win_goal is not None:
        ends.add_row("stopped at the win goal", per_cent(stopped.chance_win_goal))
    ends.add_row(f"all {stopped.rounds:,} rounds played", per_cent(stopped.chance_all_played))
    out.print(ends)
    _show_duration(stopped)
    _show_difference(free, stopped)
    if for_ever is not None:
        _show_for_ever(for_ever, limits)
    _show_error(stopped.error)


def _show_duration(stopped: Stopped) -> None:
    rounds = table("rounds until it stops", ">")
    rounds.add_row("expected", f"{stopped.expected_rounds:,.1f}")
    for share in ROUNDS_QUANTILES:
        last = stopped.rounds_quantile(share)
        value = f"over {stopped.rounds:,}" if last is None else f"{last:,}"
        rounds.add_row(_quantile(share, "have stopped by"), value)
    console().print(rounds)


def _show_difference(free: AfterRounds, stopped: Stopped) -> None:
    """How the limits change the result."""
    limited = stopped.results
    expected, deviation = limited.moments
    deviations = (money(round(value)) for value in (free.standard_deviation, deviation))
    comparison = table("result", ">without limits", ">with them")
    comparison.add_row("expected", net(round(free.mean)), net(round(expected)))
    comparison.add_row("standard deviation", *deviations)
    comparison.add_row("ahead", per_cent(free.chance_ahead), per_cent(limited.chance_ahead))
    for share in (0.05, 0.5, 0.95):
        quantiles = (net(round(results.quantile(share))) for results in (free, limited))
        comparison.add_row(_quantile(share, "are at or below"), *quantiles)
    console().print(comparison)


def _show_for_ever(for_ever: ForEver, limits: Limits) -> None:
    parts = []
    if limits.bankroll is not None or limits.loss_limit is not None:
        parts.append(f"{_between(for_ever.stops_low, per_cent)} stop at the lower limit")
    if limits.win_goal is not None:
        parts.append(f"{_between(for_ever.stops_high, per_cent)} reach the win goal")
    if not isinf(for_ever.rounds[1]):
        average = _between(for_ever.rounds, lambda rounds: f"{rounds:,.1f}")
        parts.append(f"after {average} rounds on average")
    sentence = f"Without a limit on rounds: {', '.join(parts)}."
    say(sentence)


def _between(bounds: Bounds, shown: Callable[[float], str]) -> str:
    low, high = (shown(bound) for bound in bounds)
    return low if low == high else f"{low} to {high}"


def show_luck(luck: Luck, rounds: int, whose: str) -> None:
    title = f"{signed_money(luck.result)} for {whose}, {rounds:,} rounds"
    chances = table("by luck alone", ">chance", title=title)
    chances.add_row("this or better", per_cent(luck.at_least))
    chances.add_row("this or worse", per_cent(luck.at_most))
    chances.add_row("as far out, on either side", per_cent(luck.two_sided))
    console().print(chances)
    if luck.error is None:
        console().print(Text(f"How: {luck.how}.", style=MUTED))
