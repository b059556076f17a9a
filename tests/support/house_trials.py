"""Trials of a house: killed while it plays, and told everything twice. Any length."""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from pitboss.house.ledger import player
from tests.support.house_child import from_text
from tests.support.houses import (
    GAMES,
    Guest,
    assert_in_order,
    balances_by_the_round,
    balances_of,
    entries_of,
    opened,
    random_command,
)

ROOT = Path(__file__).parents[2]


def kill_while_it_plays(folder, kills, seed=0):
    """Kill a playing process again and again; what was acknowledged is there, and all of it once.

    After each kill the commands that were not acknowledged are said again, as a client would.
    """
    chance = random.Random(seed)
    asked, acknowledged = {}, Counter()
    for cycle in range(kills):
        lines = killed_child(folder, f"{seed}-{cycle}", chance)
        said = [tuple(line.split("\t")) for line in lines]
        for kind, *place, text in said:
            if kind == "ask":
                asked[tuple(place)] = text
            else:
                acknowledged[tuple(place)] += 1
        assert_in_order(folder)
        with opened(folder, seed=cycle + 1_000) as house:
            present = places(house)
            assert [place for place in acknowledged if present[place] != 1] == []
            lost = [place for place in asked if place not in acknowledged]
            for table, person, id in lost:
                command = from_text(asked[table, person, id])
                reply = house.ask(person, table, id, command).result(30)
                assert reply.is_repeated == bool(present[table, person, id])
                acknowledged[table, person, id] += 1
            present = places(house)
            assert {place: present[place] for place in asked} == dict.fromkeys(asked, 1)
            assert_by_the_round(house)
    return assert_in_order(folder), len(asked)


def killed_child(folder, seed, chance):
    """What a child has said before it was killed, at a random moment."""
    return killed("tests.support.house_child", [str(folder), seed], chance)


def killed(module, given, chance):
    """What a process has said before it was killed, at a random moment."""
    words = [sys.executable, "-m", module, *given]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    lines = []
    try:
        for _ in range(chance.randint(1, 150)):
            line = child.stdout.readline()
            assert line, "the child ended by itself"
            lines.append(line)
        time.sleep(chance.random() * 0.01)
    finally:
        child.kill()
        rest = child.communicate()[0].splitlines(keepends=True)
    return [line.rstrip("\n") for line in (*lines, *rest) if line.endswith("\n")]


def places(house):
    entries = entries_of(house.engine)
    return Counter((entry.stream, entry.person, entry.command_id) for entry in entries)


def assert_by_the_round(house):
    """Nobody has a unit more or less than the plain ledger of the round says."""
    have, meters = balances_by_the_round(house.engine)
    balances = balances_of(house.engine)
    assert have == {who: balances[player(who)] for who in have}
    assert meters == {
        account.owner: amount for account, amount in balances.items() if account.kind == "meter"
    }
    assert sum(balances.values()) == 0


def repeat_commands(folder, commands, seed=0):
    """Say so many commands of which three in ten are repeated, at once or much later."""
    chance = random.Random(seed)
    said, answers, repeated = [], {}, 0
    house = opened(folder, seed)
    guests = [Guest(house, game, f"guest {number}") for number in range(4) for game in GAMES]
    standings = {guest: guest.look() for guest in guests}
    for batch in range(commands // 20):
        if batch and batch % max(commands // 80, 1) == 0:  # A few restarts.
            house.close()
            house = opened(folder, seed + batch)
            for guest in guests:
                guest.house = house
        waiting = []
        for at in range(20):
            if said and chance.random() < 0.3:
                guest, id, command = chance.choice(said[-chance.choice((3, 100, 10**6)) :])
            else:
                guest, id = chance.choice(guests), f"{batch}-{at}"
                command = random_command(chance, standings[guest].table)
                said.append((guest, id, command))
            waiting.append((guest, id, guest.ask_later(command, id)))
        for guest, id, later in waiting:
            reply = later.result(30)
            standings[guest] = reply.standing
            assert reply.is_repeated == ((guest, id) in answers)
            repeated += reply.is_repeated
            assert answers.setdefault((guest, id), reply.refusal) == reply.refusal
            if reply.balance < 3_000:
                house.grant(guest.id, f"g{batch}-{id}").result(30)
    present = places(house)
    assert {(guest.table, guest.id, id) for guest, id in answers} <= set(present)
    assert set(present.values()) == {1}
    rows = sum(present[guest.table, guest.id, id] for guest, id in answers)
    assert rows == len(answers) == len(said)
    assert_by_the_round(house)
    house.close()
    assert_in_order(folder)
    return repeated, answers
