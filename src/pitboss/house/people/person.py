"""People: who they are, and how their sitting goes.

A person is known by a token that only their browser has; we keep its hash. A guest has nothing
else; a player has a name and a password, and can come back from another browser. An operator's
player is known by an id of the operator's, whose wallet their money comes from. A session is a
sitting of theirs: it begins when they come, or come back after a while.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import PEOPLE

SEEN_EVERY = 60 * SECOND  # How exactly we note when somebody was last here.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Without I, L, O and U, which people misread.
TOKEN_BYTES = 32


class Person(NamedTuple):
    id: str
    number: int
    seen: int
    session_began: int
    session_base: int  # What they had when it began, and were granted since.
    is_gone: bool = False
    player_name: str | None = None  # A guest has none.
    excluded_until: int = 0
    wallet_id: str | None = None  # Of an operator's player: what their wallet knows them by.

    @property
    def is_player(self) -> bool:
        """Whether they have a password here; an operator's player comes in by a launch instead."""
        return self.player_name is not None and self.wallet_id is None

    @property
    def name(self) -> str:
        return self.player_name or f"Guest {self.number}"


PERSON = [PEOPLE.c[name] for name in Person._fields]  # The columns of one.


def hash_of_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def readable_id(length: int, randomness: Callable[[int], bytes]) -> str:
    """An id that nobody guesses and that can be read out over a telephone."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in randomness(length))


def seen_at(person: Person, now: int, wealth: int, sitting: int) -> Person:
    """The person after they were here, in a new session if they were away for so many seconds."""
    if now - person.seen > sitting * SECOND:
        return person._replace(seen=now, session_began=now, session_base=wealth)
    return person._replace(seen=now)
