"""The journal: everything that was asked, what happened, and what was answered, in a chain.

There is one chain for each stream: a table, or the house itself for money outside tables. An entry
holds the hash of the one before it, so a change anywhere breaks the chain from there on. Cutting
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

VERSION = 1
START = "0" * 64  # What the first entry of a stream has as the hash before it.
# A power failure may leave zeros where a line was: they are no part of a name.
HEAD = re.compile(r"([!-~]+) ([0-9]{1,18}) ([0-9a-f]{64})")
TAIL = 65_536  # Bytes at the end of the file of heads that are read at once.


class Entry(NamedTuple):
    """One command and what came of it. Bodies are JSON text, and the hash is over their bytes."""

    stream: str
    sequence: int  # 1, 2, 3 … in its stream.
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

    A line is the system's after every `append`, so that it outlives the process, and on the disk
    after `sync`: it may lag behind the database, which alone has to be on the disk in time.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        is_new = not file.exists()
        is_torn = not is_new and _is_torn(file)
        self._opened = make_file(file).open("ab", buffering=0)
        if is_new:
            sync_folder(file.parent)
        if is_torn:  # A crash cut the last line off: the next one begins afresh.
            self._write(b"\n")

    def append(self, heads: Iterable[Head]) -> None:
        self._write("".join(map(head_line, heads)).encode())

    def _write(self, data: bytes) -> None:
        if self._opened.write(data) != len(data):  # A full disk may take a part of it.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.file))

    def sync(self) -> None:
        os.fsync(self._opened.fileno())

    def close(self) -> None:
        if not self._opened.closed:
            try:
                self.sync()
            finally:
                self._opened.close()


def _is_torn(file: Path) -> bool:
    """Whether the last line of a file has no end."""
    with file.open("rb") as opened:
        if not opened.seek(0, os.SEEK_END):
            return False
        opened.seek(-1, os.SEEK_END)
        return opened.read(1) != b"\n"


def read_heads(file: Path, size: int | None = None) -> Iterator[Head]:
    """Every head in a file, or in its first `size` bytes; lines cut off by a crash are left out."""
    if not file.exists():
        return
    read = 0
    with file.open("rb") as opened:
        for line in opened:
            read += len(line)
            if size is not None and read > size:
                return
            if head := _head(line):
                yield head


def _head(line: bytes) -> Head | None:
    return parse_head(line) if line.endswith(b"\n") else None


def last_heads(file: Path) -> list[Head]:
    """The last heads in a file, in their order; at least one, if there is any."""
    size, length = file.stat().st_size, TAIL
    with file.open("rb") as opened:
        while True:
            opened.seek(max(size - length, 0))
            heads = [head for line in opened if (head := _head(line))]
            # The first line may be the end of a longer one, which would be another stream's.
            whole = heads if length >= size else heads[1:]
            if whole or length >= size:
                return whole
            length *= 2


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
