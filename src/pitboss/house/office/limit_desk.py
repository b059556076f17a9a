"""The limit desk: what people allow themselves, and how much of it they have used.

What is used is read from the ledger when somebody who has limits first needs it, and then kept up
to date commit by commit. Whoever has none costs a look into a dictionary.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection
from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.entries import encode, enter_outside, enter_refusal, first_answer
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements
from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import (
    Limits,
    Room,
    Usage,
    effective_from,
    excluded,
    excluded_until,
    in_force,
    room_of,
    room_of_excluded,
    with_limit,
)
from pitboss.house.records.days import GamingDay
from pitboss.house.records.ledger import Account, Transfer, accounts_of, player, receivable
from pitboss.house.requests import LimitsNow, Reply, SetLimit
from pitboss.play import Refusal

MOST_PEOPLE = 16_384  # Kept at hand; others are read again.
OTHERS = Account("", "")  # Whoever else money comes from or goes to.


class Record(NamedTuple):
    """What somebody has used of some periods, and when they last spoke at a table."""

    day: GamingDay
    last: int
    used: dict[str, Usage]


class LimitDesk:
    def __init__(
        self, statements: Statements, books: Committed, rule: RuleOfTheHouse, guests: GuestDesk
    ) -> None:
        self._statements, self._books, self._rule = statements, books, rule
        self._guests = guests
        self._limits: dict[str, Limits] = {}
        self._records: dict[str, Record] = {}  # As committed.

    # What people ask for

    def set_limit(self, group: Group, id: str, command_id: str, asked: SetLimit) -> Reply:
        person = self._guests.person(group, id)
        request = {"command": "limit", **asked._asdict()}
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            return first_answer(before, encode(request), person)
        limits = self.limits_of(id)
        event = h.LimitSet(id, *asked, effective_from(limits, *asked, group.now))
        self._statements.set_limits(id, with_limit(limits, event, group.now))
        self._limits.pop(id, None)
        self._records.pop(id, None)
        enter_outside(group, id, command_id, request, [event])
        return Reply(person)

    def exclude(self, group: Group, id: str, command_id: str, days: int | None) -> Reply:
        """Until then no bet is taken; it can be made longer, never shorter."""
        person = self._guests.person(group, id)
        request = {"command": "exclude", "days": days}
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            return first_answer(before, encode(request), person)
        until, held = excluded_until(days, group.now), person.excluded_until
        if until <= held:
            message = f"{excluded(held, self._day).message} It can be made longer, not shorter."
            refusal = Refusal("limit/shorter", message)
            enter_refusal(group, HOUSE, id, command_id, request, refusal)
            return Reply(person, refusal=refusal)
        person = person._replace(excluded_until=until)
        group.people[id] = person
        enter_outside(group, id, command_id, request, [h.Excluded(id, until)])
        return Reply(person)

    def look(self, group: Group, id: str, covered: Callable[[str], int]) -> Reply:
        person, limits = self._guests.person(group, id), self.limits_of(id)
        used: dict[str, Usage] = {}
        if held := in_force(limits, group.now):
            used = self._used(group, id, {period for _, period in held})
        now = LimitsNow(limits, used, covered(id), person.excluded_until, group.now)
        return Reply(person, limits=now)

    # What they leave

    @property
    def _day(self) -> GamingDay:
        return self._rule.settings.gaming_day

    def limits_of(self, person: str) -> Limits:
        limits = self._limits.get(person)
        if limits is None:
            if len(self._limits) >= MOST_PEOPLE:
                self._limits.clear()
            limits = self._limits[person] = self._statements.limits_of(person)
        return limits

    def room(self, group: Group, person: Person, covered: Callable[[str], int]) -> Room | None:
        """What somebody may still put at risk; None where they have not limited it."""
        if person.excluded_until > group.now:
            return room_of_excluded(person.excluded_until, self._day)
        limits = self.limits_of(person.id)
        held = in_force(limits, group.now) if limits else None
        if not held:
            return None
        used = self._used(group, person.id, {period for _, period in held})
        return room_of(held, used, covered(person.id), self._day, self._rule.settings.currency)

    def _used(self, group: Group, person: str, periods: Collection[str]) -> dict[str, Usage]:
        """What is used at this moment, for somebody who speaks now."""
        record = self._records.get(person)
        if record is None or record.day != self._day or not record.used.keys() >= {*periods}:
            if len(self._records) >= MOST_PEOPLE:
                self._records.clear()
            record = self._records[person] = self._read(person, periods, group.now)
        record = self._after(group, person, record)
        return {name: used.seen(record.last, group.now) for name, used in record.used.items()}

    # Up to date

    def is_committed(self, group: Group) -> None:
        """Take over what a group has used; balances are still those before it."""
        if not self._records:
            return
        tables = (group.tables.get(id) or self._books.tables.get(id) for id in group.entered)
        for person in {table.person for table in tables if table is not None}:
            record = self._records.get(person)
            if record is not None:
                self._records[person] = self._after(group, person, record)

    def _after(self, group: Group, person: str, record: Record) -> Record:
        """A record after the entries of a group, whose time may lie in another period."""
        used, last = dict(record.used), record.last
        for name, usage in used.items():
            if usage.period.ends <= group.now:
                felt = sum(self._books.get(felt) for felt in self._felts(person))
                used[name] = Usage(record.day.period(name, group.now), felt, felt)
        for table in self._books.offers_of(person):
            for by, transfers in group.entered.get(table, ()):
                for name, usage in used.items():
                    moved = usage.after(person, transfers)
                    used[name] = moved.seen(last, group.now) if by == person else moved
                last = group.now if by == person else last
        return Record(record.day, last, used)

    def _felts(self, person: str) -> list[Account]:
        return [accounts_of(table).felt for table in self._books.offers_of(person)]

    # From the ledger

    def _read(self, person: str, periods: Collection[str], now: int) -> Record:
        """What is on disk: entries since the beginning of each period, found by bisection."""
        statements, last_entry, day = self._statements, self._books.last_entry, self._day
        last = statements.spoke_before(person, last_entry + 1) or 0
        used = {}
        for name in periods:
            usage = Usage(day.period(name, now))
            for table in self._books.offers_of(person):
                usage = self._with_table(usage, person, table)
            begins = usage.period.begins
            numbers = range(1, last_entry + 1)
            first = bisect_left(numbers, begins, key=statements.time_of_entry) + 1
            spoke = statements.spoke_before(person, first) or 0
            for at in statements.spoke_since(person, first):
                usage = usage.seen(spoke, at)
                spoke = at
            used[name] = usage
        return Record(day, last, used)

    def _with_table(self, usage: Usage, person: str, table: str) -> Usage:
        """With what moved at a table since a period began, and what lay on its felt then."""
        felt = accounts_of(table).felt
        accounts = (felt, player(person), receivable(person))
        lies = self._books.get(felt)
        for account in accounts[1:]:
            self._books.get(account)  # So that its number is known.
        by_number = {
            self._books.numbers[account]: account
            for account in accounts
            if account in self._books.numbers
        }
        entries = range(1, self._books.head(table).sequence + 1)
        begins = usage.period.begins
        first = bisect_left(entries, begins, key=lambda n: self._statements.time_at(table, n)) + 1
        moved = []
        for debit, credit, reason, row, amount in self._statements.moved_since(table, first):
            parties = by_number.get(debit, OTHERS), by_number.get(credit, OTHERS)
            moved.append(Transfer(*parties, amount, reason, row=row))
        lay = lies + sum(t.amount * ((t.debit == felt) - (t.credit == felt)) for t in moved)
        return usage._replace(staked=usage.staked + lay, lost=usage.lost + lay).after(person, moved)
