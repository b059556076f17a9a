"""Trials of a house: killed while it plays, and told everything twice. Any length."""

import random
import signal
import time
from collections import Counter

import sqlalchemy as sa

from pitboss.house.records.ledger import player
from pitboss.house.storage.schema import JOURNAL
from tests.support.forked import Child
from tests.support.house_child import from_text, play_on
from tests.support.houses import (
    GAMES,
    Guest,
    assert_in_order,
    balances_by_the_round,
    balances_of,
    opened,
    random_command,
)

KILLS_OF_A_HOUSE = 10  # Then a new one: checking takes longer the more has happened.
LINES = 100  # At most, before a kill.


def kill_while_it_plays(folder, kills, seed=0):
    """Kill a house again and again while bots play at eight tables; a new one now and then.

    What was acknowledged is there, and all of it once. After each kill the commands that were not
    acknowledged are said again, as a client would.
    """
    chance = random.Random(seed)
    entries = asked = 0
    for house in range(0, kills, KILLS_OF_A_HOUSE):
        place, trial = folder / str(house), Trial()
        for cycle in range(house, min(house + KILLS_OF_A_HOUSE, kills)):
            trial.heard(killed(chance, play_on, place, f"{seed}-{cycle}"))
            counts = trial.check(place, cycle)
        entries += counts.entries
        asked += len(trial.asked)
    return entries, asked


class Trial:
    """What the children of one house asked, and what was acknowledged to them."""

    def __init__(self):
        self.asked, self.acknowledged = {}, Counter()

    def heard(self, lines):
        for kind, table, person, id, *text in lines:
            if kind == "ask":
                self.asked[table, person, id] = text[0]
            else:
                self.acknowledged[table, person, id] += 1

    def check(self, folder, seed):
        with opened(folder, seed=f"after {seed}") as house:
            present = places(house)
            assert [place for place in self.acknowledged if present[place] != 1] == []
            for place in [place for place in self.asked if place not in self.acknowledged]:
                table, person, id = place
                reply = house.ask(person, table, id, from_text(self.asked[place])).result(30)
                assert reply.is_repeated == bool(present[place])
                self.acknowledged[place] += 1
            present = places(house)
            assert {place: present[place] for place in self.asked} == dict.fromkeys(self.asked, 1)
            assert_by_the_round(house)
        return assert_in_order(folder)


def killed(chance, target, *given):
    """What a child has said before it was killed, at a random moment."""
    child = Child(target, *given)
    lines = iter(child)
    said = []
    if chance.random() < 0.1:  # While it opens the house, or soon after.
        time.sleep(chance.random() * 0.2)
    else:
        said += [next(lines) for _ in range(chance.randint(1, LINES))]
        time.sleep(chance.random() * 0.005)
    child.kill()
    said += lines
    assert child.wait() == -signal.SIGKILL
    return said


def places(house):
    """How often each command is in the journal, by table, person and id."""
    query = sa.select(JOURNAL.c.stream, JOURNAL.c.person, JOURNAL.c.command_id)
    with house.reading.connect() as connection:
        return Counter(tuple(row) for row in connection.execute(query))


def assert_by_the_round(house):
    """Nobody has a unit more or less than the plain ledger of the round says."""
    have, meters = balances_by_the_round(house.engine)
    balances = balances_of(house.engine)
    assert have == {who: balances[player(who)] for who in have}
    assert meters == {
        account.owner: amount for account, amount in balances.items() if account.kind == "meter"
    }
    assert sum(balances.values()) == 0


def repeat_commands(folder, commands, seed=0, guests=8, together=100, restarts=4):
    """Say so many commands of which three in ten are said again, at once or much later.

    They come in groups and in any order: a repetition may overtake the first.
    """
    chance = random.Random(seed)
    said, answers, repeated = [], {}, 0
    house = opened(folder, seed)
    tables = [Guest(house, game, f"guest {number}") for number in range(guests) for game in GAMES]
    standings = {guest: guest.look() for guest in tables}
    groups = commands // together
    for group in range(groups):
        if group and group % (groups // (restarts + 1) + 1) == 0:
            house.close()
            house = opened(folder, f"{seed} {group}")
            for guest in tables:
                guest.house = house
        batch = []
        for at in range(together):
            if said and chance.random() < 0.3:
                batch.append(chance.choice(said[-chance.choice((3, 100, 10**6)) :]))
            else:
                guest = chance.choice(tables)
                command = random_command(chance, standings[guest].table)
                said.append((guest, f"{group}-{at}", command))
                batch.append(said[-1])
        chance.shuffle(batch)
        waiting = [(guest, id, guest.ask_later(command, id)) for guest, id, command in batch]
        poor = {}
        for guest, id, later in waiting:
            reply = later.result(30)
            standings[guest] = reply.standing
            assert reply.is_repeated == ((guest, id) in answers)
            repeated += reply.is_repeated
            assert answers.setdefault((guest, id), reply.refusal) == reply.refusal
            poor[guest.id] = reply.balance < 3_000
        for at, person in enumerate(person for person, is_poor in poor.items() if is_poor):
            house.grant(person, f"g{group}-{at}").result(30)
    present = places(house)
    assert set(present.values()) == {1}
    assert {(guest.table, guest.id, id) for guest, id in answers} <= set(present)
    assert len(answers) == len(said)
    assert_by_the_round(house)
    house.close()
    assert_in_order(folder)
    return repeated, answers
