"""What goes wrong while a rehearsal plays, from a seed: a house has to bear all of it.

A crash is the end of the house's process as its clients see it: commands are not answered. Before
the commit nothing of them may count; after it all of them must, and each once when it is said
again.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pitboss.house.storage.opening import HEADS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.house import House

BEFORE, AFTER = "crash before a commit", "crash after a commit"
REPEATED, CLOCK_BACK, CLOCK_ON = "command repeated", "clock set back", "clock set on"
TORN_HEADS = "line of the heads torn"
HOUR = 3_600_000_000


class Crash(Exception):
    """The process is gone."""


class Mishaps:
    """How often each happens, and what has happened."""

    def __init__(self, chance: Random, are_wanted: bool, batches_a_day: int) -> None:
        self.chance, self.are_wanted = chance, are_wanted
        self._per_batch = 12 / max(batches_a_day, 1)  # A few crashes a day.
        self.happened: Counter[str] = Counter()
        self.clock_offset = 0

    def crash(self) -> str | None:
        """Whether the next commit ends in a crash, and which."""
        if not self.are_wanted or self.chance.random() >= self._per_batch:
            return None
        kind = self.chance.choice((BEFORE, AFTER))
        self.happened[kind] += 1
        return kind

    def repeats(self) -> bool:
        is_repeated = self.are_wanted and self.chance.random() < 0.1
        self.happened[REPEATED] += is_repeated
        return is_repeated

    def move_clock(self) -> None:
        """Now and then the system's clock is put right, and once more."""
        if not self.are_wanted or self.chance.random() >= self._per_batch / 2:
            return
        self.clock_offset = self.chance.choice((-HOUR, -HOUR // 60, 0, HOUR // 60, HOUR // 6))
        self.happened[CLOCK_BACK if self.clock_offset < 0 else CLOCK_ON] += 1

    def tear_heads(self, folder: Path) -> None:
        """The heads were not synced: part of the last line is lost."""
        file = folder / HEADS
        if self.chance.random() < 0.5 and file.exists() and file.stat().st_size > 100:
            with file.open("rb+") as opened:
                opened.truncate(file.stat().st_size - self.chance.randint(1, 90))
            self.happened[TORN_HEADS] += 1


@contextmanager
def crashing(house: House, kind: str | None) -> Iterator[None]:
    """The next commit of a house ends in a crash of this kind, if any."""
    statements = house.office.statements
    commit = statements.commit

    def crash() -> None:
        if kind == AFTER:
            commit()
        raise Crash(kind)

    if kind is not None:
        statements.commit = crash  # type: ignore[method-assign]
    try:
        yield
    finally:
        if kind is not None:
            statements.commit = commit  # type: ignore[method-assign]
