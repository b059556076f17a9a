"""Files that hold a secret: 32 bytes in hexadecimal digits, readable by their owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pitboss.errors import BadKey
from pitboss.house.storage.disk import write_new

SECRET_BYTES = 32


def create_secret(file: Path, secret: bytes | None = None) -> bytes:
    """Make a file that nobody else can read; there must be none. Rehearsals bring a secret."""
    if file.exists():
        raise BadKey("key/exists", f"{file} is there already: a key is made once.")
    secret = secret or os.urandom(SECRET_BYTES)
    write_new(file, f"{secret.hex()}\n".encode("ascii"))
    return secret


def load_secret(file: Path, is_for: str) -> bytes:
    """The secret in a file that is the owner's alone; `is_for` says who can't do without."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        text = file.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        raise BadKey("key/missing", f"There is no key in {file}: {is_for} need it.") from None
    if mode & 0o077:
        raise BadKey("key/mode", f"{file} can be read by others: set its mode to 600.")
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        raise BadKey("key/digits", f"{file} does not hold a key in hexadecimal digits.") from None
    if len(secret) != SECRET_BYTES:
        raise BadKey("key/length", f"A key has {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret
