"""The live figures under a table of results: mean, spread, bands and their chart."""

from __future__ import annotations

from math import sqrt
from typing import Any

from pitboss.maths.odds.statistics import Distribution
from pitboss.reports.bands import LEVELS, ROUNDS, VOLATILITY, bands, deviations, volatility_index
from pitboss.reports.par.workbook_style import Page


def spread(page: Page, results: Distribution, mean: str, second: str) -> str:
    """Variance to volatility index, from the cells of the mean and of the second moment."""
    variance = page.figure(
        "variance", "Variance", f"={second}-{mean}^2", "real", float(results.variance)
    )
    deviation = page.figure(
        "sd", "Standard deviation", f"=SQRT({variance})", "real", results.standard_deviation
    )
    page.figure(
        "volatility", f"Volatility index ({VOLATILITY} SD)", f"={VOLATILITY}*{deviation}",
        "real", volatility_index(results),
    )  # fmt: skip
    return deviation


def bands_of(
    book: Any, page: Page, results: Distribution, stake: int, centre: str, deviation: str
) -> None:
    """The bands of the actual return, as formulas, with a chart of them."""
    page.section("Bands of the actual return")
    page.put(0, "Standard deviations on each side", "text")
    z = {}
    for i, level in enumerate(LEVELS):
        cell = page.put(1 + 2 * i, deviations(level), "real")
        page.put(2 + 2 * i, "", "text")
        z[level] = f"${cell[0]}${cell[1:]}"
    page.at += 1
    page.heads(
        ">Rounds", *(f">{level} % {end}" for level in LEVELS for end in ("from", "to"))
    )  # fmt: skip
    first, every = page.at, iter(bands(results, stake))
    for rounds in ROUNDS:
        cell = page.put(0, rounds, "count")
        for i, level in enumerate(LEVELS):
            band = next(every)
            off = f"{z[level]}*{deviation}/SQRT({cell})"
            page.put(1 + 2 * i, f"={centre}-{off}", "per_cent", band.low)
            page.put(2 + 2 * i, f"={centre}+{off}", "per_cent", band.high)
        page.at += 1
    _chart(book, page, first, page.at - 1, float(stake + results.mean), results)


def _chart(
    book: Any, page: Page, first: int, last: int, centre: float, results: Distribution
) -> None:
    chart = book.add_chart({"type": "scatter", "subtype": "straight"})
    shades = ("#B8B8B8", "#7F7F7F", page.styles.colour)
    for i, level in enumerate(LEVELS):
        for column in (1 + 2 * i, 2 + 2 * i):
            chart.add_series(
                {
                    "name": f"{level} %",
                    "categories": [page.name, first, 0, last, 0],
                    "values": [page.name, first, column, last, column],
                    "line": {"color": shades[-1 - i], "width": 1.75},
                }
            )
    widest = deviations(LEVELS[-1]) * results.standard_deviation / sqrt(ROUNDS[0])
    chart.set_title({"name": "Actual return by rounds played", "name_font": {"size": 11}})
    chart.set_x_axis(
        {"name": "rounds", "log_base": 10, "min": ROUNDS[0], "max": ROUNDS[-1],
         "num_format": "#,##0", "crossing": "min", "label_position": "low"}
    )  # fmt: skip
    chart.set_y_axis(
        {"num_format": "0%" if widest > 0.05 else "0.0%", "crossing": ROUNDS[0],
         "major_gridlines": {"visible": True, "line": {"color": "#E4E4E4"}}}
    )  # fmt: skip
    chart.set_legend({"position": "right", "delete_series": [1, 3, 5]})
    chart.set_size({"width": 760, "height": 300})
    told = f"Bands of the actual return around {centre:.4%}, narrowing as rounds are played"
    page.sheet.insert_chart(page.at + 1, 0, chart, {"description": told})
    page.at += 18
