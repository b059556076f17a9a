"""Write docs/irregularities.md: the rulings of every game on every incident.

Run it after changing a ruling: python -m scripts.ruling_table
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.language.irregularities import INCIDENTS, MissingFact, Ruling
from pitboss.language.rulebook import Rules
from pitboss.rulebooks import OWN

PAGE = Path(__file__).parent.parent / "docs" / "irregularities.md"
# Numbers of exposed cards that some rulebook distinguishes.
NUMBERS = {"1": "1", "2": "2 or more"}


def page() -> str:
    lines = [
        "# Irregularities",
        "",
        "The rulings of each rulebook as written, with the facts that they depend on. The command",
        "`pitboss rule GAME` asks for the facts one at a time. If no clause fits, the incident is",
        "referred to the shift manager.",
        "",
    ]
    for book in OWN.values():
        lines += [f"## {book.title}", ""]
        rows = [
            (incident, facts, ruling)
            for incident in INCIDENTS
            for facts, ruling in outcomes(book.configure(), incident, {})
        ]
        decided = [row for row in rows if row[2].remedy != "refer"]
        if decided:
            lines += ["| incident | facts | ruling | clauses | given by |", "|---|---|---|---|---|"]
        for incident, facts, ruling in decided:
            words = ", ".join(f"{name} {_words(name, value)}" for name, value in facts.items())
            cited, role = ", ".join(ruling.clauses), ruling.authority.replace("-", " ")
            lines.append(f"| {incident} | {words} | {ruling.remedy} | {cited} | {role} |")
        referred = dict.fromkeys(row[0] for row in rows if row[2].remedy == "refer")
        always = [incident for incident in referred if all(row[0] != incident for row in decided)]
        by = ", ".join(book.referral) or "policy"
        lines += ["", f"Always referred, whatever the facts ({by}): {', '.join(always)}.", ""]
    return "\n".join(lines)


def _words(name: str, value: str) -> str:
    return NUMBERS[value] if name == "cards" else value


def outcomes(
    rules: Rules, incident: str, facts: dict[str, str]
) -> Iterator[tuple[dict[str, str], Ruling]]:
    """Every ruling that the answers can lead to, with those answers."""
    ruling = rules.rule(incident, facts)
    if isinstance(ruling, MissingFact):
        for answer in ruling.answers or NUMBERS:
            yield from outcomes(rules, incident, {**facts, ruling.name: answer})
    else:
        yield facts, ruling


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
