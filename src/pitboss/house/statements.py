"""The writer's SQL: Core's statements, compiled once and run by the driver's own cursor.

One code path for SQLite and PostgreSQL. Compiling a statement for every call would cost more than
running it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from pitboss.house.journal import Entry, Head
from pitboss.house.ledger import Account
from pitboss.house.people import Person
from pitboss.house.storage import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    SIGN_INS,
    TABLES,
    TRANSFERS,
    WALLET_CALLS,
)
from pitboss.house.wallet import Call

ENTRY = [JOURNAL.c[name] for name in Entry._fields]
PERSON = [PEOPLE.c[name] for name in Person._fields]


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
                is_gone=param("gone"),
            ), "at", "began", "base", "gone", "who",
        )  # fmt: skip
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
        self._configuration = compiled(
            sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == param("f")), "f"
        )
        self._open_felts = compiled(
            sa.select(ACCOUNTS.c.owner).where(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.balance > 0)
            .order_by(ACCOUNTS.c.id), "kind_1", "balance_1",
        )  # fmt: skip
        self._idle_people = compiled(
            sa.select(PEOPLE.c.id).where(sa.not_(PEOPLE.c.is_gone), PEOPLE.c.seen < param("at"))
            .order_by(PEOPLE.c.seen).suffix_with("LIMIT 100"), "at",
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
            self.cursor.execute(self._begins)
        try:
            yield
            self.commit()
        except BaseException:
            self._driver.rollback()
            raise

    def commit(self) -> None:
        self._driver.commit()

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
        values = person.seen, person.session_began, person.session_base, person.is_gone, person.id
        self._set_person.run(self.cursor, values)

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
