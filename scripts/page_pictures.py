"""Draw the pictures of the page for the README: python -m scripts.page_pictures

A real server, a real browser, a real hand: the player's randomness is searched so that the hand is
worth looking at, and the shuffle's proof holds all the same.
"""

from __future__ import annotations

import hashlib
import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pitboss.cards.hands import row_of
from pitboss.house import House
from pitboss.house.settings.house_file import practice_house
from pitboss.house.tables.shuffle import deck
from tests.browser.seat import bring_entropy
from tests.support.serving import Served, served

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DESKTOP, PHONE = (1440, 900), (390, 844)
QUALITY = 88


def hands(game: str, cards: tuple[int, ...]) -> tuple[str, str]:
    """What the player's and the dealer's hand of one box are called."""
    rules = practice_house().offer(game).setup.rules
    first, second = (tuple(cards[at : at + 3]) for at in (0, 3))
    return rules.name_hand(row_of(first)), rules.name_hand(row_of(second))


def entropy(house: House, page: Page, game: str, likes: Callable[[str, str], bool]) -> bytes:
    """The randomness with which the next hand at this table is a pleasing one."""
    table = page.url.rsplit("/", 1)[1]
    person = page.request.get(page.url.split("/table")[0] + "/v1/guests/me").json()["person"]
    standing = house.look(person, table).result().standing
    assert standing is not None
    seed, fingerprint = standing.table.seed, standing.table.setup.fingerprint
    for number in itertools.count():
        tried = hashlib.sha256(f"{number}".encode()).digest()
        if likes(*hands(game, deck(seed.secret, tried, table, seed.round, fingerprint))):
            return tried
    raise AssertionError("there is no end to numbers")


def sit(page: Page, server: Served, game: str) -> None:
    page.goto(server.address)
    page.locator(f'[data-game="{game}"] [data-button="play-now"]').click()
    page.wait_for_selector('[data-phase="betting"]:not([data-busy])')


def settled(page: Page) -> None:
    page.wait_for_selector(
        '[data-phase="deciding"]:not([data-busy]), [data-phase="settled"]:not([data-busy])'
    )
    while page.locator("[data-phase]").get_attribute("data-phase") == "deciding":
        page.locator('[data-button="gold"]').click()
        page.wait_for_selector('[data-phase="settled"]:not([data-busy])')
    page.wait_for_timeout(1_500)


def keep(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    print(f"docs/pictures/{name}.jpg")


def pages(browser: Any) -> Iterator[tuple[str, Page]]:
    for name, (width, height) in (("desktop", DESKTOP), ("phone", PHONE)):
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=name == "phone",
            device_scale_factor=2 if name == "phone" else 1,
        )  # fmt: skip
        yield name, context.new_page()
        context.close()


def main() -> None:
    def likes(mine: str, dealers: str) -> bool:
        return mine == "Pair of Queens" and dealers.startswith("Queen high")

    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--disable-dev-shm-usage"]
        )
        for name, page in pages(browser):
            sit(page, server, "three-card-poker")
            page.goto(server.address)
            page.wait_for_selector('[data-button="play-now"]')
            page.wait_for_timeout(1_000)
            keep(page, f"lobby-{name}")
            sit(page, server, "three-card-poker")
            bring_entropy(page, entropy(server.house, page, "three-card-poker", likes))
            for wager in ("ante", "pair-plus", "progressive"):
                page.locator(f'[data-spot="{wager}"]').click()
            page.locator('[data-button="gold"]').click()
            settled(page)
            keep(page, f"table-{name}")
        browser.close()


if __name__ == "__main__":
    main()
