"""The house's time: it never goes back, and it does not follow a clock that jumps.

The system's clock can be set, by mistake or by an attacker. While a house is open, a second clock
that nobody can set says how much time has passed. If the two disagree by more than a minute, the
house goes on by the second one and says so in its log; it takes the system's clock again once that
agrees, or when it is next opened. At opening there is nothing to compare the clock with but the
last entry of the journal, and time goes on from there if the clock is behind it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.records.days import SECOND

log = logging.getLogger(__name__)

TOLERANCE = 60 * SECOND
UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


class Clocks(NamedTuple):
    """What a house needs of the system: the time, time that passes, and a way to wait."""

    wall: Callable[[], int]  # Microseconds since 1970; it may be set.
    steady: Callable[[], int] | None  # Microseconds since anything; None: the wall is trusted.
    pause: Callable[[float], bool | None]  # Seconds; true if the house closes meanwhile.


class HouseTime:
    """Each commit has a time of its own, later than the one before."""

    def __init__(self, clocks: Clocks, last: int) -> None:
        self._clocks = clocks
        self.last = last  # Of what is in the journal.
        wall = clocks.wall()
        self._is_off = clocks.steady is not None and wall < last - TOLERANCE
        if self._is_off:
            away = in_words(last - wall)
            log.warning("the clock is %s behind the journal: time goes on from there", away)
        steady = 0 if clocks.steady is None else clocks.steady()
        self._known = (last if self._is_off else wall), steady  # The time at a steady moment.

    def now(self) -> int:
        """The time of the next commit."""
        time, steady, ahead = self._read()
        self._known = time, steady
        self._say(ahead)
        self.last = max(self.last + 1, time)
        return self.last

    def current(self) -> int:
        """The time at this moment, by whichever clock can be believed; any thread may ask."""
        return max(self.last, self._read()[0])

    def _read(self) -> tuple[int, int, int]:
        """The time, the steady clock, and how far the system's clock is ahead if it is off."""
        wall = self._clocks.wall()
        if self._clocks.steady is None:
            return wall, 0, 0
        time, then = self._known
        steady = self._clocks.steady()
        expected = time + steady - then
        ahead = wall - expected
        return (wall, steady, 0) if abs(ahead) <= TOLERANCE else (expected, steady, ahead)

    def _say(self, ahead: int) -> None:
        """Tell the log when the system's clock has jumped, or agrees again."""
        if ahead and not self._is_off:
            way = "ahead" if ahead > 0 else "back"
            log.warning(
                "the clock jumped %s by %s: the house keeps its own time until it agrees again, "
                "or until it is opened again", way, in_words(abs(ahead)),
            )  # fmt: skip
        elif self._is_off and not ahead:
            log.warning("the clock agrees with the house's time again")
        self._is_off = bool(ahead)


def in_words(microseconds: int) -> str:
    """A length of time to one unit, for the log."""
    seconds = microseconds / SECOND
    name, unit = next((pair for pair in UNITS if seconds >= pair[1]), UNITS[-1])
    return f"{seconds / unit:.1f} {name}"
