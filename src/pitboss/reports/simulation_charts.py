"""Charts of a simulation: what rounds came to, the actual edge on its way, the jackpot meter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.pays import DOLLAR, money
from pitboss.reports.bands import LEVELS, deviations
from pitboss.reports.felts import felt
from pitboss.reports.figures import GREY, drawn

if TYPE_CHECKING:
    from pitboss.maths.simulation.jackpot import Meter
    from pitboss.maths.simulation.result import Simulated

MOST_BARS = 60
LEFT_OUT = 0.005  # Of the rounds, on either side of the histogram.
COARSEST, MOSTLY = 32, 0.75  # Of the grid that results lie on.
MOST_HITS = 100


def simulation_chart(made: Simulated, ending: str) -> bytes:
    """All charts, as a picture; the same bytes every time."""
    rules = made.table.rules
    boxes = len(made.table.boxes)
    several = "one box" if boxes == 1 else f"{boxes} boxes"
    title = f"{rules.rulebook.title}: {made.rounds:,} rounds of {several}"
    panels = [lambda axes: _results(axes, made), lambda axes: _running(axes, made)]
    if (meter := made.meter) is not None:
        panels.append(lambda axes: _meter(axes, meter, felt(rules.key)))
    return drawn(panels, ending, title, felt(rules.key))


def bars(made: Simulated) -> tuple[Array, Array, float]:
    """The middle of each bar, the share of rounds in it, and how wide it is, in smallest units."""
    low, shift = made.table.bins
    counts = made.totals.bins
    filled = np.flatnonzero(counts)
    running = np.cumsum(counts[filled]) / counts.sum()
    kept = filled[(running >= LEFT_OUT) & (running - counts[filled] / counts.sum() < 1 - LEFT_OUT)]
    span, grid = int(kept[-1] - kept[0]) + 1, 1
    if span > MOST_BARS:
        # Most results lie on a grid: a bar of whole steps of it holds as many as the next.
        grids = range(1, COARSEST)
        grid = max(step for step in grids if _on_grid(kept, counts[kept], step) >= MOSTLY)
    steps = -(-span // (grid * MOST_BARS))
    width = grid * steps
    places = (kept - kept[0]) // width
    shares = np.bincount(places, counts[kept]) / counts.sum()
    unit = float(made.table.unit) * (1 << shift)
    first = float(made.table.unit) * low + unit * (kept[0] + (width - grid) / 2)
    return first + unit * width * np.arange(len(shares)), shares, unit * width


def _on_grid(places: Array, counts: Array, step: int) -> float:
    """The share of rounds that lie so many places apart from each other."""
    return float(np.bincount(places % step, counts).max() / counts.sum())


def _results(axes: Any, made: Simulated) -> None:
    middles, shares, width = bars(made)
    axes.bar(middles / DOLLAR, shares, width / DOLLAR * 0.9, color=felt(made.table.rules.key))
    axes.axvline(0, color=GREY, lw=0.8)
    axes.xaxis.set_major_formatter(lambda value, _: money(round(value * DOLLAR)).split(".")[0])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.1%}".replace("%", " %"))
    axes.set_xlabel("what the table's bettors win in a round", color=GREY)
    axes.set_ylabel("share of rounds", color=GREY)


def _running(axes: Any, made: Simulated) -> None:
    colour, exact = felt(made.table.rules.key), float(made.exact_edge)
    rounds, won = made.running()
    edges = won / (made.handle * rounds / made.rounds)
    first = max(int(rounds[0]), 1)
    along = np.geomspace(first, max(made.rounds, first + 1), 80)
    for level, strength in zip(reversed(LEVELS), (0.16, 0.24, 0.36), strict=True):
        off = deviations(level) * made.standard_error * np.sqrt(made.rounds / along)
        axes.fill_between(along, exact - off, exact + off, color=colour, alpha=strength, lw=0,
                          label=f"{level} %")  # fmt: skip
    axes.axhline(exact, color=colour, lw=1.2, label="exact")
    axes.plot(rounds, edges, color="#B8862B", lw=1.2, label="actual")
    axes.set_xscale("log")
    axes.set_xlim(along[0], along[-1])
    # The first rounds stray far: show what lies within reach of the band after a while.
    reach = 4 * made.standard_error * np.sqrt(made.rounds / along[len(along) // 4])
    if reach:
        axes.set_ylim(exact - reach, exact + reach)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.2%}".replace("%", " %"))
    axes.set_xlabel("rounds", color=GREY)
    axes.set_ylabel("edge, of all that is staked", color=GREY)
    axes.legend(frameon=False, loc="upper right", ncols=5, labelcolor=GREY)


def _meter(axes: Any, meter: Meter, colour: str) -> None:
    """Of a long simulation the end: so much as still can be told apart."""
    path = np.array(meter.path[-2 * MOST_HITS - 1 :], float)
    axes.plot(path[:, 0], path[:, 1] / DOLLAR, color=colour, lw=1.0, label="jackpot meter")
    mean = float(meter.mean) / DOLLAR
    axes.axhline(mean, color=GREY, lw=1.0, ls="--", label="on average")
    axes.set_xlim(path[0, 0], path[-1, 0])
    axes.set_ylim(0, None)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: money(round(value * DOLLAR)).split(".")[0])
    axes.set_xlabel("rounds", color=GREY)
    axes.set_ylabel("the jackpot", color=GREY)
    axes.legend(frameon=False, loc="upper right", ncols=2, labelcolor=GREY)
