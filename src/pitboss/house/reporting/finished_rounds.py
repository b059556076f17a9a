"""Rounds that were finished, read from the journal's text, with what happened in each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.practice import Seed, shoe_of
from pitboss.play.shoe import Shoe

ENTRIES_AT_A_TIME = 1_000
Where = int | str  # A box, or the dealer.


class FinishedRound(NamedTuple):
    """A round whose seed was revealed in these days."""

    table: str
    number: int
    fingerprint: str
    events: dict[str, list[Any]]  # By name, in their order; each as JSON.
    entry: int  # The entry that finished it.

    def hands(self) -> dict[Where, tuple[int, ...]] | None:
        """The cards that were dealt to each box and the dealer; None if no deck was shuffled."""
        if not self.events["EntropyMixed"]:
            return None
        shoe = self._shoe()
        places: dict[Where, list[int]] = defaultdict(list)
        for dealt in self.events["Dealt"]:
            for where, more in dealt["hands"]:
                places[where] += more
        return {where: shoe.hand(held) for where, held in places.items()}

    def _shoe(self) -> Shoe:
        seed = Seed(self.number, "", bytes.fromhex(self.events["SeedRevealed"][-1]["seed"]))
        entropy = self.events["EntropyMixed"][-1]["entropy"]
        return shoe_of(seed, entropy, self.table, self.fingerprint)


def finished_rounds(
    records: Records, scope: Scope, span: Span, fingerprints: Collection[str]
) -> Iterator[FinishedRound]:
    """The rounds of these configurations that were finished in these entries."""
    if not fingerprints:
        return
    open_rounds: dict[tuple[str, int], list[Any]] = {}
    conditions = [*records.within(scope), JOURNAL.c.fingerprint.in_(fingerprints)]
    for entry, stream, number, fingerprint, text in _entries(records, span, conditions):
        events = json.loads(text)
        key = stream, number
        if key not in open_rounds and not any(event["event"] == "BetsOpened" for event in events):
            open_rounds[key] = _earlier(records, stream, number, span.first)
        happened = open_rounds.setdefault(key, [])
        happened += events
        if any(event["event"] == "SeedRevealed" for event in events):
            yield FinishedRound(stream, number, fingerprint, _by_name(happened), entry)
            del open_rounds[key]


def _by_name(events: list[Any]) -> dict[str, list[Any]]:
    by_name: dict[str, list[Any]] = defaultdict(list)
    for event in events:
        by_name[event["event"]].append(event)
    return by_name


def _entries(
    records: Records, span: Span, conditions: list[sa.ColumnElement[bool]]
) -> Iterator[tuple[int, str, int, str, str]]:
    j = JOURNAL.c
    query = (
        sa.select(j.id, j.stream, j.round, j.fingerprint, j.events)
        .where(j.id.between(*span), j.round > 0, j.events != "[]")
        .where(*conditions)
        .order_by(j.id)
    )
    options = {"yield_per": ENTRIES_AT_A_TIME}
    for row in records.connection.execute(query, execution_options=options):
        yield int(row[0]), row[1], int(row[2]), row[3], row[4]


def _earlier(records: Records, stream: str, number: int, before: int) -> list[Any]:
    """What happened in a round before these days began."""
    entries = records.entries(
        JOURNAL.c.stream == stream, JOURNAL.c.round == number, JOURNAL.c.id < before
    )
    return [event for _, entry in entries for event in json.loads(entry.events)]
