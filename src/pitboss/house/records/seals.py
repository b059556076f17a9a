"""Seals: each gaming day of the journal under one hash, signed, and chained to the day before.

A seal is the Merkle root of the hashes of all entries that were written since the seal before it,
of every table and of the house itself, with the day's name and a signature. Whoever has kept one
can show that a journal was cut off or written anew, even by somebody who has the database, the
files beside it and the signing key. And whoever has an entry, its path and the seal can show that
the entry was there, without the rest of the journal (`proofs`).

A seal is an event in the house's stream, the first of the next day. It is also appended to a file
outside the database after the commit. The file may lag behind the database, and never leads.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import BadKey, PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.keys.signing import SigningKey, is_signed
from pitboss.house.records.journal import START
from pitboss.house.storage.disk import make_file
from pitboss.house.storage.schema import JOURNAL
from pitboss.notation.codec import members, read

FORMAT = "pitboss-seal-1"
DAY = "day-"  # How the ids of the entries begin that close a day.


class Seal(NamedTuple):
    """The fields of `DayClosed`, and the house."""

    house: str  # The hash of the first entry of its journal.
    day: str
    opens: str  # The day that began then.
    first: int  # Numbers of entries in the whole journal.
    last: int
    root: str
    previous: str  # The digest of the seal before.
    public_key: str
    next_key: str
    signature: str = ""

    @property
    def text(self) -> bytes:
        """What is signed. No value holds a line's end, so no two seals have the same text."""
        fields = self._asdict()
        del fields["signature"]
        lines = [FORMAT, *(f"{name} {value}" for name, value in fields.items())]
        return "".join(f"{line}\n" for line in lines).encode()

    @property
    def digest(self) -> str:
        return sha256(self.text).hexdigest()

    @property
    def is_signed(self) -> bool:
        return is_signed(self.public_key, self.text, self.signature)

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def signed_by(self, key: SigningKey) -> Seal:
        return self._replace(signature=key.sign(self.text))

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **self._asdict()}

    @property
    def line(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))


def digest_of(seal: Seal | None) -> str:
    """What the next seal has as `previous`."""
    return START if seal is None else seal.digest


def seal_of(house: str, event: h.DayClosed) -> Seal:
    return Seal(house, *event)


def seal_from_json(data: Any, where: str = "The seal") -> Seal:
    """A seal that anybody may have written; whether it is signed is another question."""
    fields = dict(members(data, where))
    if fields.pop("format", None) != FORMAT:
        raise PitbossError("seal/format", f"{where} is not in the format {FORMAT}.")
    seal: Seal = read(Seal, fields, where)
    return seal


def seals_in(house: str, bodies: Iterable[str]) -> Iterator[Seal]:
    """The seals among the events of some entries, which are JSON text."""
    for text in bodies:
        for event in map(h.from_json, json.loads(text)):
            if isinstance(event, h.DayClosed):
                yield seal_of(house, event)


def read_public_keys(file: Path) -> frozenset[str]:
    """The keys that somebody trusts, one a line in hexadecimal digits."""
    try:
        lines = file.read_text("ascii").split()
        if not lines or any(len(bytes.fromhex(line)) != 32 for line in lines):
            raise ValueError
    except (OSError, ValueError):
        message = f"{file} does not hold a public key: 64 hexadecimal digits, one key a line."
        raise BadKey("key/public", message) from None
    return frozenset(line.lower() for line in lines)


# The file


class SealFile:
    """Seals outside the database, one a line, each on the disk when `append` returns."""

    def __init__(self, file: Path, known: Iterable[Seal]) -> None:
        """Open the file and add whatever `known` seal it lacks: a crash may have lost one."""
        data = file.read_bytes() if file.exists() else b""
        whole = _before_torn_lines(data)
        self._opened = make_file(file).open("ab", buffering=0)
        if whole < len(data):
            self._opened.truncate(whole)
        kept = {seal for _, seal in read_seals(data[:whole])}
        for seal in known:
            if seal not in kept:
                self.append(seal)

    def append(self, seal: Seal) -> None:
        data = f"{seal.line}\n".encode()
        if self._opened.write(data) != len(data):  # A full disk may take a part of it.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._opened.name)
        os.fsync(self._opened.fileno())

    def close(self) -> None:
        self._opened.close()


def _before_torn_lines(data: bytes) -> int:
    """Where lines end that a crash did not cut off, nor left zeros in."""
    whole = data.rfind(b"\n") + 1
    while whole:
        begin = data.rfind(b"\n", 0, whole - 1) + 1
        if b"\0" not in data[begin:whole]:
            break
        whole = begin
    return whole


def read_seals(data: bytes) -> Iterator[tuple[int, Seal | None]]:
    """The seals of a file with the numbers of their lines; None for a line that is none.

    A last line without an end that is no seal was cut off by a crash, and is left out.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        seal = _seal_in(line.strip())
        if seal is not None or number < len(lines):
            yield number, seal


def _seal_in(line: str) -> Seal | None:
    try:
        seal = seal_from_json(json.loads(line))
    except (PitbossError, ValueError, RecursionError):
        return None
    return seal if seal.line == line else None


def announced_key(engine: sa.Engine) -> str | None:
    """The key that signs the next day, as the last seal says; None before there is any."""
    query = (
        sa.select(JOURNAL.c.events)
        .where(
            JOURNAL.c.stream == HOUSE,
            JOURNAL.c.person == HOUSE,
            JOURNAL.c.command_id.like(f"{DAY}%"),
        )
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    with engine.connect() as connection:
        bodies = connection.execute(query).scalars().all()
    return next((seal.next_key for seal in seals_in("", bodies)), None)
