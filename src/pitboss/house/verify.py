"""Verify: a whole house is checked from its first entry on, and what is wrong is said.

The journal is read once, in the order in which it was written. Each entry has to follow from the
one before it in its stream; its events, replayed, have to give exactly the transfers that stand
beside it. Balances are added up again from the transfers. Nothing is kept but the tables and the
accounts as they stand, so that memory does not grow with the length of the journal.

Only one moment of the database is looked at, and nothing is locked: a house may stay open.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import NoHouse, PitbossError
from pitboss.house.house import DATABASE, HEADS, KEY
from pitboss.house.house_check import HouseCheck
from pitboss.house.journal import START, Entry, Head, Problem, check_heads, check_link, read_heads
from pitboss.house.ledger import HOUSE, Account, Balances, Overdraft, Transfer
from pitboss.house.people import Person
from pitboss.house.player_limits import LimitRow
from pitboss.house.recovery import events_of, read_setup
from pitboss.house.sealing import Key, load_key
from pitboss.house.settings import settings_from_json
from pitboss.house.statements import ENTRY, PERSON
from pitboss.house.storage import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    PLAYER_LIMITS,
    TABLES,
    TRANSFERS,
    connect_to_read,
    is_newest,
    sqlite_url,
)
from pitboss.house.table_check import Counts, TableCheck
from pitboss.language.pays import money
from pitboss.play import Setup

BATCH = 1_000  # Rows that are at hand at once.

Progress = Callable[[int, int], None]  # Entries checked, and entries in all.


def no_progress(checked: int, entries: int) -> None:
    """A no-op progress callback."""


class Finding(NamedTuple):
    """Something that is wrong: where, and what."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


class BadRow(Exception):
    """A value in the database that no version of Pitboss writes."""


class KeptHeads(NamedTuple):
    """A file of heads, up to where it reached before the database was looked at."""

    file: Path
    size: int


def kept_heads(file: Path) -> KeptHeads:
    return KeptHeads(file, file.stat().st_size if file.exists() else 0)


def verify(
    folder: Path,
    counts: Counts,
    url: str | sa.URL | None = None,
    others: Path | None = None,
    progress: Progress = no_progress,
) -> Iterator[Finding]:
    """What is wrong with the house in a folder; `others` are heads that somebody else kept."""
    if url is None and not (folder / DATABASE).is_file():
        raise NoHouse("house/missing", f"There is no house in {folder}: name its folder.")
    if others is not None and not others.is_file():
        raise NoHouse("house/heads", f"There is no file of heads in {others}.")
    files = [kept_heads(file) for file in (folder / HEADS, others) if file is not None]
    engine = connect_to_read(url or sqlite_url(folder / DATABASE))
    try:
        key = load_key(folder / KEY) if os.access(folder / KEY, os.R_OK) else None
        with engine.connect() as connection:
            if not is_newest(connection):
                message = f"The house in {folder} is of another version of Pitboss: open it first."
                raise NoHouse("house/version", message)
            yield from Verification(connection, key, counts).findings(files, progress)
    except sa.exc.DBAPIError as error:
        yield Finding("The database", f"It can't be read: {error.orig}.")
    finally:
        engine.dispose()


class Verification:
    """One look at a database, within one transaction."""

    def __init__(self, connection: sa.Connection, key: Key | None, counts: Counts) -> None:
        self.connection, self.key, self.counts = connection, key, counts
        self.setups: dict[str, Setup] = {}
        self.accounts: dict[int, Account] = {}
        self.totals: dict[int, int] = {}  # By the number of an account: what its transfers come to.
        self.balances: dict[Account, int] = {}  # As booked again from the events.
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, TableCheck] = {}
        self.lost: set[str] = set()  # Streams that could not be replayed to their end.
        self.house = HouseCheck()
        self.tables_of: dict[str, list[TableCheck]] = {}  # By guest.
        self.last_entry = self.last_transfer = self.last_time = 0

    def findings(self, files: list[KeptHeads], progress: Progress) -> Iterator[Finding]:
        """What is wrong; also that a database can't be read to its end."""
        try:
            yield from self._findings(files, progress)
        except BadRow as error:
            yield Finding("The database", f"{error} What follows was not checked.")
        except sa.exc.DBAPIError as error:
            yield Finding("The database", f"It can't be read to its end: {error.orig}.")

    def _findings(self, files: list[KeptHeads], progress: Progress) -> Iterator[Finding]:
        yield from self.check_configurations()
        self.accounts = {
            number: Account(kind, owner)
            for number, kind, owner in self.rows(ACCOUNTS.c.id, ACCOUNTS.c.kind, ACCOUNTS.c.owner)
        }
        yield from self.check_journal(progress)
        yield from self.check_accounts()
        for stream, table in self.tables.items():
            if stream not in self.lost:
                table.check_sealed(self.key)
                yield from self.about(stream, self.heads[stream].sequence, table.problems)
        yield from self.check_people()
        yield from self.check_tables()
        yield from self.check_settings()
        for kept in files:
            yield from self.check_kept_heads(kept)

    def rows(self, *columns: sa.Column[Any]) -> Iterator[Any]:
        """The rows of a table, in the order of its first column."""
        return self.checked(sa.select(*columns).order_by(columns[0]), columns)

    def checked(self, query: sa.Select[Any], columns: Iterable[sa.Column[Any]]) -> Iterator[Any]:
        """The rows of a query; SQLite would let any column hold anything."""
        kinds = [(column, (column.type.python_type, *_none(column))) for column in columns]
        for row in self.connection.execute(query, execution_options={"yield_per": BATCH}):
            for (column, kind), value in zip(kinds, row, strict=True):
                if not isinstance(value, kind):
                    message = f"The {column.table.name} have {value!r} as a {column.name}."
                    raise BadRow(message)
            yield row

    def about(self, stream: str, sequence: object, problems: list[str]) -> Iterator[Finding]:
        where = "The house" if stream == HOUSE else f"Table {stream}"
        for says in problems:
            yield Finding(f"{where}, entry {sequence}", says)

    def of_chain(self, problems: Iterator[Problem]) -> Iterator[Finding]:
        for stream, sequence, says in problems:
            yield from self.about(stream, sequence, [says])

    # Configurations

    def check_configurations(self) -> Iterator[Finding]:
        for fingerprint, body in self.rows(CONFIGURATIONS.c.fingerprint, CONFIGURATIONS.c.body):
            where = f"Configuration {fingerprint[:12]}"
            try:
                setup = read_setup(body)
            except Exception as error:  # It may have been changed in any way.
                yield Finding(where, f"It can't be read: {_reason(error)}")
                continue
            if setup.fingerprint != fingerprint:
                says = f"What is filed under it has the fingerprint {setup.short_fingerprint}."
                yield Finding(where, says)
            else:
                self.setups[fingerprint] = setup

    def setup_of(self, fingerprint: str) -> Setup:
        setup = self.setups.get(fingerprint)
        if setup is None:
            message = f"the configuration {fingerprint[:12]} is not in the database"
            raise PitbossError("verify/configuration", message)
        return setup

    # The journal and the ledger

    def check_journal(self, progress: Progress) -> Iterator[Finding]:
        total = self.connection.execute(sa.select(sa.func.count()).select_from(JOURNAL)).scalar()
        rows = self.rows(JOURNAL.c.id, *ENTRY)
        while batch := list(islice(rows, BATCH)):
            transfers = self.transfers_until(batch[-1][0])
            for number, *fields in batch:
                yield from self.check_entry(number, Entry(*fields), transfers.pop(number, []))
            yield from self.without_entry(transfers)
            progress(self.counts.entries, total or 0)
        yield from self.without_entry(self.transfers_until(None))
        self.counts.tables = len(self.tables)

    def transfers_until(self, last: int | None) -> dict[int, list[tuple[Any, ...]]]:
        """The transfers after those of the last batch, by the number of their entry."""
        query = sa.select(TRANSFERS).where(TRANSFERS.c.entry > self.last_entry)
        if last is not None:
            query = query.where(TRANSFERS.c.entry <= last)
        by_entry: dict[int, list[tuple[Any, ...]]] = {}
        ordered = query.order_by(TRANSFERS.c.entry, TRANSFERS.c.id)
        for number, entry, *fields in self.checked(ordered, TRANSFERS.c):
            by_entry.setdefault(entry, []).append((number, *fields))
        return by_entry

    def without_entry(self, transfers: dict[int, list[tuple[Any, ...]]]) -> Iterator[Finding]:
        for entry, rows in transfers.items():
            for row in rows:
                yield Finding(f"Transfer {row[0]}", f"There is no entry {entry} for it.")

    def check_entry(
        self, number: int, entry: Entry, rows: list[tuple[Any, ...]]
    ) -> Iterator[Finding]:
        """One entry of the journal with the transfers that stand beside it."""
        stream = entry.stream
        problems: list[str] = []
        if number != self.last_entry + 1:
            problems.append(f"It is number {number} of the journal, after {self.last_entry}.")
        if entry.time < self.last_time:
            problems.append("It is older than the entry before it.")
        self.last_entry, self.last_time = number, entry.time
        self.counts.entries += 1
        last = self.heads.get(stream) or Head(stream, 0, START)
        yield from self.of_chain(check_link(last, entry))
        self.heads[stream] = Head(stream, entry.sequence, entry.hash)
        recorded = [self.transfer(row, problems) for row in rows]
        if stream not in self.lost:
            balances = Balances(self.balances)
            try:
                problems += self.replay(entry, recorded, balances)
                self.balances.update(balances.staged)
            except Exception as error:  # It may have been changed in any way.
                self.lost.add(stream)
                problems.append(f"It can't be replayed, nor what follows: {_reason(error)}")
        if stream in self.lost:  # Other tables go on with what the ledger says.
            for transfer in recorded:
                self.balances[transfer.debit] = self.balances.get(transfer.debit, 0) - transfer[2]
                self.balances[transfer.credit] = self.balances.get(transfer.credit, 0) + transfer[2]
        yield from self.about(stream, entry.sequence, problems)

    def transfer(self, row: tuple[Any, ...], problems: list[str]) -> Transfer:
        """A row of the ledger as a transfer, counted towards the totals of its accounts."""
        number, debit, credit, amount, *rest = row
        if number != self.last_transfer + 1:
            problems.append(f"Transfer {number} comes after {self.last_transfer}.")
        self.last_transfer = number
        self.counts.transfers += 1
        self.totals[debit] = self.totals.get(debit, 0) - amount
        self.totals[credit] = self.totals.get(credit, 0) + amount
        return Transfer(self.account(debit), self.account(credit), amount, *rest)

    def account(self, number: int) -> Account:
        return self.accounts.get(number) or Account("unknown", str(number))

    def replay(self, entry: Entry, recorded: list[Transfer], balances: Balances) -> list[str]:
        """What is wrong with the events of an entry, or with their transfers."""
        events = events_of(entry)
        self.counts.events += len(events)
        if entry.stream == HOUSE:
            booked = self.house.follow(events, balances, entry.time)
            problems, fingerprint = self.house.problems, ""
            for person in self.house.seen_off:
                problems += self.retire_tables_of(person)
        else:
            table = self.tables.get(entry.stream)
            if table is None:
                table = TableCheck(entry.stream, self.setup_of, self.house.terms, self.counts)
                self.tables[entry.stream] = table
            booked = table.follow(events, balances)
            if entry.sequence == 1:
                self.tables_of.setdefault(table.person, []).append(table)
            problems, fingerprint = table.problems, table.fingerprint
        if entry.fingerprint != fingerprint:
            problems.append("It names another configuration than the table has.")
        return [*problems, *differences(booked, recorded)]

    def retire_tables_of(self, person: str) -> Iterator[str]:
        for table in self.tables_of.pop(person, []):
            table.check_sealed(self.key)
            yield from (f"Table {table.table}: {says}" for says in table.problems)
            table.retire()

    # What stands in the other tables

    def check_accounts(self) -> Iterator[Finding]:
        total, last = 0, 0
        by_kind = dict.fromkeys(("player", "felt", "meter"), 0)
        for number, kind, owner, balance in self.rows(*ACCOUNTS.c):
            where = f"Account {number}, {kind} {owner}"
            if number != last + 1:
                yield Finding(where, f"It comes after account {last}.")
            last = number
            total += balance
            if kind in by_kind:
                by_kind[kind] += balance
            if number not in self.totals:
                yield Finding(where, "No transfer has ever reached it.")
            elif balance != self.totals[number]:
                sum_of_all = money(self.totals[number])
                says = f"Its balance is {money(balance)}, and its transfers come to {sum_of_all}."
                yield Finding(where, says)
            if balance < 0 and not Account(kind, owner).may_be_negative:
                yield Finding(where, f"It is below zero: {money(balance)}.")
        if total:
            yield Finding("All accounts", f"They come to {money(total)}, and not to nothing.")
        for number in self.totals.keys() - self.accounts.keys():
            yield Finding(f"Account {number}", "Transfers name it, and it is not there.")
        counts = self.counts
        counts.players, counts.felts, counts.meters = by_kind.values()

    def check_people(self) -> Iterator[Finding]:
        people = self.house.people
        limits = people.all_limits()
        for *row, key, password in self.rows(*PERSON, PEOPLE.c.name_key, PEOPLE.c.password):
            for where, says in people.differences(Person(*row), key, password):
                yield Finding(where, says)
            self.counts.guests += 1
        for where, says in people.missing():
            yield Finding(where, says)
        for person, *row in self.rows(*PLAYER_LIMITS.c):
            if LimitRow(*row) in limits.get(person, ()):
                limits[person].remove(LimitRow(*row))
            else:
                yield Finding(f"Guest {person}", "A limit of theirs is not in the journal.")
        for person in (person for person, rows in limits.items() if rows):
            yield Finding(f"Guest {person}", "A limit of theirs is in the journal, and not listed.")

    def check_tables(self) -> Iterator[Finding]:
        missing = set(self.tables)
        for id, *listed in self.rows(*TABLES.c):
            missing.discard(id)
            table = self.tables.get(id)
            if table is None:
                yield Finding(f"Table {id}", "The journal does not know it.")
                continue
            recorded = [table.person, table.offer, table.game, table.jackpot]
            if id not in self.lost and listed != recorded:
                said = " ".join(recorded).strip()
                says = f"It is listed as {' '.join(listed).strip()}, and the journal has {said}."
                yield Finding(f"Table {id}", says)
        for id in missing:
            yield Finding(f"Table {id}", "It is in the journal, and not in the list of tables.")

    def check_settings(self) -> Iterator[Finding]:
        adopted = iter(self.house.settings)
        for number, fingerprint, effective, body in self.rows(*HOUSE_SETTINGS.c):
            where = f"Settings {number}"
            if next(adopted, None) != (fingerprint, effective):
                yield Finding(where, "The journal says that others were adopted.")
            try:
                if settings_from_json(body).fingerprint != fingerprint:
                    yield Finding(where, "They are not those that were adopted.")
            except Exception as error:  # They may have been changed in any way.
                yield Finding(where, f"They can't be read: {_reason(error)}")
        for fingerprint, _ in adopted:
            yield Finding("The settings", f"Those adopted as {fingerprint[:12]} are missing.")

    # Heads

    def check_kept_heads(self, kept: KeptHeads) -> Iterator[Finding]:
        """Heads that were written before we looked; later ones we can't know."""
        heads = read_heads(kept.file, kept.size)
        is_empty = True
        while batch := list(islice(heads, BATCH)):
            is_empty = False
            places = [(head.stream, head.sequence) for head in batch]
            query = sa.select(JOURNAL.c.stream, JOURNAL.c.sequence, JOURNAL.c.hash).where(
                sa.tuple_(JOURNAL.c.stream, JOURNAL.c.sequence).in_(places)
            )
            hashes = {(row[0], row[1]): row[2] for row in self.connection.execute(query)}
            yield from self.of_chain(check_heads(batch, hashes))
        if is_empty and self.counts.entries:
            yield Finding(f"The heads in {kept.file.name}", "There are none: nothing was kept.")


def _none(column: sa.Column[Any]) -> tuple[type, ...]:
    return (type(None),) if column.nullable else ()


def differences(booked: list[Transfer], recorded: list[Transfer]) -> Iterator[str]:
    """How the ledger differs from the transfers that the events come to."""
    for at in range(max(len(booked), len(recorded))):
        due = booked[at] if at < len(booked) else None
        found = recorded[at] if at < len(recorded) else None
        if due != found:
            yield f"Its events come to {_told(due)}, and the ledger has {_told(found)}."


def _told(transfer: Transfer | None) -> str:
    if transfer is None:
        return "no further transfer"
    debit, credit, amount, reason, *about = transfer
    details = " ".join(str(detail) for detail in about if detail is not None)
    why = f"{reason} {details}".strip()
    return f"{money(amount)} from {' '.join(debit)} to {' '.join(credit)} ({why})"


def _reason(error: Exception) -> str:
    if isinstance(error, Overdraft):
        return f"The {error.account.kind} {error.account.owner} would fall below zero."
    text = error.message if isinstance(error, PitbossError) else f"{type(error).__name__}: {error}"
    return f"{text}." if not text.endswith(".") else text
