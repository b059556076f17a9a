"""Events in words: each as a sentence that a person at the table would say.

A sentence ends with its clauses in parentheses, or with the policy where no clause applies.
Whatever an event holds, its sentence can be printed on one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pitboss.cards.deck import signs
from pitboss.cards.hand_names import POINTS
from pitboss.cards.hands import row_of
from pitboss.language.currency import Currency
from pitboss.language.irregularities import INCIDENTS
from pitboss.language.policies import REFERRAL, TIME_OUT, UNMADE_CHOICE
from pitboss.notation.record import concerned
from pitboss.notation.setup_json import is_installed
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import apply
from pitboss.play.dealing import HAND, order
from pitboss.play.rulings import option_clauses
from pitboss.play.settling import lines
from pitboss.play.setup import Setup
from pitboss.play.state import CONTINUE, Round
from pitboss.table.receipt import POLICY, Line, announced

STATED = "stated"  # The policy that an operator has stated for this table.
PHASES = {
    "betting": "bets are open",
    "dealing": "bets are closed",
    "examining": "hands are out",
    "decided": "all hands are back",
    "revealed": "the dealer's hand is shown",
    "settled": "settled",
    "void": "void",
}


def sentences(round: Round, events: Iterable[e.Event]) -> Iterator[str]:
    """What happened in a round, in words; a reason is given only once."""
    reasons: set[str] = set()
    for event in events:
        for sentence in SENTENCES[type(event)](round, _without_repetition(event, reasons)):
            yield printable(sentence)
        round = apply(round, event)


def _without_repetition(event: e.Event, reasons: set[str]) -> e.Event:
    """The event without the text of its reason, if one of these reasons has the same text."""
    because: e.Because | None = getattr(event, "because", None)
    if because is None:
        return event
    if because.says in reasons:
        return event._replace(because=because._replace(says=""))  # type: ignore[call-arg]
    reasons.add(because.says)
    return event


def refused(refusal: Refusal) -> str:
    clause = f", {refusal.clause}" if refusal.clause else ""
    return f"refused ({refusal.code}{clause}): {printable(refusal.message)}"


# Bets


def opened(round: Round, event: e.BetsOpened) -> Iterator[str]:
    clauses = citation(round.setup.procedure.opens)
    yield f"Round {event.round}: “Place your bets, please”{clauses}."


def placed(round: Round, event: e.BetPlaced) -> Iterator[str]:
    box, wager = round.boxes.get(event.box), round.setup.rules.by_key[event.wager]
    stake = box.stakes.get(event.bettor, {}).get(event.wager, 0) if box else 0
    money = round.setup.rules.currency.money
    if stake:
        total = money(stake + event.amount)
        action = f"raises {wager.title} by {money(event.amount)} to {total}"
    else:
        action = f"bets {money(event.amount)} on {wager.title}"
    place = f"seated at box {event.box}" if event.seated else f"box {event.box}"
    by = "" if event.by.role == "player" else f", placed by {person(event.by)}"
    clauses = wager.needs.clauses[:1] if wager.needs else wager.clauses
    others = (box.stakes for number, box in round.boxes.items() if number != event.box)
    if any(event.bettor in stakes for stakes in others):
        clauses = (*clauses, *round.setup.procedure.other_boxes)
    yield f"{printable(event.bettor)} {action}, {place}{by}{citation(clauses)}."


def reduced(round: Round, event: e.BetReduced) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    money = round.setup.rules.currency.money
    amount = money(event.amount)
    left = money(round.boxes[event.box].stakes[event.bettor][event.wager] - event.amount)
    if event.because is None:
        yield f"{bettor} takes back {amount} from {name}, box {event.box}, leaving {left}."
        return
    bet = f"{bettor}'s {name} on box {event.box}"
    yield f"{bet} is reduced by {amount} to {left}{reason(event.because)}"


def removed(round: Round, event: e.BetRemoved) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    amount = round.setup.rules.currency.money(event.amount)
    if event.because is None:
        yield f"{bettor} takes back {amount} from {name}, box {event.box}."
        return
    bet = f"{bettor}'s {name} of {amount} on box {event.box}"
    yield f"{bet} is removed{reason(event.because)}"


def withdrawn(round: Round, event: e.BetWithdrawn) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    yield f"{bettor} takes the {name} chips off box {event.box}{reason(event.because)}"


def closed(round: Round, event: e.BetsClosed) -> Iterator[str]:
    contributed = sum(part.amount for part in event.contributions)
    fed = round.setup.rules.currency.money(contributed)
    meter = f"; {fed} goes to the jackpot meter" if contributed else ""
    yield f"“No more bets”{meter}{citation(round.setup.procedure.closes)}."


# Cards


def dealt(round: Round, event: e.Dealt) -> Iterator[str]:
    steps = round.setup.procedure
    by_count: dict[int, list[e.Where]] = {}
    for where, places in event.hands:
        by_count.setdefault(len(places), []).append(where)
    sentence = "; ".join(_cards_to(hands, count) for count, hands in by_count.items())
    if not _is_in_dealing_order(round, event):
        sentence += ", not in dealing order"
    if not event.is_last:
        sentence += "; the deal continues"
    by_shuffler = steps.shuffler_dealing and not round.setup.by_ones
    clauses = steps.shuffler_dealing if by_shuffler else steps.deals
    yield f"{capitalised(sentence)}{citation(clauses)}."


def _cards_to(hands: Sequence[e.Where], count: int) -> str:
    """So many cards to each of these hands."""
    number = POINTS[count].lower() if count < len(POINTS) else str(count)
    boxes = [str(where) for where in hands if isinstance(where, int)]
    names = [f"{'boxes' if len(boxes) > 1 else 'box'} {joined(boxes)}"] if boxes else []
    for where in hands:
        if isinstance(where, str):
            names.append("the fourth-card position" if where == e.FOURTH else hand(where))
    each = " each" if len(hands) > 1 else ""
    return f"{number} {'card' if count == 1 else 'cards'}{each} to {joined(names)}"


def _is_in_dealing_order(round: Round, event: e.Dealt) -> bool:
    """Whether each card went to the hand that the rulebook deals it to."""
    dealt = {place: where for where, places in event.hands for place in places}
    due = order(round)[round.dealt :][: len(dealt)]
    return dict(enumerate(due, round.dealt)) == dealt


def corrected(round: Round, event: e.CardCorrected) -> Iterator[str]:
    if event.where == e.FOURTH:
        card = "the fourth card"
    elif event.where == e.DEALER:
        card = "a card in the dealer's hand"
    else:
        card = f"a card in the hand of box {event.where}"
    now, was = signs([event.card]), signs([event.was])
    yield f"{capitalised(person(event.by))} corrects {card}: {now}, mistyped as {was}."


def examined(round: Round, event: e.HandExamined) -> Iterator[str]:
    clauses = citation(round.setup.procedure.examines)
    yield f"{printable(event.player)} looks at the hand of box {event.box}{clauses}."


def returned(round: Round, event: e.HandReturned) -> Iterator[str]:
    steps = round.setup.procedure
    returns = f"{printable(event.player)} returns the hand of box {event.box}"
    if event.automatic:
        policy = citation((), (TIME_OUT.key,))
        yield f"Time is up: the hand of box {event.box} stays face down{policy}."
    elif event.faces:
        yield f"{returns}: {faces(round, event.box, event.faces)}{citation(steps.returns)}."
    else:
        yield f"{returns} face down{citation(steps.keeps or steps.returns)}."


def folded(round: Round, event: e.Folded) -> Iterator[str]:
    action = f"{printable(event.bettor)} folds the hand of box {event.box}"
    yield f"{_time_is_up(event)}{action}{citation(round.setup.procedure.folds)}."


def played(round: Round, event: e.Played) -> Iterator[str]:
    amount = round.setup.rules.currency.money(event.amount)
    stake = f"{amount} on {title(round.setup, event.wager)}"
    action = f"{printable(event.bettor)} plays the hand of box {event.box} with {stake}"
    yield f"{_time_is_up(event)}{action}{citation(round.setup.procedure.plays)}."


def _time_is_up(event: e.Folded | e.Played) -> str:
    return "Time is up: " if event.automatic else ""


def revealed(round: Round, event: e.Revealed) -> Iterator[str]:
    steps, turned = round.setup.procedure, faces(round, event.where, event.faces)
    if event.where == e.FOURTH:
        yield f"The fourth card is {turned}{citation(steps.fourth)}."
    else:
        clauses = steps.reveals if event.where == e.DEALER else steps.compares
        yield f"{capitalised(hand(event.where))} shows {turned}{citation(clauses)}."
    if event.where == e.DEALER and steps.announces:
        cards = [*round.cards(e.DEALER), *(card for _, card in event.faces)]
        if len(cards) == HAND:
            announcement = announced(round.setup.rules, row_of(cards))
            yield f"The dealer announces: {announcement}{citation(steps.reveals)}."


# Incidents and rulings


def reported(round: Round, event: e.IncidentReported) -> Iterator[str]:
    facts = ", ".join(f"{name}={value}" for name, value in event.facts)
    description = INCIDENTS[event.incident]
    details = [description[0].lower() + description[1:]]
    if event.box is not None:
        details.append(f"box {event.box}")
    if event.bet is not None:
        details.append(f"{printable(event.bet[0])}'s {title(round.setup, event.bet[1])}")
    if event.faces:
        details.append(f"{signs([card for _, card in event.faces])} face up")
    yield (
        f"{capitalised(person(event.by))} reports {_incident(round, event)}, {event.incident}: "
        f"{', '.join(details)} [{facts}]."
    )


def _incident(round: Round, event: e.IncidentReported | e.RulingGiven) -> str:
    earlier = f" of round {event.round}" if event.round != round.number else ""
    return f"incident {event.number}{earlier}"


def ruled(round: Round, event: e.RulingGiven) -> Iterator[str]:
    because, incident = event.because, _incident(round, event)
    clauses = citation(because.clauses, because.policies)
    if event.remedy == "refer":
        role = event.authority.replace("-", " ")
        yield (
            f"{capitalised(incident)} is referred to the {role}{clauses}. "
            f"“{printable(because.says)}”"
        )
        return
    why = f", because {printable(event.reason).rstrip('.')}" if event.reason else ""
    verb = "decides" if event.reason else "rules on"
    moves = "".join(f"; {move}" for move in _moves(event.hands))
    yield (
        f"{capitalised(person(event.by))} {verb} {incident}: {event.remedy}{why}{moves}{clauses}. "
        f"“{printable(because.says)}”"
    )


def _moves(hands: e.Hands) -> Iterator[str]:
    """Which cards a hand has after a ruling has moved them."""
    for where, places in hands:
        numbers = [str(place) for place in places]
        cards = f"the cards from places {joined(numbers)} of the shoe" if places else "no cards"
        yield f"{hand(where)} now has {cards}"


def chosen(round: Round, event: e.OptionChosen) -> Iterator[str]:
    bettor = printable(event.bettor)
    if event.automatic:
        policy = citation((), (UNMADE_CHOICE.key,))
        yield f"{bettor} has not chosen: the hand of box {event.box} continues{policy}."
        return
    to_return = round.setup.procedure.invalidates
    if event.option != CONTINUE:
        clauses = citation(to_return, () if to_return else (REFERRAL.key,))
        yield f"{bettor} chooses to take back the bet, box {event.box}{clauses}."
        return
    target, clauses = concerned(round, event), ""
    incident = None if target is None else target.incidents[event.number]
    if target is not None and incident is not None and incident.because is not None:
        ruled = incident.because  # Where no clause gives the choice, what gave it is cited.
        goes_on = option_clauses(target, incident).get(CONTINUE) or ruled.clauses
        clauses = citation(goes_on, ruled.policies)
    yield f"{bettor} chooses to continue with the hand of box {event.box}{clauses}."


def annulled(round: Round, event: e.BetAnnulled) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    earlier = f" in round {event.round}" if event.round != round.number else ""
    amount = round.setup.rules.currency.money(event.amount)
    bet = f"{amount} of {bettor}'s {name} on box {event.box}"
    yield f"{bet} no longer counts{earlier}{reason(event.because)}"


# Money


def settled(round: Round, event: e.Settled) -> Iterator[str]:
    if not event.payments:
        yield "No bet is left: the round is over."
        return
    if is_installed(round.setup):
        explanations = [
            (line.says, citation(line.clauses, _policies(line)))
            for line in lines(round, event.jackpot)
        ]
    else:
        explanations = [_as_recorded(round.setup, payment) for payment in event.payments]
    currency = round.setup.rules.currency
    for payment, (says, clauses) in zip(event.payments, explanations, strict=True):
        bettor, net = printable(payment.bettor), currency.signed(payment.net)
        yield f"Box {payment.box}, {bettor}. {says} {net}{clauses}"
    yield totals(event.payments, currency)


def _as_recorded(setup: Setup, payment: e.Payment) -> tuple[str, str]:
    """The outcome of a bet and its clauses, by a record whose rulebook is not installed."""
    wager = setup.rules.by_key[payment.wager]
    row = wager.row(payment.row)
    cap = wager.cap_clauses if payment.cut else ()
    clauses = [clause for clause in (*row.clauses, *cap) if not clause.startswith(POLICY)]
    pays = row.pay.words(setup.rules.currency)
    verdict = f"pays {pays}" if row.pay.is_win else pays
    return printable(f"{wager.title}: {row.outcome}, {verdict}."), citation(clauses)


def _policies(line: Line) -> tuple[str, ...]:
    """The policies that a payment itself rests on, without those that define its terms."""
    defining = [clause.removeprefix(POLICY) for clause in line.row.definitions]
    return tuple(policy for policy in line.policies if policy not in defining)


def totals(payments: Sequence[e.Payment], currency: Currency) -> str:
    """The net result of each bettor and of the house."""
    nets: dict[str, int] = {}
    for payment in payments:
        nets[payment.bettor] = nets.get(payment.bettor, 0) + payment.net
    results = [f"{printable(bettor)} {currency.signed(net)}" for bettor, net in nets.items()]
    return f"Total: {joined(results)}; the house {currency.signed(-sum(nets.values()))}."


def repaid(round: Round, event: e.PaymentCorrected) -> Iterator[str]:
    bet = f"{printable(event.bettor)}'s {title(round.setup, event.wager)} on box {event.box}"
    earlier = f" in round {event.round}" if event.round != round.number else ""
    by = "" if event.by.role == "player" else f" by {person(event.by)}"
    currency = round.setup.rules.currency
    amounts = f"from {currency.signed(event.was)} to {currency.signed(event.net)}"
    yield f"The payment for {bet}{earlier} is corrected {amounts}{by}{reason(event.because)}"


def voided(round: Round, event: e.Voided) -> Iterator[str]:
    money = round.setup.rules.currency.money
    owed: dict[str, int] = {}
    for bet in event.bets:
        owed[bet.bettor] = owed.get(bet.bettor, 0) + bet.amount
    parts = [
        f"{printable(bettor)} {'gets' if amount > 0 else 'gives'} back {money(abs(amount))}"
        for bettor, amount in owed.items()
        if amount
    ]
    from_meter = sum(bet.from_meter for bet in event.bets)
    if from_meter:
        verb = "gives" if from_meter > 0 else "gets"
        parts.append(f"the jackpot meter {verb} back {money(abs(from_meter))}")
    clauses = citation(event.because.clauses, event.because.policies)
    yield f"Round {event.round} is void: {joined(parts) or 'nobody is owed anything'}{clauses}."


SENTENCES: dict[type[e.Event], Callable[[Round, Any], Iterator[str]]] = {
    e.BetsOpened: opened,
    e.BetPlaced: placed,
    e.BetReduced: reduced,
    e.BetRemoved: removed,
    e.BetWithdrawn: withdrawn,
    e.BetsClosed: closed,
    e.Dealt: dealt,
    e.CardCorrected: corrected,
    e.HandExamined: examined,
    e.HandReturned: returned,
    e.Folded: folded,
    e.Played: played,
    e.Revealed: revealed,
    e.IncidentReported: reported,
    e.RulingGiven: ruled,
    e.OptionChosen: chosen,
    e.BetAnnulled: annulled,
    e.Settled: settled,
    e.PaymentCorrected: repaid,
    e.Voided: voided,
}


# The parts of a sentence


def printable(text: str) -> str:
    """Text that somebody entered, made safe to print on one line."""
    return text if text.isprintable() else json.dumps(text)[1:-1]


def citation(clauses: Sequence[str], policies: Sequence[str] = ()) -> str:
    """Clauses and policies for the end of a sentence, such as (5.2, policy void-bets)."""
    named = ["house policy" if key == STATED else f"policy {key}" for key in policies]
    sources = ", ".join(dict.fromkeys((*clauses, *named)))
    return f" ({sources})" if sources else ""


def reason(because: e.Because) -> str:
    """A reason with its clauses, as the end of a sentence."""
    says = printable(because.says).rstrip(".")
    if says and not says[1:2].isupper():  # An abbreviation such as CCTV keeps its capitals.
        says = says[0].lower() + says[1:]
    return f"{': ' if says else ''}{says}{citation(because.clauses, because.policies)}."


def title(setup: Setup, wager: str) -> str:
    known = setup.rules.by_key.get(wager)
    return known.title if known else printable(wager)


def hand(where: e.Where) -> str:
    """Whose hand it is."""
    if where == e.DEALER:
        return "the dealer"
    return "the fourth card" if where == e.FOURTH else f"box {where}"


def person(actor: e.Actor) -> str:
    """A player by id, staff by their role."""
    if actor.role == "player":
        return printable(actor.id)
    role = f"the {printable(actor.role).replace('-', ' ')}"
    return role if actor.id == actor.role else f"{role} {printable(actor.id)}"


def joined(parts: Sequence[str]) -> str:
    """A list in words, such as p1, p2 and p3."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def faces(round: Round, where: e.Where, turned: e.Faces) -> str:
    """The cards turned now; once a whole hand is face up, all its cards and its name."""
    face_up = {**round.faces, **dict(turned)}
    cards = [face_up[place] for place in round.places(where) if place in face_up]
    if len(cards) == HAND and where != e.FOURTH:
        name = round.setup.rules.name_hand(row_of(cards))
        return f"{signs(cards)}, {name}" if name else signs(cards)  # Recorded rules name no hand.
    return signs([card for _, card in turned])
