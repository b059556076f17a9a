"""What an operator decides is what people see: tables, chips, currency, and time to decide."""

from dataclasses import replace

import pytest

from pitboss.language.currency import Currency
from pitboss.server.app import PAGE
from tests.browser.conftest import DESKTOP, PHONE
from tests.support.houses import PRACTICE
from tests.support.serving import served

POKER = "three-card-poker"
HIGH = "poker-high"


def green_room(decision=4):
    high = PRACTICE.offer(POKER)._replace(key=HIGH, title="Three Card Poker, high limit")
    return replace(
        PRACTICE,
        name="The Green Room",
        currency=Currency("SGD", "S$"),
        chips=(500, 2_000, 10_000),
        timers=PRACTICE.timers._replace(decision=decision),
        offers={key: PRACTICE.offer(key) for key in (POKER, "three-pictures")} | {HIGH: high},
    )


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_table_of_the_green_room(sit, tmp_path, viewport):
    with served(tmp_path, page=PAGE, settings=green_room()) as server:
        seat = sit(HIGH, viewport=viewport, server=server)
        page = seat.page
        chips = page.locator("[data-chip]").evaluate_all(
            "chips => chips.map((chip) => Number(chip.dataset.chip))"
        )
        assert chips == [500, 2_000, 10_000]
        assert page.locator('[data-chip="10000"][aria-checked="true"]').count() == 1
        page.locator('[data-chip="2000"]').click()
        seat.tap("ante")
        seat.gold()
        seat.ready("deciding")
        clock = page.locator('[role="timer"]')
        assert 1 <= int(clock.get_attribute("data-seconds")) <= 4
        seat.ready("settled")  # The time is up, and the hand folds by itself.
        assert clock.count() == 0
        assert "S$" in page.locator("body").inner_text()
        assert "$1,000" not in page.locator("body").inner_text().replace("S$", "")
        assert seat.faults == []


def test_the_lobby_shows_the_tables_on_offer(sit, tmp_path):
    with served(tmp_path, page=PAGE, settings=green_room()) as server:
        seat = sit(POKER, server=server)
        seat.page.goto(server.address)
        seat.page.get_by_text("Three Card Poker, high limit").first.wait_for()
        games = seat.page.locator("[data-game]").evaluate_all(
            "tiles => tiles.map((tile) => tile.dataset.game)"
        )
        assert games == [POKER, HIGH, "three-pictures"]
        assert seat.faults == []
