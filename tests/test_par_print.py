"""The PAR sheet as people read it: PDF and HTML."""

import struct
from html.parser import HTMLParser

import pytest

from pitboss.reports.par.pages import par_data, par_html, par_pdf
from pitboss.reports.par.workbook import par_xlsx
from pitboss.reports.pdf import pdf, png_pages
from tests.support.par_sheets import GAMES, sheet_of, xlsx_of


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("game", GAMES)
def test_the_pdf_has_its_pages(game):
    sheet = sheet_of(game)
    data = par_data(sheet, "pdf")
    pages = png_pages("pages.typ", data, ppi=36)
    assert len(pages) == len(data["pages"]), "no section runs over onto another page"
    assert {size_of(page) for page in pages} == {(298, 421)}  # A4 at 36 dots an inch.
    made = pdf("pages.typ", data)
    assert made.startswith(b"%PDF-")
    assert b"CreationDate" not in made
    assert made == pdf("pages.typ", data)
    assert xlsx_of(game) == par_xlsx(sheet)


def test_charts_are_the_same_bytes_every_time():
    sheet = sheet_of("three-pictures")
    assert par_pdf(sheet) == par_pdf(sheet)
    assert par_html(sheet) == par_html(sheet)


class Reader(HTMLParser):
    """Checks that what is opened is closed, and takes nothing from elsewhere."""

    VOID = ("meta", "br", "path", "use", "line", "rect")

    def __init__(self):
        super().__init__()
        self.open, self.told, self.charts = [], [], 0

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        assert tag not in ("script", "link", "img", "iframe")
        assert "src" not in named
        self.charts += named.get("role") == "img" and bool(named["aria-label"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.told.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_the_html_stands_by_itself(game):
    sheet = sheet_of(game)
    made = par_html(sheet)
    reader = Reader()
    reader.feed(made.decode())
    assert reader.open == []
    text = " ".join(reader.told)
    for key in sheet.odds:
        assert sheet.odds[key].wager.title in text
    assert sheet.rules.fingerprint in text
    assert sheet.hash_of_hashes in text
    staked = [wager for wager in sheet.rules.wagers if not wager.envy]
    assert reader.charts == len(staked) + sheet.rules.rulebook.decision
