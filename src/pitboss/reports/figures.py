"""The paper that charts are drawn on: one look for all of them, and the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from pitboss.reports.extra import needed

ENDINGS = ("png", "svg")
GREY, LINES = "#5A5F66", "#E2E2E2"
WIDTH, HEIGHT = 7.0, 2.9  # Of a panel, in inches.
DOTS = 160  # An inch, where there are any.
# Ids in the file would be random without a salt; text is drawn, so that no font is needed.
LOOK = {
    "svg.hashsalt": "pitboss",
    "svg.fonttype": "path",
    "font.size": 8,
    "axes.edgecolor": LINES,
    "xtick.color": GREY,
    "ytick.color": GREY,
}
# Who made it and when, left out.
NOBODY: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}

Panel = Callable[[Any], None]  # Draws on axes.


def drawn(panels: Sequence[Panel], ending: str, title: str = "", colour: str = GREY) -> bytes:
    """Panels one under the other."""
    matplotlib = needed("matplotlib", "A chart")
    figure_of = needed("matplotlib.figure", "A chart").Figure
    with matplotlib.rc_context(LOOK):
        figure = figure_of(figsize=(WIDTH, HEIGHT * len(panels)), layout="constrained")
        all_axes = figure.subplots(len(panels), squeeze=False)[:, 0]
        for axes, panel in zip(all_axes, panels, strict=True):
            panel(axes)
            axes.grid(color=LINES, lw=0.6)
            axes.set_axisbelow(True)
            axes.spines[["top", "right"]].set_visible(False)
        if title:
            figure.suptitle(title, fontsize=10, color=colour)
        out = BytesIO()
        figure.savefig(out, format=ending, dpi=DOTS, metadata=NOBODY[ending])
    return out.getvalue()
