"""Threads race for one guest's money: bets at one table against withdrawals at another.

Every command is in the journal in the order in which it was carried out. A plain model goes through
them one by one: what it says has to be what each thread was answered. And the order has to be
possible: nothing comes before something that had been answered before it was asked.
"""

import json
import random
import threading
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from pitboss.house.tables.practice import Stake
from tests.support.houses import GRANT, PRACTICE, Guest, entries_of, opened

GAME, BET = "three-pictures", "initial"
TABLES = 8
WAYS = ("-bet", "-out")


class Said(NamedTuple):
    """A command, when it was asked and answered by a clock that only counts, and the answer."""

    table: str
    id: str
    asked: int
    answered: int
    refusal: str | None
    balance: int


def many_tables():
    """A house that offers the same game under many names: a guest gets a table for each."""
    offer = PRACTICE.offer(GAME)
    offers = {f"table-{n}": offer._replace(key=f"table-{n}") for n in range(TABLES)}
    return replace(PRACTICE, offers=offers)


def race(place, pairs, threads=16, seed=0):
    """So many pairs of a bet and a withdrawal; what was said, and the journal afterwards."""
    with opened(**place, settings=many_tables()) as house:
        guests = [Guest(house, f"table-{n}") for n in range(TABLES)]
        clock, said = count(), []
        start = threading.Barrier(threads)

        def play(number):
            chance = random.Random(f"{seed} {number}")
            start.wait()
            for turn in range(pairs // threads):
                bet = Stake({1: {BET: 500 * chance.randint(1, 100)}})
                for way, command in (("bet", bet), ("out", Stake({}))):
                    guest, id = chance.choice(guests), f"{number}-{turn}-{way}"
                    asked = next(clock)
                    reply = guest.ask(command, id)
                    code = reply.refusal and reply.refusal.code
                    said.append(Said(guest.table, id, asked, next(clock), code, reply.balance))

        racing = [threading.Thread(target=play, args=(number,)) for number in range(threads)]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
        entries = entries_of(house.engine)
    return said, [entry for entry in entries if entry.command_id.endswith(WAYS)]


def explained(said, entries):
    """How many bets were refused, if a sequential history explains every answer."""
    answers = {(one.table, one.id): one for one in said}
    balance, felts, refused, latest_asked = GRANT, {}, 0, -1
    for entry in entries:
        one = answers.pop((entry.stream, entry.command_id))
        assert latest_asked < one.answered  # Nothing asked after this answer is in before it.
        latest_asked = max(latest_asked, one.asked)
        boxes = json.loads(entry.request)["boxes"]
        wanted = sum(amount for bets in boxes.values() for amount in bets.values())
        felt = felts.get(entry.stream, 0)
        is_refused = wanted - felt > balance
        if not is_refused:
            balance, felts[entry.stream] = balance + felt - wanted, wanted
        refused += is_refused
        assert one.refusal == ("money/balance" if is_refused else None)
        assert one.balance == balance >= 0
    assert answers == {}
    return refused
