"""What followed, in words: incidents and rulings, settlement, and what is put right after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import signs
from pitboss.irregularities import INCIDENTS, Ruling
from pitboss.notation.wording import (
    cited,
    hand,
    listed,
    printable,
    signed,
    start_of,
    title,
    who,
    why,
)
from pitboss.pays import money
from pitboss.play import events as e
from pitboss.play.rulings import rule_on
from pitboss.play.settling import lines
from pitboss.play.state import CONTINUE, Round
from pitboss.policies import REFERRAL, UNMADE_CHOICE
from pitboss.table.lines import POLICY, Line


def _target(round: Round, number: int) -> Round:
    """The round that an event is about."""
    if number == round.number or round.before is None:
        return round
    return round.before


def _incident(round: Round, event: e.IncidentReported | e.RulingGiven) -> str:
    late = f" of round {event.round}" if event.round != round.number else ""
    return f"incident {event.number}{late}"


def reported(round: Round, event: e.IncidentReported) -> Iterator[str]:
    facts = ", ".join(f"{name}={value}" for name, value in event.facts)
    told = [INCIDENTS[event.incident]]
    told[0] = told[0][0].lower() + told[0][1:]
    if event.box is not None:
        told.append(f"box {event.box}")
    if event.bet is not None:
        told.append(f"{printable(event.bet[0])}'s {title(round.setup, event.bet[1])}")
    if event.shown:
        told.append(f"{signs([card for _, card in event.shown])} face up")
    yield (
        f"{start_of(who(event.by))} reports {_incident(round, event)}, {event.incident}: "
        f"{', '.join(told)} [{facts}]."
    )


def ruled(round: Round, event: e.RulingGiven) -> Iterator[str]:
    because, what = event.because, _incident(round, event)
    said = cited(because.clauses, because.policies)
    if event.remedy == "refer":
        to = event.authority.replace("-", " ")
        yield f"{start_of(what)} is referred to the {to}{said}. “{printable(because.says)}”"
        return
    reason = f", because {printable(event.reason).rstrip('.')}" if event.reason else ""
    verb = "decides" if reason else "rules on"
    moved = "".join(f"; {told}" for told in _moved(event.hands))
    yield (
        f"{start_of(who(event.by))} {verb} {what}: {event.remedy}{reason}{moved}{said}. "
        f"“{printable(because.says)}”"
    )


def _moved(hands: e.Hands) -> Iterator[str]:
    """Where the cards lie now."""
    for where, places in hands:
        cards = (
            f"places {listed([str(one) for one in places])} of the shoe" if places else "no card"
        )
        yield f"{hand(where)} has {cards}"


def chosen(round: Round, event: e.OptionChosen) -> Iterator[str]:
    target, bettor = _target(round, event.round), printable(event.bettor)
    if event.automatic:
        said = cited((), (UNMADE_CHOICE.key,))
        yield f"{bettor} has not chosen: the hand of box {event.box} goes on{said}."
        return
    back = target.setup.procedure.invalidates
    if event.option != CONTINUE:
        said = cited(back, () if back else (REFERRAL.key,))
        yield f"{bettor} wants the bet back, box {event.box}{said}."
        return
    found = rule_on(target, target.incidents[event.number])
    clauses, policies = tuple[str, ...](), tuple[str, ...]()
    if isinstance(found, Ruling):
        clauses = tuple(one for one in found.clauses if one not in back)
        policies = tuple(one.key for one in found.policies)
    yield f"{bettor} goes on with the hand of box {event.box}{cited(clauses, policies)}."


# Money


def settled(round: Round, event: e.Settled) -> Iterator[str]:
    if not event.payments:
        yield "No bet is left: the round is over."
        return
    for paid, line in zip(event.payments, lines(round, event.jackpot), strict=True):
        said = cited(line.clauses, _policies(line))
        whose = f"Box {paid.box}, {printable(paid.bettor)}"
        yield f"{whose}. {line.says} {signed(paid.net)}{said}"
    yield totals(event.payments)


def _policies(line: Line) -> tuple[str, ...]:
    """Policies that the payment itself rests on, not those behind its words."""
    behind = [one.removeprefix(POLICY) for one in line.row.definitions]
    return tuple(one for one in line.policies if one not in behind)


def totals(payments: Sequence[e.Payment]) -> str:
    """Each bettor's net and the house's."""
    nets: dict[str, int] = {}
    for paid in payments:
        nets[paid.bettor] = nets.get(paid.bettor, 0) + paid.net
    told = listed([f"{printable(bettor)} {signed(net)}" for bettor, net in nets.items()])
    return f"In all: {told}; the house {signed(-sum(nets.values()))}."


def repaid(round: Round, event: e.PaymentCorrected) -> Iterator[str]:
    whose = f"{printable(event.bettor)}'s {title(round.setup, event.wager)} on box {event.box}"
    late = f" of round {event.round}" if event.round != round.number else ""
    by = "" if event.by.role == "player" else f" by {who(event.by)}"
    amounts = f"to {signed(event.net)} from {signed(event.was)}"
    yield f"{whose}{late} is corrected {amounts}{by}{why(event.because)}"


def voided(round: Round, event: e.Voided) -> Iterator[str]:
    told = [
        f"{printable(bettor)} gets {money(amount)} back"
        if amount > 0
        else f"{printable(bettor)} hands {money(-amount)} back"
        for bettor, amount in event.returned
        if amount
    ]
    if event.contribution:
        told.append(f"the meter gives {money(event.contribution)} back")
    said = cited(event.because.clauses, event.because.policies)
    yield f"Round {event.round} is void: {listed(told) or 'nobody is owed anything'}{said}."
