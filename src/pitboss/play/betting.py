"""Betting: from “Place your bets” to “No more bets”."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.configuration import LARGEST_STAKE
from pitboss.pays import money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.apply import replay
from pitboss.play.dealing import has_hand
from pitboss.play.limits import counted, displaced, under_minimum
from pitboss.play.refusal import Refusal, refuse
from pitboss.play.setup import SELF_RUNNING, Limit, Setup
from pitboss.play.state import (
    BETTING,
    IDLE,
    OVER,
    BoxState,
    Round,
    area,
    contributed,
    priority,
)

Answer = Sequence[e.Event] | Refusal


def open_bets(round: Round, command: c.OpenBets) -> Answer:
    setup = round.setup
    if round.phase != IDLE and round.phase not in OVER:
        told = f"Round {round.number} is not over: finish it before the next."
        return refuse("round/not-over", told, setup.procedure.ends)
    if round.before is not None and round.before.is_stopped:
        told = f"An incident of round {round.before.number} waits for its ruling."
        return refuse("round/stopped", told)
    return (e.BetsOpened(round.number + 1, setup.fingerprint, command.by),)


def place(round: Round, command: c.PlaceBet) -> Answer:
    by, number, bettor, key, amount, seated = command
    setup = round.setup
    refused = (
        _not_open(round)
        or _bad_bet(setup, command)
        or _not_theirs(setup, by, bettor)
        or _not_here(round, command)
    )
    if refused:
        return refused
    placed = e.BetPlaced(number, bettor, key, amount, seated, by)
    if setup.led_by != SELF_RUNNING:
        return (placed,)  # A dealer records what lies there; the close counts it.
    box = round.boxes.get(number)
    needs = setup.needs[key]
    if needs and not _rests(box, needs.wager, None if needs.anybody else bettor):
        whose = "anybody's" if needs.anybody else "your own"
        on = setup.rules.by_key[needs.wager].title
        told = f"{setup.rules.by_key[key].title} rests on {whose} {on} on that box: place it first."
        return refuse("rule/orphan-side-bet", told, needs.clauses)
    limit = setup.limits.get(key)
    if limit is None:
        return (placed,)
    return _within(round, placed, limit)


def _not_open(round: Round) -> Refusal | None:
    if round.phase == BETTING:
        return None
    steps = round.setup.procedure
    if round.phase == IDLE or round.phase in OVER:
        return refuse("rule/not-open", "Wait until bets are called for.", steps.opens)
    return refuse(
        "rule/late-bet", "No more bets were called: this bet can't be taken.", steps.late_bet
    )


def _bad_bet(setup: Setup, command: c.PlaceBet) -> Refusal | None:
    key, amount = command.wager, command.amount
    if type(command.box) is not int or not 1 <= command.box <= setup.boxes:
        return refuse("unknown/box", f"There is no box {command.box!r}: choose 1 to {setup.boxes}.")
    if key not in setup.offered:
        offered = ", ".join(setup.offered)
        return refuse("unknown/wager", f"{key!r} is not offered here: choose from {offered}.")
    if key == setup.follow_up:
        told = f"{setup.rules.by_key[key].title} is placed after looking at the hand."
        return refuse("rule/too-early", told, setup.procedure.plays)
    if type(amount) is not int or not 0 < amount <= LARGEST_STAKE:
        return refuse("bet/amount", f"{amount!r} is no stake: give a whole number of units.")
    price = setup.rules.prices.get(key)
    if price is not None and amount != price:
        title = setup.rules.by_key[key].title
        return refuse("bet/price", f"{title} has one posted price, {money(price)}.")
    return None


def _not_theirs(setup: Setup, by: e.Actor, bettor: str) -> Refusal | None:
    """Players bet for themselves; staff record a felt, or bet where a rulebook lets them."""
    if not bettor or not isinstance(bettor, str):
        return refuse("bet/bettor", "Say whose bet it is.")
    if by.role == "player":
        if by.name == bettor:
            return None
        return refuse("authority/not-yours", "Only the bettor or the staff may do that.")
    if setup.led_by == SELF_RUNNING and not setup.procedure.on_request:
        return refuse("authority/not-yours", "Players place their own bets at this table.")
    return None


def _not_here(round: Round, command: c.PlaceBet) -> Refusal | None:
    _, number, bettor, key, amount, seated = command
    box = round.boxes.get(number)
    if box is None:
        return None
    if not round.setup.rules.rulebook.shared_boxes and bettor not in box.stakes:
        told = f"Box {number} is taken: choose another."
        return refuse("bet/one-bettor", told)
    held = box.stakes.get(bettor, {}).get(key, 0)
    if held and key in round.setup.rules.prices:
        return refuse("rule/twice", "That wager is placed already; it is taken once.")
    if held + amount > LARGEST_STAKE:
        return refuse("bet/amount", f"{held + amount:,} is more than can be staked.")
    if seated and box.seated not in (None, bettor):
        told = f"Somebody sits at box {number}: bet standing."
        return refuse("bet/seat-taken", told, round.setup.procedure.seated)
    return None


def _rests(box: BoxState | None, wager: str, bettor: str | None) -> bool:
    """Whether the bet that another rests on is there: anybody's, or this bettor's."""
    if box is None:
        return False
    if bettor is not None:
        return wager in box.stakes.get(bettor, {})
    return any(wager in stakes for stakes in box.stakes.values())


def _within(round: Round, placed: e.BetPlaced, limit: Limit) -> Answer:
    """The bet if it keeps within the limits, and what it displaces."""
    setup, key, bettor = round.setup, placed.wager, placed.bettor
    steps, title = setup.procedure, setup.rules.by_key[key].title
    after = replay(round, [placed]).boxes[placed.box]
    amounts = area(after, key)
    mine = amounts[bettor]
    if mine % limit.increment:
        told = f"{title} is bet in steps of {money(limit.increment)}."
        return refuse("bet/increment", told, steps.limits)
    whose = setup.rules.readings.get("whose-minimum", "player")
    if bettor in under_minimum(amounts, limit, whose):
        told = f"The minimum of {title} is {money(limit.minimum)}: raise the bet."
        return refuse("rule/under-minimum", told, steps.minimum or steps.limits)
    if sum(amounts.values()) <= limit.maximum:
        return (placed,)
    cuts = displaced(amounts, bettor, limit.maximum, setup.cut_first)
    # Only who comes first can make others give way.
    if priority(setup, after) != bettor or any(cut.bettor == bettor for cut in cuts):
        room = max(limit.maximum - sum(amounts.values()) + placed.amount, 0)
        told = f"The maximum of {title} on a box is {money(limit.maximum)}: {money(room)} is left."
        return refuse("rule/over-maximum", told, steps.excess or steps.limits)
    says = "A seated player's bet comes before standing ones."
    because = e.Because((*steps.excess, *steps.seated), says=says)
    events: list[e.Event] = [placed]
    for cut in cuts:
        made = e.BetRemoved if cut.amount == amounts[cut.bettor] else e.BetReduced
        events.append(made(placed.box, cut.bettor, key, cut.amount, because))
    return (*events, *orphans(replay(round, events)))


def orphans(round: Round) -> list[e.BetRemoved]:
    """Side bets whose bet is gone go back; the rest of them follow."""
    setup, gone = round.setup, list[e.BetRemoved]()
    for number, bettor, key, stake in round.bets():
        needs = setup.needs[key]
        if needs is not None and not _rests(
            round.boxes[number], needs.wager, None if needs.anybody else bettor
        ):
            cited = setup.procedure.orphan
            policies = () if cited else ("orphan-side-bet",)
            says = f"There is no {setup.rules.by_key[needs.wager].title} for it to rest on."
            because = e.Because((*needs.clauses[:1], *cited), policies, says)
            gone.append(e.BetRemoved(number, bettor, key, stake, because))
    return gone


def take_back(round: Round, command: c.TakeBack) -> Answer:
    by, number, bettor, key, amount = command
    setup = round.setup
    box = round.boxes.get(number) if type(number) is int else None
    held = box.stakes.get(bettor, {}).get(key, 0) if box else 0
    refused = _not_theirs(setup, by, bettor)
    if refused:
        return refused
    if round.phase == IDLE or round.phase in OVER:
        return refuse("round/over", "There is no bet to take back.", setup.procedure.ends)
    if not held:
        return refuse("unknown/bet", f"{bettor} has no such bet on box {number!r}.")
    if round.phase != BETTING:
        return _withdraw(round, command)
    if amount is not None and (type(amount) is not int or not 0 < amount <= held):
        return refuse("bet/amount", f"Take back from 1 to {held}, or all of it.")
    if key in setup.rules.prices and amount not in (None, held):
        return refuse("bet/price", "A wager with a posted price is taken back whole.")
    if amount is None or amount == held:
        removed = e.BetRemoved(number, bettor, key, held)
        return (removed, *orphans(replay(round, [removed])))
    reduced = e.BetReduced(number, bettor, key, amount)
    limit = setup.limits.get(key)
    if setup.led_by == SELF_RUNNING and limit:
        left = area(replay(round, [reduced]).boxes[number], key)
        whose = setup.rules.readings.get("whose-minimum", "player")
        if bettor in under_minimum(left, limit, whose) or left[bettor] % limit.increment:
            told = f"Leave {money(limit.minimum)} or more in steps of {money(limit.increment)}."
            cited = setup.procedure.minimum or setup.procedure.limits
            return refuse("rule/under-minimum", told, cited)
    return (reduced,)


def _withdraw(round: Round, command: c.TakeBack) -> Answer:
    """After the close a bet can't be taken back; some rulebooks note it, and the bet stands."""
    _, number, bettor, key, _ = command
    steps = round.setup.procedure
    if not steps.withdrawal_stands:
        told = "No more bets were called: the bet can't be taken back."
        return refuse("rule/late-withdrawal", told, steps.late_withdrawal)
    if (number, bettor, key) in round.withdrawn:
        return refuse("rule/twice", "That bet was taken up already; it stands all the same.")
    says = "The bet stands and wins or loses with the hand."
    because = e.Because(steps.late_withdrawal, says=says)
    return (e.BetWithdrawn(number, bettor, key, because),)


def close(round: Round, command: c.CloseBets) -> Answer:
    if round.phase != BETTING:
        return refuse("round/order", "Bets are not open.", round.setup.procedure.closes)
    events: list[e.Event] = list(_unmet(round)) if round.setup.limits else []
    felt = replay(round, events)
    while lone := orphans(felt):  # A side bet may carry another.
        events += lone
        felt = replay(felt, lone)
    if round.setup.limits:
        more = list(_in_proportion(felt))
        events += more
        felt = replay(felt, more)
    if not any(has_hand(felt.setup, box) for box in felt.boxes.values()):
        told = "There is no bet that a hand is dealt to: leave the bets open."
        return refuse("round/no-bets", told, round.setup.procedure.deals)
    contribution = contributed(felt) if felt.setup.rules.prices else 0
    return (e.BetsClosed(contribution, command.by), *events)


def _unmet(round: Round) -> Iterable[e.Event]:
    """Bets under the minimum that were not raised; one that nobody noticed stands."""
    setup, steps = round.setup, round.setup.procedure
    advised = {
        one.box
        for one in round.incidents
        if (one.incident, one.remedy) == ("under-minimum", "offer-choice")
    }
    whose = setup.rules.readings.get("whose-minimum", "player")
    for key, limit in setup.limits.items():
        for number, box in sorted(round.boxes.items()):
            if setup.led_by != SELF_RUNNING and number not in advised:
                continue
            for bettor in under_minimum(area(box, key), limit, whose):
                says = "The bet was not raised to the minimum and goes back."
                because = e.Because(steps.minimum, ("unmet-minimum",), says)
                yield e.BetRemoved(number, bettor, key, box.stakes[bettor][key], because)


def _in_proportion(round: Round) -> Iterable[e.Event]:
    """What counts of bets over a maximum that nobody noticed, where the rulebook says so."""
    setup, cited = round.setup, round.setup.procedure.pro_rata
    if not cited or setup.led_by == SELF_RUNNING:
        return
    says = "The bets on this box count in proportion to the maximum."
    for key, limit in setup.limits.items():
        for number, box in sorted(round.boxes.items()):
            amounts = area(box, key)
            counts = counted(amounts, limit, setup.rules.readings, setup.rules.chip)
            for bettor, amount in amounts.items():
                if counts[bettor] < amount:
                    because = e.Because(cited, says=says)
                    yield e.BetReduced(number, bettor, key, amount - counts[bettor], because)
