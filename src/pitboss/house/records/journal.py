"""The journal: everything that was asked, what happened, and what was answered, in a chain.

There is one chain for each stream: a table, or the house itself for money outside tables. An entry
holds the hash of the one before it, so a change anywhere breaks the chain from there on. Its number
in the whole journal is hashed as well, so that a head also binds the order between streams. Cutting
off the newest entries would leave a shorter chain that still holds: the hash of each stream's last
entry, its *head*, is therefore also appended to a file outside the database, after the commit. The
file may lag behind the database, and never leads.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.house.storage.disk import make_file, sync_folder
from pitboss.house.storage.schema import JOURNAL

VERSION = 2  # 1 did not hash the number; no release has written it.
START = "0" * 64  # What the first entry of a stream has as the hash before it.
# A power failure may leave zeros where a line was: they are no part of a name.
HEAD = re.compile(r"([!-~]+) ([0-9]{1,18}) ([0-9a-f]{64})")
UNSYNCED = 32_768  # Bytes of heads that a power failure may damage, and one commit's.
TAIL = 131_072  # Bytes at the end of the file of heads that are looked at when a house opens.


class Entry(NamedTuple):
    """One command and what came of it. Bodies are JSON text, and the hash is over their bytes."""

    number: int  # 1, 2, 3 … in the whole journal.
    stream: str
    sequence: int  # The same in its stream.
    time: int  # Microseconds since 1970, UTC.
    person: str
    command_id: str
    request: str
    events: str
    answer: str
    fingerprint: str  # Of the table's configuration; empty in the house's stream.
    previous: str  # The hash of the entry before.
    round: int = 0  # The round it is about; 0 before the first and in the house's stream.
    version: int = VERSION  # Of the format of the three bodies.
    hash: str = ""


ENTRY = [JOURNAL.c.id, *(JOURNAL.c[name] for name in Entry._fields[1:])]  # The columns of one.
RESTORE = "restore-"  # How the ids of entries begin that say that what followed is lost.


def sealed(entry: Entry) -> Entry:
    """The entry with its hash."""
    return Entry(*entry[:-1], hash_of(entry))


def hash_of(entry: Entry) -> str:
    """SHA-256 over every field but the hash itself, each with its length in bytes before it."""
    fields = [str(value) for value in entry[:-1]]
    text = "".join([f"{len(field)}:{field}" for field in fields])
    if not text.isascii():  # Then a character may be several bytes.
        encoded = [field.encode() for field in fields]
        return hashlib.sha256(b"".join([b"%d:%b" % (len(f), f) for f in encoded])).hexdigest()
    return hashlib.sha256(text.encode()).hexdigest()


class Problem(NamedTuple):
    """What is wrong with a stream, and from which entry on."""

    stream: str
    sequence: int
    says: str


def check_link(last: Head, entry: Entry) -> Iterator[Problem]:
    """What is wrong with an entry as the next one of a stream that ends with this head."""
    stream, sequence, expected = last.stream, entry.sequence, last.sequence + 1
    if sequence != expected:
        missing = f"entry {expected} is missing" if sequence > expected else "an entry twice"
        yield Problem(stream, sequence, f"The chain has a gap: {missing}.")
    if entry.previous != last.hash:
        yield Problem(stream, sequence, "It does not follow from the entry before it.")
    if entry.hash != hash_of(entry):
        yield Problem(stream, sequence, "Its content is not what its hash was made of.")


def check_chain(stream: str, entries: Iterable[Entry]) -> Iterator[Problem]:
    """What is wrong with the entries of a stream, in their order."""
    last = Head(stream, 0, START)
    for entry in entries:
        yield from check_link(last, entry)
        last = Head(stream, entry.sequence, entry.hash)


# Heads


class Head(NamedTuple):
    stream: str
    sequence: int
    hash: str


def head_line(head: Head) -> str:
    """A head as files have it."""
    return f"{head.stream} {head.sequence} {head.hash}\n"


def parse_head(line: bytes) -> Head | None:
    """The head in a line, with or without its end; None if a crash has cut the line off."""
    match = HEAD.fullmatch(line.decode("utf-8", "replace").removesuffix("\n"))
    return Head(match[1], int(match[2]), match[3]) if match else None


class Heads:
    """The file of heads, one a line, only ever appended to.

    A line is the system's after every `append`, so that it outlives the process. It is on the disk
    after `sync`, at the latest when `UNSYNCED` bytes have been added: the file may lag behind the
    database, which alone has to be on the disk in time, and a power failure damages its end only.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        is_new = not file.exists()
        self._opened = make_file(file).open("ab", buffering=0)
        self._unsynced = 0  # Bytes.
        if is_new:
            sync_folder(file.parent)

    def append(self, heads: Iterable[Head]) -> None:
        data = "".join(map(head_line, heads)).encode()
        if self._opened.write(data) != len(data):  # A full disk may take a part of it.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.file))
        self._unsynced += len(data)
        if self._unsynced >= UNSYNCED:
            self.sync()

    def cut(self, size: int) -> None:
        """Keep the first bytes only: what follows is no line that we wrote."""
        self._opened.truncate(size)

    def sync(self) -> None:
        os.fsync(self._opened.fileno())
        self._unsynced = 0

    def close(self) -> None:
        if not self._opened.closed:
            try:
                self.sync()
            finally:
                self._opened.close()


class HeadLine(NamedTuple):
    """A line of a file of heads. One without an end was cut off by a crash, and is no head."""

    number: int
    at: int  # Where it begins, in bytes.
    head: Head | None
    is_whole: bool


def read_heads(file: Path, size: int | None = None, start: int = 0) -> Iterator[HeadLine]:
    """The lines of a file, or of its first `size` bytes, from a byte on at which one begins."""
    if not file.exists():
        return
    with file.open("rb") as opened:
        opened.seek(start)
        for number, line in enumerate(opened, 1):
            if size is not None and start + len(line) > size:
                return
            is_whole = line.endswith(b"\n")
            yield HeadLine(number, start, parse_head(line) if is_whole else None, is_whole)
            start += len(line)


def last_lines(file: Path) -> list[HeadLine]:
    """The lines at the end of a file: all that a power failure may have damaged, and more."""
    start = max(file.stat().st_size - TAIL, 0)
    if start:
        with file.open("rb") as opened:
            opened.seek(start)
            start += len(opened.readline())  # It may be the end of a longer one.
    return list(read_heads(file, start=start))


def check_heads(heads: Iterable[Head], hashes: dict[tuple[str, int], str]) -> Iterator[Problem]:
    """Heads that the journal no longer has: entries were cut off, or written anew.

    `hashes` are those of the journal, by stream and sequence.
    """
    for head in heads:
        recorded = hashes.get((head.stream, head.sequence))
        if recorded is None:
            says = "The journal ends before an entry whose head was kept: its tail was cut off."
            yield Problem(head.stream, head.sequence, says)
        elif recorded != head.hash:
            says = "The entry is not the one whose head was kept: the chain was written anew."
            yield Problem(head.stream, head.sequence, says)
