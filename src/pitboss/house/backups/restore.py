"""Restore: a house made again from a backup, as it was at its end or at an earlier moment.

The tables are created in the version that the backup has, filled, and brought to the newest one;
so an old backup can be restored, and on either server. All of it is one transaction. A house that
was restored says so in its journal: it lacks what came later, and heads that somebody kept show it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import BadBackup, BadKey, PitbossError
from pitboss.house.backups.backup_file import HEADS as HEADS_FILE
from pitboss.house.backups.backup_file import STREAMS, BackupReader
from pitboss.house.backups.rewinding import CutOff, Moment, rewind
from pitboss.house.events import HOUSE
from pitboss.house.house import clocks_by, wall_clock
from pitboss.house.keys.key_files import key_in_force
from pitboss.house.keys.sealing import load_key
from pitboss.house.keys.signing import SIGNING_KEY, SigningKeys
from pitboss.house.office.lost_tail import enter_restored
from pitboss.house.office.statements import Statements
from pitboss.house.records.days import GamingDay, moment
from pitboss.house.records.journal import Head, Heads, parse_head
from pitboss.house.records.kept_heads import catch_up
from pitboss.house.records.seals import DAY, SealFile, seals_in
from pitboss.house.settings.house_settings import Day
from pitboss.house.storage.disk import make_folder
from pitboss.house.storage.opening import HEADS, KEY, SEALS, Occupied, database_of, plain_errors
from pitboss.house.storage.ownership import owned
from pitboss.house.storage.schema import connect, known_revisions, migrate
from pitboss.notation.codec import read

BATCH = 1_000

Progress = Callable[[int, int], None]  # Rows read, and rows in all.


def no_progress(read: int, rows: int) -> None:
    """A no-op progress callback."""


class Restored(NamedTuple):
    backup: str  # The fingerprint.
    entry: int  # The last that was taken over.
    time: int  # Of that entry.
    left_out: int  # Entries after it.
    key: str | None  # The id of the key that opens what is sealed.
    signing_key: str | None  # The public part of the key that signs the next day.
    lacks: tuple[str, ...]  # The files of those keys that have to be brought.


def restore(
    file: Path,
    folder: Path,
    url: str | sa.URL | None = None,
    until: int | None = None,
    entry: int | None = None,
    clock: Callable[[], int] = wall_clock,
    progress: Progress = no_progress,
) -> Restored:
    """Make the house of a backup in a folder, or a database, that has none.

    `until` is a time in microseconds since 1970, `entry` the number of an entry: what was committed
    after it is left out.
    """
    address = database_of(folder, url)
    with BackupReader(file) as backup, plain_errors(folder, address):
        if backup.manifest.revision not in known_revisions():
            message = f"{file} was made by a newer Pitboss: update this one."
            raise BadBackup("backup/newer", message)
        last = _last_commit(backup, until, entry)
        make_folder(folder)
        engine = connect(address)
        occupied = Occupied(folder)
        try:
            for name in (HEADS, SEALS):
                if (folder / name).exists():
                    message = f"{folder / name} is there already: name an empty folder."
                    raise PitbossError("restore/not-empty", message)
            try:
                with owned(engine, clocks_by(clock).pause), engine.connect() as connection:
                    needed = _Restore(connection, backup, last, progress).into(folder, clock)
            except BaseException:  # Then nothing was restored.
                for name in (HEADS, SEALS):
                    (folder / name).unlink(missing_ok=True)
                raise
        finally:
            engine.dispose()
            occupied.close()
        left_out = backup.manifest.entry - last.entry
        lacks = tuple(_lacking(folder, needed))
        return Restored(backup.fingerprint, *last, left_out, *needed, lacks)


class Keys(NamedTuple):
    """The keys that a house needs, as its journal names them."""

    sealing: str | None
    signing: str | None


def _lacking(folder: Path, needed: Keys) -> Iterator[str]:
    """Which of them are not there."""
    if needed.sealing is not None:
        with suppress(BadKey):
            if load_key(folder / KEY).id == needed.sealing:
                needed = needed._replace(sealing=None)
    if needed.sealing is not None:
        yield KEY
    if needed.signing is not None:
        try:
            SigningKeys(folder, needed.signing)
        except BadKey:
            yield SIGNING_KEY


def moment_in_words(file: Path, text: str) -> int:
    """A moment as somebody says it, in the zone of the house that a backup is of."""
    with BackupReader(file) as backup:
        day = _gaming_day(backup)
    try:
        return moment(text, day)
    except ValueError:
        message = f"{text!r} is no date and time: give one such as 2026-10-14T21:30."
        raise BadBackup("restore/moment", message) from None


def _gaming_day(backup: BackupReader) -> GamingDay:
    """That of the settings adopted last."""
    day = Day()
    if "house_settings" in backup.tables:
        for (body,) in _columns(backup.rows("house_settings"), "body"):
            day = read(Day, json.loads(body)["day"], "the gaming day")
    return GamingDay.named(*day)


def _last_commit(backup: BackupReader, until: int | None, entry: int | None) -> Moment:
    """The end of the last commit up to a time or an entry. A commit's entries have one time."""
    last = Moment(backup.manifest.entry, backup.manifest.time)
    if until is None and entry is None:
        return last
    if entry is not None and entry > last.entry:
        message = f"The backup has {last.entry:,} entries: there is no entry {entry:,} in it."
        raise BadBackup("restore/moment", message)
    latest = before = Moment(0, 0)
    for number, time in _columns(backup.rows("journal"), "id", "time"):
        if (until is not None and time > until) or (entry is not None and number > entry):
            latest = before if time == latest.time else latest
            break
        if time != latest.time:
            before = latest
        latest = Moment(number, time)
    if not latest.entry:
        raise BadBackup("restore/moment", "Nothing had happened yet then: name a later moment.")
    return latest


def _columns(rows: Iterator[list[Any]], *names: str) -> Iterator[list[Any]]:
    """Some columns of rows that follow their names."""
    columns = next(rows)
    places = [columns.index(name) for name in names]
    for row in rows:
        yield [row[place] for place in places]


class _Restore:
    """One backup on its way into one database."""

    def __init__(
        self,
        connection: sa.Connection,
        backup: BackupReader,
        last: Moment,
        progress: Progress,
    ) -> None:
        self.connection, self.backup, self.last = connection, backup, last
        self.progress, self.read = progress, 0
        self.total = sum(facts.lines for facts in backup.manifest.files.values())
        self.cut = CutOff()
        self.streams: dict[str, Head] = {}

    def into(self, folder: Path, clock: Callable[[], int]) -> Keys:
        """Fill the database and the files beside it; the keys that are needed now."""
        connection, last = self.connection, self.last
        with connection.begin():
            if sa.inspect(connection).get_table_names():
                message = "There are tables in that database already: name an empty one."
                raise PitbossError("restore/not-empty", message)
            migrate(connection, self.backup.manifest.revision)
            self.fill()
            migrate(connection)
            if last.entry < self.backup.manifest.entry:
                rewind(connection, self.cut, last)
            enter_restored(connection, self.backup.fingerprint, *last, clock())
            self.write_heads(folder / HEADS)
            signing = self.write_seals(folder / SEALS)
            return Keys(key_in_force(connection), signing)

    def fill(self) -> None:
        tables = sa.MetaData()
        tables.reflect(self.connection)
        for table in tables.sorted_tables:
            if table.name in self.backup.tables:
                rows = self.backup.rows(table.name)
                columns = next(rows)
                if not set(columns) <= set(table.columns.keys()):
                    message = f"The columns of {table.name} are not those of this version."
                    raise BadBackup("backup/damaged", message)
                if table.name == "journal":
                    rows = self.entries_left(columns, rows)
                elif table.name == "transfers":
                    rows = self.transfers_left(columns, rows)
                self.insert(table, columns, rows)
        kept = {}
        for line in self.backup.lines(STREAMS):
            if head := parse_head(line):
                kept[head.stream] = head
        if self.last.entry == self.backup.manifest.entry and kept != self.streams:
            raise BadBackup("backup/damaged", "The journal does not end with the heads it names.")

    def insert(self, table: sa.Table, columns: list[str], rows: Iterable[list[Any]]) -> None:
        statement = sa.insert(table)
        for batch in _batches(rows):
            values = [dict(zip(columns, row, strict=True)) for row in batch]
            self.connection.execute(statement, values)
            self.read += len(batch)
            self.progress(self.read, self.total)

    def entries_left(self, columns: list[str], rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
        id, stream, sequence, hash, events = (
            columns.index(name) for name in ("id", "stream", "sequence", "hash", "events")
        )
        for row in rows:
            if row[id] <= self.last.entry:
                self.streams[row[stream]] = Head(row[stream], row[sequence], row[hash])
                yield row
            else:
                self.cut.note(row[stream], row[events])

    def transfers_left(self, columns: list[str], rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
        entry = columns.index("entry")
        return (row for row in rows if row[entry] <= self.last.entry)

    def write_heads(self, file: Path) -> None:
        """The heads that were kept, and those that the file lacked when it was backed up."""
        heads = Heads(file)
        try:
            for some in _batches(self.heads_left()):
                heads.append(some)
            catch_up(heads, self.connection)
        finally:
            heads.close()

    def write_seals(self, file: Path) -> str | None:
        """Days that are closed in the journal, and who signs the next one."""
        statements = Statements(self.connection)
        house = next(statements.hashes(1, 1), "")
        seals = list(seals_in(house, statements.all_said(HOUSE, HOUSE, DAY)))
        statements.close()
        if not seals:
            return None
        SealFile(file, seals).close()
        return seals[-1].next_key

    def heads_left(self) -> Iterator[Head]:
        """Heads of entries that were taken over; those of later ones are somebody else's."""
        for line in self.backup.lines(HEADS_FILE):
            head = parse_head(line)
            ends = self.streams.get(head.stream) if head else None
            if head and ends and head.sequence <= ends.sequence:
                yield head


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch
