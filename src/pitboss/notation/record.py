"""A record of play: what was said at a table, step by step, and what followed.

It holds commands, not results: the rules give the results again whenever it is run. Where a file
says what followed, that is a claim, and `check` compares it with what the rules give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.plain import of_event, shown
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.apply import apply
from pitboss.play.decide import Answer, carry_on, start
from pitboss.play.refusal import Refusal
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


class Point(NamedTuple):
    """Where a table stands: the round, and the cards it is dealt from."""

    round: Round
    shoe: Shoe

    def known(self, where: e.Where) -> tuple[int, ...]:
        """The cards of a hand as far as they are known, face up or not."""
        round = self.round
        found = [round.faces.get(place, self.shoe.card(place)) for place in round.places(where)]
        return tuple(card for card in found if card is not None)

    @property
    def comes_back_up(self) -> bool:
        """Whether a hand that comes back shows its cards."""
        return self.round.setup.face_up and not self.round.setup.follow_up


class Outcome(NamedTuple):
    """A step, and what followed from it."""

    number: int
    step: Step | None  # None: the file holds events only.
    before: Point
    answer: Answer
    after: Point


def beginning(setup: Setup, shoe: Shoe) -> Point:
    return Point(start(setup), shoe)


def take(point: Point, step: Step, number: int) -> Outcome:
    """What follows from a step."""
    round, answer = carry_on(point.round, step.command)
    shoe = point.shoe
    if round.number != point.round.number:  # The next round has cards of its own.
        shoe = step.shoe or (Shoe() if point.round.number else shoe)
    return Outcome(number, step, point, answer, Point(round, shoe))


def run(record: Record) -> Iterator[Outcome]:
    """Every step with what follows from it by the rules."""
    point = beginning(record.setup, record.shoe)
    for number, step in enumerate(record.steps, 1):
        outcome = take(point, step, number)
        point = outcome.after
        yield outcome


def run_events(setup: Setup, events: Iterable[e.Event]) -> Iterator[Outcome]:
    """The events of a table that were kept, one by one; nothing is decided anew."""
    point = beginning(setup, Shoe())
    for number, event in enumerate(events, 1):
        after = Point(apply(point.round, event), point.shoe)
        yield Outcome(number, None, point, (event,), after)
        point = after


# Whether a file tells the truth


def check(outcomes: Iterable[Outcome]) -> None:
    """Refuse a file that claims something else than the rules give."""
    for one in outcomes:
        if one.step is not None and one.step.claim is not None:
            _compare(one.number, one.step.claim, one.answer)
        elif one.step is None and not isinstance(one.answer, Refusal):
            for event in one.answer:
                check_money(one.before.round, event, f"Event {one.number}")


def check_money(round: Round, event: e.Event, where: str = "The event") -> None:
    """Refuse an event whose amounts are not those that the rules give for the round before it."""
    if isinstance(event, e.Settled):
        _differ(
            where, of_event(event), of_event(event._replace(payments=_due(round, event, where)))
        )
    elif isinstance(event, e.Voided):
        target = round if event.round == round.number else round.before
        assert target is not None
        ours = void(target, event.because)._replace(because=event.because)
        _differ(where, of_event(event), of_event(ours))
    elif isinstance(event, e.PaymentCorrected):
        target = round if event.round == round.number else round.before
        paid = target.payments if target else ()
        was = paid[event.line].net if 0 <= event.line < len(paid) else 0
        _differ(where, of_event(event), of_event(event._replace(was=was)))


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
        told = f"{where}: the file says {_in_short(claim)}, the rules give {_in_short(answer)}."
        raise BadNotation("notation/differs", told)
    else:
        _differ(where, [of_event(one) for one in claim], [of_event(one) for one in answer])


def _in_short(answer: Answer) -> str:
    if isinstance(answer, Refusal):
        return f"a refusal, {answer.code}"
    return ", ".join(type(one).__name__ for one in answer) or "nothing"


def _differ(where: str, told: Any, ours: Any) -> None:
    found = _difference("", told, ours)
    if found:
        path, one, other = found
        at = f"{where}, {path}" if path else where
        says = f"{at}: the file says {_found(one)}, the rules give {_found(other)}."
        raise BadNotation("notation/differs", says)


def _difference(path: str, told: Any, ours: Any) -> tuple[str, Any, Any] | None:
    """The first place where two things differ, and what stands there."""
    if isinstance(told, dict) and isinstance(ours, dict):
        pairs = [(str(key), told.get(key), ours.get(key)) for key in dict.fromkeys((*told, *ours))]
    elif isinstance(told, list) and isinstance(ours, list) and _kinds(told) == _kinds(ours):
        pairs = [(_named(i, one), one, ours[i]) for i, one in enumerate(told)]
    else:
        return None if told == ours else (path, told, ours)
    for name, one, other in pairs:
        found = _difference(f"{path} {name}".strip(), one, other)
        if found:
            return found
    return None


def _kinds(listed: list[Any]) -> list[Any]:
    """What a list is of: two that differ in this are not compared one by one."""
    return [one.get("event") if isinstance(one, dict) else None for one in listed]


def _named(i: int, one: Any) -> str:
    """A member of a list in words: an event by its name, another by its number."""
    return str(one["event"]) if isinstance(one, dict) and "event" in one else str(i + 1)


def _found(what: Any) -> str:
    """What stands somewhere, in a few words."""
    if isinstance(what, list) and what and isinstance(what[0], dict):
        return ", ".join(_named(i, one) for i, one in enumerate(what) if "event" in one) or (
            f"{len(what)} of them"
        )
    return shown(what) if what != [] else "nothing"
