"""Signatures between a house and its operator: HMAC-SHA-256 with a secret that both have.

Signed are the method, the path, the time in seconds since 1970 and the body, so that a request can
neither be changed nor sent to another address, nor be used once its time is over.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

TIME, SIGNATURE = "Pitboss-Time", "Pitboss-Signature"  # Headers.
MOST_SECONDS = 60  # That two clocks, and the way of a request, may differ by.


def sign(secret: bytes, method: str, path: str, time: int, body: bytes) -> dict[str, str]:
    """The headers that a signed request has."""
    return {TIME: str(time), SIGNATURE: _signature(secret, method, path, str(time), body)}


def is_signed(
    secret: bytes, method: str, path: str, headers: Mapping[str, str], body: bytes, now: int
) -> bool:
    """Whether a request was signed with the secret, lately."""
    time, given = headers.get(TIME, ""), headers.get(SIGNATURE, "")
    signature = _signature(secret, method, path, time, body)
    if not hmac.compare_digest(signature.encode(), given.encode()):
        return False
    return time.isascii() and time.isdecimal() and abs(int(time[:18]) - now) <= MOST_SECONDS


def _signature(secret: bytes, method: str, path: str, time: str, body: bytes) -> str:
    signed = f"{method}\n{path}\n{time}\n".encode() + body
    return hmac.new(secret, signed, hashlib.sha256).hexdigest()
