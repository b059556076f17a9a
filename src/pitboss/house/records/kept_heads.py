"""The file of heads when a house opens: what a crash kept from it is added.

Heads are written after their commit and are not synced one by one, so after a power failure the end
of the file may be missing or damaged. It never leads: a head that the journal does not have means
that the database has lost entries, and the house stays closed. So it does without the file, which
is made before the first entry.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import NoHouse
from pitboss.house.records.journal import Head, Heads, last_lines
from pitboss.house.storage.schema import JOURNAL

BATCH = 1_000  # Rows that are in memory at once.


class NumberedHead(NamedTuple):
    """A head, and the number of its entry in the whole journal."""

    entry: int
    head: Head


def open_heads(file: Path, engine: sa.Engine) -> Heads:
    """The file of heads, which may only be missing while the journal is empty."""
    if not file.exists():
        with engine.connect() as connection:
            is_empty = connection.execute(sa.select(JOURNAL.c.id).limit(1)).first() is None
        if not is_empty:
            raise NoHouse(
                "house/heads-missing",
                f"There is no {file}, which shows that the database has lost nothing: put it "
                "back, or open the house as it is by pitboss serve --after-loss, which voids the "
                "rounds that are dealt.",
            )
    return Heads(file)


def catch_up(heads: Heads, connection: sa.Connection) -> None:
    """Add the heads of every commit after the last kept one, and what that one lacks."""
    lines = last_lines(heads.file)
    _hold_to_journal([line.head for line in lines if line.head], heads, connection)
    damaged = next((at for at, line in enumerate(lines) if line.head is None), len(lines))
    kept = [line.head for line in lines[:damaged] if line.head]
    if damaged < len(lines):
        heads.cut(lines[damaged].at)
    since = _before_commit_of(kept[-1], connection) if kept else 0
    is_behind = False
    for commit in heads_since(connection, since):
        missing = [head for _, head in commit if head not in kept]
        if missing:
            heads.append(missing)
            is_behind = True
    if is_behind:
        heads.sync()


def heads_since(connection: sa.Connection, entry: int) -> Generator[list[NumberedHead], None, None]:
    """The heads of each commit after an entry: the last entry of every stream in it."""
    columns = (JOURNAL.c[name] for name in ("id", "time", "stream", "sequence", "hash"))
    query = sa.select(*columns).where(JOURNAL.c.id > entry).order_by(JOURNAL.c.id)
    with connection.execute(query, execution_options={"yield_per": BATCH}) as rows:
        for _, commit in groupby(rows, key=lambda row: row[1]):  # Its entries have one time.
            latest = {row[2]: NumberedHead(row[0], Head(*row[2:])) for row in commit}
            yield list(latest.values())


def hashes_at(
    connection: sa.Connection, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], str]:
    """The hashes of entries, by stream and sequence.

    A join, because SQLite answers `(stream, sequence) IN …` by reading the whole journal.
    """
    columns = sa.column("stream", sa.Text), sa.column("sequence", sa.BigInteger)
    wanted = sa.values(*columns, name="wanted").data(list(places)).cte()
    entry = JOURNAL.c
    query = sa.select(entry.stream, entry.sequence, entry.hash).join(
        wanted, sa.and_(entry.stream == wanted.c.stream, entry.sequence == wanted.c.sequence)
    )
    return {(row[0], row[1]): row[2] for row in connection.execute(query)}


def _hold_to_journal(kept: list[Head], heads: Heads, connection: sa.Connection) -> None:
    for start in range(0, len(kept), BATCH):
        some = kept[start : start + BATCH]
        hashes = hashes_at(connection, [(head.stream, head.sequence) for head in some])
        for head in some:
            if hashes.get((head.stream, head.sequence)) != head.hash:
                raise NoHouse(
                    "house/tail",
                    f"The journal has lost entry {head.sequence} of {head.stream}, whose hash is "
                    f"in {heads.file}: restore a backup, or open the house as it is by pitboss "
                    "serve --after-loss, which voids the rounds that are dealt.",
                )


def _before_commit_of(head: Head, connection: sa.Connection) -> int:
    """The number of the last entry before the commit that a head was written after."""
    query = sa.select(JOURNAL.c.id, JOURNAL.c.time).where(
        JOURNAL.c.stream == head.stream, JOURNAL.c.sequence == head.sequence
    )
    entry = connection.execute(query).one()
    earlier = (
        sa.select(JOURNAL.c.id)
        .where(JOURNAL.c.id < entry.id, JOURNAL.c.time < entry.time)
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    return int(connection.execute(earlier).scalar_one_or_none() or 0)
