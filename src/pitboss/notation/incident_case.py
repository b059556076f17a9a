"""An incident of a recorded round: one that the record holds, or one reported at its end.

It is looked at as things stood when it was reported. What was ruled on it later, or happened
since, changes neither the ruling nor the prices. Where there is no record, `dealt` makes that of a
table on which every box has the same bets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.cards.deck import name, number
from pitboss.errors import BadBet, BadFact
from pitboss.notation.record import Outcome, Record, Step, run
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.dealing import dealt_out
from pitboss.play.decide import carry_on
from pitboss.play.setup import Setup
from pitboss.play.shoe import Shoe
from pitboss.play.state import Incident, Round

DEALS = e.Actor("dealer", "dealer")


class Case(NamedTuple):
    """An incident, with the round that it concerns before and after it was reported."""

    before: Round
    round: Round
    incident: Incident

    @property
    def exposed(self) -> dict[int, int]:
        """The cards that lie face up because of it, by place in the shoe."""
        was = self.before.faces
        return {place: card for place, card in self.round.faces.items() if place not in was}


class Moment(NamedTuple):
    """Where a record stands: the table, the cards, and the incident that is concerned."""

    first: Round  # Before the incident was reported at all.
    now: Round
    shoe: Shoe
    reported: e.IncidentReported | None  # None if it is new.


def dealt(setup: Setup, stakes: Mapping[str, int]) -> Sequence[Outcome]:
    """A round as far as the deal, with these stakes of one player's on every box."""
    wagers = [setup.rules.wager(key) for key in stakes]
    bets = [
        c.PlaceBet(e.Actor(f"p{box}"), box, f"p{box}", wager.key, stakes[wager.key], seated=True)
        for box in range(1, setup.boxes + 1)
        for wager in setup.rules.wagers  # A side bet comes after the bet that it rests on.
        if wager in wagers
    ]
    commands: list[c.Command] = [c.OpenBets(DEALS), *bets, c.CloseBets(DEALS), c.Deal(DEALS)]
    outcomes = list(run(Record(setup, tuple(Step(command) for command in commands))))
    for outcome in outcomes:
        if isinstance(outcome.answer, Refusal):
            refused = outcome.answer
            raise BadBet(refused.code, refused.message, refused.clause)
    return outcomes


def moment(outcomes: Sequence[Outcome], incident: str | None, box: int | None) -> Moment:
    """When an incident was reported; at the end of the record if it was not. None: any incident."""
    reports = [
        (outcome, event)
        for outcome in outcomes
        if not isinstance(outcome.answer, Refusal)
        for event in outcome.answer
        if isinstance(event, e.IncidentReported)
        and incident in (None, event.incident)
        and box in (None, event.box)
    ]
    if not reports:
        end = outcomes[-1].after
        return Moment(end.round, end.round, end.shoe, None)
    last, reported = reports[-1]
    first = next(
        outcome
        for outcome, event in reports
        if (event.round, event.number) == (reported.round, reported.number)
    )
    return Moment(first.before.round, last.after.round, last.after.shoe, reported)


def case(
    at: Moment,
    incident: str,
    facts: Mapping[str, str],
    box: int | None,
    shown: Mapping[int, int],
) -> Case:
    """The incident with these facts; what the record tells already is not reported again."""
    reported = at.reported
    about = None if reported is None else reported.round
    known = {} if reported is None else dict(reported.facts)
    lacking = {key: value for key, value in facts.items() if known.get(key) != value}
    where = box if reported is None else reported.box
    now = at.now
    if reported is None or lacking or shown:
        report = c.ReportIncident(
            DEALS,
            incident,
            lacking,
            where,
            None if reported is None else reported.bet,
            about,
            shown,
        )
        now, answer = carry_on(now, report)
        if isinstance(answer, Refusal):
            raise BadFact(answer.code, answer.message, answer.clause)
        reported = next(event for event in answer if isinstance(event, e.IncidentReported))
    before, after = _concerned(at.first, reported), _concerned(now, reported)
    return Case(before, after, after.incidents[reported.number])


def _concerned(round: Round, reported: e.IncidentReported) -> Round:
    is_earlier = round.before is not None and reported.round == round.before.number
    return round.before if is_earlier and round.before is not None else round


def places_of(at: Moment, words: Sequence[str]) -> dict[int, int]:
    """Exposed cards by their places: Qh where the record knows the shoe; else dealer:Qh or 3:Qh."""
    round = dealt_out(at.now)
    shown: dict[int, int] = {}
    for word in words:
        whose, _, text = word.rpartition(":")
        card = number(text)
        if card in round.faces.values() and card not in at.first.faces.values():
            continue  # The report has it already.
        if card in round.faces.values():
            raise BadFact("cards/twice", f"{name(card)} lies face up already.")
        known = at.shoe.cards.index(card) if card in at.shoe.cards else None
        place = known if not whose else _place_in(round, at.shoe, whose, card, {*shown})
        if place is None:
            message = (
                f"Nothing says where {name(card)} lies: write --exposed "
                f"dealer:{name(card)} or 3:{name(card)} for box 3."
            )
            raise BadFact("cards/place", message)
        shown[place] = card
    return shown


def _place_in(round: Round, shoe: Shoe, whose: str, card: int, taken: set[int]) -> int:
    """A hidden place of one hand that can hold the card."""
    is_box = whose.isascii() and whose.isdigit()
    where: e.Where = int(whose) if is_box else whose
    places = [p for p in round.places(where) if p not in round.faces and p not in taken]
    fitting = [place for place in places if shoe.card(place) in (None, card)]
    fitting.sort(key=lambda place: shoe.card(place) != card)
    if not fitting:
        hand = f"Box {where}" if is_box else f"The {whose}"
        message = f"{hand} has no hidden card that can be {name(card)}."
        raise BadFact("cards/place", message)
    return fitting[0]
