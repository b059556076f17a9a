"""Every page: axe finds nothing, the content policy stops nothing, nothing is from elsewhere."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from pitboss.rulebooks import RULEBOOKS
from tests.browser.conftest import DESKTOP, PHONE

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def accessible(page):
    """Raise on whatever axe finds."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture(params=SIZES)
def seat(request, sit):
    size = SIZES[request.param]
    return sit("three-card-poker", size, touch=size is PHONE)


def test_the_lobby_has_five_games_and_nothing_that_axe_finds(seat):
    seat.page.goto(seat.server.address)
    seat.page.wait_for_selector('[data-button="play-now"]')
    assert seat.page.locator("[data-game]").count() == len(RULEBOOKS)
    accessible(seat.page)


def test_the_table_in_every_state(seat):
    accessible(seat.page)
    seat.tap("ante")
    seat.deal()
    accessible(seat.page)
    seat.finish()
    accessible(seat.page)
    assert not seat.faults


def test_rules_coach_history_and_proof(seat):
    seat.open_rules()
    accessible(seat.page)
    seat.press("Escape")
    seat.page.wait_for_selector("[data-rules]", state="detached")
    seat.tap("ante")
    seat.deal()
    seat.press("c")
    seat.page.wait_for_selector("[data-coach=play], [data-coach=fold]")
    assert "on average" in seat.page.locator("[data-coach]").inner_text()
    accessible(seat.page)
    seat.finish()
    seat.page.goto(f"{seat.server.address}/rounds")
    seat.page.wait_for_selector("[data-round-row]")
    accessible(seat.page)
    round = seat.rounds()[0]["round"]
    seat.page.goto(f"{seat.server.address}/rounds/{round}")
    seat.page.wait_for_selector('[data-button="replay"]')
    accessible(seat.page)
    seat.page.goto(f"{seat.server.address}/rounds/{round}/proof")
    seat.page.wait_for_selector('[data-proof="ok"]')
    accessible(seat.page)
    assert not seat.faults


@pytest.mark.parametrize("game", RULEBOOKS)
def test_each_table_and_its_rules(sit, game):
    seat = sit(game)
    accessible(seat.page)
    seat.open_rules()
    accessible(seat.page)
    assert not seat.faults


def test_the_player_is_told_where_they_have_the_edge(sit):
    seat = sit("prosperity-3-pictures")
    seat.open_rules()
    seat.page.wait_for_selector("[data-rules] [data-wager=tie]")
    assert "58.40" in seat.page.locator("[data-rules]").inner_text()


def test_a_jackpot_is_shown_only_where_there_is_one(sit):
    assert sit("three-card-poker").figure("meter") == 500_000
    assert sit("prosperity-3-pictures").page.locator('[data-figure="meter"]').count() == 0


def test_forced_colours_leave_states_and_cards_visible(sit):
    seat = sit("three-card-poker")
    seat.page.emulate_media(forced_colors="active")
    seat.tap("ante")
    seat.deal()
    looks = """element => {
        const {backgroundColor, backgroundImage, outlineStyle} = getComputedStyle(element);
        return [backgroundColor, backgroundImage, outlineStyle];
    }"""
    backs = seat.page.locator('[data-card="??"]')
    assert backs.evaluate_all("cards => cards.map(c => getComputedStyle(c).forcedColorAdjust)") == (
        ["none"] * 3
    )
    chips = seat.page.locator('[role="radio"]')
    picked = chips.locator("xpath=self::*[@aria-checked='true']")
    assert picked.evaluate(looks) != chips.first.evaluate(looks)
    seat.button("menu")
    switch = seat.page.locator('[data-preference="quick"]')
    off = switch.locator("i").evaluate(looks)
    switch.click()
    seat.page.wait_for_timeout(200)  # The switch moves.
    assert switch.locator("i").evaluate(looks) != off


def test_a_narrow_phone_has_room_for_every_word(sit):
    seat = sit("three-card-prime", {"width": 320, "height": 640}, touch=True)
    cut = """() => [...document.querySelectorAll('button')].filter(
        button => button.offsetParent && button.textContent.trim()
            && button.scrollWidth > button.clientWidth).map(button => button.textContent)"""
    wide = "() => document.documentElement.scrollWidth"
    seat.tap("ante")
    assert (seat.page.evaluate(cut), seat.page.evaluate(wide)) == ([], 320)
    seat.deal()
    seat.finish()
    assert (seat.page.evaluate(cut), seat.page.evaluate(wide)) == ([], 320)
    seat.page.goto(seat.server.address)
    seat.page.wait_for_selector(".text.come")
    for tile in seat.page.locator(".tile").all():
        last = tile.locator("h2 span").last.bounding_box()
        cards = [card.bounding_box()["x"] for card in tile.locator("[data-card]").all()]
        first = tile.locator("h2 span").first.bounding_box()
        assert max(box["x"] + box["width"] for box in (first, last)) <= min(cards)
    assert seat.page.evaluate(wide) == 320


def test_nothing_comes_from_elsewhere(sit, browser, site):
    asked = []
    seat = sit("three-pictures")
    seat.page.on("request", lambda request: asked.append(request.url))
    seat.page.reload()
    seat.ready()
    seat.tap("initial")
    seat.deal()
    assert asked
    assert all(url.startswith((site.address, "data:", "blob:")) for url in asked), asked


def test_the_table_weighs_little(sit):
    """Under 150 kB as it travels: the document, scripts, styles and fonts, without card art."""
    seat = sit("three-card-poker")
    weights = {}
    session = seat.context.new_cdp_session(seat.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    names = {}
    session.on("Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]}))
    session.on(
        "Network.loadingFinished",
        lambda e: weights.update({e["requestId"]: e["encodedDataLength"]}),
    )
    seat.page.reload()
    seat.ready()
    kinds = ("text/html", "text/javascript", "text/css", "font/woff2")

    def told():
        return {
            names[id]["url"]: weight
            for id, weight in dict(weights).items()
            if names.get(id, {}).get("mimeType") in kinds
        }

    for _ in range(100):  # Fonts may come last.
        if sum(url.endswith(".woff2") for url in told()) == 2:
            break
        seat.page.wait_for_timeout(100)
    assert len(told()) >= 5, told()
    assert sum(told().values()) < 150_000, told()


def test_a_screen_reader_hears_the_deal_and_the_result(sit):
    seat = sit("three-card-poker")
    heard = []

    def hears(text):
        heard.append(text)

    seat.page.expose_function("pitbossHeard", hears)
    seat.page.evaluate(
        """() => new MutationObserver(() => {
            const text = document.querySelector('[aria-live]').textContent.trim();
            if (text) window.pitbossHeard(text);
        }).observe(document.querySelector('[aria-live]'),
            {childList: true, subtree: true, characterData: true})"""
    )
    seat.tap("ante")
    seat.deal()
    seat.finish()
    seat.page.wait_for_timeout(500)
    told = " ".join(heard)
    assert any(f" of {suit}" in told for suit in ("clubs", "diamonds", "hearts", "spades"))
    assert "$" in told
