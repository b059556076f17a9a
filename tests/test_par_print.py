"""The PAR sheet as people read it: PDF and HTML."""

import re
import struct
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from pitboss.reports.par.filing import Filing
from pitboss.reports.par.pages import par_data, par_html, par_pdf
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.terms import HouseTerms
from pitboss.reports.par.workbook import par_xlsx
from pitboss.reports.pdf import pdf, png_pages
from pitboss.rulebooks import RULEBOOKS
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


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_name_each_page_and_its_number(game):
    sheet = sheet_of(game)
    titles = [page["title"] for page in par_data(sheet, "pdf")["pages"]]
    links = re.findall(rb"/Subtype/Link.*?/Contents<([0-9A-F]+)>", par_pdf(sheet), re.DOTALL)
    told = [bytes.fromhex(text.decode()).decode("utf-16").strip() for text in links]
    expected = [f"“{title}” page {number}" for number, title in enumerate(titles, 1)]
    assert told == expected[1:]
    reader = Reader()
    reader.feed(par_html(sheet).decode())
    assert reader.links == [f"#page-{number}" for number in range(2, len(titles) + 1)]
    assert set(reader.links) < {f"#{name}" for name in reader.ids}


def test_pages_hold_the_longest_terms_and_lines():
    """A full table, every reading changed, a long line and a long command: still a page each."""
    book = RULEBOOKS["three-card-poker"]
    readings = {reading.key: list(reading.options)[-1] for reading in book.readings}
    terms = HouseTerms(123_456, 16, 98_765_432, 12_345_678, Fraction(1, 7), 9_999, 54_321)
    filing = Filing("M" * 60, "M" * 60, "2026-11-18")
    sheet = ParSheet(book.configure(readings=readings), terms, filing=filing)
    data = par_data(sheet, "pdf")
    assert len(png_pages("pages.typ", data, ppi=36)) == len(data["pages"])


def test_a_small_cost_does_not_look_like_none():
    data = par_data(sheet_of("three-card-prime"), "pdf")
    (page,) = (page for page in data["pages"] if page["title"] == "Cost of other strategies")
    costs = {row[0]: row[4] for row in page["blocks"][0]["rows"]}
    assert costs["best"] == "0.0000 %"
    assert costs["Q-6-4 and better"] == "0.000029 %"


def test_who_prepared_it_is_printed_or_left_blank():
    usual = sheet_of("three-pictures")
    filed = ParSheet(usual.rules, filing=Filing("Test & Co", "B", "2026-11-18"))
    form = par_data(filed, "pdf")["pages"][0]["blocks"][1]
    assert form["lines"] == [("Prepared by", "Test & Co"), ("Date", "2026-11-18"),
                             ("Revision", "B"), ("Reviewed and signed", "")]  # fmt: skip
    assert par_pdf(filed) == par_pdf(filed) != par_pdf(usual)
    assert "<b>Test &amp; Co</b>" in par_html(filed).decode()
    assert "<span>Prepared by</span><b>&nbsp;</b>" in par_html(usual).decode()


def test_the_sheet_names_its_identity_on_every_page():
    sheet = sheet_of("three-card-poker")
    data = par_data(sheet, "pdf")
    assert data["reference"] == sheet.short_identity
    assert ("Identity of the sheet", sheet.identity) in data["pages"][0]["blocks"][3]["facts"]


def test_the_bonus_without_a_stake_is_explained_on_the_sheet():
    sheet = sheet_of("three-card-poker")
    data = par_data(sheet, "pdf")
    (summary,) = (page for page in data["pages"] if page["title"] == "Summary")
    told = " ".join(block.get("text", "") for block in summary["blocks"])
    assert "Ante Bonus has no stake of its own: its return is what it adds" in told
    (row,) = (row for row in summary["blocks"][0]["rows"] if row[0] == "Ante Bonus")
    assert row[1:3] == ["5.2851 %", "−5.2851 %"]


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
        self.ids, self.links = [], []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        assert tag not in ("script", "link", "img", "iframe")
        assert "src" not in named
        if tag == "section":
            self.ids.append(named["id"])
        if tag == "a":
            self.links.append(named["href"])
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
    # The bands of each wager, and of the main bet with its strategies where there is a decision.
    assert reader.charts == len(staked) + 2 * sheet.rules.rulebook.decision
