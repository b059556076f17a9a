"""A Chromium, and a house with the built page in front of it."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from pitboss.server.app import PAGE
from tests.browser.seat import Seat
from tests.support.serving import served

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def chromium():
    names = (
        os.environ.get("PITBOSS_CHROMIUM", ""),
        "chromium",
        "chromium-browser",
        "google-chrome",
    )
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser():
    """Without a browser these tests fail: `make test` installs one where it can."""
    assert (PAGE / "index.html").exists(), "The page is not built: make test builds it."
    with sync_playwright() as playwright:
        arguments = ["--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"]
        opened = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A house that is open, with the page in front of it."""
    with served(tmp_path_factory.mktemp("house"), page=PAGE) as server:
        yield server


@pytest.fixture
def sit(browser, site):
    """Sit down at a game: `sit("three-card-poker")`, by default on a desktop."""
    contexts = []

    def seated(game, viewport=DESKTOP, server=site, touch=False, motion="reduce", script=None):
        context = browser.new_context(
            viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion=motion
        )
        contexts.append(context)
        if script:
            context.add_init_script(script)
        seat = Seat(context, server)
        seat.take(game)
        return seat

    yield seated
    for context in contexts:
        context.close()
