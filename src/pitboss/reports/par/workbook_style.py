"""How the workbook looks, and a page of it that knows where its figures are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.reports.felts import felt

NUMBER_FORMATS = {
    "per_cent": "0.0000%",
    "probability": "0.0000000000",
    "count": "#,##0",
    "ratio": "#,##0.00",
    "real": "0.000000",
    "pays": "#,##0.######;-#,##0.######;0",
    "money": "#,##0",
    "flag": "0",
}


class Styles:
    """Formats by name, made once a workbook."""

    def __init__(self, book: Any, game: str) -> None:
        colour, thin = felt(game), {"bottom": 1, "bottom_color": "#D8D8D8"}
        self.colour = colour
        wanted: dict[str, dict[str, Any]] = {
            "title": {"bold": True, "font_size": 18, "font_color": colour},
            "subtitle": {"font_color": "#666666"},
            "section": {"bold": True, "font_size": 12, "font_color": colour},
            "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": colour, "text_wrap": True,
                     "valign": "vcenter"},
            "head_right": {"bold": True, "font_color": "#FFFFFF", "bg_color": colour,
                           "text_wrap": True, "valign": "vcenter", "align": "right"},
            "text": {**thin, "valign": "top"},
            "wrapped": {**thin, "text_wrap": True, "valign": "top"},
            "label": {**thin, "bold": True, "valign": "top"},
            "note": {"text_wrap": True, "italic": True, "font_color": "#555555", "valign": "top"},
            "mono": {**thin, "font_name": "Consolas", "font_size": 9},
        }  # fmt: skip
        self._made = {name: book.add_format(what) for name, what in wanted.items()}
        for name, shown in NUMBER_FORMATS.items():
            cell = {**thin, "num_format": shown, "align": "right"}
            total = {"num_format": shown, "bold": True, "top": 1, "align": "right"}
            entry = {**cell, "bg_color": "#FFF6D6", "font_color": "#1F4E9E", "border": 1,
                     "border_color": "#E3D3A0"}  # fmt: skip
            self._made[name] = book.add_format(cell)
            self._made[f"{name}_total"] = book.add_format(total)
            self._made[f"{name}_input"] = book.add_format(entry)

    def __getitem__(self, name: str) -> Any:
        return self._made[name]


class Page:
    """A sheet of the workbook, written from the top down."""

    def __init__(self, book: Any, styles: Styles, name: str, widths: Sequence[float]) -> None:
        self.sheet, self.styles, self.name = book.add_worksheet(name), styles, name
        self.at = 0  # The next row, counted from 0.
        self.width = len(widths)
        self.figures: dict[str, str] = {}  # Where a figure is, for other sheets.
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width)
        self.sheet.hide_gridlines(2)
        self.sheet.set_landscape()
        self.sheet.set_paper(9)
        self.sheet.fit_to_pages(1, 0)
        self.sheet.set_footer("&L&8Pitboss PAR sheet&C&8&A&R&8&P of &N")

    def title(self, text: str, below: str) -> None:
        self.sheet.set_row(self.at, 26)
        self.put(0, text, "title")
        self.at += 1
        self.put(0, below, "subtitle")
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
        """Headings; one that starts with > is of numbers, set to the right."""
        for column, word in enumerate(words):
            self.put(column, word.lstrip(">"), "head_right" if word.startswith(">") else "head")
        self.sheet.set_row(self.at, 32)
        self.at += 1
        if freeze:
            self.sheet.freeze_panes(self.at, 1)

    def put(self, column: int, value: Any, style: str, shown: float | None = None) -> str:
        """A cell of the current row; a formula comes with the value that it has now."""
        if isinstance(value, str) and value.startswith("="):
            self.sheet.write_formula(self.at, column, value, self.styles[style], shown)
        else:
            self.sheet.write(self.at, column, value, self.styles[style])
        return f"{chr(ord('A') + column)}{self.at + 1}"

    def figure(self, key: str, label: str, formula: Any, style: str, shown: float) -> str:
        """A labelled figure in the fourth column, which others may refer to."""
        for column in range(3):
            self.put(column, label if column == 0 else "", "label" if column == 0 else "text")
        cell = self.put(3, formula, style, shown)
        self.figures[key] = f"'{self.name}'!${cell[0]}${cell[1:]}"
        self.at += 1
        return cell

    def rows(self, rows: Sequence[Sequence[Any]], styles: Sequence[str]) -> None:
        for row in rows:
            for column, (value, style) in enumerate(zip(row, styles, strict=True)):
                self.put(column, value, style)
            self.at += 1
