"""`allowed`: what one person may do now, each action with its bounds.

Whatever can be listed is asked of `decide` itself, so that the two can't disagree; the bounds of a
bet are those that `decide` holds it to. Bounds of a wager are given for the other totals as they
lie on the box. At a table led by a dealer they bound what can be recorded, not what the limits
allow. What staff report or correct is listed without bounds. The round knows nobody's balance:
whoever keeps the money lowers the maxima to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import REMEDIES
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.betting import not_here, rests_on
from pitboss.play.dealing import lacking
from pitboss.play.decide import decide
from pitboss.play.limits import bounds
from pitboss.play.player_actions import may_fold
from pitboss.play.rulings import RANK, option_clauses
from pitboss.play.running import Due
from pitboss.play.settling import unpayable
from pitboss.play.setup import BEST, DEALER_LED, SELF_RUNNING
from pitboss.play.state import (
    BETTING,
    DEALING,
    DECIDED,
    EXAMINING,
    IDLE,
    OVER,
    REVEALED,
    SETTLED,
    VOID,
    Round,
)

Ranges = tuple[tuple[int, int], ...]


class BetBounds(NamedTuple):
    """What somebody may have on one wager of a box: nothing, or a total within these ranges."""

    box: int
    bettor: str | None  # None: anybody who has no bet on that box yet, named by the staff.
    wager: str
    total: int  # What lies there now.
    ranges: Ranges  # Least and most of each.
    if_seated: Ranges  # The same if the bettor sits down there with this bet; empty: may not.
    step: int
    needs: str | None = None  # The bettor's own wager that has to be among the totals.


class HandActions(NamedTuple):
    """What may be done with a hand: names of commands."""

    box: int
    commands: tuple[str, ...]  # Of Examine, ReturnHand, Fold and Play.
    stake: int = 0  # What `Play` costs.
    face_up: bool = False  # Whether `ReturnHand` names the three cards.


class Withdrawal(NamedTuple):
    """A bet that may be taken up after the close: it is noted, and the bet stands."""

    box: int
    bettor: str
    wager: str


class OpenChoice(NamedTuple):
    """A choice after a dealing error."""

    round: int
    number: int  # Of the incident.
    box: int
    bettor: str
    options: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...] = ()  # What each option rests on.


class RulingDue(NamedTuple):
    """An incident that waits for its ruling."""

    round: int
    number: int
    as_ruled: bool  # Whether the ruling may be given as the rulebook has it, or be referred.
    remedies: tuple[str, ...]  # What may be named: more than one where a person decides.
    with_hands: tuple[str, ...] = ()  # Possible only if the ruling says where the cards lie now.


class PaymentLine(NamedTuple):
    """A payment that may be corrected."""

    round: int
    box: int
    bettor: str
    wager: str
    nth: int  # Of several payments of one kind, as with envy.


class StaffActions(NamedTuple):
    """What the staff may do besides: the steps of the table, reports, rulings and corrections."""

    steps: tuple[Due, ...] = ()
    cards: int = 0  # With `Deal`: how many are due at most.
    may_record_deal: bool = False  # Whether `Deal` may say where the cards went.
    time_out: tuple[str, ...] = ()  # Those who are awaited.
    time_out_decides: tuple[int, ...] = ()  # Boxes that need the best strategy's answer.
    report: tuple[int, ...] = ()  # Rounds that an incident may be reported of.
    rulings: tuple[RulingDue, ...] = ()
    correct_cards: tuple[tuple[e.Where, int], ...] = ()  # A hand and a card that lies face up.
    correct_payments: tuple[PaymentLine, ...] = ()


class Allowed(NamedTuple):
    """All that a person may do now."""

    bets: tuple[BetBounds, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    hands: tuple[HandActions, ...] = ()
    choices: tuple[OpenChoice, ...] = ()
    staff: StaffActions | None = None


NOTHING = Allowed()


def allowed(round: Round, actor: e.Actor) -> Allowed:
    """What this person may do now. The role must come from the caller: see `Actor`."""
    if actor.role not in RANK:
        return NOTHING
    is_staff = actor.role != "player"
    stopped = round.is_stopped
    return Allowed(
        () if stopped else tuple(_bets(round, actor)),
        () if stopped else tuple(_withdrawals(round, actor)),
        () if stopped else tuple(_hands(round, actor)),
        tuple(_choices(round, actor)),
        _staff(round, actor) if is_staff else None,
    )


def _is_accepted(round: Round, command: c.Command) -> bool:
    return not isinstance(decide(round, command), Refusal)


# Bets


def _bets(round: Round, actor: e.Actor) -> Iterator[BetBounds]:
    setup = round.setup
    is_staff = actor.role != "player"
    if round.phase != BETTING:
        return
    if is_staff and setup.led_by == SELF_RUNNING and not setup.procedure.on_request:
        return
    for number in range(1, setup.boxes + 1):
        box = round.boxes.get(number)
        bettors = () if box is None else box.stakes
        for bettor in (*bettors, None) if is_staff else (actor.id,):
            yield from _bets_of(round, number, bettor)


def _bets_of(round: Round, number: int, bettor: str | None) -> Iterator[BetBounds]:
    setup, box = round.setup, round.boxes.get(number)
    name = bettor or ""  # Nobody is called that: a newcomer.
    if not_here(round, number, name, False):
        return
    may_sit = not not_here(round, number, name, True)
    held = {} if box is None else box.stakes.get(name, {})
    possible = set(held)
    for key in sorted(setup.offered, key=lambda key: setup.needs[key] is not None):
        if key == setup.follow_up:
            continue
        ranges, step = bounds(setup, box, name, key)
        if_seated = bounds(setup, box, name, key, sits=True).ranges if may_sit else ()
        needs = rests_on(setup, box, name, key)
        if not (ranges or if_seated) or (needs and needs.wager not in possible):
            continue
        possible.add(key)
        own = needs.wager if needs else None
        yield BetBounds(number, bettor, key, held.get(key, 0), ranges, if_seated, step, own)


def _withdrawals(round: Round, actor: e.Actor) -> Iterator[Withdrawal]:
    if round.phase in (IDLE, BETTING, *OVER):
        return
    for box, bettor, wager, _ in round.bets():
        if _is_accepted(round, c.TakeBack(actor, box, bettor, wager)):
            yield Withdrawal(box, bettor, wager)


# Hands and choices


def _hands(round: Round, actor: e.Actor) -> Iterator[HandActions]:
    for number in sorted(round.waiting):
        box = round.boxes[number]
        face_up = round.setup.comes_back_up and not may_fold(round, box)
        names: list[str] = []
        if _is_accepted(round, c.Examine(actor, number)):
            names.append("Examine")
        if _may_return(round, actor, number, face_up):
            names.append("ReturnHand")
        names += [
            kind.__name__ for kind in (c.Fold, c.Play) if _is_accepted(round, kind(actor, number))
        ]
        stake = 0
        if "Play" in names:
            (stakes,) = box.stakes.values()
            stake = stakes[round.setup.first]
        if names:
            yield HandActions(number, tuple(names), stake, face_up and "ReturnHand" in names)


def _may_return(round: Round, actor: e.Actor, number: int, face_up: bool) -> bool:
    """Whether the hand may come back, whatever its hidden cards are."""
    if not face_up:
        return _is_accepted(round, c.ReturnHand(actor, number))
    cards = _any_cards(round, round.boxes[number].places)
    return _is_accepted(round, c.ReturnHand(actor, number, cards))


def _any_cards(round: Round, places: tuple[int, ...]) -> tuple[int, ...]:
    """Cards that could lie at these places: those that are up, and for the rest any others."""
    up = set(round.faces.values())
    others = (card for card in range(DECK) if card not in up)
    return tuple(round.faces[at] if at in round.faces else next(others) for at in places)


def _choices(round: Round, actor: e.Actor) -> Iterator[OpenChoice]:
    for target in _at_hand(round):
        for number, incident in enumerate(target.incidents):
            for box, bettor in sorted(incident.choosing):
                if actor.role != "player" or actor.id == bettor:
                    clauses = tuple(option_clauses(target, incident).values())
                    yield OpenChoice(target.number, number, box, bettor, incident.options, clauses)


def _at_hand(round: Round) -> tuple[Round, ...]:
    """The rounds that can still be spoken of: this one and the one before."""
    begun = () if round.phase == IDLE else (round,)
    return begun if round.before is None else (round.before, *begun)


# Staff


def _staff(round: Round, actor: e.Actor) -> StaffActions:
    deals = round.phase == DEALING and not round.is_stopped
    time_out = tuple(_awaited(round, actor))
    corrects = RANK[actor.role] >= RANK["pit-supervisor"]
    return StaffActions(
        steps=tuple(_steps(round, actor)),
        cards=min(len(lacking(round)), DECK - round.dealt) if deals else 0,
        may_record_deal=deals and round.setup.led_by == DEALER_LED,
        time_out=time_out,
        time_out_decides=tuple(_undecided(round)) if time_out else (),
        report=tuple(target.number for target in _at_hand(round) if target.phase != VOID),
        rulings=tuple(_rulings(round, actor)),
        correct_cards=tuple(_faces(round)),
        correct_payments=tuple(_payments(round)) if corrects else (),
    )


def _steps(round: Round, actor: e.Actor) -> Iterator[Due]:
    """What the table may do next, its own next step among it."""
    if round.is_stopped:
        return
    for command in (c.OpenBets(actor), c.CloseBets(actor)):
        if _is_accepted(round, command):
            yield Due(type(command).__name__)
    if round.phase == DEALING and (round.dealt < DECK or not lacking(round)):
        yield Due("Deal")
    for where, places in round.hands():
        if _is_accepted(round, c.Reveal(actor, where, _any_cards(round, places))):
            yield Due("Reveal", where)
    if round.phase == REVEALED and not unpayable(round):
        yield Due("Settle")


def _awaited(round: Round, actor: e.Actor) -> Iterator[str]:
    """Those whose time may run out."""
    best = dict.fromkeys(round.waiting, False)
    bettors = [bettor for target in _at_hand(round) for _, bettor, _, _ in target.bets()]
    for bettor in dict.fromkeys(bettors):
        if _is_accepted(round, c.TimeOut(actor, best, bettor)):
            yield bettor


def _undecided(round: Round) -> Iterator[int]:
    if round.setup.out_of_time == BEST:
        yield from (box for box in sorted(round.waiting) if may_fold(round, round.boxes[box]))


def _rulings(round: Round, actor: e.Actor) -> Iterator[RulingDue]:
    for target in _at_hand(round):
        for number, incident in enumerate(target.incidents):
            if incident.remedy not in (None, "refer"):
                continue
            accepted: list[str | None] = []
            with_hands: list[str] = []
            for remedy in (None, *REMEDIES):
                command = c.GiveRuling(actor, number, remedy, "reason", round=target.number)
                answer = decide(round, command)
                if not isinstance(answer, Refusal):
                    accepted.append(remedy)
                elif answer.code == "round/face-down":
                    with_hands.append(remedy or "")
            if accepted or with_hands:
                named = tuple(remedy for remedy in accepted if remedy is not None)
                yield RulingDue(target.number, number, None in accepted, named, tuple(with_hands))


def _faces(round: Round) -> Iterator[tuple[e.Where, int]]:
    if round.phase in (EXAMINING, DECIDED, REVEALED):
        for where, _ in round.hands():
            for card in round.cards(where):
                yield where, card


def _payments(round: Round) -> Iterator[PaymentLine]:
    for target in _at_hand(round):
        if target.phase == SETTLED:
            count = Counter[tuple[int, str, str]]()
            for paid in target.payments:
                yield PaymentLine(target.number, *paid[:3], count[paid[:3]])
                count[paid[:3]] += 1
