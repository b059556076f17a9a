"""The clauses of every rulebook: where each is cited, implemented and tested.

A rulebook's clauses file is a CSV with one line per clause. `clause`, `kind` and `digest` (in our
own words) are always filled in; `where` and `tested` name code and tests, and `why_not` says why a
clause is not modelled. Citations are read from the rulebook's declarations, never from that file,
so a line cannot claim one that does not exist.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache

from pitboss.language.rulebook import Rulebook
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.registry import Source

FIELDS = ("clause", "kind", "digest", "where", "tested", "why_not")
KINDS = ("definition", "layout", "equipment", "procedure", "ranking", "pay", "irregularity")


@dataclass(frozen=True)
class Clause:
    game: str
    number: str
    kind: str
    digest: str
    where: tuple[str, ...]  # The declarations that cite it, then code.
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


def read_clauses(text: str) -> list[dict[str, str]]:
    """The lines of a clauses file, by field. Raises ValueError with what is wrong."""
    lines = csv.DictReader(text.splitlines(), strict=True)
    if tuple(lines.fieldnames or ()) != FIELDS:
        raise ValueError(f"its first line should read {','.join(FIELDS)}")
    by_number: dict[str, dict[str, str]] = {}
    try:
        for line in lines:
            if None in line or None in line.values():
                raise ValueError(f"line {lines.line_num} should have {len(FIELDS)} fields")
            if not line["clause"] or line["clause"] in by_number:
                raise ValueError(f"line {lines.line_num} should have a clause number of its own")
            if line["kind"] not in KINDS:
                raise ValueError(f"line {lines.line_num} should have a kind of {', '.join(KINDS)}")
            by_number[line["clause"]] = line
    except csv.Error as error:
        raise ValueError(f"the line after line {lines.line_num} can't be read ({error})") from None
    return list(by_number.values())


def citations(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Every citation in a rulebook's declarations: the clause or policy, and what cites it."""
    for wager in rulebook.wagers:
        for row in wager.rows:
            for number in (*row.clauses, *row.when.cited()):
                yield number, wager.key
        dependence = wager.needs.clauses if wager.needs else ()
        envy = wager.envy.clauses if wager.envy else ()
        for number in (*wager.clauses, *dependence, *envy, *wager.cap_clauses):
            yield number, wager.key
    for ruling in rulebook.rulings:
        for number in ruling.clauses:
            yield number, f"incident:{ruling.incident}"
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


def unfounded(rulebook: Rulebook, records: list[dict[str, str]]) -> list[tuple[str, str]]:
    """The citations that name neither a clause in the records nor a policy of the rulebook."""
    known = {line["clause"] for line in records}
    known |= {policy.citation for policy in rulebook.policies}
    return [(number, place) for number, place in citations(rulebook) if number not in known]
