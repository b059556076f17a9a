"""Betting: from “Place your bets” on, bets are placed, raised, lowered and taken back."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.language.rulebook import LARGEST_STAKE
from pitboss.language.wagers import Needs
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.apply import replay
from pitboss.play.closing import orphans
from pitboss.play.limits import bounds, displaced
from pitboss.play.setup import SELF_RUNNING, Limit, Setup
from pitboss.play.state import (
    BETTING,
    IDLE,
    OVER,
    BoxState,
    Round,
    area,
)


def open_bets(round: Round, command: c.OpenBets) -> Answer:
    setup = round.setup
    if round.phase != IDLE and round.phase not in OVER:
        message = f"Round {round.number} is not over: finish it before the next."
        return refuse("round/not-over", message, setup.procedure.ends)
    if round.before is not None and round.before.is_stopped:
        message = f"An incident of round {round.before.number} waits for its ruling."
        return refuse("round/stopped", message)
    return (e.BetsOpened(round.number + 1, setup.fingerprint, command.by),)


# Placing and taking back


def place(round: Round, command: c.PlaceBet) -> Answer:
    by, number, bettor, key, amount, seated = command
    setup = round.setup
    refused = (
        _not_open(round)
        or _no_box(setup, number)
        or _bad_wager(setup, key)
        or _bad_amount(setup, key, amount)
        or not_theirs(setup, by, bettor)
        or not_here(round, number, bettor, seated)
        or _too_much(round, number, bettor, key, amount)
    )
    if refused:
        return refused
    placed = e.BetPlaced(number, bettor, key, amount, seated, by)
    if setup.led_by != SELF_RUNNING:
        return (placed,)  # A dealer records what lies there; the close counts it.
    box = round.boxes.get(number)
    mine = {} if box is None else box.stakes.get(bettor, {})
    refused = _rests_on_nothing(setup, box, bettor, mine, key)
    if refused:
        return refused
    limit = setup.limits.get(key)
    if limit is None:
        return (placed,)
    answer = _within(round, placed, limit)
    if isinstance(answer, Refusal) or len(answer) == 1:
        return answer
    return (*answer, *orphans(replay(round, answer), by))


def set_bets(round: Round, command: c.SetBets) -> Answer:
    """What a bettor has on a box, as totals: chips go back first, then others come."""
    by, number, bettor, totals, seated = command
    setup = round.setup
    refused = _not_open(round) or _no_box(setup, number)
    if refused:
        return refused
    if not isinstance(totals, Mapping):
        return refuse("bet/amount", "Give the totals by wager, such as ante 1000.")
    wanted = {key: total for key, total in totals.items() if total != 0 or type(total) is not int}
    for key in totals:
        # A total of nothing is no stake: it takes back what lies there.
        refused = _bad_wager(setup, key)
        if not refused and key in wanted:
            refused = _bad_amount(setup, key, wanted[key])
        if refused:
            return refused
    refused = not_theirs(setup, by, bettor) or not_here(round, number, bettor, seated)
    if refused:
        return refused
    box = round.boxes.get(number)
    held = {} if box is None else box.stakes.get(bettor, {})
    events = _lowered(round, command, held, wanted)
    if isinstance(events, Refusal):
        return events
    raises = [key for key in setup.offered if wanted.get(key, 0) > held.get(key, 0)]
    if setup.led_by != SELF_RUNNING:
        raised = [_raise(command, held, key) for key in raises]
        return (*events, *raised)
    for key in wanted:
        refused = _rests_on_nothing(setup, box, bettor, wanted, key)
        if refused:
            return refused
    felt = replay(round, events)
    for key in sorted(raises, key=lambda key: setup.needs[key] is not None):
        placed, limit = _raise(command, held, key), setup.limits.get(key)
        answer = (placed,) if limit is None else _within(felt, placed, limit)
        if isinstance(answer, Refusal):
            return answer
        events += answer
        felt = replay(felt, answer)
    return (*events, *orphans(felt, by)) if events else ()


def _raise(command: c.SetBets, held: Mapping[str, int], key: str) -> e.BetPlaced:
    more = command.totals[key] - held.get(key, 0)
    return e.BetPlaced(command.box, command.bettor, key, more, command.seated, command.by)


def _lowered(
    round: Round, command: c.SetBets, held: Mapping[str, int], wanted: Mapping[str, int]
) -> list[e.Event] | Refusal:
    """The stakes that get smaller."""
    events = list[e.Event]()
    for key, stake in held.items():
        left = wanted.get(key, 0)
        if left >= stake:
            continue
        lowered = _off(round, command.by, command.box, command.bettor, key, stake - left)
        refused = _left_too_little(round, lowered) if left else None
        if refused:
            return refused
        events.append(lowered)
    return events


def take_back(round: Round, command: c.TakeBack) -> Answer:
    by, number, bettor, key, amount = command
    setup = round.setup
    box = round.boxes.get(number) if type(number) is int else None
    held = box.stakes.get(bettor, {}).get(key, 0) if box else 0
    refused = not_theirs(setup, by, bettor)
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
    lowered = _off(round, by, number, bettor, key, held if amount is None else amount)
    if isinstance(lowered, e.BetReduced):
        return _left_too_little(round, lowered) or (lowered,)
    return (lowered, *orphans(replay(round, [lowered]), by))


def _off(
    round: Round, by: e.Actor, box: int, bettor: str, key: str, amount: int
) -> e.BetReduced | e.BetRemoved:
    held = round.boxes[box].stakes[bettor][key]
    kind = e.BetRemoved if amount == held else e.BetReduced
    return kind(box, bettor, key, amount, by)


def _withdraw(round: Round, command: c.TakeBack) -> Answer:
    """After the close a bet can't be taken back; some rulebooks note it, and the bet stands."""
    by, number, bettor, key, _ = command
    steps = round.setup.procedure
    if not steps.late_withdrawal:
        message = "The rulebook does not say what becomes of a bet taken back now: report it."
        return refuse("rule/late-withdrawal", message)
    if not steps.withdrawal_stands:
        message = "No more bets were called: the bet can't be taken back."
        return refuse("rule/late-withdrawal", message, steps.late_withdrawal)
    if (number, bettor, key) in round.withdrawn:
        return refuse("rule/twice", "That bet was taken up already; it stands all the same.")
    says = "The bet stands and wins or loses with the hand."
    because = e.Because(steps.late_withdrawal, says=says)
    return (e.BetWithdrawn(number, bettor, key, because, by),)


# What is asked of a bet


def _not_open(round: Round) -> Refusal | None:
    if round.phase == BETTING:
        return None
    steps = round.setup.procedure
    if round.phase == IDLE or round.phase in OVER:
        return refuse("rule/not-open", "Wait until bets are called for.", steps.opens)
    return refuse(
        "rule/late-bet", "No more bets were called: this bet can't be taken.", steps.late_bet
    )


def _no_box(setup: Setup, number: object) -> Refusal | None:
    if type(number) is int and 1 <= number <= setup.boxes:
        return None
    return refuse("unknown/box", f"There is no box {number!r}: choose 1 to {setup.boxes}.")


def _bad_wager(setup: Setup, key: object) -> Refusal | None:
    if not isinstance(key, str) or key not in setup.offered:
        offered = ", ".join(setup.offered)
        return refuse("unknown/wager", f"{key!r} is not offered here: choose from {offered}.")
    if key == setup.follow_up:
        message = f"{setup.rules.by_key[key].title} is placed after looking at the hand."
        return refuse("rule/too-early", message, setup.procedure.plays)
    return None


def _bad_amount(setup: Setup, key: str, amount: object) -> Refusal | None:
    if type(amount) is not int or not 0 < amount <= LARGEST_STAKE:
        return refuse("bet/amount", f"{amount!r} is no stake: give a whole number of units.")
    price = setup.rules.prices.get(key)
    if price is not None and amount != price:
        title = setup.rules.by_key[key].title
        shown = setup.rules.currency.money(price)
        return refuse("bet/price", f"{title} has one posted price, {shown}.")
    return None


def not_theirs(setup: Setup, by: e.Actor, bettor: object) -> Refusal | None:
    """Players bet for themselves; staff record a felt, or bet where a rulebook lets them."""
    if not bettor or not isinstance(bettor, str):
        return refuse("bet/bettor", "Say whose bet it is.")
    if by.role == "player":
        if by.id == bettor:
            return None
        return refuse("authority/not-yours", "Only the bettor or the staff may do that.")
    if setup.led_by == SELF_RUNNING and not setup.procedure.on_request:
        return refuse("authority/not-yours", "Players place their own bets at this table.")
    return None


def not_here(round: Round, number: int, bettor: str, seated: bool) -> Refusal | None:
    """Whether this bettor may not bet on that box, or not sit there."""
    steps, box = round.setup.procedure, round.boxes.get(number)
    if box and not round.setup.rules.rulebook.shared_boxes and bettor not in box.stakes:
        return refuse("bet/one-bettor", f"Box {number} is taken: choose another.")
    if not seated:
        return None
    if box and box.seated not in (None, bettor):
        return refuse(
            "bet/seat-taken", f"Somebody sits at box {number}: bet standing.", steps.seated
        )
    for other, taken in round.boxes.items():
        if other != number and taken.seated == bettor:
            message = f"A person sits at one box, and this one sits at box {other}: bet standing."
            return refuse("bet/seated-elsewhere", message, steps.seated)
    return None


def _too_much(round: Round, number: int, bettor: str, key: str, amount: int) -> Refusal | None:
    box = round.boxes.get(number)
    held = 0 if box is None else box.stakes.get(bettor, {}).get(key, 0)
    if held and key in round.setup.rules.prices:
        return refuse("rule/twice", "That wager is placed already; it is taken once.")
    if held + amount > LARGEST_STAKE:
        return refuse("bet/amount", f"{held + amount:,} is more than can be staked.")
    return None


def rests_on(setup: Setup, box: BoxState | None, bettor: str, key: str) -> Needs | None:
    """What this wager needs among the bettor's own bets on the box, if anything.

    A dealer records a side bet by itself too: it goes back when bets are closed.
    """
    needs = setup.needs[key]
    if needs is None or setup.led_by != SELF_RUNNING:
        return None
    if needs.anybody and box is not None:
        others = (stakes for who, stakes in box.stakes.items() if who != bettor)
        if any(needs.wager in stakes for stakes in others):
            return None
    return needs


def _rests_on_nothing(
    setup: Setup, box: BoxState | None, bettor: str, mine: Mapping[str, int], key: str
) -> Refusal | None:
    """Whether the bet that this wager needs is missing, the bettor's stakes being `mine`."""
    needs = rests_on(setup, box, bettor, key)
    if needs is None or needs.wager in mine:
        return None
    whose = "anybody's" if needs.anybody else "your own"
    title, base = setup.rules.by_key[key].title, setup.rules.by_key[needs.wager].title
    message = f"{title} rests on {whose} {base} on that box: place it first."
    return refuse("rule/orphan-side-bet", message, needs.clauses)


# Limits


def _within(round: Round, placed: e.BetPlaced, limit: Limit) -> Answer:
    """The bet if it keeps within the limits, and what it displaces."""
    setup, key, bettor = round.setup, placed.wager, placed.bettor
    box = round.boxes.get(placed.box)
    after = replay(round, [placed]).boxes[placed.box]
    amounts = area(after, key)
    refused = _off_limits(setup, box, placed, amounts[bettor])
    if refused:
        return refused
    if sum(amounts.values()) <= limit.maximum:
        return (placed,)
    steps = setup.procedure
    says = "A seated player's bet comes before standing ones."
    because = e.Because((*steps.excess, *steps.seated), says=says)
    events: list[e.Event] = [placed]
    for cut in displaced(amounts, bettor, limit.maximum, setup.cut_first):
        kind = e.BetRemoved if cut.amount == amounts[cut.bettor] else e.BetReduced
        events.append(kind(placed.box, cut.bettor, key, cut.amount, placed.by, because))
    return events


def _off_limits(
    setup: Setup, box: BoxState | None, placed: e.BetPlaced, total: int
) -> Refusal | None:
    """Whether a bettor's total is outside the limits, and what to do about it."""
    key, limit = placed.wager, setup.limits[placed.wager]
    steps, title = setup.procedure, setup.rules.by_key[key].title
    money = setup.rules.currency.money
    ranges, step = allowed = bounds(setup, box, placed.bettor, key, placed.seated)
    if allowed.allow(total):
        return None
    if total % step:
        return refuse("bet/increment", f"{title} is bet in steps of {money(step)}.", steps.limits)
    if total < limit.minimum and not any(least <= total for least, _ in ranges):
        message = f"The minimum of {title} is {money(limit.minimum)}: raise the bet."
        return refuse("rule/under-minimum", message, steps.minimum or steps.limits)
    room = max((most for _, most in ranges if most < total), default=0) - total + placed.amount
    message = (
        f"The maximum of {title} on a box is {money(limit.maximum)}: {money(max(room, 0))} is left."
    )
    return refuse("rule/over-maximum", message, steps.excess or steps.limits)


def _left_too_little(round: Round, lowered: e.BetReduced | e.BetRemoved) -> Refusal | None:
    """Whether what is left of a stake keeps within the limits no more."""
    setup, key = round.setup, lowered.wager
    limit = setup.limits.get(key)
    if setup.led_by != SELF_RUNNING or limit is None:
        return None
    box = round.boxes[lowered.box]
    left = box.stakes[lowered.bettor][key] - lowered.amount
    if bounds(setup, box, lowered.bettor, key).allow(left):
        return None
    money = setup.rules.currency.money
    message = f"Leave {money(limit.minimum)} or more in steps of {money(limit.increment)}."
    cited = setup.procedure.minimum or setup.procedure.limits
    return refuse("rule/under-minimum", message, cited)
