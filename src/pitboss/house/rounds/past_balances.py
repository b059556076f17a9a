"""Balances as they once were: worked out from today's and every transfer since.

The ledger only ever grows, so what an account held after an entry is what it holds now, less all
that has come in since, and more by all that has gone out.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.records.ledger import Account
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS


class Movement(NamedTuple):
    """A transfer as one account sees it."""

    account: Account
    amount: int  # Negative where it gives.
    reason: str


class PastBalances:
    """Accounts of a house at moments of its journal, all read in one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection

    def entry_numbers(self, stream: str, first: int, last: int) -> dict[int, int]:
        """By sequence in a stream: the number of the entry in the whole journal."""
        query = sa.select(JOURNAL.c.sequence, JOURNAL.c.id).where(
            JOURNAL.c.stream == stream, JOURNAL.c.sequence.between(first, last)
        )
        return {row.sequence: row.id for row in self.connection.execute(query)}

    def before(self, account: Account, entry: int) -> int:
        """What the account held before an entry; one that was not there yet held nothing."""
        query = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.balance).where(
            ACCOUNTS.c.kind == account.kind, ACCOUNTS.c.owner == account.owner
        )
        row = self.connection.execute(query).one_or_none()
        if row is None:
            return 0
        number, balance = row
        came_in = sa.case((TRANSFERS.c.credit == number, TRANSFERS.c.amount), else_=0)
        went_out = sa.case((TRANSFERS.c.debit == number, TRANSFERS.c.amount), else_=0)
        since = self.connection.execute(
            sa.select(sa.func.coalesce(sa.func.sum(came_in - went_out), 0)).where(
                TRANSFERS.c.entry >= entry,
                sa.or_(TRANSFERS.c.debit == number, TRANSFERS.c.credit == number),
            )
        ).scalar_one()
        return int(balance) - int(since)

    def after(self, account: Account, entry: int) -> int:
        return self.before(account, entry + 1)

    def movements(self, entries: list[int], round: int | None) -> list[Movement]:
        """The transfers of some entries, those about a round or those about none."""
        debit, credit = ACCOUNTS.alias("debit"), ACCOUNTS.alias("credit")
        query = (
            sa.select(
                debit.c.kind, debit.c.owner, credit.c.kind, credit.c.owner,
                TRANSFERS.c.amount, TRANSFERS.c.reason,
            )
            .join_from(TRANSFERS, debit, debit.c.id == TRANSFERS.c.debit)
            .join(credit, credit.c.id == TRANSFERS.c.credit)
            .where(
                TRANSFERS.c.entry.in_(entries),
                TRANSFERS.c.round.is_(None) if round is None else TRANSFERS.c.round == round,
            )
            .order_by(TRANSFERS.c.id)
        )  # fmt: skip
        moves = []
        for giving, giver, taking, taker, amount, reason in self.connection.execute(query):
            moves.append(Movement(Account(giving, giver), -amount, reason))
            moves.append(Movement(Account(taking, taker), amount, reason))
        return moves
