"""A wallet in memory that keeps the whole contract, for tests and as a model to read."""

from __future__ import annotations

import threading
from typing import NamedTuple

from pitboss.house.wallets.wallet import (
    CREDIT,
    DEBIT,
    NO_FUNDS,
    REFERENCE_USED,
    ROLLED_BACK,
    UNKNOWN_PLAYER,
    Answer,
    Declined,
    Receipt,
)

BAD_AMOUNT = "bad-amount"


class Entry(NamedTuple):
    """What a reference was used for, and what came of it."""

    kind: str
    player: str
    amount: int | None  # None: rolled back before the debit came.
    declined: str = ""


class ReferenceWallet:
    """Players and what they have; `entries` remembers every reference for good."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}
        self.entries: dict[str, Entry] = {}
        self._lock = threading.Lock()

    def open_account(self, player: str, amount: int = 0) -> None:
        with self._lock:
            self.balances[player] = amount

    def balance(self, player: str) -> int | Declined:
        with self._lock:
            return self.balances.get(player, Declined(UNKNOWN_PLAYER))

    def debit(self, player: str, amount: int, reference: str) -> Answer:
        with self._lock:
            return self._once(Entry(DEBIT, player, amount), reference)

    def credit(self, player: str, amount: int, reference: str) -> Answer:
        with self._lock:
            return self._once(Entry(CREDIT, player, amount), reference)

    def rollback(self, player: str, reference: str) -> Answer:
        with self._lock:
            before = self.entries.get(reference)
            if before is not None and (before.kind, before.player) != (DEBIT, player):
                return Declined(REFERENCE_USED)
            if player not in self.balances:
                return Declined(UNKNOWN_PLAYER)
            if before is None:
                self.entries[reference] = Entry(DEBIT, player, None, ROLLED_BACK)
            elif not before.declined:
                self.balances[player] += before.amount or 0
                self.entries[reference] = before._replace(declined=ROLLED_BACK)
            return Receipt(reference, self.balances[player])

    def _once(self, entry: Entry, reference: str) -> Answer:
        """Carry out what was not asked before; otherwise give the first answer again."""
        before = self.entries.get(reference)
        if before is None:
            before = self.entries[reference] = self._carried_out(entry)
        elif before[:2] != entry[:2] or before.amount not in (entry.amount, None):
            return Declined(REFERENCE_USED)
        if before.declined:
            return Declined(before.declined)
        return Receipt(reference, self.balances[entry.player])

    def _carried_out(self, entry: Entry) -> Entry:
        kind, player, amount, _ = entry
        if amount is None or amount <= 0:
            return entry._replace(declined=BAD_AMOUNT)
        if player not in self.balances:
            return entry._replace(declined=UNKNOWN_PLAYER)
        if kind == DEBIT and self.balances[player] < amount:
            return entry._replace(declined=NO_FUNDS)
        self.balances[player] += -amount if kind == DEBIT else amount
        return entry
