"""The table desk: tables are opened, looked at, played at and brought up to date."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.keys.sealing import Key
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.deadlines import Deadlines
from pitboss.house.office.entries import NOT_REFUSED, encode, enter_refusal, first_answer
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.limit_desk import LimitDesk
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.people.person import Person, readable_id
from pitboss.house.people.player_limits import Room
from pitboss.house.records.ledger import HOUSE, Balances, accounts_of, player
from pitboss.house.requests import Reply, Session, Standing
from pitboss.house.settings.house_settings import Jackpot, Offer, Terms
from pitboss.house.storage.statements import Statements
from pitboss.house.storage.writer_sql import TableRow
from pitboss.house.tables.practice import (
    TABLE_COMMANDS,
    Deal,
    Expire,
    Randomness,
    Refused,
    Seed,
    Stake,
    Table,
    TableCommand,
    Turn,
    cover,
    held,
)
from pitboss.house.tables.recovery import read_setup, recover
from pitboss.notation.codec import writer
from pitboss.notation.setup_json import setup_to_json
from pitboss.play import Refusal, Setup, Shoe, start
from pitboss.play.state import BETTING, EXAMINING, IDLE, OVER

log = logging.getLogger(__name__)

TABLE_ID = 8  # Letters.
NAMES = {kind: name for name, kind in TABLE_COMMANDS.items()}


class TableDesk:
    def __init__(
        self,
        statements: Statements,
        books: Committed,
        rule: RuleOfTheHouse,
        guests: GuestDesk,
        limits: LimitDesk,
        key: Key,
        randomness: Randomness,
    ) -> None:
        self._statements, self._books, self._rule = statements, books, rule
        self._guests, self._limits = guests, limits
        self._key, self._randomness = key, randomness
        self._setups: dict[str, Setup] = {}
        self._deadlines = Deadlines()
        self._has_begun = False  # Whether hands that waited through a restart have their time.
        self._broken: set[str] = set()  # Tables whose last command ended in a fault of ours.
        self.pay_out: Callable[[Group, str], None] = _nothing  # After what the house does itself.

    # Sitting down and looking

    def sit(self, group: Group, id: str, key: str) -> Reply:
        """At the one table of this offer that somebody has; it is opened if need be."""
        person = self._guests.person(group, id)
        offer = self._rule.settings.offer(key)
        for table, offered in self._books.offers_of(id).items():
            if offered == offer.key:
                return Reply(person, group.balances[player(id)], table)
        table = readable_id(TABLE_ID, self._randomness)
        jackpot = self._rule.jackpot(offer)
        terms = self._terms(group, jackpot, None)
        shared = jackpot.key if jackpot is not None and jackpot.is_shared else ""
        setup = offer.under(terms)
        self._statements.add_table(table, TableRow(id, offer.key, offer.game, shared))
        self._books.offers_of(id)[table] = offer.key
        self._remember(setup)
        nothing = Table(table, id, start(setup), Seed(0, "", b""), Shoe())
        turn = Turn(nothing, Balances(group.balances), self._randomness, self._key, terms)
        turn.open_table(offer.key, shared, offer.bank)
        self.enter_turn(group, turn, id, "sit", {"command": "sit", "table": offer.key})
        return Reply(person, group.balances[player(id)], table)

    def look(self, group: Group, id: str, table: str) -> Reply:
        person = self._guests.person(group, id)
        current = self._up_to_date(group, self._own(group, id, table))
        return Reply(person, group.balances[player(id)], table, self._standing(group, current))

    def _own(self, group: Group, person: str, id: str) -> Table:
        table = self.table(group, id)
        if table.person != person:
            raise PitbossError("table/not-yours", "That table is another guest's.")
        return table

    def table(self, group: Group, id: str) -> Table:
        """A table as it stands; one that is not at hand is read from the journal."""
        table = group.tables.get(id) or self._books.tables.get(id)
        if table is None:
            row = self._row(id)
            entries = self._books.entries_backwards(id)
            table = recover(id, row.person, entries, self.setup_of, self._key, row.jackpot)
            self._books.tables[id] = table
        return table

    def _row(self, table: str) -> TableRow:
        row = self._statements.table(table)
        if row is None:
            raise PitbossError("table/unknown", f"There is no table {table}.")
        return row

    def _standing(self, group: Group, table: Table) -> Standing:
        head = group.head(table.id)
        person = self._guests.listed(group, table.person)
        net = self._guests.wealth(group, table.person) - person.session_base
        return Standing(
            table,
            head.sequence,
            head.hash,
            group.balances[player(table.person)],
            group.balances[table.accounts.meter],
            Session(person.session_began, net),
            self._room(group, person),
            self._deadlines.left(table.id, group.now),
        )

    # Settings

    def _up_to_date(self, group: Group, table: Table) -> Table:
        """The table under the settings in force; a round that has begun is finished first."""
        if table.round.phase not in (IDLE, *OVER):
            return table
        offer = self._offer_of(table)
        if offer is None:  # It is no longer offered: it stays as it was.
            return table
        jackpot = self._rule.jackpot(offer)
        terms = self._terms(group, jackpot, table)
        setup = offer.under(terms)
        shared = jackpot.key if jackpot is not None and jackpot.is_shared else ""
        if setup == table.setup and shared == table.jackpot:
            return table
        self._remember(setup)
        turn = Turn(table, Balances(group.balances), self._randomness, self._key, terms)
        if shared != table.jackpot:
            turn.link(shared)
            self._statements.set_jackpot(table.id, shared)
        if setup != table.setup:
            turn.configure(setup)
        self.enter_turn(group, turn, HOUSE, f"configure-{group.now}", {"command": "configure"})
        return group.tables[table.id]

    def _offer_of(self, table: Table) -> Offer | None:
        key = self._books.offers_of(table.person).get(table.id)
        return None if key is None else self._rule.settings.offers.get(key)

    def _terms(self, group: Group, jackpot: Jackpot | None, table: Table | None) -> Terms | None:
        """The terms in force for a table: changed ones wait until its jackpot has been hit."""
        if jackpot is None or jackpot.is_shared:
            return None if jackpot is None else self._rule.terms_in_force(group, jackpot)
        if table is None or table.jackpot or _is_hit(table):
            return jackpot.terms
        rate = str(table.setup.contribution)
        is_same = rate == jackpot.terms.contribution
        return jackpot.terms if is_same else jackpot.terms._replace(contribution=rate)

    def _remember(self, setup: Setup) -> None:
        """Keep the whole configuration, by its fingerprint."""
        fingerprint = setup.fingerprint
        if self._setups.get(fingerprint) is None:
            if self._statements.configuration(fingerprint) is None:
                self._statements.add_configuration(fingerprint, encode(setup_to_json(setup)))
            self._setups[fingerprint] = setup

    def setup_of(self, fingerprint: str) -> Setup:
        setup = self._setups.get(fingerprint)
        if setup is None:
            body = self._statements.configuration(fingerprint)
            if body is None:
                message = f"The configuration {fingerprint[:12]} is not in the database."
                raise PitbossError("house/configuration", message)
            setup = read_setup(body)
            self._setups[fingerprint] = setup
        return setup

    # Playing

    def ask(
        self, group: Group, id: str, command_id: str, table_id: str, command: TableCommand
    ) -> Reply:
        person = self._guests.person(group, id)
        table = self._own(group, id, table_id)
        before = group.said_before(table_id, id, command_id)
        if before is not None:
            reply = first_answer(before, encode(_request(command)), person)
        elif table_id in self._broken:
            raise _stopped()
        else:
            table = self._up_to_date(group, table)
            refusal, events = self._act(group, id, command_id, table, command)
            reply = Reply(person, refusal=refusal, events=events)
        table = group.tables.get(table_id) or table
        standing = self._standing(group, table)
        return reply._replace(balance=standing.balance, table=table_id, standing=standing)

    def _act(
        self, group: Group, by: str, command_id: str, table: Table, command: TableCommand
    ) -> tuple[Refusal | None, tuple[h.AnyEvent, ...]]:
        """Carry a command out at a table and enter it, refused or not."""
        offer = self._offer_of(table)
        jackpot = None if offer is None else self._rule.jackpot(offer)
        terms = self._terms(group, jackpot, table)
        if jackpot is not None and terms is not None and terms.reset != jackpot.terms.reset:
            # A hit is followed by a reset under the terms that have waited for it.
            terms = terms._replace(reset=jackpot.terms.reset)
        room = None
        if isinstance(command, (Stake, Deal)) and by == table.person:
            room = self._room(group, self._guests.person(group, by))
        turn = Turn(table, Balances(group.balances), self._randomness, self._key, terms, room)
        request = _request(command)
        try:
            if offer is not None and offer.bank and self._begins_a_day(group, table):
                turn.keep_bank_at(offer.bank)
            turn.carry_out(command)
        except Refused as refused:
            self._enter_refusal(group, by, command_id, table, command, refused.refusal)
            return refused.refusal, ()
        except self._statements.failure:  # The database's, not the table's.
            raise
        except Exception as error:
            # Whatever went wrong, nothing of it counts: the table stands as it was, and rests.
            log.exception("table %s has stopped", table.id)
            self._broken.add(table.id)
            raise _stopped() from error
        self.enter_turn(group, turn, by, command_id, request)
        if jackpot is not None and jackpot.is_shared and turn.was_hit:
            self._rule.is_hit(group, jackpot)
        return None, tuple(turn.events)

    def _begins_a_day(self, group: Group, table: Table) -> bool:
        """Whether nothing has happened at a table yet on this gaming day, and no round is open."""
        if table.round.phase not in (IDLE, *OVER):
            return False
        last = self._books.last_times.get(table.id) or self._statements.last_time_of(table.id)
        day = self._rule.settings.gaming_day
        return day.of(last) != day.of(group.now)

    def enter_turn(
        self, group: Group, turn: Turn, by: str, command_id: str, request: dict[str, Any]
    ) -> None:
        """Write down what happened at a table, with the money that it moved."""
        table = turn.outcome()
        events = encode([h.to_json(event) for event in turn.events])
        group.balances.keep(turn.balances)
        group.enter(
            table.id, by, command_id, encode(request), events, NOT_REFUSED,
            table.setup.fingerprint, turn.transfers, table.round.number,
        )  # fmt: skip
        group.tables[table.id] = table
        self._deadlines.note(table, group.now, self._rule.settings.timers.decision)

    def _enter_refusal(
        self,
        group: Group,
        by: str,
        command_id: str,
        table: Table,
        command: TableCommand,
        refusal: Refusal,
    ) -> None:
        request, fingerprint = _request(command), table.setup.fingerprint
        enter_refusal(
            group, table.id, by, command_id, request, refusal, fingerprint, table.round.number
        )

    # Money that is elsewhere

    def lacking(
        self, group: Group, id: str, command_id: str, table_id: str, command: TableCommand
    ) -> int:
        """How much more somebody needs for a command, with all that their other hands may need.

        Raise `Refused` for bets that the table would not take with any money.
        """
        if group.said_before(table_id, id, command_id) is not None or table_id in self._broken:
            return 0
        table = self._up_to_date(group, self._own(group, id, table_id))
        room = self._room(group, self._guests.person(group, id))
        turn = Turn(table, Balances(group.balances), self._randomness, self._key, room=room)
        price = turn.price(command)
        others = self.held_for(group, id) - held(table)
        return price + others - group.balances[player(id)] if price else 0

    def held_for(self, group: Group, id: str) -> int:
        """What somebody's hands may still need, at all their tables."""
        return sum(held(self.table(group, table)) for table in self._books.offers_of(id))

    def refuse(
        self,
        group: Group,
        id: str,
        command_id: str,
        table_id: str,
        command: TableCommand,
        refusal: Refusal,
    ) -> Reply:
        """A command that can't be paid for is entered and answered as any that is refused."""
        person = self._guests.person(group, id)
        table = self._own(group, id, table_id)
        self._enter_refusal(group, id, command_id, table, command, refusal)
        standing = self._standing(group, table)
        return Reply(person, standing.balance, table_id, standing, refusal)

    # What people allow themselves

    def _room(self, group: Group, person: Person) -> Room | None:
        return self._limits.room(group, person, partial(self.covered, group))

    def covered(self, group: Group, person: str) -> int:
        """What somebody may still put on hands that are open, at all their tables."""
        return sum(cover(table.round, person) for table in self._open_tables(group, person))

    def _open_tables(self, group: Group, person: str) -> Iterator[Table]:
        """The tables of somebody on which bets lie."""
        for id in self._books.offers_of(person):
            if group.balances[accounts_of(id).felt]:
                try:
                    table = self.table(group, id)
                except PitbossError:  # Nothing more can be bet there.
                    log.exception("table %s can't be read", id)
                    continue
                if table.round.phase in (BETTING, EXAMINING):
                    yield table

    def exclude(self, group: Group, id: str, command_id: str, days: int | None) -> Reply:
        """Take no more bets from somebody; bets that are not dealt yet go back."""
        reply = self._limits.exclude(group, id, command_id, days)
        if reply.refusal is None and not reply.is_repeated:
            for table in self._open_tables(group, id):
                if table.round.phase == BETTING:
                    with suppress(PitbossError):  # Its table has stopped; the others go on.
                        self._act(group, HOUSE, f"exclude-{group.now}", table, Stake({}))
            self.pay_out(group, id)
        return reply

    def look_at_limits(self, group: Group, id: str) -> Reply:
        return self._limits.look(group, id, partial(self.covered, group))

    # What the house itself does

    def tick(self, group: Group) -> Reply:
        """Decide for players whose time is up, as the table has announced."""
        seconds = self._rule.settings.timers.decision
        if seconds and not self._has_begun:
            for id in self._statements.open_felts():
                if not self._deadlines.knows(id):
                    self._deadlines.note(self.table(group, id), group.now, seconds)
        self._has_begun = True
        timed_out = []
        for id in self._deadlines.due(group.now):
            table = self.table(group, id)
            person = self._guests.listed(group, table.person)
            _, events = self._act(group, HOUSE, f"time-out-{group.now}", table, Expire())
            standing = self._standing(group, group.tables[id])
            self.pay_out(group, person.id)
            timed_out.append(Reply(person, standing.balance, id, standing=standing, events=events))
        return Reply(timed_out=tuple(timed_out))

    def sweep(self, group: Group) -> Reply:
        """See off guests who stayed away: their bets go back, hands time out, money returns."""
        since = self._rule.absence.limit(group.now, self._rule.settings.timers.guest)
        for id in self._statements.idle_people(since):
            person = group.people.get(id) or self._statements.person(id)
            if person is None or person.is_gone or person.is_player or person.seen >= since:
                continue  # They came back, or are seen off, in this very group.
            try:
                for table in self._books.offers_of(id):
                    expired = self.table(group, table)
                    self._act(group, HOUSE, f"expire-{group.now}", expired, Expire())
            except PitbossError:  # One of their tables has stopped: others are not to wait for it.
                log.exception("guest %s stays", id)
                continue
            self.pay_out(group, id)
            self._guests.see_off(group, person)
        return Reply()

    def move_bank(
        self, group: Group, by: str, command_id: str, table_id: str, amount: int
    ) -> Reply:
        """Fill a table's bank from the cage, or credit it where the amount is negative."""
        table = self.table(group, table_id)
        request = {"command": "bank", "amount": amount}
        before = group.said_before(table_id, by, command_id)
        if before is None:
            turn = Turn(table, Balances(group.balances), self._randomness, self._key)
            moved = h.BankFilled(amount, by) if amount > 0 else h.BankCredited(-amount, by)
            turn.happens_around(moved)
            self.enter_turn(group, turn, by, command_id, request)
        elif before[0] != encode(request):
            message = "Another command was said under this id: give each its own."
            raise PitbossError("command/id-used", message)
        return Reply(table=table_id, is_repeated=before is not None)


def _nothing(group: Group, id: str) -> None:
    """Guests have no wallet that anything could go to."""


def _stopped() -> PitbossError:
    message = "This table has stopped after a fault of ours. Your bets are safe."
    return PitbossError("table/stopped", message)


def _is_hit(table: Table) -> bool:
    return any(payment.from_meter for payment in table.round.payments)


def _request(command: TableCommand) -> dict[str, Any]:
    kind: Any = type(command)
    return {"command": NAMES[kind], **writer(kind)(command)}
