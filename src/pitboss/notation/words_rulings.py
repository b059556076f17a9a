"""What followed, in words: incidents and rulings, settlement, and what is put right after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards.deck import signs
from pitboss.language.irregularities import INCIDENTS, Ruling
from pitboss.language.pays import money
from pitboss.language.policies import REFERRAL, UNMADE_CHOICE
from pitboss.notation.folding import concerned
from pitboss.notation.setup_json import is_installed
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
from pitboss.play import events as e
from pitboss.play.rulings import rule_on
from pitboss.play.settling import lines
from pitboss.play.setup import Setup
from pitboss.play.state import CONTINUE, Round
from pitboss.table.receipt import POLICY, Line


def _incident(round: Round, event: e.IncidentReported | e.RulingGiven) -> str:
    late = f" of round {event.round}" if event.round != round.number else ""
    return f"incident {event.number}{late}"


def reported(round: Round, event: e.IncidentReported) -> Iterator[str]:
    facts = ", ".join(f"{name}={value}" for name, value in event.facts)
    words = INCIDENTS[event.incident]
    details = [words[0].lower() + words[1:]]
    if event.box is not None:
        details.append(f"box {event.box}")
    if event.bet is not None:
        details.append(f"{printable(event.bet[0])}'s {title(round.setup, event.bet[1])}")
    if event.faces:
        details.append(f"{signs([card for _, card in event.faces])} face up")
    yield (
        f"{start_of(who(event.by))} reports {_incident(round, event)}, {event.incident}: "
        f"{', '.join(details)} [{facts}]."
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
    moved = "".join(f"; {sentence}" for sentence in _moved(event.hands))
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
    target, bettor = concerned(round, event), printable(event.bettor)
    if event.automatic:
        said = cited((), (UNMADE_CHOICE.key,))
        yield f"{bettor} has not chosen: the hand of box {event.box} goes on{said}."
        return
    back = round.setup.procedure.invalidates
    if event.option != CONTINUE:
        said = cited(back, () if back else (REFERRAL.key,))
        yield f"{bettor} wants the bet back, box {event.box}{said}."
        return
    clauses, policies = tuple[str, ...](), tuple[str, ...]()
    if target is not None and is_installed(target.setup):
        ruling = rule_on(target, target.incidents[event.number])
        if isinstance(ruling, Ruling):
            clauses = tuple(clause for clause in ruling.clauses if clause not in back)
            policies = tuple(policy.key for policy in ruling.policies)
    yield f"{bettor} goes on with the hand of box {event.box}{cited(clauses, policies)}."


# Money


def settled(round: Round, event: e.Settled) -> Iterator[str]:
    if not event.payments:
        yield "No bet is left: the round is over."
        return
    if is_installed(round.setup):
        reasons = [
            (line.says, cited(line.clauses, _policies(line)))
            for line in lines(round, event.jackpot)
        ]
    else:
        reasons = [_recorded_reason(round.setup, paid) for paid in event.payments]
    for paid, (says, said) in zip(event.payments, reasons, strict=True):
        yield f"Box {paid.box}, {printable(paid.bettor)}. {says} {signed(paid.net)}{said}"
    yield totals(event.payments)


def _recorded_reason(setup: Setup, paid: e.Payment) -> tuple[str, str]:
    """The outcome of a bet in the words of a record whose rulebook is not installed."""
    wager = setup.rules.by_key[paid.wager]
    row = wager.row(paid.row)
    cap = wager.cap_clauses if paid.cut else ()
    clauses = [clause for clause in (*row.clauses, *cap) if not clause.startswith(POLICY)]
    verdict = f"pays {row.pay.words()}" if row.pay.is_win else row.pay.words()
    return printable(f"{wager.title}: {row.outcome}, {verdict}."), cited(clauses)


def _policies(line: Line) -> tuple[str, ...]:
    """Policies that the payment itself rests on, not those behind its words."""
    behind = [citation.removeprefix(POLICY) for citation in line.row.definitions]
    return tuple(policy for policy in line.policies if policy not in behind)


def totals(payments: Sequence[e.Payment]) -> str:
    """Each bettor's net and the house's."""
    nets: dict[str, int] = {}
    for paid in payments:
        nets[paid.bettor] = nets.get(paid.bettor, 0) + paid.net
    bettors = listed([f"{printable(bettor)} {signed(net)}" for bettor, net in nets.items()])
    return f"In all: {bettors}; the house {signed(-sum(nets.values()))}."


def repaid(round: Round, event: e.PaymentCorrected) -> Iterator[str]:
    whose = f"{printable(event.bettor)}'s {title(round.setup, event.wager)} on box {event.box}"
    late = f" of round {event.round}" if event.round != round.number else ""
    by = "" if event.by.role == "player" else f" by {who(event.by)}"
    amounts = f"to {signed(event.net)} from {signed(event.was)}"
    yield f"{whose}{late} is corrected {amounts}{by}{why(event.because)}"


def annulled(round: Round, event: e.BetAnnulled) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    late = f" in round {event.round}" if event.round != round.number else ""
    what = f"{money(event.amount)} of {bettor}'s {name} on box {event.box}"
    yield f"{what} no longer counts{late}{why(event.because)}"


def voided(round: Round, event: e.Voided) -> Iterator[str]:
    owed: dict[str, int] = {}
    for bet in event.bets:
        owed[bet.bettor] = owed.get(bet.bettor, 0) + bet.amount
    parts = [
        f"{printable(bettor)} gets {money(amount)} back"
        if amount > 0
        else f"{printable(bettor)} hands {money(-amount)} back"
        for bettor, amount in owed.items()
        if amount
    ]
    meter = sum(bet.from_meter for bet in event.bets)
    if meter:
        parts.append(f"the meter {'gives' if meter > 0 else 'gets'} {money(abs(meter))} back")
    said = cited(event.because.clauses, event.because.policies)
    yield f"Round {event.round} is void: {listed(parts) or 'nobody is owed anything'}{said}."
