"""Passwords: which ones we take, and their argon2id hashes.

A hash takes tens of milliseconds and some megabytes on purpose. Call it in a thread of its own,
never in the writer's.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError

from pitboss.errors import PitbossError
from pitboss.house.people.player_names import key_of

SHORTEST, LONGEST = 8, 128
# Those that are tried first, as far as they are long enough.
WORST = frozenset(Path(__file__).with_name("worst_passwords.txt").read_text("utf-8").split())


def acceptable(password: str, name: str) -> None:
    """Raise for a password that is too short, too long, or one of the first to be guessed."""
    length = len(password)
    if not SHORTEST <= length <= LONGEST:
        message = f"A password has {SHORTEST} to {LONGEST} characters."
        raise PitbossError("player/password", message)
    folded = _normal(password).casefold()
    if folded in WORST or len(set(folded)) < 3:
        message = "That password is one of the first to be guessed: choose another."
        raise PitbossError("player/password", message)
    if key_of(password) == key_of(name) or folded == name.casefold():
        raise PitbossError("player/password", "Your name can't be your password: choose another.")


def _normal(password: str) -> str:
    """However a keyboard composes its letters, it is the same password."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Hashes, and checks against them. Every check costs the same, whoever it is for."""

    def __init__(self, time_cost: int = 2, memory_kib: int = 19_456) -> None:
        self._hasher = PasswordHasher(time_cost, memory_kib, parallelism=1, type=Type.ID)
        self._nobodys = self._hasher.hash("nobody's password")

    def hash(self, password: str) -> str:
        return self._hasher.hash(_normal(password))

    def is_right(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; None stands for somebody who does not exist."""
        try:
            return self._hasher.verify(kept or self._nobodys, _normal(password)) and bool(kept)
        except (Argon2Error, InvalidHashError):
            return False

    def is_outdated(self, kept: str) -> bool:
        """Whether it was made with other parameters than are in use now."""
        return self._hasher.check_needs_rehash(kept)
