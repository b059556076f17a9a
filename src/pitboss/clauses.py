"""The clause records: for every clause of every rulebook, where it lives here.

A record holds a digest in our own words, what tests hold the rules to the clause, and, where the
declarations do not cite it themselves, the code that carries it out; or else why it is not
modelled. Citations are read from the declarations, so this list cannot promise what is not there.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from pitboss.configuration import Rulebook
from pitboss.errors import unknown
from pitboss.rulebooks import RULEBOOKS

FIELDS = ("clause", "kind", "digest", "where", "tested", "why_not")


@dataclass(frozen=True)
class Clause:
    game: str
    number: str
    kind: str
    digest: str
    where: tuple[str, ...]  # Rows, wagers and readings that cite it, then code.
    tested: tuple[str, ...]
    why_not: str

    @property
    def status(self) -> str:
        if self.why_not:
            return "not modelled"
        if self.where and self.tested:
            return "implemented"
        return "gap"

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "clause": self.number,
            "kind": self.kind,
            "digest": self.digest,
            "status": self.status,
            "where": list(self.where),
            "tested": list(self.tested),
            "why_not": self.why_not,
        }


def records(game: str) -> list[dict[str, str]]:
    """The rows of a game's record file, as written."""
    text = (files("pitboss.rulebooks") / "clauses" / f"{game}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """Every clause of a rulebook, in its order."""
    if game not in RULEBOOKS:
        raise unknown("game", game, RULEBOOKS)
    cited: dict[str, list[str]] = {}
    for number, place in citations(RULEBOOKS[game]):
        cited.setdefault(number, []).append(place)
    return tuple(
        Clause(
            game=game,
            number=one["clause"],
            kind=one["kind"],
            digest=one["digest"],
            where=(*dict.fromkeys(cited.get(one["clause"], ())), *one["where"].split()),
            tested=tuple(one["tested"].split()),
            why_not=one["why_not"],
        )
        for one in records(game)
    )


def citations(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """(clause, place): every citation in a rulebook's declarations."""
    for wager in rulebook.wagers:
        for row in wager.rows:
            for number in (*row.clauses, *row.when.cited()):
                yield number, wager.key
        resting = wager.needs.clauses if wager.needs else ()
        sharing = wager.envy.clauses if wager.envy else ()
        for number in (*wager.clauses, *resting, *sharing, *wager.cap_clauses):
            yield number, wager.key
    for one in rulebook.rulings:
        for number in one.clauses:
            yield number, f"incident:{one.incident}"
    for number in rulebook.referral:
        yield number, "referral"
    for step in fields(rulebook.procedure):
        cited = getattr(rulebook.procedure, step.name)
        if isinstance(cited, tuple):
            for number in cited:
                yield number, f"round:{step.name.replace('_', '-')}"
    for reading in rulebook.readings:
        for number in reading.clauses:
            yield number, f"reading:{reading.key}"
