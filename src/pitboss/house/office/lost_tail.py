"""A database that came back without its latest entries, and is opened all the same.

A snapshot of the disk, a server's own backup or a failed-over replica may lack what was committed
last; the file of heads shows it, and the house stays closed. When the operator accepts the loss,
the journal says so as after a restore. The files that hold the house to what it has lost are
evidence: they are set aside, never deleted, and new ones are begun.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.statements import Statements
from pitboss.house.records.journal import RESTORE, Head, Heads
from pitboss.house.records.kept_heads import heads_since
from pitboss.house.storage.disk import sync_folder
from pitboss.house.storage.opening import HEADS, SEALS

LOST = ".lost-"  # How the names of files go on that were set aside; the last entry follows.


def enter_restored(connection: sa.Connection, backup: str, entry: int, time: int, now: int) -> Head:
    """Write down that the journal goes on after this entry, whatever had followed it before.

    The new entry has the time of the moment that was gone back to, and belongs to its gaming day:
    later days are closed by the house itself, which has the key to sign them.
    """
    statements = Statements(connection)
    group = Group(Committed(statements), time + 1)
    event = h.HouseRestored(backup, entry, now)
    request = {"command": "restore", **event._asdict()}
    enter_outside(group, HOUSE, f"{RESTORE}{entry}", request, [event])
    group.write()
    statements.close()
    return group.heads[HOUSE]


def accept_loss(engine: sa.Engine, folder: Path, now: int) -> int:
    """Go on with what the database has; the number of its last entry."""
    with engine.begin() as connection:  # First, so that a crash leaves the house closed.
        statements = Statements(connection)
        last, time = Committed(statements).last_entry, statements.last_time()
        statements.close()
        if last:
            enter_restored(connection, "", last, time, now)
    for name in (HEADS, SEALS):
        if (folder / name).exists():
            (folder / name).rename(_free(folder / f"{name}{LOST}{last}"))
    sync_folder(folder)
    heads = Heads(folder / HEADS)
    try:
        with engine.connect() as connection:
            for commit in heads_since(connection, 0):
                heads.append(head for _, head in commit)
    finally:
        heads.close()
    return last


def _free(file: Path) -> Path:
    """The same name, or the next one that is not taken."""
    tries = (file, *(file.with_name(f"{file.name}-{number}") for number in range(2, 1_000)))
    return next(name for name in tries if not name.exists())
