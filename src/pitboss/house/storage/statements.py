"""The writer's SQL: Core's statements, compiled once and run by the driver's own cursor.

One code path for SQLite and PostgreSQL. Compiling a statement for every call would cost more than
running it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import LimitRow
from pitboss.house.records.journal import Entry, Head
from pitboss.house.records.ledger import HOUSE, Account
from pitboss.house.storage.schema import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    PLAYER_LIMITS,
    SIGN_INS,
    TABLES,
    TRANSFERS,
    WALLET_CALLS,
)
from pitboss.house.wallets.wallet import Call

ENTRY = [JOURNAL.c[name] for name in Entry._fields]
PERSON = [PEOPLE.c[name] for name in Person._fields]
CHECKPOINT_EVERY = 100  # Commits.
CONFLICTS = ("40001", "40P01")  # The server gave way to another transaction: try again.


def driver_error(engine: sa.Engine) -> type[Exception]:
    """What the driver raises where SQLAlchemy does not stand between."""
    error: type[Exception] = engine.dialect.loaded_dbapi.Error
    return error


def is_conflict(error: Exception) -> bool:
    return getattr(error, "sqlstate", None) in CONFLICTS


class Statement:
    """One statement; values are given in the order in which it names its parameters."""

    def __init__(self, statement: sa.ClauseElement, dialect: sa.Dialect, *order: str) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        names = list(compiled.positiontup or ())
        assert sorted(names) == sorted(order), f"{names} are not {order}"
        self.sql = str(compiled)
        self._places = None if names == list(order) else [order.index(name) for name in names]

    def values(self, given: Sequence[Any]) -> Sequence[Any]:
        return given if self._places is None else [given[place] for place in self._places]

    def run(self, cursor: Any, given: Sequence[Any] = ()) -> Any:
        cursor.execute(self.sql, self.values(given))
        return cursor

    def run_each(self, cursor: Any, rows: Iterable[Sequence[Any]]) -> None:
        values = [self.values(row) for row in rows]
        if len(values) == 1:
            cursor.execute(self.sql, values[0])
        elif values:
            cursor.executemany(self.sql, values)


class TableRow(NamedTuple):
    """What the list of tables says about one."""

    person: str
    offer: str
    game: str
    jackpot: str


class Moved(NamedTuple):
    """What went from one account to another, by their numbers."""

    debit: int
    credit: int
    reason: str
    row: str | None
    amount: int


class SettingsRow(NamedTuple):
    fingerprint: str
    effective: int
    body: str


def _insert(table: sa.Table, only: Sequence[str] = ()) -> tuple[sa.ClauseElement, list[str]]:
    names = list(only) or [column.name for column in table.columns]
    return sa.insert(table).values({name: sa.bindparam(name) for name in names}), names


class Statements:
    """Everything that the writer asks of its database, over one connection."""

    def __init__(self, connection: sa.Connection) -> None:
        dialect = connection.dialect
        driver: Any = connection.connection.driver_connection
        self._driver = driver
        self.cursor = self._driver.cursor()
        self._begins = "BEGIN IMMEDIATE" if dialect.name == "sqlite" else None
        self._commits = 0  # Since the last checkpoint.
        self._dialect = dialect
        self.failure = driver_error(connection.engine)

        def compiled(statement: sa.ClauseElement, *order: str) -> Statement:
            return Statement(statement, dialect, *order)

        def inserting(table: sa.Table, only: Sequence[str] = ()) -> Statement:
            statement, names = _insert(table, only)
            return compiled(statement, *names)

        param = sa.bindparam
        self._add_entries = inserting(JOURNAL)
        self._add_transfers = inserting(TRANSFERS)
        self._add_accounts = inserting(ACCOUNTS)
        self._add_person = inserting(PEOPLE, Person._fields)
        self._add_sign_in = inserting(SIGN_INS, ("token", "person", "began"))
        self._add_table = inserting(TABLES)
        self._add_settings = inserting(HOUSE_SETTINGS)
        self._add_configuration = inserting(CONFIGURATIONS)
        self._set_balances = compiled(
            sa.update(ACCOUNTS).where(ACCOUNTS.c.id == param("number"))
            .values(balance=param("amount")), "amount", "number",
        )  # fmt: skip
        self._set_person = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(
                seen=param("at"), session_began=param("began"), session_base=param("base"),
                is_gone=param("gone"), excluded_until=param("until"),
            ), "at", "began", "base", "gone", "until", "who",
        )  # fmt: skip
        self._set_player = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(
                player_name=param("called"), name_key=param("key"), password=param("hash"),
            ), "called", "key", "hash", "who",
        )  # fmt: skip
        self._set_password = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(password=param("hash")),
            "hash", "who",
        )  # fmt: skip
        self._password = compiled(
            sa.select(PEOPLE.c.password).where(PEOPLE.c.id == param("who")), "who"
        )
        self._named = compiled(
            sa.select(PEOPLE.c.id).where(PEOPLE.c.name_key == param("key")), "key"
        )
        self._end_sign_in = compiled(
            sa.update(SIGN_INS).where(SIGN_INS.c.token == param("t")).values(is_over=sa.true()),
            "t",
        )  # fmt: skip
        self._end_sign_ins = compiled(
            sa.update(SIGN_INS).where(SIGN_INS.c.person == param("who")).values(is_over=sa.true()),
            "who",
        )  # fmt: skip
        self._limits_of = compiled(
            sa.select(*(PLAYER_LIMITS.c[name] for name in LimitRow._fields))
            .where(PLAYER_LIMITS.c.person == param("who"))
            .order_by(PLAYER_LIMITS.c.kind, PLAYER_LIMITS.c.period, PLAYER_LIMITS.c.effective),
            "who",
        )  # fmt: skip
        self._drop_limits = compiled(
            sa.delete(PLAYER_LIMITS).where(PLAYER_LIMITS.c.person == param("who")), "who"
        )
        self._add_limits = inserting(PLAYER_LIMITS, ("person", *LimitRow._fields))
        self._account = compiled(
            sa.select(ACCOUNTS.c.id, ACCOUNTS.c.balance)
            .where(ACCOUNTS.c.kind == param("k"), ACCOUNTS.c.owner == param("o")), "k", "o",
        )  # fmt: skip
        self._said_before = compiled(
            sa.select(JOURNAL.c.request, JOURNAL.c.answer).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id == param("c"),
            ), "s", "p", "c",
        )  # fmt: skip
        self._head = compiled(
            sa.select(JOURNAL.c.sequence, JOURNAL.c.hash).where(JOURNAL.c.stream == param("s"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s",
        )  # fmt: skip
        self._entries_before = compiled(
            sa.select(*ENTRY).where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence < param("n"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 32"), "s", "n",
        )  # fmt: skip
        self._entry_hash = compiled(
            sa.select(JOURNAL.c.hash).where(JOURNAL.c.id == param("n")), "n"
        )
        self._last_time = compiled(
            sa.select(JOURNAL.c.time).order_by(JOURNAL.c.id.desc()).suffix_with("LIMIT 1")
        )
        self._person = compiled(sa.select(*PERSON).where(PEOPLE.c.id == param("who")), "who")
        self._person_with = compiled(
            sa.select(SIGN_INS.c.person)
            .where(SIGN_INS.c.token == param("t"), sa.not_(SIGN_INS.c.is_over)), "t",
        )  # fmt: skip
        row = [TABLES.c[name] for name in TableRow._fields]
        self._table = compiled(sa.select(*row).where(TABLES.c.id == param("table")), "table")
        self._tables_of = compiled(
            sa.select(TABLES.c.id, TABLES.c.offer).where(TABLES.c.person == param("who"))
            .order_by(TABLES.c.id), "who",
        )  # fmt: skip
        self._set_jackpot = compiled(
            sa.update(TABLES).where(TABLES.c.id == param("table"))
            .values(jackpot=param("meter")), "meter", "table",
        )  # fmt: skip
        settings = [HOUSE_SETTINGS.c[name] for name in SettingsRow._fields]
        self._settings = compiled(
            sa.select(*settings).where(HOUSE_SETTINGS.c.effective <= param("now"))
            .order_by(HOUSE_SETTINGS.c.id.desc()).suffix_with("LIMIT 1"), "now",
        )  # fmt: skip
        self._last_settings = compiled(
            sa.select(*settings).order_by(HOUSE_SETTINGS.c.id.desc()).suffix_with("LIMIT 1")
        )
        self._next_settings = compiled(
            sa.select(sa.func.min(HOUSE_SETTINGS.c.effective))
            .where(HOUSE_SETTINGS.c.effective > param("now")), "now",
        )  # fmt: skip
        self._last_said = compiled(
            sa.select(JOURNAL.c.command_id, JOURNAL.c.events).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id.like(param("like")),
            ).order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s", "p", "like",
        )  # fmt: skip
        self._all_said = compiled(
            sa.select(JOURNAL.c.events).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id.like(param("like")),
            ).order_by(JOURNAL.c.id), "s", "p", "like",
        )  # fmt: skip
        self._hashes = compiled(
            sa.select(JOURNAL.c.hash)
            .where(JOURNAL.c.id >= param("first"), JOURNAL.c.id <= param("last"))
            .order_by(JOURNAL.c.id), "first", "last",
        )  # fmt: skip
        self._last_time_of = compiled(
            sa.select(JOURNAL.c.time).where(JOURNAL.c.stream == param("s"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s",
        )  # fmt: skip
        self._time_at = compiled(
            sa.select(JOURNAL.c.time)
            .where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence == param("n")), "s", "n",
        )  # fmt: skip
        self._time_of_entry = compiled(
            sa.select(JOURNAL.c.time).where(JOURNAL.c.id == param("n")), "n"
        )
        self._moved_since = compiled(
            sa.select(
                TRANSFERS.c.debit, TRANSFERS.c.credit, TRANSFERS.c.reason, TRANSFERS.c.row,
                sa.func.sum(TRANSFERS.c.amount),
            )
            .join(JOURNAL, JOURNAL.c.id == TRANSFERS.c.entry)
            .where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence >= param("n"))
            .group_by(TRANSFERS.c.debit, TRANSFERS.c.credit, TRANSFERS.c.reason, TRANSFERS.c.row),
            "s", "n",
        )  # fmt: skip
        at_tables = (
            JOURNAL.c.person == param("who"),
            JOURNAL.c.stream != sa.literal_column(f"'{HOUSE}'"),
        )
        self._spoke_since = compiled(
            sa.select(JOURNAL.c.time).where(*at_tables, JOURNAL.c.id >= param("n"))
            .order_by(JOURNAL.c.id), "who", "n",
        )  # fmt: skip
        self._spoke_before = compiled(
            sa.select(JOURNAL.c.time).where(*at_tables, JOURNAL.c.id < param("n"))
            .order_by(JOURNAL.c.id.desc()).suffix_with("LIMIT 1"), "who", "n",
        )  # fmt: skip
        self._configuration = compiled(
            sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == param("f")), "f"
        )
        self._open_felts = compiled(
            sa.select(ACCOUNTS.c.owner).where(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.balance > 0)
            .order_by(ACCOUNTS.c.id), "kind_1", "balance_1",
        )  # fmt: skip
        self._idle_people = compiled(
            sa.select(PEOPLE.c.id).where(
                sa.not_(PEOPLE.c.is_gone), PEOPLE.c.seen < param("at"),
                sa.or_(PEOPLE.c.player_name.is_(None), sa.and_(
                    # An operator's player; if they come again, what they have asked for holds.
                    PEOPLE.c.wallet_id.is_not(None),
                    PEOPLE.c.excluded_until == sa.literal_column("0"),
                    PEOPLE.c.id.not_in(sa.select(PLAYER_LIMITS.c.person)),
                )),
            ).order_by(PEOPLE.c.seen).suffix_with("LIMIT 100"), "at",
        )  # fmt: skip

        self._person_by_wallet = compiled(
            sa.select(PEOPLE.c.id)
            .where(PEOPLE.c.wallet_id == param("w"), sa.not_(PEOPLE.c.is_gone)), "w",
        )  # fmt: skip
        self._any_with_wallet = compiled(
            sa.select(PEOPLE.c.id).where(PEOPLE.c.wallet_id.is_not(None)).suffix_with("LIMIT 1")
        )
        calls = WALLET_CALLS.c
        self._wallet_calls = compiled(
            sa.select(calls.reference, calls.person, PEOPLE.c.wallet_id, calls.kind, calls.amount)
            .join(PEOPLE, PEOPLE.c.id == calls.person).order_by(calls.reference)
        )  # fmt: skip
        self._add_wallet_call = inserting(WALLET_CALLS)
        self._end_wallet_call = compiled(
            sa.delete(WALLET_CALLS).where(calls.reference == param("r")), "r"
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Whatever is run inside is committed together, or not at all."""
        if self._begins:  # PostgreSQL's driver begins by itself.
            if self._commits >= CHECKPOINT_EVERY:
                self._checkpoint()
            self.cursor.execute(self._begins)
        try:
            yield
            self.commit()
        except BaseException:
            with suppress(Exception):  # Of a connection that is gone; the first error is told.
                self._driver.rollback()
            raise
        self._commits += 1

    def commit(self) -> None:
        self._driver.commit()

    def _checkpoint(self) -> None:
        """Bring what was committed from SQLite's log into the database; a failure is an error."""
        self.cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._commits = 0

    def is_cut(self, error: Any) -> bool:
        """Whether the connection is gone, so that nobody knows what came of a commit."""
        return self._dialect.is_disconnect(error, self._driver, self.cursor)

    def has_entry(self, number: int, hash: str) -> bool:
        """Whether the journal has this very entry under this number."""
        row = self._entry_hash.run(self.cursor, (number,)).fetchone()
        return row is not None and row[0] == hash

    def close(self) -> None:
        """Let go of the last result: SQLite keeps a file open while one is half read."""
        self.cursor.close()

    def last_number(self, table: sa.Table, column: str = "id") -> int:
        """The highest number given so far; there is one writer, so that it can count by itself."""
        self.cursor.execute(f"SELECT max({column}) FROM {table.name}")
        return int(self.cursor.fetchone()[0] or 0)

    # What is there

    def last_time(self) -> int:
        """When the last entry was written."""
        row = self._last_time.run(self.cursor).fetchone()
        return 0 if row is None else int(row[0])

    def account(self, account: Account) -> tuple[int, int] | None:
        """Its number and balance."""
        row = self._account.run(self.cursor, account).fetchone()
        return None if row is None else (int(row[0]), int(row[1]))

    def said_before(self, stream: str, person: str, command_id: str) -> tuple[str, str] | None:
        """What was asked and answered under this id."""
        row = self._said_before.run(self.cursor, (stream, person, command_id)).fetchone()
        return None if row is None else (row[0], row[1])

    def head(self, stream: str) -> Head | None:
        row = self._head.run(self.cursor, (stream,)).fetchone()
        return None if row is None else Head(stream, row[0], row[1])

    def entries_before(self, stream: str, sequence: int) -> list[Entry]:
        """Some entries before this one, the latest first."""
        return [Entry(*row) for row in self._entries_before.run(self.cursor, (stream, sequence))]

    def person(self, id: str) -> Person | None:
        row = self._person.run(self.cursor, (id,)).fetchone()
        if row is None:
            return None
        person = Person(*row)
        return person._replace(is_gone=bool(person.is_gone))

    def person_with(self, token: str) -> str | None:
        row = self._person_with.run(self.cursor, (token,)).fetchone()
        return None if row is None else str(row[0])

    def password_of(self, person: str) -> str | None:
        row = self._password.run(self.cursor, (person,)).fetchone()
        return None if row is None else row[0]

    def named(self, key: str) -> str | None:
        """Who goes by a name, as names are compared."""
        row = self._named.run(self.cursor, (key,)).fetchone()
        return None if row is None else str(row[0])

    def limits_of(self, person: str) -> tuple[LimitRow, ...]:
        return tuple(LimitRow(*row) for row in self._limits_of.run(self.cursor, (person,)))

    def table(self, id: str) -> TableRow | None:
        row = self._table.run(self.cursor, (id,)).fetchone()
        return None if row is None else TableRow(*row)

    def tables_of(self, person: str) -> dict[str, str]:
        """By table: its offer."""
        return {row[0]: row[1] for row in self._tables_of.run(self.cursor, (person,))}

    def settings_at(self, now: int) -> SettingsRow | None:
        """The settings in force at a moment: the last adopted of those that have begun."""
        row = self._settings.run(self.cursor, (now,)).fetchone()
        return None if row is None else SettingsRow(*row)

    def last_settings(self) -> SettingsRow | None:
        """The settings adopted last, whether they have begun or not."""
        row = self._last_settings.run(self.cursor).fetchone()
        return None if row is None else SettingsRow(*row)

    def next_change(self, now: int) -> int | None:
        """When other settings begin, if any wait."""
        row = self._next_settings.run(self.cursor, (now,)).fetchone()
        return None if row[0] is None else int(row[0])

    def last_said(self, stream: str, person: str, prefix: str) -> tuple[str, str] | None:
        """The latest command whose id begins like this, and its events."""
        row = self._last_said.run(self.cursor, (stream, person, f"{prefix}%")).fetchone()
        return None if row is None else (row[0], row[1])

    def all_said(self, stream: str, person: str, prefix: str) -> Iterator[str]:
        """The events of every command whose id begins like this, the oldest first."""
        rows = self._all_said.run(self._driver.cursor(), (stream, person, f"{prefix}%"))
        return (row[0] for row in rows)

    def hashes(self, first: int, last: int) -> Iterator[str]:
        """Of the entries with these numbers, in their order."""
        return (row[0] for row in self._hashes.run(self._driver.cursor(), (first, last)))

    def last_time_of(self, stream: str) -> int:
        row = self._last_time_of.run(self.cursor, (stream,)).fetchone()
        return 0 if row is None else int(row[0])

    def time_at(self, stream: str, sequence: int) -> int:
        """When an entry that is there was written."""
        return int(self._time_at.run(self.cursor, (stream, sequence)).fetchone()[0])

    def time_of_entry(self, number: int) -> int:
        return int(self._time_of_entry.run(self.cursor, (number,)).fetchone()[0])

    def moved_since(self, stream: str, sequence: int) -> list[Moved]:
        """What moved at a table from an entry on, added up by accounts, reason and row."""
        rows = self._moved_since.run(self.cursor, (stream, sequence))
        return [Moved(*row)._replace(amount=int(row[4])) for row in rows]

    def spoke_since(self, person: str, entry: int) -> list[int]:
        """When somebody said something at a table, from an entry of the journal on."""
        return [int(row[0]) for row in self._spoke_since.run(self.cursor, (person, entry))]

    def spoke_before(self, person: str, entry: int) -> int | None:
        row = self._spoke_before.run(self.cursor, (person, entry)).fetchone()
        return None if row is None else int(row[0])

    def configuration(self, fingerprint: str) -> str | None:
        row = self._configuration.run(self.cursor, (fingerprint,)).fetchone()
        return None if row is None else str(row[0])

    def open_felts(self) -> list[str]:
        """Tables on whose felt bets lie."""
        return [row[0] for row in self._open_felts.run(self.cursor, ("felt", 0))]

    def idle_people(self, since: int) -> list[str]:
        return [row[0] for row in self._idle_people.run(self.cursor, (since,))]

    def person_by_wallet(self, wallet_id: str) -> str | None:
        """The operator's player whom their wallet knows by this id, if they are here."""
        row = self._person_by_wallet.run(self.cursor, (wallet_id,)).fetchone()
        return None if row is None else str(row[0])

    def has_wallets(self) -> bool:
        """Whether any operator's player has ever been here."""
        return self._any_with_wallet.run(self.cursor).fetchone() is not None

    def wallet_calls(self) -> list[Call]:
        """Calls to wallets whose end is not known yet."""
        return [Call(*row) for row in self._wallet_calls.run(self.cursor)]

    # What is added

    def add_entries(self, rows: Iterable[Sequence[Any]]) -> None:
        self._add_entries.run_each(self.cursor, rows)

    def add_transfers(self, rows: Iterable[Sequence[Any]]) -> None:
        self._add_transfers.run_each(self.cursor, rows)

    def add_accounts(self, rows: Iterable[Sequence[Any]]) -> None:
        self._add_accounts.run_each(self.cursor, rows)

    def set_balances(self, rows: Iterable[Sequence[Any]]) -> None:
        """Each an amount and the number of its account."""
        self._set_balances.run_each(self.cursor, rows)

    def add_person(self, person: Person) -> None:
        self._add_person.run(self.cursor, person)

    def add_sign_in(self, token: str, person: str, now: int) -> None:
        self._add_sign_in.run(self.cursor, (token, person, now))

    def set_person(self, person: Person) -> None:
        values = person.seen, person.session_began, person.session_base, person.is_gone
        self._set_person.run(self.cursor, (*values, person.excluded_until, person.id))

    def set_player(self, person: str, name: str, key: str, password: str) -> None:
        self._set_player.run(self.cursor, (name, key, password, person))

    def set_password(self, person: str, password: str) -> None:
        self._set_password.run(self.cursor, (password, person))

    def end_sign_in(self, token: str) -> None:
        self._end_sign_in.run(self.cursor, (token,))

    def end_sign_ins(self, person: str) -> None:
        self._end_sign_ins.run(self.cursor, (person,))

    def set_limits(self, person: str, limits: Sequence[LimitRow]) -> None:
        """All limits of somebody, in place of those before."""
        self._drop_limits.run(self.cursor, (person,))
        self._add_limits.run_each(self.cursor, [(person, *row) for row in limits])

    def add_table(self, id: str, row: TableRow) -> None:
        self._add_table.run(self.cursor, (id, *row))

    def set_jackpot(self, table: str, jackpot: str) -> None:
        self._set_jackpot.run(self.cursor, (jackpot, table))

    def add_wallet_call(self, call: Call) -> None:
        row = call.reference, call.person, call.kind, call.amount
        self._add_wallet_call.run(self.cursor, row)

    def end_wallet_call(self, reference: str) -> None:
        self._end_wallet_call.run(self.cursor, (reference,))

    def add_settings(self, settings: SettingsRow) -> None:
        number = self.last_number(HOUSE_SETTINGS) + 1
        self._add_settings.run(self.cursor, (number, *settings))

    def add_configuration(self, fingerprint: str, body: str) -> None:
        self._add_configuration.run(self.cursor, (fingerprint, body))
