"""Deadlines: how long a hand may wait for its decision, where the house sets a time.

They are kept in memory only. After a restart every hand that waits has its whole time again: a
player never loses time to a fault of the house.
"""

from __future__ import annotations

from pitboss.house.records.days import SECOND
from pitboss.house.tables.practice import Table
from pitboss.play.state import EXAMINING


class Deadlines:
    """By table: when the decision that it waits for is made for the player."""

    def __init__(self) -> None:
        self._at: dict[str, int] = {}

    def note(self, table: Table, now: int, seconds: int) -> None:
        """A table as it stands after something has happened there."""
        if seconds and table.round.phase == EXAMINING:
            self._at[table.id] = now + seconds * SECOND
        else:
            self._at.pop(table.id, None)

    def knows(self, table: str) -> bool:
        return table in self._at

    def left(self, table: str, now: int) -> int | None:
        """Microseconds until the time is up; None where nothing waits for a decision."""
        at = self._at.get(table)
        return None if at is None else max(at - now, 0)

    def due(self, now: int) -> list[str]:
        return [table for table, at in self._at.items() if at <= now]
