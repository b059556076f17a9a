"""What the writer asks of its database, over one connection and by the driver's own cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa

from pitboss.house.office.writer_sql import Moved, SettingsRow, TableRow, sql_for
from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import LimitRow
from pitboss.house.records.journal import Entry, Head
from pitboss.house.records.ledger import Account
from pitboss.house.storage.schema import (
    HOUSE_SETTINGS,
)
from pitboss.house.wallets.wallet import Call

CHECKPOINT_EVERY = 100  # Commits.
CONFLICTS = ("40001", "40P01")  # The server gave way to another transaction: try again.


def driver_error(engine: sa.Engine) -> type[Exception]:
    """What the driver raises where SQLAlchemy does not stand between."""
    error: type[Exception] = engine.dialect.loaded_dbapi.Error
    return error


def is_conflict(error: Exception) -> bool:
    return getattr(error, "sqlstate", None) in CONFLICTS


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

        self._sql = sql_for(dialect)

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

    def touch(self) -> None:
        """Have the server answer something; raises if it can't."""
        self.cursor.execute("SELECT 1")
        self._driver.rollback()

    def _checkpoint(self) -> None:
        """Bring what was committed from SQLite's log into the database; a failure is an error."""
        self.cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._commits = 0

    def is_cut(self, error: Any) -> bool:
        """Whether the connection is gone, so that nobody knows what came of a commit."""
        return self._dialect.is_disconnect(error, self._driver, self.cursor)

    def has_entry(self, number: int, hash: str) -> bool:
        """Whether the journal has this very entry under this number."""
        row = self._sql.entry_hash.run(self.cursor, (number,)).fetchone()
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
        row = self._sql.last_time.run(self.cursor).fetchone()
        return 0 if row is None else int(row[0])

    def account(self, account: Account) -> tuple[int, int] | None:
        """Its number and balance."""
        row = self._sql.account.run(self.cursor, account).fetchone()
        return None if row is None else (int(row[0]), int(row[1]))

    def said_before(self, stream: str, person: str, command_id: str) -> tuple[str, str] | None:
        """What was asked and answered under this id."""
        row = self._sql.said_before.run(self.cursor, (stream, person, command_id)).fetchone()
        return None if row is None else (row[0], row[1])

    def head(self, stream: str) -> Head | None:
        row = self._sql.head.run(self.cursor, (stream,)).fetchone()
        return None if row is None else Head(stream, row[0], row[1])

    def entries_before(self, stream: str, sequence: int) -> list[Entry]:
        """Some entries before this one, the latest first."""
        return [
            Entry(*row) for row in self._sql.entries_before.run(self.cursor, (stream, sequence))
        ]

    def person(self, id: str) -> Person | None:
        row = self._sql.person.run(self.cursor, (id,)).fetchone()
        if row is None:
            return None
        person = Person(*row)
        return person._replace(is_gone=bool(person.is_gone))

    def person_with(self, token: str) -> str | None:
        row = self._sql.person_with.run(self.cursor, (token,)).fetchone()
        return None if row is None else str(row[0])

    def password_of(self, person: str) -> str | None:
        row = self._sql.password.run(self.cursor, (person,)).fetchone()
        return None if row is None else row[0]

    def named(self, key: str) -> str | None:
        """Who goes by a name, as names are compared."""
        row = self._sql.named.run(self.cursor, (key,)).fetchone()
        return None if row is None else str(row[0])

    def limits_of(self, person: str) -> tuple[LimitRow, ...]:
        return tuple(LimitRow(*row) for row in self._sql.limits_of.run(self.cursor, (person,)))

    def table(self, id: str) -> TableRow | None:
        row = self._sql.table.run(self.cursor, (id,)).fetchone()
        return None if row is None else TableRow(*row)

    def tables_of(self, person: str) -> dict[str, str]:
        """By table: its offer."""
        return {row[0]: row[1] for row in self._sql.tables_of.run(self.cursor, (person,))}

    def live_tables(self) -> list[str]:
        """Tables of people who may still come back."""
        return [row[0] for row in self._sql.live_tables.run(self.cursor)]

    def settings_at(self, now: int) -> SettingsRow | None:
        """The settings in force at a moment: the last adopted of those that have begun."""
        row = self._sql.settings.run(self.cursor, (now,)).fetchone()
        return None if row is None else SettingsRow(*row)

    def last_settings(self) -> SettingsRow | None:
        """The settings adopted last, whether they have begun or not."""
        row = self._sql.last_settings.run(self.cursor).fetchone()
        return None if row is None else SettingsRow(*row)

    def next_change(self, now: int) -> int | None:
        """When other settings begin, if any wait."""
        row = self._sql.next_settings.run(self.cursor, (now,)).fetchone()
        return None if row[0] is None else int(row[0])

    def last_said(self, stream: str, person: str, prefix: str) -> tuple[str, str] | None:
        """The latest command whose id begins like this, and its events."""
        row = self._sql.last_said.run(self.cursor, (stream, person, f"{prefix}%")).fetchone()
        return None if row is None else (row[0], row[1])

    def last_number_said(self, stream: str, person: str, prefix: str) -> int:
        """The number of the latest entry whose command id begins like this; 0 for none."""
        row = self._sql.last_number_said.run(self.cursor, (stream, person, f"{prefix}%")).fetchone()
        return int(row[0] or 0)

    def all_said(self, stream: str, person: str, prefix: str) -> Iterator[str]:
        """The events of every command whose id begins like this, the oldest first."""
        rows = self._sql.all_said.run(self._driver.cursor(), (stream, person, f"{prefix}%"))
        return (row[0] for row in rows)

    def hashes(self, first: int, last: int) -> Iterator[str]:
        """Of the entries with these numbers, in their order."""
        return (row[0] for row in self._sql.hashes.run(self._driver.cursor(), (first, last)))

    def last_time_of(self, stream: str) -> int:
        row = self._sql.last_time_of.run(self.cursor, (stream,)).fetchone()
        return 0 if row is None else int(row[0])

    def time_at(self, stream: str, sequence: int) -> int:
        """When an entry that is there was written."""
        return int(self._sql.time_at.run(self.cursor, (stream, sequence)).fetchone()[0])

    def time_of_entry(self, number: int) -> int:
        return int(self._sql.time_of_entry.run(self.cursor, (number,)).fetchone()[0])

    def moved_since(self, stream: str, sequence: int) -> list[Moved]:
        """What moved at a table from an entry on, added up by accounts, reason and row."""
        rows = self._sql.moved_since.run(self.cursor, (stream, sequence))
        return [Moved(*row)._replace(amount=int(row[4])) for row in rows]

    def spoke_since(self, person: str, entry: int) -> list[int]:
        """When somebody said something at a table, from an entry of the journal on."""
        return [int(row[0]) for row in self._sql.spoke_since.run(self.cursor, (person, entry))]

    def spoke_before(self, person: str, entry: int) -> int | None:
        row = self._sql.spoke_before.run(self.cursor, (person, entry)).fetchone()
        return None if row is None else int(row[0])

    def configuration(self, fingerprint: str) -> str | None:
        row = self._sql.configuration.run(self.cursor, (fingerprint,)).fetchone()
        return None if row is None else str(row[0])

    def open_felts(self) -> list[str]:
        """Tables on whose felt bets lie."""
        return [row[0] for row in self._sql.open_felts.run(self.cursor, ("felt", 0))]

    def idle_people(self, since: int) -> list[str]:
        return [row[0] for row in self._sql.idle_people.run(self.cursor, (since,))]

    def person_by_wallet(self, wallet_id: str) -> str | None:
        """The operator's player whom their wallet knows by this id, if they are here."""
        row = self._sql.person_by_wallet.run(self.cursor, (wallet_id,)).fetchone()
        return None if row is None else str(row[0])

    def has_wallets(self) -> bool:
        """Whether any operator's player has ever been here."""
        return self._sql.any_with_wallet.run(self.cursor).fetchone() is not None

    def wallet_calls(self) -> list[Call]:
        """Calls to wallets whose end is not known yet."""
        return [Call(*row) for row in self._sql.wallet_calls.run(self.cursor)]

    # What is added

    def add_entries(self, rows: Iterable[Sequence[Any]]) -> None:
        self._sql.add_entries.run_each(self.cursor, rows)

    def add_transfers(self, rows: Iterable[Sequence[Any]]) -> None:
        self._sql.add_transfers.run_each(self.cursor, rows)

    def add_accounts(self, rows: Iterable[Sequence[Any]]) -> None:
        self._sql.add_accounts.run_each(self.cursor, rows)

    def set_balances(self, rows: Iterable[Sequence[Any]]) -> None:
        """Each an amount and the number of its account."""
        self._sql.set_balances.run_each(self.cursor, rows)

    def add_person(self, person: Person) -> None:
        self._sql.add_person.run(self.cursor, person)

    def add_sign_in(self, token: str, person: str, now: int) -> None:
        self._sql.add_sign_in.run(self.cursor, (token, person, now))

    def set_person(self, person: Person) -> None:
        values = person.seen, person.session_began, person.session_base, person.is_gone
        self._sql.set_person.run(self.cursor, (*values, person.excluded_until, person.id))

    def set_player(self, person: str, name: str, key: str, password: str) -> None:
        self._sql.set_player.run(self.cursor, (name, key, password, person))

    def set_password(self, person: str, password: str) -> None:
        self._sql.set_password.run(self.cursor, (password, person))

    def end_sign_in(self, token: str) -> None:
        self._sql.end_sign_in.run(self.cursor, (token,))

    def end_sign_ins(self, person: str) -> None:
        self._sql.end_sign_ins.run(self.cursor, (person,))

    def set_limits(self, person: str, limits: Sequence[LimitRow]) -> None:
        """All limits of somebody, in place of those before."""
        self._sql.drop_limits.run(self.cursor, (person,))
        self._sql.add_limits.run_each(self.cursor, [(person, *row) for row in limits])

    def add_table(self, id: str, row: TableRow) -> None:
        self._sql.add_table.run(self.cursor, (id, *row))

    def set_jackpot(self, table: str, jackpot: str) -> None:
        self._sql.set_jackpot.run(self.cursor, (jackpot, table))

    def add_wallet_call(self, call: Call) -> None:
        row = call.reference, call.person, call.kind, call.amount
        self._sql.add_wallet_call.run(self.cursor, row)

    def end_wallet_call(self, reference: str) -> None:
        self._sql.end_wallet_call.run(self.cursor, (reference,))

    def add_settings(self, settings: SettingsRow) -> None:
        number = self.last_number(HOUSE_SETTINGS) + 1
        self._sql.add_settings.run(self.cursor, (number, *settings))

    def add_configuration(self, fingerprint: str, body: str) -> None:
        self._sql.add_configuration.run(self.cursor, (fingerprint, body))
