"""Write docs/irregularities-by-phase.md: the rulings for each game, incident and phase.

Each ruling is computed by playing a round to the phase, reporting the incident and giving the
ruling, for every answer to the facts that have to be reported. Run it after changing a ruling:
python -m scripts.phase_table
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path
from typing import NamedTuple

from pitboss.language.irregularities import INCIDENTS
from pitboss.language.policies import REFERRAL
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import decide
from pitboss.play.state import Round
from pitboss.rulebooks import OWN
from scripts.floor_words import cited, headline, ruled, when
from tests.support.playing import DEALS, MANAGER, PHASES, Table

PAGE = Path(__file__).parent.parent / "docs" / "irregularities-by-phase.md"
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "whole-hands-repair": ("yes", "no"),
    "reconstructible": ("yes", "no"),
    "order-known": ("yes", "no"),
    "cards": ("1", "2"),
}


class Basis(NamedTuple):
    """Who may give a remedy, and the clauses and policies that it rests on."""

    authority: str
    cited: tuple[str, ...]


Cell = Mapping[str, Basis]  # By remedy.


@cache
def played_to(game: str, phase: str, look: bool) -> Round:
    """A round played to a phase, in which the first hand or no hand was looked at."""
    table = Table(game)  # type: ignore[no-untyped-call]
    round: Round = table.to(phase, look).round  # type: ignore[no-untyped-call]
    return round


@cache
def cell(game: str, incident: str, phase: str) -> Cell:
    """The possible rulings on an incident in a phase, over all answers."""
    remedies: dict[str, Basis] = {}
    for ruling in rulings(game, incident, phase):
        grounds = cited(ruling.because.clauses, ruling.because.policies)
        known = remedies.setdefault(ruling.remedy, Basis(ruling.authority, grounds))
        if not set(grounds) <= set(known.cited):  # The facts decide which of them it is.
            remedies[ruling.remedy] = known._replace(cited=_joined(known.cited, grounds))
    return remedies


def _joined(known: tuple[str, ...], also: tuple[str, ...]) -> tuple[str, ...]:
    """All of these clauses, what decides first and the others in order."""
    first, *others = dict.fromkeys((*known, *also))
    return (
        first,
        *sorted(others, key=lambda clause: [int(n) for n in re.findall("[0-9]+", clause)]),
    )


def rulings(game: str, incident: str, phase: str) -> Iterator[e.RulingGiven]:
    """The ruling for each combination of answers."""
    for look in (True, False):
        round = played_to(game, phase, look)
        about = round.number - (phase == PHASES[-1])
        for answers in product(*ANSWERS.values()):
            facts = dict(zip(ANSWERS, answers, strict=True))
            reported = decide(round, c.ReportIncident(DEALS, incident, facts, 1, round=about))
            assert not isinstance(reported, Refusal), (game, incident, phase, reported)
            after_report = replay(round, reported)
            answer = decide(after_report, c.GiveRuling(MANAGER, 0, round=about))
            assert not isinstance(answer, Refusal), (game, incident, phase, answer)
            ruling = answer[0]
            assert isinstance(ruling, e.RulingGiven)
            yield ruling
            if incident == "interruption":
                break  # The answers do not matter, and working out what is known takes time.


def page() -> str:
    lines = [
        "# Rulings by phase",
        "",
        "The rulings on each incident in each phase of a round, with the rulebooks as written.",
        "Where a ruling depends on the facts, all possible rulings are listed; [incidents and",
        "rulings](irregularities.md) has the facts that lead to each.",
        "",
    ]
    for key, book in OWN.items():
        lines += [f"## {book.title}", "", "| what happened | when | ruling |", "|---|---|---|"]
        referred = []
        for incident in INCIDENTS:
            cells = [cell(key, incident, phase) for phase in PHASES]
            if all(set(remedies) == {"refer"} for remedies in cells):
                referred.append(incident)
            else:
                lines += rows(incident, cells)
        by = ", ".join(book.referral) or f"policy {REFERRAL.key}"
        lines += ["", f"In every phase these are for the shift manager to decide ({by}):", ""]
        lines += [*(f"- {headline(incident)}" for incident in referred), ""]
    return "\n".join(lines)


def rows(incident: str, cells: Sequence[Cell]) -> Iterator[str]:
    """A row for each run of phases in which the same rulings are possible."""
    runs = [[*places] for _, places in groupby(range(len(cells)), key=cells.__getitem__)]
    for run in runs:
        rulings = " Or: ".join(ruled(remedy, *basis) for remedy, basis in cells[run[0]].items())
        first = headline(incident) if run == runs[0] else ""
        yield f"| {first} | {when(run[0], run[-1])} | {rulings} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
