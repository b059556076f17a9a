"""The chart of a PAR sheet, as SVG."""

from __future__ import annotations

from math import sqrt
from typing import Any

from pitboss.maths.odds.statistics import Distribution
from pitboss.reports.bands import LEVELS, ROUNDS, deviations
from pitboss.reports.figures import GREY, drawn

STEPS = 60


def bands_chart(results: Distribution, stake: int, colour: str) -> str:
    """The bands of the actual return, narrowing around the exact one."""
    centre, spread = float(stake + results.mean), results.standard_deviation
    low, high = ROUNDS[0], ROUNDS[-1]
    rounds = [low * (high / low) ** (i / STEPS) for i in range(STEPS + 1)]

    def panel(axes: Any) -> None:
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
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("actual return", color=GREY)
        axes.legend(frameon=False, loc="upper right", ncols=4, labelcolor=GREY)

    return drawn([panel], "svg").decode()
