"""Write docs/irregularities.md: the rulings of every game on every incident.

Run it after changing a ruling: python -m scripts.ruling_table
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from pitboss.language.irregularities import INCIDENTS, AtLeast, Ruling, possible
from pitboss.language.policies import REFERRAL
from pitboss.language.rulebook import Rulebook
from pitboss.rulebooks import OWN
from scripts.floor_words import asked, cited, headline, ruled

PAGE = Path(__file__).parent.parent / "docs" / "irregularities.md"


def page() -> str:
    lines = [
        "# Incidents and rulings",
        "",
        "The rulings of each rulebook as written, with their clauses and the facts that decide.",
        "The dealer may give a ruling unless another role is named. `pitboss rule GAME` asks for",
        "the facts one at a time. If no clause fits, the incident is referred to the shift",
        "manager.",
        "",
    ]
    for book in OWN.values():
        lines += section(book)
    return "\n".join(lines)


def section(book: Rulebook) -> Iterator[str]:
    """The incidents on which a rulebook rules, then those that are always referred."""
    yield from (f"## {book.title}", "")
    rules, referred = book.configure(), []
    for incident in INCIDENTS:
        cases = list(possible(partial(rules.rule, incident)))
        if all(ruling.remedy == "refer" for _, ruling in cases):
            referred.append(incident)
            continue
        yield from (f"### {headline(incident)}", "")
        if len(cases) == 1:
            yield ruling_words(cases[0][1])
        else:
            yield from (case_words(facts, ruling) for facts, ruling in cases)
        yield ""
    if referred:
        by = ", ".join(book.referral) or f"policy {REFERRAL.key}"
        yield from ("### Always referred", "")
        yield from (f"Whatever the facts, these are for the shift manager to decide ({by}):", "")
        yield from (f"- {headline(incident)}" for incident in referred)
        yield ""


def case_words(facts: Mapping[str, str], ruling: Ruling) -> str:
    # Numbers of cards above one are ruled on alike.
    wanted = {
        name: AtLeast(2) if (name, value) == ("cards", "2") else value
        for name, value in facts.items()
    }
    return f"- {asked(wanted)} {ruling_words(ruling)}"


def ruling_words(ruling: Ruling) -> str:
    policies = [] if ruling.clauses else [policy.key for policy in ruling.policies]
    return ruled(ruling.remedy, ruling.authority, cited(ruling.clauses, policies))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
