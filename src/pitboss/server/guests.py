"""Who is asking, and how often: the cookies of a person, and limits against floods."""

from __future__ import annotations

import ipaddress
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from fastapi import Request, Response

from pitboss.errors import PitbossError
from pitboss.house.people.person import TOKEN_BYTES, hash_of_token

MOST_BUCKETS = 10_000
MOST_EARLIER = 3  # Sign-ins that a browser is remembered by.
YEAR = 365 * 86_400


class Cookie(NamedTuple):
    """The cookie that a person is known by. Scripts can't read it; other sites can't send it.

    A second one holds the tokens of a browser's latest sign-ins, and outlives them: nobody is known
    by it, but the browser in which a player has signed in before can be told from others.
    """

    is_secure: bool
    seconds: int  # How long a browser keeps it.

    @property
    def name(self) -> str:
        return "__Host-pitboss" if self.is_secure else "pitboss"

    @property
    def earlier_name(self) -> str:
        return f"{self.name}-earlier"

    def give(self, response: Response, token: str) -> None:
        self._set(response, self.name, token, self.seconds)

    def sign_in(self, request: Request, response: Response, token: str) -> None:
        """Be known by a new token, and be remembered for having signed in."""
        self.give(response, token)
        tokens = [token, *self._earlier(request)][:MOST_EARLIER]
        self._set(response, self.earlier_name, ".".join(tokens), YEAR)

    def take(self, response: Response) -> Response:
        """Be known no longer; having signed in is remembered."""
        self._set(response, self.name, "", 0)
        return response

    def _set(self, response: Response, name: str, value: str, seconds: int) -> None:
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            path="/",
            httponly=True,
            samesite="strict",
            secure=self.is_secure,
        )

    def _earlier(self, request: Request) -> list[str]:
        return request.cookies.get(self.earlier_name, "").split(".")[:MOST_EARLIER]

    def earlier(self, request: Request) -> tuple[str, ...]:
        """The hashes of the tokens that a browser has signed in with."""
        hashes = (token_hash(token) for token in self._earlier(request))
        return tuple(hashed for hashed in hashes if hashed is not None)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str | None) -> str | None:
    """The hash by which we know a guest; None for what can't be one of our tokens."""
    if token is None or not 32 <= len(token) <= 64 or not token.isascii():
        return None
    return hash_of_token(token)


def source_of(host: str) -> str:
    """Where somebody asks from: an address, or the network of 64 bits that anybody has on IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), 64), strict=False))


class Allowance(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class TooFast(PitbossError):
    """An allowance that is used up, and the seconds until something of it is left."""

    def __init__(self, code: str, message: str, seconds: int) -> None:
        super().__init__(code, message)
        self.seconds = seconds


class Buckets:
    """How often somebody has asked lately. What is refused here is not written down.

    So many are kept at most. When there are more, those that have filled up again go first: nobody
    gets rid of an empty one by asking under many other names.
    """

    def __init__(
        self,
        allowance: Allowance,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_BUCKETS,
    ) -> None:
        self._allowance, self._clock, self._most = allowance, clock, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._swept = clock()

    def take(self, who: str) -> bool:
        now = self._clock()
        left = self._now(who, now)
        is_allowed = left >= 1
        self._keep(who, left - is_allowed, now)
        return is_allowed

    def has(self, who: str) -> bool:
        """Whether one could be taken."""
        return self._now(who, self._clock()) >= 1

    def wait(self, who: str) -> int:
        """Seconds after which one can be taken: at least one, and whole ones."""
        missing = 1 - self._now(who, self._clock())
        return max(1, math.ceil(missing / self._allowance.per_second))

    def give_back(self, who: str) -> None:
        now = self._clock()
        self._keep(who, self._now(who, now) + 1, now)

    def _now(self, who: str, now: float) -> float:
        left, at = self._left.get(who, (self._allowance.burst, now))
        return min(self._allowance.burst, left + (now - at) * self._allowance.per_second)

    def _keep(self, who: str, left: float, now: float) -> None:
        self._left[who] = min(left, self._allowance.burst), now
        self._left.move_to_end(who)
        if len(self._left) > self._most:
            if now - self._swept >= 1:  # Looking at all of them takes a while.
                self._swept = now
                full = [who for who in self._left if self._now(who, now) >= self._allowance.burst]
                for idle in full:
                    del self._left[idle]
            while len(self._left) > self._most:
                self._left.popitem(last=False)
