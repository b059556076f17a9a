"""Closing a gaming day: the first commit of the next day seals all that was written before it.

A day is open until the house, by the settings then in force, has come to a later date. So no day is
closed twice when an operator moves the hour at which days begin, and a clock that jumps closes one
day, the last on which the house was open.
"""

from __future__ import annotations

from pathlib import Path

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.keys.signing import SigningKeys
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements
from pitboss.house.records.merkle import Tree
from pitboss.house.records.seals import DAY, Seal, SealFile, digest_of, seals_in
from pitboss.house.settings.house_settings import HouseSettings

CLOSE_DAY = {"command": "close-day"}


class DayClosing:
    """`begin` comes before the commands of every group, and `is_committed` after its commit."""

    def __init__(
        self, statements: Statements, rule: RuleOfTheHouse, keys: SigningKeys, file: Path
    ) -> None:
        self._statements, self._rule, self._keys = statements, rule, keys
        seals = list(seals_in(self._house(), statements.all_said(HOUSE, HOUSE, DAY)))
        self._file = SealFile(file, seals)
        self._last = seals[-1] if seals else None
        if self._last is not None and keys.next.public == self._last.next_key:
            keys.announced()  # By a commit whose answer never came.
        self._closed: Seal | None = None  # In the group that is not committed yet.
        self._settings: HouseSettings | None = None
        self._ends = 0  # When a later day begins, by these settings.

    def close(self) -> None:
        self._file.close()

    def begin(self, group: Group) -> None:
        """Close the day before, if this group is the first of another."""
        settings = self._rule.settings
        if group.now < self._ends and settings is self._settings:
            return
        today = settings.gaming_day.of(group.now)
        self._settings, self._ends = settings, settings.gaming_day.end(today)
        open_day = self._open_day(settings)
        if open_day is not None and open_day < today.isoformat():
            self._close(group, open_day, today.isoformat())

    def _open_day(self, settings: HouseSettings) -> str | None:
        """Until the first seal, the day on which the journal ends."""
        if self._last is not None:
            return self._last.opens
        time = self._statements.last_time()
        return settings.gaming_day.of(time).isoformat() if time else None

    def _close(self, group: Group, day: str, opens: str) -> None:
        first = 1 if self._last is None else self._last.last + 1
        last = group.committed.last_entry
        tree = Tree()
        for hash in self._statements.hashes(first, last):
            tree.add(hash)
        keys = self._keys
        seal = Seal(
            self._house(), day, opens, first, last, tree.root().hex(), digest_of(self._last),
            keys.current.public, keys.next.public,
        ).signed_by(keys.current)  # fmt: skip
        enter_outside(group, HOUSE, f"{DAY}{day}", CLOSE_DAY, [h.DayClosed(*seal[1:])])
        self._closed = seal

    def is_committed(self) -> None:
        """The seal is in the database: now it may be anywhere."""
        if self._closed is not None:
            self._file.append(self._closed)
            self._keys.announced()
            self._last, self._closed = self._closed, None

    def _house(self) -> str:
        """The hash of the first entry, by which the house is known; empty before there is any."""
        return next(self._statements.hashes(1, 1), "")
