"""Charts of a simulation: results of a round, the actual edge over time, the jackpot meter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.pays import money
from pitboss.maths.odds.bands import LEVELS, deviations
from pitboss.reports.charts import (
    GREY,
    Caption,
    Panel,
    Values,
    count_ticks,
    dollar_ticks,
    draw,
    fingerprinted,
    legend_above,
    listed_bets,
    per_cent_ticks,
    shade_bands,
    share_shown,
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
    played = f"{simulated.rounds:,}"
    if simulated.rounds < simulated.asked:
        played += f" of the {simulated.asked:,}"
    title = f"{rules.rulebook.title}: {played} rounds of {table}, seed {simulated.seed}"
    colour = felt(rules.key)
    caption = Caption(title, _bets(simulated), fingerprinted(rules), colour)
    panels = [_results(simulated, colour), _running_edge(simulated, colour)]
    if simulated.meter is not None:
        panels.append(_meter(simulated.meter, colour))
    return draw(panels, ending, caption)


def _bets(simulated: Simulated) -> str:
    """The bets of every box; boxes that bet alike are listed once."""
    table = simulated.table
    has_decision = table.rules.rulebook.decision
    alike: dict[str, list[int]] = {}
    for number, (box, strategy) in enumerate(zip(table.boxes, table.strategies, strict=True), 1):
        words = listed_bets(box.stakes, strategy if has_decision else None)
        alike.setdefault(words, []).append(number)
    if len(alike) == 1:
        return next(iter(alike))
    return "; ".join(
        f"Box {', '.join(map(str, numbers))}: {words.removeprefix('Every round: ')}"
        for words, numbers in alike.items()
    )


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
        part = "" if shares.sum() == 1 else f"; {share_shown(shares.sum())} of rounds are shown"
        meter = "" if simulated.meter is None else ", without the jackpot"
        axes.set_xlabel(f"the bettors' result of a round{meter}{part}", color=GREY)
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
        count_ticks(axes.xaxis)
        per_cent_ticks(axes.yaxis, 2)
        axes.set_xlabel(f"rounds, with a point every {simulated.totals.step:,}", color=GREY)
        axes.set_ylabel("edge, of all stakes", color=GREY)
        legend_above(axes, 5)

    return panel


def _meter(meter: Meter, colour: str) -> Panel:
    """The end of a long simulation: as many hits as can be told apart."""

    def panel(axes: Axes) -> None:
        path = np.array(meter.path[-2 * MOST_HITS - 1 :], float)
        axes.plot(path[:, 0], path[:, 1], color=colour, lw=1.0, label="jackpot meter")
        mean = f"average of the whole run {money(round(meter.mean))}"
        axes.axhline(float(meter.mean), color=GREY, lw=1.0, ls="--", label=mean)
        axes.set_xlim(path[0, 0], path[-1, 0])
        axes.set_ylim(0, None)
        count_ticks(axes.xaxis)
        dollar_ticks(axes.yaxis)
        hits, played = len(meter.hits), int(path[-1, 0] - path[0, 0])
        part = (
            f"the last {played:,} of {meter.rounds:,}, with the last {MOST_HITS:,} of {hits:,} hits"
            if len(meter.path) > len(path)
            else f"all {meter.rounds:,}, with {hits:,} {'hit' if hits == 1 else 'hits'}"
        )
        axes.set_xlabel(f"rounds: {part}", color=GREY)
        axes.set_ylabel("the jackpot", color=GREY)
        legend_above(axes, 2)

    return panel
