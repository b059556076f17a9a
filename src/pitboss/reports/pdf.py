"""PDF by typst: data goes in as JSON, fonts are typst's own, and the file carries no date."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

from pitboss.reports.files import require
from pitboss.reports.fonts import OWN, Font


def pdf(template: str, data: Mapping[str, Any], font: Font = OWN) -> bytes:
    """Fill in a template of this package. `font` stands beside typst's own."""
    (document,) = _compile(template, data, font, "pdf")
    return document


def png_pages(
    template: str, data: Mapping[str, Any], ppi: float = 96, font: Font = OWN
) -> list[bytes]:
    """The same document as pictures, one for each page."""
    return _compile(template, data, font, "png", ppi)


def _compile(
    template: str,
    data: Mapping[str, Any],
    font: Font,
    ending: Literal["pdf", "png"],
    ppi: float | None = None,
) -> list[bytes]:
    require("typst", "A PDF")
    import typst

    folders: list[Any] = list(font.folders)  # Its stubs want one type for input and folders.
    compiled = typst.compile(
        (files("pitboss.reports") / template).read_bytes(),
        format=ending,
        ppi=ppi,
        font_paths=folders,
        ignore_system_fonts=not font.is_system,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False), "font": font.family},
        pdf_standards=["ua-1"] if ending == "pdf" else None,
    )
    pages = compiled if isinstance(compiled, list) else [compiled]
    return [bytes(page) for page in pages]
