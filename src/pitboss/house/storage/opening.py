"""Opening a house: its files, who has it open, and in one sentence why it can't be opened.

A database is looked at before anything is written to it. One of a newer version, of another
program, or half of one is left alone.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

import sqlalchemy as sa

from pitboss.errors import NoHouse, PitbossError
from pitboss.house.storage.disk import make_file
from pitboss.house.storage.schema import (
    METADATA,
    known_revisions,
    migrate,
    revisions_of,
    sqlite_url,
)

log = logging.getLogger(__name__)

DATABASE, KEY, HEADS, SEALS, LOCK = "house.db", "key", "heads", "seals", "lock"
VERSION_TABLE = "alembic_version"
UNRELEASED = {"0001", "0002", "0003", "0004"}  # Versions of the tables that no release has had.
LEAST_FREE = 1 << 20  # Bytes: with less, a disk counts as full.


def database_of(folder: Path, url: str | sa.URL | None) -> sa.URL:
    """The address of a house's database: the one named, or the file in its folder."""
    return sqlite_url(folder / DATABASE) if url is None else sa.make_url(url)


def must_exist(folder: Path, url: str | sa.URL | None) -> None:
    """Raise `NoHouse` where there can't be a house; a server's database is asked later."""
    if url is None and not (folder / DATABASE).exists():
        raise no_house(folder)


def no_house(place: object) -> NoHouse:
    return NoHouse("house/missing", f"There is no house in {place}: name its folder.")


# Who has it open


class Occupied:
    """A folder that this process has open, and no other; `ownership` does it for a server.

    The system lets go of the file when the process ends.
    """

    def __init__(self, folder: Path) -> None:
        self._file = make_file(folder / LOCK).open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            message = (
                f"Another process has the house in {folder} open: stop it, or name another folder."
            )
            raise PitbossError("house/open", message) from None

    def close(self) -> None:
        self._file.close()


# Which database it is


def open_database(engine: sa.Engine, reading: sa.Engine, may_be_new: bool = True) -> None:
    """Bring a database to the newest version, unless it is not ours to touch."""
    file = Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None
    is_there = file is None or file.exists()
    if file is not None and is_there and not os.access(file, os.W_OK):
        # SQLite would open it and fail at the first bet.
        message = f"{file} is read-only: mend its owner, its mode or its disk."
        raise NoHouse("house/read-only", message)
    if is_there:
        if file is not None:
            _recover(file)
        with reading.connect() as connection:  # Writing would already change a file of others.
            is_there = holds_house(connection)
    if not is_there and not may_be_new:
        raise no_house(name_of(engine.url))
    migrate(engine)


def _recover(file: Path) -> None:
    """Let SQLite finish what a crash left behind; who only reads can't.

    Any program that opens the file does the same, and nothing that was committed changes. A log is
    left behind only by an end that was not in order. Then every page is checked as well:
    whatever ended the house may have damaged pages that are read much later.
    """
    with ExitStack() as checked:
        if is_cut_off := _has_log(file):
            address = f"file:{quote(str(file.resolve()))}?mode=ro"
            reading = checked.enter_context(closing(sqlite3.connect(address, uri=True)))
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
            if is_cut_off:  # The log stays while this reads, and then until the house has opened.
                reading.execute("PRAGMA schema_version").fetchone()
        if is_cut_off:
            _check_pages(file, reading)


def _check_pages(file: Path, connection: sqlite3.Connection) -> None:
    log.info("the house did not end in order: its database is checked")
    (says,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if says != "ok":
        raise NoHouse("house/damaged", f"{file} is damaged: restore a backup.")


def _has_log(file: Path) -> bool:
    log_file = file.with_name(f"{file.name}-wal")
    return log_file.exists() and log_file.stat().st_size > 0


def holds_house(connection: sa.Connection) -> bool:
    """Whether a database holds a house; False for an empty one.

    Raise `NoHouse` for a database of another program, of a newer version, or half of one.
    """
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return False
    name = _begins(name_of(connection.engine.url))
    if VERSION_TABLE not in tables or not tables & METADATA.tables.keys():
        message = f"{name} holds tables of another program: name a database of its own."
        raise NoHouse("house/foreign", message)
    revisions, known = revisions_of(connection), known_revisions()
    if set(revisions) & UNRELEASED:
        message = (
            f"{name} is from before the first release of Pitboss, whose format is no longer read: "
            "begin a new house in another folder."
        )
        raise NoHouse("house/older", message)
    if not set(revisions) <= set(known):
        message = f"{name} was made by a newer Pitboss: update this one."
        raise NoHouse("house/newer", message)
    missing = METADATA.tables.keys() - tables if revisions == known[:1] else set()
    if len(revisions) != 1 or missing:
        lacks = f" (it has no {', '.join(sorted(missing))})" if missing else ""
        message = f"{name} is only part of a house{lacks}: restore a backup."
        raise NoHouse("house/partial", message)
    return True


def name_of(url: sa.URL) -> str:
    """A database as people know it; a password is never shown."""
    if url.get_backend_name() == "sqlite":
        return unquote(str(url.database).removeprefix("file:"))
    port = f":{url.port}" if url.port else ""
    return f"the database {url.database} at {url.host or 'this machine'}{port}"


def _begins(name: str) -> str:
    """The name at the beginning of a sentence."""
    return f"T{name[1:]}" if name.startswith("the ") else name


# What is wrong with a place

OF_FILES = {
    errno.EROFS: ("house/read-only", "{} is on a read-only disk: mount it writable."),
    errno.EACCES: ("house/read-only", "{} may not be written to: mend its owner and its mode."),
    errno.EPERM: ("house/read-only", "{} may not be written to: mend its owner and its mode."),
    errno.ENOSPC: ("house/full", "There is no space left for {}: make room on its disk."),
    errno.EDQUOT: ("house/full", "There is no space left for {}: make room on its disk."),
    errno.ENOTDIR: ("house/folder", "{} is not a folder: name another."),
    errno.EEXIST: ("house/folder", "{} is not a folder: name another."),
    errno.EISDIR: ("house/folder", "{} is a folder, and should be a file: move it away."),
}
DISK_FULL, DISK_ERROR = "database or disk is full", "disk I/O error"
OF_SQLITE = {  # By what the library's sentence begins with.
    "file is not a database": (
        "house/no-database",
        "{} is not a database: name the folder of a house, or restore a backup.",
    ),
    "attempt to write a readonly database": (
        "house/read-only",
        "{} is read-only: mend its owner, its mode or its disk.",
    ),
    DISK_FULL: (
        "house/full",
        "There is no space left for {}: make room on its disk.",
    ),
    "database disk image is malformed": ("house/damaged", "{} is damaged: restore a backup."),
    "database is locked": ("house/open", "Another program is writing to {}: stop it first."),
    DISK_ERROR: ("house/disk", "The disk fails to read or write {}: mend it."),
}
OF_SERVERS = {  # By the code of the standard.
    "3D000": ("house/no-database", "{} does not exist: create it on its server."),
    "28P01": ("house/access", "{} refuses the password: mend PITBOSS_DATABASE."),
    "28000": ("house/access", "{} refuses the user: mend PITBOSS_DATABASE."),
    "42501": ("house/access", "{} does not let this user write: grant it the right to."),
    "25006": ("house/read-only", "{} is read-only: connect to the server that takes writes."),
    "53100": ("house/full", "There is no space left for {}: make room on its server's disk."),
}


@contextmanager
def plain_errors(folder: Path, url: sa.URL) -> Iterator[None]:
    """Say in one sentence why a house can't be opened or written to; our own bugs stay loud."""
    try:
        yield
    except OSError as error:
        code, sentence = OF_FILES.get(
            error.errno or 0, ("house/files", f"{{}} can't be used: {error.strerror}.")
        )
        raise NoHouse(code, sentence.format(error.filename or folder)) from error
    except Exception as error:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        driver = type(cause).__module__.partition(".")[0]
        refusal = None
        if driver == "sqlite3":
            refusal = _of_sqlite(str(cause), Path(name_of(url)))
        elif driver == "psycopg":
            refusal = _of_server(cause, url)
        if refusal is None:
            raise
        raise refusal from error


def _of_sqlite(says: str, file: Path) -> NoHouse | None:
    if file.is_dir():
        message = f"{file} is a folder, and should be a file: move it away."
        return NoHouse("house/folder", message)
    if says.startswith(DISK_ERROR) and _is_full(file.parent):
        says = DISK_FULL  # It fails so where its smaller files can't be made longer.
    for beginning, (code, sentence) in OF_SQLITE.items():
        if says.startswith(beginning):
            return NoHouse(code, sentence.format(file))
    if not says.startswith("unable to open database file"):
        return None
    if file.exists() and not os.access(file, os.R_OK):
        return NoHouse("house/access", f"{file} may not be read: mend its owner and its mode.")
    message = f"{file} can't be opened: see that its folder is there and can be written to."
    return NoHouse("house/read-only", message)


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < LEAST_FREE
    except OSError:
        return False


def _of_server(error: object, url: sa.URL) -> NoHouse | None:
    says = str(error)
    code = getattr(error, "sqlstate", None) or next(
        (code for code, words in WORDS.items() if words in says), None
    )
    if code in OF_SERVERS:
        kind, sentence = OF_SERVERS[code]
        return NoHouse(kind, _begins(sentence.format(name_of(url))))
    if code is None and type(error).__name__ == "OperationalError":
        name = _begins(name_of(url))
        message = f"{name} can't be reached: start its server, or mend PITBOSS_DATABASE."
        return NoHouse("house/unreachable", message)
    return None


# A refusal to connect has a code only in words.
WORDS = {"3D000": "does not exist", "28P01": "password authentication failed", "28000": "role "}
