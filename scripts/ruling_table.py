"""Write docs/irregularities.md: every incident in every game, from the declarations.

Run it after changing a ruling: python -m scripts.ruling_table
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.language.irregularities import INCIDENTS, MissingFact, Ruling
from pitboss.language.rulebook import Rules
from pitboss.rulebooks import OWN

PAGE = Path(__file__).parent.parent / "docs" / "irregularities.md"
# Numbers of cards that some rulebook tells apart, each standing for those it rules alike.
NUMBERS = {"1": "1", "2": "2 or more"}


def page() -> str:
    lines = [
        "# Irregularities",
        "",
        "What each rulebook rules, as written, from the facts that matter; `pitboss rule GAME`",
        "asks for them one at a time. Where no clause fits, the incident is referred to the shift",
        "manager.",
        "",
    ]
    for book in OWN.values():
        lines += [f"## {book.title}", ""]
        ruled = [(i, *one) for i in INCIDENTS for one in outcomes(book.configure(), i, {})]
        told = [row for row in ruled if row[2].remedy != "refer"]
        if told:
            lines += ["| incident | facts | ruling | clauses | given by |", "|---|---|---|---|---|"]
        for incident, facts, found in told:
            words = ", ".join(f"{name} {_words(name, value)}" for name, value in facts.items())
            cited, who = ", ".join(found.clauses), found.authority.replace("-", " ")
            lines.append(f"| {incident} | {words} | {found.remedy} | {cited} | {who} |")
        referred = dict.fromkeys(row[0] for row in ruled if row[2].remedy == "refer")
        wholly = [i for i in referred if all(row[0] != i for row in told)]
        by = ", ".join(book.referral) or "policy"
        lines += ["", f"Referred whatever the facts ({by}): {', '.join(wholly)}.", ""]
    return "\n".join(lines)


def _words(name: str, value: str) -> str:
    return NUMBERS[value] if name == "cards" else value


def outcomes(
    rules: Rules, incident: str, facts: dict[str, str]
) -> Iterator[tuple[dict[str, str], Ruling]]:
    """Every ruling that answers can lead to, with the answers."""
    found = rules.rule(incident, facts)
    if isinstance(found, MissingFact):
        for answer in found.answers or NUMBERS:
            yield from outcomes(rules, incident, {**facts, found.name: answer})
    else:
        yield facts, found


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
