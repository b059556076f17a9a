"""The clause records: for every clause of every rulebook, where it is implemented and tested.

A record holds a digest in our own words, the tests of the clause, and, where no declaration cites
it, the code that carries it out; or else why it is not modelled. Citations are read from the
declarations, so a record cannot claim one that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.citations import citations
from pitboss.rulebooks.source import Source


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


def clauses(game: str) -> tuple[Clause, ...]:
    """Every clause of a rulebook, in its order."""
    RULEBOOKS.find(game)
    return _clauses(RULEBOOKS.source(game))


@cache
def _clauses(source: Source) -> tuple[Clause, ...]:
    cited: dict[str, list[str]] = {}
    for number, place in citations(source.rulebook):
        cited.setdefault(number, []).append(place)
    return tuple(
        Clause(
            game=source.rulebook.key,
            number=record["clause"],
            kind=record["kind"],
            digest=record["digest"],
            where=(*dict.fromkeys(cited.get(record["clause"], ())), *record["where"].split()),
            tested=tuple(record["tested"].split()),
            why_not=record["why_not"],
        )
        for record in source.clauses()
    )
