"""Views: what one person may see of a round. Nothing else ever leaves the table for a person.

`view` is the only function that reads both the round and the shoe, and it asks the shoe only for
places that this viewer may see: whatever the hidden cards are, the view is the same. A view is
enough to draw the table; what never changes within a configuration is in `document`.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from pitboss.cards.deck import name
from pitboss.cards.hands import points_of, row_of
from pitboss.errors import unknown
from pitboss.language.irregularities import AUTHORITIES
from pitboss.play.dealing import HAND
from pitboss.play.events import DEALER, FOURTH, Because, Payment, Where
from pitboss.play.rulings import option_clauses
from pitboss.play.settling import lines
from pitboss.play.shoe import Shoe, names
from pitboss.play.state import OVER, SETTLED, VOID, BoxState, Incident, Round
from pitboss.table.receipt import Line, announced

VIEWERS = ("player", "spectator", "auditor", *AUTHORITIES)


class Viewer(NamedTuple):
    """Who looks: a player sees the hand they have looked at, an auditor all once it is over.

    Like the role of an `Actor`, the role is set by whoever calls, never by the person.
    """

    role: str
    id: str = ""


SPECTATOR = Viewer("spectator")


class HandView(TypedDict):
    """A hand as this viewer may see it."""

    cards: str  # ?? for each card that may not be seen.
    hand: NotRequired[str]  # What it is called, once all three may be seen.
    points: NotRequired[int]  # Of the cards that may be seen, in games that count points.
    qualifies: NotRequired[bool]  # The dealer's, once it is face up, where it may fail to.
    announcement: NotRequired[str]  # What the dealer says of it, where a clause has him say more.


class BoxView(HandView):
    box: int
    seated: str | None
    bets: dict[str, dict[str, int]]  # By bettor, by wager.
    examined_by: str | None
    played: bool | None
    matches: NotRequired[list[list[str]]]  # Cards of this hand and the dealer's that match.


class BecauseView(TypedDict):
    says: str
    clauses: list[str]
    policies: list[str]


class PaymentView(BecauseView):
    """What one bet came to, and why."""

    box: int
    bettor: str
    wager: str
    stake: int
    row: str
    outcome: str
    pays: str
    net: int
    returned: int
    cut: int
    breakage: int
    from_meter: int
    corrected: bool


class VoidedBetView(TypedDict):
    box: int
    bettor: str
    wager: str
    amount: int


class VoidView(BecauseView):
    """Why a round is void, and what goes back."""

    bets: list[VoidedBetView]


class IncidentView(TypedDict):
    number: int
    incident: str
    facts: dict[str, str]
    box: int | None
    bet: list[str] | None
    remedy: str | None  # None: no ruling yet.
    because: BecauseView | None
    options: list[str]
    clauses: dict[str, list[str]]  # By option: what it rests on.
    choosing: list[tuple[int, str]]  # Box and bettor.


class MoneyView(TypedDict):
    """What a round has come to for this viewer; a negative return is owed to the house."""

    staked: int
    returned: int
    net: int


class ResultView(TypedDict):
    """How a round came out."""

    round: int
    phase: str
    dealer: HandView
    payments: list[PaymentView]
    void: VoidView | None
    mine: MoneyView


class View(TypedDict):
    fingerprint: str  # Of the configuration: see `document`.
    round: int
    phase: str
    stopped: bool
    boxes: list[BoxView]
    dealer: HandView
    fourth: NotRequired[HandView]
    waiting: list[int]
    incidents: list[IncidentView]
    payments: list[PaymentView]
    void: VoidView | None
    mine: MoneyView
    previous: ResultView | None


def view(round: Round, viewer: Viewer, shoe: Shoe) -> View:
    """The round as this viewer may see it, as plain data."""
    if viewer.role not in VIEWERS:
        raise unknown("viewer", viewer.role, VIEWERS)
    before = round.before
    shown: View = {
        "fingerprint": round.setup.fingerprint,
        "round": round.number,
        "phase": round.phase,
        "stopped": round.is_stopped,
        "boxes": [
            _box(round, viewer, shoe, number, box) for number, box in sorted(round.boxes.items())
        ],
        "dealer": _hand(round, viewer, shoe, DEALER),
        "waiting": sorted(round.waiting),
        "incidents": [_incident(round, i, incident) for i, incident in enumerate(round.incidents)],
        "payments": _payments(round),
        "void": _void(round),
        "mine": _money(round, viewer),
        "previous": None if before is None else _result(before, viewer),
    }
    if round.fourth is not None:
        shown["fourth"] = _hand(round, viewer, shoe, FOURTH)
    return shown


# Hands


def _box(round: Round, viewer: Viewer, shoe: Shoe, number: int, box: BoxState) -> BoxView:
    shown = BoxView(
        box=number,
        seated=box.seated,
        bets={bettor: dict(stakes) for bettor, stakes in box.stakes.items()},
        examined_by=box.examined_by,
        played=box.played,
        **_hand(round, viewer, shoe, number),  # type: ignore[typeddict-item]  # mypy 2.4 asks for
    )  # keys that are not required.
    matching = round.setup.rules.rulebook.matching_cards
    mine, theirs = round.cards(number), round.cards(DEALER)
    if matching and len(mine) == len(theirs) == HAND:
        pairs = matching(mine, theirs, round.setup.rules.readings)
        shown["matches"] = [[name(card) for card in pair] for pair in pairs]
    return shown


def _hand(round: Round, viewer: Viewer, shoe: Shoe, where: Where) -> HandView:
    rules, may_look = round.setup.rules, _may_look(round, viewer, where)
    cards = [
        round.faces.get(place, shoe.card(place) if may_look else None)
        for place in round.places(where)
    ]
    shown: HandView = {"cards": names(cards)}
    known = [card for card in cards if card is not None]
    if where == FOURTH:
        return shown
    if known and rules.rulebook.counts_points:
        shown["points"] = points_of(known)
    if len(cards) == len(known) == HAND:
        hand = row_of(known)
        shown["hand"] = rules.name_hand(hand)
        qualifies = rules.dealer_qualifies(hand) if where == DEALER else None
        if qualifies is not None:
            shown["qualifies"] = qualifies
        if where == DEALER and rules.rulebook.procedure.announces:
            shown["announcement"] = announced(rules, hand)
    return shown


def _may_look(round: Round, viewer: Viewer, where: Where) -> bool:
    if viewer.role == "auditor":
        return round.phase in OVER
    box = round.boxes.get(where) if isinstance(where, int) else None
    # Only somebody who looked has seen a hand; staff see no more than what is face up.
    return viewer.role == "player" and box is not None and box.examined_by == viewer.id


# Results


def _payments(round: Round) -> list[PaymentView]:
    """Every payment with its reason; a corrected one has the reason of the correction."""
    if not round.payments:
        return []
    said: dict[tuple[int, str, str], list[Line]] = {}
    if round.is_bet_on and round.setup.rules.rulebook.can_settle:
        for line in lines(round, round.jackpot):
            said.setdefault((line.box, line.bettor, line.wager.key), []).append(line)
    shown = []
    for number, payment in enumerate(round.payments):
        same = said.get(payment[:3])
        shown.append(_payment(round, number, payment, same.pop(0) if same else None))
    return shown


def _payment(round: Round, number: int, payment: Payment, line: Line | None) -> PaymentView:
    wager = round.setup.rules.by_key[payment.wager]
    row = next(row for row in wager.rows if row.key == payment.row)
    because = round.corrections.get(number)
    if because is not None:
        reason = _because(because)
    elif line is not None and line.row.key == payment.row:
        reason = _because(Because(line.clauses, line.policies, line.says))
    else:  # A record of a game that is not installed, or whose cards were corrected.
        reason = _because(Because(row.clauses, says=f"{wager.title}: {row.outcome}."))
    return {
        "box": payment.box,
        "bettor": payment.bettor,
        "wager": payment.wager,
        "stake": payment.stake,
        "row": payment.row,
        "outcome": row.outcome,
        "pays": row.pay.words(round.setup.rules.currency),
        "net": payment.net,
        "returned": payment.stake + payment.net,
        "cut": payment.cut,
        "breakage": payment.breakage,
        "from_meter": payment.from_meter,
        "corrected": because is not None,
        **reason,
    }


def _void(round: Round) -> VoidView | None:
    if round.void is None:
        return None
    bets: list[VoidedBetView] = [
        {"box": bet.box, "bettor": bet.bettor, "wager": bet.wager, "amount": bet.amount}
        for bet in round.void.bets
    ]
    return {"bets": bets, **_because(round.void.because)}


def _money(round: Round, viewer: Viewer) -> MoneyView:
    """What lies on the felt, what was handed over, and what is gained, for a player."""
    me = viewer.id if viewer.role == "player" else None
    if round.phase == SETTLED:
        paid = [payment for payment in round.payments if payment.bettor == me]
        staked, net = sum(p.stake for p in paid), sum(p.net for p in paid)
        return {"staked": staked, "returned": staked + net, "net": net}
    if round.phase == VOID:
        bets = round.void.bets if round.void else ()
        returned = sum(bet.amount for bet in bets if bet.bettor == me)
        return {"staked": 0, "returned": returned, "net": 0}
    staked = sum(stake for _, bettor, _, stake in round.bets() if bettor == me)
    return {"staked": staked, "returned": 0, "net": 0}


def _result(round: Round, viewer: Viewer) -> ResultView:
    """A round that is over, as far as its cards lie face up."""
    return {
        "round": round.number,
        "phase": round.phase,
        "dealer": _hand(round, SPECTATOR, Shoe(), DEALER),
        "payments": _payments(round),
        "void": _void(round),
        "mine": _money(round, viewer),
    }


def _incident(round: Round, number: int, incident: Incident) -> IncidentView:
    return {
        "number": number,
        "incident": incident.incident,
        "facts": dict(incident.facts),
        "box": incident.box,
        "bet": None if incident.bet is None else list(incident.bet),
        "remedy": incident.remedy,
        "because": None if incident.because is None else _because(incident.because),
        "options": list(incident.options),
        "clauses": {
            option: list(clauses) for option, clauses in option_clauses(round, incident).items()
        },
        "choosing": sorted(incident.choosing),
    }


def _because(because: Because) -> BecauseView:
    return {
        "says": because.says,
        "clauses": list(because.clauses),
        "policies": list(because.policies),
    }
