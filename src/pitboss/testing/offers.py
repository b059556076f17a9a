"""`allowed` against `decide`: what is offered is accepted, and what is accepted was offered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from pitboss.cards.deck import DECK
from pitboss.play import Actor, Allowed, Command, Refusal, Round, Shoe, allowed, decide, replay
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.allowed import BetBounds, StaffActions
from pitboss.play.running import command_for, due

HAND_COMMANDS: dict[str, type[c.Examine | c.Fold | c.Play]] = {
    "Examine": c.Examine,
    "Fold": c.Fold,
    "Play": c.Play,
}
METER = 1_000_000  # What the jackpot meter is said to hold.


def refused_offers(
    round: Round, actor: Actor, shoe: Shoe, most: int = 16, turn: int = 0
) -> Iterator[tuple[Command, Refusal]]:
    """What is offered at its bounds and yet refused: each is a fault.

    A large table offers hundreds of commands. About `most` of them are tried; `turn` says which.
    """
    offers = list(offered_commands(round, actor, shoe))
    step = len(offers) // most + 1
    for command in offers[turn % step :: step]:
        answer = decide(round, command)
        if not isinstance(answer, Refusal):
            continue
        # What is reported already is not reported twice.
        if isinstance(command, c.ReportIncident) and answer.code == "rule/twice":
            continue
        yield command, answer


# What is offered


def offered_commands(round: Round, actor: Actor, shoe: Shoe) -> Iterator[Command]:
    """A command for every bound of every action that is offered to this person."""
    offer = allowed(round, actor)
    for bet in offer.bets:
        yield from _bets(round, actor, offer, bet)
    for withdrawal in offer.withdrawals:
        yield c.TakeBack(actor, *withdrawal)
    for hand in offer.hands:
        cards = shoe.hand(round.places(hand.box)) if hand.face_up else ()
        for name in hand.commands:
            if name == "ReturnHand":
                yield c.ReturnHand(actor, hand.box, cards)
            else:
                yield HAND_COMMANDS[name](actor, hand.box)
    for choice in offer.choices:
        for option in choice.options:
            yield c.Choose(actor, choice.number, choice.box, choice.bettor, option, choice.round)
    if offer.staff:
        yield from _staff(round, actor, offer.staff, shoe)


def _bets(round: Round, actor: Actor, offer: Allowed, bet: BetBounds) -> Iterator[Command]:
    bettor = _newcomer(round) if bet.bettor is None else bet.bettor
    held = _held(round, bet.box, bettor)
    is_priced = bet.wager in round.setup.rules.prices
    if bet.total:
        yield c.TakeBack(actor, bet.box, bettor, bet.wager)
    for ranges, seated in ((bet.ranges, False), (bet.if_seated, True)):
        base: dict[str, int] = {}
        if bet.needs and bet.needs not in held:
            least = _least(offer, bet, bet.needs, seated)
            if least is None:
                continue
            base = {bet.needs: least}
        for total in sorted({end for ends in ranges for end in ends}):
            totals = {**held, **base, bet.wager: total}
            yield c.SetBets(actor, bet.box, bettor, totals, seated)
            if total > bet.total and not base and not (bet.total and is_priced):
                more = total - bet.total
                yield c.PlaceBet(actor, bet.box, bettor, bet.wager, more, seated)


def _newcomer(round: Round) -> str:
    """Somebody who has no bet at the table."""
    known = {bettor for _, bettor, _, _ in round.bets()}
    return next(name for name in (f"newcomer-{n}" for n in count(1)) if name not in known)


def _least(offer: Allowed, bet: BetBounds, wager: str, seated: bool) -> int | None:
    """The least that may be put on another wager of the same bettor's."""
    for other in offer.bets:
        if (other.box, other.bettor, other.wager) == (bet.box, bet.bettor, wager):
            ranges = other.if_seated if seated else other.ranges
            return ranges[0][0] if ranges else None
    return None


def _held(round: Round, number: int, bettor: str) -> dict[str, int]:
    box = round.boxes.get(number)
    return dict(box.stakes.get(bettor, {})) if box else {}


def _staff(round: Round, actor: Actor, offer: StaffActions, shoe: Shoe) -> Iterator[Command]:
    jackpot = METER if round.setup.meter_wagers else None
    for step in offer.steps:
        if step.command == "Deal" and step != due(round):
            continue  # There are fewer cards in the shoe than are due.
        yield command_for(round, step, shoe, actor, jackpot)
    for number in {1, offer.cards} if offer.cards else ():
        yield c.Deal(actor, number)
    everybody: tuple[str | None, ...] = (*offer.time_out, None) if offer.time_out else ()
    for bettor in everybody:
        yield c.TimeOut(actor, dict.fromkeys(offer.time_out_decides, True), bettor)
    for number in offer.report:
        yield c.ReportIncident(actor, "other", round=number)
    for ruling in offer.rulings:
        as_ruled: tuple[str | None, ...] = (None,) if ruling.as_ruled else ()
        for remedy in (*as_ruled, *ruling.remedies):
            yield c.GiveRuling(actor, ruling.number, remedy, "so decided", round=ruling.round)
    unseen = next(card for card in range(DECK) if card not in round.faces.values())
    for where, card in offer.correct_cards:
        yield c.CorrectCard(actor, where, card, unseen)
    for number, box, bettor, wager, nth in offer.correct_payments:
        target = round.before if round.before and number == round.before.number else round
        same = [paid for paid in target.payments if paid[:3] == (box, bettor, wager)]
        net = same[nth].net + 1
        yield c.CorrectPayment(actor, box, bettor, wager, net, "it was misread", number, nth)


# What was offered


def was_offered(round: Round, command: Command) -> bool:
    """Whether a command that is accepted was among what its speaker was offered."""
    offer = allowed(round, command.by)
    match command:
        case c.SetBets():
            return all(_set_within(round, command, wager) for wager in command.totals)
        case c.PlaceBet():
            bet = _find(offer, command, command.wager)
            if bet is None or (bet.total and command.wager in round.setup.rules.prices):
                return False
            own = _held(round, command.box, command.bettor)
            total = bet.total + command.amount
            return bet.needs in (None, *own) and _within(bet, total, command.seated)
        case c.TakeBack():
            if any(taken == command[1:4] for taken in offer.withdrawals):
                return True
            bet = _find(offer, command, command.wager)
            if bet is None or not bet.total:
                return False
            left = 0 if command.amount is None else bet.total - command.amount
            return not left or _within(bet, left, False)
        case c.Examine() | c.ReturnHand() | c.Fold() | c.Play():
            name = type(command).__name__
            return any(hand.box == command.box and name in hand.commands for hand in offer.hands)
        case c.Choose():
            key = (_about(round, command.round), command.number, command.box, command.bettor)
            return any(
                choice[:4] == key and command.option in choice.options for choice in offer.choices
            )
    return offer.staff is not None and _staff_was_offered(round, command, offer.staff)


def _about(round: Round, number: int | None) -> int:
    return round.number if number is None else number


def _find(
    offer: Allowed, command: c.PlaceBet | c.SetBets | c.TakeBack, wager: str
) -> BetBounds | None:
    """The bounds of a bettor's wager on a box; somebody without a bet there is a newcomer."""
    bounds = {bet.bettor: bet for bet in offer.bets if (bet.box, bet.wager) == (command.box, wager)}
    return bounds.get(command.bettor, bounds.get(None))


def _within(bet: BetBounds, total: int, seated: bool) -> bool:
    ranges = bet.if_seated if seated else bet.ranges
    return total % bet.step == 0 and any(least <= total <= most for least, most in ranges)


def _set_within(round: Round, command: c.SetBets, wager: str) -> bool:
    """Whether one total is within its bounds, given the other totals of the command."""
    by, number, bettor, totals, seated = command
    held = _held(round, number, bettor)
    total = totals[wager]
    if total == held.get(wager, 0):
        return True
    others: list[e.Event] = []
    for key in {**totals, **held}:
        more = totals.get(key, 0) - held.get(key, 0)
        if key == wager or not more:
            continue
        if more > 0:
            others.append(e.BetPlaced(number, bettor, key, more, seated, by))
        elif totals.get(key):
            others.append(e.BetReduced(number, bettor, key, -more, by))
        else:
            others.append(e.BetRemoved(number, bettor, key, -more, by))
    bet = _find(allowed(replay(round, others), by), command, wager)
    if bet is None or total == 0:
        return bet is not None
    return bet.needs in (None, *totals) and _within(bet, total, seated)


def _staff_was_offered(round: Round, command: Command, offer: StaffActions) -> bool:
    names = [step.command for step in offer.steps]
    match command:
        case c.OpenBets() | c.CloseBets() | c.Settle():
            return type(command).__name__ in names
        case c.Deal():
            if command.hands:
                return offer.may_record_deal
            if command.cards in (None, 0):
                return "Deal" in names and due(round) is not None
            return command.cards is not None and command.cards <= offer.cards
        case c.Reveal():
            return ("Reveal", command.where) in offer.steps
        case c.TimeOut():
            awaited = bool(offer.time_out) if command.bettor is None else False
            return awaited or command.bettor in offer.time_out
        case c.ReportIncident():
            return _about(round, command.round) in offer.report
        case c.GiveRuling():
            for ruling in offer.rulings:
                if ruling[:2] == (_about(round, command.round), command.number):
                    as_ruled = ruling.as_ruled and command.remedy is None
                    with_hands = command.hands and (command.remedy or "") in ruling.with_hands
                    return as_ruled or command.remedy in ruling.remedies or bool(with_hands)
            return False
        case c.CorrectCard():
            return (command.where, command.was) in offer.correct_cards
        case c.CorrectPayment():
            number = _about(round, command.round)
            return (number, *command[1:4], command.nth) in offer.correct_payments
    return False
