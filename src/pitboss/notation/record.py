"""A record of play: what was said at a table, step by step, and what followed.

A record holds commands, and running it works out the results by the rules. If a file also says
what followed, that is a claim, and `check` compares it with the rules. A record of an earlier
version, or of a rulebook that is not installed, is not decided again: its events are folded as
recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pitboss.cards.deck import DECK
from pitboss.errors import BadNotation, PitbossError
from pitboss.language.irregularities import INCIDENTS, REMEDIES
from pitboss.language.irregularities import check as check_fact
from pitboss.notation.codec import event_to_json, shown
from pitboss.notation.setup_json import is_installed
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal
from pitboss.play.apply import apply
from pitboss.play.decide import carry_on, start
from pitboss.play.settling import payments, void
from pitboss.play.setup import Setup
from pitboss.play.shoe import Shoe
from pitboss.play.state import Round


class Step(NamedTuple):
    """A command given at the table."""

    command: c.Command
    shoe: Shoe | None = None  # With `OpenBets`: the cards of that round.
    notes: tuple[str, ...] = ()  # Comments above it.
    claim: Answer | None = None  # What followed, according to the file.


class Record(NamedTuple):
    setup: Setup
    steps: tuple[Step, ...] = ()
    shoe: Shoe = Shoe()  # The cards of the first round.
    notes: tuple[str, ...] = ()  # Comments above everything.
    ending: tuple[str, ...] = ()  # Comments below everything.
    fingerprint: str | None = None  # As given in the file; it has been checked.
    upgraded_from: str | None = None  # The earlier format it was written in.

    @property
    def is_recorded(self) -> bool:
        """Whether what followed is taken from the file instead of being decided again.

        The rules of play may have changed since an earlier version, for instance in who counts as
        having handled a hand. Payments are still settled again.
        """
        return self.upgraded_from is not None or not is_installed(self.setup)


def known_cards(shoe: Shoe) -> tuple[int | None, ...]:
    """The cards of a shoe up to the last known one."""
    known = [place for place, card in enumerate(shoe.cards) if card is not None]
    return tuple(shoe.cards[: known[-1] + 1]) if known else ()


class Point(NamedTuple):
    """The state of a table: the round, and the shoe it is dealt from."""

    round: Round
    shoe: Shoe

    def known(self, where: e.Where) -> tuple[int, ...]:
        """The known cards of a hand, face up or not."""
        round = self.round
        cards = [round.faces.get(place, self.shoe.card(place)) for place in round.places(where)]
        return tuple(card for card in cards if card is not None)


class Outcome(NamedTuple):
    """A step and what followed from it."""

    number: int
    step: Step | None  # None if the file holds only events.
    before: Point
    answer: Answer
    after: Point
    is_recorded: bool = False  # The answer is the file's own.


def beginning(setup: Setup, shoe: Shoe) -> Point:
    return Point(start(setup), shoe)


def take(point: Point, step: Step, number: int) -> Outcome:
    """What follows from a step by the rules."""
    round, answer = carry_on(point.round, step.command)
    return Outcome(number, step, point, answer, Point(round, _shoe_after(point, step, round)))


def _shoe_after(point: Point, step: Step, round: Round) -> Shoe:
    if round.number == point.round.number:
        return point.shoe
    # Each round has its own shoe.
    return step.shoe or (Shoe() if point.round.number else point.shoe)


def run(record: Record) -> Iterator[Outcome]:
    """Every step with what follows from it, by the rules or as recorded in the file."""
    point = beginning(record.setup, record.shoe)
    for number, step in enumerate(record.steps, 1):
        outcome = (_recorded if record.is_recorded else take)(point, step, number)
        point = outcome.after
        yield outcome


def _recorded(point: Point, step: Step, number: int) -> Outcome:
    """A step with what followed according to the file."""
    answer, round = step.claim, point.round
    if answer is None:
        message = f"Step {number} does not record what followed: add its events or its refusal."
        raise BadNotation("notation/field", message)
    for event in () if isinstance(answer, Refusal) else answer:
        round = follow(round, event, f"Step {number}")
    after = Point(round, _shoe_after(point, step, round))
    return Outcome(number, step, point, answer, after, is_recorded=True)


def run_events(setup: Setup, events: Iterable[e.Event]) -> Iterator[Outcome]:
    """The saved events of a table, one by one; nothing is decided again."""
    point = beginning(setup, Shoe())
    for number, event in enumerate(events, 1):
        after = Point(follow(point.round, event, f"Event {number}"), point.shoe)
        yield Outcome(number, None, point, (event,), after, is_recorded=True)
        point = after


# Folding the events of a file
#
# `apply` checks nothing, because `decide` has let the event happen. But a file may come from
# anybody, so each of its events must name things that the game has and be possible after those
# before it.


def follow(round: Round, event: e.Event, where: str) -> Round:
    """The round after an event of a file; `where` names the event in an error."""
    name = f"{where}, {type(event).__name__},"
    if not round.number and not isinstance(event, e.BetsOpened):
        raise BadNotation("notation/order", f"{name} comes before BetsOpened.")
    if not _is_in_order(round, event):
        raise BadNotation("notation/order", f"{name} has a round number that is out of order.")
    for kind, is_known in _names(round.setup, event):
        if not is_known:
            raise BadNotation("notation/unknown", f"{name} names an unknown {kind}.")
    try:
        return apply(round, event)
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        message = f"{name} can't follow the events before it."
        raise BadNotation("notation/order", message) from None


def _is_in_order(round: Round, event: e.Event) -> bool:
    """Whether an event opens the next round, or belongs to this one or the one before."""
    number = getattr(event, "round", round.number)
    if isinstance(event, e.BetsOpened):
        return number == round.number + 1 if round.number else number > 0
    return number in (round.number, round.number - 1)


def concerned(round: Round, event: e.Event) -> Round | None:
    """The round that an event belongs to; None if the file starts after it."""
    number = getattr(event, "round", round.number)
    return round if number == round.number else round.before


def _names(setup: Setup, event: e.Event) -> Iterator[tuple[str, bool]]:
    """The kind of each thing that an event names, and whether there is such a thing."""
    fields = event._asdict()
    boxes, wagers = range(1, setup.boxes + 1), setup.rules.by_key
    hands = {*boxes, e.DEALER, e.FOURTH}
    if fields.get("box") is not None:
        yield "box", fields["box"] in boxes
    if "where" in fields:
        yield "hand", fields["where"] in hands
    if "wager" in fields:
        yield "wager", fields["wager"] in wagers
    if fields.get("bet"):
        yield "wager", fields["bet"][1] in wagers
    if "incident" in fields:
        yield "incident", fields["incident"] in INCIDENTS
    for name, value in fields.get("facts", ()):
        yield "fact", _is_fact(name, value)
    if "number" in fields:
        yield "incident", fields["number"] >= 0
    if "line" in fields:
        yield "payment", fields["line"] >= 0
    if "remedy" in fields:
        yield "remedy", fields["remedy"] in REMEDIES
    for where, places in fields.get("hands", ()):
        yield "hand", where in hands
        yield "place", all(0 <= place < DECK for place in places)
    for place, card in fields.get("faces", ()):
        yield "place", 0 <= place < DECK
        yield "card", 0 <= card < DECK
    if isinstance(event, e.CardCorrected):
        yield "place", 0 <= event.place < DECK
        yield "card", 0 <= event.was < DECK and 0 <= event.card < DECK
    for part in (*fields.get("contributions", ()), *fields.get("bets", ())):
        yield "box", part.box in boxes
        yield "wager", part.wager in wagers
    for payment in event.payments if isinstance(event, e.Settled) else ():
        yield "box", payment.box in boxes
        yield "wager", payment.wager in wagers
        yield "row", payment.row in _rows(setup, payment.wager)
    if isinstance(event, e.PaymentCorrected):
        yield "row", event.row in _rows(setup, event.wager)


def _is_fact(name: str, value: str) -> bool:
    try:
        return check_fact(name, value) == value
    except PitbossError:
        return False


def _rows(setup: Setup, wager: str) -> list[str]:
    return [row.key for row in setup.rules.by_key[wager].rows]


# Checking what a file claims


def check(outcomes: Iterable[Outcome]) -> None:
    """Refuse a file whose claims differ from what the rules give.

    Steps that were decided again must agree in every detail. Recorded events are settled again:
    payments, voids and corrections must come to the same amounts.
    """
    for outcome in outcomes:
        step = outcome.step
        if outcome.is_recorded and not isinstance(outcome.answer, Refusal):
            round = outcome.before.round
            where = f"{'Step' if step else 'Event'} {outcome.number}"
            for event in outcome.answer:
                check_money(round, event, where)
                round = apply(round, event)
        elif step is not None and step.claim is not None:
            _compare(outcome.number, step.claim, outcome.answer)


def check_money(round: Round, event: e.Event, where: str = "The event") -> None:
    """Refuse an event whose amounts differ from what the rules give for the round before it."""
    target = concerned(round, event)
    if target is None:
        return  # The file does not have the bets and cards of that round.
    if isinstance(event, e.Settled):
        ours: e.Event = event._replace(payments=_due(round, event, where))
    elif isinstance(event, e.Voided):
        ours = void(target, event.because, event.by)._replace(because=event.because)
    elif isinstance(event, e.PaymentCorrected):
        payments_before = target.payments
        is_known = 0 <= event.line < len(payments_before)
        was = payments_before[event.line].net if is_known else 0
        ours = event._replace(was=was)
    else:
        return
    _differ(where, event_to_json(event), event_to_json(ours))


def _due(round: Round, event: e.Settled, where: str) -> tuple[e.Payment, ...]:
    """The payments due; none if every hand has been taken out of play."""
    if not next(round.bets(), None):
        return ()
    try:
        return payments(round, event.jackpot)
    except (LookupError, ValueError) as error:
        why = error.message if isinstance(error, PitbossError) else "a hand is still face down."
        raise BadNotation(
            "notation/differs", f"{where} settles a round that can't be settled: {why}"
        ) from None


def _compare(number: int, claim: Answer, answer: Answer) -> None:
    where = f"Step {number}"
    if isinstance(claim, Refusal) and isinstance(answer, Refusal):
        # The wording of a refusal may improve; its code and clause are stable.
        claimed, ours = claim._replace(message=""), answer._replace(message="")
        _differ(where, claimed.as_json(), ours.as_json())
    elif isinstance(claim, Refusal) or isinstance(answer, Refusal):
        message = f"{where}: the file says {_in_short(claim)}, the rules give {_in_short(answer)}."
        raise BadNotation("notation/differs", message)
    else:
        _differ(
            where,
            [event_to_json(event) for event in claim],
            [event_to_json(event) for event in answer],
        )


def _in_short(answer: Answer) -> str:
    if isinstance(answer, Refusal):
        return f"a refusal, {answer.code}"
    return ", ".join(type(event).__name__ for event in answer) or "nothing"


def _differ(where: str, claimed: Any, ours: Any) -> None:
    difference = _difference("", claimed, ours)
    if difference:
        path, theirs, due = difference
        at = f"{where}, {path}" if path else where
        message = f"{at}: the file says {_in_words(theirs)}, the rules give {_in_words(due)}."
        raise BadNotation("notation/differs", message)


def _difference(path: str, claimed: Any, ours: Any) -> tuple[str, Any, Any] | None:
    """Where two values first differ: the path, and both values there."""
    if isinstance(claimed, dict) and isinstance(ours, dict):
        keys = dict.fromkeys((*claimed, *ours))
        pairs = [(str(key), claimed.get(key), ours.get(key)) for key in keys]
    elif isinstance(claimed, list) and isinstance(ours, list) and _kinds(claimed) == _kinds(ours):
        pairs = [(_name(i, item), item, ours[i]) for i, item in enumerate(claimed)]
    else:
        return None if claimed == ours else (path, claimed, ours)
    for name, theirs, due in pairs:
        difference = _difference(f"{path} {name}".strip(), theirs, due)
        if difference:
            return difference
    return None


def _kinds(items: list[Any]) -> list[Any]:
    """The kinds of items; only lists of the same kinds are compared item by item."""
    return [item.get("event") if isinstance(item, dict) else None for item in items]


def _name(i: int, item: Any) -> str:
    """An item of a list: an event by its name, anything else by its number."""
    return str(item["event"]) if isinstance(item, dict) and "event" in item else str(i + 1)


def _in_words(value: Any) -> str:
    """A short description of a value."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        events = [_name(i, item) for i, item in enumerate(value) if "event" in item]
        return ", ".join(events) or f"{len(value)} item{'s' * (len(value) > 1)}"
    return shown(value) if value != [] else "nothing"
