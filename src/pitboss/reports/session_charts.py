"""Charts of sessions: the distribution of results, when sessions stop, the band of the edge."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.pays import money
from pitboss.maths.sessions.house import LEVELS, HouseResults, HouseTable
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.sessions.results import AfterRounds, Results, SkewedNormal
from pitboss.maths.sessions.ruin import Stopped
from pitboss.reports.charts import (
    GREY,
    Caption,
    Panel,
    Values,
    count_ticks,
    dollar_ticks,
    fingerprinted,
    legend,
    legend_above,
    listed_bets,
    per_cent_ticks,
    shade_bands,
    share_shown,
)
from pitboss.reports.felts import GOLD, felt
from pitboss.reports.formatting import dollars, per_cent, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BARS = 120
DEVIATIONS = 4  # Shown on each side of the mean, where results are too many to list.
BAND_POINTS, FEWEST_ROUNDS = 13, 50
MOST_POINTS = 800  # Of a curve; more can't be told apart.
MARK = "#B3261E"


def session_caption(one_round: OneRound, title: str) -> Caption:
    """The caption of a session's charts: its bets, its strategy and its jackpot."""
    rules = one_round.rules
    strategy = one_round.strategy if rules.rulebook.decision else None
    bets = listed_bets(one_round.stakes, strategy)
    if any(rules.wager(key).has_jackpot for key in one_round.stakes):
        bets += f"; {money(one_round.jackpot)} in the jackpot"
    return Caption(f"{rules.rulebook.title}: {title}", bets, fingerprinted(rules), felt(rules.key))


def distribution(
    results: AfterRounds | HouseResults, game: str, marks: Mapping[str, int] | None = None
) -> Panel:
    """The distribution of a player's result or of the house's win, with named results marked."""
    is_house = isinstance(results, HouseResults)
    players = results.players if isinstance(results, HouseResults) else results
    sign = -1 if is_house else 1
    above, below = ("the house wins or breaks even", "it loses") if is_house else (
        "the player wins", "loses or breaks even",
    )  # fmt: skip

    def panel(axes: Axes) -> None:
        edges, bars = _histogram(players)
        left, right = edges[:-1] * sign, edges[1:] * sign
        middle, width = (left + right) / 2, np.abs(right - left)
        for is_above, colour, label in ((True, GOLD, above), (False, felt(game), below)):
            kept = (middle > 0) == is_above
            # A line of the same colour closes the seams that some viewers show between bars.
            axes.bar(middle[kept], bars[kept], width[kept], color=colour, ec=colour, lw=0.5,
                     label=label)  # fmt: skip
        axes.axvline(0, color=GREY, lw=0.8)
        mean = float(results.mean)
        axes.axvline(mean, color=GREY, lw=1.0, ls="--", label=_label("expected", mean))
        for (name, result), dashes in zip((marks or {}).items(), (":", "-."), strict=False):
            axes.axvline(result, color=MARK, lw=1.4, ls=dashes, label=_label(name, result))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.3g} %")
        dollar_ticks(axes.xaxis)
        whose = "the house's win" if is_house else "the player's result"
        part = f"the middle {share_shown(bars.sum())} of results"
        axes.set_xlabel(f"{whose} after {results.rounds:,} rounds; {part}", color=GREY)
        axes.set_ylabel("chance of each bar", color=GREY)
        legend(axes)

    return panel


def _histogram(players: Results | SkewedNormal) -> tuple[Array, Array]:
    """The edges of the bars, in smallest units, and the chance of each bar."""
    if isinstance(players, SkewedNormal):
        width = max(2 * DEVIATIONS * players.deviation / BARS, 1.0)
        # Bars are counted from 0, so that one begins there.
        first = floor(players.mean / width - BARS / 2)
        edges = [round((first + i) * width) for i in range(BARS + 2)]
        cumulative = [players.at_most(edge) for edge in edges]
        return np.array(edges, float), np.maximum(np.diff(cumulative), 0.0)
    cuts = players.edges(BARS)
    return np.array([float(cut) for cut in cuts]), np.array(players.histogram(cuts))


def _label(name: str, units: float) -> str:
    return f"{name} {typeset(dollars(units, 2))}"


def over_time(stopped: Stopped, game: str) -> Panel:
    """The share of sessions that have stopped by each round, and why."""

    def panel(axes: Axes) -> None:
        course, limits = stopped.course, stopped.limits
        low, high = np.cumsum(course.stopped_low), np.cumsum(course.stopped_high)
        kept = np.unique(np.linspace(0, stopped.rounds, MOST_POINTS).round().astype(int))
        if limits.bankroll is not None or limits.loss_limit is not None:
            label = "out of money"
            if limits.bankroll is not None:
                label += f" ({dollars(limits.bankroll, 2)})"
            if limits.loss_limit is not None:
                label += f" or at the loss limit ({dollars(limits.loss_limit, 2)})"
            axes.plot(kept, low[kept], color=felt(game), lw=1.4, label=label)
        if limits.win_goal is not None:
            label = f"at the win goal ({dollars(limits.win_goal, 2)})"
            axes.plot(kept, high[kept], color=GOLD, lw=1.4, label=label)
        playing = 1 - low[kept] - high[kept]
        axes.plot(kept, playing, color=GREY, lw=1.0, ls="--", label="playing")
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlim(0, stopped.rounds)
        per_cent_ticks(axes.yaxis)
        count_ticks(axes.xaxis)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("sessions", color=GREY)
        legend(axes)

    return panel


def band_of_the_edge(table: HouseTable, longest: int, game: str) -> Panel:
    """The bands of the actual edge after more and more rounds."""

    def panel(axes: Axes) -> None:
        first = min(FEWEST_ROUNDS, longest)
        ratio = longest / first
        rounds = sorted(
            {round(first * ratio ** (i / (BAND_POINTS - 1))) for i in range(BAND_POINTS)}
        )
        results = [table.after(n) for n in rounds]
        ends: dict[int, tuple[Values, Values]] = {}
        for level in LEVELS:
            bands = [after.band(level) for after in results]
            ends[level] = [band.low_edge for band in bands], [band.high_edge for band in bands]
        shade_bands(axes, rounds, ends, felt(game))
        edge = float(table.house_edge)
        axes.axhline(edge, color=felt(game), lw=1.2, label=f"exact {per_cent(edge)}")
        axes.set_xscale("log")
        axes.set_xlim(rounds[0], max(rounds[-1], rounds[0] + 1))
        count_ticks(axes.xaxis)
        per_cent_ticks(axes.yaxis)
        boxes = "one box" if table.boxes == 1 else f"{table.boxes} boxes"
        axes.set_xlabel(f"rounds of {boxes}", color=GREY)
        axes.set_ylabel("actual edge", color=GREY)
        legend_above(axes, 4)

    return panel
