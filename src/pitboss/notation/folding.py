"""Events of a file folded into a round, one by one.

`apply` checks nothing, because `decide` has let an event happen. A file may come from anybody: so
each event has to name things that the game has, and to be possible after those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards.deck import DECK
from pitboss.errors import BadNotation, PitbossError
from pitboss.language.irregularities import INCIDENTS, REMEDIES, check
from pitboss.play import events as e
from pitboss.play.apply import apply
from pitboss.play.setup import Setup
from pitboss.play.state import Round


def follow(round: Round, event: e.Event, where: str) -> Round:
    """The round after an event of a file; `where` names the event in an error."""
    name = f"{where}, {type(event).__name__},"
    if not round.number and not isinstance(event, e.BetsOpened):
        raise BadNotation("notation/order", f"{name} comes before BetsOpened.")
    if not _is_in_order(round, event):
        raise BadNotation("notation/order", f"{name} is about a round out of order.")
    for what, is_known in _names(round.setup, event):
        if not is_known:
            raise BadNotation("notation/unknown", f"{name} names no known {what}.")
    try:
        return apply(round, event)
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        message = f"{name} can't follow the events before it."
        raise BadNotation("notation/order", message) from None


def _is_in_order(round: Round, event: e.Event) -> bool:
    """Whether an event opens the next round, or is about this one or the one before."""
    number = getattr(event, "round", round.number)
    if isinstance(event, e.BetsOpened):
        return number == round.number + 1 if round.number else number > 0
    return number in (round.number, round.number - 1)


def concerned(round: Round, event: e.Event) -> Round | None:
    """The round that an event is about; None where the file begins later."""
    number = getattr(event, "round", round.number)
    return round if number == round.number else round.before


def _names(setup: Setup, event: e.Event) -> Iterator[tuple[str, bool]]:
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
    for name, value in said.get("facts", ()):
        yield "fact", _is_fact(name, value)
    if "number" in said:
        yield "incident", said["number"] >= 0
    if "line" in said:
        yield "payment", said["line"] >= 0
    if "remedy" in said:
        yield "remedy", said["remedy"] in REMEDIES
    for where, places in said.get("hands", ()):
        yield "hand", where in hands
        yield "place", all(0 <= place < DECK for place in places)
    for place, card in said.get("faces", ()):
        yield "place", 0 <= place < DECK
        yield "card", 0 <= card < DECK
    if isinstance(event, e.CardCorrected):
        yield "place", 0 <= event.place < DECK
        yield "card", 0 <= event.was < DECK and 0 <= event.card < DECK
    for part in (*said.get("contributions", ()), *said.get("bets", ())):
        yield "box", part.box in boxes
        yield "wager", part.wager in wagers
    paid = event.payments if isinstance(event, e.Settled) else ()
    for payment in paid:
        yield "box", payment.box in boxes
        yield "wager", payment.wager in wagers
        yield "row", payment.row in _rows(setup, payment.wager)
    if isinstance(event, e.PaymentCorrected):
        yield "row", event.row in _rows(setup, event.wager)


def _is_fact(name: str, value: str) -> bool:
    try:
        return check(name, value) == value
    except PitbossError:
        return False


def _rows(setup: Setup, wager: str) -> list[str]:
    return [row.key for row in setup.rules.by_key[wager].rows]
