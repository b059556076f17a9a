"""A table's events, saved and restored: with its set-up they are its whole record.

Restoring decides nothing anew: what happened has happened. But a file may come from anybody, so
each event has to speak of things that this game has, and to follow on those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.cards import DECK
from pitboss.errors import BadNotation, PitbossError
from pitboss.irregularities import INCIDENTS, REMEDIES
from pitboss.notation.plain import members, of_event, shown, to_event
from pitboss.notation.plain_setup import of_setup, same, to_setup
from pitboss.play import events as e
from pitboss.play.apply import apply
from pitboss.play.decide import start
from pitboss.play.setup import Setup
from pitboss.play.state import Round

FORMAT = "pitboss-events/1"
BESIDES = ("format", "events")  # What a record has besides the set-up.


def save(setup: Setup, events: Iterable[e.Event]) -> dict[str, Any]:
    """A table's record, from “Place your bets” on."""
    return {"format": FORMAT, **of_setup(setup), "events": [of_event(one) for one in events]}


def restore(data: Any) -> tuple[Setup, tuple[e.Event, ...], Round]:
    """What was saved, and the round as it stood."""
    given = members(data, "The record")
    if given.get("format") != FORMAT:
        told = f"The format is {shown(given.get('format'))} and should be {FORMAT}."
        raise BadNotation("notation/format", told)
    listed = given.get("events")
    if not isinstance(listed, list):
        raise BadNotation("notation/field", "The record has no list of events.")
    setup = to_setup({key: one for key, one in given.items() if key not in BESIDES})
    events = tuple(_read(number, one) for number, one in enumerate(listed, 1))
    if events and not isinstance(events[0], e.BetsOpened):
        raise BadNotation("notation/order", "A record begins with BetsOpened.")
    round = start(setup)
    for number, event in enumerate(events, 1):
        round = _follow(round, event, number)
    return setup, events, round


def _read(number: int, data: Any) -> e.Event:
    try:
        return to_event(data)
    except PitbossError as error:
        raise BadNotation(error.code, f"Event {number}: {error.message}") from None


def _follow(round: Round, event: e.Event, number: int) -> Round:
    name = f"Event {number}, {type(event).__name__},"
    if isinstance(event, e.BetsOpened):
        same("fingerprint", event.fingerprint, round.setup.fingerprint, f"round in event {number}")
    for what, is_known in _vocabulary(round.setup, event):
        if not is_known:
            raise BadNotation("notation/unknown", f"{name} names no known {what}.")
    try:
        return apply(round, event)
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        # `apply` checks nothing; an event about what is not there can't have happened.
        raise BadNotation("notation/order", f"{name} can't follow on those before it.") from None


def _vocabulary(setup: Setup, event: e.Event) -> Iterator[tuple[str, bool]]:
    """What an event names, and whether there is such a thing."""
    said = event._asdict()
    boxes, wagers = range(1, setup.boxes + 1), setup.rules.by_key
    hands = {*boxes, e.DEALER, e.FOURTH}
    if said.get("box") is not None:
        yield "box", said["box"] in boxes
    if "where" in said:
        yield "hand", said["where"] in hands
    if "wager" in said:
        yield "wager", said["wager"] in wagers
    if said.get("bet"):
        yield "wager", said["bet"][1] in wagers
    if "incident" in said:
        yield "incident", said["incident"] in INCIDENTS
    if "remedy" in said:
        yield "remedy", said["remedy"] in REMEDIES
    for where, places in said.get("hands", ()):
        yield "hand", where in hands
        yield "place", all(0 <= place < DECK for place in places)
    cards = [*said.get("cards", ()), *(card for _, card in said.get("shown", ()))]
    if isinstance(event, e.CardCorrected):
        cards += [event.was, event.card]
    yield "card", all(0 <= card < DECK for card in cards)
    paid = event.payments if isinstance(event, e.Settled) else ()
    for key, row in [(one.wager, one.row) for one in paid]:
        yield "wager", key in wagers
        yield "row", any(one.key == row for one in wagers[key].rows)
    if isinstance(event, e.PaymentCorrected):
        yield "row", any(one.key == event.row for one in wagers[event.wager].rows)
