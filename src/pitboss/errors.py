"""What can be wrong with a request, as one tree of exceptions.

    PitbossError              a ValueError with .code, .clause and one sentence that says what to do
      BadCards                not a card, a card twice, too few or too many
      UnknownName             a game, wager, row, pay table, reading or option that does not exist;
                              a KeyError as well
      BadBet                  an amount or a combination of bets that the rules do not allow
      BadPaytable             a custom pay table that does not fit the wager's rows
      BadConfiguration        limits, caps, prices and policies that make no sense
      BadRulebook             a rulebook from outside that can't be used
      BadFact                 a fact about an incident that is not one, or is missing
      BadShuffle              a seed, a commitment or a deck that do not belong together
      BadKey                  a key file that is missing, open to others, or not the right one
      BadNotation             a written round that can't be read, or that contradicts the rules
      NoHouse                 a folder without a house, one of another version, or one that has lost
                              a part of its journal
      BadBackup               a file that is no backup, or a damaged one, or has no such moment
      NoRounds                days, tables or people without anything to report on
      HouseIsStopped          a house that takes no commands any more; nothing acknowledged is lost
      TableIsLost             a table that its journal does not give back

Any other exception is a bug in Pitboss. What the rules refuse at a live table is a value, not an
exception, and an irregularity of the game is an event.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.result_types import ErrorJson


class PitbossError(ValueError):
    """A request that can't be met, and the reason."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.clause = code, message, clause

    def __str__(self) -> str:
        return self.message

    def as_json(self) -> ErrorJson:
        """The error as `--json` prints it."""
        if self.clause:
            return {"error": self.code, "clause": self.clause, "message": self.message}
        return {"error": self.code, "message": self.message}


class BadCards(PitbossError):
    pass


class UnknownName(PitbossError, KeyError):
    """A name that does not exist.

    As a KeyError it keeps the contract of mappings: `"x" in game.odds()` and `games.get("x")`.
    """


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


class BadShuffle(PitbossError):
    pass


class BadKey(PitbossError):
    pass


class BadNotation(PitbossError):
    pass


class NoHouse(PitbossError):
    pass


class BadBackup(PitbossError):
    pass


class NoRounds(PitbossError):
    pass


class HouseIsStopped(PitbossError):
    pass


class TableIsLost(PitbossError):
    pass


def unknown(kind: str, name: object, known: Iterable[str], where: str = "") -> UnknownName:
    """The error for a name that does not exist, with the closest one that does."""
    from difflib import get_close_matches  # Slow to import, and most names exist.

    known = list(known)
    near = get_close_matches(str(name), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(known)}."
    place = f" in {where}" if where else ""
    code = f"unknown/{kind.replace(' ', '-')}"
    return UnknownName(code, f"There is no {kind} {str(name)!r}{place}: {hint}")
