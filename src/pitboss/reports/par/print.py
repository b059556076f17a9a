"""The PAR sheet as PDF and as HTML: the same pages, twice."""

from __future__ import annotations

from typing import Any

from pitboss.reports.blocks import plain
from pitboss.reports.felts import felt
from pitboss.reports.html_pages import document
from pitboss.reports.par.pages import par_pages
from pitboss.reports.par.sheet import SOFTWARE, ParSheet
from pitboss.reports.pdf import pdf


def par_data(sheet: ParSheet, ending: str) -> dict[str, Any]:
    """What the template reads."""
    rulebook = sheet.rules.rulebook
    return {
        "title": f"PAR sheet: {rulebook.title}, {sheet.rules.fingerprint}",
        "game": rulebook.title,
        "version": f"{rulebook.title}, {rulebook.version}",
        "fingerprint": sheet.rules.fingerprint,
        "software": SOFTWARE,
        "colour": felt(sheet.rules.key),
        "pages": plain(par_pages(sheet, ending)),
    }


def par_pdf(sheet: ParSheet) -> bytes:
    return pdf("par/par.typ", par_data(sheet, "pdf"))


def par_html(sheet: ParSheet) -> bytes:
    data = par_data(sheet, "html")
    return document(data["title"], data["colour"], data["pages"], SOFTWARE).encode()
