"""A house that is open: its folder, its database, its key, and the writer that serves it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import UnknownName
from pitboss.house.history import History
from pitboss.house.house_file import practice_house
from pitboss.house.journal import Heads
from pitboss.house.key_files import key_for
from pitboss.house.office import Office
from pitboss.house.opening import HEADS, Occupied, database_of, open_database, plain_errors
from pitboss.house.people import Person
from pitboss.house.practice import Randomness, TableCommand
from pitboss.house.recovery import read_setup
from pitboss.house.requests import (
    Adopt,
    Ask,
    Asked,
    ComeIn,
    Grant,
    Look,
    MoveBank,
    Reply,
    Sit,
    Sweep,
)
from pitboss.house.settings import HouseSettings
from pitboss.house.statements import PERSON
from pitboss.house.storage import (
    ACCOUNTS,
    CONFIGURATIONS,
    PEOPLE,
    SIGN_INS,
    connect,
    connect_to_read,
)
from pitboss.house.writer import Writer
from pitboss.play import Setup


def wall_clock() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1_000


class House:
    """Open a folder, or a database and its folder for the key and the heads.

    Clock and randomness are the system's own; only tests bring others.
    """

    def __init__(
        self,
        folder: Path,
        url: str | sa.URL | None = None,
        clock: Callable[[], int] = wall_clock,
        randomness: Randomness = os.urandom,
        settings: HouseSettings | None = None,
    ) -> None:
        self.folder, self.clock = folder, clock
        settings = settings or practice_house()
        address = database_of(folder, url)
        with plain_errors(folder, address):
            folder.mkdir(parents=True, exist_ok=True)
            self.engine = connect(address)
            self.reading = connect_to_read(address)  # Whoever only reads never waits.
            self._occupied = Occupied(folder, self.engine)
            try:
                open_database(self.engine, self.reading)
                self.key = key_for(self.engine, folder)
                heads = Heads(folder / HEADS)
                try:
                    self.office = Office(self.engine, self.key, heads, settings, clock, randomness)
                    self.office.commit([Asked("", "", Adopt(settings))])
                except BaseException:
                    with suppress(OSError):  # What can't be written can't be flushed either.
                        heads.close()
                    raise
            except BaseException:
                self._let_go()
                raise
        self.writer = Writer(self.office)
        self.history = History(self.reading, self.configuration)

    def close(self) -> None:
        """Commit what waits; afterwards everything is on disk."""
        self.writer.close()
        self._let_go()

    def _let_go(self) -> None:
        self.reading.dispose()
        self.engine.dispose()  # Last: SQLite then puts everything into one file.
        self._occupied.close()

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Each answer comes after its commit

    def come_in(self, token_hash: str) -> Future[Reply]:
        return self.writer.ask("", "", ComeIn(token_hash))

    def sit(self, person: str, offer: str) -> Future[Reply]:
        return self.writer.ask(person, "", Sit(offer))

    def look(self, person: str, table: str) -> Future[Reply]:
        return self.writer.ask(person, "", Look(table))

    def ask(self, person: str, table: str, command_id: str, command: TableCommand) -> Future[Reply]:
        return self.writer.ask(person, command_id, Ask(table, command))

    def grant(self, person: str, command_id: str) -> Future[Reply]:
        return self.writer.ask(person, command_id, Grant())

    def sweep(self) -> Future[Reply]:
        return self.writer.ask("", "", Sweep())

    def adopt(self, settings: HouseSettings) -> Future[Reply]:
        """Go by other settings, from the moment they name or at once."""
        return self.writer.ask("", "", Adopt(settings))

    def move_bank(self, by: str, table: str, command_id: str, amount: int) -> Future[Reply]:
        """Fill a table's bank; a negative amount credits it."""
        return self.writer.ask(by, command_id, MoveBank(table, amount))

    # What can be read without the writer

    @property
    def settings(self) -> HouseSettings:
        """The settings in force."""
        return self.office.rule.settings

    def person_with(self, token_hash: str) -> Person | None:
        """Whose token this is."""
        query = (
            sa.select(*PERSON)
            .join(SIGN_INS, SIGN_INS.c.person == PEOPLE.c.id)
            .where(
                SIGN_INS.c.token == token_hash,
                sa.not_(SIGN_INS.c.is_over),
                sa.not_(PEOPLE.c.is_gone),
            )
        )
        with self.reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Person(*row)

    def balance_of(self, person: str) -> int:
        query = sa.select(ACCOUNTS.c.balance).where(
            ACCOUNTS.c.kind == "player", ACCOUNTS.c.owner == person
        )
        with self.reading.connect() as connection:
            return int(connection.execute(query).scalar_one_or_none() or 0)

    def configuration(self, fingerprint: str) -> Setup:
        """The configuration with this fingerprint that a table here has, or once had."""
        query = sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == fingerprint)
        with self.reading.connect() as connection:
            body = connection.execute(query).scalar_one_or_none()
        if body is None:
            message = f"No table here has had the configuration {fingerprint[:12]}."
            raise UnknownName("document/unknown", message)
        return read_setup(body)

    def hands_waiting(self) -> int:
        """Tables on whose felt bets lie."""
        query = sa.select(sa.func.count()).where(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.balance > 0)
        with self.reading.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def is_balanced(self) -> bool:
        """Whether all accounts together come to nothing, as they must."""
        with self.reading.connect() as connection:
            total = connection.execute(sa.select(sa.func.sum(ACCOUNTS.c.balance))).scalar_one()
        return not total
