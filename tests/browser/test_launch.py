"""An operator's player in a browser: launched once, and playing from the wallet."""

from dataclasses import replace

import pytest

from pitboss.house.settings.house_settings import WalletSettings
from tests.browser.conftest import DESKTOP
from tests.browser.seat import Seat
from tests.browser.test_pages import accessible
from tests.support.houses import PRACTICE
from tests.support.serving import served
from tests.support.wallet_trials import wait_for_calls
from tests.support.wallets import EXAMPLE, SECRET, secret_file, served_wallet


@pytest.fixture
def wallet(tmp_path):
    with served_wallet(tmp_path / "wallet.db") as wallet:
        wallet.open_account("p-17", 6_000)
        yield wallet


@pytest.fixture
def operators_house(tmp_path, wallet):
    settings = replace(PRACTICE, wallet=WalletSettings(wallet.url, str(secret_file(tmp_path)), 20))
    with served(tmp_path / "house", settings=settings) as server:
        yield server


def test_a_launched_player_plays_from_their_wallet(browser, operators_house, wallet):
    address = EXAMPLE.launch(operators_house.address, SECRET, "p-17", "Ada")
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    seat = Seat(context, operators_house)
    seat.page.goto(address)
    seat.page.get_by_text("Ada").wait_for()
    seat.shows("balance", 6_000)
    assert seat.page.get_by_text("Your wallet", exact=True).count() == 1
    assert "launch" not in seat.page.url
    accessible(seat.page)
    seat.take("three-card-poker")
    seat.tap("ante")  # $25, and as much for the Play wager.
    seat.deal()
    assert wallet.balance("p-17") == 1_000
    seat.finish()
    wait_for_calls(operators_house.house)
    seat.shows("balance", wallet.balance("p-17"))
    assert seat.page.get_by_text("Play money").count() == 0
    assert not seat.faults
    context.close()


def test_an_address_that_was_opened_before_says_so(browser, operators_house):
    address = EXAMPLE.launch(operators_house.address, SECRET, "p-17", "Ada")
    for is_first in (True, False):
        context = browser.new_context(viewport=DESKTOP)
        page = context.new_page()
        page.goto(address)
        page.get_by_text("Ada" if is_first else "This address can be opened once").wait_for()
        context.close()
