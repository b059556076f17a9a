"""Verify: a whole house is checked from its first entry on, and what is wrong is said.

The journal is read once, in the order in which it was written. Each entry has to follow from the
one before it in its stream; its events, replayed, have to give exactly the transfers that stand
beside it. Balances are added up again from the transfers. Nothing is kept but the tables and the
accounts as they stand, so that memory does not grow with the length of the journal.

Only one moment of the database is looked at, and nothing is locked: a house may stay open.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.errors import NoHouse, PitbossError
from pitboss.house.checks.circumstances import Circumstances
from pitboss.house.checks.day_check import DayCheck, KeptSeals, check_kept_seals, kept_seals
from pitboss.house.checks.findings import BATCH, BadRow, Finding, Rows
from pitboss.house.checks.heads_check import HeadsCheck, KeptHeads, kept_heads
from pitboss.house.checks.house_check import HouseCheck
from pitboss.house.checks.house_requests import problems_of as request_problems
from pitboss.house.checks.lists_check import ListsCheck
from pitboss.house.checks.own_limits import OwnLimits
from pitboss.house.checks.schema_check import check_rows, check_schema
from pitboss.house.checks.table_check import Counts, TableCheck, reason
from pitboss.house.events import HOUSE
from pitboss.house.keys.key_files import key_in_force, key_to_check_with, old_keys
from pitboss.house.keys.sealing import Key
from pitboss.house.keys.signing import PUBLIC_KEY
from pitboss.house.office.entries import encode
from pitboss.house.records.days import GamingDay
from pitboss.house.records.journal import (
    ENTRY,
    START,
    Entry,
    Head,
    Problem,
    check_link,
)
from pitboss.house.records.ledger import Account, Balances, Transfer, accounts_of, player
from pitboss.house.records.merkle import Tree
from pitboss.house.records.outside_rulebooks import must_know_rulebooks, needed_rulebooks
from pitboss.house.records.seals import read_public_keys
from pitboss.house.rounds.archive import check_version, engine_to_read
from pitboss.house.settings.house_settings import HouseSettings, settings_from_json
from pitboss.house.storage.opening import HEADS, SEALS, plain_errors
from pitboss.house.storage.schema import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    TRANSFERS,
)
from pitboss.house.tables.recovery import events_of, read_setup
from pitboss.language.currency import Currency
from pitboss.language.rulebook import digest
from pitboss.play import Setup

Progress = Callable[[int, int], None]  # Entries checked, and entries in all.


def no_progress(checked: int, entries: int) -> None:
    """A no-op progress callback."""


def verify(
    folder: Path,
    counts: Counts,
    url: str | sa.URL | None = None,
    others: Path | None = None,
    progress: Progress = no_progress,
    seals: Path | None = None,
    public_keys: Path | None = None,
) -> Iterator[Finding]:
    """What is wrong with the house in a folder.

    `others` are heads that somebody else kept, `seals` seals of days, and `public_keys` the keys
    that are trusted to sign them.
    """
    engine = engine_to_read(folder, url)
    if others is not None and not others.is_file():
        raise NoHouse("house/heads", f"There is no file of heads in {others}.")
    if seals is not None and not seals.is_file():
        raise NoHouse("house/seals", f"There is no file of seals in {seals}.")
    trusted = None if public_keys is None else read_public_keys(public_keys)
    files = [kept_heads(folder / HEADS, is_own=True)]
    files += [] if others is None else [kept_heads(others)]
    kept = [kept_seals(folder / SEALS, is_own=True)]
    kept += [] if seals is None else [kept_seals(seals)]
    published = _text_of(folder / PUBLIC_KEY)
    try:
        with plain_errors(folder, engine.url):
            connection = engine.connect()
        with connection:
            check_version(connection, folder)
            must_know_rulebooks(connection, folder)
            for check in (check_schema, check_rows):
                yield from (Finding("The database", says) for says in check(connection))
            key = key_to_check_with(folder, key_in_force(connection))
            verification = Verification(connection, key, counts, trusted, old_keys(folder))
            yield from verification.findings(files, progress, kept, published)
    except sa.exc.DBAPIError as error:
        yield Finding("The database", f"It can't be read: {error.orig}.")
    finally:
        engine.dispose()


class Verification:
    """One look at a database, within one transaction."""

    def __init__(
        self,
        connection: sa.Connection,
        key: Key | None,
        counts: Counts,
        trusted: frozenset[str] | None = None,
        old_keys: Mapping[str, Key] | None = None,
    ) -> None:
        self.connection, self.key, self.counts = connection, key, counts
        self.rows = Rows(connection)
        self.old_keys = old_keys or {}  # By id: what is still sealed at tables of the past.
        self.setups: dict[str, Setup] = {}
        self.accounts: dict[int, Account] = {}
        self.totals: dict[int, int] = {}  # By the number of an account: what its transfers come to.
        self.balances: dict[Account, int] = {}  # As booked again from the events.
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, TableCheck] = {}
        self.lost: set[str] = set()  # Streams that could not be replayed to their end.
        self.house = HouseCheck()
        self.gaming_days: dict[str, GamingDay] = {}  # By the fingerprint of settings.
        self.adopted: dict[str, HouseSettings] = {}  # By their fingerprint.
        self.days = DayCheck(self.gaming_days, trusted)
        self.tables_of: dict[str, list[TableCheck]] = {}  # By guest.
        self.circumstances = Circumstances(
            self.house, self.adopted, self.tables_of, OwnLimits(people_with_limits(connection))
        )
        self.misled: list[tuple[int, str]] = []  # Entries of the stream followed last.
        self.from_backup: list[TableCheck] = []  # Whose seeds the opening has to renew.
        self.opened_at = 0  # After the house was restored.
        self.last_entry = self.last_transfer = self.last_time = 0

    def findings(
        self,
        files: list[KeptHeads],
        progress: Progress,
        seals: Iterable[KeptSeals] = (),
        published: str = "",
    ) -> Iterator[Finding]:
        """What is wrong; also that a database can't be read to its end."""
        try:
            yield from self._findings(files, progress)
            yield from self.check_seals(seals, published)
        except BadRow as error:
            yield Finding(error.where, f"{error.says} What follows was not checked.")
        except sa.exc.DBAPIError as error:
            yield Finding("The database", f"It can't be read to its end: {error.orig}.")

    def _findings(self, files: list[KeptHeads], progress: Progress) -> Iterator[Finding]:
        yield from self.check_rulebooks()
        yield from self.check_configurations()
        yield from self.check_settings_bodies()
        self.accounts = {
            number: Account(kind, owner)
            for number, kind, owner in self.rows.of(
                ACCOUNTS.c.id, ACCOUNTS.c.kind, ACCOUNTS.c.owner
            )
        }
        yield from self.check_journal(progress)
        self.counts.currency = self.circumstances.currency_at(self.last_time)
        lists = ListsCheck(self.rows, self)
        yield from lists.check_accounts()
        for stream, table in self.tables.items():
            if stream not in self.lost:
                for sequence, says in self.circumstances.at_the_end(table, self.key):
                    yield from self.about(stream, sequence, [says])
                table.check_sealed(self.key)
                yield from self.about(stream, self.heads[stream].sequence, table.problems)
        self.counts.state = self.state()
        yield from lists.check_people()
        yield from lists.check_sign_ins()
        yield from lists.check_wallets()
        yield from lists.check_tables()
        yield from lists.check_settings()
        for kept in files:
            yield from self.check_kept_heads(kept)

    def state(self) -> str:
        """A hash over all tables and balances, as they came out of the replay."""
        tables = (table.as_text() for _, table in sorted(self.tables.items()))
        balances = (
            f"{' '.join(account)} {self.balances[account]}" for account in sorted(self.balances)
        )
        return hashlib.sha256("\n".join((*tables, *balances)).encode()).hexdigest()

    def about(self, stream: str, sequence: object, problems: list[str]) -> Iterator[Finding]:
        where = "The house" if stream == HOUSE else f"Table {stream}"
        for says in problems:
            yield Finding(f"{where}, entry {sequence}", says)

    def of_chain(self, problems: Iterator[Problem]) -> Iterator[Finding]:
        for stream, sequence, says in problems:
            yield from self.about(stream, sequence, [says])

    # Configurations

    def check_rulebooks(self) -> Iterator[Finding]:
        for needed in needed_rulebooks(self.connection):
            if needed.now != needed.was:
                says = f"It is not the one that the house was opened with: {needed.hashes}."
                yield Finding(f"The rulebook of {needed.game}", says)

    def check_configurations(self) -> Iterator[Finding]:
        for fingerprint, body in self.rows.of(CONFIGURATIONS.c.fingerprint, CONFIGURATIONS.c.body):
            where = f"Configuration {fingerprint[:12]}"
            try:
                setup = read_setup(body)
            except Exception as error:  # It may have been changed in any way.
                yield Finding(where, f"It can't be read: {reason(error)}")
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
        rows = self.rows.of(*ENTRY)
        while batch := [Entry(*row) for row in islice(rows, BATCH)]:
            transfers = self.transfers_until(batch[-1].number)
            for entry in batch:
                yield from self.check_entry(entry, transfers.pop(entry.number, []))
            yield from self.without_entry(transfers)
            progress(self.counts.entries, total or 0)
        yield from self.without_entry(self.transfers_until(None))
        yield from self.check_renewed()
        self.counts.tables = len(self.tables)

    def transfers_until(self, last: int | None) -> dict[int, list[tuple[Any, ...]]]:
        """The transfers after those of the last batch, by the number of their entry."""
        query = sa.select(TRANSFERS).where(TRANSFERS.c.entry > self.last_entry)
        if last is not None:
            query = query.where(TRANSFERS.c.entry <= last)
        by_entry: dict[int, list[tuple[Any, ...]]] = {}
        ordered = query.order_by(TRANSFERS.c.entry, TRANSFERS.c.id)
        for number, entry, *fields in self.rows.checked(ordered, TRANSFERS.c):
            by_entry.setdefault(entry, []).append((number, *fields))
        return by_entry

    def without_entry(self, transfers: dict[int, list[tuple[Any, ...]]]) -> Iterator[Finding]:
        for entry, rows in transfers.items():
            for row in rows:
                yield Finding(f"Transfer {row[0]}", f"There is no entry {entry} for it.")

    def check_entry(self, entry: Entry, rows: list[tuple[Any, ...]]) -> Iterator[Finding]:
        """One entry of the journal with the transfers that stand beside it."""
        number, stream = entry.number, entry.stream
        problems: list[str] = []
        if number != self.last_entry + 1:
            problems.append(f"It is number {number} of the journal, after {self.last_entry}.")
        if entry.time < self.last_time:
            problems.append("It is older than the entry before it.")
        self.last_entry, self.last_time = number, entry.time
        self.counts.entries += 1
        if self.from_backup and entry.time > self.opened_at:  # The commit of the opening is over.
            yield from self.check_renewed()
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
                problems.append(f"It can't be replayed, nor what follows: {reason(error)}")
        if stream in self.lost:  # Other tables go on with what the ledger says.
            for transfer in recorded:
                self.balances[transfer.debit] = self.balances.get(transfer.debit, 0) - transfer[2]
                self.balances[transfer.credit] = self.balances.get(transfer.credit, 0) + transfer[2]
        problems += [*self.days.enter(entry)] if HOUSE not in self.lost else []
        yield from self.about(stream, entry.sequence, problems)
        for sequence, says in self.misled:
            yield from self.about(stream, sequence, [says])
        self.misled.clear()

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
            settings = self.circumstances.settings_at(entry.time)
            misled = [*request_problems(
                entry, events, self.house, settings, balances, partial(self.wealth, balances)
            )]  # fmt: skip
            booked = self.house.follow(entry.number, entry.time, events, balances)
            problems, fingerprint = [*misled, *self.house.problems], ""
            if self.house.has_opened_restored:
                self.from_backup, self.opened_at = [*self.tables_here()], entry.time
            problems += self.days.follow(entry, events)
            for person in self.house.seen_off:
                problems += self.retire_tables_of(person)
        else:
            table = self.tables.get(entry.stream)
            if table is None:
                table = TableCheck(
                    entry.stream, self.setup_of, self.house.terms, self.counts,
                    self.house.replaced, lambda _: self.house.opened_by,
                )  # fmt: skip
                self.tables[entry.stream] = table
            asked = self.circumstances.asked(entry, table, events, balances)
            booked = table.follow(events, balances, entry.number)
            if entry.sequence == 1:
                self.tables_of.setdefault(table.person, []).append(table)
            self.circumstances.note(entry, table, booked)
            if asked is not None:
                self.misled += self.circumstances.check(asked, table)
            problems, fingerprint = table.problems, table.fingerprint
        if entry.fingerprint != fingerprint:
            problems.append("It names another configuration than the table has.")
        currency = self.circumstances.currency_at(entry.time)
        return [*problems, *differences(booked, recorded, currency)]

    def wealth(self, balances: Balances, person: str) -> int:
        """A person's money, with what lies on the felts of their tables."""
        felts = (accounts_of(table.table).felt for table in self.tables_of.get(person, ()))
        return balances[player(person)] + sum(balances[felt] for felt in felts)

    def tables_here(self) -> Iterator[TableCheck]:
        """The tables of people who may still come back."""
        return (table for tables in self.tables_of.values() for table in tables)

    def check_renewed(self) -> Iterator[Finding]:
        """After a restore, whatever was sealed in the backup may be known to players."""
        for table in self.from_backup:
            if table.is_from_before and table.table not in self.lost:
                says = "The house was restored, and its next deck is still made of the same seed."
                yield Finding(f"Table {table.table}", says)
        self.from_backup = []

    def retire_tables_of(self, person: str) -> Iterator[str]:
        for table in self.tables_of.pop(person, []):
            table.check_sealed(self.key, self.old_keys)
            yield from (f"Table {table.table}: {says}" for says in table.problems)
            table.retire()

    def check_settings_bodies(self) -> Iterator[Finding]:
        """Settings as they were kept: what is filed under a fingerprint has it."""
        for number, fingerprint, body in self.rows.of(
            HOUSE_SETTINGS.c.id, HOUSE_SETTINGS.c.fingerprint, HOUSE_SETTINGS.c.body
        ):
            where = f"Settings {number}"
            try:
                settings, its_own = _read_settings(body)
            except Exception as error:  # They may have been changed in any way.
                yield Finding(where, f"They can't be read: {reason(error)}")
                continue
            if its_own != fingerprint:
                yield Finding(where, "They are not those that were adopted.")
            else:
                self.adopted[fingerprint] = settings
                self.gaming_days[fingerprint] = settings.gaming_day

    # Seals

    def check_seals(self, kept: Iterable[KeptSeals], published: str) -> Iterator[Finding]:
        """Seals outside the database, and the key that the house gives away."""
        self.counts.days = len(self.days.seals)
        for seals in kept:
            unlike = check_kept_seals(seals, self.days, self.last_entry, self.root_of)
            why = self.house.why_shorter
            yield from (Finding(where, f"{says}{why}") for where, says in unlike)
            if not seals.is_own:
                self.counts.kept_seals += seals.count_of(self.days.seals)
        if published and self.days.last is not None and not self.days.believes(published):
            yield Finding(f"The key in {PUBLIC_KEY}", "It is not the one that the last seal names.")

    def root_of(self, first: int, last: int) -> str:
        query = sa.select(JOURNAL.c.hash).where(JOURNAL.c.id.between(first, last))
        tree = Tree()
        for (hash,) in self.connection.execute(
            query.order_by(JOURNAL.c.id), execution_options={"yield_per": BATCH}
        ):
            tree.add(hash)
        return tree.root().hex()

    # Heads

    def check_kept_heads(self, kept: KeptHeads) -> Iterator[Finding]:
        """Heads that were written before we looked; later ones we can't know."""
        check = HeadsCheck(self.connection, kept)
        for finding in self.of_chain(check.in_journal()):
            yield finding._replace(says=f"{finding.says}{self.house.why_shorter}")
        yield from (Finding(kept.where, says) for says in check.in_lines())
        if check.is_empty and self.counts.entries:
            yield Finding(kept.where, "There are none: nothing was kept.")


def people_with_limits(connection: sa.Connection) -> list[str]:
    """People who have ever set a limit of their own."""
    is_limit = JOURNAL.c.stream == HOUSE, JOURNAL.c.events.contains('"event":"LimitSet"')
    query = sa.select(JOURNAL.c.person).where(*is_limit).distinct()
    return list(connection.execute(query).scalars())


def _text_of(file: Path) -> str:
    return file.read_text("utf-8", "replace").strip() if file.is_file() else ""


@lru_cache(maxsize=64)
def _read_settings(body: str) -> tuple[HouseSettings, str]:
    """Settings, and the fingerprint of what was written, which only the house's own form has."""
    data = json.loads(body)
    return settings_from_json(body), digest(data) if encode(data) == body else ""


def differences(
    booked: list[Transfer], recorded: list[Transfer], currency: Currency
) -> Iterator[str]:
    """How the ledger differs from the transfers that the events come to."""
    for at in range(max(len(booked), len(recorded))):
        due = booked[at] if at < len(booked) else None
        kept = recorded[at] if at < len(recorded) else None
        if due != kept:
            says = _told(due, currency)
            yield f"Its events come to {says}, and the ledger has {_told(kept, currency)}."


def _told(transfer: Transfer | None, currency: Currency) -> str:
    if transfer is None:
        return "no further transfer"
    debit, credit, amount, reason, *about = transfer
    details = " ".join(str(detail) for detail in about if detail is not None)
    why = f"{reason} {details}".strip()
    return f"{currency.money(amount)} from {' '.join(debit)} to {' '.join(credit)} ({why})"
