"""The JSON form of a record.

    {"format": "pitboss-round/1", "game": "three-card-poker", …, "table": {…}, "shoe": "Qs Qd 7h …",
     "steps": [{"command": {…}, "events": [{…}]}, {"command": {…}, "refused": {…}}]}

What followed may be left out; where it is there, `record.check` compares it with the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.plain import members, of_command, of_event, read, shown, to_command, to_event
from pitboss.notation.plain_setup import ABOUT, of_setup, to_setup
from pitboss.notation.record import Outcome, Record, Step, run
from pitboss.play.commands import OpenBets
from pitboss.play.decide import Answer
from pitboss.play.refusal import Refusal
from pitboss.play.shoe import Shoe, names, parse

FORMAT = "pitboss-round/1"
RECORD = ("format", *ABOUT, "notes", "shoe", "steps", "ending")
STEP = ("notes", "shoe", "command", "events", "refused")


def as_json(record: Record) -> dict[str, Any]:
    """A record with what followed from each step."""
    return {
        "format": FORMAT,
        **of_setup(record.setup),
        **_of_notes("notes", record.notes),
        **_of_shoe(record.shoe),
        "steps": [_of_step(one) for one in run(record)],
        **_of_notes("ending", record.ending),
    }


def _of_notes(name: str, notes: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(notes)} if notes else {}


def _of_shoe(shoe: Shoe | None) -> dict[str, str]:
    """The cards as far as they are known; the rest is not written."""
    if shoe is None:
        return {}
    known = [place for place, card in enumerate(shoe.cards) if card is not None]
    return {"shoe": names(shoe.cards[: known[-1] + 1])} if known else {}


def _of_step(outcome: Outcome) -> dict[str, Any]:
    step, answer = outcome.step, outcome.answer
    assert step is not None
    told: dict[str, Any] = {**_of_notes("notes", step.notes), **_of_shoe(step.shoe)}
    told["command"] = of_command(step.command)
    if isinstance(answer, Refusal):
        return {**told, "refused": answer.as_json()}
    return {**told, "events": [of_event(one) for one in answer]}


def from_json(data: Any) -> Record:
    given = members(data, "The record")
    if given.get("format") != FORMAT:
        told = f"The format is {shown(given.get('format'))} and should be {FORMAT}."
        raise BadNotation("notation/format", told)
    _known("The record", given, RECORD)
    setup = to_setup({key: given[key] for key in ABOUT if key in given})
    steps = given.get("steps")
    if not isinstance(steps, list):
        raise BadNotation("notation/field", "The record has no list of steps.")
    notes, ending = (_to_notes(given, name) for name in ("notes", "ending"))
    made = tuple(_to_step(number, one) for number, one in enumerate(steps, 1))
    return Record(setup, made, _to_shoe(given) or Shoe(), notes, ending, given.get("fingerprint"))


def _to_step(number: int, data: Any) -> Step:
    try:
        given = members(data, "It")
        _known("It", given, STEP)
        command = to_command(given.get("command"))
        shoe = _to_shoe(given)
        if shoe and not isinstance(command, OpenBets):
            raise BadNotation("notation/shoe", "A new shoe goes with OpenBets only.")
        return Step(command, shoe, _to_notes(given, "notes"), _to_claim(given))
    except PitbossError as error:
        raise BadNotation(error.code, f"Step {number}: {error.message}") from None


def _to_claim(given: Any) -> Answer | None:
    if "events" in given and "refused" in given:
        raise BadNotation("notation/field", "It was refused or led to events, not both.")
    if "refused" in given:
        told = members(given["refused"], "refused")
        _known("refused", told, ("error", "clause", "message"))
        clause = read(str | None, told.get("clause"), "refused.clause")
        code, message = (
            read(str, told.get(key, ""), f"refused.{key}") for key in ("error", "message")
        )
        return Refusal(code, message, clause)
    if "events" not in given:
        return None
    if not isinstance(given["events"], list):
        raise BadNotation("notation/type", "events should be a list.")
    return tuple(to_event(one) for one in given["events"])


def _to_notes(given: Any, name: str) -> tuple[str, ...]:
    made: tuple[str, ...] = read(tuple[str, ...], given.get(name, []), name)
    for note in made:
        if not note.isprintable():
            raise BadNotation("notation/type", f"A line of {name} is not one line of text.")
    return tuple(note.rstrip() for note in made)


def _to_shoe(given: Any) -> Shoe | None:
    shoe = parse(read(str, given.get("shoe", ""), "shoe"))
    return None if shoe == Shoe() else shoe


def _known(where: str, given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            told = f"{where} has an entry {shown(name)} that means nothing."
            raise BadNotation("notation/field", told)


def parse_json(text: str) -> Any:
    """JSON as strictly as it can be read: no name twice, no NaN."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, PitbossError):
            raise
        told = " ".join(str(error).split())
        raise BadNotation("notation/json", f"That is not valid JSON: {told}.") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadNotation("notation/json", f"An object has the entry {shown(twice)} twice.")
    return made


def _no_constant(text: str) -> Any:
    raise BadNotation("notation/json", f"{text} is no number here.")
