"""A house in which the random walks of the conformance kit were played, every event booked.

Whatever can happen at a table is in its journal: several people on a box, incidents, rulings, voids
before and after settlement, corrected payments, annulled bets, caps and rounding.
"""

from typing import ClassVar

from pitboss.house.events import HOUSE, Granted, MeterFunded, to_json
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.entries import NOT_REFUSED, encode
from pitboss.house.office.statements import Statements
from pitboss.house.records.ledger import accounts_of, book, book_around
from pitboss.house.storage.schema import connect, migrate
from pitboss.notation.setup_json import setup_to_json
from pitboss.play import apply, start
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import TableMachine, walk
from tests.support.houses import START

PURSE, METER = 10**13, 10**12
STEP = 7 * 60 * 1_000_000  # From one entry to the next: a day has some two hundred of them.


class Noted(TableMachine):
    """A walk that notes the events of each command."""

    walks: ClassVar[list] = []

    def say(self, command):
        if not hasattr(self, "commands"):
            self.commands = []
            type(self).walks.append((self.setup, self.commands))
        count = len(self.events)
        super().say(command)
        if len(self.events) > count:
            self.commands.append(self.events[count:])


def walks_of(game, tables):
    """Set-up and events by command of so many random walks."""
    noted = type("Noted", (Noted,), {"walks": []})
    walk(RULEBOOKS[game], tables, machine=noted)
    return noted.walks


def write_walks(url, walks):
    """Write walks into a new house, each as a table of its own, all of them at once in time."""
    engine = connect(url)
    migrate(engine)
    with engine.connect() as connection:
        with connection.begin():
            statements = Statements(connection)
            committed = Committed(statements)
        now = START
        with statements.transaction():
            group = Group(committed, now)
            people = {
                getattr(event, "bettor", None)
                for _, commands in walks
                for events in commands
                for event in events
            } - {None}
            for person in sorted(people):
                _enter(group, HOUSE, "come", [Granted(person, PURSE)], "", 0)
            tables = []
            for number, (setup, commands) in enumerate(walks):
                if statements.configuration(setup.fingerprint) is None:
                    body = encode(setup_to_json(setup))
                    statements.add_configuration(setup.fingerprint, body)
                tables.append([f"T{number}", start(setup), commands])
                _enter(group, f"T{number}", "open", [MeterFunded(METER)], setup.fingerprint, 0)
            for turn in range(max(len(commands) for _, commands in walks)):
                for table in tables:
                    name, round, commands = table
                    if turn < len(commands):
                        now += STEP
                        group.now = now
                        table[1] = _say(group, name, round, commands[turn])
            group.write()
        group.is_committed()
        statements.close()
    engine.dispose()


def _say(group, table, round, events):
    transfers, fingerprint = [], round.setup.fingerprint
    for event in events:
        transfers += book(group.balances, accounts_of(table), round, event)
        round = apply(round, event)
    _enter(group, table, "floor", events, fingerprint, round.number, transfers)
    return round


def _enter(group, stream, what, events, fingerprint, round, transfers=None):
    if transfers is None:
        accounts = accounts_of(stream)
        transfers = [t for event in events for t in book_around(group.balances, event, accounts)]
    text = encode([to_json(event) for event in events])
    id = f"{what}-{len(group._entries)}"
    group.enter(stream, "floor", id, "{}", text, NOT_REFUSED, fingerprint, transfers, round)
