"""`apply`: the round after an event.

There are no rules here: it writes down what the event says. `decide` has let it happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.play import events as e
from pitboss.play.state import (
    BETTING,
    CONTINUE,
    DEALING,
    DECIDED,
    EXAMINING,
    IDLE,
    REVEALED,
    SETTLED,
    VOID,
    BoxState,
    Incident,
    Round,
)


def apply(round: Round, event: e.Event) -> Round:
    """The round after this event."""
    return APPLY[type(event)](round, event)


def replay(round: Round, events: Iterable[e.Event]) -> Round:
    """The round after all of these."""
    for event in events:
        round = APPLY[type(event)](round, event)
    return round


# Bets


def _opened(round: Round, event: e.BetsOpened) -> Round:
    before = None if round.phase == IDLE else round.but(before=None)
    return round.fresh(event.round, BETTING, before)


def _placed(round: Round, event: e.BetPlaced) -> Round:
    number, bettor, wager, amount, seated, _ = event
    box = round.boxes.get(number)
    if box is None:
        seat = bettor if seated else None
        box = BoxState({bettor: {wager: amount}}, seat, came=((wager, bettor),))
    else:
        stakes = dict(box.stakes)
        mine = dict(stakes.get(bettor, {}))
        came = box.came if wager in mine else (*box.came, (wager, bettor))
        mine[wager] = mine.get(wager, 0) + amount
        stakes[bettor] = mine
        seat = bettor if seated else box.seated
        box = box._replace(stakes=stakes, seated=seat, came=came)
    return round.but(boxes={**round.boxes, number: box})


def _less(round: Round, event: e.BetReduced | e.BetRemoved | e.BetAnnulled) -> Round:
    """A stake is lower by so much, or gone; who has no bet left has nothing left to choose."""
    number, bettor, wager = event.box, event.bettor, event.wager
    box = round.boxes[number]
    stakes = {who: dict(by_wager) for who, by_wager in box.stakes.items()}
    mine = stakes[bettor]
    mine[wager] -= event.amount
    came = box.came
    if not mine[wager]:
        del mine[wager]
        came = tuple(entry for entry in came if entry != (wager, bettor))
    if not mine:
        del stakes[bettor]
    seated = box.seated if box.seated in stakes else None
    boxes = {**round.boxes, number: box._replace(stakes=stakes, seated=seated, came=came)}
    if not stakes and not box.places:
        del boxes[number]
    left = round.but(boxes=boxes)
    if event.from_meter:
        bet = (number, bettor, wager)
        fed = {**round.contributions, bet: round.contributions[bet] - event.from_meter}
        left = left.but(contributions={key: amount for key, amount in fed.items() if amount})
    if not mine and round.incidents:
        gone = frozenset({(number, bettor)})
        kept = [
            incident._replace(choosing=incident.choosing - gone) for incident in round.incidents
        ]
        left = left.but(incidents=tuple(kept))
    return left if stakes or round.phase != EXAMINING else _back(left, number)


def _withdrawn(round: Round, event: e.BetWithdrawn) -> Round:
    gone = round.withdrawn | {(event.box, event.bettor, event.wager)}
    return round.but(withdrawn=gone)


def _closed(round: Round, event: e.BetsClosed) -> Round:
    fed = {(box, bettor, wager): amount for box, bettor, wager, amount in event.contributions}
    return round.but(phase=DEALING, contributions=fed)


# Cards


def _dealt(round: Round, event: e.Dealt) -> Round:
    hands = event.hands
    if round.dealt:  # The deal goes on.
        hands = tuple((where, round.places(where) + places) for where, places in hands)
    dealt = with_hands(round, hands)
    if not event.is_last:
        return dealt
    return dealt.but(phase=EXAMINING, waiting=frozenset(event.waits_for))


def with_hands(round: Round, hands: e.Hands) -> Round:
    """The round with these hands where they are said to lie."""
    boxes = dict(round.boxes)
    dealer, fourth, last = round.dealer, round.fourth, round.dealt - 1
    for where, places in hands:
        if where == e.DEALER:
            dealer = places
        elif where == e.FOURTH:
            fourth = places[0] if places else None
        else:
            assert isinstance(where, int)
            box = boxes.get(where) or BoxState({})
            stakes, seated, seen, looked, played, accepts, came = box
            # Whoever looked has not seen the hand that lies there now.
            if looked is not None and not set(seen) <= set(places):
                looked = None
            boxes[where] = BoxState(stakes, seated, places, looked, played, accepts, came)
        last = max((last, *places))
    return round.but(boxes=boxes, dealer=dealer, fourth=fourth, dealt=last + 1)


def _corrected(round: Round, event: e.CardCorrected) -> Round:
    return round.but(faces={**round.faces, event.place: event.card})


def _examined(round: Round, event: e.HandExamined) -> Round:
    stakes, seated, places, _, played, accepts, came = round.boxes[event.box]
    box = BoxState(stakes, seated, places, event.player, played, accepts, came)
    return round.but(boxes={**round.boxes, event.box: box}, handled=True)


def _returned(round: Round, event: e.HandReturned) -> Round:
    faces = _with_faces(round.faces, event.faces)
    handled = round.handled or not event.automatic
    return _back(round.but(faces=faces, handled=handled), event.box)


def _folded(round: Round, event: e.Folded) -> Round:
    box = round.boxes[event.box]._replace(played=False)
    handled = round.handled or not event.automatic
    return _back(round.but(boxes={**round.boxes, event.box: box}, handled=handled), event.box)


def _played(round: Round, event: e.Played) -> Round:
    stakes, seated, places, looked, _, accepts, came = round.boxes[event.box]
    mine = {**stakes[event.bettor], event.wager: event.amount}
    box = BoxState({**stakes, event.bettor: mine}, seated, places, looked, True, accepts, came)
    handled = round.handled or not event.automatic
    return _back(round.but(boxes={**round.boxes, event.box: box}, handled=handled), event.box)


def _back(round: Round, box: int) -> Round:
    """Nothing more is awaited from this box."""
    waiting = round.waiting - {box}
    return round.but(waiting=waiting, phase=EXAMINING if waiting else DECIDED)


def _revealed(round: Round, event: e.Revealed) -> Round:
    shown = round.but(faces=_with_faces(round.faces, event.faces))
    is_dealers = event.where == e.DEALER and shown.is_up(round.dealer)
    return shown.but(phase=REVEALED) if is_dealers else shown


def _with_faces(faces: Mapping[int, int], turned: e.Faces) -> Mapping[int, int]:
    return {**faces, **dict(turned)} if turned else faces


# Money


def _settled(round: Round, event: e.Settled) -> Round:
    return round.but(phase=SETTLED, payments=event.payments, jackpot=event.jackpot)


def _repaid(round: Round, event: e.PaymentCorrected) -> Round:
    payments = list(round.payments)
    if event.line == len(payments):  # Something is paid that was not.
        payments.append(e.Payment(event.box, event.bettor, event.wager, event.row, 0, 0))
    paid = payments[event.line]
    payments[event.line] = paid._replace(
        row=event.row,
        net=event.net,
        from_meter=paid.from_meter + event.from_meter,
        breakage=paid.breakage + event.breakage,
    )
    corrections = {**round.corrections, event.line: event.because}
    return round.but(payments=tuple(payments), corrections=corrections)


def _voided(round: Round, event: e.Voided) -> Round:
    boxes = {n: box._replace(stakes={}, came=()) for n, box in round.boxes.items()}
    # What else was reported is answered by it.
    closed = tuple(
        incident._replace(
            choosing=frozenset(), remedy="void-round" if incident.is_open else incident.remedy
        )
        for incident in round.incidents
    )
    return round.but(
        phase=VOID, boxes=boxes, payments=(), corrections={}, incidents=closed, contributions={},
        waiting=frozenset(), void=event,
    )  # fmt: skip


# Incidents and rulings


def _reported(round: Round, event: e.IncidentReported) -> Round:
    before = round.incidents[: event.number]  # Told again where a fact was missing.
    shown = sum(told.shown for told in round.incidents[event.number : event.number + 1])
    incident = Incident(
        event.incident, dict(event.facts), event.box, event.bet, shown=shown + len(event.faces)
    )
    incidents = (*before, incident, *round.incidents[event.number + 1 :])
    return round.but(incidents=incidents, faces=_with_faces(round.faces, event.faces))


def _ruled(round: Round, event: e.RulingGiven) -> Round:
    if event.hands:
        round = with_hands(round, event.hands)
    if event.phase:
        round = round.but(phase=event.phase, waiting=frozenset(event.waits_for))
    incident = round.incidents[event.number]._replace(
        remedy=event.remedy,
        because=event.because,
        ruled_by=event.by,
        options=event.options,
        choosing=frozenset(event.choosers),
    )
    return _with_incident(round, event.number, incident)


def _chosen(round: Round, event: e.OptionChosen) -> Round:
    incident = round.incidents[event.number]
    incident = incident._replace(choosing=incident.choosing - {(event.box, event.bettor)})
    round = _with_incident(round, event.number, incident)
    if event.option != CONTINUE:
        return round
    box = round.boxes[event.box]
    box = box._replace(accepts=box.accepts | {event.bettor})
    return round.but(boxes={**round.boxes, event.box: box})


def _with_incident(round: Round, number: int, incident: Incident) -> Round:
    incidents = list(round.incidents)
    incidents[number] = incident
    return round.but(incidents=tuple(incidents))


def _about(handler: Callable[[Round, Any], Round]) -> Callable[[Round, Any], Round]:
    """The event applies to the round it names: this one, or the one before."""

    def applied(round: Round, event: Any) -> Round:
        if event.round == round.number:
            return handler(round, event)
        if round.before is None or round.before.number != event.round:
            return round  # It concerns a round that this replay does not go back to.
        return round.but(before=handler(round.before, event))

    return applied


APPLY: dict[type[e.Event], Callable[[Round, Any], Round]] = {
    e.BetsOpened: _opened,
    e.BetPlaced: _placed,
    e.BetReduced: _less,
    e.BetRemoved: _less,
    e.BetWithdrawn: _withdrawn,
    e.BetsClosed: _closed,
    e.Dealt: _dealt,
    e.CardCorrected: _corrected,
    e.HandExamined: _examined,
    e.HandReturned: _returned,
    e.Folded: _folded,
    e.Played: _played,
    e.Revealed: _revealed,
    e.Settled: _settled,
    e.IncidentReported: _about(_reported),
    e.RulingGiven: _about(_ruled),
    e.OptionChosen: _about(_chosen),
    e.BetAnnulled: _about(_less),
    e.PaymentCorrected: _about(_repaid),
    e.Voided: _about(_voided),
}
