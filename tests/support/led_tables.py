"""Tables led by a dealer, entered in the books of a house that is closed.

A house of practice tables knows no incident, no void and no correction. What its books take is
more: here every command at a table goes into the journal with its transfers, as a writer does it.
"""

import json

from pitboss.house import events as h
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.statements import Statements
from pitboss.house.office.writer_sql import TableRow
from pitboss.house.people.person import Person
from pitboss.house.records.ledger import accounts_of, book, book_around
from pitboss.house.storage.schema import connect
from pitboss.notation.setup_json import setup_to_json
from pitboss.play import apply
from tests.support.playing import Table

GRANT = 1_000_000


class Books:
    """The books of a house, opened to be written in by hand."""

    def __init__(self, url):
        self.engine = connect(url)
        self.connection = self.engine.connect()
        with self.connection.begin():
            self.statements = Statements(self.connection)
            self.committed = Committed(self.statements)
            self.now = self.statements.last_time()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.statements.close()
        self.connection.close()
        self.engine.dispose()

    def commit(self, enter, before=lambda: None):
        """One entry, or several, in one transaction."""
        self.now += 1_000_000
        group = Group(self.committed, self.now)
        with self.statements.transaction():
            before()
            enter(group)
            group.write()
        group.is_committed()

    def person(self, id, number):
        person = Person(id, number, self.now, self.now, 0)
        events = [h.GuestCame(id, person.name), h.Granted(id, GRANT)]

        def enter(group):
            moved = [t for event in events for t in book_around(group.balances, event)]
            text = json.dumps([h.to_json(event) for event in events], separators=(",", ":"))
            answer = '{"refused":null}'
            group.enter("house", id, "come-in", '{"command":"come-in"}', text, answer, "", moved)

        self.commit(enter, lambda: self.statements.add_person(person))
        return person


class LedTable(Table):
    """A table of `tests.support.playing` whose commands are entered in the books."""

    def __init__(self, books, id, owner, game, cards="", **choices):
        super().__init__(game, cards, led_by="dealer", **choices)
        self.books, self.id, self.said = books, id, 0
        setup = json.dumps(setup_to_json(self.setup), separators=(",", ":"))
        opened = [h.TableOpened(owner, game, self.setup.fingerprint)]
        if self.setup.meter_wagers:
            opened.append(h.MeterFunded(500_000))

        def before():
            books.statements.add_table(id, TableRow(owner, game, game, ""))
            if books.statements.configuration(self.setup.fingerprint) is None:
                books.statements.add_configuration(self.setup.fingerprint, setup)

        books.commit(lambda group: self.enter(group, owner, "sit", self.round, opened), before)

    def say(self, command):
        before = self.round
        events = super().say(command)
        name = type(command).__name__
        self.books.commit(lambda group: self.enter(group, command.by.id, name, before, events))
        return events

    def enter(self, group, by, name, round, events):
        transfers = []
        for event in events:
            if isinstance(event, h.HouseEvent):
                transfers += book_around(group.balances, event, accounts_of(self.id))
            else:
                transfers += book(group.balances, accounts_of(self.id), round, event)
                round = apply(round, event)
        self.said += 1
        text = json.dumps([h.to_json(event) for event in events], separators=(",", ":"))
        request = json.dumps({"command": name}, separators=(",", ":"))
        group.enter(
            self.id, by, f"c{self.said}", request, text, '{"refused":null}',
            self.setup.fingerprint, transfers, round.number,
        )  # fmt: skip
