"""`apply`: the round after an event. Nothing is checked here: `decide` let the event happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.play import events as e
from pitboss.play.state import (
    BETTING,
    CONTINUE,
    DEALING,
    DECIDED,
    EXAMINING,
    RETURN,
    REVEALED,
    SETTLED,
    VOID,
    BoxState,
    Incident,
    Round,
    bound_by,
    seated_player,
)

CHOICES = (CONTINUE, RETURN)
GIVES_CHOICE = ("offer-choice", "decide-order", "remove-hand")


def apply(round: Round, event: e.Event) -> Round:
    """The round after this event."""
    return APPLY[type(event)](round, event)


def replay(round: Round, events: Iterable[e.Event]) -> Round:
    """The round after all of these."""
    for event in events:
        round = APPLY[type(event)](round, event)
    return round


def _opened(round: Round, event: e.BetsOpened) -> Round:
    before = round.but(before=None) if round.number else None
    return Round(round.setup, event.round, BETTING, before=before)


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


def _less(round: Round, event: e.BetReduced | e.BetRemoved) -> Round:
    """A stake is lower by so much, or gone; a box without a bet or a hand is empty again."""
    box = round.boxes[event.box]
    stakes = {bettor: dict(by_wager) for bettor, by_wager in box.stakes.items()}
    mine = stakes[event.bettor]
    mine[event.wager] -= event.amount
    came = box.came
    if not mine[event.wager]:
        del mine[event.wager]
        came = tuple(one for one in came if one != (event.wager, event.bettor))
    if not mine:
        del stakes[event.bettor]
    seated = box.seated if box.seated in stakes else None
    boxes = {**round.boxes, event.box: box._replace(stakes=stakes, seated=seated, came=came)}
    if not stakes and not box.places:
        del boxes[event.box]
    left = round.but(boxes=boxes)
    if event.wager in round.setup.rules.prices and round.contribution:
        left = left.but(contribution=contributed(left))  # The meter gives its part back.
    if not mine and round.incidents:  # Who has no bet there has nothing left to choose.
        chooser = frozenset({(event.box, event.bettor)})
        kept = [one._replace(choosing=one.choosing - chooser) for one in round.incidents]
        left = left.but(incidents=tuple(kept))
    return left if stakes else _done(left, event.box)


def _done(round: Round, box: int) -> Round:
    """Nothing more is awaited from this box."""
    if round.phase != EXAMINING:
        return round
    waiting = round.waiting - {box}
    return round.but(waiting=waiting, phase=round.phase if waiting else DECIDED)


def contributed(round: Round) -> int:
    """What the progressive wagers on the table put into the meter."""
    prices = round.setup.rules.prices
    staked = sum(stake for _, _, wager, stake in round.bets() if wager in prices)
    return int(round.setup.contribution * staked)


def _withdrawn(round: Round, event: e.BetWithdrawn) -> Round:
    gone = round.withdrawn | {(event.box, event.bettor, event.wager)}
    return round.but(withdrawn=gone)


def _closed(round: Round, event: e.BetsClosed) -> Round:
    return round.but(phase=DEALING, contribution=event.contribution)


def _dealt(round: Round, event: e.Dealt) -> Round:
    hands = event.hands
    if round.dealt:  # The deal goes on.
        hands = tuple((where, round.places(where) + places) for where, places in hands)
    dealt = _with_hands(round, hands)
    if not event.is_last:
        return dealt
    waiting = frozenset([n for n, box in dealt.boxes.items() if box.stakes])
    return dealt.but(phase=EXAMINING, waiting=waiting)


def _with_hands(round: Round, hands: e.Hands) -> Round:
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
            # Whoever looked has not seen the hand that lies there now.
            if box.examined_by is not None and not set(box.places) <= set(places):
                box = box._replace(examined_by=None)
            boxes[where] = box._replace(places=places)
        if places and max(places) > last:
            last = max(places)
    return round.but(boxes=boxes, dealer=dealer, fourth=fourth, dealt=last + 1)


def _turned_back(round: Round) -> Round:
    """The round goes back to where hands that were moved are still to be shown."""
    if round.phase not in (EXAMINING, DECIDED, REVEALED):
        return round
    faces, phase, waiting = round.faces, round.phase, round.waiting
    if phase == REVEALED and not faces.keys() >= set(round.dealer):
        phase = DECIDED
    if round.setup.face_up and not round.setup.follow_up:
        down = (n for n, box in round.boxes.items() if not faces.keys() >= set(box.places))
        waiting = frozenset(n for n in down if round.boxes[n].stakes)
        phase = EXAMINING if waiting else DECIDED if phase == EXAMINING else phase
    return round.but(phase=phase, waiting=waiting)


def _corrected(round: Round, event: e.CardCorrected) -> Round:
    return round.but(faces={**round.faces, event.place: event.card})


def _examined(round: Round, event: e.HandExamined) -> Round:
    stakes, seated, places, _, played, accepts, came = round.boxes[event.box]
    box = BoxState(stakes, seated, places, event.by, played, accepts, came)
    return round.but(boxes={**round.boxes, event.box: box}, handled=True)


def _returned(round: Round, event: e.HandReturned) -> Round:
    if event.by:
        round = round.but(handled=True)
    if event.cards:
        round = round.but(faces=_faces(round, event.box, event.cards))
    return _done(round, event.box)


def _faces(round: Round, where: e.Where, cards: tuple[int | None, ...]) -> dict[int, int]:
    """The cards that are up once these of a hand are; those that were keep their places."""
    places, faces = round.places(where), dict(round.faces)
    if None in cards:  # Place by place.
        turned = zip(places, cards, strict=True)
        return faces | {place: card for place, card in turned if card is not None}
    known = [faces[place] for place in places if place in faces]
    if known:
        places = tuple(place for place in places if place not in faces)
        cards = tuple(card for card in cards if card not in known)
    # Fewer cards than places where they are turned one by one.
    faces.update(zip(places, [card for card in cards if card is not None], strict=False))
    return faces


def _folded(round: Round, event: e.Folded) -> Round:
    box = round.boxes[event.box]._replace(played=False)
    return _decided(round, event.box, box, bool(event.by))


def _played(round: Round, event: e.Played) -> Round:
    stakes, seated, places, looked, _, accepts, came = round.boxes[event.box]
    mine = {**stakes[event.bettor], str(round.setup.follow_up): event.amount}
    box = BoxState({**stakes, event.bettor: mine}, seated, places, looked, True, accepts, came)
    return _decided(round, event.box, box, bool(event.by))


def _decided(round: Round, number: int, box: BoxState, handled: bool) -> Round:
    waiting = round.waiting - {number}
    return round.but(
        boxes={**round.boxes, number: box},
        waiting=waiting,
        phase=EXAMINING if waiting else DECIDED,
        handled=round.handled or handled,
    )


def _revealed(round: Round, event: e.Revealed) -> Round:
    faces = _faces(round, event.where, event.cards)
    if event.where == e.DEALER and faces.keys() >= set(round.dealer):
        return round.but(faces=faces, phase=REVEALED)
    return round.but(faces=faces)


def _settled(round: Round, event: e.Settled) -> Round:
    return round.but(phase=SETTLED, payments=event.payments, jackpot=event.jackpot)


# Events that may concern the round before


def _late(handler: Callable[[Round, Any], Round]) -> Callable[[Round, Any], Round]:
    """The event applies to the round it names."""

    def applied(round: Round, event: Any) -> Round:
        if event.round == round.number:
            return handler(round, event)
        assert round.before is not None
        return round.but(before=handler(round.before, event))

    return applied


def _reported(round: Round, event: e.IncidentReported) -> Round:
    one = Incident(event.incident, dict(event.facts), event.box, event.bet)
    faces = {**round.faces, **dict(event.shown)} if event.shown else round.faces
    before = round.incidents[: event.number]  # Told again where a fact was missing.
    return round.but(incidents=(*before, one, *round.incidents[event.number + 1 :]), faces=faces)


def _ruled(round: Round, event: e.RulingGiven) -> Round:
    if event.hands:
        round = _turned_back(_with_hands(round, event.hands))
    one = round.incidents[event.number]._replace(remedy=event.remedy, ruled_by=event.by)
    # Under the minimum the choice is to raise the bet or to take it back: that is betting.
    if event.remedy in GIVES_CHOICE and one.incident != "under-minimum" and round.phase != VOID:
        gone = one.box if event.remedy == "remove-hand" else None
        one = one._replace(options=CHOICES, choosing=choosers(round, gone))
        if gone is not None:
            round = _out_after_settlement(round, gone, frozenset(round.boxes[gone].stakes))
    return _with_incident(round, event.number, one)


def choosers(round: Round, gone: int | None) -> frozenset[tuple[int, str]]:
    """Box and bettor of everyone who may choose after a dealing error.

    Who went on after an earlier one must accept what comes.
    """
    seated_only = round.setup.rules.readings.get("shared-choice") == "seated"
    found = set()
    for number, box in round.boxes.items():
        if number == gone or not box.stakes:
            continue
        asked = [seated_player(box, round.setup.first)] if seated_only else list(box.stakes)
        found |= {(number, str(bettor)) for bettor in asked if bettor not in box.accepts}
    return frozenset(found)


def _with_incident(round: Round, number: int, one: Incident) -> Round:
    incidents = list(round.incidents)
    incidents[number] = one
    return round.but(incidents=tuple(incidents))


def _chosen(round: Round, event: e.OptionChosen) -> Round:
    one = round.incidents[event.number]
    one = one._replace(choosing=one.choosing - {(event.box, event.bettor)})
    box = round.boxes[event.box]
    if event.option == CONTINUE:
        box = box._replace(accepts=box.accepts | {event.bettor})
        round = round.but(boxes={**round.boxes, event.box: box})
    else:
        bound = bound_by(round, event.box, event.bettor)
        round = _out_after_settlement(round, event.box, bound)
    return _with_incident(round, event.number, one)


def _out_after_settlement(round: Round, number: int, bettors: frozenset[str]) -> Round:
    """Bets that no longer count in a round that was settled; its payments are then put right.

    Before settlement the bets themselves are removed, by events of their own.
    """
    if round.phase != SETTLED:
        return round
    box = round.boxes[number]
    stakes = {bettor: s for bettor, s in box.stakes.items() if bettor not in bettors}
    if not any(round.setup.first in s for s in stakes.values()):
        stakes = {}
    left = round.but(boxes={**round.boxes, number: box._replace(stakes=stakes)})
    return left.but(contribution=contributed(left)) if round.contribution else left


def _repaid(round: Round, event: e.PaymentCorrected) -> Round:
    payments = list(round.payments)
    if event.line == len(payments):  # Something is paid that was not.
        payments.append(e.Payment(event.box, event.bettor, event.wager, event.row, 0, event.net, 0))
    else:
        payments[event.line] = payments[event.line]._replace(row=event.row, net=event.net)
    return round.but(payments=tuple(payments))


def _voided(round: Round, event: e.Voided) -> Round:
    boxes = {n: box._replace(stakes={}) for n, box in round.boxes.items()}
    closed = tuple(one._replace(choosing=frozenset()) for one in round.incidents)
    return round.but(
        phase=VOID, boxes=boxes, payments=(), incidents=closed, contribution=0, waiting=frozenset()
    )


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
    e.IncidentReported: _late(_reported),
    e.RulingGiven: _late(_ruled),
    e.OptionChosen: _late(_chosen),
    e.PaymentCorrected: _late(_repaid),
    e.Voided: _late(_voided),
}
