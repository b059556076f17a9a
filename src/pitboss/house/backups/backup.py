"""Backup: one moment of a house as a file, whether it is open or closed.

Everything is read within one transaction, so that the file holds what was committed when it began
and nothing half. Nobody waits for it. The key is never in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import BadBackup
from pitboss.house.backups.backup_file import CHUNK, ROWS, STREAMS, BackupWriter, Manifest, Row
from pitboss.house.backups.backup_file import HEADS as HEADS_FILE
from pitboss.house.keys.key_files import key_in_force
from pitboss.house.records.journal import Head, head_line
from pitboss.house.storage.disk import make_folder
from pitboss.house.storage.opening import (
    HEADS,
    VERSION_TABLE,
    database_of,
    holds_house,
    must_exist,
    name_of,
    no_house,
    plain_errors,
)
from pitboss.house.storage.schema import connect_to_read, revisions_of
from pitboss.version import __version__

BATCH = 1_000  # Rows that are at hand at once.

Progress = Callable[[int, int], None]  # Entries written, and entries in all.


def no_progress(written: int, entries: int) -> None:
    """A no-op progress callback."""


class Backup(NamedTuple):
    file: Path
    fingerprint: str
    manifest: Manifest
    streams: int

    @property
    def rows(self) -> dict[str, int]:
        """How many there are, by table."""
        files = self.manifest.files.items()
        return {
            name.removesuffix(ROWS): facts.lines - 1  # The first line names the columns.
            for name, facts in files
            if name.endswith(ROWS)
        }


def back_up(
    folder: Path,
    file: Path,
    now: int,
    url: str | sa.URL | None = None,
    progress: Progress = no_progress,
) -> Backup:
    """Write the house in a folder to a file that is not there yet, in a folder that may be new."""
    must_exist(folder, url)
    if file.exists():
        raise BadBackup("backup/exists", f"{file} is there already: name another file.")
    address = database_of(folder, url)
    # Heads come after their commits: those that are there now are of entries that we shall see.
    heads = folder / HEADS
    size = heads.stat().st_size if heads.exists() else 0
    engine = connect_to_read(address)
    try:
        with plain_errors(folder, address), engine.connect() as connection:
            make_folder(file.parent)
            return _Backup(connection, file, progress).write(heads, size, now)
    finally:
        engine.dispose()


class _Backup:
    """One look at a database, within one transaction."""

    def __init__(self, connection: sa.Connection, file: Path, progress: Progress) -> None:
        self.connection, self.file, self.progress = connection, file, progress
        self.streams: dict[str, Head] = {}
        self.last = 0, 0  # The last entry: its number and time.

    def write(self, heads: Path, size: int, now: int) -> Backup:
        connection = self.connection
        if not holds_house(connection):
            raise no_house(name_of(connection.engine.url))
        (revision,) = revisions_of(connection)
        tables = sa.MetaData()
        tables.reflect(connection)
        with BackupWriter(self.file) as backup:
            for table in tables.sorted_tables:
                if table.name != VERSION_TABLE:
                    columns = [column.name for column in table.columns]
                    batches = self.batches(table)
                    if table.name == "journal":
                        batches = self.following(columns, batches)
                    backup.add_rows(table.name, columns, batches)
            backup.add(HEADS_FILE, _beginning(heads, size))
            lines = (head_line(head).encode() for head in self.streams.values())
            backup.add(STREAMS, lines)
            manifest = Manifest(
                __version__, revision, connection.dialect.name, now, *self.last,
                key_in_force(connection), backup.files,
            )  # fmt: skip
            fingerprint = backup.finish(manifest)
        return Backup(self.file, fingerprint, manifest, len(self.streams))

    def batches(self, table: sa.Table) -> Iterator[list[Row]]:
        query = sa.select(table).order_by(*table.primary_key.columns)
        rows = self.connection.execute(query, execution_options={"yield_per": BATCH})
        for partition in rows.partitions(BATCH):
            yield list(partition)

    def following(self, columns: list[str], batches: Iterator[list[Row]]) -> Iterator[list[Row]]:
        """The journal as it passes: its last entry, and the head of each stream."""
        id, time, stream, sequence, hash = (
            columns.index(name) for name in ("id", "time", "stream", "sequence", "hash")
        )
        total = self.connection.exec_driver_sql("SELECT count(*) FROM journal").scalar_one()
        written = 0
        for batch in batches:
            for row in batch:
                self.streams[row[stream]] = Head(row[stream], row[sequence], row[hash])
            self.last = batch[-1][id], batch[-1][time]
            written += len(batch)
            self.progress(written, total)
            yield batch


def _beginning(file: Path, size: int) -> Iterator[bytes]:
    """The first bytes of a file, up to the end of a line."""
    if not size:
        return
    rest = b""
    with file.open("rb") as opened:
        while size > 0 and (chunk := opened.read(min(CHUNK, size))):
            size -= len(chunk)
            lines, end, rest = (rest + chunk).rpartition(b"\n")
            yield lines + end
