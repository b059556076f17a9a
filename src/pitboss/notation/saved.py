"""A table's events, saved and restored: together with the set-up they are its whole record.

    data = save(setup, events)              a JSON value
    saved = restore(data)
    saved.round == replay(start(setup), events)

Restoring decides nothing anew. Events of an earlier version are upgraded (`upgrades`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.codec import event_from_json, event_to_json, members
from pitboss.notation.folding import follow
from pitboss.notation.setup_json import (
    fingerprint_differs,
    fingerprints,
    is_fingerprint,
    setup_from_json,
    setup_to_json,
)
from pitboss.notation.upgrades import EVENTS, current, upgraded
from pitboss.play import events as e
from pitboss.play.decide import start
from pitboss.play.setup import Setup
from pitboss.play.state import Round

BESIDES = ("format", "events", "settled_again")  # What a file holds besides the set-up.


class Saved(NamedTuple):
    setup: Setup
    events: tuple[e.Event, ...]
    round: Round  # As it stood after the last event.


def save(setup: Setup, events: Iterable[e.Event]) -> dict[str, Any]:
    """A table's events from the first “Place your bets” on, as a JSON value."""
    return {
        "format": current(EVENTS),
        **setup_to_json(setup),
        "events": [event_to_json(event) for event in events],
    }


def restore(data: Any) -> Saved:
    """What was saved, and the round as it stood."""
    named, _ = upgraded(members(data, "The file"), EVENTS)
    listed = named.get("events")
    if not isinstance(listed, list):
        raise BadNotation("notation/field", "The file has no list of events.")
    named = {name: value for name, value in named.items() if name not in BESIDES}
    setup = setup_from_json(named)
    known = fingerprints(setup, named)
    round, events = start(setup), list[e.Event]()
    for number, value in enumerate(listed, 1):
        where = f"Event {number}"
        event = _read(value, where)
        if isinstance(event, e.BetsOpened):
            if not is_fingerprint(event.fingerprint, known):
                raise fingerprint_differs(event.fingerprint, setup, f"the round in event {number}")
            # One that held when it was written is written anew as today's.
            event = event._replace(fingerprint=setup.fingerprint)
        events.append(event)
        round = follow(round, event, where)
    return Saved(setup, tuple(events), round)


def _read(value: Any, where: str) -> e.Event:
    try:
        return event_from_json(value)
    except PitbossError as error:
        raise BadNotation(error.code, f"{where}: {error.message}") from None
