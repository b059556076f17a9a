"""Rulebooks from outside: a house that has offered their games is opened with the same files only.

The rules of such a game are code in a file that others may change. Every opening journals the hash
of each one that is known then. Without the file a hand that waits could not be settled, and with
another one it might be settled otherwise than it was dealt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import NoHouse
from pitboss.house.events import HOUSE
from pitboss.house.storage.schema import HOUSE_SETTINGS, JOURNAL
from pitboss.language.rulebook import SHORT, digest
from pitboss.rulebooks import RULEBOOKS

OPEN = "open-"  # How the ids of openings begin.


class Needed(NamedTuple):
    """The rulebook of a game that was on offer: its hash at the last opening, and as it is here."""

    game: str
    was: str
    now: str | None

    @property
    def hashes(self) -> str:
        return f"its hash is {str(self.now)[:SHORT]}, and was {self.was[:SHORT]}"


def known_rulebooks() -> dict[str, str]:
    """The hash of every rulebook from outside that is known here, by the key of its game."""
    return {key: digest(RULEBOOKS.source(key).hashes()) for key in RULEBOOKS.outside()}


def needed_rulebooks(connection: sa.Connection) -> Iterator[Needed]:
    """The rulebooks from outside that the journal of a house rests on.

    What can't be read is passed over: `verify` says so.
    """
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        if at_opening := _at_last_opening(connection):
            known = known_rulebooks()
            for game in sorted(at_opening.keys() & _offered(connection)):
                yield Needed(game, at_opening[game], known.get(game))


def must_know_rulebooks(connection: sa.Connection, folder: Path) -> None:
    """Raise `NoHouse` where a rulebook that the journal rests on is missing here."""
    for needed in needed_rulebooks(connection):
        if needed.now is None:
            message = (
                f"The house in {folder} plays {needed.game}, whose rulebook is from outside: name "
                "its file with --rulebook."
            )
            raise NoHouse("house/rulebook", message)


def must_be_the_same_rulebooks(connection: sa.Connection, folder: Path) -> None:
    """Raise `NoHouse` where one is missing, or is not the one that the house was opened with."""
    must_know_rulebooks(connection, folder)
    for needed in needed_rulebooks(connection):
        if needed.now != needed.was:
            message = (
                f"The rulebook of {needed.game} is not the one that the house in {folder} plays by "
                f"({needed.hashes}): bring that file back, or give the changed game a key of its "
                "own."
            )
            raise NoHouse("house/rulebook", message)


def _at_last_opening(connection: sa.Connection) -> dict[str, str]:
    query = (
        sa.select(JOURNAL.c.events)
        .where(
            JOURNAL.c.stream == HOUSE,
            JOURNAL.c.person == HOUSE,
            JOURNAL.c.command_id.startswith(OPEN),
        )
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    (opened,) = json.loads(connection.execute(query).scalar_one_or_none() or "[{}]")
    rulebooks: dict[str, str] = opened.get("rulebooks", {})
    return rulebooks


def _offered(connection: sa.Connection) -> set[str]:
    """The games that were ever on offer."""
    bodies = connection.execute(sa.select(HOUSE_SETTINGS.c.body)).scalars()
    return {offer["setup"]["game"] for body in bodies for offer in json.loads(body)["offers"]}
