"""A record of play: what was said at a table, step by step, and what followed.

It holds commands; the rules give the results again whenever it is run. Where a file says what
followed, that is a claim, and `check` compares it with the rules. A record of an earlier version,
or of a rulebook that is not installed, is not decided anew: its events are folded as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.codec import event_to_json, shown
from pitboss.notation.folding import concerned, follow
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
    """Something that was said at the table."""

    command: c.Command
    shoe: Shoe | None = None  # With `OpenBets`: the cards of that round.
    notes: tuple[str, ...] = ()  # What somebody wrote above it.
    claim: Answer | None = None  # What a file says that followed.


class Record(NamedTuple):
    setup: Setup
    steps: tuple[Step, ...] = ()
    shoe: Shoe = Shoe()  # The cards of the first round.
    notes: tuple[str, ...] = ()  # Above it all.
    ending: tuple[str, ...] = ()  # Below it all.
    fingerprint: str | None = None  # As a file gave it, and checked.
    upgraded_from: str | None = None  # The format of an earlier version that it was written in.

    @property
    def is_recorded(self) -> bool:
        """Whether what followed is taken from the file, not decided anew.

        The rules of play may have changed since an earlier version, for instance in who counts as
        having handled a hand; payments are settled again all the same.
        """
        return self.upgraded_from is not None or not is_installed(self.setup)


class Point(NamedTuple):
    """Where a table stands: the round, and the cards it is dealt from."""

    round: Round
    shoe: Shoe

    def known(self, where: e.Where) -> tuple[int, ...]:
        """The cards of a hand as far as they are known, face up or not."""
        round = self.round
        cards = [round.faces.get(place, self.shoe.card(place)) for place in round.places(where)]
        return tuple(card for card in cards if card is not None)


class Outcome(NamedTuple):
    """A step, and what followed from it."""

    number: int
    step: Step | None  # None: the file holds events only.
    before: Point
    answer: Answer
    after: Point
    is_recorded: bool = False  # The answer is the file's; nothing was decided anew.


def beginning(setup: Setup, shoe: Shoe) -> Point:
    return Point(start(setup), shoe)


def take(point: Point, step: Step, number: int) -> Outcome:
    """What follows from a step by the rules."""
    round, answer = carry_on(point.round, step.command)
    return Outcome(number, step, point, answer, Point(round, _shoe_after(point, step, round)))


def _shoe_after(point: Point, step: Step, round: Round) -> Shoe:
    if round.number == point.round.number:
        return point.shoe
    # The next round has cards of its own.
    return step.shoe or (Shoe() if point.round.number else point.shoe)


def run(record: Record) -> Iterator[Outcome]:
    """Every step with what follows from it: by the rules, or as the file has recorded it."""
    point = beginning(record.setup, record.shoe)
    for number, step in enumerate(record.steps, 1):
        outcome = (_recorded if record.is_recorded else take)(point, step, number)
        point = outcome.after
        yield outcome


def _recorded(point: Point, step: Step, number: int) -> Outcome:
    """A step with what the file says that followed."""
    answer, round = step.claim, point.round
    if answer is None:
        message = f"Step {number} does not say what followed, and it can't be worked out here."
        raise BadNotation("notation/field", message)
    for event in () if isinstance(answer, Refusal) else answer:
        round = follow(round, event, f"Step {number}")
    after = Point(round, _shoe_after(point, step, round))
    return Outcome(number, step, point, answer, after, is_recorded=True)


def run_events(setup: Setup, events: Iterable[e.Event]) -> Iterator[Outcome]:
    """The saved events of a table, one by one; nothing is decided anew."""
    point = beginning(setup, Shoe())
    for number, event in enumerate(events, 1):
        after = Point(follow(point.round, event, f"Event {number}"), point.shoe)
        yield Outcome(number, None, point, (event,), after, is_recorded=True)
        point = after


# Whether a file tells the truth


def check(outcomes: Iterable[Outcome]) -> None:
    """Refuse a file that claims something else than the rules give.

    What was decided anew must be the same in every detail. What was recorded is settled again:
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
    """Refuse an event whose amounts are not those that the rules give for the round before it."""
    target = concerned(round, event)
    if target is None:
        return  # The file does not hold the bets and cards of that round.
    if isinstance(event, e.Settled):
        ours: e.Event = event._replace(payments=_due(round, event, where))
    elif isinstance(event, e.Voided):
        ours = void(target, event.because, event.by)._replace(because=event.because)
    elif isinstance(event, e.PaymentCorrected):
        paid = target.payments
        was = paid[event.line].net if 0 <= event.line < len(paid) else 0
        ours = event._replace(was=was)
    else:
        return
    _differ(where, event_to_json(event), event_to_json(ours))


def _due(round: Round, event: e.Settled, where: str) -> tuple[e.Payment, ...]:
    """What the bets come to; none are left where every hand has been taken out of play."""
    if not next(round.bets(), None):
        return ()
    try:
        return payments(round, event.jackpot)
    except (LookupError, ValueError) as error:
        why = error.message if isinstance(error, PitbossError) else "a hand is still face down."
        raise BadNotation("notation/differs", f"{where} settles what can't be: {why}") from None


def _compare(number: int, claim: Answer, answer: Answer) -> None:
    where = f"Step {number}"
    if isinstance(claim, Refusal) and isinstance(answer, Refusal):
        # A sentence may be put better one day; its code and clause stay.
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
    """The path to the first place where two values differ, and both values there."""
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
    """What a list holds: only lists of the same kinds are compared item by item."""
    return [item.get("event") if isinstance(item, dict) else None for item in items]


def _name(i: int, item: Any) -> str:
    """An item of a list in words: an event by its name, anything else by its number."""
    return str(item["event"]) if isinstance(item, dict) and "event" in item else str(i + 1)


def _in_words(value: Any) -> str:
    """A value in a few words."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        events = [_name(i, item) for i, item in enumerate(value) if "event" in item]
        return ", ".join(events) or f"{len(value)} of them"
    return shown(value) if value != [] else "nothing"
