"""Houses for tests: with a clock and randomness of their own, and guests who play by chance."""

import random
import threading
from collections import Counter
from itertools import count

import sqlalchemy as sa

from pitboss.house import House
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import verify
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.records.journal import ENTRY, Entry, read_heads
from pitboss.house.records.ledger import Account
from pitboss.house.settings.house_file import practice_house
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL
from pitboss.house.tables.practice import Deal, FoldHand, PlayHand, Stake
from pitboss.house.tables.recovery import events_of
from pitboss.play import Ledger
from pitboss.play.events import EVENTS
from pitboss.play.player_actions import may_fold
from pitboss.play.state import EXAMINING
from pitboss.rulebooks import RULEBOOKS

GAMES = tuple(RULEBOOKS)
START = 1_700_000_000_000_000
ENTROPY = "ab" * 32
PRACTICE = practice_house()
GRANT = PRACTICE.grant.amount
METER_RESET = PRACTICE.jackpots["practice"].terms.reset
NEW_SESSION_AFTER = PRACTICE.timers.sitting * SECOND
EXPIRES_AFTER = PRACTICE.timers.guest * SECOND


def settings_of(game):
    """The configuration of a practice table."""
    return PRACTICE.offer(game).setup


class Clock:
    """Stands still until it is moved on. While it is held, the writer waits for it."""

    def __init__(self, now=START):
        self.now = now
        self._goes = threading.Event()
        self._goes.set()
        self.asked = threading.Event()

    def __call__(self):
        self.asked.set()
        assert self._goes.wait(30)
        return self.now

    def hold(self):
        self.asked.clear()
        self._goes.clear()

    def release(self):
        self._goes.set()


def opened(folder, seed=0, clock=None, **named):
    return House(folder, clock=clock or Clock(), randomness=random.Random(seed).randbytes, **named)


def heads_in(file):
    """The heads in a file, without the lines that can't be read."""
    return [line.head for line in read_heads(file) if line.head]


def events_in(house, stream):
    """Everything that happened in a stream."""
    return [event for entry in entries_of(house.engine, stream) for event in events_of(entry)]


def regardless_of_opening(standing):
    """How a table stands, whenever its seed was sealed."""
    table = standing.table
    seed = table.seed._replace(is_from_before=False)
    return standing._replace(table=table._replace(seed=seed))


def watch_commits(house, tell):
    """Call `tell` at each commit, just before it."""
    statements = house.office.statements
    commit = statements.commit

    def told():
        tell()
        commit()

    statements.commit = told


class Guest:
    """A guest at one table; each command has an id of its own unless it is given one."""

    def __init__(self, house, game=GAMES[0], token="one"):
        self.house, self.game = house, game
        self.person = house.come_in(hash_of_token(token)).result().person
        self.id = self.person.id
        self.table = house.sit(self.id, game).result().table
        self._ids = count(1)

    def ask_later(self, command, id=None):
        return self.house.ask(self.id, self.table, id or f"c{next(self._ids)}", command)

    def ask(self, command, id=None):
        return self.ask_later(command, id).result(30)

    def look(self):
        return self.house.look(self.id, self.table).result(30).standing

    @property
    def round(self):
        return self.look().table.round

    @property
    def balance(self):
        return self.look().balance

    def stake(self, boxes, id=None):
        return self.ask(Stake(boxes), id)

    def deal(self, boxes=None, entropy=ENTROPY, id=None):
        """As the page does: a commitment that was renewed meanwhile is looked at first."""
        reply = self.ask(Deal(entropy, boxes), id)
        if reply.refusal is not None and reply.refusal.code == "shuffle/renewed":
            return self.ask(Deal(entropy, boxes), id and f"{id}-again")
        return reply

    def decide_all(self, command=PlayHand):
        reply = None
        for box in waiting_boxes(self.round):
            reply = self.ask(command(box))
        return reply


def main_of(game):
    return RULEBOOKS[game].main[0]


def waiting_boxes(round):
    if round.phase != EXAMINING:
        return []
    return sorted(box for box in round.waiting if may_fold(round, round.boxes[box]))


# Chance


def random_stakes(chance, game):
    """Bets on some boxes; a few of them are wrong."""
    setup = settings_of(game)
    sides = [key for key in setup.offered if key not in (setup.first, setup.follow_up)]
    boxes = {}
    for box in chance.sample((1, 2, 3), chance.choice((1, 1, 2, 3))):
        bets = {setup.first: 500 * chance.randint(1, 6)} if chance.random() < 0.9 else {}
        for key in sides:
            if chance.random() < 0.4:
                bets[key] = setup.rules.prices.get(key, 100 * chance.randint(1, 5))
        boxes[box] = bets
    if chance.random() < 0.05:
        boxes[chance.choice((1, 4))] = {setup.first: chance.choice((1, 750, 60_000, 50_000))}
    return boxes


def random_command(chance, table):
    """What somebody might say at this table now, sometimes out of turn."""
    waiting = waiting_boxes(table.round)
    is_out_of_turn = chance.random() < 0.05
    if bool(waiting) != is_out_of_turn:
        box = chance.choice(waiting or (1, 2))
        return FoldHand(box) if chance.random() < 0.3 else PlayHand(box)
    game = table.setup.rules.key
    stakes = random_stakes(chance, game)
    if chance.random() < 0.4:
        return Stake(stakes)
    entropy = chance.randbytes(32).hex()
    return Deal(entropy, stakes if chance.random() < 0.8 else None)


def play_by_chance(guest, chance, commands, seen=lambda reply: None):
    """So many random commands at one table, with grants when the money is gone."""
    refusals = Counter()
    standing = guest.look()
    for _ in range(commands):
        if standing.balance < 3_000:
            guest.house.grant(guest.id, f"g{chance.random()}").result(30)
        reply = guest.ask(random_command(chance, standing.table))
        standing = reply.standing
        refusals[reply.refusal.code if reply.refusal else None] += 1
        seen(reply)
    return refusals


# What is in the books


def findings(folder, **named):
    """What is wrong with a house, and what was checked."""
    counts = Counts()
    return list(verify(folder, counts, **named)), counts


def assert_in_order(folder, **named):
    problems, counts = findings(folder, **named)
    assert problems == []
    return counts


def entries_of(engine, stream=None):
    query = sa.select(*ENTRY).order_by(JOURNAL.c.id)
    if stream is not None:
        query = query.where(JOURNAL.c.stream == stream)
    with engine.connect() as connection:
        return [Entry(*row) for row in connection.execute(query)]


def balances_of(engine):
    query = sa.select(ACCOUNTS.c.kind, ACCOUNTS.c.owner, ACCOUNTS.c.balance)
    with engine.connect() as connection:
        return {Account(kind, owner): balance for kind, owner, balance in connection.execute(query)}


def balances_by_the_round(engine):
    """By person: what they should have, from the plain ledger of the round and from grants."""
    ledger, outside, meters = Ledger(), Counter(), Counter()
    for entry in entries_of(engine):
        before = ledger.meter_got - ledger.meter_given
        for event in events_of(entry):
            kind = type(event).__name__
            if kind in EVENTS:
                ledger.post(event)
            elif kind == "MeterFunded":
                meters[entry.stream] += event.amount
            elif kind in ("Granted", "Swept"):
                outside[event.person] += event.amount if kind == "Granted" else -event.amount
        meters[entry.stream] += ledger.meter_got - ledger.meter_given - before
    people = {*outside, *ledger.staked}
    have = {
        who: outside[who] - ledger.staked[who] + ledger.returned[who] + ledger.paid[who]
        for who in people
    }
    return have, {table: amount for table, amount in meters.items() if amount}
