"""What `decide` answers to a command: the events that it leads to, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.play.events import Event


class Refusal(NamedTuple):
    code: str
    message: str  # One sentence that says what to do.
    clause: str | None = None

    def as_json(self) -> dict[str, str]:
        clause = {"clause": self.clause} if self.clause else {}
        return {"error": self.code, **clause, "message": self.message}


def refuse(code: str, message: str, clauses: tuple[str, ...] = ()) -> Refusal:
    """A refusal that cites the first of these clauses, if there is one."""
    return Refusal(code, message, clauses[0] if clauses else None)


Answer = Sequence[Event] | Refusal
