"""Incidents: the floor reports one with its facts; what the events tell is not asked."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards.deck import DECK
from pitboss.errors import PitbossError
from pitboss.language.irregularities import INCIDENTS, check
from pitboss.maths.odds.completions import Known, is_decided
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.dealing import HAND
from pitboss.play.limits import has_small_bet
from pitboss.play.state import BETTING, IDLE, REVEALED, SETTLED, VOID, Round

# Worked out from the events, never typed in.
FROM_EVENTS = ("noticed", "handled", "shown", "decided", "small-bet")
NEEDS_BOX = ("player-count", "over-maximum", "under-minimum")


def concerned(round: Round, number: int | None) -> Round | Refusal:
    """The round that a command is about: this one, or the one before."""
    if number is None or number == round.number:
        if round.phase == IDLE:
            return refuse("round/order", "No round has begun.", round.setup.procedure.opens)
        return round
    if round.before is not None and number == round.before.number:
        return round.before
    return refuse("unknown/round", f"Round {number} is not at hand here.")


def report(round: Round, target: Round, command: c.ReportIncident) -> Answer:
    refused = _bad_report(target, command)
    if refused:
        return refused
    try:
        reported = {name: check(name, value) for name, value in command.facts.items()}
    except PitbossError as error:
        return Refusal(error.code, error.message, error.clause)
    worked_out = _from_events(round, target)
    rulings = target.setup.rules.rulebook.rulings
    if any(ruling.incident == command.incident and "decided" in ruling.when for ruling in rulings):
        answer = _decided(target, command)
        if isinstance(answer, Refusal):
            return answer
        worked_out["decided"] = answer
    if any(
        ruling.incident == command.incident and "small-bet" in ruling.if_told for ruling in rulings
    ):
        worked_out["small-bet"] = _yes(has_small_bet(target, command.box))
    exposed = _exposed(target, command)
    if exposed:
        if command.facts.get("cards", exposed) != exposed:
            message = f"The cards shown are {exposed}: leave cards out, or name the others too."
            return refuse("fact/from-events", message)
        worked_out["cards"] = exposed
    number = _waiting(target, command.incident, command.box)
    if number is None:
        number = len(target.incidents)
    else:  # Told again, with a fact that was missing.
        reported = {**target.incidents[number].facts, **reported}
    return (
        e.IncidentReported(
            target.number, number, command.incident, tuple({**reported, **worked_out}.items()),
            command.box, command.bet, tuple(command.shown.items()), command.by,
        ),
    )  # fmt: skip


def _bad_report(target: Round, command: c.ReportIncident) -> Refusal | None:
    incident, box = command.incident, command.box
    if incident not in INCIDENTS:
        known = ", ".join(INCIDENTS)
        return refuse(
            "unknown/incident", f"There is no incident {incident!r}: choose from {known}."
        )
    if target.phase == VOID:
        return refuse("round/over", f"Round {target.number} is void already.")
    for name in command.facts:
        if name in FROM_EVENTS:
            message = f"{name} is worked out from what happened: leave it out."
            return refuse("fact/from-events", message)
    if box is None and incident in NEEDS_BOX:
        return refuse("unknown/box", "Say which box it is about.")
    if box is not None and (type(box) is not int or not 1 <= box <= target.setup.boxes):
        return refuse("unknown/box", f"There is no box {box!r}.")
    waiting = _waiting(target, incident, box)
    # A bet that was named before may have gone back since, and its hand with it.
    named_before = waiting is not None and target.incidents[waiting].bet == command.bet
    if command.bet is not None and not named_before and not has_bet(target, box, command.bet):
        return refuse("unknown/bet", "There is no such bet on that box.")
    if incident == "player-count" and waiting is None and box not in target.boxes:
        return refuse("unknown/box", f"There is no hand on box {box}.")
    is_new = command.shown or waiting is None
    if not is_new and command.facts.items() <= dict(target.incidents[waiting or 0].facts).items():
        return refuse("rule/twice", "That is reported already and waits for its ruling.")
    return _bad_faces(target, command.shown)


def _waiting(target: Round, incident: str, box: int | None) -> int | None:
    """The number of the same incident, where it is reported and not ruled on yet."""
    for number, other in enumerate(target.incidents):
        if other.is_open and (other.incident, other.box) == (incident, box):
            return number if other.remedy is None else None
    return None


def has_bet(target: Round, box: int | None, bet: tuple[str, str]) -> bool:
    return any((n, b, w) == (box, *bet) for n, b, w, _ in target.bets())


def _bad_faces(target: Round, shown: Mapping[int, int]) -> Refusal | None:
    up = set(target.faces.values())
    for place, card in shown.items():
        if type(place) is not int or not 0 <= place < DECK or place in target.faces:
            return refuse("cards/place", f"Place {place} of the shoe holds no hidden card.")
        if type(card) is not int or not 0 <= card < DECK or card in up:
            return refuse("cards/twice", "A card that lies face up is named once.")
        up.add(card)
    return None


def _from_events(round: Round, target: Round) -> dict[str, str]:
    """The facts that the events of the round tell."""
    if target is not round:
        noticed = "late"
    else:
        noticed = "before-close" if round.phase == BETTING else "in-time"
    shown = target.phase in (REVEALED, SETTLED)
    return {"noticed": noticed, "handled": _yes(target.handled), "shown": _yes(shown)}


def _exposed(target: Round, command: c.ReportIncident) -> str:
    """How many cards were exposed in this deal, where they are named; "" where they are not.

    Those of earlier reports count: a rulebook that asks for the number means the whole deal.
    """
    rulings = target.setup.rules.rulebook.rulings
    asks = any(r.incident == command.incident and "cards" in r.when for r in rulings)
    number = _waiting(target, command.incident, command.box)
    names_them = command.shown or (number is not None and target.incidents[number].shown)
    if not asks or not names_them:
        return ""
    same = [told.shown for told in target.incidents if told.incident == command.incident]
    return str(sum(same) + len(command.shown))


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _decided(target: Round, command: c.ReportIncident) -> str | Refusal:
    """Whether any bet has been won or lost for certain."""
    if target.setup.hidden_cards_decide:
        if command.decided is None:
            message = "Hidden cards count as known here: the house says whether a bet is decided."
            return refuse("fact/missing", message)
        return _yes(command.decided)
    if command.decided is not None:
        return refuse("fact/from-events", "decided is worked out from the cards that are up.")
    return _yes(any_bet_decided(target, target.faces))


def known_cards(round: Round, number: int, faces: Mapping[int, int]) -> Known:
    """What is known of one box against the dealer, all other faces being out of the deck.

    Of a hand with too many cards nobody knows which will stay: it counts as not known.
    """

    def of(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(faces[p] for p in places if p in faces) if len(places) <= HAND else ()

    player, dealer = of(round.boxes[number].places), of(round.dealer)
    fourth = faces.get(round.fourth) if round.fourth is not None else None
    dead = frozenset(faces.values()) - {*player, *dealer, fourth}
    return Known(player, dealer, fourth, frozenset(dead))


def any_bet_decided(target: Round, faces: Mapping[int, int]) -> bool:
    """Whether every way the known cards can be completed wins, or loses, one of the bets.

    `faces` are the cards that count as known, by place: those that are up, or more where the
    house hands them over.
    """
    setup = target.setup
    if target.phase == SETTLED:
        return any(paid.net for paid in target.payments)
    for number, box in target.boxes.items():
        if not box.stakes:
            continue
        wagers = {key for stakes in box.stakes.values() for key in stakes}
        if setup.offered_bets_decide:
            wagers |= {key for key in setup.offered if key != setup.follow_up}
        known = known_cards(target, number, faces)
        if any(is_decided(setup.rules, key, known, box.played) for key in sorted(wagers)):
            return True
    return False
