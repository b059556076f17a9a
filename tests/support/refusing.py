"""Commands that are refused, in tests: the code, the clause, one sentence, and nothing changed."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import decide, start
from pitboss.rulebooks import RULEBOOKS
from tests.support.playing import MANAGER, Table

BAD_NUMBERS = (True, 1.0, "100", None, 0, -100, 10**30)


class Case(NamedTuple):
    """A wrong command: how the table comes to where it is said, and how it is answered."""

    what: str
    made: object  # A function that gives a table.
    command: object  # A command, or a function that makes it from the table.
    code: str
    clause: str | None = None

    def __str__(self):
        return self.what


def check(made, command):
    """(code, clause) of a refusal that changes nothing."""
    before = made.round
    answer = decide(before, command)
    assert isinstance(answer, Refusal), answer
    code, message, clause = answer
    kind, slash, what = code.partition("/")
    assert slash
    assert kind.isalpha()
    assert what
    assert message.endswith(".")
    assert "{" not in message
    told = {"error": code, "message": message, **({"clause": clause} if clause else {})}
    assert answer.as_json() == told
    if clause is not None:
        records = RULEBOOKS.source(made.setup.rules.key).clauses()
        assert clause in {record["clause"] for record in records}
    # A round worked out anew is equal, so nothing within the one that was asked has changed.
    assert made.round is before
    assert before == replay(start(made.setup), made.events)
    return code, clause


def answered(case):
    """What a case is answered with."""
    made = case.made()
    command = case.command(made) if callable(case.command) else case.command
    return check(made, command)


def at(game, phase, **told):
    """A function that gives a table of a game, taken to a phase."""

    def make():
        made = Table(game, **told)
        if phase == "idle":
            return made
        if phase == "void":
            made.to("dealing").ruled("other")
            made.rule(0, MANAGER, "void-round", "for a test")
            return made
        return made.to(phase)

    return make


def codes(cases):
    return {case.code for case in cases}
