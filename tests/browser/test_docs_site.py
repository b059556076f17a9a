"""The site of the documentation in a browser, opened from disk and from /docs of a house: nothing
is fetched from elsewhere or refused, nothing is wider than the screen, search finds things."""

import pytest
from playwright.sync_api import expect

from scripts.site import build, stage
from tests.browser.conftest import DESKTOP, PHONE
from tests.support.serving import served

PAGES = ("index", "tutorials/pit-manager", "notebooks/your_own_wager", "library/play", "commands")
FOUND_FIRST = {  # By query: the result where a reader expects it, and its page.
    "install": ("Installation", "Start"),
    "misdeal": ("Misdeal: cards were dealt to the wrong places", "Incidents and rulings"),
    "house edge": ("House edge", "Glossary"),
    "void-unfinished": ("pitboss void-unfinished", "Every command"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    stage(folder)
    build(folder)
    return folder / "html"


@pytest.fixture(scope="module", params=["disk", "server"])
def docs(request, built, tmp_path_factory):
    """The address of the site."""
    if request.param == "disk":
        yield f"{built.as_uri()}/"
    else:
        with served(tmp_path_factory.mktemp("house"), docs=built) as server:
            yield f"{server.address}/docs/"


@pytest.fixture
def watched(browser):
    """A new tab, whose page has to load without an error or a refusal of the content policy."""
    contexts, errors = [], []

    def opened(viewport=DESKTOP):
        context = browser.new_context(viewport=viewport)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("console", lambda said: said.type == "error" and errors.append(said.text))
        return tab

    yield opened
    assert errors == []
    for context in contexts:
        context.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_site_in_a_browser(watched, docs, viewport):
    tab, requested = watched(viewport), []
    tab.on("request", lambda request: requested.append(request.url))
    for page in PAGES:
        tab.goto(f"{docs}{page}.html", wait_until="networkidle")
        assert tab.evaluate("document.documentElement.scrollWidth") <= viewport["width"], page
    assert [url for url in requested if not url.startswith((docs, "data:", "blob:"))] == []


def test_the_start_leads_on(watched, docs):
    """By links that name files, and back by the logo."""
    tab = watched()
    tab.goto(docs if docs.startswith("http") else f"{docs}index.html", wait_until="networkidle")
    tab.get_by_role("link", name="Rules and rulings").first.click()
    tab.wait_for_url(f"{docs}rulings.html")
    tab.locator("a.md-logo").first.click()
    tab.wait_for_url(f"{docs}index.html")


@pytest.mark.parametrize("query", FOUND_FIRST)
def test_search_finds_it_where_a_reader_expects(watched, docs, query):
    tab = watched()
    tab.goto(f"{docs}tutorials/operator.html", wait_until="networkidle")
    tab.keyboard.press("Control+k")
    tab.keyboard.type(query, delay=20)
    title, page = FOUND_FIRST[query]
    first = tab.locator("ol > li").first
    expect(first).to_contain_text(page, timeout=20_000)
    assert first.inner_text().startswith(title)


def test_figures_of_a_table_stay_in_columns(watched, docs):
    """What a page had in a style attribute, which the policy of a house refuses."""
    tab = watched()
    tab.goto(f"{docs}readings/tie.html", wait_until="networkidle")
    cell = tab.locator("td").filter(has_text="%").first
    assert cell.evaluate("cell => getComputedStyle(cell).textAlign") == "right"
