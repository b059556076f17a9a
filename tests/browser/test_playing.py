"""Hands played in a browser as people play them: what the screen shows is what the ledger has."""

import random
from itertools import combinations

import pytest

from pitboss.rulebooks import RULEBOOKS
from tests.browser.conftest import DESKTOP, PHONE

GAMES = tuple(RULEBOOKS)
MINIMUM = 2500  # The chip that is picked when somebody sits down.


def agrees_with_the_ledger(seat):
    """Every figure of a settled round, as the journal and the ledger have it."""
    (last, *_) = seat.rounds()
    seat.shows("balance", seat.balance())
    seat.shows("bet", last["staked"])
    assert seat.page.locator("[data-round]").get_attribute("data-round") == last["round"]
    if not seat.page.locator("[data-why]").is_visible():  # Open by itself in the first rounds.
        seat.press("w")
    seat.shows("round-net", last["net"])
    payments = seat.replay(last["round"])["steps"][-1]["view"]["payments"]
    assert sum(payment["net"] for payment in payments) == last["net"]
    return last


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_by_mouse(sit, game):
    seat = sit(game)
    before = seat.balance()
    seat.tap(seat.first)
    seat.deal()
    seat.finish()
    last = agrees_with_the_ledger(seat)
    assert seat.balance() == before + last["net"]
    assert seat.page.locator("[data-why]").is_visible()
    assert not seat.faults


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_by_keyboard(sit, game):
    seat = sit(game)
    seat.page.locator(f'[data-spot="{seat.first}"]').focus()
    seat.press("2", "Space", "Space")
    seat.shows("bet", 1000)
    seat.press("Backspace")
    seat.shows("bet", 500)
    seat.answered(lambda: seat.press("Enter"))
    while seat.phase() == "deciding":
        seat.answered(lambda: seat.press("Enter"))
    last = agrees_with_the_ledger(seat)
    assert last["staked"] in (500, 1000)
    assert not seat.faults


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_on_a_phone(sit, game):
    seat = sit(game, PHONE, touch=True)
    seat.page.locator(f'[data-spot="{seat.first}"]').tap()
    seat.answered(lambda: seat.page.locator('[data-button="gold"]').tap())
    seat.finish()
    agrees_with_the_ledger(seat)
    width = seat.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    assert not seat.faults


def test_four_taps_from_the_lobby_to_a_result(sit):
    """Play now, the ante, Deal, Play: no text field, no dialogue."""
    seat = sit("three-card-poker", motion="no-preference")  # The first tap.
    seat.tap("ante")
    seat.deal()
    seat.answered(seat.gold)
    assert seat.phase() == "settled"
    assert seat.page.locator("input[type=text], textarea, dialog[open]").count() == 0


def test_a_fold_loses_the_ante(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.deal()
    seat.answered(lambda: seat.button("fold"))
    assert agrees_with_the_ledger(seat)["net"] == -MINIMUM
    assert seat.balance() == 100_000 - MINIMUM


def test_a_fold_by_keyboard(sit):
    seat = sit("three-card-prime")
    seat.tap("ante")
    seat.deal()
    seat.answered(lambda: seat.press("f"))
    assert agrees_with_the_ledger(seat)["net"] == -MINIMUM


def test_repeat_deals_the_same_bets_again(sit):
    seat = sit("three-pictures")
    seat.tap("initial")
    seat.deal()
    first = seat.rounds()[0]
    seat.answered(seat.gold)
    second = seat.rounds()[0]
    assert (second["staked"], second["round"] != first["round"]) == (first["staked"], True)


def test_undo_clear_and_double(sit):
    seat = sit("three-pictures")
    seat.tap("initial")
    seat.tap("initial")
    seat.shows("bet", 2 * MINIMUM)
    seat.press("u")
    seat.shows("bet", MINIMUM)
    seat.press("d")
    seat.shows("bet", 2 * MINIMUM)
    seat.button("clear")
    seat.shows("bet", 0)
    seat.shows("balance", 100_000)


def test_a_bet_over_the_maximum_is_refused_at_its_spot(sit):
    seat = sit("three-pictures")
    seat.press("5")  # The chip of $500.
    seat.tap("initial")
    seat.shows("bet", 50_000)
    seat.tap("initial")
    note = seat.page.locator("[data-refusal]")
    note.wait_for()
    assert "$500" in note.inner_text()
    seat.shows("bet", 50_000)


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_side_bet_alone_is_refused_with_what_to_do_first(sit, view):
    """Neither the spot that was tapped nor the one to tap first is covered."""
    seat = sit("lucky-three-pictures", view, touch=view is PHONE)
    seat.tap("lucky-tie")
    note = seat.page.locator("[data-refusal]")
    note.wait_for()
    assert note.inner_text().startswith("Tap Bet first: Lucky Tie")
    assert "3." in note.inner_text()
    bubble = note.bounding_box()
    for spot in ("lucky-tie", "initial"):
        place = seat.page.locator(f'[data-spot="{spot}"]').bounding_box()
        assert bubble["y"] + bubble["height"] <= place["y"]
    seat.shows("bet", 0)


# What is written at the spots: between its ascenders and descenders, as letters are seen.
LETTERING = """() => [...document.querySelectorAll('.world text, .world .amount')]
    .filter(text => !text.querySelector('textPath') && text.textContent.trim())
    .map(text => {
        const {left, right, top, height} = text.getBoundingClientRect();
        return [text.textContent.trim(), left, right, top + height * 0.25, top + height * 0.75];
    })"""


def touching(lettering):
    """Which words lie upon one another."""
    return [
        (one[0], other[0])
        for one, other in combinations(lettering, 2)
        if one[1] < other[2] and other[1] < one[2] and one[3] < other[4] and other[3] < one[4]
    ]


def test_labels_never_collide_with_chips_on_every_spot(sit):
    seat = sit("prosperity-3-pictures")
    wagers = [spot.get_attribute("data-spot") for spot in seat.page.locator("[data-spot]").all()]
    seat.tap(seat.first)
    for wager in wagers:
        if wager != seat.first:
            seat.tap(wager)
    seat.shows("bet", 5 * MINIMUM)
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        seat.page.set_viewport_size({"width": width, "height": height})
        lettering = seat.page.evaluate(LETTERING)
        assert {"$25", "Bet $25"} < {text for text, *_ in lettering}
        assert touching(lettering) == []


def test_a_reload_finds_the_hand_as_it_was(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.deal()
    cards, round = seat.cards(), seat.page.locator("[data-round]").get_attribute("data-round")
    seat.page.reload()
    seat.ready("deciding")
    assert seat.cards() == cards
    assert seat.page.locator("[data-round]").get_attribute("data-round") == round
    # The lobby shows the hand that waits, and leads back to it.
    seat.page.goto(seat.server.address)
    waits = seat.page.locator("[data-waiting]")
    assert waits.get_attribute("data-waiting") == seat.table
    assert "Your hand waits, with $25" in waits.inner_text()
    seat.page.locator(f'[data-game="{seat.game}"] [data-button="play-now"]').click()
    seat.ready("deciding")
    seat.finish()
    agrees_with_the_ledger(seat)


def test_chips_that_were_placed_outlast_a_reload(sit):
    seat = sit("prosperity-3-pictures")
    seat.tap("initial")
    seat.tap("tie")
    seat.shows("bet", 2 * MINIMUM)
    seat.has(100_000 - 2 * MINIMUM)  # Chips are sent together, a moment after the last one.
    seat.page.reload()
    seat.ready()
    seat.shows("bet", 2 * MINIMUM)
    seat.shows("balance", 100_000 - 2 * MINIMUM)


def test_a_second_tab_shows_the_same_hand(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.deal()
    other = seat.context.new_page()
    other.goto(seat.page.url)
    other.wait_for_selector('[data-phase="deciding"]:not([data-busy])')
    seat.finish()
    other.wait_for_selector('[data-phase="settled"]:not([data-busy])')
    assert len(seat.rounds()) == 1


def test_two_boxes_are_played_one_after_the_other(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.page.locator('[data-box="1"]').click()
    seat.tap("ante")
    seat.shows("bet", 2 * MINIMUM)
    seat.deal()
    seat.finish()
    last = agrees_with_the_ledger(seat)
    assert [hand["box"] for hand in last["hands"]] == [1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_figures_agree_over_some_rounds(sit, game):
    play_on(sit(game), 4)


def play_on(seat, rounds):
    """Rounds with side bets as they come; every figure is compared after each."""
    chance = random.Random(seat.game)
    wagers = [spot.get_attribute("data-spot") for spot in seat.page.locator("[data-spot]").all()]
    sides = [wager for wager in wagers if wager not in (seat.first, "play")]
    for _ in range(rounds):
        if seat.phase() == "settled":
            seat.button("new-bets")
            seat.ready()
        if seat.figure("bet") == 0:
            seat.press(chance.choice("12"))  # Small chips: the money has to last.
            seat.tap(seat.first)
            for wager in chance.sample(sides, chance.randint(0, len(sides))):
                seat.tap(wager)
        seat.deal()
        while seat.phase() == "deciding":
            fold = chance.random() < 0.3
            seat.answered((lambda: seat.button("fold")) if fold else seat.gold)
        agrees_with_the_ledger(seat)
    assert not seat.faults


COACHED = """
    localStorage.setItem('pitboss.preferences', JSON.stringify({coach: true, roundsSeen: 3}));
    localStorage.setItem('pitboss.coach', 'after');
"""


def test_the_coach_keeps_its_word_with_the_reasons_closed(sit):
    """It says that it speaks after the decision; where nothing is decided it is not there."""
    seat = sit("three-card-poker", script=COACHED)
    seat.tap("ante")
    seat.deal()
    seat.answered(lambda: seat.button("fold"))
    assert not seat.page.locator("[data-why]").is_visible()
    seat.page.wait_for_selector("[data-coach=play], [data-coach=fold]")
    assert "on average" in seat.page.locator("[data-coach]").inner_text()
    last = seat.page.locator('[data-figure="last-net"]')
    assert seat.figure("last-net") == -MINIMUM
    assert "loss" in last.get_attribute("class").split()
    other = sit("three-pictures", script=COACHED)
    assert other.page.locator('[data-button="coach"]').count() == 0
    other.button("menu")
    assert other.page.locator('[data-preference="coach"]').count() == 0
