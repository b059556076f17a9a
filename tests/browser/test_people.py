"""Players, limits and breaks in a browser: what somebody taps, and what the house then holds."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_pages import SIZES, accessible

GAME, SECRET = "three-card-poker", "correct horse battery"
NUMBERS = iter(range(1, 1_000))


@pytest.fixture(params=SIZES)
def seat(request, sit):
    size = SIZES[request.param]
    return sit(GAME, size, touch=size is PHONE)


def name():
    return f"Browser {next(NUMBERS)}"


def from_menu(seat, button, view):
    """Open a panel from the table's menu."""
    seat.button("menu")
    seat.page.locator(f'.menu [data-button="{button}"]').click()
    seat.page.wait_for_selector(f'[data-people="{view}"]')


def fill(seat, **fields):
    for field, text in fields.items():
        seat.page.locator(f'[data-people] [name="{field}"]').fill(text)


def submit(seat):
    seat.button("submit")


def save_seat(seat, called):
    from_menu(seat, "register", "register")
    fill(seat, name=called, password=SECRET)
    submit(seat)
    seat.page.wait_for_selector('[data-done="saved"]')
    seat.button("done")


def open_account(seat):
    seat.page.goto(seat.server.address)
    seat.button("account")
    seat.page.wait_for_selector("[data-people]")


def sign_out(seat):
    open_account(seat)
    seat.page.locator('[data-people] [data-button="sign-out"]').click()
    seat.page.wait_for_selector("[data-people]", state="detached")


def set_limit(seat, limit, **fields):
    """`set_limit(seat, "loss-day", amount="50")`, in the panel that is open."""
    row = seat.page.locator(f'[data-limit="{limit}"]')
    row.locator(".head").click()
    fill(seat, **fields)
    row.locator('[data-button="set-limit"]').click()
    row.locator(".used").wait_for()
    return row


def only_expected(seat, *statuses):
    """A browser logs every answer that is an error; nothing else may be there."""
    texts = [text for text in seat.faults if not any(f"status of {s}" in text for s in statuses)]
    assert texts == []


def test_a_guest_saves_the_seat_in_the_middle_of_a_hand(seat):
    """The panel stands beside the hand, and the hand goes on."""
    seat.tap("ante")
    seat.deal()
    before, cards, called = seat.person(), seat.cards(), name()
    save_seat(seat, called)
    assert seat.person() == {**before, "name": called, "is_player": True}
    assert (seat.phase(), seat.cards()) == ("deciding", cards)
    seat.finish()
    (last,) = seat.rounds()
    seat.shows("balance", 100_000 + last["net"])
    only_expected(seat)


def test_register_sign_out_and_sign_in_again(seat):
    called = name()
    save_seat(seat, called)
    person = seat.person()
    sign_out(seat)
    assert seat.context.request.get(f"{seat.server.address}/v1/guests/me").status == 401
    seat.button("account")
    fill(seat, name=called.lower(), password="not this one")
    submit(seat)
    error = seat.page.locator('[data-field-error="password"]')
    error.wait_for()
    assert "do not go together" in error.inner_text()
    accessible(seat.page)
    fill(seat, password=SECRET)
    submit(seat)
    seat.page.wait_for_selector('[data-done="welcome"]')
    assert seat.person() == person
    accessible(seat.page)
    only_expected(seat, 401)


def test_who_signs_in_at_a_guests_table_is_told_what_stays_behind(sit):
    first = sit(GAME)
    called = name()
    save_seat(first, called)
    other = sit(GAME)
    from_menu(other, "sign-in", "signIn")
    fill(other, name=called, password=SECRET)
    submit(other)
    done = other.page.locator('[data-done="welcome"]')
    done.wait_for()
    assert "$1,000.00 of play money stays with the guest" in done.inner_text()
    assert other.page.url.rstrip("/") == other.server.address
    assert other.person()["name"] == called


def test_errors_stand_at_their_fields(seat):
    from_menu(seat, "register", "register")
    accessible(seat.page)
    for fields, wrong in (
        ({"name": "", "password": SECRET}, "name"),
        ({"name": "Al", "password": SECRET}, "name"),
        ({"name": "Somebody New", "password": "short"}, "password"),
        ({"name": "Somebody New", "password": "password123"}, "password"),
    ):
        fill(seat, **fields)
        submit(seat)
        seat.page.locator(f'[data-field-error="{wrong}"]').wait_for()
        focused = seat.page.evaluate("() => document.activeElement.getAttribute('name')")
        assert focused == wrong
    accessible(seat.page)
    assert seat.person()["is_player"] is False
    only_expected(seat, 422)


def test_letters_in_a_field_are_no_commands(sit):
    """F, R, D, U and the digits mean something at the table."""
    seat = sit(GAME)
    seat.tap("ante")
    seat.deal()
    from_menu(seat, "register", "register")
    seat.page.locator('[name="name"]').focus()
    seat.page.keyboard.type("Frdwm 1")
    assert seat.page.locator('[name="name"]').input_value() == "Frdwm 1"
    assert seat.phase() == "deciding"
    seat.press("Escape")
    seat.page.wait_for_selector("[data-people]", state="detached")
    assert seat.page.evaluate("() => document.activeElement.dataset.button") == "menu"


def test_a_password_is_shown_to_whoever_wants_to_see_it(sit):
    seat = sit(GAME)
    from_menu(seat, "register", "register")
    field = seat.page.locator('[name="password"]')
    field.fill(SECRET)
    assert field.get_attribute("type") == "password"
    seat.page.get_by_role("button", name="Show the password").click()
    assert field.get_attribute("type") == "text"


def test_a_limit_that_is_reached_says_so_at_the_spot(seat):
    from_menu(seat, "limits", "limits")
    accessible(seat.page)
    set_limit(seat, "loss-day", amount="60")
    accessible(seat.page)
    seat.press("Escape")
    seat.tap("ante")
    seat.has(97_500)  # And $25 more may follow.
    seat.tap("pair-plus")
    note = seat.page.locator("[data-refusal]")
    note.wait_for()
    assert note.get_attribute("data-refusal") == "limit/loss"
    assert "$60.00 a day, leaves $10.00 for bets" in note.inner_text()
    seat.shows("bet", 2_500)
    seat.deal()
    seat.finish()
    assert seat.phase() == "settled"
    only_expected(seat)


def test_when_nothing_is_left_the_table_says_why(sit):
    seat = sit(GAME)
    from_menu(seat, "limits", "limits")
    set_limit(seat, "stake-week", amount="0.50")
    seat.press("Escape")
    closed = seat.page.locator("[data-limit-reached]")
    closed.wait_for()
    assert "Your stake limit, $0.50 a week" in closed.inner_text()
    assert seat.page.locator('[data-button="gold"]').is_disabled()
    accessible(seat.page)


def test_a_looser_limit_waits_and_can_be_called_off(sit):
    seat = sit(GAME)
    from_menu(seat, "limits", "limits")
    set_limit(seat, "time-day", hours="1", minutes="30")
    row = set_limit(seat, "time-day", hours="3", minutes="")
    waiting = row.locator("[data-waiting]")
    waiting.wait_for()
    assert "3 h" in waiting.inner_text()
    assert "1 h 30 min" in row.locator(".head").inner_text()
    row.locator('[data-button="keep"]').click()
    waiting.wait_for(state="detached")
    row.locator(".head").click()
    row.locator('[data-button="no-limit"]').click()
    waiting.wait_for()
    assert "no limit" in waiting.inner_text()
    only_expected(seat)


def test_a_break_is_confirmed_once_and_gives_bets_back(seat):
    seat.tap("ante")
    seat.has(97_500)
    from_menu(seat, "limits", "limits")
    seat.page.locator('[data-days="7"]').click()
    accessible(seat.page)
    assert seat.balance() == 97_500
    seat.button("take-break")
    seat.page.wait_for_selector("[data-excluded]")
    seat.has(100_000)
    assert seat.page.locator('[data-days="7"]').count() == 0  # It can only be made longer.
    accessible(seat.page)
    seat.press("Escape")
    closed = seat.page.locator('[data-limit-reached="limit/excluded"]')
    closed.wait_for()
    assert "You take a break until" in closed.inner_text()
    seat.shows("bet", 0)
    seat.tap("ante")
    seat.page.locator('[data-refusal="limit/excluded"]').wait_for()
    seat.shows("bet", 0)
    only_expected(seat)


def test_signing_out_elsewhere_leads_away_from_the_table(sit):
    seat = sit(GAME)
    called = name()
    save_seat(seat, called)
    api = seat.context.request
    other = sit("three-pictures")
    other.context.request.post(
        f"{seat.server.address}/v1/sessions", data={"name": called, "password": SECRET}
    )
    assert other.context.request.delete(f"{seat.server.address}/v1/sessions").status == 204
    seat.page.wait_for_url(f"{seat.server.address}/")
    expect(seat.page.locator('[data-button="account"]')).to_contain_text("Sign in")
    assert api.get(f"{seat.server.address}/v1/guests/me").status == 401


def test_signing_out_leads_to_a_door_that_opens_again(sit):
    """Back from the lobby is the table of somebody who is not here: a way in, and no new guest."""
    seat = sit(GAME)
    called = name()
    save_seat(seat, called)
    seat.button("menu")
    seat.page.locator('.menu [data-button="sign-out"]').click()
    seat.page.wait_for_url(f"{seat.server.address}/")
    expect(seat.page.locator('[data-button="account"]')).to_contain_text("Sign in")
    seat.page.go_back()
    seat.page.wait_for_selector('[data-door="signed-out"]')
    assert seat.context.request.get(f"{seat.server.address}/v1/guests/me").status == 401
    accessible(seat.page)
    seat.page.locator('[data-door] [data-button="sign-in"]').click()
    fill(seat, name=called, password=SECRET)
    submit(seat)
    seat.ready()
    assert seat.page.url.endswith(seat.table)
    only_expected(seat, 401)


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lobby_bar_and_the_account(sit, view):
    seat = sit(GAME, view, touch=view is PHONE)
    open_account(seat)
    accessible(seat.page)
    bar = seat.page.locator("header.bar")
    width = seat.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= view["width"]
    boxes = [part.bounding_box() for part in bar.locator(":scope > *:visible").all()]
    boxes = sorted(boxes, key=lambda box: box["x"])
    for left, right in pairwise(boxes):  # Nothing lies upon its neighbour.
        assert left["x"] + left["width"] <= right["x"] + 16


def test_the_panels_are_fetched_when_somebody_asks_for_them(sit):
    seat = sit(GAME)
    fetched = []
    seat.page.on("request", lambda request: fetched.append(request.url))
    from_menu(seat, "limits", "limits")
    assert any("People" in url and url.endswith(".js") for url in fetched), fetched
