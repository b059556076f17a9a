"""Write docs/irregularities.md: the rulings of every game on every incident.

Run it after changing a ruling: python -m scripts.ruling_table
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pitboss.language.irregularities import INCIDENTS, possible
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
        rules = book.configure()
        rows = [
            (incident, facts, ruling)
            for incident in INCIDENTS
            for facts, ruling in possible(partial(rules.rule, incident))
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


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
