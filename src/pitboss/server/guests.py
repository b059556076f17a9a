"""Who is asking, and how often: a guest's cookie, and limits against floods."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from fastapi import Response

from pitboss.house.people import TOKEN_BYTES, hash_of_token

MOST_BUCKETS = 10_000


class Cookie(NamedTuple):
    """The cookie that a guest is known by. Scripts can't read it; other sites can't send it."""

    is_secure: bool
    seconds: int  # How long a browser keeps it.

    @property
    def name(self) -> str:
        return "__Host-pitboss" if self.is_secure else "pitboss"

    def give(self, response: Response, token: str) -> None:
        response.set_cookie(
            self.name,
            token,
            max_age=self.seconds,
            path="/",
            httponly=True,
            samesite="strict",
            secure=self.is_secure,
        )


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str | None) -> str | None:
    """The hash by which we know a guest; None for what can't be one of our tokens."""
    if token is None or not 32 <= len(token) <= 64 or not token.isascii():
        return None
    return hash_of_token(token)


class Allowance(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Buckets:
    """How often somebody has asked lately. What is refused here is not written down."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        now = self._clock()
        left, at = self._left.get(who, (self._allowance.burst, now))
        left = min(self._allowance.burst, left + (now - at) * self._allowance.per_second)
        is_allowed = left >= 1
        self._left[who] = left - is_allowed, now
        self._left.move_to_end(who)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return is_allowed
