"""Settlement of a round, payments put right afterwards, and what a void round gives back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards.deck import DECK
from pitboss.cards.hands import row_of
from pitboss.errors import PitbossError
from pitboss.language.rulebook import LARGEST_AMOUNT
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.dealing import HAND, named
from pitboss.play.state import REVEALED, SETTLED, BoxState, Round
from pitboss.table.bets import Box
from pitboss.table.receipt import Line


def settle(round: Round, command: c.Settle) -> Answer:
    steps = round.setup.procedure
    if round.phase != REVEALED:
        message = "A round is settled once, after the dealer's hand is shown."
        return refuse("round/order", message, steps.compares)
    wrong = unpayable(round)
    if wrong:
        return refuse("round/face-down", wrong, steps.compares)
    try:
        paid = payments(round, command.jackpot)
    except PitbossError as error:
        return Refusal(error.code, error.message, error.clause)
    return (e.Settled(paid, command.jackpot, command.by),)


def face_down(round: Round) -> Iterator[e.Where]:
    """Hands that have to be turned up before settlement, the fourth card last."""
    if round.is_up(range(round.dealt)) or not round.is_bet_on:
        return
    for number, box in sorted(round.boxes.items()):
        if box.stakes and not round.is_up(box.places):
            if box.played is False and not _matters(round, box):
                continue
            yield number
    if not round.is_up(round.places(e.FOURTH)):
        yield e.FOURTH


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
    if down is None:
        return None
    return f"Turn up {'the fourth card' if down == e.FOURTH else f'box {down}'} first."


def _matters(round: Round, box: BoxState) -> bool:
    """Whether the cards of a hand that folded decide anything."""
    setup = round.setup
    for stakes in box.stakes.values():
        for wager in setup.rules.wagers:
            reads_cards = not wager.envy and wager.key not in setup.blind_after_fold
            if reads_cards and wager.base_wager in stakes:
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
    """What every bet comes to, and how much of it the jackpot meter pays.

    Several hits share one meter in the order of the boxes; what it no longer holds, the bank pays.
    """
    meter_wagers, left = round.setup.meter_wagers, jackpot or 0
    rounds = round.setup.rules.chip > 1  # Else rounding takes no whole unit.
    paid = []
    for line in lines(round, jackpot):
        box, bettor, wager, row, stake, net, cut = line[:7]
        from_meter = 0
        if wager.key in meter_wagers and row.pay.meter and left:
            from_meter = min(line.winnings, int(row.pay.meter * (jackpot or 0)), left)
            left -= from_meter
        breakage = line.breakage if rounds else 0
        paid.append(
            e.Payment(box, bettor, wager.key, row.key, stake, net, cut, from_meter, breakage)
        )
    return tuple(paid)


def set_right(was: Round, now: Round, because: e.Because, by: e.Actor) -> Sequence[e.Event]:
    """What has to change in the payments of a settled round whose cards or bets have changed.

    Only what the change makes different: a payment that somebody corrected stays corrected.
    """
    before, after = _due(was), _due(now)
    events = []
    for line, paid in enumerate(now.payments):
        old = before[paid[:3]].pop(0) if before.get(paid[:3]) else None
        new = after[paid[:3]].pop(0) if after.get(paid[:3]) else None
        if not _same_money(old, new):
            due = new or paid._replace(net=0, from_meter=0, breakage=0)
            events.append(_correction(now, line, paid, due, because, by))
    fresh = [payment for left in after.values() for payment in left]
    for line, due in enumerate(fresh, len(now.payments)):
        paid = due._replace(net=0, from_meter=0, breakage=0)
        events.append(_correction(now, line, paid, due, because, by))
    return events


def _same_money(old: e.Payment | None, new: e.Payment | None) -> bool:
    if old is None or new is None:
        return old is new
    amounts = old.net, old.from_meter, old.breakage
    return old.row == new.row and amounts == (new.net, new.from_meter, new.breakage)


def _due(round: Round) -> dict[tuple[int, str, str], list[e.Payment]]:
    """What each bet comes to by the cards and bets as they stand."""
    due: dict[tuple[int, str, str], list[e.Payment]] = {}
    if round.is_bet_on:
        for payment in payments(round, round.jackpot):
            due.setdefault(payment[:3], []).append(payment)
    return due


def _correction(
    round: Round, line: int, paid: e.Payment, due: e.Payment, because: e.Because, by: e.Actor
) -> e.PaymentCorrected:
    box, bettor, wager, row = due[:4]
    meter, breakage = due.from_meter - paid.from_meter, due.breakage - paid.breakage
    return e.PaymentCorrected(
        round.number, line, box, bettor, wager, row, paid.net, due.net, because, by, meter,
        breakage,
    )  # fmt: skip


def correct_payment(round: Round, target: Round, command: c.CorrectPayment) -> Answer:
    """A wrong payment is put right later, with a reason; nothing is changed, only added."""
    if target.phase != SETTLED:
        message = "Payments are corrected after settlement; before it, correct the card."
        return refuse("round/order", message, target.setup.procedure.settles)
    if not command.reason.strip():
        return refuse("payment/reason", "Say why the payment is corrected.")
    key = (command.box, command.bettor, command.wager)
    lines_of_bet = [i for i, paid in enumerate(target.payments) if paid[:3] == key]
    if not 0 <= command.nth < len(lines_of_bet):
        return refuse("unknown/payment", f"{command.bettor} has no such payment.")
    line = lines_of_bet[command.nth]
    paid = target.payments[line]
    if type(command.net) is not int or not -paid.stake <= command.net <= LARGEST_AMOUNT:
        message = f"Give a whole number of units; a bet of {paid.stake} loses no more than that."
        return refuse("payment/amount", message)
    if command.net == paid.net:
        return refuse("rule/twice", "That is what was paid.")
    # The meter pays no more than there is to pay; what is paid on top, the bank pays.
    from_meter = min(paid.from_meter, max(command.net + paid.stake, 0))
    # The amount is the one that a person has named: nothing is rounded in it.
    due = paid._replace(net=command.net, from_meter=from_meter, breakage=0)
    because = e.Because(says=command.reason)
    return (_correction(target, line, paid, due, because, command.by),)


def void(round: Round, because: e.Because, by: e.Actor) -> e.Voided:
    """Every bet of the round goes back, whatever it has come to already."""
    fed = dict(round.contributions)
    if round.phase == SETTLED:
        bets = [
            e.VoidedBet(*paid[:3], -paid.net, fed.pop(paid[:3], 0) - paid.from_meter, paid.breakage)
            for paid in round.payments
        ]
    else:
        bets = [
            e.VoidedBet(box, bettor, wager, stake, fed.pop((box, bettor, wager), 0))
            for box, bettor, wager, stake in round.bets()
        ]
    returned = tuple(bet for bet in bets if bet.amount or bet.from_meter or bet.breakage)
    cited = round.setup.procedure.void_returns
    policies = because.policies if cited else (*because.policies, "void-bets")
    clauses = tuple(dict.fromkeys((*because.clauses, *cited)))
    why = e.Because(clauses, policies, because.says)
    return e.Voided(round.number, returned, why, by)
