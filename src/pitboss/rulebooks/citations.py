"""Citations: every clause that a rulebook's declarations rest on, and the file that lists clauses.

A clauses file is a CSV with one line per clause of the rulebook. `clause`, `kind` and `digest` are
always filled in; `where` and `tested` name code and tests, and `why_not` says why a clause has
neither. The citations themselves are read from the declarations, never from that file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import fields

from pitboss.language.rulebook import Rulebook

FIELDS = ("clause", "kind", "digest", "where", "tested", "why_not")
KINDS = ("definition", "layout", "equipment", "procedure", "ranking", "pay", "irregularity")


def read_clauses(text: str) -> list[dict[str, str]]:
    """The lines of a clauses file, by field; ValueError says in one clause what is wrong."""
    lines = csv.DictReader(text.splitlines(), strict=True)
    if tuple(lines.fieldnames or ()) != FIELDS:
        raise ValueError(f"its first line should read {','.join(FIELDS)}")
    recorded: dict[str, dict[str, str]] = {}
    try:
        for line in lines:
            if None in line or None in line.values():
                raise ValueError(f"line {lines.line_num} should have {len(FIELDS)} fields")
            if not line["clause"] or line["clause"] in recorded:
                raise ValueError(f"line {lines.line_num} should have a clause number of its own")
            if line["kind"] not in KINDS:
                raise ValueError(f"line {lines.line_num} should have a kind of {', '.join(KINDS)}")
            recorded[line["clause"]] = line
    except csv.Error as error:
        raise ValueError(f"the line after line {lines.line_num} can't be read ({error})") from None
    return list(recorded.values())


def citations(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """(clause or policy, place): every citation in a rulebook's declarations."""
    for wager in rulebook.wagers:
        for row in wager.rows:
            for number in (*row.clauses, *row.when.cited()):
                yield number, wager.key
        resting = wager.needs.clauses if wager.needs else ()
        sharing = wager.envy.clauses if wager.envy else ()
        for number in (*wager.clauses, *resting, *sharing, *wager.cap_clauses):
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


def unfounded(rulebook: Rulebook, recorded: list[dict[str, str]]) -> list[tuple[str, str]]:
    """The citations that name neither a recorded clause nor a policy of the rulebook."""
    known = {line["clause"] for line in recorded}
    known |= {policy.citation for policy in rulebook.policies}
    return [(number, place) for number, place in citations(rulebook) if number not in known]
