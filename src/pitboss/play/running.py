"""Running a table: its own next step, so that no caller writes the order of play again.

`due` says what comes next, `command_for` makes the command of it, `run_table` goes on until people
are awaited, `best_answers` decides for those who ran out of time.

What people do is not here: while bets are open, hands are out or somebody has to choose, the table
waits, and `allowed` says for whom. `CloseBets` is due as soon as there is a bet that a hand is
dealt to; when to say it is the caller's to decide: a timer, a dealer, or the player's own button.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards.deck import DECK
from pitboss.cards.hands import row_of
from pitboss.errors import PitbossError
from pitboss.maths.odds import strategy
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.dealing import HAND, lacking
from pitboss.play.decide import carry_on, decide
from pitboss.play.player_actions import may_fold
from pitboss.play.settling import face_down, unpayable
from pitboss.play.shoe import Shoe
from pitboss.play.state import BETTING, DEALING, DECIDED, IDLE, OVER, REVEALED, Round

HOUSE = e.Actor("table", "dealer")  # Says the steps of a table that runs itself.


class Due(NamedTuple):
    """A step that the table takes by itself: a command's name, and which hand it is about."""

    command: str
    where: e.Where | None = None  # With `Reveal`: the hand to turn up.


def due(round: Round) -> Due | None:
    """The table's next step, or None while it waits for people."""
    if round.is_stopped:
        return None
    if round.phase == IDLE or round.phase in OVER:
        waits = round.before is not None and round.before.is_stopped
        return None if waits else Due("OpenBets")
    if round.phase == BETTING:
        closes = not isinstance(decide(round, c.CloseBets(HOUSE)), Refusal)
        return Due("CloseBets") if closes else None
    if round.phase == DEALING:
        return Due("Deal") if round.dealt + len(lacking(round)) <= DECK else None
    if round.phase == DECIDED:
        fourth_first = round.setup.fourth_turned == "first"
        is_down = round.fourth is not None and round.fourth not in round.faces
        return _reveal(round, e.FOURTH if fourth_first and is_down else e.DEALER)
    if round.phase == REVEALED:
        where = next(face_down(round), None)
        if where is not None:
            return _reveal(round, where)
        return None if unpayable(round) else Due("Settle")
    return None


def _reveal(round: Round, where: e.Where) -> Due | None:
    """A hand with a wrong number of cards is not turned up: somebody has to report it."""
    is_whole = len(round.places(where)) == (1 if where == e.FOURTH else HAND)
    return Due("Reveal", where) if is_whole else None


def command_for(
    round: Round, step: Due, shoe: Shoe, by: e.Actor = HOUSE, jackpot: int | None = None
) -> c.Command:
    """The command that takes a step, with cards from a shoe that knows them."""
    if step.command == "Reveal":
        assert step.where is not None
        return c.Reveal(by, step.where, shoe.hand(round.places(step.where)))
    if step.command == "Settle":
        return c.Settle(by, jackpot)
    simple: dict[str, type[c.OpenBets | c.CloseBets | c.Deal]] = {
        "OpenBets": c.OpenBets, "CloseBets": c.CloseBets, "Deal": c.Deal,
    }  # fmt: skip
    return simple[step.command](by)


def best_answers(round: Round, shoe: Shoe) -> dict[int, bool]:
    """By box: whether the best strategy plays the hand, for every hand that awaits a decision.

    For `TimeOut` at tables that decide so. It reads hidden cards: give it to `decide` only.
    """
    rules = round.setup.rules
    waiting = [box for box in sorted(round.waiting) if may_fold(round, round.boxes[box])]
    plays = strategy.hands_played(rules, strategy.BEST) if waiting else None
    return {
        box: bool(plays[row_of(shoe.hand(round.boxes[box].places))])
        for box in waiting
        if plays is not None
    }


def run_table(
    round: Round, shoe: Shoe, by: e.Actor = HOUSE, jackpot: int | None = None
) -> tuple[Round, tuple[e.Event, ...]]:
    """Take the table's own steps from the close on, until people are awaited or the round is over.

    Bets are opened and closed by the caller, who knows when.
    """
    events: tuple[e.Event, ...] = ()
    while (step := due(round)) and step.command not in ("OpenBets", "CloseBets"):
        round, answer = carry_on(round, command_for(round, step, shoe, by, jackpot))
        if isinstance(answer, Refusal):  # The shoe's cards do not fit, or the meter is missing.
            raise PitbossError(answer.code, answer.message, answer.clause)
        events += tuple(answer)
    return round, events
