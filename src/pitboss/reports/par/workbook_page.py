"""A page of the workbook: its styles, its cells, and the live figures below a table of results.

Cells are written from the top down. A formula is stored with its present value, so that the
workbook also shows figures in a viewer that computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.maths.odds.bands import (
    LEVELS,
    ROUNDS,
    VOLATILITY,
    bands,
    deviations,
    half_width,
    volatility_index,
)
from pitboss.maths.odds.statistics import Distribution
from pitboss.reports.felts import felt

Workbook = Any  # The library carries no types.
Cell = str | int | float

NUMBER_FORMATS = {
    "per_cent": "0.0000%",
    "probability": "0.0000000000",
    "count": "#,##0",
    "ratio": "#,##0.00",
    "real": "0.000000",
    "pays": "#,##0.######;-#,##0.######;0",
    "money": "#,##0",
    "dollars": "#,##0.00;[Red]-#,##0.00;0.00",
    "flag": "0",
}


class Styles:
    """The formats of a workbook by name."""

    def __init__(self, book: Workbook, game: str, reference: str = "") -> None:
        colour, thin = felt(game), {"bottom": 1, "bottom_color": "#D8D8D8"}
        self.colour, self.reference = colour, reference
        properties: dict[str, dict[str, Any]] = {
            "title": {"bold": True, "font_size": 18, "font_color": colour},
            "subtitle": {"font_color": "#666666"},
            "section": {"bold": True, "font_size": 12, "font_color": colour},
            "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": colour, "text_wrap": True,
                     "valign": "vcenter"},
            "head_right": {"bold": True, "font_color": "#FFFFFF", "bg_color": colour,
                           "text_wrap": True, "valign": "vcenter", "align": "right"},
            "text": {**thin, "valign": "top"},
            "wrapped": {**thin, "text_wrap": True, "valign": "top"},
            "link": {"font_color": colour, "underline": 1, "valign": "top"},
            "label": {**thin, "bold": True, "valign": "top"},
            "note": {"text_wrap": True, "italic": True, "font_color": "#555555", "valign": "top"},
            "mono": {**thin, "font_name": "Consolas", "font_size": 9},
        }  # fmt: skip
        self._formats = {name: book.add_format(wanted) for name, wanted in properties.items()}
        for name, number_format in NUMBER_FORMATS.items():
            cell = {**thin, "num_format": number_format, "align": "right"}
            total = {"num_format": number_format, "bold": True, "top": 1, "align": "right"}
            entry = {**cell, "bg_color": "#FFF6D6", "font_color": "#1F4E9E", "border": 1,
                     "border_color": "#E3D3A0"}  # fmt: skip
            self._formats[name] = book.add_format(cell)
            self._formats[f"{name}_total"] = book.add_format(total)
            self._formats[f"{name}_input"] = book.add_format(entry)

    def __getitem__(self, name: str) -> Any:
        return self._formats[name]


class WorkbookPage:
    """A sheet of the workbook, written from the top down."""

    def __init__(self, book: Workbook, styles: Styles, name: str, widths: Sequence[float]) -> None:
        self.sheet, self.styles, self.name = book.add_worksheet(name), styles, name
        self.at = 0  # The row that is written next, counted from 0.
        self.width = len(widths)
        self.figures: dict[str, str] = {}  # The cells of figures, for other sheets.
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width)
        self.sheet.hide_gridlines(2)
        self.sheet.set_landscape()
        self.sheet.set_paper(9)
        self.sheet.fit_to_pages(1, 0)
        self.sheet.set_footer("&L&8Pitboss PAR sheet&C&8&A&R&8&P of &N")

    def title(self, text: str, subtitle: str) -> None:
        self.sheet.set_row(self.at, 26)
        self.put(0, text, "title")
        self.at += 1
        self.put(0, subtitle, "subtitle")
        self.at += 1

    def note(self, text: str, lines: int = 1) -> None:
        self.sheet.merge_range(self.at, 0, self.at, self.width - 1, text, self.styles["note"])
        self.sheet.set_row(self.at, 15 * lines)
        self.at += 1

    def section(self, text: str) -> None:
        self.at += 1
        self.put(0, text, "section")
        self.at += 1

    def heads(self, *words: str, freeze: bool = False) -> None:
        """Headings; one that starts with > is of numbers, and is aligned right."""
        for column, word in enumerate(words):
            self.put(column, word.lstrip(">"), "head_right" if word.startswith(">") else "head")
        self.sheet.set_row(self.at, 32)
        self.at += 1
        if freeze:
            self.sheet.freeze_panes(self.at, 1)

    def put(self, column: int, value: Cell, style: str, shown: float | None = None) -> str:
        """Write a cell of the current row; `shown` is the present value of a formula."""
        if isinstance(value, str) and value.startswith("="):
            self.sheet.write_formula(self.at, column, value, self.styles[style], shown)
        else:
            self.sheet.write(self.at, column, value, self.styles[style])
        return f"{chr(ord('A') + column)}{self.at + 1}"

    def words(self, column: int, text: str, style: str) -> None:
        """Write text that somebody gave, which is never a formula or a link."""
        self.sheet.write_string(self.at, column, text, self.styles[style])

    def link(self, column: int, name: str) -> None:
        """Write a link to another sheet of the workbook."""
        style = self.styles["link"]
        self.sheet.write_url(self.at, column, f"internal:'{name}'!A1", style, name)

    def figure(self, key: str, label: str, formula: Cell, style: str, shown: float) -> str:
        """Write a labelled figure in the fourth column, for other formulas to refer to."""
        for column in range(3):
            self.put(column, label if column == 0 else "", "label" if column == 0 else "text")
        cell = self.put(3, formula, style, shown)
        self.figures[key] = f"'{self.name}'!${cell[0]}${cell[1:]}"
        self.at += 1
        return cell

    def rows(self, rows: Sequence[Sequence[Cell]], styles: Sequence[str]) -> None:
        for row in rows:
            for column, (value, style) in enumerate(zip(row, styles, strict=True)):
                self.put(column, value, style)
            self.at += 1


def spread(page: WorkbookPage, results: Distribution, mean: str, second: str) -> str:
    """Write variance, standard deviation and volatility index; the cell of the deviation.

    `mean` and `second` are the cells of the first and the second moment.
    """
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


def live_bands(
    book: Workbook,
    page: WorkbookPage,
    results: Distribution,
    stake: int,
    centre: str,
    deviation: str,
) -> None:
    """Write the bands of the actual return as formulas, with a chart of them."""
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
    first, remaining = page.at, iter(bands(results, stake))
    for rounds in ROUNDS:
        cell = page.put(0, rounds, "count")
        for i, level in enumerate(LEVELS):
            band = next(remaining)
            distance = f"{z[level]}*{deviation}/SQRT({cell})"
            page.put(1 + 2 * i, f"={centre}-{distance}", "per_cent", band.low)
            page.put(2 + 2 * i, f"={centre}+{distance}", "per_cent", band.high)
        page.at += 1
    _chart(book, page, first, page.at - 1, float(stake + results.mean), results)


def _chart(
    book: Workbook,
    page: WorkbookPage,
    first: int,
    last: int,
    centre: float,
    results: Distribution,
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
    widest = half_width(results, LEVELS[-1], ROUNDS[0])
    title = f"{page.name}: actual return, one unit a round, {page.styles.reference}"
    chart.set_title({"name": title, "name_font": {"size": 11}})
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
    says = f"Bands of the actual return around {centre:.4%}, narrowing as rounds are played"
    page.sheet.insert_chart(page.at + 1, 0, chart, {"description": says})
    page.at += 18
