"""Was it luck? How likely a result at least as good is, and one at least as bad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pitboss.maths.sessions.results import Money


class Chances(Protocol):
    """Whatever knows how likely results are."""

    @property
    def error(self) -> float | None: ...

    def at_most(self, result: Money, /) -> float: ...

    def at_least(self, result: Money, /) -> float: ...


@dataclass(frozen=True)
class Luck:
    """The chances of a result by luck alone."""

    result: Money
    at_least: float  # The chance of this or a better one.
    at_most: float  # The chance of this or a worse one.
    how: str  # "exact", or "normal with skewness".
    error: float | None  # No chance told is off by more; None where that is not known.

    @property
    def two_sided(self) -> float:
        """The chance of a result as far out, on either side: twice the smaller one."""
        return min(1.0, 2 * min(self.at_least, self.at_most))


def luck(found: Chances, result: Money, how: str = "exact") -> Luck:
    return Luck(result, found.at_least(result), found.at_most(result), how, found.error)
