"""Charts drawn with matplotlib: one look for all of them, and the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import floor
from textwrap import wrap
from typing import TYPE_CHECKING

from pitboss.cards.hands import COUNT, Array
from pitboss.language.pays import money
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.bands import LEVELS, ROUNDS, half_width
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.strategy import Strategy, edges_by_threshold
from pitboss.reports.felts import GOLD
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
# How much of its colour a band shows, from the widest to the narrowest. Bands cover each other, so
# they are opaque: a transparent one would be darker where it is drawn than in the legend.
SHADES = (0.16, 0.34, 0.58)
BELOW_GRID = 0.4
TOO_CLOSE = 0.005  # A strategy that costs less is a dot without a name.
LONGEST_LINE = 118  # Of the words below a chart, in characters.
CURVE_STEPS = 60

Values = Sequence[float] | Array
Panel = Callable[["Axes"], None]  # Draws on axes.


@dataclass(frozen=True)
class Caption:
    """What every chart says of itself: what it shows, for which bets, under which rules."""

    title: str
    bets: str
    reference: str  # The fingerprint of the rules, or what else identifies the figures.
    colour: str = GREY

    @property
    def source(self) -> str:
        """The words below the chart."""
        return "\n".join(wrap(f"{self.bets}. {self.reference}.", LONGEST_LINE))


def listed_bets(stakes: Mapping[str, int], strategy: str | None = None) -> str:
    """The bets of a round, and the strategy where there is a decision."""
    bets = ", ".join(f"{key} {money(stake)}" for key, stake in stakes.items())
    return f"Every round: {bets}" + (f"; strategy: {strategy}" if strategy else "")


def fingerprinted(rules: Rules) -> str:
    return f"Rulebook {rules.rulebook.version}, fingerprint {rules.fingerprint}"


def draw(panels: Sequence[Panel], ending: str, caption: Caption) -> bytes:
    """A picture of panels, one below the other."""
    require("matplotlib", "A chart")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # A fixed salt makes the ids in an SVG file reproducible. Text is drawn as paths, without fonts.
    with rc_context(
        {
            "svg.hashsalt": "pitboss",
            "svg.fonttype": "path",
            "text.parse_math": False,  # A dollar sign is a dollar sign.
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
        figure.suptitle(caption.title, fontsize=10, color=caption.colour)
        figure.supxlabel(caption.source, fontsize=7, color=GREY)
        out = BytesIO()
        figure.savefig(out, format=ending, dpi=DOTS_PER_INCH, metadata=METADATA[ending])
    return out.getvalue()


def per_cent_ticks(axis: Axis, places: int = 0) -> None:
    axis.set_major_formatter(lambda value, _: typeset(per_cent(value, places)))


def count_ticks(axis: Axis) -> None:
    """Whole numbers; on a logarithmic axis of less than a decade also between the powers of 10."""
    axis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    if axis.get_scale() == "log":
        low, high = axis.get_view_interval()
        is_short = high < 10 * low
        axis.set_minor_formatter(lambda value, _: f"{value:,.0f}" if is_short else "")


def dollar_ticks(axis: Axis) -> None:
    """Amounts in smallest units, labelled in dollars."""
    axis.set_major_formatter(lambda value, _: typeset(dollars(value)))


def legend(axes: Axes) -> None:
    """A legend where it hides least."""
    axes.legend(frameon=False, loc="best", labelcolor=GREY)


def legend_above(axes: Axes, columns: int) -> None:
    """A legend in one line above the axes, for charts that fill them."""
    axes.legend(
        frameon=False, loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2,
        ncols=columns, labelcolor=GREY, columnspacing=1.4,
    )  # fmt: skip


def share_shown(share: float) -> str:
    """A share close to 1, never rounded up to all of it."""
    return f"{floor(share * 1000) / 10:.1f} %"


def shade_bands(
    axes: Axes,
    rounds: Values,
    ends: Mapping[int, tuple[Values, Values]],
    colour: str,
) -> None:
    """By level, the lower and the upper end of a band after each number of rounds."""
    for level, shade in zip(sorted(ends, reverse=True), SHADES, strict=True):
        low, high = ends[level]
        axes.fill_between(
            rounds, low, high, color=tint(colour, shade), lw=0, label=f"{level} % of tables",
            zorder=BELOW_GRID,
        )  # fmt: skip


def tint(colour: str, shade: float) -> str:
    """A colour mixed with white: all of it at 1, none at 0."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * shade):02X}" for part in parts)


def thresholds_chart(best: Strategy, others: Sequence[Strategy], caption: Caption) -> str:
    """The house edge by the lowest hand that is played, with strategies marked, as SVG."""
    folds, edges = zip(*edges_by_threshold(best.bet), strict=True)
    marked = sorted([best, *others], key=lambda strategy: strategy.folds)
    most = marked[-1].folds
    kept = [(n, float(edge)) for n, edge in zip(folds, edges, strict=True) if n <= most]

    def panel(axes: Axes) -> None:
        axes.plot(*zip(*kept, strict=True), color=caption.colour, lw=1.4,
                  label="a hand and better")  # fmt: skip
        for strategy in marked:
            edge = float(strategy.odds.house_edge)
            colour = GOLD if strategy is best else caption.colour
            label = f"best {per_cent(edge)}" if strategy is best else None
            order = 4 if strategy is best else 3
            axes.plot([strategy.folds], [edge], "o", ms=5, color=colour, label=label, zorder=order)
            if strategy.odds.house_edge - best.odds.house_edge > TOO_CLOSE:
                # Beside the curve: above it where it falls, and to its left where it is steep.
                left = strategy.folds > most * 3 / 4
                right = (6, 5) if strategy.folds < best.folds else (6, -10)
                axes.annotate(
                    strategy.name, (strategy.folds, edge), (-7, 3) if left else right,
                    textcoords="offset points", ha="right" if left else "left", color=GREY,
                )  # fmt: skip
        axes.set_xlim(-most * 0.02, most * 1.02)
        count_ticks(axes.xaxis)
        per_cent_ticks(axes.yaxis)
        axes.set_xlabel(f"hands that fold, of {COUNT:,}; above {most:,} is not shown", color=GREY)
        axes.set_ylabel("house edge", color=GREY)
        legend(axes)

    return draw([panel], "svg", caption).decode()


def bands_chart(results: Distribution, stake: int, caption: Caption) -> str:
    """The bands of the actual return, narrowing around the exact one, as SVG."""
    centre, (first, last) = float(stake + results.mean), (ROUNDS[0], ROUNDS[-1])
    rounds = [first * (last / first) ** (i / CURVE_STEPS) for i in range(CURVE_STEPS + 1)]

    def band(level: int) -> tuple[list[float], list[float]]:
        distances = [half_width(results, level, n) for n in rounds]
        return [centre - x for x in distances], [centre + x for x in distances]

    def panel(axes: Axes) -> None:
        shade_bands(axes, rounds, {level: band(level) for level in LEVELS}, caption.colour)
        axes.axhline(centre, color=caption.colour, lw=1.2, label=f"exact {per_cent(centre)}")
        axes.set_xscale("log")
        axes.set_xlim(first, last)
        axes.set_xticks(ROUNDS, [f"{n:,}" for n in ROUNDS])
        axes.minorticks_off()
        is_narrow = half_width(results, LEVELS[-1], first) < 0.04
        per_cent_ticks(axes.yaxis, 1 if is_narrow else 0)
        axes.set_xlabel("rounds", color=GREY)
        axes.set_ylabel("actual return", color=GREY)
        legend_above(axes, 4)

    return draw([panel], "svg", caption).decode()
