"""Rounds that did not end with their settlement: voids, corrected payments and annulled bets.

The ledger shows what moved, which may be nothing: a void gives back a push without any transfer.
So the few entries that hold such an event are read, and each round is followed through its events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.records.journal import Entry
from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.recovery import events_of
from pitboss.play import events as e

LATE_EVENTS = (e.Voided, e.BetAnnulled, e.PaymentCorrected)
BoxRows = dict[tuple[int, str], str | None]  # By box and wager: the row that it came to.


class Line(NamedTuple):
    """What one bet stands at."""

    box: int
    bettor: str
    wager: str
    row: str
    stake: int
    net: int


class Change(NamedTuple):
    """How an entry changes the sums of a wager."""

    wager: str
    bets: int
    handle: int
    win: int


class Void(NamedTuple):
    """A round that was voided."""

    entry: int
    time: int
    table: str
    round: int
    fingerprint: str
    because: e.Because
    by: e.Actor
    was_settled: bool  # And had bets.
    reason: str = ""  # Where a person decided it, in their own words.

    @property
    def why(self) -> str:
        """The sentence of the ruling, and what the person who gave it had to say."""
        return f"{self.because.says} {self.reason}".strip()


class LateEntry(NamedTuple):
    """An entry that changes a round which is settled, or voids one that is not."""

    number: int
    table: str
    round: int
    fingerprint: str
    changes: tuple[Change, ...]
    void: Void | None


class FollowedRound:
    """A round as it stands while its events are followed."""

    def __init__(self, prices: frozenset[str]) -> None:
        self.prices = prices
        self.lines: list[Line] = []
        self.settled_by: int | None = None  # The number of the entry.
        self.players_won = 0  # By the settlement, before any correction.

    def happens(self, entry: int, event: object) -> None:
        match event:
            case e.Settled():
                self.settled_by = entry
                self.lines = [Line(*payment[:6]) for payment in event.payments]
                self.players_won = sum(line.net for line in self.lines)
            case e.PaymentCorrected():
                if event.line == len(self.lines):
                    bet = event.box, event.bettor, event.wager
                    self.lines.append(Line(*bet, event.row, 0, 0))
                line = self.lines[event.line]
                self.lines[event.line] = line._replace(row=event.row, net=event.net)
            case e.BetAnnulled():
                bet = event.box, event.bettor, event.wager
                self.lines = [
                    line._replace(stake=line.stake - event.amount) if line[:3] == bet else line
                    for line in self.lines
                ]
            case e.Voided():
                self.lines = []

    def sums(self) -> dict[str, Counter[str]]:
        """By wager: bets, handle and what the house won."""
        sums: dict[str, Counter[str]] = {}
        for line in self.lines:
            of = sums.setdefault(line.wager, Counter())
            of["bets"] += line.stake > 0
            of["handle"] += line.stake
            of["win"] -= line.net
        return sums

    def rows(self) -> BoxRows:
        """The row of each wager on each box, as the ledger shows it: a lost price shows none."""
        rows: BoxRows = {}
        for line in self.lines:
            if line.stake or line.net:
                is_unpaid = line.wager in self.prices and line.stake + line.net == 0
                rows[line.box, line.wager] = None if is_unpaid else line.row
        return rows


class IrregularRounds:
    """The voids and corrections of a house, as far as a scope reaches."""

    def __init__(self, records: Records, scope: Scope) -> None:
        self.records = records
        within = records.within(scope)
        mentions = [JOURNAL.c.events.contains(f'"event":"{kind.__name__}"') for kind in LATE_EVENTS]
        entries = list(records.entries(*within, sa.or_(*mentions)))
        self.late = sorted(self._late_entries(entries))

    def _late_entries(self, entries: list[tuple[int, Entry]]) -> Iterator[LateEntry]:
        rounds = {
            (entry.stream, event.round)
            for _, entry in entries
            for event in events_of(entry)
            if isinstance(event, LATE_EVENTS)
        }
        for table, number in sorted(rounds):
            yield from self._followed(table, number)

    def _followed(self, table: str, number: int) -> Iterator[LateEntry]:
        entries = self.records.entries_about(table, number)
        fingerprint = next(entry.fingerprint for _, entry in entries if entry.round == number)
        round = FollowedRound(frozenset(self.records.setup(fingerprint).rules.prices))
        for id, entry in entries:
            before, was_settled = round.sums(), bool(round.lines)
            void: Void | None = None
            is_late, reason = False, ""
            for event in events_of(entry):
                if getattr(event, "round", entry.round) != number:
                    continue
                is_late |= isinstance(event, LATE_EVENTS)
                round.happens(id, event)
                if isinstance(event, e.RulingGiven):
                    reason = event.reason
                elif isinstance(event, e.Voided):
                    void = Void(
                        id, entry.time, table, number, fingerprint, event.because, event.by,
                        was_settled, reason,
                    )  # fmt: skip
            if is_late:
                changes = tuple(_changes(before, round.sums()))
                yield LateEntry(id, table, number, fingerprint, changes, void)

    def within(self, span: Span) -> list[LateEntry]:
        """Those whose entry lies in these days: they are booked when they happen."""
        return [late for late in self.late if span.first <= late.number <= span.last]

    def voids(self, span: Span) -> list[Void]:
        return [late.void for late in self.within(span) if late.void is not None]

    def rows_replaced(self, span: Span) -> Iterator[tuple[str, BoxRows, BoxRows]]:
        """For each round settled in these days that was changed since: its rows then and now."""
        for table, number, fingerprint in sorted({late[1:4] for late in self.late}):
            round = FollowedRound(frozenset(self.records.setup(fingerprint).rules.prices))
            then: BoxRows = {}
            for id, entry in self.records.entries_about(table, number):
                for event in events_of(entry):
                    if getattr(event, "round", entry.round) == number:
                        round.happens(id, event)
                        if isinstance(event, e.Settled):
                            then = round.rows()
            if round.settled_by is not None and span.first <= round.settled_by <= span.last:
                yield fingerprint, then, round.rows()

    @property
    def rounds(self) -> set[tuple[str, int]]:
        """Table and number of each."""
        return {(late.table, late.round) for late in self.late}


def _changes(before: dict[str, Counter[str]], after: dict[str, Counter[str]]) -> Iterator[Change]:
    nothing: Counter[str] = Counter()
    for wager in sorted({*before, *after}):
        was, now = before.get(wager, nothing), after.get(wager, nothing)
        yield Change(wager, *(now[key] - was[key] for key in ("bets", "handle", "win")))
