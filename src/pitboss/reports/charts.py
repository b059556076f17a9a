"""Charts as SVG, the same bytes every time."""

from __future__ import annotations

from io import BytesIO
from math import sqrt

from pitboss.maths.statistics import Distribution
from pitboss.reports.bands import LEVELS, ROUNDS, deviations
from pitboss.reports.extra import needed

GREY, LINES = "#5A5F66", "#E2E2E2"
STEPS = 60


def bands_chart(results: Distribution, stake: int, colour: str) -> str:
    """The bands of the actual return, narrowing around the exact one."""
    matplotlib = needed("matplotlib", "A chart")
    figure_of = needed("matplotlib.figure", "A chart").Figure
    centre, spread = float(stake + results.mean), results.standard_deviation
    low, high = ROUNDS[0], ROUNDS[-1]
    rounds = [low * (high / low) ** (i / STEPS) for i in range(STEPS + 1)]
    # Ids in the file would be random without a salt; text is drawn, so that no font is needed.
    look = {"svg.hashsalt": "pitboss", "svg.fonttype": "path", "font.size": 8,
            "axes.edgecolor": LINES, "xtick.color": GREY, "ytick.color": GREY}  # fmt: skip
    with matplotlib.rc_context(look):
        figure = figure_of(figsize=(7.0, 2.9), layout="constrained")
        axes = figure.add_subplot()
        for level, strength in zip(reversed(LEVELS), (0.16, 0.24, 0.36), strict=True):
            off = [deviations(level) * spread / sqrt(n) for n in rounds]
            below, above = [centre - x for x in off], [centre + x for x in off]
            axes.fill_between(rounds, below, above, color=colour, alpha=strength, lw=0,
                              label=f"{level} %")  # fmt: skip
        axes.axhline(centre, color=colour, lw=1.2, label="exact")
        axes.set_xscale("log")
        axes.set_xlim(low, high)
        axes.set_xticks(ROUNDS, [f"{n:,}" for n in ROUNDS])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}".replace("%", " %"))
        if deviations(LEVELS[-1]) * spread / sqrt(low) < 0.04:
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:.1%}".replace("%", " %"))
        axes.grid(color=LINES, lw=0.6)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("actual return", color=GREY)
        axes.legend(frameon=False, loc="upper right", ncols=4, labelcolor=GREY)
        out = BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue().decode()
