"""Charts of a simulation: results of a round, the actual edge over time, the jackpot meter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.odds.bands import LEVELS, deviations
from pitboss.reports.charts import (
    GREY,
    Panel,
    Values,
    count_ticks,
    dollar_ticks,
    draw,
    legend,
    per_cent_ticks,
    shade_bands,
)
from pitboss.reports.felts import felt

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pitboss.maths.simulation.jackpot import Meter
    from pitboss.maths.simulation.result import Simulated

MOST_BARS = 60
LEFT_OUT = 0.005  # The share of rounds left out at either end of the histogram.
COARSEST_GRID, ON_GRID = 32, 0.75  # A grid counts if this share of the results lies on it.
MOST_HITS = 100
BAND_POINTS = 80
ACTUAL = "#B8862B"


def simulation_chart(simulated: Simulated, ending: str) -> bytes:
    """All charts as one picture; the same bytes every time."""
    rules, boxes = simulated.table.rules, len(simulated.table.boxes)
    table = "one box" if boxes == 1 else f"{boxes} boxes"
    title = f"{rules.rulebook.title}: {simulated.rounds:,} rounds of {table}"
    colour = felt(rules.key)
    panels = [_results(simulated, colour), _running_edge(simulated, colour)]
    if simulated.meter is not None:
        panels.append(_meter(simulated.meter, colour))
    return draw(panels, ending, title, colour)


def bars(simulated: Simulated) -> tuple[Array, Array, float]:
    """The middle of each bar, the share of rounds in it, and its width, in smallest units."""
    low, shift = simulated.table.bins
    counts = simulated.totals.bins
    filled = np.flatnonzero(counts)
    cumulative = np.cumsum(counts[filled]) / counts.sum()
    before = cumulative - counts[filled] / counts.sum()
    kept = filled[(cumulative >= LEFT_OUT) & (before < 1 - LEFT_OUT)]
    span, grid = int(kept[-1] - kept[0]) + 1, 1
    if span > MOST_BARS:
        # Most results lie on a grid. Bars of whole grid steps hold equally many of its points.
        candidates = range(1, COARSEST_GRID)
        grid = max(step for step in candidates if _on_grid(kept, counts[kept], step) >= ON_GRID)
    steps = -(-span // (grid * MOST_BARS))
    width = grid * steps
    places = (kept - kept[0]) // width
    shares = np.bincount(places, counts[kept]) / counts.sum()
    unit = float(simulated.table.unit) * (1 << shift)
    first = float(simulated.table.unit) * low + unit * (kept[0] + (width - grid) / 2)
    return first + unit * width * np.arange(len(shares)), shares, unit * width


def _on_grid(places: Array, counts: Array, step: int) -> float:
    """The largest share of rounds whose bins are whole multiples of `step` apart."""
    return float(np.bincount(places % step, counts).max() / counts.sum())


def _results(simulated: Simulated, colour: str) -> Panel:
    def panel(axes: Axes) -> None:
        middles, shares, width = bars(simulated)
        axes.bar(middles, shares, width * 0.9, color=colour)
        axes.axvline(0, color=GREY, lw=0.8)
        dollar_ticks(axes.xaxis)
        per_cent_ticks(axes.yaxis, 1)
        axes.set_xlabel("the bettors' result of a round", color=GREY)
        axes.set_ylabel("share of rounds", color=GREY)

    return panel


def _running_edge(simulated: Simulated, colour: str) -> Panel:
    exact, error, total = float(simulated.exact_edge), simulated.standard_error, simulated.rounds

    def panel(axes: Axes) -> None:
        rounds, won = simulated.running()
        edges = won / (simulated.handle * rounds / total)
        first = max(int(rounds[0]), 1)
        curve = np.geomspace(first, max(total, first + 1), BAND_POINTS)
        ends: dict[int, tuple[Values, Values]] = {}
        for level in LEVELS:
            distances = deviations(level) * error * np.sqrt(total / curve)
            ends[level] = exact - distances, exact + distances
        shade_bands(axes, curve, ends, colour)
        axes.axhline(exact, color=colour, lw=1.2, label="exact")
        axes.plot(rounds, edges, color=ACTUAL, lw=1.2, label="actual")
        axes.set_xscale("log")
        axes.set_xlim(curve[0], curve[-1])
        # The first rounds stray far: scale the axis to the band of somewhat later ones.
        reach = 4 * error * np.sqrt(total / curve[len(curve) // 4])
        if reach:
            axes.set_ylim(exact - reach, exact + reach)
        count_ticks(axes.xaxis)
        per_cent_ticks(axes.yaxis, 2)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("edge, of all stakes", color=GREY)
        legend(axes, 5, "upper right")

    return panel


def _meter(meter: Meter, colour: str) -> Panel:
    """The end of a long simulation: as many hits as can be told apart."""

    def panel(axes: Axes) -> None:
        path = np.array(meter.path[-2 * MOST_HITS - 1 :], float)
        axes.plot(path[:, 0], path[:, 1], color=colour, lw=1.0, label="jackpot meter")
        axes.axhline(float(meter.mean), color=GREY, lw=1.0, ls="--", label="on average")
        axes.set_xlim(path[0, 0], path[-1, 0])
        axes.set_ylim(0, None)
        count_ticks(axes.xaxis)
        dollar_ticks(axes.yaxis)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("the jackpot", color=GREY)
        legend(axes, 2, "upper right")

    return panel
