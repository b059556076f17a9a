"""The site of the documentation in a browser: nothing is fetched from elsewhere, nothing is wider
than the screen, search finds things."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from scripts.site import build, stage
from tests.browser.conftest import DESKTOP, PHONE

PAGES = ("", "tutorials/pit-manager/", "notebooks/your_own_wager/", "library/play/", "commands/")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """The address of the site, served from this machine."""
    folder = tmp_path_factory.mktemp("docs")
    stage(folder)
    build(folder)
    handler = functools.partial(Quiet, directory=folder / "html")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_site_in_a_browser(browser, docs):
    for viewport in (DESKTOP, PHONE):
        context = browser.new_context(viewport=viewport)
        tab, requested, errors = context.new_page(), [], []
        tab.on("request", lambda request, requested=requested: requested.append(request.url))
        tab.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        for page in PAGES:
            tab.goto(docs + page, wait_until="networkidle")
            assert tab.evaluate("document.documentElement.scrollWidth") <= viewport["width"], page
        elsewhere = [url for url in requested if not url.startswith((docs, "data:", "blob:"))]
        assert (elsewhere, errors) == ([], [])
        context.close()


def test_search_finds_a_command(browser, docs):
    tab = browser.new_page(viewport=DESKTOP)
    tab.goto(docs, wait_until="networkidle")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("void-unfinished", delay=20)
    tab.get_by_text("pitboss void-unfinished").first.wait_for(timeout=10_000)
    tab.close()
