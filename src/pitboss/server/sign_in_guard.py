"""How often a password may be guessed, so that nobody can be locked out by somebody else.

Failures are counted for an address, for an address and a name, and for a name. The last count is
what bounds an attacker with many addresses, and it would let them lock the player out, too: so a
browser in which the player has signed in before is counted for itself alone. (OWASP calls what it
shows us a device cookie.) Names are counted whether anybody goes by them or not.

Counts are kept in memory, so many at most, and begin afresh with the server. A count that has run
out its time is dropped before one that has not.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from pitboss.server.guests import Allowance, Buckets

MOST_COUNTS = 50_000
HOUR = 3_600


class SignInLimits(NamedTuple):
    """Failures at once, and how fast they are forgotten."""

    address: Allowance = Allowance(20, 60 / HOUR)
    address_and_name: Allowance = Allowance(3, 6 / HOUR)
    name: Allowance = Allowance(10, 10 / HOUR)  # By browsers that the player never used.
    browser: Allowance = Allowance(5, 6 / HOUR)  # In which the player has signed in before.


SIGN_IN_LIMITS = SignInLimits()


class SignInGuard:
    def __init__(
        self, limits: SignInLimits = SIGN_IN_LIMITS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._addresses, self._pairs, self._names, self._browsers = (
            Buckets(allowance, clock, MOST_COUNTS) for allowance in limits
        )

    def counts(self, address: str, name: str, browser: str | None) -> list[tuple[Buckets, str]]:
        """Where an attempt is counted; a browser that is known stands for itself alone."""
        if browser is not None:
            return [(self._browsers, f"{browser} {name}")]
        pair = f"{address} {name}"
        return [(self._addresses, address), (self._pairs, pair), (self._names, name)]

    def begin(self, address: str, name: str, browser: str | None = None) -> bool:
        """Whether an attempt may be made. It counts as a failure until it has succeeded."""
        counts = self.counts(address, name, browser)
        if not all(buckets.has(who) for buckets, who in counts):
            return False
        for buckets, who in counts:
            buckets.take(who)
        return True

    def wait(self, address: str, name: str, browser: str | None = None) -> int:
        """Seconds after which an attempt may be made."""
        return max(buckets.wait(who) for buckets, who in self.counts(address, name, browser))

    def succeeded(self, address: str, name: str, browser: str | None = None) -> None:
        for buckets, who in self.counts(address, name, browser):
            buckets.give_back(who)
