"""The writer: one thread that carries out every command, in groups of one commit each.

It takes whatever waits, decides each command on what the ones before it have led to, writes
entries and transfers, commits once, and only then answers. So nothing is acknowledged that is not
on disk, nothing is decided on what might not last, and nobody else ever writes. A command that was
said before gets its first answer again.
"""

from __future__ import annotations

import json
import logging
import queue
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house import events as h
from pitboss.house.books import Committed, Group
from pitboss.house.journal import Entry, Heads
from pitboss.house.ledger import Balances, accounts_of, book_around, player
from pitboss.house.people import EXPIRES_AFTER, SEEN_EVERY, Person, readable_id, seen_at
from pitboss.house.practice import (
    GRANT,
    MAIN_LIMIT,
    TABLE_COMMANDS,
    Configure,
    Expire,
    Randomness,
    Refused,
    Seed,
    Table,
    TableCommand,
    Turn,
    settings_of,
)
from pitboss.house.recovery import read_setup, recover
from pitboss.house.requests import (
    Ask,
    ComeIn,
    Grant,
    Look,
    Reply,
    Request,
    Session,
    Sit,
    Standing,
    Sweep,
)
from pitboss.house.sealing import Key
from pitboss.house.statements import Statements
from pitboss.house.storage import PEOPLE
from pitboss.notation.codec import writer as json_writer
from pitboss.notation.setup_json import setup_to_json
from pitboss.play import Refusal, Setup, Shoe, start
from pitboss.play.state import IDLE, OVER

log = logging.getLogger(__name__)

MOST_IN_GROUP = 256
HOUSE = "house"
PERSON_ID, TABLE_ID = 12, 8  # Letters.
NEEDS_GRANT = 2 * MAIN_LIMIT[0]  # Less than the least bet and the Play wager that may follow it.

encode = json.JSONEncoder(separators=(",", ":")).encode  # ASCII: any text can be hashed and kept.
PLAIN = re.compile(r"[!-~]{1,64}")  # Ids, whoever made them up.
NAMES = {kind: name for name, kind in TABLE_COMMANDS.items()}


class _Waiting(NamedTuple):
    person: str
    command_id: str
    request: Request
    reply: Future[Reply]


class Writer:
    """Start it once per database. `ask` may be called from any thread."""

    def __init__(
        self,
        engine: sa.Engine,
        key: Key,
        heads: Heads,
        clock: Callable[[], int],
        randomness: Randomness,
    ) -> None:
        self._engine, self._key, self._heads = engine, key, heads
        self._clock, self._randomness = clock, randomness
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._failure: str | None = None
        self._broken: set[str] = set()  # Tables whose last command ended in a fault of ours.
        self._setups: dict[str, Setup] = {}
        self._connection = engine.connect()
        with self._connection.begin():
            self._statements = Statements(self._connection)
            self._books = Committed(self._statements)
            self._last_guest = self._statements.last_number(PEOPLE, "number")
            self._last_time = self._statements.last_time()  # Though the clock was set back since.
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def ask(self, person: str, command_id: str, request: Request) -> Future[Reply]:
        """The answer comes after the commit."""
        reply: Future[Reply] = Future()
        if self._failure is not None:
            reply.set_exception(HouseIsStopped("house/stopped", self._failure))
        elif not all(PLAIN.fullmatch(id) for id in _ids(person, command_id, request)):
            message = "An id has 1 to 64 letters, digits and signs, all of them ASCII."
            reply.set_exception(PitbossError("command/id", message))
        else:
            self._queue.put(_Waiting(person, command_id, request, reply))
        return reply

    def close(self) -> None:
        """Commit what waits, and stop."""
        self._queue.put(None)
        self._thread.join()
        if not self._connection.invalidated:
            self._statements.close()
        self._connection.close()
        self._heads.close()

    # The thread

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [self._queue.get()]
            while len(batch) < MOST_IN_GROUP and batch[-1] is not None:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            is_open = batch[-1] is not None
            waiting = [one for one in batch if one is not None]
            if self._failure is None:
                self._commit(waiting)
            else:
                _fail(waiting, self._failure)
        self._failure = self._failure or "The house is closed."
        while not self._queue.empty():
            left = self._queue.get_nowait()
            _fail([left] if left is not None else [], self._failure)

    def _commit(self, batch: list[_Waiting]) -> None:
        """Carry out these commands in one transaction, then answer."""
        self._last_time = max(self._last_time + 1, self._clock())
        group = Group(self._books, self._last_time)
        replies: list[Reply | PitbossError] = []
        try:
            with self._statements.transaction():
                replies = [self._carry_out(group, one) for one in batch]
                group.write()
            group.is_committed()
            if group.heads:
                self._heads.append(group.heads.values())
        except Exception as error:
            # A failed write may have left anything behind: stop, rather than go wrong. Whether it
            # was committed or not, nobody is told so: who asks again gets the right answer.
            log.exception("the house has stopped")
            self._connection.invalidate()  # With whatever it had begun.
            self._failure = f"The house has stopped ({type(error).__name__}): restart it."
            _fail(batch, self._failure)
            return
        for one, reply in zip(batch, replies, strict=True):
            if one.reply.set_running_or_notify_cancel():
                if isinstance(reply, PitbossError):
                    one.reply.set_exception(reply)
                else:
                    one.reply.set_result(reply)

    def _carry_out(self, group: Group, waiting: _Waiting) -> Reply | PitbossError:
        person, command_id, request, _ = waiting
        try:
            match request:
                case ComeIn(token):
                    return self._come_in(group, token)
                case Sit(game):
                    return self._sit(group, person, game)
                case Look(table):
                    return self._look(group, person, table)
                case Ask(table, command):
                    return self._ask(group, person, command_id, table, command)
                case Grant():
                    return self._grant(group, person, command_id)
                case Sweep():
                    return self._sweep(group)
        except PitbossError as error:
            return error

    # Guests

    def _come_in(self, group: Group, token: str) -> Reply:
        known = self._statements.person_with(token)
        if known is not None:
            return Reply(self._person(group, known), group.balances[player(known)])
        self._last_guest += 1
        id = readable_id(PERSON_ID, self._randomness)
        person = Person(id, self._last_guest, token, group.now, group.now, GRANT)
        self._statements.add_person(person)
        events: list[h.HouseEvent] = [h.GuestCame(id, person.name), h.Granted(id, GRANT)]
        self._outside(group, id, "come-in", {"command": "come-in"}, events)
        group.committed.people[id] = person
        return Reply(person, group.balances[player(id)])

    def _outside(
        self, group: Group, person: str, command_id: str, request: dict[str, Any],
        events: list[h.HouseEvent], answer: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """An entry in the house's own stream."""
        transfers = [t for event in events for t in book_around(group.balances, HOUSE, event)]
        text = encode([h.to_json(event) for event in events])
        answered = encode(answer or {"refused": None})
        group.enter(HOUSE, person, command_id, encode(request), text, answered, "", transfers)

    def _person(self, group: Group, id: str) -> Person:
        person = group.people.get(id) or self._books.people.get(id) or self._statements.person(id)
        if person is None or person.is_gone:
            raise PitbossError("guest/unknown", "We do not know you: come in as a guest.")
        if group.now - person.seen > SEEN_EVERY:
            person = seen_at(person, group.now, self._wealth(group, id))
            group.people[id] = person
        else:
            self._books.people[id] = person
        return person

    def _wealth(self, group: Group, person: str) -> int:
        """What somebody has, on the felt of their tables too."""
        felts = (accounts_of(table).felt for table in self._books.games_of(person))
        return group.balances[player(person)] + sum(group.balances[felt] for felt in felts)

    def _grant(self, group: Group, id: str, command_id: str) -> Reply:
        person = self._person(group, id)
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            return _first_answer(before, encode({"command": "grant"}), person)._replace(
                balance=group.balances[player(id)]
            )
        wealth = self._wealth(group, id)
        if wealth >= NEEDS_GRANT:
            refusal = Refusal("money/not-due", "You still have enough to bet.")
            answer = {"refused": refusal.as_json()}
            self._outside(group, id, command_id, {"command": "grant"}, [], answer)
            return Reply(person, group.balances[player(id)], refusal=refusal)
        amount = GRANT - wealth
        self._outside(group, id, command_id, {"command": "grant"}, [h.Granted(id, amount)])
        person = person._replace(session_base=person.session_base + amount)
        group.people[id] = person
        return Reply(person, group.balances[player(id)])

    def _sweep(self, group: Group) -> Reply:
        """See off guests who stayed away: their bets go back, hands time out, money returns."""
        for id in self._statements.idle_people(group.now - EXPIRES_AFTER):
            person = group.people.get(id) or self._statements.person(id)
            if person is None or person.is_gone or person.seen >= group.now - EXPIRES_AFTER:
                continue  # They came back, or are seen off, in this very group.
            try:
                for table in self._books.games_of(id):
                    expired = self._table(group, table)
                    self._act(group, HOUSE, f"expire-{group.now}", expired, Expire())
            except PitbossError:  # One of their tables has stopped: others are not to wait for it.
                log.exception("guest %s stays", id)
                continue
            left = group.balances[player(id)]
            swept: list[h.HouseEvent] = [h.Swept(id, left)] if left else []
            events = [*swept, h.GuestExpired(id)]
            self._outside(group, HOUSE, f"expire-{id}", {"command": "expire", "guest": id}, events)
            group.people[id] = person._replace(is_gone=True)
        return Reply()

    # Tables

    def _sit(self, group: Group, id: str, game: str) -> Reply:
        person = self._person(group, id)
        setup = settings_of(game)
        for table, played in self._books.games_of(id).items():
            if played == game:
                return Reply(person, group.balances[player(id)], table)
        table = readable_id(TABLE_ID, self._randomness)
        self._statements.add_table(table, id, game)
        self._books.games_of(id)[table] = game
        self._remember(setup)
        nothing = Table(table, id, start(setup), Seed(0, "", b""), Shoe())
        turn = Turn(nothing, Balances(group.balances), self._randomness, self._key)
        turn.open_table()
        self._enter_turn(group, turn, id, "sit", {"command": "sit", "game": game})
        return Reply(person, group.balances[player(id)], table)

    def _remember(self, setup: Setup) -> None:
        """Keep the whole configuration, by its fingerprint."""
        fingerprint = setup.fingerprint
        if self._setups.get(fingerprint) is None:
            if self._statements.configuration(fingerprint) is None:
                self._statements.add_configuration(fingerprint, encode(setup_to_json(setup)))
            self._setups[fingerprint] = setup

    def _look(self, group: Group, id: str, table: str) -> Reply:
        person = self._person(group, id)
        found = self._up_to_date(group, self._own(group, id, table))
        return Reply(person, group.balances[player(id)], table, self._standing(group, found))

    def _own(self, group: Group, person: str, id: str) -> Table:
        table = self._table(group, id)
        if table.person != person:
            raise PitbossError("table/not-yours", "That table is another guest's.")
        return table

    def _table(self, group: Group, id: str) -> Table:
        table = group.tables.get(id) or self._books.tables.get(id)
        if table is None:
            row = self._statements.table(id)
            if row is None:
                raise PitbossError("table/unknown", f"There is no table {id}.")
            entries = self._entries_backwards(id)
            table = recover(id, row[0], entries, self.setup_of, self._key)
            self._books.tables[id] = table
        return table

    def _up_to_date(self, group: Group, table: Table) -> Table:
        """The table under the settings of today; a round that has begun is finished first."""
        settings = settings_of(table.setup.rules.key)
        if settings == table.setup or table.round.phase not in (IDLE, *OVER):
            return table
        self._remember(settings)
        self._act(group, HOUSE, f"configure-{group.now}", table, Configure())
        return group.tables[table.id]

    def _entries_backwards(self, stream: str) -> Iterator[Entry]:
        before = self._books.head(stream).sequence + 1
        while before > 1:
            for entry in self._statements.entries_before(stream, before):
                yield entry
                before = entry.sequence

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

    def _ask(
        self, group: Group, id: str, command_id: str, table_id: str, command: TableCommand
    ) -> Reply:
        person = self._person(group, id)
        table = self._own(group, id, table_id)
        before = group.said_before(table_id, id, command_id)
        if before is not None:
            reply = _first_answer(before, _request_text(command), person)
        elif table_id in self._broken:
            message = "This table has stopped after a fault of ours. Your bets are safe."
            raise PitbossError("table/stopped", message)
        else:
            refusal, events = self._act(
                group, id, command_id, self._up_to_date(group, table), command
            )
            reply = Reply(person, refusal=refusal, events=events)
        table = group.tables.get(table_id) or table
        standing = self._standing(group, table)
        return reply._replace(balance=standing.balance, table=table_id, standing=standing)

    def _act(
        self, group: Group, by: str, command_id: str, table: Table, command: TableCommand
    ) -> tuple[Refusal | None, tuple[h.AnyEvent, ...]]:
        """Carry a command out at a table and enter it, refused or not."""
        turn = Turn(table, Balances(group.balances), self._randomness, self._key)
        request = _request(command)
        try:
            turn.carry_out(command)
        except Refused as refused:
            answer = encode({"refused": refused.refusal.as_json()})
            fingerprint = table.setup.fingerprint
            group.enter(
                table.id,
                by,
                command_id,
                encode(request),
                "[]",
                answer,
                fingerprint,
                [],
                table.round.number,
            )
            return refused.refusal, ()
        except Exception as error:
            # Whatever went wrong, nothing of it counts: the table stands as it was, and rests.
            log.exception("table %s has stopped", table.id)
            self._broken.add(table.id)
            message = "This table has stopped after a fault of ours. Your bets are safe."
            raise PitbossError("table/stopped", message) from error
        self._enter_turn(group, turn, by, command_id, request)
        return None, tuple(turn.events)

    def _enter_turn(
        self, group: Group, turn: Turn, by: str, command_id: str, request: dict[str, Any]
    ) -> None:
        table = turn.outcome()
        events = encode([h.to_json(event) for event in turn.events])
        answer, fingerprint = '{"refused":null}', table.setup.fingerprint
        group.balances.keep(turn.balances)
        group.enter(
            table.id,
            by,
            command_id,
            encode(request),
            events,
            answer,
            fingerprint,
            turn.transfers,
            table.round.number,
        )
        group.tables[table.id] = table

    def _standing(self, group: Group, table: Table) -> Standing:
        head = group.head(table.id)
        person = group.people.get(table.person) or self._books.people[table.person]
        net = self._wealth(group, table.person) - person.session_base
        return Standing(
            table,
            head.sequence,
            head.hash,
            group.balances[player(table.person)],
            group.balances[accounts_of(table.id).meter],
            Session(person.session_began, net),
        )


def _ids(person: str, command_id: str, request: Request) -> tuple[str, ...]:
    """The ids that a request names; no other text of it goes into a query."""
    match request:
        case ComeIn(token):
            return (token,)
        case Sweep():
            return ()
        case Sit():
            return (person,)
        case Look(table):
            return person, table
        case Ask(table, _):
            return person, command_id, table
        case Grant():
            return person, command_id


def _request(command: TableCommand) -> dict[str, Any]:
    kind: Any = type(command)
    return {"command": NAMES[kind], **json_writer(kind)(command)}


def _request_text(command: TableCommand) -> str:
    return encode(_request(command))


def _first_answer(before: tuple[str, str], request: str, person: Person) -> Reply:
    """The answer that the same command got when it was said first."""
    if before[0] != request:
        message = "Another command was said under this id: give each its own."
        return Reply(person, refusal=Refusal("command/id-used", message))
    refused = json.loads(before[1])["refused"]
    refusal = None
    if refused is not None:
        refusal = Refusal(refused["error"], refused["message"], refused.get("clause"))
    return Reply(person, refusal=refusal, is_repeated=True)


def _fail(batch: list[_Waiting], reason: str) -> None:
    for one in batch:
        if one.reply.set_running_or_notify_cancel():
            one.reply.set_exception(HouseIsStopped("house/stopped", reason))
