"""Rotating the key: what is sealed is opened with the old key and sealed again with a new one.

The new key is written down first, the seeds are sealed again in one commit, and then the new key
takes the old one's place. A crash at any point leaves a house that opens: with the old key before
the commit, with the new one after it.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import TableIsLost
from pitboss.house import events as h
from pitboss.house.backups.back_room import BackRoom
from pitboss.house.events import HOUSE
from pitboss.house.keys.key_files import finish_change, key_for, new_key
from pitboss.house.keys.sealing import Key
from pitboss.house.office.books import Group
from pitboss.house.office.entries import NOT_REFUSED, encode, enter_outside
from pitboss.house.tables.recovery import events_of

REQUEST = {"command": "rotate-key"}


class Rotation(NamedTuple):
    old: str
    new: str
    tables: int  # Whose seeds were sealed again.


def rotate_key(room: BackRoom) -> Rotation:
    old = key_for(room.engine, room.folder)
    new = new_key(room.folder)
    tables = room.live_tables()
    with room.one_commit(new) as (_, group):
        command_id = f"rotate-key-{group.now}"
        enter_outside(group, HOUSE, command_id, REQUEST, [h.KeyRotated(old.id, new.id)])
        for table, _ in tables:
            _seal_again(group, table, command_id, old, new)
    finish_change(room.folder, new.id)
    return Rotation(old.id, new.id, len(tables))


def _seal_again(group: Group, table: str, command_id: str, old: Key, new: Key) -> None:
    latest = None
    for entry in group.committed.entries_backwards(table):
        latest = latest or entry
        for event in reversed(events_of(entry)):
            if isinstance(event, h.SeedSealed | h.SeedResealed):
                place = table, event.round, entry.fingerprint
                sealed = new.seal(old.open(event.sealed, *place), *place)
                events = encode([h.to_json(h.SeedResealed(event.round, sealed))])
                group.enter(
                    table, HOUSE, command_id, encode(REQUEST), events, NOT_REFUSED,
                    latest.fingerprint, [], latest.round,
                )  # fmt: skip
                return
    raise TableIsLost("house/recovery", f"The journal of table {table} is not whole.")
