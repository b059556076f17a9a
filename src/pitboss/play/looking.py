"""Hands are looked at, and returned, folded or played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.dealing import HAND
from pitboss.play.refusal import Refusal, refuse
from pitboss.play.setup import BEST
from pitboss.play.state import (
    CONTINUE,
    EXAMINING,
    BoxState,
    Round,
    seated_player,
)
from pitboss.play.turning import wrong_cards

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
