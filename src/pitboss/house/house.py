"""A house that is open: its folder, its database, its key, and the writer that serves it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import PitbossError, UnknownName
from pitboss.house.keys.key_files import key_for
from pitboss.house.keys.secret_files import load_secret
from pitboss.house.keys.signing import SigningKeys
from pitboss.house.office.cashier import Cashier
from pitboss.house.office.lost_tail import accept_loss
from pitboss.house.office.office import Office
from pitboss.house.office.timekeeping import Clocks
from pitboss.house.office.wallet_desk import OPERATOR
from pitboss.house.office.writer import Writer
from pitboss.house.people.person import PERSON, Person
from pitboss.house.people.player_names import key_of
from pitboss.house.records.days import SECOND
from pitboss.house.records.kept_heads import open_heads
from pitboss.house.records.ledger import Account, player, transit
from pitboss.house.records.outside_rulebooks import must_be_the_same_rulebooks
from pitboss.house.records.seals import announced_key
from pitboss.house.requests import (
    Adopt,
    Ask,
    Asked,
    AskLaunch,
    ChangePassword,
    ComeIn,
    Exclude,
    Grant,
    Launch,
    Look,
    LookAtLimits,
    MoveBank,
    Open,
    Register,
    Reply,
    SetLimit,
    SignIn,
    SignOut,
    SignOutAll,
    Sit,
    Sweep,
    Tick,
)
from pitboss.house.rounds.history import History
from pitboss.house.settings.house_file import practice_house
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.storage.disk import make_folder, sync_folder
from pitboss.house.storage.opening import (
    HEADS,
    SEALS,
    Occupied,
    database_of,
    open_database,
    plain_errors,
)
from pitboss.house.storage.ownership import owned
from pitboss.house.storage.schema import (
    ACCOUNTS,
    CONFIGURATIONS,
    PEOPLE,
    SIGN_INS,
    TABLES,
    connect,
    connect_to_read,
)
from pitboss.house.tables.practice import Randomness, TableCommand
from pitboss.house.tables.recovery import read_setup
from pitboss.house.wallets.wallet import Wallet
from pitboss.house.wallets.wallet_http import HttpWallet
from pitboss.play import Setup

BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def wall_clock() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1_000


def steady_clock() -> int:
    """Microseconds since the machine was started, also those it slept: nobody can set it."""
    return time.clock_gettime_ns(BOOT_CLOCK) // 1_000


def clocks_by(wall: Callable[[], int], steady: Callable[[], int] | None = None) -> Clocks:
    """The system's clock is held to the steady one; any other is trusted."""
    if steady is None and wall is wall_clock:
        steady = steady_clock
    return Clocks(wall, steady, time.sleep)


class Credentials(NamedTuple):
    """What a sign-in is checked against."""

    person: str
    password: str

    def __repr__(self) -> str:  # Logs and tracebacks must not tell.
        return f"<credentials of {self.person}>"


class House:
    """Open a folder, or a database and its folder for the key and the heads.

    Clock and randomness are the system's own; only tests and rehearsals bring others. A wallet may
    be any object that fulfils the port; without one it is the one that the settings name, if any.
    `after_loss` opens a database that came back without its latest entries, as after a restore.
    """

    def __init__(
        self,
        folder: Path,
        url: str | sa.URL | None = None,
        clock: Callable[[], int] = wall_clock,
        randomness: Randomness = os.urandom,
        settings: HouseSettings | None = None,
        nonces: Randomness = os.urandom,
        wallet: Wallet | None = None,
        steady: Callable[[], int] | None = None,
        after_loss: bool = False,
    ) -> None:
        settings = settings or practice_house()
        self.wallet_secret: bytes | None = None
        if settings.wallet is not None:
            address, secret_file, timeout = settings.wallet
            self.wallet_secret = load_secret(Path(secret_file), "operators' wallets")
            wallet = wallet or HttpWallet(address, self.wallet_secret, wall_clock, timeout)
        self.folder, self.clock = folder, clock
        self._closes = threading.Event()
        clocks = clocks_by(clock, steady)._replace(pause=self._closes.wait)
        place = database_of(folder, url)
        with plain_errors(folder, place):
            make_folder(folder)
            self.engine = connect(place)
            self.reading = connect_to_read(place)  # Whoever only reads never waits.
            self._occupied = Occupied(folder)
            try:
                with owned(self.engine, clocks.pause):
                    open_database(self.engine, self.reading)
                    with self.reading.connect() as connection:
                        must_be_the_same_rulebooks(connection, folder)
                    self.key = key_for(self.engine, folder, nonces)
                    if after_loss:
                        accept_loss(self.engine, folder, clock())
                    signing = SigningKeys(folder, announced_key(self.reading))
                self.office = Office(
                    self.engine, self.key, open_heads(folder / HEADS, self.reading), settings,
                    clocks, randomness, signing, folder / SEALS,
                )  # fmt: skip
                sync_folder(folder)  # SQLite does it for its log, and hides that it failed.
                try:
                    (reply,) = self.office.commit([Asked("", "", Open(settings))])
                    if isinstance(reply, PitbossError):
                        raise reply
                except BaseException:
                    self.office.abandon()
                    raise
            except BaseException:
                self._let_go()
                raise
        self.cashier: Cashier | None = None
        self.writer = Writer(self.office)
        self.history = History(self.reading, self.configuration)
        if wallet is not None:
            self.cashier = Cashier(wallet, self.office.wallets, self.writer, time.monotonic)

    def close(self) -> None:
        """Commit what waits; afterwards everything is on disk."""
        self.stop_reconnecting()
        if self.cashier is not None:
            self.cashier.stop()
        try:
            self.writer.close()
        finally:
            if self.cashier is not None:
                self.cashier.close()
            self._let_go()

    def stop_reconnecting(self) -> None:
        """From now on, give up at once where the connection to the database is cut."""
        self._closes.set()

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

    def ask_launch(self, command_id: str, wallet_id: str, name: str) -> Future[Reply]:
        """An operator wants to send a player. An id that was used before is said to be repeated."""
        return self.writer.ask(OPERATOR, command_id, AskLaunch(wallet_id, name))

    def launch(self, token_hash: str, wallet_id: str, name: str) -> Future[Reply]:
        """An operator's player comes in, whose wallet knows them by this id."""
        return self.writer.ask("", "", Launch(token_hash, wallet_id, name))

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

    def exclude(
        self, person: str, command_id: str, days: int | None, writes_refusal: bool = True
    ) -> Future[Reply]:
        return self.writer.ask(person, command_id, Exclude(days), writes_refusal)

    def limits_of(self, person: str) -> Future[Reply]:
        return self.writer.ask(person, "", LookAtLimits())

    def sit(self, person: str, offer: str) -> Future[Reply]:
        asked = self.writer.ask(person, "", Sit(offer))
        return asked if self.cashier is None else self.cashier.after_looking(asked)

    def look(self, person: str, table: str) -> Future[Reply]:
        asked = self.writer.ask(person, "", Look(table))
        return asked if self.cashier is None else self.cashier.after_looking(asked, table)

    def ask(
        self,
        person: str,
        table: str,
        command_id: str,
        command: TableCommand,
        writes_refusal: bool = True,
    ) -> Future[Reply]:
        """Say a command at a table.

        One whose refusal is not to be written is carried out, or raises `rate/refusals`.
        """
        asked = self.writer.ask(person, command_id, Ask(table, command), writes_refusal)
        return asked if self.cashier is None else self.cashier.in_the_end(asked)

    def grant(self, person: str, command_id: str, writes_refusal: bool = True) -> Future[Reply]:
        return self.writer.ask(person, command_id, Grant(), writes_refusal)

    def sweep(self) -> Future[Reply]:
        return self.writer.ask("", "", Sweep())

    def tick(self) -> Future[Reply]:
        """Make the decisions whose time is up."""
        return self.writer.ask("", "", Tick())

    def look_for_database(self) -> None:
        """Notice a server that went away before the next command does; a file goes nowhere."""
        if self.engine.dialect.name == "postgresql":
            self.writer.look_for_database()

    def adopt(self, settings: HouseSettings) -> Future[Reply]:
        """Go by other settings, from the moment they name or at once."""
        return self.writer.ask("", "", Adopt(settings))

    def move_bank(self, by: str, table: str, command_id: str, amount: int) -> Future[Reply]:
        """Fill a table's bank; a negative amount credits it."""
        return self.writer.ask(by, command_id, MoveBank(table, amount))

    # What can be read without the writer

    @property
    def is_playing(self) -> bool:
        """Whether commands are carried out: not while the database is away."""
        return self.writer.is_playing

    @property
    def failure(self) -> str | None:
        """Why the house has stopped, in one sentence: it has to be opened again."""
        return self.writer.failure

    @property
    def folders(self) -> list[Path]:
        """The folders of this machine that it writes to; a database server has its own disk."""
        if self.engine.dialect.name != "sqlite":
            return [self.folder]
        return [self.folder, Path(str(self.engine.url.database)).resolve().parent]

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
        if person is not None and person.is_player:
            away = self.office.time.current() - person.seen
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
        """What somebody can bet with; in an operator's wallet, too, which is asked for it."""
        here = self._held(player(person)) + self._held(transit(person))
        if self.cashier is None:
            return here
        query = sa.select(PEOPLE.c.wallet_id).where(PEOPLE.c.id == person)
        with self.reading.connect() as connection:
            wallet_id = connection.execute(query).scalar_one_or_none()
        return here if wallet_id is None else here + self.cashier.balance(person, wallet_id)

    def _held(self, account: Account) -> int:
        """What is on an account; one that is not there yet has nothing."""
        query = sa.select(ACCOUNTS.c.balance).where(
            ACCOUNTS.c.kind == account.kind, ACCOUNTS.c.owner == account.owner
        )
        with self.reading.connect() as connection:
            return int(connection.execute(query).scalar_one_or_none() or 0)

    def has_offered(self, offer: str) -> bool:
        """Whether a table was ever opened under this key, though it may be offered no more."""
        query = sa.select(TABLES.c.id).where(TABLES.c.offer == offer).limit(1)
        with self.reading.connect() as connection:
            return connection.execute(query).one_or_none() is not None

    def configuration(self, fingerprint: str) -> Setup:
        """The configuration with this fingerprint: on offer, or of a table that was opened."""
        for offer in self.settings.offers.values():
            if offer.setup.fingerprint == fingerprint:
                return offer.setup
        query = sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == fingerprint)
        with self.reading.connect() as connection:
            body = connection.execute(query).scalar_one_or_none()
        if body is None:
            message = f"No table here has or had the configuration {fingerprint[:12]}."
            raise UnknownName("document/unknown", message)
        return read_setup(body)

    def tables_with_bets(self, person: str) -> list[str]:
        """Tables of somebody on whose felt bets lie."""
        lies = sa.and_(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.owner == TABLES.c.id)
        query = sa.select(TABLES.c.id).join(ACCOUNTS, lies)
        query = query.where(TABLES.c.person == person, ACCOUNTS.c.balance > 0)
        with self.reading.connect() as connection:
            return list(connection.execute(query.order_by(TABLES.c.id)).scalars())

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
