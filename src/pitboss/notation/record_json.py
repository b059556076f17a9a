"""The JSON form of a record.

    {"format": "pitboss-round/2", "game": "three-card-poker", …, "table": {…}, "rulebook": {…},
     "shoe": "Qs Qd 7h …",
     "steps": [{"command": {…}, "events": [{…}]}, {"command": {…}, "refused": {…}}]}

What followed may be left out; where it is there, `record.check` compares it with the rules.
"""

from __future__ import annotations

import json
from typing import Any

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.codec import (
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
    members,
    read,
    refuse_unknown,
    shown,
)
from pitboss.notation.record import Outcome, Record, Step, run
from pitboss.notation.setup_json import (
    SETUP,
    fingerprints,
    is_fingerprint,
    setup_from_json,
    setup_to_json,
)
from pitboss.notation.upgrades import ROUND, current, upgraded
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal
from pitboss.play.commands import OpenBets
from pitboss.play.shoe import Shoe, names, parse

RECORD = (
    "format", "upgraded_from", *SETUP, "notes", "shoe", "steps", "ending", "settled_again",
)  # fmt: skip
STEP = ("notes", "shoe", "command", "events", "refused")


def as_json(record: Record) -> dict[str, Any]:
    """A record with what followed from each step."""
    return {
        "format": current(ROUND),
        **({"upgraded_from": record.upgraded_from} if record.upgraded_from else {}),
        **setup_to_json(record.setup),
        **_notes_to_json("notes", record.notes),
        **_shoe_to_json(record.shoe),
        "steps": [_step_to_json(outcome) for outcome in run(record)],
        **_notes_to_json("ending", record.ending),
    }


def _notes_to_json(name: str, notes: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(notes)} if notes else {}


def _shoe_to_json(shoe: Shoe | None) -> dict[str, str]:
    """The cards as far as they are known; the rest is not written."""
    if shoe is None:
        return {}
    known = [place for place, card in enumerate(shoe.cards) if card is not None]
    return {"shoe": names(shoe.cards[: known[-1] + 1])} if known else {}


def _step_to_json(outcome: Outcome) -> dict[str, Any]:
    step, answer = outcome.step, outcome.answer
    assert step is not None
    data: dict[str, Any] = {**_notes_to_json("notes", step.notes), **_shoe_to_json(step.shoe)}
    data["command"] = command_to_json(step.command)
    if isinstance(answer, Refusal):
        return {**data, "refused": answer.as_json()}
    return {**data, "events": [event_to_json(event) for event in answer]}


# Reading


def from_json(data: Any) -> Record:
    """The record in a file; one of an earlier version is upgraded."""
    named, version = upgraded(members(data, "The record"), ROUND)
    refuse_unknown("The record", named, RECORD)
    about_setup = {name: named[name] for name in SETUP if name in named}
    setup = setup_from_json(about_setup)
    listed = named.get("steps")
    if not isinstance(listed, list):
        raise BadNotation("notation/field", "The record has no list of steps.")
    notes, ending = (_notes_from_json(named, name) for name in ("notes", "ending"))
    known = fingerprints(setup, about_setup)
    steps = []
    for number, value in enumerate(listed, 1):
        step = _step_from_json(number, value)
        steps.append(step._replace(claim=_restated(step.claim, known)))
    upgraded_from = read(str | None, named.get("upgraded_from"), "upgraded_from")
    if f"{ROUND}/{version}" != current(ROUND) and all(step.claim is not None for step in steps):
        upgraded_from = f"{ROUND}/{version}"
    return Record(
        setup, tuple(steps), _shoe_from_json(named) or Shoe(), notes, ending,
        named.get("fingerprint"), upgraded_from,
    )  # fmt: skip


def _restated(claim: Answer | None, known: tuple[str, ...]) -> Answer | None:
    """The claim with today's fingerprint, where the one it has held when it was written."""
    if claim is None or isinstance(claim, Refusal):
        return claim
    return tuple(
        event._replace(fingerprint=known[0])
        if isinstance(event, e.BetsOpened) and is_fingerprint(event.fingerprint, known)
        else event
        for event in claim
    )


def _step_from_json(number: int, data: Any) -> Step:
    try:
        named = members(data, "It")
        refuse_unknown("It", named, STEP)
        command = command_from_json(named.get("command"))
        shoe = _shoe_from_json(named)
        if shoe and not isinstance(command, OpenBets):
            raise BadNotation("notation/shoe", "A new shoe goes with OpenBets only.")
        return Step(command, shoe, _notes_from_json(named, "notes"), _claim_from_json(named))
    except PitbossError as error:
        raise BadNotation(error.code, f"Step {number}: {error.message}") from None


def _claim_from_json(named: Any) -> Answer | None:
    if "events" in named and "refused" in named:
        raise BadNotation("notation/field", "It was refused or led to events, not both.")
    if "refused" in named:
        refused = members(named["refused"], "refused")
        refuse_unknown("refused", refused, ("error", "clause", "message"))
        clause = read(str | None, refused.get("clause"), "refused.clause")
        code, message = (
            read(str, refused.get(name, ""), f"refused.{name}") for name in ("error", "message")
        )
        return Refusal(code, message, clause)
    if "events" not in named:
        return None
    if not isinstance(named["events"], list):
        raise BadNotation("notation/type", "events should be a list.")
    return tuple(event_from_json(event) for event in named["events"])


def _notes_from_json(named: Any, name: str) -> tuple[str, ...]:
    notes: tuple[str, ...] = read(tuple[str, ...], named.get(name, []), name)
    for note in notes:
        if not note.isprintable():
            raise BadNotation("notation/type", f"A line of {name} is not one line of text.")
    return tuple(note.rstrip() for note in notes)


def _shoe_from_json(named: Any) -> Shoe | None:
    shoe = parse(read(str, named.get("shoe", ""), "shoe"))
    return None if shoe == Shoe() else shoe


# Text of JSON


def parse_json(text: str) -> Any:
    """The value of a JSON text, read strictly: no name twice in an object, no NaN."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, PitbossError):
            raise
        reason = " ".join(str(error).split())
        raise BadNotation("notation/json", f"That is not valid JSON: {reason}.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadNotation("notation/json", f"An object has the entry {shown(twice)} twice.")
    return members


def _no_constant(text: str) -> Any:
    raise BadNotation("notation/json", f"{text} is no number here.")
