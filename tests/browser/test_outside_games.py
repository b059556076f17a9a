"""Games from outside, played in a browser from the lobby to the receipt and its proof."""

import shutil
from pathlib import Path

import pytest

from pitboss.rulebooks import three_card_prime
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_playing import agrees_with_the_ledger
from tests.support.outside import WAR_THREE
from tests.support.serving import Served, serving_process


def prime_from_outside(folder):
    """A game with a decision, a fourth card and side wagers, under a key that no felt knows."""
    shutil.copytree(Path(three_card_prime.__file__).parent, folder)
    file = folder / "__init__.py"
    text = file.read_text("utf-8").replace('key="three-card-prime"', 'key="prime-abroad"')
    file.write_text(text.replace('title="Three Card Prime"', 'title="Prime Abroad"'), "utf-8")
    return file


@pytest.fixture(scope="module")
def abroad(tmp_path_factory):
    folder = tmp_path_factory.mktemp("abroad")
    files = (WAR_THREE, prime_from_outside(folder / "prime_abroad"))
    words = [word for file in files for word in ("--rulebook", str(file))]
    with serving_process(folder / "data", words=words) as process:
        yield Served(process.address, None)


@pytest.mark.parametrize(
    ("game", "view", "wagers"),
    [
        ("war-three", DESKTOP, ("war", "red-alert")),
        ("prime-abroad", PHONE, ("ante", "prime", "pair-bonus", "all-six")),
    ],
)
def test_a_game_from_outside_is_played_from_the_lobby_to_its_proof(sit, abroad, game, view, wagers):
    seat = sit(game, view, server=abroad, touch=view is PHONE)
    for wager in wagers:
        seat.tap(wager)
    seat.deal()
    seat.finish()
    last = agrees_with_the_ledger(seat)
    assert last["game"] == game
    seat.page.locator("[data-why] li button").first.click()
    clauses = seat.page.locator("[data-clauses]")
    clauses.locator(".digest").first.wait_for()  # Its author's words for what was cited.
    seat.page.goto(f"{abroad.address}/rounds/{last['round']}")
    seat.page.wait_for_selector('[data-button="replay"]')
    seat.page.goto(f"{abroad.address}/rounds/{last['round']}/proof")
    seat.page.wait_for_selector('[data-proof="ok"]')
    assert not seat.faults
