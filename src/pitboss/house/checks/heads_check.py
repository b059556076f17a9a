"""Kept heads checked: a file of heads is held to the journal, line by line.

The house's own file has the heads of every commit, in the order of the journal, and may lag behind
it. A copy that was kept elsewhere may have any part of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.records.journal import HeadLine, Problem, check_heads, read_heads
from pitboss.house.records.kept_heads import BATCH, NumberedHead, hashes_at, heads_since
from pitboss.house.storage.schema import JOURNAL


class KeptHeads(NamedTuple):
    """A file of heads, up to where it reached before the database was looked at."""

    file: Path
    size: int
    is_own: bool = False

    @property
    def where(self) -> str:
        return f"The heads in {self.file.name}"


def kept_heads(file: Path, is_own: bool = False) -> KeptHeads:
    return KeptHeads(file, file.stat().st_size if file.exists() else 0, is_own)


class HeadsCheck:
    """`in_lines` is about lines of the file, and `in_journal` about entries that it names."""

    def __init__(self, connection: sa.Connection, kept: KeptHeads) -> None:
        self._connection, self._kept = connection, kept
        self.is_empty = True

    def in_journal(self) -> Iterator[Problem]:
        """Heads that the journal no longer has."""
        lines = read_heads(self._kept.file, self._kept.size)
        while batch := list(islice(lines, BATCH)):
            heads = [line.head for line in batch if line.head]
            self.is_empty = self.is_empty and not heads
            places = [(head.stream, head.sequence) for head in heads]
            yield from check_heads(heads, hashes_at(self._connection, places) if places else {})

    def in_lines(self) -> Iterator[str]:
        """Lines that can't be read and, in the house's own file, those that are missing."""
        lines = read_heads(self._kept.file, self._kept.size)
        if self._kept.is_own:
            with closing(heads_since(self._connection, 0)) as commits:
                yield from self._out_of_order(lines, chain.from_iterable(commits))
        else:
            yield from (says for line in lines for says in _unreadable(line))

    def _out_of_order(
        self, lines: Iterator[HeadLine], expected: Iterator[NumberedHead]
    ) -> Iterator[str]:
        due: NumberedHead | None = None
        for line in lines:
            yield from _unreadable(line)
            head = line.head
            if head is None:
                continue
            due = next(expected, None)
            if due is None or due.head == head:
                continue
            entry = self._entry_of(head.stream, head.sequence, head.hash)
            if entry is None:  # Another kind of problem, which `in_journal` tells.
                continue
            if entry <= due.entry:
                yield f"Line {line.number} is there twice, or in the wrong place."
                return
            missing = f"entry {due.head.sequence} of {due.head.stream}"
            yield f"Line {line.number} skips heads: that of {missing} should come before it."
            while due is not None and due.entry < entry:
                due = next(expected, None)

    def _entry_of(self, stream: str, sequence: int, hash: str) -> int | None:
        """The number of the entry that has this head."""
        entry = JOURNAL.c
        query = sa.select(entry.id).where(
            entry.stream == stream, entry.sequence == sequence, entry.hash == hash
        )
        return self._connection.execute(query).scalar_one_or_none()


def _unreadable(line: HeadLine) -> Iterator[str]:
    """A last line without an end was cut off by a crash; any other was damaged."""
    if line.head is None and line.is_whole:
        yield f"Line {line.number} can't be read."
