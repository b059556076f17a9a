"""PDF by typst: data goes in as JSON, fonts are typst's own, and no date is left in the file."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from pitboss.reports.extra import needed


def pdf(template: str, data: Any) -> bytes:
    """A template of this package, filled in."""
    return bytes(_compiled(template, data, "pdf"))


def png_pages(template: str, data: Any, ppi: float = 96) -> list[bytes]:
    """The same as pictures, a page each."""
    made = _compiled(template, data, "png", ppi)
    return made if isinstance(made, list) else [made]


def _compiled(template: str, data: Any, kind: str, ppi: float | None = None) -> Any:
    typst = needed("typst", "A PDF")
    return typst.compile(
        (files("pitboss.reports") / template).read_bytes(),
        format=kind,
        ppi=ppi,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        pdf_standards=["ua-1"] if kind == "pdf" else [],
    )
