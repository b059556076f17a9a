"""What can be wrong with a request, as one tree.

    PitbossError              has .code, .clause and one sentence that says what to do
      BadCards                not a card, a card twice, too few or too many
      UnknownName             a game, wager, row, pay table, reading or option that does not exist
      BadBet                  an amount or a combination of bets that the rules do not take
      BadPaytable             a user's own pay table that does not fit the wager's rows
      BadConfiguration        limits, caps, prices and policies that make no sense
      BadRulebook             a rulebook from outside that can't be used
      BadFact                 a fact about an incident that is not one, or is missing
      BadNotation             a written round that can't be read, or says what the rules do not

Bugs of our own are other exceptions, and loud. What the rules refuse at a live table is a value,
not an exception; what goes wrong with the cards is an event.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PitbossError(ValueError):
    """A request that cannot be met, and why."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.clause = code, message, clause

    def as_json(self) -> dict[str, str]:
        """As it goes over the wire."""
        clause = {"clause": self.clause} if self.clause else {}
        return {"error": self.code, **clause, "message": self.message}


class BadCards(PitbossError):
    pass


class UnknownName(PitbossError):
    pass


class BadBet(PitbossError):
    pass


class BadPaytable(PitbossError):
    pass


class BadConfiguration(PitbossError):
    pass


class BadRulebook(PitbossError):
    pass


class BadFact(PitbossError):
    pass


class BadNotation(PitbossError):
    pass


def unknown(kind: str, name: object, known: Iterable[str], where: str = "") -> UnknownName:
    """A name that does not exist, with the nearest ones that do."""
    known = list(known)
    near = get_close_matches(str(name), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(known)}."
    place = f" in {where}" if where else ""
    code = f"unknown/{kind.replace(' ', '-')}"
    return UnknownName(code, f"There is no {kind} {str(name)!r}{place}: {hint}")
