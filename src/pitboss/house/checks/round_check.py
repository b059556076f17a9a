"""One round checked by itself: from the commitment to its deck until its seed is revealed.

The entries between are consecutive ones of its table. They are replayed by the same checks as in a
whole table (`table_check`), on the balances that the ledger had before them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.checks.table_check import TableCheck, reason
from pitboss.house.records.journal import ENTRY, Entry, Head, check_link
from pitboss.house.records.ledger import Account, Balances, Transfer
from pitboss.house.rounds.history import RoundId
from pitboss.house.rounds.past_balances import PastBalances
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.recovery import events_of
from pitboss.play import BetsOpened, Round


def entries_of(connection: sa.Connection, id: RoundId) -> list[Entry]:
    """The entries of a round that is over."""
    query = (
        sa.select(*ENTRY)
        .where(JOURNAL.c.stream == id.table, JOURNAL.c.round.in_((id.number - 1, id.number)))
        .order_by(JOURNAL.c.id)
    )
    rows = [Entry(*row) for row in connection.execute(query)]
    begins = _first_with(rows, BetsOpened, id.number)
    ends = None if begins is None else _end(rows, begins, id.number)
    if begins is None:
        raise PitbossError("round/unknown", f"There is no round {id}.")
    if ends is None:
        raise PitbossError("round/not-over", f"Round {id} is not over yet: ask again when it is.")
    sealed = _mark(h.SeedSealed, id.number)
    while begins and sealed not in rows[begins].events:
        begins -= 1
    return rows[begins : ends + 1]


def _end(rows: list[Entry], begins: int, round: int) -> int | None:
    """Where its seed is known, or was given up for no other and the round is void."""
    revealed, withdrawn, sealed = (
        _mark(kind, round) for kind in (h.SeedRevealed, h.SeedWithdrawn, h.SeedSealed)
    )
    for at in range(begins, len(rows)):
        events = rows[at].events
        if revealed in events or (withdrawn in events and sealed not in events):
            return at
    return None


def _first_with(rows: list[Entry], kind: type, round: int) -> int | None:
    mark = _mark(kind, round)
    return next((at for at, row in enumerate(rows) if mark in row.events), None)


def _mark(kind: type, round: int) -> str:
    """How such an event begins in the text of an entry, which need not be sound JSON."""
    return f'"event":"{kind.__name__}","round":{round},'


class Step(NamedTuple):
    """An entry that was replayed: what is wrong with it, and what its events come to."""

    entry: Entry
    problems: list[str]
    booked: list[Transfer]


def replayed(
    id: RoundId, rows: list[Entry], table: TableCheck, balances: Balances
) -> Iterator[Step]:
    """The entries of a round one after the other, until one can't be replayed."""
    first = rows[0]
    last = Head(id.table, first.sequence - 1, first.previous)
    for entry in rows:
        problems = [problem.says for problem in check_link(last, entry)]
        last = Head(id.table, entry.sequence, entry.hash)
        table.counts.entries += 1
        try:
            events = events_of(entry)
            if entry is first:  # What comes before the commitment is about the round before.
                events = events[_commitment(events, id.number) :]
                table.fingerprint = entry.fingerprint
                table.round = Round(table.setup_of(entry.fingerprint), id.number - 1)
            booked = table.follow(events, balances, entry.number)
        except Exception as error:  # It may have been changed in any way.
            problems.append(f"It can't be replayed, nor what follows: {reason(error)}")
            yield Step(entry, problems, [])
            return
        table.counts.events += len(events)
        if entry.fingerprint != table.fingerprint:
            problems.append("It names another configuration than the table has.")
        yield Step(entry, problems + table.problems, booked)


def _commitment(events: list[h.AnyEvent], round: int) -> int:
    for at, event in enumerate(events):
        if isinstance(event, h.SeedSealed) and event.round == round:
            return at
    return 0


class BalancesAfter:
    """What accounts held after an entry, as the ledger has it."""

    def __init__(self, connection: sa.Connection, entry: int) -> None:
        self._past, self._entry = PastBalances(connection), entry
        self._known: dict[Account, int] = {}

    def get(self, account: Account, default: int = 0) -> int:
        if account not in self._known:
            self._known[account] = self._past.after(account, self._entry)
        return self._known[account]
