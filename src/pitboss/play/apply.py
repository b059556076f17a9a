"""`apply`: the round after an event. Nothing is checked here: `decide` let the event happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.play import events as e
from pitboss.play.apply_rulings import chosen, late, repaid, reported, ruled, voided
from pitboss.play.hands_dealt import with_hands
from pitboss.play.state import (
    BETTING,
    DEALING,
    DECIDED,
    EXAMINING,
    REVEALED,
    SETTLED,
    BoxState,
    Round,
    contributed,
)


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


def _withdrawn(round: Round, event: e.BetWithdrawn) -> Round:
    gone = round.withdrawn | {(event.box, event.bettor, event.wager)}
    return round.but(withdrawn=gone)


def _closed(round: Round, event: e.BetsClosed) -> Round:
    return round.but(phase=DEALING, contribution=event.contribution)


def _dealt(round: Round, event: e.Dealt) -> Round:
    hands = event.hands
    if round.dealt:  # The deal goes on.
        hands = tuple((where, round.places(where) + places) for where, places in hands)
    dealt = with_hands(round, hands)
    if not event.is_last:
        return dealt
    waiting = frozenset([n for n, box in dealt.boxes.items() if box.stakes])
    return dealt.but(phase=EXAMINING, waiting=waiting)


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
    turned = [card for card in cards if card is not None]
    if len(turned) < len(cards):  # Place by place.
        pairs = zip(places, cards, strict=True)
        return faces | {place: card for place, card in pairs if card is not None}
    if not faces.keys().isdisjoint(places):
        known = [faces[place] for place in places if place in faces]
        places = tuple(place for place in places if place not in faces)
        turned = [card for card in turned if card not in known]
    # Fewer cards than places where they are turned one by one.
    faces.update(zip(places, turned, strict=False))
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
    shown = round.but(faces=faces)
    return (
        shown.but(phase=REVEALED)
        if event.where == e.DEALER and shown.is_up(round.dealer)
        else shown
    )


def _settled(round: Round, event: e.Settled) -> Round:
    return round.but(phase=SETTLED, payments=event.payments, jackpot=event.jackpot)


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
    e.IncidentReported: late(reported),
    e.RulingGiven: late(ruled),
    e.OptionChosen: late(chosen),
    e.PaymentCorrected: late(repaid),
    e.Voided: late(voided),
}
