"""Charts drawn with matplotlib: one look for all of them, and the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from pitboss.cards.hands import Array
from pitboss.maths.odds.bands import LEVELS, ROUNDS, half_width
from pitboss.maths.odds.statistics import Distribution
from pitboss.reports.files import require
from pitboss.reports.formatting import dollars, per_cent, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

ENDINGS = ("png", "svg")
GREY, LINES = "#5A5F66", "#E2E2E2"
PANEL_WIDTH, PANEL_HEIGHT = 7.0, 2.9  # In inches.
DOTS_PER_INCH = 160
# The file names neither the program nor the date.
METADATA: dict[str, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}
SHADES = (0.16, 0.24, 0.36)  # The opacity of the bands, from the widest to the narrowest.
CURVE_STEPS = 60

Values = Sequence[float] | Array
Panel = Callable[["Axes"], None]  # Draws on axes.


def draw(panels: Sequence[Panel], ending: str, title: str = "", colour: str = GREY) -> bytes:
    """A picture of panels, one below the other."""
    require("matplotlib", "A chart")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # A fixed salt makes the ids in an SVG file reproducible. Text is drawn as paths, without fonts.
    with rc_context(
        {
            "svg.hashsalt": "pitboss",
            "svg.fonttype": "path",
            "font.size": 8,
            "axes.edgecolor": LINES,
            "xtick.color": GREY,
            "ytick.color": GREY,
        }
    ):
        size = (PANEL_WIDTH, PANEL_HEIGHT * len(panels))
        figure = Figure(figsize=size, layout="constrained")
        column = figure.subplots(len(panels), squeeze=False)[:, 0]
        for axes, panel in zip(column, panels, strict=True):
            panel(axes)
            axes.grid(color=LINES, lw=0.6)
            axes.set_axisbelow(True)
            axes.spines[["top", "right"]].set_visible(False)
        if title:
            figure.suptitle(title, fontsize=10, color=colour)
        out = BytesIO()
        figure.savefig(out, format=ending, dpi=DOTS_PER_INCH, metadata=METADATA[ending])
    return out.getvalue()


def per_cent_ticks(axis: Axis, places: int = 0) -> None:
    axis.set_major_formatter(lambda value, _: per_cent(value, places))


def count_ticks(axis: Axis) -> None:
    axis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def dollar_ticks(axis: Axis) -> None:
    """Amounts in smallest units, labelled in dollars."""
    axis.set_major_formatter(lambda value, _: typeset(dollars(value)))


def legend(axes: Axes, columns: int = 1, place: Literal["best", "upper right"] = "best") -> None:
    axes.legend(frameon=False, loc=place, ncols=columns, labelcolor=GREY)


def shade_bands(
    axes: Axes,
    rounds: Values,
    ends: Mapping[int, tuple[Values, Values]],
    colour: str,
) -> None:
    """By level, the lower and the upper end of a band after each number of rounds."""
    for level, shade in zip(sorted(ends, reverse=True), SHADES, strict=True):
        low, high = ends[level]
        axes.fill_between(rounds, low, high, color=colour, alpha=shade, lw=0, label=f"{level} %")


def bands_chart(results: Distribution, stake: int, colour: str) -> str:
    """The bands of the actual return, narrowing around the exact one, as SVG."""
    centre, (first, last) = float(stake + results.mean), (ROUNDS[0], ROUNDS[-1])
    rounds = [first * (last / first) ** (i / CURVE_STEPS) for i in range(CURVE_STEPS + 1)]

    def band(level: int) -> tuple[list[float], list[float]]:
        distances = [half_width(results, level, n) for n in rounds]
        return [centre - x for x in distances], [centre + x for x in distances]

    def panel(axes: Axes) -> None:
        shade_bands(axes, rounds, {level: band(level) for level in LEVELS}, colour)
        axes.axhline(centre, color=colour, lw=1.2, label="exact")
        axes.set_xscale("log")
        axes.set_xlim(first, last)
        axes.set_xticks(ROUNDS, [f"{n:,}" for n in ROUNDS])
        axes.minorticks_off()
        is_narrow = half_width(results, LEVELS[-1], first) < 0.04
        per_cent_ticks(axes.yaxis, 1 if is_narrow else 0)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("actual return", color=GREY)
        legend(axes, 4, "upper right")

    return draw([panel], "svg").decode()
