"""A key that is lost or exposed: unfinished rounds are void, and every seed is drawn anew.

Without its key nobody can deal a round to its end. All its bets go back: the round is referred to
the house, which rules it void for the reason given, and that reason stands in the journal before
anything else happens. A house that could void rounds at will could take back those that it loses;
it is therefore refused while the right key is there, unless that key is said to be exposed, and
then the seed of each void round is shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.backups.back_room import BackRoom
from pitboss.house.events import HOUSE
from pitboss.house.keys.key_files import finish_change, new_key
from pitboss.house.keys.sealing import Key, create_key, load_key
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.writer_sql import TableRow
from pitboss.house.records.ledger import Balances, player
from pitboss.house.storage.opening import KEY
from pitboss.house.tables.interruption import void_round
from pitboss.house.tables.practice import Randomness, Seed, Table, Turn
from pitboss.house.tables.recovery import Record, read_table
from pitboss.play import Shoe

LONGEST_REASON = 500


class Voiding(NamedTuple):
    """What was done."""

    old: str
    new: str
    rounds: int  # That are void.
    returned: int  # Money that went back to players.
    seeds: int  # Drawn anew.


def void_unfinished(room: BackRoom, reason: str, is_exposed: bool = False) -> Voiding:
    """Give up the key that seals the house's seeds, and every round that it is needed for."""
    reason = " ".join(reason.split())
    if not reason or len(reason) > LONGEST_REASON:
        message = f"Say why in up to {LONGEST_REASON} characters: it goes into the journal."
        raise PitbossError("key/reason", message)
    needed = room.key_in_force()
    if needed is None:
        raise PitbossError(
            "key/unused", "Nothing is sealed in this house: there is nothing to void."
        )
    finish_change(room.folder, needed)
    old = _right_key(room.folder / KEY, needed)
    if old is not None and not is_exposed:
        message = f"The key {needed} is there: there is nothing to void."
        raise PitbossError("key/there", message)
    if old is None and is_exposed:
        message = f"The key {needed} is not there: void without --exposed."
        raise PitbossError("key/not-there", message)
    new = new_key(room.folder) if old is not None else _other_key(room.folder / KEY)
    rounds = returned = 0
    tables = room.live_tables()
    with room.one_commit(new) as (office, group):
        command_id = f"void-unfinished-{group.now}"
        request = {"command": "void-unfinished", "reason": reason}
        enter_outside(group, HOUSE, command_id, request, [h.KeyReplaced(needed, new.id, reason)])
        for id, row in tables:
            entries = group.committed.entries_backwards(id)
            record = read_table(id, entries, office.tables.setup_of)
            turn = _turn(group, id, row, record, old, new, room.randomness)
            before = turn.balances[player(row.person)]
            if not record.is_between_rounds:
                void_round(turn, reason)
                rounds += 1
            turn.renew_seed()
            returned += turn.balances[player(row.person)] - before
            office.tables.enter_turn(group, turn, HOUSE, command_id, request)
        for person in sorted({row.person for _, row in tables}):
            office.wallets.pay_out(group, person)
    finish_change(room.folder, new.id)
    return Voiding(needed, new.id, rounds, returned, len(tables))


def _right_key(file: Path, needed: str) -> Key | None:
    if not file.exists():
        return None
    key = load_key(file)
    return key if key.id == needed else None


def _other_key(file: Path) -> Key:
    """The key that lies where the right one should, or a new one."""
    return load_key(file) if file.exists() else create_key(file)


def _turn(
    group: Group,
    id: str,
    row: TableRow,
    record: Record,
    old: Key | None,
    new: Key,
    randomness: Randomness,
) -> Turn:
    sealed = record.sealed
    secret = b""
    if old is not None:
        fingerprint = record.round.setup.fingerprint
        secret = old.open(sealed.sealed, id, sealed.round, fingerprint)
    seed = Seed(sealed.round, sealed.commitment, secret)
    table = Table(id, row.person, record.round, seed, Shoe(), row.jackpot)
    return Turn(table, Balances(group.balances), randomness, new)
