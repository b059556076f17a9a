"""Lists checked: what stands beside the journal is what its events come to.

Balances, people and their limits, tables, sign-ins, adopted settings and open calls to wallets are
kept so that the house need not read its whole journal. Each row is held to the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.house.checks.findings import Finding, Rows
from pitboss.house.people.person import PERSON, Person
from pitboss.house.people.player_limits import LimitRow
from pitboss.house.records.ledger import Account, player
from pitboss.house.storage.schema import (
    ACCOUNTS,
    HOUSE_SETTINGS,
    PEOPLE,
    PLAYER_LIMITS,
    SIGN_INS,
    TABLES,
    WALLET_CALLS,
)

if TYPE_CHECKING:
    from pitboss.house.checks.verify import Verification


class ListsCheck:
    def __init__(self, rows: Rows, replayed: Verification) -> None:
        self._rows, self._replayed = rows, replayed
        self._money = replayed.counts.currency.money

    def check_accounts(self) -> Iterator[Finding]:
        total, last = 0, 0
        by_kind = dict.fromkeys(("player", "felt", "meter", "transit"), 0)
        for number, kind, owner, balance in self._rows.of(*ACCOUNTS.c):
            where = f"Account {number}, {kind} {owner}"
            if number != last + 1:
                yield Finding(where, f"It comes after account {last}.")
            last = number
            total += balance
            if kind in by_kind:
                by_kind[kind] += balance
            if number not in self._replayed.totals:
                yield Finding(where, "No transfer has ever reached it.")
            elif balance != self._replayed.totals[number]:
                sum_of_all = self._money(self._replayed.totals[number])
                shown = self._money(balance)
                says = f"Its balance is {shown}, and its transfers come to {sum_of_all}."
                yield Finding(where, says)
            if balance < 0 and not Account(kind, owner).may_be_negative:
                yield Finding(where, f"It is below zero: {self._money(balance)}.")
        if total:
            yield Finding("All accounts", f"They come to {self._money(total)}, and not to nothing.")
        for number in sorted(self._replayed.totals.keys() - self._replayed.accounts.keys()):
            yield Finding(f"Account {number}", "Transfers name it, and it is not there.")
        counts = self._replayed.counts
        counts.players, counts.felts, counts.meters, counts.in_transit = by_kind.values()

    def check_people(self) -> Iterator[Finding]:
        people = self._replayed.house.people
        limits = people.all_limits()
        for *row, key, password in self._rows.of(*PERSON, PEOPLE.c.name_key, PEOPLE.c.password):
            for where, says in people.differences(Person(*row), key, password):
                yield Finding(where, says)
            self._replayed.counts.guests += 1
        for where, says in people.missing():
            yield Finding(where, says)
        for person, *row in self._rows.of(*PLAYER_LIMITS.c):
            if LimitRow(*row) in limits.get(person, ()):
                limits[person].remove(LimitRow(*row))
            else:
                yield Finding(f"Guest {person}", "A limit of theirs is not in the journal.")
        for person in (person for person, rows in limits.items() if rows):
            yield Finding(f"Guest {person}", "A limit of theirs is in the journal, and not listed.")

    def check_wallets(self) -> Iterator[Finding]:
        """The calls that are open, and that players have no more here than their hands may need."""
        missing = dict(self._replayed.house.calls)
        for reference, *call in self._rows.of(*WALLET_CALLS.c):
            if missing.pop(reference, None) != tuple(call):
                says = "The journal does not have it as one that is open."
                yield Finding(f"Wallet call {reference}", says)
        for reference in missing:
            yield Finding(f"Wallet call {reference}", "It is open, and not in the list of calls.")
        for person, known in self._replayed.house.people.known.items():
            tables = self._replayed.tables_of.get(person, ())
            if known.wallet_id is not None and not any(
                t.table in self._replayed.lost for t in tables
            ):
                has = self._replayed.balances.get(player(person), 0)
                needs = sum(table.held for table in tables)
                if has != needs:
                    here, due = self._money(has), self._money(needs)
                    says = f"They have {here} here, and their hands need {due}."
                    yield Finding(f"Player {person}", says)

    def check_tables(self) -> Iterator[Finding]:
        missing = dict.fromkeys(self._replayed.tables)  # In the order in which they were opened.
        for id, *listed in self._rows.of(*TABLES.c):
            missing.pop(id, None)
            table = self._replayed.tables.get(id)
            if table is None:
                yield Finding(f"Table {id}", "The journal does not know it.")
                continue
            recorded = [table.person, table.offer, table.game, table.jackpot]
            if id not in self._replayed.lost and listed != recorded:
                said = " ".join(recorded).strip()
                says = f"It is listed as {' '.join(listed).strip()}, and the journal has {said}."
                yield Finding(f"Table {id}", says)
        for id in missing:
            yield Finding(f"Table {id}", "It is in the journal, and not in the list of tables.")

    def check_sign_ins(self) -> Iterator[Finding]:
        missing = dict(self._replayed.house.sign_ins.known)
        for row in self._rows.of(*SIGN_INS.c):
            token, *listed = row
            where = f"The sign-in {token[:12]} of {row.person}"
            known = missing.pop(token, None)
            if known is None:
                if row.person not in self._replayed.house.sign_ins.without:
                    yield Finding(where, "The journal does not know it.")
            elif [*known] != listed:
                yield Finding(where, "The journal has another person or time for it.")
        for token, (person, *_) in missing.items():
            where = f"The sign-in {token[:12]} of {person}"
            yield Finding(where, "It is in the journal, and not in the list of sign-ins.")

    def check_settings(self) -> Iterator[Finding]:
        adopted, last = iter(self._replayed.house.settings), 0
        columns = HOUSE_SETTINGS.c
        for row in self._rows.of(columns.id, columns.fingerprint, columns.effective):
            number, *listed = row
            where = f"Settings {number}"
            if number != last + 1:
                yield Finding(where, f"They come after settings {last}.")
            last = number
            if next(adopted, None) != (*listed,):
                yield Finding(where, "The journal says that others were adopted.")
        for fingerprint, _ in adopted:
            yield Finding("The settings", f"Those adopted as {fingerprint[:12]} are missing.")
