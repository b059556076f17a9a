"""A house in which much happens, and its state after every commit: what restoring should give."""

import random
import shutil
from dataclasses import replace
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.key_rotation import rotate_key
from pitboss.house.backups.restore import restore
from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import ACCOUNTS, HOUSE_SETTINGS, JOURNAL, PEOPLE, SIGN_INS, TABLES
from pitboss.house.tables.practice import bets_are_open
from pitboss.play.state import OVER
from tests.support.houses import (
    EXPIRES_AFTER,
    GAMES,
    NEW_SESSION_AFTER,
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    findings,
    main_of,
    opened,
    play_by_chance,
)

JACKPOT = PRACTICE.jackpots["practice"]
SHARED = replace(
    PRACTICE,
    name="Shared",
    jackpots={
        "practice": JACKPOT._replace(
            is_shared=True, terms=JACKPOT.terms._replace(contribution="1/4")
        )
    },
    offers={
        key: offer._replace(bank=1_000_000 if key == "three-pictures" else 0)
        for key, offer in PRACTICE.offers.items()
    },
)


class Snapshot(NamedTuple):
    """What stood after a commit."""

    entry: int
    time: int
    rows: dict
    tables: dict  # As the house itself has them, by id.


LISTS = {
    "accounts": (ACCOUNTS.c.id, ACCOUNTS.c.kind, ACCOUNTS.c.owner, ACCOUNTS.c.balance),
    "tables": tuple(TABLES.c),
    "people": (PEOPLE.c.id, PEOPLE.c.number, PEOPLE.c.is_gone),
    "sign_ins": tuple(SIGN_INS.c),
    "settings": (HOUSE_SETTINGS.c.id, HOUSE_SETTINGS.c.fingerprint, HOUSE_SETTINGS.c.effective),
}


def rows_of(engine):
    with engine.connect() as connection:
        return {
            name: connection.execute(sa.select(*columns).order_by(columns[0])).all()
            for name, columns in LISTS.items()
        }


def sessions_of(engine):
    columns = PEOPLE.c.id, PEOPLE.c.session_began, PEOPLE.c.session_base, PEOPLE.c.seen
    with engine.connect() as connection:
        return {row[0]: row[1:] for row in connection.execute(sa.select(*columns))}


def last_entry(engine):
    query = sa.select(JOURNAL.c.id, JOURNAL.c.time).order_by(JOURNAL.c.id.desc()).limit(1)
    with engine.connect() as connection:
        return connection.execute(query).one()


class EventfulHouse:
    """Guests come, play, stay away and are seen off; settings and keys change in between."""

    def __init__(self, place, steps, seed=0):
        self.place, self.chance = place, random.Random(seed)
        self.clock, self.settings = Clock(), PRACTICE
        self.guests, self.snapshots, self.sessions = [], [], {}
        self.seed = seed
        self.house = self._open()
        for step in range(steps):
            self._step(step)
            self._take_down()
        self.house.close()

    def _open(self):
        self.seed += 1
        return opened(**self.place, seed=self.seed, clock=self.clock, settings=self.settings)

    def _step(self, step):
        chance = self.chance
        self.clock.now += chance.choice((1, 20, 90)) * SECOND
        kind = chance.random()
        if kind < 0.1 or not self.guests:
            self.guests.append(Guest(self.house, chance.choice(GAMES), f"guest {step}"))
        elif kind < 0.14:
            self.clock.now += NEW_SESSION_AFTER
        elif kind < 0.17:
            self.clock.now += EXPIRES_AFTER // 2 + SECOND
            self.house.sweep().result(30)
            self.guests = [guest for guest in self.guests if not self._is_gone(guest)]
        elif kind < 0.24:
            self._reopen(step)
        else:
            guest = chance.choice(self.guests)
            play_by_chance(guest, chance, 1)

    def _is_gone(self, guest):
        with self.house.reading.connect() as connection:
            query = sa.select(PEOPLE.c.is_gone).where(PEOPLE.c.id == guest.id)
            return bool(connection.execute(query).scalar())

    def _reopen(self, step):
        self.house.close()
        if step % 2:
            with BackRoom(**self.place, clock=self.clock) as room:
                rotate_key(room)
        else:
            self.settings = SHARED if self.settings is PRACTICE else PRACTICE
        self.house = self._open()
        for guest in self.guests:
            guest.house = self.house

    def _take_down(self):
        engine = self.house.reading
        entry, time = last_entry(engine)
        tables = {}
        for guest in self.guests:
            table = self.house.office.tables.table(_Committed(self.house.office), guest.table)
            tables[guest.table] = table
        self.snapshots.append(Snapshot(entry, time, rows_of(engine), tables))
        self.sessions[entry] = sessions_of(engine)


class _Committed:
    """A group without anything in it: tables are read as they are committed."""

    def __init__(self, office):
        self.tables = {}


def assert_restored(happened, file, place, snapshot, by_time):
    """Restore to one moment: everything is as it was, verified, and goes on."""
    moment = {"until": snapshot.time} if by_time else {"entry": snapshot.entry}
    restored = restore(file, **place, **moment, clock=happened.clock)
    assert restored.entry == snapshot.entry
    counts = assert_in_order(**place)
    assert counts.entries == snapshot.entry + 1
    _bring_key(happened, place["folder"], restored.key)
    assert_in_order(**place)
    engine = sa.create_engine(place["url"])
    assert rows_of(engine) == snapshot.rows
    engine.dispose()
    with opened(**place, seed=99, clock=happened.clock, settings=PRACTICE) as house:
        _assert_sessions(happened, house, snapshot)
        tables = {
            id: house.office.tables.table(_Committed(house.office), id) for id in snapshot.tables
        }
        for id, table in tables.items():
            _assert_begun_anew(snapshot.tables[id], table)
        for table in list(tables.values())[:3]:
            play_on(house, table)
    assert_in_order(**place)
    return restored


def _assert_begun_anew(before, after):
    """What players have seen since the backup decides nothing any more."""
    assert after.seed.secret != before.seed.secret
    if bets_are_open(before):
        assert after.round == before.round
    else:
        assert after.round.phase in OVER
        assert after.round.number == before.round.number


def _bring_key(happened, folder, needed):
    """The keys are in no backup."""
    shutil.copy(happened.place["folder"] / "signing-key", folder / "signing-key")
    files = happened.place["folder"].glob("key*")
    by_id = {file.name.removeprefix("key.old-"): file for file in files}
    shutil.copy(by_id.get(needed) or by_id["key"], folder / "key")


def _assert_sessions(happened, house, snapshot):
    final, then, now = (
        happened.sessions[max(happened.sessions)],
        happened.sessions[snapshot.entry],
        sessions_of(house.engine),
    )
    assert now.keys() == then.keys()
    for person, (began, base, seen) in now.items():
        assert seen <= snapshot.time
        if final[person][0] == then[person][0]:  # Still the same sitting at the end.
            assert (began, base) == then[person][:2]
        assert began <= snapshot.time


def play_on(house, table):
    """The player at a table goes on from where it stands."""
    guest = Guest.__new__(Guest)
    guest.house, guest.id, guest.table = house, table.person, table.id
    guest._ids = iter(f"again-{number}" for number in range(10**6))
    game = table.setup.rules.key
    if guest.look() and guest.round.phase not in OVER:
        guest.decide_all()
    if guest.balance < 3_000:
        house.grant(guest.id, "again").result(30)
    if guest.balance >= 1_000:
        assert guest.deal({1: {main_of(game): 500}}).refusal is None
        guest.decide_all()
        assert guest.round.phase in OVER


def truncation_shows(happened, place):
    """What verify says with the heads that the first house kept."""
    return findings(**place, others=happened.place["folder"] / "heads")[0]
