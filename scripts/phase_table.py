"""Write docs/irregularities-by-phase.md: game × incident × phase, as a round of play rules.

Each cell is found by playing a round to the phase, reporting the incident and giving the ruling,
for every answer to the facts that have to be told. Run it after changing a ruling:
python -m scripts.phase_table
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

from pitboss.language.irregularities import INCIDENTS
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import decide
from pitboss.play.state import Round
from pitboss.rulebooks import OWN
from tests.support.playing import DEALS, MANAGER, PHASES, Table

PAGE = Path(__file__).parent.parent / "docs" / "irregularities-by-phase.md"
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "whole-hands-repair": ("yes", "no"),
    "reconstructible": ("yes", "no"),
    "order-known": ("yes", "no"),
    "cards": ("1", "2"),
}
Cell = Mapping[str, tuple[str, ...]]  # Remedy to the clauses and policies it rests on.


@cache
def played_to(game: str, phase: str, look: bool) -> Round:
    """A round taken to a phase; the first hand was looked at, or none."""
    table = Table(game)  # type: ignore[no-untyped-call]
    round: Round = table.to(phase, look).round  # type: ignore[no-untyped-call]
    return round


@cache
def cell(game: str, incident: str, phase: str) -> Cell:
    """What may be ruled on an incident in a phase, whatever is told."""
    found: dict[str, tuple[str, ...]] = {}
    for given in rulings(game, incident, phase):
        policies = (f"policy {key}" for key in given.because.policies)
        found.setdefault(given.remedy, (*given.because.clauses, *policies))
    return found


def rulings(game: str, incident: str, phase: str) -> Iterator[e.RulingGiven]:
    """The ruling for each way to answer what the floor is asked."""
    for look in (True, False):
        round = played_to(game, phase, look)
        about = round.number - (phase == PHASES[-1])
        for answers in product(*ANSWERS.values()):
            facts = dict(zip(ANSWERS, answers, strict=True))
            reported = decide(round, c.ReportIncident(DEALS, incident, facts, 1, round=about))
            assert not isinstance(reported, Refusal), (game, incident, phase, reported)
            told = replay(round, reported)
            answer = decide(told, c.GiveRuling(MANAGER, 0, round=about))
            assert not isinstance(answer, Refusal), (game, incident, phase, answer)
            given = answer[0]
            assert isinstance(given, e.RulingGiven)
            yield given
            if incident == "interruption":
                break  # What is told does not matter, and to work out what is known takes time.


def page() -> str:
    lines = [
        "# Irregularities by phase",
        "",
        "What a round of play rules on each incident in each phase, as the rulebooks are written.",
        "Where the facts decide, every ruling that they can lead to is there; `irregularities.md`",
        "tells which leads where. Incidents without a row are referred in every phase.",
        "",
    ]
    for key, book in OWN.items():
        lines += [f"## {book.title}", ""]
        lines += ["| incident | " + " | ".join(PHASES) + " |", "|---" * (len(PHASES) + 1) + "|"]
        referred = []
        for incident in INCIDENTS:
            cells = [cell(key, incident, phase) for phase in PHASES]
            if all(set(found) == {"refer"} for found in cells):
                referred.append(incident)
            else:
                lines.append(f"| {incident} | " + " | ".join(map(_words, cells)) + " |")
        by = ", ".join(book.referral) or "policy referral"
        lines += ["", f"Referred in every phase ({by}): {', '.join(referred)}.", ""]
    return "\n".join(lines)


def _words(found: Cell) -> str:
    return "; ".join(f"{remedy} ({', '.join(cited)})" for remedy, cited in found.items())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
