"""The books: what is committed, and what a group of commands lays on top of it.

Commands that wait together are committed together. Until then, what they come to is staged here:
entries of the journal, transfers, balances, tables. If the commit fails, the stage is dropped and
what was committed stands, for nothing in it was changed.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from typing import Any

from pitboss.house.office.statements import Statements
from pitboss.house.people.person import Person
from pitboss.house.records.journal import START, Entry, Head, sealed
from pitboss.house.records.ledger import Account, Balances, Transfer
from pitboss.house.storage.schema import ACCOUNTS as ACCOUNTS_TABLE
from pitboss.house.storage.schema import JOURNAL, TRANSFERS
from pitboss.house.tables.practice import Table

MOST_TABLES = 4_096  # Kept at hand; others are read from the journal when they are asked for.
MOST_ACCOUNTS = 65_536
HASH = list(JOURNAL.c.keys()).index("hash")


class LedgerIsUnbalanced(Exception):
    """A fault of ours that must never be written."""


class Committed:
    """What is on disk, as far as it is at hand. Accounts are read when they are asked for."""

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.balances: dict[Account, int] = {}
        self.numbers: dict[Account, int] = {}  # Of accounts.
        self.heads: dict[str, Head] = {}
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.people: dict[str, Person] = {}
        self.tables_of: dict[str, dict[str, str]] = {}  # By person, by table: its offer.
        self.last_times: dict[str, int] = {}  # By stream: when its last entry was written.
        self.last_entry = statements.last_number(JOURNAL)
        self.last_transfer = statements.last_number(TRANSFERS)
        self.last_account = statements.last_number(ACCOUNTS_TABLE)

    def get(self, account: Account, default: int = 0) -> int:
        """The balance of an account; one that is not there yet has nothing."""
        balance = self.balances.get(account)
        if balance is None:
            row = self.statements.account(account)
            if row is None:
                return default
            self.numbers[account], balance = row
            self.balances[account] = balance
        return balance

    def offers_of(self, person: str) -> dict[str, str]:
        """The tables of somebody, each with the key of its offer."""
        tables = self.tables_of.get(person)
        if tables is None:
            tables = self.tables_of[person] = self.statements.tables_of(person)
        return tables

    def head(self, stream: str) -> Head:
        head = self.heads.get(stream)
        if head is None:
            head = self.statements.head(stream) or Head(stream, 0, START)
            self.heads[stream] = head
        return head

    def entries_backwards(self, stream: str) -> Iterator[Entry]:
        """The entries of a stream, the latest first."""
        before = self.head(stream).sequence + 1
        while before > 1:
            for entry in self.statements.entries_before(stream, before):
                yield entry
                before = entry.sequence

    def trim(self) -> None:
        """Let go of what can be read again."""
        while len(self.tables) > MOST_TABLES:
            table = self.tables.popitem(last=False)[0]
            self.heads.pop(table, None)
            self.last_times.pop(table, None)
        if len(self.balances) > MOST_ACCOUNTS:
            self.balances.clear()
            self.numbers.clear()
        if len(self.people) > MOST_ACCOUNTS:
            self.people.clear()
            self.tables_of.clear()


class Group:
    """The commands of one commit."""

    def __init__(self, committed: Committed, now: int) -> None:
        self.committed, self.now = committed, now
        self.writes_refusals = True  # Of the command that is being carried out.
        self.balances = Balances(committed)
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, Table] = {}
        self.people: dict[str, Person] = {}
        self.said: dict[tuple[str, str, str], tuple[str, str]] = {}
        self.renewed: set[str] = set()  # Tables whose new commitment has not been published yet.
        # By stream: who made each entry, and what it moved.
        self.entered: defaultdict[str, list[tuple[str, list[Transfer]]]] = defaultdict(list)
        self._entries: list[tuple[Any, ...]] = []
        self._transfers: list[tuple[Any, ...]] = []
        self._new_accounts: list[tuple[Any, ...]] = []
        self._numbers: dict[Account, int] = {}

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or self.committed.head(stream)

    def said_before(self, stream: str, person: str, command_id: str) -> tuple[str, str] | None:
        """What was asked and answered under this id, in this group or ever."""
        key = stream, person, command_id
        return self.said.get(key) or self.committed.statements.said_before(*key)

    def enter(
        self,
        stream: str,
        person: str,
        command_id: str,
        request: str,
        events: str,
        answer: str,
        fingerprint: str,
        transfers: list[Transfer],
        round: int = 0,
    ) -> int:
        """Append an entry to a stream, with its transfers; its number in the whole journal."""
        last = self.head(stream)
        number = self.committed.last_entry + len(self._entries) + 1
        entry = sealed(
            Entry(
                number, stream, last.sequence + 1, self.now, person, command_id, request, events,
                answer, fingerprint, last.hash, round,
            )
        )  # fmt: skip
        self._entries.append((*entry[:-3], entry.hash, entry.round, entry.version))
        self.said[stream, person, command_id] = request, answer
        self.heads[stream] = Head(stream, entry.sequence, entry.hash)
        self.entered[stream].append((person, transfers))
        first = self.committed.last_transfer + len(self._transfers) + 1
        for at, transfer in enumerate(transfers, first):
            debit, credit = self._number(transfer.debit), self._number(transfer.credit)
            self._transfers.append((at, number, debit, credit, *transfer[2:]))
        return number

    def _number(self, account: Account) -> int:
        """The number of an account, which may be new."""
        number = self._numbers.get(account) or self.committed.numbers.get(account)
        if number is None:
            number = self.committed.last_account + len(self._new_accounts) + 1
            self._numbers[account] = number
            self._new_accounts.append((number, *account, 0))
        return number

    def write(self) -> None:
        """Put it all into the open transaction."""
        self._check_balance()
        statements = self.committed.statements
        statements.add_entries(self._entries)
        statements.add_accounts(self._new_accounts)
        statements.add_transfers(self._transfers)
        statements.set_balances(
            (balance, self._number(account)) for account, balance in self.balances.staged.items()
        )
        for person in self.people.values():
            statements.set_person(person)

    def _check_balance(self) -> None:
        """All accounts together come to nothing before and after; this is never left out."""
        before = self.committed.get
        change = sum(now - before(account) for account, now in self.balances.staged.items())
        if change:
            raise LedgerIsUnbalanced(f"The group would make {change} out of nothing.")

    def is_committed(self) -> None:
        """From now on it is what stands."""
        committed = self.committed
        committed.balances.update(self.balances.staged)
        committed.numbers.update(self._numbers)
        committed.heads.update(self.heads)
        committed.last_times.update(dict.fromkeys(self.heads, self.now))
        committed.people.update(self.people)
        for id, table in self.tables.items():
            committed.tables[id] = table
            committed.tables.move_to_end(id)
        committed.last_entry += len(self._entries)
        committed.last_transfer += len(self._transfers)
        committed.last_account += len(self._new_accounts)
        committed.trim()

    @property
    def first_entry(self) -> tuple[int, str] | None:
        """The number and the hash of its first entry, by which the group can be found."""
        return (self._entries[0][0], self._entries[0][HASH]) if self._entries else None

    @property
    def is_empty(self) -> bool:
        return not self._entries and not self.people
