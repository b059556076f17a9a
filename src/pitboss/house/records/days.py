"""Gaming days: where one day of the house ends and the next begins.

A gaming day is named by the date on which it begins, in the house's own time zone; a night that
goes on past midnight belongs to the day before. Times are given, never read from a clock: this is
the one module of the house that converts them.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

SECOND = 1_000_000  # Times are in microseconds since 1970, UTC.
DAY, WEEK, MONTH = PERIODS = ("day", "week", "month")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Day = date


def in_words(at: int, zone: ZoneInfo | None = None, exact: bool = False) -> str:
    """A moment as people read it, in a zone or else in UTC; `exact` adds milliseconds."""
    local = (EPOCH + timedelta(microseconds=at)).astimezone(zone or UTC)
    return f"{local.replace(tzinfo=None).isoformat(' ', _detail(exact))} {local:%Z}"


def _detail(exact: bool) -> str:
    return "milliseconds" if exact else "seconds"


def as_iso(at: int) -> str:
    """A moment as programs read it: UTC, to the microsecond."""
    moment = (EPOCH + timedelta(microseconds=at)).replace(tzinfo=None)
    return f"{moment.isoformat(timespec='microseconds')}Z"


def moment(text: str, day: GamingDay) -> int:
    """A date (the beginning of its gaming day) or a date and time, in ISO 8601.

    Without a zone of its own it is in the house's. Raises ValueError for anything else.
    """
    try:
        return day.start(date.fromisoformat(text))
    except ValueError:
        said = datetime.fromisoformat(text)
    local = said if said.tzinfo else said.replace(tzinfo=day.zone)
    return (local - EPOCH) // timedelta(microseconds=1)


class Period(NamedTuple):
    """A stretch of gaming days: its first moment, and the first one after it."""

    begins: int
    ends: int


class GamingDay(NamedTuple):
    """When the days of a house begin, and where."""

    begins: time = time(6)
    zone: ZoneInfo = ZoneInfo("UTC")

    def of(self, at: int) -> date:
        """The gaming day that a moment belongs to."""
        day = (EPOCH + timedelta(microseconds=at)).astimezone(self.zone).date()
        return day if at >= self.start(day) else day - timedelta(days=1)

    def start(self, day: date) -> int:
        """The first moment of a gaming day."""
        local = datetime.combine(day, self.begins, self.zone)
        return (local - EPOCH) // timedelta(microseconds=1)

    @classmethod
    def named(cls, begins: str, zone: str) -> GamingDay:
        """As settings have it: "06:00" and "Asia/Singapore"."""
        return cls(time.fromisoformat(begins), ZoneInfo(zone))

    def end(self, day: date) -> int:
        """The first moment that no longer belongs to it."""
        return self.start(day + timedelta(days=1))

    def period(self, name: str, at: int) -> Period:
        """The gaming day, the week from Monday or the month that a moment belongs to."""
        first = self.of(at)
        after = first + timedelta(days=1)
        if name == WEEK:
            first -= timedelta(days=first.weekday())
            after = first + timedelta(days=7)
        elif name == MONTH:
            first = first.replace(day=1)
            after = (first + timedelta(days=31)).replace(day=1)
        return Period(self.start(first), self.start(after))

    def in_words(self, at: int) -> str:
        """A moment as people of the house say it: "06:00 on 18 November 2026 (UTC)"."""
        local = (EPOCH + timedelta(microseconds=at)).astimezone(self.zone)
        return f"{local:%H:%M} on {local.day} {local:%B %Y} ({self.zone.key})"

    def clock(self, at: int) -> str:
        """Date and time of day of a moment where the house is, such as 2026-11-18 21:05."""
        moment = (EPOCH + timedelta(microseconds=at)).astimezone(self.zone)
        return moment.strftime("%Y-%m-%d %H:%M")


def microseconds(moment: object) -> int | None:
    """A moment with its zone, such as TOML has, in microseconds since 1970; None for others."""
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        return None
    return (moment - EPOCH) // timedelta(microseconds=1)


def time_of_day(value: object) -> str | None:
    """A time of day as "06:00", from that text or from TOML's own type; None for others."""
    try:
        at = value if isinstance(value, time) else time.fromisoformat(str(value))
    except ValueError:
        return None
    return None if at.second or at.microsecond or at.tzinfo else at.isoformat("minutes")


def zone_name(value: object) -> str | None:
    """The name of a time zone that exists; None for others."""
    try:
        return ZoneInfo(value).key if isinstance(value, str) else None
    except (ValueError, OSError, KeyError):  # Not a name, a folder of zones, or unknown.
        return None
