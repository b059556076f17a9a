"""Signatures between a house and its operator: HMAC-SHA-256 with a secret that both have.

Signed are the method, the path, the time in seconds since 1970 and the body, so that a request can
neither be changed nor sent to another address, nor be used once its time is over.
"""

from __future__ import annotations

import hashlib
import hmac
import stat
from collections.abc import Mapping
from pathlib import Path

from pitboss.errors import BadKey

TIME, SIGNATURE = "Pitboss-Time", "Pitboss-Signature"  # Headers.
MOST_SECONDS = 60  # That two clocks, and the way of a request, may differ by.
LEAST_BYTES = 32


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


def load_secret(file: Path) -> bytes:
    """The secret in a file that is the owner's alone, without the end of its line."""
    try:
        mode, secret = stat.S_IMODE(file.stat().st_mode), file.read_bytes().strip()
    except OSError:
        raise BadKey("wallet/secret", f"The wallet's secret can't be read from {file}.") from None
    if mode & 0o077:
        raise BadKey("wallet/secret", f"{file} can be read by others: set its mode to 600.")
    if len(secret) < LEAST_BYTES:
        message = f"{file} is too short for a secret: write at least {LEAST_BYTES} characters."
        raise BadKey("wallet/secret", message)
    return secret
