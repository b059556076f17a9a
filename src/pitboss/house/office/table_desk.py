"""The table desk: tables are opened, looked at, played at and brought up to date."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.keys.sealing import Key
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.deadlines import Deadlines
from pitboss.house.office.entries import NOT_REFUSED, encode, enter_refusal, first_answer
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.limit_desk import LimitDesk
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements
from pitboss.house.office.writer_sql import TableRow
from pitboss.house.people.person import Person, readable_id
from pitboss.house.people.player_limits import Room
from pitboss.house.records.ledger import Balances, accounts_of, player
from pitboss.house.requests import Reply, Session, Standing
from pitboss.house.settings.house_settings import Offer
from pitboss.house.tables.interruption import end_after_restore
from pitboss.house.tables.practice import (
    RENEWED,
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
    bets_are_open,
    bets_are_settled_without,
    cover,
    held,
)
from pitboss.house.tables.recovery import read_setup, recover
from pitboss.house.tables.terms_in_force import (
    Placement,
    bring_up_to_date,
    is_out_of_date,
    placement,
)
from pitboss.language.currency import Currency
from pitboss.notation.codec import writer
from pitboss.notation.setup_json import setup_to_json
from pitboss.play import Refusal, Setup, Shoe, start
from pitboss.play.state import BETTING, EXAMINING

log = logging.getLogger(__name__)

TABLE_ID = 8  # Letters.
LARGEST_FILL = 10**12  # In the smallest unit: millions of fills still fit into an account.
NAMES = {kind: name for name, kind in TABLE_COMMANDS.items()}
# What the house itself does at a table.
CONFIGURE, KEEP_BANK = {"command": "configure"}, {"command": "keep-bank"}
RENEW_SEED, AFTER_RESTORE = {"command": "renew-seed"}, {"command": "after-restore"}


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
        opened_by: int = 0,
    ) -> None:
        self._statements, self._books, self._rule = statements, books, rule
        self._guests, self._limits = guests, limits
        self.opened_by = opened_by  # The number of the entry by which the house was opened.
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
        place = self._placement(group, offer)
        self._statements.add_table(table, TableRow(id, offer.key, offer.game, place.shared))
        self._books.offers_of(id)[table] = offer.key
        self._remember(place.setup)
        nothing = Table(table, id, start(place.setup), Seed(0, "", b""), Shoe())
        turn = Turn(nothing, Balances(group.balances), self._randomness, self._key, place.terms)
        turn.open_table(offer.key, place.shared, offer.bank)
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

    @property
    def currency(self) -> Currency:
        return self._rule.settings.currency

    def table(self, group: Group, id: str) -> Table:
        """A table as it stands; one that is not at hand is read from the journal."""
        table = group.tables.get(id) or self._books.tables.get(id)
        if table is None:
            row = self._row(id)
            entries = self._books.entries_backwards(id)
            table = recover(
                id, row.person, entries, self.setup_of, self._key, row.jackpot, self.opened_by
            )
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
            self._books.offers_of(table.person)[table.id],
            head.sequence,
            head.hash,
            group.balances[player(table.person)],
            group.balances[table.accounts.meter],
            Session(person.session_began, net),
            self._room(group, person),
            self._deadlines.left(table.id, group.now),
            held_elsewhere=self._held_elsewhere(group, table),
        )

    # Settings

    def _up_to_date(self, group: Group, table: Table) -> Table:
        """The table under the settings in force, with a seed that was drawn since the opening.

        A round that has begun keeps its configuration; one whose bets are closed keeps its seed.
        """
        if not bets_are_open(table):
            return table
        offer = self._offer_of(table)
        if offer is not None and table.round.phase != BETTING:  # Else it stays as it was.
            if offer.bank and self._begins_a_day(group, table):
                table = self._with_bank_at(group, table, offer.bank)
            place = self._placement(group, offer, table)
            if is_out_of_date(table, place):
                table = self._configured(group, table, place)
        if table.seed.is_from_before:
            turn = Turn(table, Balances(group.balances), self._randomness, self._key)
            turn.renew_seed()
            table = self._with_new_seed(group, turn, f"renew-seed-{group.now}", RENEW_SEED)
        return table

    def _with_bank_at(self, group: Group, table: Table, imprest: int) -> Table:
        turn = Turn(table, Balances(group.balances), self._randomness, self._key)
        turn.keep_bank_at(imprest)
        if not turn.events:
            return table
        self.enter_turn(group, turn, HOUSE, f"keep-bank-{group.now}", KEEP_BANK)
        return group.tables[table.id]

    def _configured(self, group: Group, table: Table, place: Placement) -> Table:
        self._remember(place.setup)
        turn = Turn(table, Balances(group.balances), self._randomness, self._key, place.terms)
        bring_up_to_date(turn, place)
        if place.shared != table.jackpot:
            self._statements.set_jackpot(table.id, place.shared)
        return self._with_new_seed(group, turn, f"configure-{group.now}", CONFIGURE)

    def _with_new_seed(
        self, group: Group, turn: Turn, command_id: str, request: dict[str, Any]
    ) -> Table:
        """Enter a step of the house's own, after which the table may have another commitment."""
        self.enter_turn(group, turn, HOUSE, command_id, request)
        if turn.seed is not turn.table.seed:
            group.renewed.add(turn.table.id)
        return group.tables[turn.table.id]

    def _offer_of(self, table: Table) -> Offer | None:
        key = self._books.offers_of(table.person).get(table.id)
        return None if key is None else self._rule.settings.offers.get(key)

    def _place_of(self, group: Group, table: Table) -> Placement | None:
        """What the settings in force say of a table; None where it is no longer offered."""
        offer = self._offer_of(table)
        return None if offer is None else self._placement(group, offer, table)

    def _placement(self, group: Group, offer: Offer, table: Table | None = None) -> Placement:
        terms_of = partial(self._rule.terms_in_force, group)
        return placement(offer, self._rule.settings, terms_of, table)

    def begin_anew(self, group: Group) -> None:
        """After a restore: withdraw the seed of every table, and end the rounds that were dealt.

        What was played after the backup is known to its players, and so are its seeds.
        """
        people = set()
        for id in self._statements.live_tables():
            table = self.table(group, id)
            place = self._place_of(group, table)
            terms = None if place is None else place.settling_terms
            turn = Turn(table, Balances(group.balances), self._randomness, self._key, terms)
            if bets_are_open(table):
                turn.renew_seed()
            else:
                end_after_restore(turn)
            self._with_new_seed(group, turn, f"after-restore-{group.now}", AFTER_RESTORE)
            people.add(table.person)
        for person in sorted(people):
            self.pay_out(group, person)

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
        place = self._place_of(group, table)
        terms = None if place is None else place.settling_terms
        room = None
        if isinstance(command, (Stake, Deal)) and by == table.person:
            room = self._room(group, self._guests.person(group, by))
        turn = Turn(
            table, Balances(group.balances), self._randomness, self._key, terms, room,
            self._held_elsewhere(group, table),
        )  # fmt: skip
        request = _request(command)
        try:
            _knows_the_commitment(group, table, command)
            turn.carry_out(command)
        except Refused as refused:
            self._enter_refusal(group, by, command_id, table, request, refused.refusal)
            return refused.refusal, ()
        except self._statements.failure:  # The database's, not the table's.
            raise
        except Exception as error:
            # Whatever went wrong, nothing of it counts: the table stands as it was, and rests.
            log.exception("table %s has stopped", table.id)
            self._broken.add(table.id)
            raise _stopped() from error
        self.enter_turn(group, turn, by, command_id, request)
        if place is not None and place.jackpot is not None and place.shared and turn.was_hit:
            self._rule.is_hit(group, place.jackpot)
        return None, tuple(turn.events)

    def _begins_a_day(self, group: Group, table: Table) -> bool:
        """Whether nothing has happened at a table yet on this gaming day."""
        if table.id in group.heads:
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
        request: dict[str, Any],
        refusal: Refusal,
    ) -> None:
        fingerprint, round = table.setup.fingerprint, table.round.number
        enter_refusal(group, table.id, by, command_id, request, refusal, fingerprint, round)

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
        _knows_the_commitment(group, table, command)
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
        self._enter_refusal(group, id, command_id, table, _request(command), refusal)
        standing = self._standing(group, table)
        return Reply(person, standing.balance, table_id, standing, refusal)

    # What people allow themselves

    def _room(self, group: Group, person: Person) -> Room | None:
        return self._limits.room(group, person, partial(self.covered, group))

    def covered(self, group: Group, person: str) -> int:
        """What somebody may still put on hands that are open, at all their tables."""
        return sum(cover(table.round, person) for table in self._open_tables(group, person))

    def _held_elsewhere(self, group: Group, table: Table) -> int:
        """What the hands of a table's player may still need at their other tables."""
        person = table.person
        others = (open for open in self._open_tables(group, person) if open.id != table.id)
        return sum(cover(other.round, person) for other in others)

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
        """See off guests who stayed away: bets go back or are settled, and money returns."""
        since = self._rule.absence.limit(group.now, self._rule.settings.timers.guest)
        for id in self._statements.idle_people(since):
            person = group.people.get(id) or self._statements.person(id)
            if person is None or person.is_gone or person.is_player or person.seen >= since:
                continue  # They came back, or are seen off, in this very group.
            try:
                for table in self._books.offers_of(id):
                    expired = self.table(group, table)
                    if bets_are_settled_without(expired):
                        expired = self._up_to_date(group, expired)  # No old seed is dealt from.
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
        if by == HOUSE or self._guests.known(group, by) is not None:
            message = f"{by} does not work at the cage: say who brings the money or takes it."
            raise PitbossError("bank/by", message)
        if amount == 0 or amount > LARGEST_FILL:
            largest = self.currency.money(LARGEST_FILL)
            message = f"A fill is more than nothing and at most {largest}."
            raise PitbossError("bank/amount", message)
        table = self.table(group, table_id)
        bank = table.accounts.bank
        request = {"command": "bank", "amount": amount}
        before = group.said_before(table_id, by, command_id)
        if before is not None:
            reply = first_answer(before, encode(request))
        else:
            refusal = None
            turn = Turn(table, Balances(group.balances), self._randomness, self._key)
            try:
                turn.move_bank(amount, by)
                self.enter_turn(group, turn, by, command_id, request)
            except Refused as refused:
                refusal = refused.refusal
                self._enter_refusal(group, by, command_id, table, request, refusal)
            reply = Reply(refusal=refusal)
        return reply._replace(balance=group.balances[bank], table=table_id)


def _nothing(group: Group, id: str) -> None:
    """Guests have no wallet that anything could go to."""


def _stopped() -> PitbossError:
    message = "This table has stopped after a fault of ours. Your bets are safe."
    return PitbossError("table/stopped", message)


def _knows_the_commitment(group: Group, table: Table, command: TableCommand) -> None:
    """Refuse randomness that was drawn before the player could know the commitment.

    The house would otherwise draw its seed after it has seen theirs. A deal that names its
    commitment is held to it by the table.
    """
    if isinstance(command, Deal) and command.commitment is None and table.id in group.renewed:
        raise Refused(*RENEWED)


def _request(command: TableCommand) -> dict[str, Any]:
    kind: Any = type(command)
    return {"command": NAMES[kind], **writer(kind)(command)}
