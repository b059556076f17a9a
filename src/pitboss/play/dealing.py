"""The deal: from the dealer's left, clockwise, the dealer last; places in the shoe, no cards."""

from __future__ import annotations

from functools import lru_cache

from pitboss.cards.deck import DECK
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.apply import with_hands
from pitboss.play.setup import SELF_RUNNING, Setup
from pitboss.play.state import DEALING, BoxState, Round

HAND = 3


def named(where: e.Where) -> str:
    """A hand as people call it."""
    return f"Box {where}" if isinstance(where, int) else f"The {where}"


def order(round: Round) -> tuple[e.Where, ...]:
    """To whom each card goes, the first card first."""
    setup = round.setup
    if setup.only_staked:
        boxes = tuple(sorted([n for n, box in round.boxes.items() if has_hand(setup, box)]))
    else:
        boxes = tuple(range(1, setup.boxes + 1))
    return _order(boxes, setup.by_ones, setup.rules.rulebook.fourth_card)


def has_hand(setup: Setup, box: BoxState) -> bool:
    """Whether a bet on this box has a hand dealt to it."""
    carries = setup.carries_hand
    return any(not carries.isdisjoint(stakes) for stakes in box.stakes.values())


@lru_cache(maxsize=1024)
def _order(boxes: tuple[int, ...], by_ones: bool, fourth: bool) -> tuple[e.Where, ...]:
    hands: tuple[e.Where, ...] = (*boxes, e.DEALER)  # Box 1 is at the dealer's left.
    cards = hands * HAND if by_ones else tuple(hand for hand in hands for _ in range(HAND))
    return (e.FOURTH, *cards) if fourth else cards


def deal(round: Round, command: c.Deal) -> Answer:
    steps = round.setup.procedure
    if round.phase != DEALING:
        return refuse("round/order", "Cards are dealt once, after “No more bets”.", steps.deals)
    if command.hands:
        return _as_it_lies(round, command)
    due = lacking(round)
    count = len(due) if command.cards is None else command.cards
    if type(count) is not int or not 0 <= count <= len(due) or (due and not count):
        return refuse("round/cards", f"Deal from 1 to {len(due)} cards.", steps.deals)
    if round.dealt + count > DECK:
        message = "There are not enough cards left in the shoe: report it."
        return refuse("round/cards", message, steps.deals)
    return (_dealt(round, _grouped(due[:count], round.dealt), count == len(due), command.by),)


def _dealt(round: Round, hands: e.Hands, is_last: bool, by: e.Actor) -> e.Dealt:
    waits_for = [number for number, box in round.boxes.items() if box.stakes] if is_last else []
    return e.Dealt(hands, is_last, tuple(sorted(waits_for)), by)


def lacking(round: Round) -> tuple[e.Where, ...]:
    """To whom the cards go that are still to come."""
    targets = order(round)
    if not round.dealt:
        return targets
    held = {where: len(places) for where, places in round.hands()}
    due = []
    for where in targets:
        if held.get(where, 0):
            held[where] -= 1
        else:
            due.append(where)
    return tuple(due)


def dealt_out(round: Round) -> Round:
    """The round once the cards that are still to come lie where they are due."""
    if round.phase != DEALING:
        return round
    due = _grouped(lacking(round), round.dealt)
    return with_hands(round, tuple((where, round.places(where) + new) for where, new in due))


@lru_cache(maxsize=1024)
def _grouped(targets: tuple[e.Where, ...], first: int) -> e.Hands:
    """The next places of the shoe, by the hand they go to."""
    places: dict[e.Where, list[int]] = {}
    for place, where in enumerate(targets, first):
        places.setdefault(where, []).append(place)
    return tuple((where, tuple(held)) for where, held in places.items())


def _as_it_lies(round: Round, command: c.Deal) -> Answer:
    """A dealer records where the cards went, rightly or wrongly."""
    if round.setup.led_by == SELF_RUNNING:
        return refuse("round/cards", "This table deals by itself.", round.setup.procedure.deals)
    wrong = wrong_places(round, command.hands, frozenset(range(round.dealt, DECK)))
    if not wrong and round.fourth is not None and dict(command.hands).get(e.FOURTH):
        return refuse(
            "rule/twice", "The fourth card is dealt already.", round.setup.procedure.fourth
        )
    return wrong or (_dealt(round, command.hands, command.is_last, command.by),)


def wrong_places(round: Round, hands: e.Hands, allowed: frozenset[int]) -> Refusal | None:
    """Whether hands as told lie at places that don't exist, are taken, or are there twice."""
    known: set[e.Where] = {*range(1, round.setup.boxes + 1), e.DEALER}
    if round.setup.rules.rulebook.fourth_card:
        known.add(e.FOURTH)
    for where, _ in hands:
        if type(where) not in (int, str) or where not in known:
            return refuse("unknown/box", f"There is no box {where!r} at this table.")
    if len({where for where, _ in hands}) != len(hands):
        return refuse("rule/twice", "A hand is named twice.")
    if len(dict(hands).get(e.FOURTH, ())) > 1:
        return refuse("cards/count", "There is one fourth card.", round.setup.procedure.fourth)
    places = [place for _, held in hands for place in held]
    are_there = all(type(place) is int and place in allowed for place in places)
    if not are_there or len(set(places)) != len(places):
        return refuse("cards/dealt", "A card is dealt once, from the places that are left.")
    return None
