"""The file of heads when a house opens: what a crash kept from it is added.

Heads are written after their commit and are not synced one by one, so after a power failure the
file may lag behind the journal by any number of lines. It never leads: a head that the journal does
not have means that the database has lost entries, and the house stays closed.
"""

from __future__ import annotations

import sqlalchemy as sa

from pitboss.errors import NoHouse
from pitboss.house.records.journal import Head, Heads, last_heads
from pitboss.house.storage.schema import JOURNAL


def catch_up(heads: Heads, connection: sa.Connection) -> None:
    """Add the heads of every stream that has entries after the last kept one, or beside it."""
    kept = last_heads(heads.file)
    since = _before_group_of(kept[-1], heads, connection) if kept else 0
    columns = JOURNAL.c.stream, JOURNAL.c.sequence, JOURNAL.c.hash
    query = sa.select(*columns).where(JOURNAL.c.id > since).order_by(JOURNAL.c.id)
    latest = {row[0]: Head(*row) for row in connection.execute(query)}
    missing = [head for head in latest.values() if head not in kept]
    if missing:
        heads.append(missing)
        heads.sync()


def _before_group_of(head: Head, heads: Heads, connection: sa.Connection) -> int:
    """The number of the last entry before the commit that a head was written after.

    The entries of one commit have one time.
    """
    query = sa.select(JOURNAL.c.id, JOURNAL.c.time, JOURNAL.c.hash).where(
        JOURNAL.c.stream == head.stream, JOURNAL.c.sequence == head.sequence
    )
    entry = connection.execute(query).one_or_none()
    if entry is None or entry.hash != head.hash:
        raise NoHouse(
            "house/tail",
            f"The journal has lost entry {head.sequence} of {head.stream}, whose hash is in "
            f"{heads.file}: restore the database, or move that file away to go on without it.",
        )
    earlier = (
        sa.select(JOURNAL.c.id)
        .where(JOURNAL.c.id < entry.id, JOURNAL.c.time < entry.time)
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    return int(connection.execute(earlier).scalar_one_or_none() or 0)
