"""A clock that jumps, stands still or is set wrong: order, days and guests are not affected."""

import logging
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from pitboss.house.events import BankCredited, BankFilled, Reopened
from pitboss.house.office.absence import LONGEST_REST
from pitboss.house.office.timekeeping import TOLERANCE, Clocks, HouseTime, in_words
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.settings.house_settings import Day
from pitboss.house.tables.recovery import events_of
from tests.support.houses import (
    EXPIRES_AFTER,
    NEW_SESSION_AFTER,
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    opened,
)

HOUR, DAY = 3_600 * SECOND, 86_400 * SECOND
YEAR = 365 * DAY
GAME = "three-pictures"
JUMPS = [HOUR, -HOUR, YEAR, -YEAR, 14 * HOUR]


class TwoClocks:
    """One that can be set, and one that only goes on."""

    def __init__(self):
        self.wall, self.steady = Clock(), Clock(0)

    def passes(self, time):
        self.wall.now += time
        self.steady.now += time

    def opened(self, folder, **named):
        return opened(folder, clock=self.wall, steady=self.steady, **named)


@pytest.fixture
def clocks():
    return TwoClocks()


@pytest.fixture
def said(caplog):
    caplog.set_level(logging.WARNING)
    return lambda: [record.getMessage() for record in caplog.records]


def times_in(house):
    return [entry.time for entry in entries_of(house.engine)]


# Jumps while the house is open


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_is_logged_and_not_followed(tmp_path, clocks, said, jump):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}}, id="a")
        clocks.passes(SECOND)
        clocks.wall.now += jump
        for id in "bcd":
            guest.stake({1: {"initial": 1000}}, id=id)
            clocks.passes(SECOND)
        assert guest.stake({1: {"initial": 500}}, id="a").is_repeated
        times = times_in(house)
        assert times == sorted(times)
        assert times[-1] - START == 3 * SECOND  # As if nothing had happened.
        assert guest.look().session.began == START + 1
    (warning,) = said()
    assert ("jumped ahead" if jump > 0 else "jumped back") in warning
    assert in_words(abs(jump)) in warning
    assert_in_order(tmp_path)


@pytest.mark.parametrize("jump", [TOLERANCE, -TOLERANCE, SECOND])
def test_a_clock_that_is_set_a_little_is_followed(tmp_path, clocks, said, jump):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        clocks.passes(2 * TOLERANCE)
        clocks.wall.now += jump
        guest.stake({})
        assert times_in(house)[-1] == clocks.wall.now
    assert said() == []


def test_a_clock_that_is_set_right_again_is_followed(tmp_path, clocks, said):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        clocks.wall.now += YEAR
        guest.stake({})
        clocks.wall.now -= YEAR
        clocks.passes(HOUR)
        guest.stake({})
        assert times_in(house)[-1] == clocks.wall.now
    assert len(said()) == 2
    assert "agrees with the house's time again" in said()[1]


def test_a_clock_that_stands_still_does_not_stop_time(tmp_path, clocks, said):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        clocks.steady.now += NEW_SESSION_AFTER + SECOND
        guest.stake({})
        began = guest.look().session.began
        assert began == START + NEW_SESSION_AFTER + SECOND
        clocks.steady.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")) is None
    assert len(said()) == 1


def test_a_machine_that_slept_is_on_time(tmp_path, clocks, said):
    """Both clocks count the time that it slept."""
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        clocks.passes(3 * DAY)
        guest.stake({})
        assert times_in(house)[-1] == START + 3 * DAY
    assert said() == []


def test_each_time_is_later_than_the_one_before():
    wall, steady = Clock(), Clock(0)
    time = HouseTime(Clocks(wall, steady, lambda _: None), last=START)
    times = []
    for at, jump in enumerate((0, 0, 5, -HOUR, YEAR, -YEAR, 0, -SECOND, DAY, -DAY, 1)):
        wall.now += jump
        steady.now += at % 2
        times.append(time.now())
    assert all(later > earlier for earlier, later in pairwise(times))
    assert times[-1] < START + 100


# Guests who stay away


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_is_seen_off_by_a_jump(tmp_path, clocks, jump):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        clocks.wall.now += jump
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")).id == guest.id
        clocks.passes(EXPIRES_AFTER - SECOND)
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")).id == guest.id
        clocks.passes(2 * SECOND)
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")) is None
    assert_in_order(tmp_path)


def test_a_house_opened_a_year_later_sees_nobody_off_for_a_month(tmp_path, clocks, said):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}})
    clocks.wall.now += YEAR
    for _ in range(2):  # Opening it once more does not forget.
        with clocks.opened(tmp_path, seed=1) as house:
            house.sweep().result(30)
            assert house.person_with(hash_of_token("one")).id == guest.id
    with clocks.opened(tmp_path, seed=2) as house:
        (event,) = [event for entry in entries_of(house.engine, "house")
                    for event in events_of(entry) if isinstance(event, Reopened)]  # fmt: skip
        assert event.at - event.last > YEAR - SECOND
        clocks.passes(EXPIRES_AFTER - SECOND)
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")).id == guest.id
        clocks.passes(2 * SECOND)
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")) is None
    assert ["365.0 days" in line for line in said()] == [True]
    assert_in_order(tmp_path)


def test_a_house_that_was_closed_for_a_week_counts_it(tmp_path, clocks, said):
    with clocks.opened(tmp_path) as house:
        Guest(house, GAME)
        clocks.passes(EXPIRES_AFTER - LONGEST_REST // 2)
        Guest(house, GAME, "two")
    clocks.passes(LONGEST_REST)
    with clocks.opened(tmp_path, seed=1) as house:
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")) is None
        assert house.person_with(hash_of_token("two")) is not None
    assert said() == []
    assert_in_order(tmp_path)


def test_a_clock_set_back_while_the_house_was_closed(tmp_path, clocks, said):
    with clocks.opened(tmp_path) as house:
        guest = Guest(house, GAME)
        last = times_in(house)[-1]
    clocks.wall.now -= YEAR
    with clocks.opened(tmp_path, seed=1) as house:
        guest.house = house
        clocks.passes(EXPIRES_AFTER - SECOND)
        house.sweep().result(30)
        guest.stake({})
        passed = times_in(house)[-1] - last
        assert EXPIRES_AFTER - SECOND <= passed < EXPIRES_AFTER - SECOND + 10
    assert ["365.0 days behind the journal" in line for line in said()] == [True]
    assert_in_order(tmp_path)


# Gaming days


@pytest.mark.parametrize(
    ("noon_before", "hours"), [((2026, 3, 28), 23), ((2026, 10, 24), 25), ((2026, 6, 13), 24)]
)
def test_a_day_on_which_clocks_change_is_one_day(tmp_path, noon_before, hours):
    """In Vienna: summer time begins on 29 March and ends on 25 October 2026, in the small hours."""
    offer = PRACTICE.offer(GAME)._replace(bank=1_000_000)
    settings = replace(PRACTICE, day=Day("06:00", "Europe/Vienna"), offers={GAME: offer})
    six = int(datetime(*noon_before, 6, tzinfo=settings.gaming_day.zone).timestamp()) * SECOND
    clock = Clock(six + HOUR)
    with opened(tmp_path, clock=clock, settings=settings) as house:
        guest = Guest(house, GAME)
        for hour in range(2, 2 * 24 + 2):
            clock.now = six + hour * HOUR + 1
            guest.deal({1: {"initial": 500}})
        kept = [entry for entry in entries_of(house.engine) if "keep-bank" in entry.request]
    assert [(entry.time - six) // HOUR for entry in kept] == [hours, hours + 24]
    assert_in_order(tmp_path)


def test_a_jump_begins_no_other_day(tmp_path, clocks):
    offer = PRACTICE.offer(GAME)._replace(bank=1_000_000)
    with clocks.opened(tmp_path, settings=replace(PRACTICE, offers={GAME: offer})) as house:
        guest = Guest(house, GAME)
        guest.deal({1: {"initial": 500}})
        for jump in (YEAR, -2 * YEAR):
            clocks.wall.now += jump
            events = guest.deal({1: {"initial": 500}}).events
            assert not any(isinstance(event, BankFilled | BankCredited) for event in events)
        day = house.settings.gaming_day
        assert {day.of(time) for time in times_in(house)} == {day.of(START)}
    assert datetime.fromtimestamp(START / SECOND, UTC).hour > 6


def test_lengths_of_time_in_words():
    lengths = [YEAR, 90 * 60 * SECOND, 90 * SECOND, SECOND // 2]
    assert [in_words(length) for length in lengths] == [
        "365.0 days", "1.5 hours", "1.5 minutes", "0.5 seconds",
    ]  # fmt: skip
