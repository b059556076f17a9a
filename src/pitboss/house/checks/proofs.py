"""The proof of a round: its entries, and for each the path to the root that its day was signed by.

Whoever has such a file and the public key of the house can check, without the house, that exactly
these entries were in the journal when the day was closed: what was staked, the commitment to the
deck, the cards, the seed and what was paid. `docs/history.md` describes the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.checks.round_check import entries_of, replayed
from pitboss.house.checks.table_check import Counts, TableCheck
from pitboss.house.events import HOUSE
from pitboss.house.keys.signing import SHOWN
from pitboss.house.records.journal import Entry
from pitboss.house.records.ledger import Account, Balances
from pitboss.house.records.merkle import leaf, path, root_by
from pitboss.house.records.seals import DAY, Seal, seal_from_json, seals_in
from pitboss.house.rounds.history import RoundId, round_id
from pitboss.house.settings.house_settings import settings_from_json
from pitboss.house.storage.schema import CONFIGURATIONS, HOUSE_SETTINGS, JOURNAL
from pitboss.notation.codec import members, read
from pitboss.notation.setup_json import setup_from_json
from pitboss.play import Round, Settled, Setup

FORMAT = "pitboss-proof-1"
PLENTY = 10**15


class ProvenEntry(NamedTuple):
    """An entry, and its path to the root of its day."""

    entry: Entry
    path: tuple[str, ...]


class Proof(NamedTuple):
    round: RoundId
    configuration: Any  # Of the table, as JSON data.
    seals: tuple[Seal, ...]  # Of the days on which the round was played.
    entries: tuple[ProvenEntry, ...]

    def to_json(self) -> dict[str, Any]:
        entries = [{"entry": entry._asdict(), "path": list(steps)} for entry, steps in self.entries]
        return {
            "format": FORMAT,
            "round": str(self.round),
            "seals": [seal.to_json() for seal in self.seals],
            "entries": entries,
            "configuration": self.configuration,
        }


# Making one


def make_proof(connection: sa.Connection, id: RoundId) -> Proof:
    rows = entries_of(connection, id)
    seals = [seal for seal in _seals(connection) if _covers(seal, rows)]
    if not seals or seals[-1].last < rows[-1].number:
        raise _not_closed(connection, id, rows[-1])
    entries: list[ProvenEntry] = []
    for seal in seals:
        query = sa.select(JOURNAL.c.hash).where(JOURNAL.c.id.between(seal.first, seal.last))
        leaves = [leaf(hash) for hash in connection.execute(query.order_by(JOURNAL.c.id)).scalars()]
        for entry in rows:
            if seal.first <= entry.number <= seal.last:
                steps = path(leaves, entry.number - seal.first)
                entries.append(ProvenEntry(entry, tuple(step.hex() for step in steps)))
    fingerprint = rows[-1].fingerprint
    body = connection.execute(
        sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == fingerprint)
    ).scalar_one_or_none()
    if body is None:
        message = f"The configuration of round {id} is missing: pitboss verify says more."
        raise PitbossError("proof/configuration", message)
    return Proof(id, json.loads(body), tuple(seals), tuple(entries))


def _seals(connection: sa.Connection) -> list[Seal]:
    bodies = sa.select(JOURNAL.c.events).where(
        JOURNAL.c.stream == HOUSE, JOURNAL.c.person == HOUSE, JOURNAL.c.command_id.like(f"{DAY}%")
    )
    house = sa.select(JOURNAL.c.hash).order_by(JOURNAL.c.id).limit(1)
    return list(
        seals_in(
            connection.execute(house).scalar_one(),
            connection.execute(bodies.order_by(JOURNAL.c.id)).scalars(),
        )
    )


def _covers(seal: Seal, rows: list[Entry]) -> bool:
    return any(seal.first <= row.number <= seal.last for row in rows)


def _not_closed(connection: sa.Connection, id: RoundId, last: Entry) -> PitbossError:
    """When the day of a round's last entry ends, by the settings in force then."""
    query = (
        sa.select(HOUSE_SETTINGS.c.body)
        .where(HOUSE_SETTINGS.c.effective <= last.time)
        .order_by(HOUSE_SETTINGS.c.id.desc())
        .limit(1)
    )
    body = connection.execute(query).scalar_one_or_none()
    when = "the day it was played on is over"
    if body is not None:
        day = settings_from_json(body).gaming_day
        today = day.of(last.time)
        tomorrow = day.of(day.end(today))
        when = f"{today} is over, at {day.begins:%H:%M} {day.zone.key} on {tomorrow}"
    return PitbossError(
        "proof/day-open",
        f"The day of round {id} is not sealed yet: ask again once {when}, and the house is open.",
    )


# Reading one


def proof_from_json(data: Any) -> Proof:
    """A proof that anybody may have written; whether it holds is another question."""
    fields = dict(members(data, "The proof"))
    if fields.get("format") != FORMAT:
        raise PitbossError("proof/format", f"The file is not in the format {FORMAT}.")
    seals = fields.get("seals")
    if not isinstance(seals, list) or not seals:
        raise PitbossError("proof/seals", "The proof has no seals.")
    entries: tuple[ProvenEntry, ...] = read(
        tuple[ProvenEntry, ...], fields.get("entries"), "entries"
    )
    if not entries:
        raise PitbossError("proof/entries", "The proof has no entries.")
    return Proof(
        round_id(read(str, fields.get("round"), "round")),
        fields.get("configuration"),
        tuple(seal_from_json(seal, f"Seal {at}") for at, seal in enumerate(seals, 1)),
        entries,
    )


# Checking one


class ProvenTable(TableCheck):
    """A table of which one round is known."""

    def check_meter(self, event: Settled, balances: Balances) -> None:
        """What a meter held is known to its house alone: other tables may feed it."""

    def is_replaced(self, key: str) -> bool:
        """Which keys were given up, and why, is in the journal of the house."""
        return True


class Plenty:
    """Balances that nobody knows; nothing lies on the felt before bets are placed."""

    def get(self, account: Account, default: int = 0) -> int:
        return 0 if account.kind == "felt" else PLENTY


class ProofCheck:
    """`findings` are what is wrong with a proof; `round` is the round as it was played."""

    def __init__(self, proof: Proof, trusted: frozenset[str] | None, counts: Counts) -> None:
        self.proof, self.trusted = proof, trusted
        self._table = ProvenTable(proof.round.table, self._setup_of, {}, counts)

    @property
    def round(self) -> Round | None:
        return self._table.round

    def findings(self) -> Iterator[tuple[str, str]]:
        """Where, and what."""
        yield from self.about_seals()
        yield from self.about_round()

    def about_seals(self) -> Iterator[tuple[str, str]]:
        """Whether the entries were in the journal of days that were signed."""
        proof = self.proof
        for seal in proof.seals:
            yield from ((f"The seal of {seal.day}", says) for says in self._about_seal(seal))
        if len({seal.house for seal in proof.seals}) > 1:
            yield "The seals", "They are of several houses."
        for proven in proof.entries:
            if not any(_leads_to(proven, seal) for seal in proof.seals):
                yield (
                    f"Entry {proven.entry.number}",
                    "Its path does not lead to a root that was signed.",
                )

    def _about_seal(self, seal: Seal) -> Iterator[str]:
        if not seal.is_signed:
            yield f"It is not signed by its key {seal.public_key[:SHOWN]}."
        if self.trusted is not None and seal.public_key not in self.trusted:
            yield f"Its key {seal.public_key[:SHOWN]} is not one that you trust."

    def about_round(self) -> Iterator[tuple[str, str]]:
        """What the entries say: a whole round, its shuffle and its settlement."""
        id, table = self.proof.round, self._table
        rows = [entry for entry, _ in self.proof.entries]
        for step in replayed(id, rows, table, Balances(Plenty())):
            yield from ((f"Entry {step.entry.number}", says) for says in step.problems)
        if table.revealed != id.number:
            yield "The round", f"These entries are not the whole of round {id}."

    def _setup_of(self, fingerprint: str) -> Setup:
        setup = setup_from_json(self.proof.configuration)
        self._table.counts.currency = setup.rules.currency
        if setup.fingerprint != fingerprint:
            message = f"the configuration {fingerprint[:12]} is not in the proof"
            raise PitbossError("proof/configuration", message)
        return setup


def _leads_to(proven: ProvenEntry, seal: Seal) -> bool:
    try:
        steps = [bytes.fromhex(step) for step in proven.path]
    except ValueError:
        return False
    root = root_by(steps, leaf(proven.entry.hash), proven.entry.number - seal.first, seal.size)
    return root is not None and root.hex() == seal.root
