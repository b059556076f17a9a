"""Verify one round of a house: its chain, its shuffle, its settlement, its money and its seal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.checks.findings import Finding
from pitboss.house.checks.proofs import ProofCheck, make_proof
from pitboss.house.checks.round_check import (
    BalancesAfter,
    entries_of,
    replayed,
)
from pitboss.house.checks.table_check import Counts, TableCheck
from pitboss.house.checks.verify import differences
from pitboss.house.events import HOUSE
from pitboss.house.office.rule_of_the_house import JACKPOT
from pitboss.house.records.journal import RESTORE, Entry
from pitboss.house.records.ledger import Account, Balances, Transfer
from pitboss.house.records.outside_rulebooks import OPEN
from pitboss.house.rounds.archive import reading
from pitboss.house.rounds.history import RoundId
from pitboss.house.settings.house_settings import Terms
from pitboss.house.storage.schema import ACCOUNTS, CONFIGURATIONS, JOURNAL, TRANSFERS
from pitboss.house.tables.recovery import read_setup
from pitboss.play import Setup


class RoundVerification:
    """`days` are those under whose seals the round lies, once they are closed."""

    def __init__(self, connection: sa.Connection, id: RoundId, counts: Counts) -> None:
        self.connection, self.id, self.counts = connection, id, counts
        self.days: list[str] = []

    def findings(self, trusted: frozenset[str] | None = None) -> Iterator[Finding]:
        rows = entries_of(self.connection, self.id)
        first, table = rows[0], self._table(rows[0])
        with suppress(PitbossError):  # The replay tells of a configuration that is not there.
            self.counts.currency = table.setup_of(first.fingerprint).rules.currency
        currency = self.counts.currency
        balances = Balances(BalancesAfter(self.connection, first.number))
        for entry, problems, booked in replayed(self.id, rows, table, balances):
            where = f"Table {self.id.table}, entry {entry.sequence}"
            yield from (Finding(where, says) for says in problems)
            if entry is not first:  # The money of that one is about the round before.
                recorded = self._transfers(entry.number)
                self.counts.transfers += len(recorded)
                yield from (
                    Finding(where, says) for says in differences(booked, recorded, currency)
                )
        self.counts.tables = 1
        yield from self._seals(trusted)

    def _table(self, first: Entry) -> TableCheck:
        """The table as it stood when the round was committed to."""
        replaced = self._events(
            JOURNAL.c.stream == HOUSE, JOURNAL.c.events.contains('"event":"KeyReplaced"')
        )
        keys = [event.old for event in replaced if isinstance(event, h.KeyReplaced)]
        table = TableCheck(
            self.id.table, self._setup_of, self._terms(first.number), self.counts, keys,
            self._opened_by,
        )  # fmt: skip
        linked = self._events(
            JOURNAL.c.stream == self.id.table,
            JOURNAL.c.id <= first.number,
            JOURNAL.c.events.contains('"event":"MeterLinked"'),
        )
        for event in linked:
            if isinstance(event, h.MeterLinked):
                table.jackpot = event.jackpot
        return table

    def _opened_by(self, before: int) -> int:
        """The number of the entry that opened or restored the house last, before an entry."""
        opened = (JOURNAL.c.command_id.like(f"{prefix}%") for prefix in (OPEN, RESTORE))
        query = sa.select(sa.func.max(JOURNAL.c.id)).where(
            JOURNAL.c.stream == HOUSE,
            JOURNAL.c.person == HOUSE,
            JOURNAL.c.id < before,
            sa.or_(*opened),
        )
        return self.connection.execute(query).scalar() or 0

    def _terms(self, before: int) -> dict[str, Terms]:
        """The terms of shared jackpots, as they stood before an entry."""
        terms = {}
        for event in self._events(
            JOURNAL.c.stream == HOUSE,
            JOURNAL.c.id < before,
            JOURNAL.c.command_id.like(f"{JACKPOT}%"),
        ):
            if isinstance(event, h.JackpotOpened | h.JackpotTermsChanged):
                terms[event.jackpot] = Terms(*event[1:])
        return terms

    def _events(self, *conditions: sa.ColumnElement[bool]) -> Iterator[h.AnyEvent]:
        query = sa.select(JOURNAL.c.events).where(*conditions).order_by(JOURNAL.c.id)
        for text in self.connection.execute(query).scalars():
            yield from map(h.from_json, json.loads(text))

    def _setup_of(self, fingerprint: str) -> Setup:
        query = sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == fingerprint)
        body = self.connection.execute(query).scalar_one_or_none()
        setup = None if body is None else read_setup(body)
        if setup is None or setup.fingerprint != fingerprint:
            message = f"the configuration {fingerprint[:12]} is not in the database"
            raise PitbossError("verify/configuration", message)
        return setup

    def _transfers(self, entry: int) -> list[Transfer]:
        debit, credit = ACCOUNTS.alias("debit"), ACCOUNTS.alias("credit")
        about = [TRANSFERS.c[name] for name in Transfer._fields[2:]]
        query = (
            sa.select(debit.c.kind, debit.c.owner, credit.c.kind, credit.c.owner, *about)
            .join_from(TRANSFERS, debit, debit.c.id == TRANSFERS.c.debit)
            .join(credit, credit.c.id == TRANSFERS.c.credit)
            .where(TRANSFERS.c.entry == entry)
            .order_by(TRANSFERS.c.id)
        )
        return [
            Transfer(Account(*row[:2]), Account(*row[2:4]), *row[4:])
            for row in self.connection.execute(query)
        ]

    def _seals(self, trusted: frozenset[str] | None) -> Iterator[Finding]:
        try:
            proof = make_proof(self.connection, self.id)
        except ValueError:  # Its day is open, or its configuration is gone, which was said above.
            return
        self.days = [seal.day for seal in proof.seals]
        for where, says in ProofCheck(proof, trusted, Counts()).about_seals():
            yield Finding(where, says)


def verify_round(
    folder: Path,
    id: RoundId,
    counts: Counts,
    url: str | sa.URL | None = None,
    trusted: frozenset[str] | None = None,
) -> tuple[list[Finding], list[str]]:
    """What is wrong with a round, and the closed days that it lies in."""
    with reading(folder, url) as connection:
        verification = RoundVerification(connection, id, counts)
        return list(verification.findings(trusted)), verification.days
