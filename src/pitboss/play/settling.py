"""Settlement of a round, payments put right afterwards, and what a void round gives back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import DECK
from pitboss.configuration import LARGEST_AMOUNT
from pitboss.errors import PitbossError
from pitboss.hands import row_of
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.dealing import HAND, named
from pitboss.play.refusal import Refusal, refuse
from pitboss.play.state import REVEALED, SETTLED, BoxState, Round
from pitboss.table.bets import Box
from pitboss.table.lines import Line

Answer = Sequence[e.Event] | Refusal


def settle(round: Round, command: c.Settle) -> Answer:
    steps = round.setup.procedure
    if round.phase != REVEALED:
        told = "A round is settled once, after the dealer's hand is shown."
        return refuse("round/order", told, steps.compares)
    wrong = unpayable(round)
    if wrong:
        return refuse("round/face-down", wrong, steps.compares)
    try:
        paid = payments(round, command.jackpot)
    except PitbossError as error:
        return Refusal(error.code, error.message, error.clause)
    return (e.Settled(paid, command.jackpot),)


def face_down(round: Round) -> Iterator[str]:
    """Hands that have to be turned up before settlement."""
    if round.is_up(range(round.dealt)) or not round.is_bet_on:
        return
    if not round.is_up(round.places(e.FOURTH)):
        yield "the fourth card"
    for number, box in round.boxes.items():
        if box.stakes and not round.is_up(box.places):
            if box.played is False and not _matters(round, box):
                continue
            yield f"box {number}"


def unpayable(round: Round) -> str | None:
    """What keeps a round from being paid: a hand with the wrong number of cards, or face down."""
    if not round.is_bet_on:
        return None
    hands: dict[e.Where, tuple[int, ...]] = {e.DEALER: round.dealer}
    hands.update((number, box.places) for number, box in round.boxes.items() if box.stakes)
    for where, places in hands.items():
        if len(places) != HAND:
            return f"{named(where)} has {len(places)} cards: put them right first."
    if round.setup.rules.rulebook.fourth_card and round.fourth is None:
        return "The fourth card is missing: put the cards right first."
    if not round.is_up(round.dealer):
        return "The dealer's hand lies face down: report it with the cards shown."
    down = next(face_down(round), None)
    return f"Turn up {down} first." if down else None


def _matters(round: Round, box: BoxState) -> bool:
    """Whether the cards of a hand that folded decide anything."""
    setup = round.setup
    for stakes in box.stakes.values():
        for wager in setup.rules.wagers:
            on = wager.paid_on or wager.key
            if on in stakes and wager.key not in setup.blind_after_fold and not wager.envy:
                return True
    pays_others = any(setup.envied_with in stakes for stakes in box.stakes.values())
    return pays_others and any(key == setup.envied_for for _, _, key, _ in round.bets())


def lines(round: Round, jackpot: int | None) -> Sequence[Line]:
    """What every bet comes to, with its words and clauses."""
    setup, faces = round.setup, round.faces
    unseen = None
    boxes = []
    for number, box in sorted(round.boxes.items()):
        if not box.stakes:
            continue
        cards = [faces[place] for place in box.places if place in faces]
        if len(cards) < HAND:  # It folded, and any three cards come to the same.
            unseen = unseen or _unseen(round)
            cards = [next(unseen) for _ in range(HAND)]
        boxes.append(Box(number, row_of(cards), box.stakes, box.played is False))
    dealer = row_of([faces[place] for place in round.dealer])
    fourth = None if round.fourth is None else faces[round.fourth]
    bets = [box.bets for box in boxes]  # With the wager placed after looking, where there is one.
    return setup.settler.lines(boxes, bets, dealer, fourth, jackpot)


def _unseen(round: Round) -> Iterator[int]:
    up = set(round.faces.values())
    return (card for card in range(DECK) if card not in up)


def payments(round: Round, jackpot: int | None) -> tuple[e.Payment, ...]:
    return tuple(
        [
            e.Payment(box, bettor, wager.key, row.key, stake, net, cut)
            for box, bettor, wager, row, stake, net, cut, _, _, _ in lines(round, jackpot)
        ]
    )


def set_right(was: Round, now: Round, because: e.Because, by: e.Actor) -> Sequence[e.Event]:
    """What has to change in the payments of a settled round whose cards or bets have changed.

    Only what the change makes different: a payment that somebody corrected stays corrected.
    """
    before, after = _due(was), _due(now)
    events = []
    for line, paid in enumerate(now.payments):
        old = before[paid[:3]].pop(0) if before.get(paid[:3]) else None
        new = after[paid[:3]].pop(0) if after.get(paid[:3]) else None
        if old != new:
            events.append(
                _correction(now, line, paid.net, new or paid._replace(net=0), because, by)
            )
    fresh = [one for left in after.values() for one in left]
    for line, one in enumerate(fresh, len(now.payments)):
        events.append(_correction(now, line, 0, one, because, by))
    return events


def _due(round: Round) -> dict[tuple[int, str, str], list[e.Payment]]:
    """What each bet comes to by the cards and bets as they stand."""
    due: dict[tuple[int, str, str], list[e.Payment]] = {}
    if round.is_bet_on:
        for one in payments(round, round.jackpot):
            due.setdefault(one[:3], []).append(one)
    return due


def _correction(
    round: Round, line: int, was: int, now: e.Payment, because: e.Because, by: e.Actor
) -> e.PaymentCorrected:
    box, bettor, wager, row = now[:4]
    return e.PaymentCorrected(
        round.number, line, box, bettor, wager, row, was, now.net, because, by
    )


def correct_payment(round: Round, target: Round, command: c.CorrectPayment) -> Answer:
    """A wrong payment is put right later, with a reason; nothing is changed, only added."""
    if target.phase != SETTLED:
        told = "Payments are corrected after settlement; before it, correct the card."
        return refuse("round/order", told, target.setup.procedure.settles)
    if not command.reason.strip():
        return refuse("payment/reason", "Say why the payment is corrected.")
    key = (command.box, command.bettor, command.wager)
    found = [i for i, paid in enumerate(target.payments) if paid[:3] == key]
    if not 0 <= command.nth < len(found):
        return refuse("unknown/payment", f"{command.bettor} has no such payment.")
    line = found[command.nth]
    paid = target.payments[line]
    if type(command.net) is not int or not -paid.stake <= command.net <= LARGEST_AMOUNT:
        told = f"Give a whole number of units; a bet of {paid.stake} loses no more than that."
        return refuse("payment/amount", told)
    if command.net == paid.net:
        return refuse("rule/twice", "That is what was paid.")
    because = e.Because(says=command.reason)
    now = paid._replace(net=command.net)
    return (_correction(target, line, paid.net, now, because, command.by),)


def void(round: Round, because: e.Because) -> e.Voided:
    """Every bet of the round goes back, whatever it has come to already."""
    back: dict[str, int] = {}
    if round.phase == SETTLED:
        for paid in round.payments:
            back[paid.bettor] = back.get(paid.bettor, 0) - paid.net
    else:
        for _, bettor, _, stake in round.bets():
            back[bettor] = back.get(bettor, 0) + stake
    cited = round.setup.procedure.void_returns
    policies = because.policies if cited else (*because.policies, "void-bets")
    clauses = tuple(dict.fromkeys((*because.clauses, *cited)))
    made = e.Because(clauses, policies, because.says)
    return e.Voided(round.number, tuple(back.items()), round.contribution, made)
