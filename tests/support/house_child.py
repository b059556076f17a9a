"""A process that plays in a house until it is killed.

    python -m tests.support.house_child FOLDER SEED

Before each command it prints what it asks, and after the answer that it was acknowledged. Several
guests play at once, so that groups have several commands, and whoever kills it hits any moment.
"""

import json
import random
import sys
import threading
from pathlib import Path

from pitboss.house import House
from pitboss.house.practice import TABLE_COMMANDS
from pitboss.house.table_desk import NAMES
from pitboss.notation.codec import read, writer
from tests.support.houses import GAMES, Guest, random_command

GUESTS = 3


def to_text(command):
    kind = type(command)
    return json.dumps({"command": NAMES[kind], **writer(kind)(command)}, separators=(",", ":"))


def from_text(text):
    fields = json.loads(text)
    kind = TABLE_COMMANDS[fields.pop("command")]
    return read(kind, fields, "the command")


def play(house, number, seed, say):
    chance = random.Random(f"{seed}/{number}")
    guests = [Guest(house, game, f"guest {number}") for game in GAMES]
    for step in range(10**9):
        guest = chance.choice(guests)
        standing = guest.look()
        if standing.balance < 3_000:
            house.grant(guest.id, f"{seed}-{step}").result()
        command, id = random_command(chance, standing.table), f"{seed}-{number}-{step}"
        say("ask", guest.table, guest.id, id, to_text(command))
        replies = [guest.ask_later(command, id) for _ in range(1 + (chance.random() < 0.3))]
        for reply in replies:
            reply.result()
        say("ack", guest.table, guest.id, id, "")


def play_together(house, seed, play, players):
    """So many people, each in a thread, until the process is killed."""
    lock = threading.Lock()

    def say(*words):
        with lock:
            sys.stdout.write("\t".join(words) + "\n")
            sys.stdout.flush()

    threads = [
        threading.Thread(target=play, args=(house, number, seed, say), daemon=True)
        for number in range(players)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main(folder, seed):
    play_together(House(Path(folder)), seed, play, GUESTS)


if __name__ == "__main__":
    main(*sys.argv[1:])
