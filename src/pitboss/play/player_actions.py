"""Hands are looked at, and returned, folded or played.

These are the player's acts, whoever types them: a dealer records what a player did. Only what a
time-out does is nobody's act.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.language.policies import TIME_OUT
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.apply import replay
from pitboss.play.closing import off, orphans
from pitboss.play.dealing import HAND
from pitboss.play.revealing import turned, wrong_cards
from pitboss.play.setup import BEST, SEATED_PLAYER
from pitboss.play.state import (
    BETTING,
    CONTINUE,
    EXAMINING,
    BoxState,
    Round,
    area,
    seated_player,
)


def examine(round: Round, command: c.Examine) -> Answer:
    steps = round.setup.procedure
    box = _box(round, command.box)
    if isinstance(box, Refusal):
        return box
    if box.examined_by is not None:
        return refuse("rule/twice", f"The hand of box {command.box} was looked at already.")
    player = examiner(round, box)
    if command.by.role == "player" and command.by.id != player:
        message = f"The hand of box {command.box} is another's to look at."
        by_seat = steps.seated if round.setup.examiner == SEATED_PLAYER else ()
        return refuse("authority/not-yours", message, by_seat or steps.examines)
    if steps.one_hand and any(other.examined_by == player for other in round.boxes.values()):
        message = "A player with bets on several boxes looks at one hand only."
        return refuse("rule/one-hand", message, steps.one_hand)
    return (e.HandExamined(command.box, player, command.by),)


def examiner(round: Round, box: BoxState) -> str:
    """Who looks at a hand: its bettor, or of several the one that the table's set-up names."""
    setup = round.setup
    if len(box.stakes) > 1 and setup.examiner != SEATED_PLAYER:
        bets = area(box, setup.first)
        if setup.examiner == "highest" and bets:
            return max(bets, key=lambda bettor: bets[bettor])
        return box.came[0][1]
    player = seated_player(box, setup.first)
    assert player is not None
    return player


def _box(round: Round, number: int) -> BoxState | Refusal:
    """A box whose hand is still out."""
    if round.phase != EXAMINING:
        message = "Hands are out between the deal and the dealer's hand."
        return refuse("round/order", message, round.setup.procedure.examines)
    box = round.boxes.get(number) if type(number) is int else None
    if box is None or not box.stakes or not box.places:
        return refuse("unknown/box", f"There is no hand in play on box {number!r}.")
    if number not in round.waiting:
        return refuse("rule/twice", f"The hand of box {number} is back already.")
    return box


def _not_theirs(round: Round, by: e.Actor, box: BoxState) -> Refusal | None:
    if by.role != "player" or by.id == examiner(round, box):
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
    player = examiner(round, box)
    if not setup.comes_back_up:
        if command.cards:
            return refuse("cards/face-down", "This hand stays face down.", steps.keeps)
        return (e.HandReturned(command.box, player, (), command.by),)
    cards = tuple(card for card in command.cards if card is not None)
    if len(cards) != HAND:
        return refuse(
            "cards/count", "Hands come back face up: name the three cards.", steps.returns
        )
    faces = turned(round, command.box, cards)
    return wrong_cards(round, command.box, cards) or (
        e.HandReturned(command.box, player, faces, command.by),
    )


def fold(round: Round, command: c.Fold) -> Answer:
    bettor = _decides(round, command.by, command.box)
    if isinstance(bettor, Refusal):
        return bettor
    return (e.Folded(command.box, bettor, command.by),)


def play(round: Round, command: c.Play) -> Answer:
    bettor = _decides(round, command.by, command.box)
    if isinstance(bettor, Refusal):
        return bettor
    return (_played(round, command.box, bettor, command.by),)


def _played(round: Round, box: int, bettor: str, by: e.Actor, automatic: bool = False) -> e.Played:
    setup = round.setup
    ante = round.boxes[box].stakes[bettor][setup.first]
    return e.Played(box, bettor, str(setup.follow_up), ante, by, automatic)


def _decides(round: Round, by: e.Actor, number: int) -> str | Refusal:
    """Whose decision it is, if there is one to make."""
    steps, setup = round.setup.procedure, round.setup
    if setup.follow_up is None:
        return refuse("bet/fold", f"Nobody folds or plays on in {setup.rules.key}.")
    box = _box(round, number)
    if isinstance(box, Refusal):
        return box
    if not may_fold(round, box):
        message = (
            f"There is no {setup.rules.by_key[setup.first].title} on box {number} to decide on."
        )
        return refuse("bet/fold", message, steps.keeps or steps.folds)
    return _not_theirs(round, by, box) or next(iter(box.stakes))


# Time


def time_out(round: Round, command: c.TimeOut) -> Answer:
    """What was not done in time: bets, decisions and choices that a player is awaited for."""
    events = _unchosen(round, command)
    settled = round.setup.procedure.walked_away
    if round.is_stopped:
        message = "Play has stopped for an incident: rule on it first."
        return events or refuse("round/stopped", message)
    if round.phase == BETTING and not settled:
        events += _left_behind(round, command)
    elif round.phase == EXAMINING:
        if round.setup.out_of_time == BEST and any(
            number not in command.best
            for number in _awaited(round, command)
            if may_fold(round, round.boxes[number])
        ):
            message = "This table decides by the best strategy: say what it says for each box."
            return refuse("round/best", message)
        events += _automatic(round, command)
    if events:
        return events
    if round.phase == BETTING and settled and _has_bets(round, command):
        message = "The bets of a player who has left stay, and are settled with the round."
        return refuse("rule/walked-away", message, settled)
    message = "Nobody is awaited whose time could run out: the table goes on by itself."
    return refuse("round/order", message, round.setup.procedure.plays)


def _unchosen(round: Round, command: c.TimeOut) -> list[e.Event]:
    """Who does not choose after a dealing error goes on with the hand."""
    rounds = (round,) if round.before is None else (round.before, round)
    return [
        e.OptionChosen(target.number, number, box, bettor, CONTINUE, command.by, automatic=True)
        for target in rounds
        for number, incident in enumerate(target.incidents)
        for box, bettor in sorted(incident.choosing)
        if command.bettor in (None, bettor)
    ]


def _has_bets(round: Round, command: c.TimeOut) -> bool:
    """Whether those whose time is up have bets on the table."""
    return any(command.bettor in (None, bettor) for _, bettor, _, _ in round.bets())


def _left_behind(round: Round, command: c.TimeOut) -> list[e.Event]:
    """Open bets of those who are gone go back, and what rested on them."""
    because = e.Because((), (TIME_OUT.key,), "The bettor's time is up before bets were closed.")
    gone: list[e.Event] = [
        off(round, command.by, because, box, bettor, wager)
        for box, bettor, wager, _ in round.bets()
        if command.bettor in (None, bettor)
    ]
    return [*gone, *orphans(replay(round, gone), command.by)] if gone else []


def _awaited(round: Round, command: c.TimeOut) -> list[int]:
    """The boxes whose hands are awaited from those whose time is up."""
    return [
        number
        for number in sorted(round.waiting)
        if command.bettor in (None, examiner(round, round.boxes[number]))
    ]


def _automatic(round: Round, command: c.TimeOut) -> Iterator[e.Event]:
    """Hands are decided as this table has announced beforehand, or come back face down.

    Where hands come back face up, the dealer turns those of a time-out after his own.
    """
    plays = command.best if round.setup.out_of_time == BEST else {}
    for number in _awaited(round, command):
        box = round.boxes[number]
        if not may_fold(round, box):
            yield e.HandReturned(number, examiner(round, box), (), command.by, automatic=True)
            continue
        bettor = next(iter(box.stakes))
        if plays.get(number):
            yield _played(round, number, bettor, command.by, automatic=True)
        else:
            yield e.Folded(number, bettor, command.by, automatic=True)
