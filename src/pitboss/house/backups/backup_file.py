"""The file of a backup: every table as JSON lines, the heads, and a manifest, in one ZIP archive.

The rows are the same whatever server they came from, and each file is written and read as a
stream. An archive has its table of contents at the end, so that a file that was cut off is none.

    manifest.json   the version, the moment, the key that is needed, and SHA-256 of each file
    journal.jsonl   the columns, then a row a line; and so for every other table
    heads           the file of heads as it was
    streams         the head of every stream, in the same form
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from pitboss.errors import BadBackup
from pitboss.notation.codec import read, writer

FORMAT = "pitboss-backup-1"
MANIFEST, HEADS, STREAMS, ROWS = "manifest.json", "heads", "streams", ".jsonl"
LEVEL = 3  # Of compression: a higher one takes longer than it saves.
CHUNK = 1 << 20
# What an archive can be told by that it is broken; a wrong bit may also call it encrypted.
BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, EOFError, RuntimeError, struct.error)

Row = Sequence[Any]
encode = json.JSONEncoder(separators=(",", ":")).encode


class FileFacts(NamedTuple):
    sha256: str
    bytes: int
    lines: int


class Manifest(NamedTuple):
    version: str  # Of Pitboss.
    revision: str  # Of the tables.
    server: str  # "sqlite" or "postgresql".
    made: int  # Microseconds since 1970, as the time of the last entry.
    entry: int  # The number of the last entry.
    time: int
    key: str | None  # The id of the key that opens what is sealed. The key itself is not here.
    files: dict[str, FileFacts]
    format: str = FORMAT


class _Counted:
    """A member of the archive while it is written or read: its hash and length."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.bytes = self.lines = 0

    def add(self, data: bytes) -> None:
        self._hash.update(data)
        self.bytes += len(data)
        self.lines += data.count(b"\n")

    @property
    def facts(self) -> FileFacts:
        return FileFacts(self._hash.hexdigest(), self.bytes, self.lines)


class BackupWriter:
    """Writes beside the file's own name, which appears when everything is on the disk."""

    def __init__(self, file: Path) -> None:
        self.file, self._part = file, file.with_name(f"{file.name}.part")
        descriptor = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        self._opened = os.fdopen(descriptor, "w+b")
        self._archive = zipfile.ZipFile(
            self._opened, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL
        )
        self.files: dict[str, FileFacts] = {}

    def add(self, name: str, chunks: Iterable[bytes]) -> FileFacts:
        counted = _Counted()
        with self._archive.open(name, "w", force_zip64=True) as member:
            for chunk in chunks:
                counted.add(chunk)
                member.write(chunk)
        self.files[name] = counted.facts
        return counted.facts

    def add_rows(self, table: str, columns: Sequence[str], batches: Iterable[list[Row]]) -> None:
        self.add(f"{table}{ROWS}", _lines(columns, batches))

    def finish(self, manifest: Manifest) -> str:
        """Close the file and give it its name; the fingerprint of the backup."""
        text = json.dumps(writer(Manifest)(manifest), indent=1) + "\n"
        self._archive.writestr(MANIFEST, text)
        self._archive.close()
        self._opened.flush()
        os.fsync(self._opened.fileno())
        self._opened.close()
        os.replace(self._part, self.file)
        return fingerprint_of(text.encode())

    def __enter__(self) -> BackupWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._opened.closed:  # It was not finished.
            self._opened.close()
            self._part.unlink()


def _lines(columns: Sequence[str], batches: Iterable[list[Row]]) -> Iterator[bytes]:
    yield f"{encode(list(columns))}\n".encode("ascii")
    for batch in batches:
        yield "".join([f"{encode(tuple(row))}\n" for row in batch]).encode("ascii")


def fingerprint_of(manifest: bytes) -> str:
    return hashlib.sha256(manifest).hexdigest()


class BackupReader:
    """A backup whose manifest was read; each file is held to it as it is read to its end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self._archive = zipfile.ZipFile(file)
            text = self._archive.read(MANIFEST)
            data = json.loads(text)
            is_ours = data.get("format") == FORMAT
            self.manifest: Manifest = read(Manifest, data if is_ours else {}, "the manifest")
        except OSError as error:
            message = f"{file} can't be read: {error.strerror}."
            raise BadBackup("backup/file", message) from None
        except (*BROKEN, ValueError, AttributeError):
            message = f"{file} is not a whole backup of this version: name another."
            raise BadBackup("backup/format", message) from None
        self.fingerprint = fingerprint_of(text)

    def close(self) -> None:
        self._archive.close()

    def __enter__(self) -> BackupReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def tables(self) -> list[str]:
        return [name.removesuffix(ROWS) for name in self.manifest.files if name.endswith(ROWS)]

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file; raise `BadBackup` at its end if it is not what was written."""
        facts = self.manifest.files.get(name)
        counted = _Counted()
        try:
            with self._archive.open(name) as member:
                rest = b""
                for chunk in _chunks(member):
                    counted.add(chunk)
                    lines = (rest + chunk).split(b"\n")
                    rest = lines.pop()
                    yield from lines
        except (*BROKEN, OSError):
            raise self._damaged(name) from None
        if rest or counted.facts != facts:
            raise self._damaged(name)

    def _damaged(self, name: str) -> BadBackup:
        message = f"{name} in {self.file} is damaged: name another backup."
        return BadBackup("backup/damaged", message)

    def rows(self, table: str) -> Iterator[list[Any]]:
        """The columns of a table, then its rows."""
        name = f"{table}{ROWS}"
        for line in self.lines(name):
            try:
                row = json.loads(line)
            except ValueError:
                raise self._damaged(name) from None
            yield row


def _chunks(member: IO[bytes]) -> Iterator[bytes]:
    while chunk := member.read(CHUNK):
        yield chunk
