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

from pitboss.house.days import SECOND

log = logging.getLogger(__name__)

TOLERANCE = 60 * SECOND
UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


class Clocks(NamedTuple):
    """What a house needs of the system: the time, time that passes, and a way to wait."""

    wall: Callable[[], int]  # Microseconds since 1970; it may be set.
    steady: Callable[[], int] | None  # Microseconds since anything; None: the wall is trusted.
    pause: Callable[[float], None]  # Seconds.


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
        self._steady_at = 0 if clocks.steady is None else clocks.steady()
        self._at = last if self._is_off else wall

    def now(self) -> int:
        """The time of the next commit."""
        self.last = max(self.last + 1, self.current())
        return self.last

    def current(self) -> int:
        """The time at this moment, by whichever clock can be believed."""
        return max(self.last, self._plausible(self._clocks.wall()))

    def _plausible(self, wall: int) -> int:
        if self._clocks.steady is None:
            return wall
        steady = self._clocks.steady()
        expected = self._at + steady - self._steady_at
        ahead = wall - expected
        is_off = abs(ahead) > TOLERANCE
        if is_off and not self._is_off:
            way = "ahead" if ahead > 0 else "back"
            log.warning(
                "the clock jumped %s by %s: the house keeps its own time until it agrees again, "
                "or until it is opened again", way, in_words(abs(ahead)),
            )  # fmt: skip
        elif self._is_off and not is_off:
            log.warning("the clock agrees with the house's time again")
        self._is_off = is_off
        self._at, self._steady_at = expected if is_off else wall, steady
        return self._at


def in_words(microseconds: int) -> str:
    """A length of time to one unit, for the log."""
    seconds = microseconds / SECOND
    name, unit = next((pair for pair in UNITS if seconds >= pair[1]), UNITS[-1])
    return f"{seconds / unit:.1f} {name}"
