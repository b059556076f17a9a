"""A house that is open: its folder, its database, its key, and the writer that serves it."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, NamedTuple

import sqlalchemy as sa

from pitboss.errors import BadKey, PitbossError, UnknownName
from pitboss.house.days import SECOND
from pitboss.house.history import History
from pitboss.house.house_file import practice_house
from pitboss.house.journal import Heads
from pitboss.house.office import Office
from pitboss.house.people import Person
from pitboss.house.player_names import key_of
from pitboss.house.practice import Randomness, TableCommand
from pitboss.house.recovery import read_setup
from pitboss.house.requests import (
    Adopt,
    Ask,
    ChangePassword,
    ComeIn,
    Exclude,
    Grant,
    Look,
    LookAtLimits,
    MoveBank,
    Register,
    Reply,
    SetLimit,
    SignIn,
    SignOut,
    SignOutAll,
    Sit,
    Sweep,
)
from pitboss.house.sealing import Key, create_key, load_key
from pitboss.house.settings import HouseSettings
from pitboss.house.statements import PERSON
from pitboss.house.storage import (
    ACCOUNTS,
    CONFIGURATIONS,
    JOURNAL,
    PEOPLE,
    SIGN_INS,
    connect,
    connect_to_read,
    migrate,
    sqlite_url,
)
from pitboss.house.writer import Writer
from pitboss.play import Setup

DATABASE, KEY, HEADS, LOCK = "house.db", "key", "heads", "lock"


def wall_clock() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1_000


class Credentials(NamedTuple):
    """What a sign-in is checked against."""

    person: str
    password: str

    def __repr__(self) -> str:  # Logs and tracebacks must not tell.
        return f"<credentials of {self.person}>"


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
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._lock = _lock(folder)  # Two writers would each count for themselves.
        url = url or sqlite_url(folder / DATABASE)
        self.engine = connect(url)
        self.reading = connect_to_read(url)  # Whoever only reads never waits for the writer.
        try:
            migrate(self.engine)
            self.key = _key_for(self.engine, folder / KEY)
        except BaseException:
            self._let_go()
            raise
        self.clock = clock
        heads = Heads(folder / HEADS)
        settings = settings or practice_house()
        self.office = Office(self.engine, self.key, heads, settings, clock, randomness)
        self.writer = Writer(self.office)
        self.history = History(self.reading, self.configuration)
        self.adopt(settings).result()

    def close(self) -> None:
        """Commit what waits; afterwards everything is on disk."""
        self.writer.close()
        self._let_go()

    def _let_go(self) -> None:
        self.reading.dispose()
        self.engine.dispose()  # Last: SQLite then puts everything into one file.
        self._lock.close()

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Each answer comes after its commit

    def come_in(self, token_hash: str) -> Future[Reply]:
        return self.writer.ask("", "", ComeIn(token_hash))

    def register(self, person: str, command_id: str, asked: Register) -> Future[Reply]:
        """A guest becomes a player. The name has passed `chosen_name`, the password is a hash."""
        return self.writer.ask(person, command_id, asked)

    def sign_in(self, person: str, asked: SignIn) -> Future[Reply]:
        return self.writer.ask(person, "sign-in", asked)

    def change_password(self, person: str, command_id: str, asked: ChangePassword) -> Future[Reply]:
        return self.writer.ask(person, command_id, asked)

    def sign_out(self, person: str, token_hash: str) -> Future[Reply]:
        return self.writer.ask(person, "", SignOut(token_hash))

    def sign_out_all(self, person: str) -> Future[Reply]:
        return self.writer.ask(person, "", SignOutAll())

    def set_limit(
        self, person: str, command_id: str, kind: str, period: str, amount: int | None
    ) -> Future[Reply]:
        """Limit what somebody loses or stakes, or plays for in seconds; None for no limit."""
        return self.writer.ask(person, command_id, SetLimit(kind, period, amount))

    def exclude(self, person: str, command_id: str, days: int | None) -> Future[Reply]:
        return self.writer.ask(person, command_id, Exclude(days))

    def limits_of(self, person: str) -> Future[Reply]:
        return self.writer.ask(person, "", LookAtLimits())

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
        """Whose token this is; nobody's if they are a player who was away for too long."""
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
        person = None if row is None else Person(*row)
        if person is not None and person.player_name is not None:
            away = self.clock() - person.seen
            return None if away > self.settings.timers.player * SECOND else person
        return person

    def player_named(self, name: str) -> Credentials | None:
        """Who goes by this name, and the hash of their password."""
        key = key_of(name)
        if key is None:
            return None
        query = sa.select(PEOPLE.c.id, PEOPLE.c.password).where(PEOPLE.c.name_key == key)
        with self.reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Credentials(*row)

    def signed_in_with(self, person: str, token_hashes: Sequence[str]) -> str | None:
        """Which of these tokens somebody was known by last, if any; it may be over."""
        query = (
            sa.select(SIGN_INS.c.token)
            .where(SIGN_INS.c.person == person, SIGN_INS.c.token.in_(token_hashes))
            .order_by(SIGN_INS.c.began.desc(), SIGN_INS.c.token)
            .limit(1)
        )
        with self.reading.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

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


def _lock(folder: Path) -> IO[bytes]:
    """A file that one process holds; the system lets go of it when the process ends."""
    file = (folder / LOCK).open("wb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        message = (
            f"Another process has the house in {folder} open: stop it, or name another folder."
        )
        raise PitbossError("house/open", message) from None
    return file


def _key_for(engine: sa.Engine, file: Path) -> Key:
    """The key of this database: made with it, and refused if it is another's."""
    query = (
        sa.select(JOURNAL.c.events)
        .where(JOURNAL.c.events.contains('"sealed":"'))
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    with engine.connect() as connection:
        last = connection.execute(query).scalar_one_or_none()
    if last is None:
        return load_key(file) if file.exists() else create_key(file)
    key = load_key(file)
    sealed_with = last.split('"sealed":"')[-1].split(":")[0]
    if sealed_with != key.id:
        raise BadKey(
            "key/other",
            f"The rounds of this house are sealed with the key {sealed_with}, and {file} is "
            f"{key.id}: put the right key there.",
        )
    return key
