"""The back room: what is done to a whole house while nobody is served in it, in one commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from pitboss.house.books import Committed, Group
from pitboss.house.house import wall_clock
from pitboss.house.journal import Heads
from pitboss.house.key_files import key_in_force
from pitboss.house.opening import (
    HEADS,
    Occupied,
    database_of,
    must_exist,
    open_database,
    plain_errors,
)
from pitboss.house.recovery import read_setup
from pitboss.house.statements import Statements, TableRow
from pitboss.house.storage import CONFIGURATIONS, PEOPLE, TABLES, connect, connect_to_read
from pitboss.play import Setup


class BackRoom:
    """A house that this process has open and serves nobody in."""

    def __init__(
        self,
        folder: Path,
        url: str | sa.URL | None = None,
        clock: Callable[[], int] = wall_clock,
    ) -> None:
        must_exist(folder, url)
        self.folder, self._clock = folder, clock
        address = database_of(folder, url)
        with plain_errors(folder, address):
            folder.mkdir(parents=True, exist_ok=True)
            self.engine = connect(address)
            self.reading = connect_to_read(address)
            self._occupied = Occupied(folder, self.engine)
            try:
                open_database(self.engine, self.reading, may_be_new=False)
                self._heads = Heads(folder / HEADS)
            except BaseException:
                self._let_go()
                raise

    def __enter__(self) -> BackRoom:
        return self

    def __exit__(self, *_: object) -> None:
        self._heads.close()
        self._let_go()

    def _let_go(self) -> None:
        self.reading.dispose()
        self.engine.dispose()
        self._occupied.close()

    @contextmanager
    def one_commit(self) -> Iterator[Group]:
        """Whatever is entered inside is committed together, or not at all."""
        with self.engine.connect() as connection, plain_errors(self.folder, self.engine.url):
            with connection.begin():
                statements = Statements(connection)
                books = Committed(statements)
                last_time = statements.last_time()
            group = Group(books, max(last_time + 1, self._clock()))
            try:
                with statements.transaction():
                    yield group
                    group.write()
            finally:
                statements.close()
        self._heads.append(group.heads.values())
        self._heads.sync()

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

    def setup_of(self, fingerprint: str) -> Setup:
        query = sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == fingerprint)
        with self.reading.connect() as connection:
            return read_setup(connection.execute(query).scalar_one())
