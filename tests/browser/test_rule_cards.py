"""Rule cards in a browser: one printed page, no wider than a phone, and nothing that axe finds."""

import pytest

from pitboss.reports.card.language import LANGUAGES
from pitboss.reports.card.rule_card import card
from pitboss.rulebooks import OWN, RULEBOOKS
from tests.browser.conftest import PHONE
from tests.browser.test_pages import accessible

HEIGHTS = """() => {
    const card = document.querySelector(".card");
    return [card.scrollHeight, card.clientHeight];
}"""


@pytest.fixture
def page(browser):
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(OWN))
def test_a_card_prints_whole_on_one_page(page, game, language):
    page.set_content(card(RULEBOOKS[game].configure(), "html", language).decode())
    accessible(page)
    page.emulate_media(media="print")
    needed, there = page.evaluate(HEIGHTS)
    assert needed <= there + 1
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert printed.count(b"/Type /Page\n") == 1
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
