"""Commands that are refused, in tests: the code, the clause, one sentence, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.play import Command, decide, replay, start
from tests.support.playing import MANAGER, Table

BAD_NUMBERS = (True, 1.0, "100", None, 0, -100, 10**30)


class Case(NamedTuple):
    """A wrong command, the table where it is said, and how it is answered."""

    what: str
    table: Callable[[], Table]
    command: Command | Callable[[Table], Command]
    code: str
    clause: str | None = None

    def __str__(self):
        return self.what


def check(table, command):
    """(code, clause) of a refusal that changes nothing."""
    before = table.round
    code, clause = table.refused(command)
    refusal = decide(before, command)
    assert "{" not in refusal.message
    cited = {"clause": clause} if clause else {}
    assert refusal.as_json() == {"error": code, "message": refusal.message, **cited}
    # A round worked out anew is equal, so nothing within the one that was asked has changed.
    assert table.round is before
    assert before == replay(start(table.setup), table.events)
    return code, clause


def answered(case):
    """What a case is answered with."""
    table = case.table()
    command = case.command(table) if callable(case.command) else case.command
    return check(table, command)


def at(game, phase, **choices):
    """A function that returns a table of a game, taken to a phase."""

    def table_at_phase():
        table = Table(game, **choices)
        if phase == "void":
            table.to("dealing").ruled("other")
            table.rule(0, MANAGER, "void-round", "for a test")
        elif phase != "idle":
            table.to(phase)
        return table

    return table_at_phase


def codes(cases):
    return {case.code for case in cases}
