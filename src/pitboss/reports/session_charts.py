"""Charts of sessions, PNG or SVG: what they come to, when they stop, where the edge may lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pitboss.language.pays import DOLLAR
from pitboss.maths.sessions.house import LEVELS, HouseResults, Table
from pitboss.maths.sessions.normal import Skewed
from pitboss.maths.sessions.results import AfterRounds
from pitboss.maths.sessions.ruin import Stopped
from pitboss.reports.felts import GOLD, felt
from pitboss.reports.figures import GREY, Panel

BARS, POINTS, FEWEST = 120, 13, 50
MARK = "#B3261E"


def distribution(
    found: AfterRounds | HouseResults, game: str, marks: Mapping[str, int] | None = None
) -> Panel:
    """What so many rounds come to, for a player or for the house; results to look for by name."""

    def panel(axes: Any) -> None:
        players = found.players if isinstance(found, HouseResults) else found
        sign = -1 if isinstance(found, HouseResults) else 1
        if isinstance(players, Skewed):
            reach = np.linspace(-4, 4, BARS + 1) * players.deviation
            edges = [round(players.mean + x) for x in reach]
            below = [players.at_most(edge) for edge in edges]
            bars = np.maximum(np.diff(below), 0.0)
        else:
            cuts = players.edges(BARS)
            edges, bars = [float(cut) for cut in cuts], np.array(players.histogram(cuts))
        left, right = (np.array(some, float) * sign / DOLLAR for some in (edges[:-1], edges[1:]))
        middle, width = (left + right) / 2, np.abs(right - left)
        colours = [GOLD if x > 0 else felt(game) for x in middle]
        axes.bar(middle, bars, width, color=colours, lw=0)
        axes.axvline(0, color=GREY, lw=0.8)
        mean = float(found.mean) / DOLLAR
        axes.axvline(mean, color=GREY, lw=1.0, ls="--", label=f"expected {_dollars(mean, 2)}")
        for (name, result), dashes in zip((marks or {}).items(), (":", "-."), strict=False):
            at = result / DOLLAR
            label = f"{name} {_dollars(at, 2)}"
            axes.axvline(at, color=MARK, lw=1.4, ls=dashes, label=label)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.3g} %")
        axes.xaxis.set_major_formatter(lambda value, _: _dollars(value))
        whose = "the house's win" if sign < 0 else "the player's result"
        axes.set_xlabel(f"{whose} after {found.rounds:,} rounds", color=GREY)
        _legend(axes)

    return panel


def over_time(found: Stopped, game: str) -> Panel:
    """How many sessions have stopped by which round, and why."""

    def panel(axes: Any) -> None:
        course, limits = found.course, found.limits
        low, high = (np.cumsum(some) for some in (course.stopped_low, course.stopped_high))
        rounds = np.arange(found.rounds + 1)
        # As many points as the eye can tell apart.
        kept = np.unique(np.linspace(0, found.rounds, 800).round().astype(int))
        low_words = (
            "out of money" if limits.loss_limit is None else "out of money or at the loss limit"
        )
        if limits.bankroll is not None or limits.loss_limit is not None:
            axes.plot(rounds[kept], low[kept], color=felt(game), lw=1.4, label=low_words)
        if limits.win_goal is not None:
            axes.plot(rounds[kept], high[kept], color=GOLD, lw=1.4, label="at the win goal")
        axes.plot(
            rounds[kept], 1 - low[kept] - high[kept], color=GREY, lw=1.0, ls="--", label="playing"
        )
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlim(0, found.rounds)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("sessions", color=GREY)
        _legend(axes)

    return panel


def band_of_the_edge(table: Table, longest: int, game: str) -> Panel:
    """Where the actual edge lies after more and more rounds."""

    def panel(axes: Any) -> None:
        least = min(FEWEST, longest)
        rounds = sorted(
            {round(least * (longest / least) ** (i / (POINTS - 1))) for i in range(POINTS)}
        )
        found = [table.after(n) for n in rounds]
        for level, strength in zip(reversed(LEVELS), (0.16, 0.24, 0.36), strict=True):
            bands = [one.band(level) for one in found]
            axes.fill_between(
                rounds,
                [band.low_edge for band in bands],
                [band.high_edge for band in bands],
                color=felt(game),
                alpha=strength,
                lw=0,
                label=f"{level} %",
            )
        edge = float(table.house_edge)
        axes.axhline(edge, color=felt(game), lw=1.2, label=f"exact {edge * 100:.4f} %")
        axes.set_xscale("log")
        axes.set_xlim(rounds[0], max(rounds[-1], rounds[0] + 1))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
        boxes = "one box" if table.boxes == 1 else f"{table.boxes} boxes"
        axes.set_xlabel(f"rounds of {boxes}", color=GREY)
        axes.set_ylabel("actual edge", color=GREY)
        _legend(axes)

    return panel


def _legend(axes: Any) -> None:
    axes.legend(frameon=False, labelcolor=GREY)


def _dollars(value: float, places: int = 0) -> str:
    return f"{'−' if round(value, places) < 0 else ''}${abs(value):,.{places}f}"
