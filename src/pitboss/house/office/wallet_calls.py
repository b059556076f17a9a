"""Calls to wallets, from the moment that they are written down until their end is known.

Events in the house's stream are the truth. The table `wallet_calls` lists the calls that are open,
so that a house that opens again need not look for them.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.statements import Statements
from pitboss.house.people.person import Person, readable_id
from pitboss.house.tables.practice import Randomness
from pitboss.house.wallets.wallet import DEBIT, Call

REFERENCE = 24  # Letters, 120 bits: never used again, also by a house restored from a backup.

End = h.WalletDebited | h.WalletDeclined | h.WalletRolledBack | h.WalletCredited


class WalletCalls:
    def __init__(self, statements: Statements, randomness: Randomness) -> None:
        self._statements, self._randomness = statements, randomness
        self.open = {call.reference: call for call in statements.wallet_calls()}
        self.tell: Callable[[list[Call]], None] | None = None  # Who makes the calls, if anybody.
        self._begun: list[Call] = []

    def read_again(self, statements: Statements) -> None:
        """Begin with what the database has, after a group that failed."""
        self._statements = statements
        self.open = {call.reference: call for call in statements.wallet_calls()}

    def forget_begun(self) -> None:
        """What was begun came to nothing."""
        self._begun.clear()

    def begin(self, group: Group, kind: str, person: Person, amount: int) -> Call:
        """Write down that a wallet is to be called; it is called after the commit."""
        reference = readable_id(REFERENCE, self._randomness)
        call = Call(reference, person.id, str(person.wallet_id), kind, amount)
        asked = h.WalletDebitAsked if kind == DEBIT else h.WalletCreditDue
        request = {"command": kind, "amount": amount}
        event = asked(person.id, reference, amount)
        enter_outside(group, person.id, f"{kind}-{reference}", request, [event])
        self._statements.add_wallet_call(call)
        self.open[reference] = call
        self._begun.append(call)
        return call

    def end(self, group: Group, event: End) -> None:
        """Write down what came of a call."""
        reference = event.reference
        request = {"command": "wallet", "reference": reference}
        enter_outside(group, HOUSE, f"wallet-{reference}", request, [event])
        self._statements.end_wallet_call(reference)
        del self.open[reference]

    def is_committed(self) -> None:
        """What was begun is on disk: now the wallet may be called."""
        if self._begun:
            begun, self._begun = self._begun, []
            if self.tell is not None:
                self.tell(begun)
