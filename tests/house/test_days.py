"""Gaming days begin and end where the house says, through summer time and past midnight."""

from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.records.days import SECOND, GamingDay

HOUR = 3_600 * SECOND
ZONES = ("UTC", "Asia/Singapore", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe")
days = st.dates(date(1990, 1, 2), date(2060, 12, 30))
houses = st.builds(
    GamingDay,
    st.times(time(0), time(23, 59)).map(lambda at: at.replace(second=0, microsecond=0)),
    st.sampled_from(ZONES).map(ZoneInfo),
)


def test_a_night_belongs_to_the_day_before():
    house = GamingDay(time(6), ZoneInfo("Asia/Singapore"))
    begins = house.start(date(2026, 11, 18))
    assert begins == 1_794_952_800 * SECOND  # 06:00 in Singapore is 22:00 UTC of the day before.
    assert house.of(begins) == date(2026, 11, 18)
    assert house.of(begins - 1) == date(2026, 11, 17)
    assert house.of(begins + 24 * HOUR - 1) == date(2026, 11, 18)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 28), 23), (date(2026, 10, 24), 25)])
def test_a_day_of_summer_time_is_shorter_or_longer(day, hours):
    house = GamingDay(time(6), ZoneInfo("Europe/Berlin"))
    assert house.end(day) - house.start(day) == hours * HOUR


@given(houses, days)
def test_days_follow_each_other_without_a_gap(house, day):
    start, end = house.start(day), house.end(day)
    assert 22 * HOUR <= end - start <= 26 * HOUR
    assert [house.of(at) for at in (start, end - 1)] == [day, day]
    assert house.of(start - 1) == day - timedelta(days=1)
    assert house.of(end) == day + timedelta(days=1)


@given(houses, st.integers(10**15, 2 * 10**15))
def test_a_moment_lies_in_its_day(house, at):
    day = house.of(at)
    assert house.start(day) <= at < house.end(day)
