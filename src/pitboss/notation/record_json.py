"""The two JSON files: a record of play, and the saved events of a table.

A record holds the steps, each with its command and what followed:

    {"format": "pitboss-round/2", "game": "three-card-poker", …, "table": {…}, "rulebook": {…},
     "shoe": "Qs Qd 7h …",
     "steps": [{"command": {…}, "events": [{…}]}, {"command": {…}, "refused": {…}}]}

What followed may be left out; if it is present, `record.check` compares it with the rules.

Saved events hold no commands. Together with the set-up they are the whole record of a table, and
restoring them decides nothing again:

    data = save(setup, events)
    saved = restore(data)
    saved.round == replay(start(setup), events)

Files of an earlier version are upgraded as they are read: see `upgrades`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

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
from pitboss.notation.record import Outcome, Record, Step, follow, known_cards, run
from pitboss.notation.setup_json import (
    SETUP,
    fingerprint_differs,
    fingerprints,
    is_fingerprint,
    setup_from_json,
    setup_to_json,
)
from pitboss.notation.upgrades import EVENTS, ROUND, current, earlier, upgraded
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal
from pitboss.play.commands import OpenBets
from pitboss.play.decide import start
from pitboss.play.setup import Setup
from pitboss.play.shoe import Shoe, names, parse
from pitboss.play.state import Round

RECORD_FILE = (
    "format", "upgraded_from", *SETUP, "notes", "shoe", "steps", "ending", "settled_again",
)  # fmt: skip
EVENTS_FILE = ("format", *SETUP, "events", "settled_again")
STEP = ("notes", "shoe", "command", "events", "refused")


def as_json(record: Record) -> dict[str, Any]:
    """A record as JSON, with what followed from each step."""
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
    cards = known_cards(shoe) if shoe else ()
    return {"shoe": names(cards)} if cards else {}


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
    refuse_unknown("The record", named, RECORD_FILE)
    setup_data = {name: named[name] for name in SETUP if name in named}
    setup = setup_from_json(setup_data)
    entries = named.get("steps")
    if not isinstance(entries, list):
        raise BadNotation("notation/field", "The record has no list of steps.")
    notes, ending = (_notes_from_json(named, name) for name in ("notes", "ending"))
    known = fingerprints(setup, setup_data)
    steps = []
    for number, value in enumerate(entries, 1):
        step = _step_from_json(number, value)
        steps.append(step._replace(claim=_restated(step.claim, known)))
    upgraded_from = read(str | None, named.get("upgraded_from"), "upgraded_from")
    if upgraded_from not in (None, *earlier(ROUND)):
        named_from = f"upgraded_from is {shown(upgraded_from)}"
        message = f"{named_from}, no earlier version of {ROUND} that is read: leave it out."
        raise BadNotation("notation/format", message)
    if f"{ROUND}/{version}" != current(ROUND) and all(step.claim is not None for step in steps):
        upgraded_from = f"{ROUND}/{version}"
    return Record(
        setup, tuple(steps), _shoe_from_json(named) or Shoe(), notes, ending,
        named.get("fingerprint"), upgraded_from,
    )  # fmt: skip


def _restated(claim: Answer | None, known: tuple[str, ...]) -> Answer | None:
    """The claim with today's fingerprint if its own was valid when it was written."""
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
            raise BadNotation("notation/shoe", "Only OpenBets can bring a new shoe.")
        return Step(command, shoe, _notes_from_json(named, "notes"), _claim_from_json(named))
    except PitbossError as error:
        raise BadNotation(error.code, f"Step {number}: {error.message}") from None


def _claim_from_json(named: Mapping[str, Any]) -> Answer | None:
    if "events" in named and "refused" in named:
        raise BadNotation("notation/field", "A step has either events or a refusal, not both.")
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


def _notes_from_json(named: Mapping[str, Any], name: str) -> tuple[str, ...]:
    notes: tuple[str, ...] = read(tuple[str, ...], named.get(name, []), name)
    for note in notes:
        if not note.isprintable():
            raise BadNotation(
                "notation/type", f"Each entry of {name} must be one line of printable text."
            )
    return tuple(note.rstrip() for note in notes)


def _shoe_from_json(named: Mapping[str, Any]) -> Shoe | None:
    shoe = parse(read(str, named.get("shoe", ""), "shoe"))
    return None if shoe == Shoe() else shoe


# Saved events


class Saved(NamedTuple):
    setup: Setup
    events: tuple[e.Event, ...]
    round: Round  # After the last event.


def save(setup: Setup, events: Iterable[e.Event]) -> dict[str, Any]:
    """A table's events, from its first “Place your bets” on, as a JSON value."""
    return {
        "format": current(EVENTS),
        **setup_to_json(setup),
        "events": [event_to_json(event) for event in events],
    }


def restore(data: Any) -> Saved:
    """The saved set-up and events, and the round after the last event."""
    named, _ = upgraded(members(data, "The file"), EVENTS)
    entries = named.get("events")
    if not isinstance(entries, list):
        raise BadNotation("notation/field", "The file has no list of events.")
    refuse_unknown("The file", named, EVENTS_FILE)
    setup_data = {name: named[name] for name in SETUP if name in named}
    setup = setup_from_json(setup_data)
    known = fingerprints(setup, setup_data)
    round, events = start(setup), list[e.Event]()
    for number, value in enumerate(entries, 1):
        where = f"Event {number}"
        event = _read(value, where)
        if isinstance(event, e.BetsOpened):
            if not is_fingerprint(event.fingerprint, known):
                raise fingerprint_differs(event.fingerprint, setup, f"the round in event {number}")
            # A fingerprint that was valid when it was written is replaced by today's.
            event = event._replace(fingerprint=setup.fingerprint)
        events.append(event)
        round = follow(round, event, where)
    return Saved(setup, tuple(events), round)


def _read(value: Any, where: str) -> e.Event:
    try:
        return event_from_json(value)
    except PitbossError as error:
        raise BadNotation(error.code, f"{where}: {error.message}") from None


# JSON text


def parse_json(text: str) -> Any:
    """The value of a JSON text, read strictly: no duplicate names in an object, no NaN."""
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
        duplicate = next(name for name in names if names.count(name) > 1)
        raise BadNotation("notation/json", f"An object has the entry {shown(duplicate)} twice.")
    return members


def _no_constant(text: str) -> Any:
    raise BadNotation("notation/json", f"{text} is not a valid number.")
