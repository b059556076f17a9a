"""The records of a house, opened to be read: one moment of its database, and nothing is locked.

Entries of the journal are numbered in the order of time, so a gaming day is a range of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import NoRounds, PitbossError, unknown
from pitboss.house.events import HOUSE
from pitboss.house.records.days import Day, GamingDay
from pitboss.house.records.journal import ENTRY, Entry
from pitboss.house.rounds.archive import Archive, open_archive
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.storage.schema import CONFIGURATIONS, JOURNAL
from pitboss.language.rulebook import SHORT
from pitboss.notation.setup_json import is_installed
from pitboss.play import Setup
from pitboss.rulebooks import RULEBOOKS


class Span(NamedTuple):
    """A range of entries of the journal, both ends included."""

    first: int
    last: int


class DayOfEntries(NamedTuple):
    day: Day
    span: Span


class Scope(NamedTuple):
    """The part of a house that a report is about; None is all of it."""

    first_day: Day | None = None
    last_day: Day | None = None
    table: str | None = None
    game: str | None = None

    def words(self) -> str:
        """What the report is about, such as `table 4C2A, 2026-11-18`."""
        days = f"{self.first_day or 'the beginning'} to {self.last_day or 'now'}"
        if self.first_day is None and self.last_day is None:
            days = "all days"
        elif self.first_day == self.last_day:
            days = str(self.first_day)
        parts = [f"table {self.table}" if self.table else "", self.game or "", days]
        return ", ".join(part for part in parts if part)


@contextmanager
def open_records(folder: Path, url: str | sa.URL | None = None) -> Iterator[Records]:
    """The records of the house in a folder, as they are now."""
    with open_archive(folder, url) as archive, archive.engine.connect() as connection:
        yield Records(connection, archive)


class Records:
    def __init__(self, connection: sa.Connection, archive: Archive) -> None:
        self.connection, self.archive = connection, archive

    @cached_property
    def settings(self) -> HouseSettings:
        return self.archive.settings()

    @property
    def gaming_day(self) -> GamingDay:
        return self.settings.gaming_day

    def rows(self, query: sa.sql.Select[Any] | sa.CompoundSelect[Any]) -> list[Any]:
        return list(self.connection.execute(query))

    # Configurations

    @cached_property
    def fingerprints(self) -> tuple[str, ...]:
        """Every configuration that a table here has had."""
        query = sa.select(CONFIGURATIONS.c.fingerprint).order_by(CONFIGURATIONS.c.fingerprint)
        return tuple(self.connection.execute(query).scalars())

    def setup(self, fingerprint: str) -> Setup:
        return self.archive.configuration(fingerprint)

    def game_of(self, fingerprint: str) -> str:
        return self.setup(fingerprint).rules.key

    def configuration(self, fingerprint: str) -> str:
        """A configuration as people read it: the game, and twelve digits."""
        return f"{self.setup(fingerprint).rules.rulebook.title}, {fingerprint[:SHORT]}"

    def has_odds(self, fingerprint: str) -> bool:
        """Whether the odds can be counted: a rulebook from outside may no longer be installed."""
        return is_installed(self.setup(fingerprint))

    def wager_title(self, fingerprint: str, wager: str) -> str:
        declared = self.setup(fingerprint).rules.by_key.get(wager)
        return wager if declared is None else declared.title

    # What a report is about

    def check(self, scope: Scope) -> None:
        """Refuse a table or a game that is not here, and days in the wrong order."""
        if scope.table is not None:
            query = sa.select(JOURNAL.c.id).where(JOURNAL.c.stream == scope.table).limit(1)
            if scope.table == HOUSE or self.connection.execute(query).first() is None:
                message = f"There is no table {scope.table} in this house."
                raise PitbossError("table/unknown", message)
        if scope.game is not None and scope.game not in RULEBOOKS:
            played = {self.game_of(fingerprint) for fingerprint in self.fingerprints}
            if scope.game not in played:
                raise unknown("game", scope.game, sorted({*RULEBOOKS, *played}))
        if scope.first_day and scope.last_day and scope.last_day < scope.first_day:
            message = f"{scope.last_day} comes before {scope.first_day}: give the first day first."
            raise PitbossError("report/days", message)

    def within(self, scope: Scope) -> list[sa.ColumnElement[bool]]:
        """Conditions on entries of the journal, apart from their days."""
        conditions: list[sa.ColumnElement[bool]] = []
        if scope.table is not None:
            conditions.append(JOURNAL.c.stream == scope.table)
        if scope.game is not None:
            wanted = [f for f in self.fingerprints if self.game_of(f) == scope.game]
            conditions.append(JOURNAL.c.fingerprint.in_(wanted))
        return conditions

    def no_rounds(self, scope: Scope) -> NoRounds:
        return NoRounds("report/no-rounds", f"No round was settled: {scope.words()}.")

    # Days and entries

    @cached_property
    def last_entry(self) -> int:
        return int(self.connection.execute(sa.select(sa.func.max(JOURNAL.c.id))).scalar() or 0)

    def first_entry_from(self, moment: int) -> int:
        """The number of the first entry at this moment or later; one past the last if none is."""
        low, high = 1, self.last_entry + 1
        while low < high:
            middle = (low + high) // 2
            if self.time_of(middle) < moment:
                low = middle + 1
            else:
                high = middle
        return low

    def time_of(self, entry: int) -> int:
        """When an entry was written, or the next one that there is."""
        query = (
            sa.select(JOURNAL.c.time).where(JOURNAL.c.id >= entry).order_by(JOURNAL.c.id).limit(1)
        )
        return int(self.connection.execute(query).scalar_one())

    def span(self, scope: Scope) -> Span:
        """The entries of the days of a scope."""
        days = self.gaming_day
        first = 1 if scope.first_day is None else self.first_entry_from(days.start(scope.first_day))
        end = self.last_entry + 1
        if scope.last_day is not None:
            end = self.first_entry_from(days.end(scope.last_day))
        return Span(first, end - 1)

    def days(self, scope: Scope) -> Iterator[DayOfEntries]:
        """Each gaming day on which something was written, with its entries."""
        first, last = self.span(scope)
        while first <= last:
            day = self.gaming_day.of(self.time_of(first))
            after = self.first_entry_from(self.gaming_day.end(day))
            yield DayOfEntries(day, Span(first, min(after - 1, last)))
            first = after

    def entries(
        self, *conditions: sa.ColumnElement[bool], order: sa.ColumnElement[Any] = JOURNAL.c.id
    ) -> Iterator[tuple[int, Entry]]:
        """Entries with their numbers."""
        query = sa.select(*ENTRY).where(*conditions).order_by(order)
        for row in self.connection.execute(query, execution_options={"yield_per": 1_000}):
            entry = Entry(*row)
            yield entry.number, entry

    def entries_about(self, table: str, round: int) -> list[tuple[int, Entry]]:
        """The entries of a round and of the next one, in which it may still be corrected."""
        return list(
            self.entries(JOURNAL.c.stream == table, JOURNAL.c.round.in_((round, round + 1)))
        )

    # People

    def person(self, word: str) -> tuple[str, str]:
        """The id and the name of somebody, by id, by name, or by the number of a guest."""
        is_number = word.isascii() and word.isdecimal()
        id = self.archive.person_called(f"Guest {word}" if is_number else word)
        return id, self.archive.name_of(id)
