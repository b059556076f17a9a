"""Hands are looked at, returned, folded or played, and turned up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.cards import DECK, name
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.dealing import HAND, named
from pitboss.play.refusal import Refusal, refuse
from pitboss.play.setup import BEST
from pitboss.play.state import (
    CONTINUE,
    DECIDED,
    EXAMINING,
    REVEALED,
    BoxState,
    Round,
    seated_player,
)

Answer = Sequence[e.Event] | Refusal


def examine(round: Round, command: c.Examine) -> Answer:
    steps, who = round.setup.procedure, command.by.name
    box = _box(round, command.box)
    if isinstance(box, Refusal):
        return box
    if command.by.role != "player":
        told = "Only a player looks at a hand before it is turned up."
        return refuse("authority/not-yours", told, steps.examines)
    if box.examined_by is not None:
        return refuse("rule/twice", f"The hand of box {command.box} was looked at already.")
    if who != examiner(round, box):
        told = f"The hand of box {command.box} is another's to look at."
        return refuse("authority/not-yours", told, steps.seated or steps.examines)
    if steps.one_hand and any(other.examined_by == who for other in round.boxes.values()):
        told = "A player with bets on several boxes looks at one hand only."
        return refuse("rule/one-hand", told, steps.one_hand)
    return (e.HandExamined(command.box, who),)


def examiner(round: Round, box: BoxState) -> str | None:
    """Who looks at a hand: its bettor, or of several the one who counts as seated."""
    return seated_player(box, round.setup.first)


def _box(round: Round, number: int) -> BoxState | Refusal:
    """A box whose hand is still out."""
    if round.phase != EXAMINING:
        told = "Hands are out between the deal and the dealer's hand."
        return refuse("round/order", told, round.setup.procedure.examines)
    box = round.boxes.get(number) if type(number) is int else None
    if box is None or not box.stakes or not box.places:
        return refuse("unknown/box", f"There is no hand in play on box {number!r}.")
    if number not in round.waiting:
        return refuse("rule/twice", f"The hand of box {number} is back already.")
    return box


def _not_theirs(round: Round, by: e.Actor, box: BoxState) -> Refusal | None:
    if by.role != "player" or by.name == examiner(round, box):
        return None
    return refuse("authority/not-yours", "That hand is another player's.")


def may_fold(round: Round, box: BoxState) -> bool:
    """Whether this hand has the bet that can be folded."""
    if round.setup.follow_up is None:
        return False
    (stakes,) = box.stakes.values()  # Where hands fold, a box has one bettor.
    return round.setup.first in stakes


def return_hand(round: Round, command: c.ReturnHand) -> Answer:
    steps, setup = round.setup.procedure, round.setup
    box = _box(round, command.box)
    if isinstance(box, Refusal):
        return box
    if may_fold(round, box):
        return refuse("round/decide", "Fold this hand or play it.", steps.plays)
    refused = _not_theirs(round, command.by, box)
    if refused:
        return refused
    if setup.follow_up or not setup.face_up:
        if command.cards:
            return refuse("cards/face-down", "This hand stays face down.", steps.keeps)
        return (e.HandReturned(command.box, (), _player(command.by)),)
    cards = tuple(card for card in command.cards if card is not None)
    if len(cards) != HAND:
        return refuse(
            "cards/count", "Hands come back face up: name the three cards.", steps.returns
        )
    return wrong_cards(round, command.box, cards) or (
        e.HandReturned(command.box, cards, _player(command.by)),
    )


def fold(round: Round, command: c.Fold) -> Answer:
    bettor = _decides(round, command.by, command.box)
    if isinstance(bettor, Refusal):
        return bettor
    return (e.Folded(command.box, bettor, by=_player(command.by)),)


def play(round: Round, command: c.Play) -> Answer:
    bettor = _decides(round, command.by, command.box)
    if isinstance(bettor, Refusal):
        return bettor
    ante = _ante(round, command.box, bettor)
    return (e.Played(command.box, bettor, ante, by=_player(command.by)),)


def _player(by: e.Actor) -> str:
    """The player who handled the cards; nobody where the staff did."""
    return by.name if by.role == "player" else ""


def _decides(round: Round, by: e.Actor, number: int) -> str | Refusal:
    """Whose decision it is, if there is one to make."""
    steps, setup = round.setup.procedure, round.setup
    if setup.follow_up is None:
        return refuse("bet/fold", f"Nobody folds or plays on in {setup.rules.key}.")
    box = _box(round, number)
    if isinstance(box, Refusal):
        return box
    if not may_fold(round, box):
        told = f"There is no {setup.rules.by_key[setup.first].title} on box {number} to decide on."
        return refuse("bet/fold", told, steps.keeps or steps.folds)
    return _not_theirs(round, by, box) or next(iter(box.stakes))


def _ante(round: Round, number: int, bettor: str) -> int:
    return round.boxes[number].stakes[bettor][round.setup.first]


def time_out(round: Round, command: c.TimeOut) -> Answer:
    """The decisions that nobody made, as this table has announced beforehand."""
    if round.is_stopped:
        return _unchosen(round)
    if round.phase != EXAMINING or round.setup.follow_up is None:
        told = "There is no decision whose time could run out."
        return refuse("round/order", told, round.setup.procedure.plays)
    if round.setup.out_of_time == BEST and any(
        number not in command.best
        for number in round.waiting
        if may_fold(round, round.boxes[number])
    ):
        told = "This table decides by the best strategy: say what it says for each box."
        return refuse("round/best", told)
    return tuple(_automatic(round, command))


def _unchosen(round: Round) -> Answer:
    """Who does not choose after a dealing error goes on with the hand."""
    events = [
        e.OptionChosen(round.number, number, box, bettor, CONTINUE, automatic=True)
        for number, one in enumerate(round.incidents)
        for box, bettor in sorted(one.choosing)
    ]
    return events or refuse("round/stopped", "Play has stopped for an incident: rule on it first.")


def _automatic(round: Round, command: c.TimeOut) -> Iterable[e.Event]:
    plays = command.best if round.setup.out_of_time == BEST else {}
    for number in sorted(round.waiting):
        box = round.boxes[number]
        if not may_fold(round, box):
            yield e.HandReturned(number, ())
            continue
        bettor = next(iter(box.stakes))
        if plays.get(number):
            yield e.Played(number, bettor, _ante(round, number, bettor), automatic=True)
        else:
            yield e.Folded(number, bettor, automatic=True)


def reveal(round: Round, command: c.Reveal) -> Answer:
    where, cards = command.where, tuple(command.cards)
    refused = _too_soon(round, where) or wrong_cards(round, where, cards)
    # The dealer's hand may have been turned up by mistake, and is shown all the same.
    if not refused and where != e.DEALER and round.faces.keys() >= set(round.places(where)):
        return refuse("rule/twice", "That hand is face up already; a card can be corrected.")
    return refused or (e.Revealed(where, cards),)


def _too_soon(round: Round, where: e.Where) -> Refusal | None:
    steps, setup = round.setup.procedure, round.setup
    if where == e.FOURTH:
        if not setup.rules.rulebook.fourth_card:
            return refuse("cards/fourth", f"There is no fourth card in {setup.rules.key}.")
        if round.phase != (REVEALED if setup.fourth_turned == "last" else DECIDED):
            told = "The fourth card is not turned yet."
            return refuse("round/order", told, steps.fourth)
        return None
    if where == e.DEALER:
        if round.phase != DECIDED:
            told = "The dealer's hand is turned once, after every hand is back."
            return refuse("round/order", told, steps.reveals)
        if setup.fourth_turned == "first" and round.fourth not in (None, *round.faces):
            return refuse("round/order", "The fourth card is turned first.", steps.fourth)
        return None
    if type(where) is not int or not round.places(where):
        return refuse("unknown/box", f"There is no hand on box {where!r}.")
    if round.phase != REVEALED:
        told = "Hands are turned up after the dealer's."
        return refuse("round/order", told, steps.compares)
    return None


def wrong_cards(round: Round, where: e.Where, cards: Sequence[int | None]) -> Refusal | None:
    """Whether these can't be cards of that hand: all three, or those that are turned now."""
    places, faces = round.places(where), round.faces
    wanted = 1 if where == e.FOURTH else HAND
    if len(places) != wanted:
        told = f"{named(where)} has {len(places)} cards and not {wanted}: report it."
        return refuse("cards/count", told)
    for card in cards:
        if card is not None and (type(card) is not int or not 0 <= card < DECK):
            return refuse("cards/unknown", "Name each card by rank and suit, such as Qh.")
    known = [faces[place] for place in places if place in faces]
    if None in cards:
        if len(cards) != wanted or any(
            card is not None and faces.get(place, card) != card
            for place, card in zip(places, cards, strict=False)
        ):
            return refuse("cards/differ", "Name the hand card by card, ?? for one that is down.")
        turned = [card for card in cards if card is not None]
        fresh = [
            card
            for place, card in zip(places, cards, strict=True)
            if card is not None and place not in faces
        ]
        cards = turned
    else:
        fresh = [card for card in cards if card is not None and card not in known]
    if known and len(cards) == wanted and len(fresh) + len(known) != wanted:
        return refuse("cards/differ", "A card of that hand that lies face up is another.")
    if len(fresh) > wanted - len(known) or not cards:
        return refuse("cards/count", f"{len(cards)} cards where {wanted} should be.")
    up = set(faces.values())
    for card in fresh:
        if card in up:
            told = f"{name(card)} was dealt already; one deck holds it once."
            return refuse("cards/twice", told)
        up.add(card)
    return None


def correct_card(round: Round, command: c.CorrectCard) -> Answer:
    """A mistyped card, until settlement."""
    by, where, was, card = command
    if round.phase not in (EXAMINING, DECIDED, REVEALED):
        told = "A card is corrected before settlement; afterwards a payment is."
        return refuse("round/order", told, round.setup.procedure.ends)
    if any(type(one) is not int or not 0 <= one < DECK for one in (was, card)):
        return refuse("cards/unknown", "Name the card by rank and suit, such as Qh.")
    places = round.places(where) if type(where) in (int, str) else ()
    found = [place for place in places if round.faces.get(place) == was]
    if not found:
        return refuse("cards/unknown", f"{named(where)} has no such card face up.")
    if card in round.faces.values():
        return refuse("cards/twice", f"{name(card)} was dealt already; one deck holds it once.")
    return (e.CardCorrected(where, found[0], was, card, by),)
