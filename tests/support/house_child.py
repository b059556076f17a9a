"""What children do in a house until they are killed, cut off or done. See `forked`.

Before each command they say what they ask, and after the answer that it was acknowledged. Several
guests play at once, so that groups have several commands, and whoever stops them hits any moment.
"""

import json
import random
import threading
from itertools import count
from pathlib import Path

from pitboss.errors import HouseIsStopped, NoHouse
from pitboss.house import House
from pitboss.house import house as opening
from pitboss.house.office import statements
from pitboss.house.office.table_desk import NAMES
from pitboss.house.records import journal
from pitboss.house.records.days import SECOND
from pitboss.house.storage import disk, schema
from pitboss.house.tables.practice import TABLE_COMMANDS
from pitboss.notation.codec import read, writer
from tests.support.houses import GAMES, Guest, random_command

TABLES = 8


def to_text(command):
    kind = type(command)
    return json.dumps({"command": NAMES[kind], **writer(kind)(command)}, separators=(",", ":"))


def from_text(text):
    fields = json.loads(text)
    kind = TABLE_COMMANDS[fields.pop("command")]
    return read(kind, fields, "the command")


def play(house, number, seed, line, commands=None):
    """A bot at a table of its own; some commands are said twice."""
    chance = random.Random(f"{seed}/{number}")
    guest = Guest(house, GAMES[number % len(GAMES)], f"guest {number}")
    standing = guest.look()
    for step in count() if commands is None else range(commands):
        if standing.balance < 3_000:
            house.grant(guest.id, f"{seed}-{step}").result()
        command, id = random_command(chance, standing.table), f"{seed}-{number}-{step}"
        line.say("ask", guest.table, guest.id, id, to_text(command))
        replies = [guest.ask_later(command, id) for _ in range(1 + (chance.random() < 0.3))]
        standing = [reply.result() for reply in replies][-1].standing
        line.say("ack", guest.table, guest.id, id)


def together(house, seed, line, players, commands=None, play=play):
    """So many players, each in a thread."""
    threads = [
        threading.Thread(target=play, args=(house, number, seed, line, commands), daemon=True)
        for number in range(players)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class DaysAhead:
    """The system's clock, so many days later."""

    def __init__(self, days):
        self.days = days

    def __call__(self):
        return opening.wall_clock() + self.days * 86_400 * SECOND


def play_on(line, folder, seed):
    """Bots at eight tables, until somebody kills them."""
    together(House(Path(folder)), seed, line, TABLES)


def play_days(line, folder, seed, weakness, days, commands):
    """Open a house, play and close it, a few times; checkpoints come often."""
    statements.CHECKPOINT_EVERY = 9
    if weakness == "names":  # Folders are not synced, except by SQLite.
        for module in (disk, journal, opening):
            module.sync_folder = lambda folder: None
    elif weakness:
        schema.PRAGMAS = (*schema.PRAGMAS, weakness)
    line.wait()
    for day in range(days):
        with House(Path(folder), clock=DaysAhead(day)) as house:
            together(house, f"{seed}-{day}", line, 3, commands)


def scripted_day(line, folder, is_open_first):
    """One guest who does a bit of everything, and says what came of each thing.

    The parent watches from the opening on, or only once the house is open.
    """
    statements.CHECKPOINT_EVERY = 5
    if not is_open_first:
        line.wait()
    clock = DaysAhead(0)
    try:
        house = House(Path(folder), clock=clock)
    except NoHouse as error:
        line.say("closed", error.code)
        return
    line.say("open")
    if is_open_first:
        line.wait()
    try:
        _two_days(line, house, clock)
    finally:
        try:
            house.close()
        except OSError as error:  # Everything was tried; what is acknowledged is in order.
            line.say("closing", error.errno)


def _two_days(line, house, clock):
    chance = random.Random(5)
    guests = {}
    for number, game in enumerate(GAMES[:2]):
        try:
            guests[game] = Guest(house, game, f"guest {number}")
        except HouseIsStopped as error:
            line.say("stopped", error.code)
    for step in range(6):
        clock.days = step // 3
        for game, guest in guests.items():
            id = f"s{step}"
            try:
                command = random_command(chance, guest.look().table)
                line.say("ask", guest.table, guest.id, id, to_text(command))
                reply = guest.ask(command, id)
            except HouseIsStopped as error:
                line.say("stopped", error.code)
                continue
            line.say("ack", guest.table, guest.id, id, reply.balance, game)
