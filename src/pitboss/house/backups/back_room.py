"""The back room: what is done to a whole house while nobody is served in it, in one commit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from pitboss.house.house import clocks_by, wall_clock
from pitboss.house.keys.key_files import key_in_force
from pitboss.house.keys.sealing import Key
from pitboss.house.keys.signing import SigningKeys
from pitboss.house.office.books import Group
from pitboss.house.office.office import Office
from pitboss.house.office.writer_sql import TableRow
from pitboss.house.records.kept_heads import open_heads
from pitboss.house.records.seals import announced_key
from pitboss.house.settings.house_file import practice_house
from pitboss.house.storage.disk import make_folder
from pitboss.house.storage.opening import (
    HEADS,
    SEALS,
    Occupied,
    database_of,
    must_exist,
    open_database,
    plain_errors,
)
from pitboss.house.storage.ownership import owned
from pitboss.house.storage.schema import PEOPLE, TABLES, connect, connect_to_read
from pitboss.house.tables.practice import Randomness


class BackRoom:
    """A house that this process has open and serves nobody in."""

    def __init__(
        self,
        folder: Path,
        url: str | sa.URL | None = None,
        clock: Callable[[], int] = wall_clock,
        randomness: Randomness = os.urandom,
    ) -> None:
        must_exist(folder, url)
        self.folder, self.randomness, self._clocks = folder, randomness, clocks_by(clock)
        place = database_of(folder, url)
        with plain_errors(folder, place):
            make_folder(folder)
            self.engine = connect(place)
            self.reading = connect_to_read(place)
            self._occupied = Occupied(folder)
            try:
                with owned(self.engine, self._clocks.pause):
                    open_database(self.engine, self.reading, may_be_new=False)
            except BaseException:
                self._let_go()
                raise

    def __enter__(self) -> BackRoom:
        return self

    def __exit__(self, *_: object) -> None:
        self._let_go()

    def _let_go(self) -> None:
        self.reading.dispose()
        self.engine.dispose()
        self._occupied.close()

    @contextmanager
    def one_commit(self, key: Key) -> Iterator[tuple[Office, Group]]:
        """Whatever is entered inside is committed together, or not at all.

        The key seals what is drawn anew; nothing is opened with it.
        """
        with plain_errors(self.folder, self.engine.url):
            office = Office(
                self.engine, key, open_heads(self.folder / HEADS, self.reading), practice_house(),
                self._clocks, self.randomness,
                SigningKeys(self.folder, announced_key(self.reading)), self.folder / SEALS,
            )  # fmt: skip
            try:
                with office.one_commit() as group:
                    yield office, group
            except BaseException:
                office.abandon()
                raise
            office.close()

    def live_tables(self) -> list[tuple[str, TableRow]]:
        """Tables of people who may still come back, by their ids."""
        row = [TABLES.c[name] for name in TableRow._fields]
        query = (
            sa.select(TABLES.c.id, *row)
            .join(PEOPLE, PEOPLE.c.id == TABLES.c.person)
            .where(sa.not_(PEOPLE.c.is_gone))
            .order_by(TABLES.c.id)
        )
        with self.reading.connect() as connection:
            return [(id, TableRow(*fields)) for id, *fields in connection.execute(query)]

    def key_in_force(self) -> str | None:
        with self.reading.connect() as connection:
            return key_in_force(connection)
