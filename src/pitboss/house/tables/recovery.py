"""Recovery: a table as it stood, from the journal alone.

The last two rounds are enough: a correction may still concern the round before. Entries are read
from the latest backwards until both have been found, so that the length of a table's history does
not matter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from pitboss.errors import TableIsLost
from pitboss.house import events as h
from pitboss.house.keys.sealing import Key
from pitboss.house.records.journal import Entry
from pitboss.house.tables.practice import Seed, Table, shoe_of
from pitboss.notation.setup_json import setup_from_json
from pitboss.play import BetsOpened, Round, Setup, Shoe, apply, start
from pitboss.play.events import EVENTS
from pitboss.play.state import IDLE, OVER

ROUNDS = 2
PLAY_EVENTS = tuple(EVENTS.values())


@cache
def read_setup(body: str) -> Setup:
    """A configuration as it was kept, warmed: no first time is slow."""
    return setup_from_json(json.loads(body)).warm()


def events_of(entry: Entry) -> list[h.AnyEvent]:
    return [h.from_json(data) for data in json.loads(entry.events)]


def recent(entries: Iterable[Entry]) -> list[tuple[int, h.AnyEvent]]:
    """The events of the last two rounds in their order, each with the number of its entry.

    The entries come latest first.
    """
    blocks: list[list[tuple[int, h.AnyEvent]]] = []
    opened = 0
    for entry in entries:
        events = events_of(entry)
        blocks.append([(entry.number, event) for event in events])
        opened += sum(isinstance(event, BetsOpened) for event in events)
        if opened >= ROUNDS:
            break
    return [event for block in reversed(blocks) for event in block]


class Record(NamedTuple):
    """A table as its journal gives it, with the seed still sealed."""

    round: Round
    sealed: h.SeedSealed  # Of the round that is open or comes next.
    sealed_by: int  # The number of the entry in which that seed was drawn.
    entropy: h.EntropyMixed | None
    shoe: Shoe  # Of the round that was dealt last, if its seed is known.

    @property
    def key(self) -> str:
        """The id of the key that opens the seed."""
        return self.sealed.sealed.partition(":")[0]

    @property
    def is_between_rounds(self) -> bool:
        return self.round.phase in (IDLE, *OVER)


def read_table(table: str, entries: Iterable[Entry], setup_of: Callable[[str], Setup]) -> Record:
    """The table after its last entry; this needs no key."""
    round: Round | None = None
    shoe = Shoe()
    sealed: h.SeedSealed | None = None
    sealed_by = 0
    entropy: h.EntropyMixed | None = None
    for entry, event in recent(entries):
        match event:
            case h.TableOpened(fingerprint=fingerprint):
                round = start(setup_of(fingerprint))
            case h.TableConfigured(fingerprint=fingerprint):
                round = Round(setup_of(fingerprint), 0 if round is None else round.number)
            case h.SeedSealed():
                sealed, sealed_by = event, entry
            case h.SeedResealed(number, again):
                if sealed is not None and sealed.round == number:
                    sealed = sealed._replace(sealed=again)
            case h.EntropyMixed():
                entropy, shoe = event, Shoe()
            case h.SeedRevealed(number, digits) | h.SeedWithdrawn(number, digits):
                if digits and entropy is not None and round is not None and entropy.round == number:
                    open_seed = Seed(number, "", bytes.fromhex(digits))
                    shoe = shoe_of(open_seed, entropy.entropy, table, round.setup.fingerprint)
            case BetsOpened(number, fingerprint):
                if round is None:
                    round = Round(setup_of(fingerprint), number - 1)
                round = apply(round, event)
            case _ if isinstance(event, PLAY_EVENTS):
                if round is not None:  # What precedes the first of the two rounds is left out.
                    round = apply(round, event)
    if round is None or sealed is None:
        raise TableIsLost("house/recovery", f"The journal of table {table} is not whole.")
    return Record(round, sealed, sealed_by, entropy, shoe)


def recover(
    table: str,
    person: str,
    entries: Iterable[Entry],
    setup_of: Callable[[str], Setup],
    key: Key,
    jackpot: str = "",
    opened_by: int = 0,
) -> Table:
    """The table after its last entry, with its seed.

    `opened_by` is the number of the entry by which the house was opened.
    """
    round, sealed, sealed_by, entropy, shoe = read_table(table, entries, setup_of)
    fingerprint = round.setup.fingerprint
    secret = key.open(sealed.sealed, table, sealed.round, fingerprint)
    seed = Seed(sealed.round, sealed.commitment, secret, sealed_by < opened_by)
    if entropy is not None and entropy.round == sealed.round:
        shoe = shoe_of(seed, entropy.entropy, table, fingerprint)
    return Table(table, person, round, seed, shoe, jackpot)
