"""The round after an incident, a ruling, a choice, a correction or a void.

These events may concern the round before, while the next one is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.play import events as e
from pitboss.play.hands_dealt import with_hands
from pitboss.play.limits import over_maximum
from pitboss.play.state import (
    CONTINUE,
    DECIDED,
    EXAMINING,
    RETURN,
    REVEALED,
    SETTLED,
    VOID,
    Incident,
    Round,
    bound_by,
    contributed,
    seated_player,
)

CHOICES = (CONTINUE, RETURN)
GIVES_CHOICE = ("offer-choice", "decide-order", "remove-hand")


def late(handler: Callable[[Round, Any], Round]) -> Callable[[Round, Any], Round]:
    """The event applies to the round it names."""

    def applied(round: Round, event: Any) -> Round:
        if event.round == round.number:
            return handler(round, event)
        if round.before is None or round.before.number != event.round:
            return round  # It concerns a round that this replay does not go back to.
        return round.but(before=handler(round.before, event))

    return applied


def reported(round: Round, event: e.IncidentReported) -> Round:
    one = Incident(event.incident, dict(event.facts), event.box, event.bet)
    faces = {**round.faces, **dict(event.shown)} if event.shown else round.faces
    before = round.incidents[: event.number]  # Told again where a fact was missing.
    return round.but(incidents=(*before, one, *round.incidents[event.number + 1 :]), faces=faces)


def ruled(round: Round, event: e.RulingGiven) -> Round:
    if event.hands:
        round = _turned_back(with_hands(round, event.hands))
    one = round.incidents[event.number]._replace(remedy=event.remedy, ruled_by=event.by)
    # Under the minimum the choice is to raise the bet or to take it back: that is betting.
    is_betting = event.remedy == "offer-choice" and one.incident == "under-minimum"
    if event.remedy in GIVES_CHOICE and not is_betting and round.phase != VOID:
        gone = one.box if event.remedy == "remove-hand" else None
        one = one._replace(options=CHOICES, choosing=choosers(round, gone))
        if gone is not None and gone in round.boxes:
            every = [(who, wager) for who, s in round.boxes[gone].stakes.items() for wager in s]
            round = _out_after_settlement(round, gone, every)
    cuts = event.remedy in ("reduce", "pro-rate") and not round.setup.procedure.pro_rata
    if cuts and one.box is not None and one.box in round.boxes:
        round = _cut_after_settlement(round, one.box)
    if event.remedy == "remove-bet" and one.bet is not None and one.box in round.boxes:
        assert one.box is not None
        round = _out_after_settlement(round, one.box, [one.bet])
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


def chosen(round: Round, event: e.OptionChosen) -> Round:
    one = round.incidents[event.number]
    one = one._replace(choosing=one.choosing - {(event.box, event.bettor)})
    round = _with_incident(round, event.number, one)
    box = round.boxes[event.box]
    if event.option == CONTINUE:
        box = box._replace(accepts=box.accepts | {event.bettor})
        return round.but(boxes={**round.boxes, event.box: box})
    bound = bound_by(round, event.box, event.bettor)
    every = [(who, wager) for who in bound for wager in box.stakes.get(who, ())]
    return _out_after_settlement(round, event.box, every)


def _out_after_settlement(round: Round, number: int, bets: list[tuple[str, str]]) -> Round:
    """Bets, by bettor and wager, that no longer count in a settled round; those that rested on
    them follow, and its payments are then put right.

    Before settlement the bets themselves are removed, by events of their own.
    """
    if round.phase != SETTLED:
        return round
    box, needs = round.boxes[number], round.setup.needs
    stakes = {
        who: {wager: stake for wager, stake in s.items() if (who, wager) not in bets}
        for who, s in box.stakes.items()
    }
    there = {wager for s in stakes.values() for wager in s}
    for who, mine in stakes.items():
        for wager in list(mine):
            rests = needs[wager]
            if rests and rests.wager not in (there if rests.anybody else mine):
                del stakes[who][wager]
    stakes = {who: mine for who, mine in stakes.items() if mine}
    came = tuple((wager, who) for wager, who in box.came if wager in stakes.get(who, ()))
    # Who has no bet there has nothing left to choose.
    kept = [
        one._replace(
            choosing=frozenset(c for c in one.choosing if c[0] != number or c[1] in stakes)
        )
        for one in round.incidents
    ]
    boxes = {**round.boxes, number: box._replace(stakes=stakes, came=came)}
    left = round.but(boxes=boxes, incidents=tuple(kept))
    return left.but(contribution=contributed(left)) if round.contribution else left


def _cut_after_settlement(round: Round, number: int) -> Round:
    """What was over a maximum no longer counts in a settled round."""
    if round.phase != SETTLED:
        return round
    box = round.boxes[number]
    stakes = {who: dict(mine) for who, mine in box.stakes.items()}
    gone = []
    for who, wager, amount in over_maximum(round, box):
        stakes[who][wager] -= amount
        if not stakes[who][wager]:
            gone.append((who, wager))
    left = round.but(boxes={**round.boxes, number: box._replace(stakes=stakes)})
    return _out_after_settlement(left, number, gone) if gone else left


def repaid(round: Round, event: e.PaymentCorrected) -> Round:
    payments = list(round.payments)
    if event.line == len(payments):  # Something is paid that was not.
        payments.append(e.Payment(event.box, event.bettor, event.wager, event.row, 0, event.net, 0))
    else:
        payments[event.line] = payments[event.line]._replace(row=event.row, net=event.net)
    return round.but(payments=tuple(payments))


def voided(round: Round, event: e.Voided) -> Round:
    boxes = {n: box._replace(stakes={}, came=()) for n, box in round.boxes.items()}
    # What else was reported is answered by it.
    closed = tuple(
        one._replace(choosing=frozenset(), remedy="void-round" if one.is_open else one.remedy)
        for one in round.incidents
    )
    return round.but(
        phase=VOID, boxes=boxes, payments=(), incidents=closed, contribution=0, waiting=frozenset()
    )


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
