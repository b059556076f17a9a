"""Charts of sessions: the distribution of results, when sessions stop, the band of the edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.sessions.house import LEVELS, HouseResults, HouseTable
from pitboss.maths.sessions.results import AfterRounds, Results, SkewedNormal
from pitboss.maths.sessions.ruin import Stopped
from pitboss.reports.charts import (
    GREY,
    Panel,
    Values,
    count_ticks,
    dollar_ticks,
    legend,
    per_cent_ticks,
    shade_bands,
)
from pitboss.reports.felts import GOLD, felt
from pitboss.reports.formatting import dollars, per_cent, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BARS = 120
BAND_POINTS, FEWEST_ROUNDS = 13, 50
MOST_POINTS = 800  # Of a curve; more can't be told apart.
MARK = "#B3261E"


def distribution(
    results: AfterRounds | HouseResults, game: str, marks: Mapping[str, int] | None = None
) -> Panel:
    """The distribution of a player's result or of the house's win, with named results marked."""
    is_house = isinstance(results, HouseResults)
    players = results.players if isinstance(results, HouseResults) else results
    sign = -1 if is_house else 1

    def panel(axes: Axes) -> None:
        edges, bars = _histogram(players)
        left, right = edges[:-1] * sign, edges[1:] * sign
        middle, width = (left + right) / 2, np.abs(right - left)
        colours = [GOLD if x > 0 else felt(game) for x in middle]
        axes.bar(middle, bars, width, color=colours, lw=0)
        axes.axvline(0, color=GREY, lw=0.8)
        mean = float(results.mean)
        axes.axvline(mean, color=GREY, lw=1.0, ls="--", label=_label("expected", mean))
        for (name, result), dashes in zip((marks or {}).items(), (":", "-."), strict=False):
            axes.axvline(result, color=MARK, lw=1.4, ls=dashes, label=_label(name, result))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.3g} %")
        dollar_ticks(axes.xaxis)
        whose = "the house's win" if is_house else "the player's result"
        axes.set_xlabel(f"{whose} after {results.rounds:,} rounds", color=GREY)
        legend(axes)

    return panel


def _histogram(players: Results | SkewedNormal) -> tuple[Array, Array]:
    """The edges of the bars, in smallest units, and the chance of each bar."""
    if isinstance(players, SkewedNormal):
        offsets = np.linspace(-4, 4, BARS + 1) * players.deviation
        edges = [round(players.mean + offset) for offset in offsets]
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
            at_limit = "" if limits.loss_limit is None else " or at the loss limit"
            label = f"out of money{at_limit}"
            axes.plot(kept, low[kept], color=felt(game), lw=1.4, label=label)
        if limits.win_goal is not None:
            axes.plot(kept, high[kept], color=GOLD, lw=1.4, label="at the win goal")
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
        legend(axes)

    return panel
