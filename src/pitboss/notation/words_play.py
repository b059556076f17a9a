"""What followed, in words: bets and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards.deck import signs
from pitboss.cards.hand_names import POINTS
from pitboss.cards.hands import row_of
from pitboss.language.pays import money
from pitboss.language.policies import TIME_OUT
from pitboss.notation.wording import (
    cited,
    faces,
    hand,
    listed,
    printable,
    start_of,
    title,
    who,
    why,
)
from pitboss.play import events as e
from pitboss.play.dealing import HAND, order
from pitboss.play.state import Round
from pitboss.table.announcements import announced

# Bets


def opened(round: Round, event: e.BetsOpened) -> Iterator[str]:
    said = cited(round.setup.procedure.opens)
    yield f"Round {event.round}: “Place your bets, please”{said}."


def placed(round: Round, event: e.BetPlaced) -> Iterator[str]:
    box, wager = round.boxes.get(event.box), round.setup.rules.by_key[event.wager]
    held = box.stakes.get(event.bettor, {}).get(event.wager, 0) if box else 0
    did = f"bets {money(event.amount)} on {wager.title}"
    if held:
        total = money(held + event.amount)
        did = f"raises {wager.title} by {money(event.amount)} to {total}"
    place = f"seated at box {event.box}" if event.seated else f"box {event.box}"
    by = "" if event.by.role == "player" else f", placed by {who(event.by)}"
    clauses = wager.needs.clauses[:1] if wager.needs else wager.clauses
    others = (box.stakes for number, box in round.boxes.items() if number != event.box)
    if any(event.bettor in stakes for stakes in others):
        clauses = (*clauses, *round.setup.procedure.other_boxes)
    yield f"{printable(event.bettor)} {did}, {place}{by}{cited(clauses)}."


def reduced(round: Round, event: e.BetReduced) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    amount = money(event.amount)
    left = money(round.boxes[event.box].stakes[event.bettor][event.wager] - event.amount)
    if event.because is None:
        yield f"{bettor} takes back {amount} of {name}, box {event.box}: {left} is left."
        return
    comes_off = f"{amount} of {bettor}'s {name} comes off box {event.box} and {left} counts"
    yield f"{comes_off}{why(event.because)}"


def removed(round: Round, event: e.BetRemoved) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    amount = money(event.amount)
    if event.because is None:
        yield f"{bettor} takes {name} back, {amount}, box {event.box}."
        return
    yield f"{bettor}'s {name} of {amount} comes off box {event.box}{why(event.because)}"


def withdrawn(round: Round, event: e.BetWithdrawn) -> Iterator[str]:
    name, bettor = title(round.setup, event.wager), printable(event.bettor)
    yield f"{bettor} takes the chips of {name} off box {event.box}{why(event.because)}"


def closed(round: Round, event: e.BetsClosed) -> Iterator[str]:
    contributed = sum(part.amount for part in event.contributions)
    fed = f"; {money(contributed)} goes into the meter" if contributed else ""
    yield f"“No more bets”{fed}{cited(round.setup.procedure.closes)}."


# Cards


def dealt(round: Round, event: e.Dealt) -> Iterator[str]:
    steps = round.setup.procedure
    by_count: dict[int, list[e.Where]] = {}
    for where, places in event.hands:
        by_count.setdefault(len(places), []).append(where)
    sentence = "; ".join(_dealt_so(count, to) for count, to in by_count.items())
    if not _is_due(round, event):
        sentence += ", which is not the order of the deal"
    if not event.is_last:
        sentence += "; the deal goes on"
    by_shuffler = steps.shuffler_dealing and not round.setup.by_ones
    yield f"{start_of(sentence)}{cited(steps.shuffler_dealing if by_shuffler else steps.deals)}."


def _dealt_so(count: int, to: Sequence[e.Where]) -> str:
    number = POINTS[count].lower() if count < len(POINTS) else str(count)
    boxes = [str(one) for one in to if isinstance(one, int)]
    hands = [f"{'boxes' if len(boxes) > 1 else 'box'} {listed(boxes)}"] if boxes else []
    for one in to:
        if isinstance(one, str):
            hands.append("the fourth place" if one == e.FOURTH else hand(one))
    each = " each" if len(to) > 1 else ""
    return f"{number} {'card' if count == 1 else 'cards'}{each} to {listed(hands)}"


def _is_due(round: Round, event: e.Dealt) -> bool:
    """Whether the next cards went where the rulebook has them go."""
    went = {place: where for where, places in event.hands for place in places}
    due = order(round)[round.dealt :][: len(went)]
    return dict(enumerate(due, round.dealt)) == went


def corrected(round: Round, event: e.CardCorrected) -> Iterator[str]:
    now, was = signs([event.card]), signs([event.was])
    whose = "the dealer's hand" if event.where == e.DEALER else hand(event.where)
    yield f"{start_of(who(event.by))} corrects {was} of {whose}, which was mistyped: it is {now}."


def examined(round: Round, event: e.HandExamined) -> Iterator[str]:
    said = cited(round.setup.procedure.examines)
    yield f"{printable(event.player)} looks at the hand of box {event.box}{said}."


def returned(round: Round, event: e.HandReturned) -> Iterator[str]:
    steps = round.setup.procedure
    did = f"{printable(event.player)} returns box {event.box}"
    if event.automatic:
        yield f"Time is up: box {event.box} stays face down{cited((), (TIME_OUT.key,))}."
    elif event.faces:
        yield f"{did}: {faces(round, event.box, event.faces)}{cited(steps.returns)}."
    else:
        yield f"{did} face down{cited(steps.keeps or steps.returns)}."


def folded(round: Round, event: e.Folded) -> Iterator[str]:
    late = "Time is up: " if event.automatic else ""
    said = cited(round.setup.procedure.folds)
    yield f"{late}{printable(event.bettor)} folds, box {event.box}{said}."


def played(round: Round, event: e.Played) -> Iterator[str]:
    late = "Time is up: " if event.automatic else ""
    name, said = title(round.setup, event.wager), cited(round.setup.procedure.plays)
    bets = f"plays with {money(event.amount)} on {name}"
    yield f"{late}{printable(event.bettor)} {bets}, box {event.box}{said}."


def revealed(round: Round, event: e.Revealed) -> Iterator[str]:
    steps, shown = round.setup.procedure, faces(round, event.where, event.faces)
    if event.where == e.FOURTH:
        yield f"The fourth card is {shown}{cited(steps.fourth)}."
    else:
        said = steps.reveals if event.where == e.DEALER else steps.compares
        yield f"{start_of(hand(event.where))} shows {shown}{cited(said)}."
    if event.where == e.DEALER and steps.announces:
        cards = [*round.cards(e.DEALER), *(card for _, card in event.faces)]
        if len(cards) == HAND:
            told = announced(round.setup.rules, row_of(cards))
            yield f"The dealer announces: {told}{cited(steps.reveals)}."
