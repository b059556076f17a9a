"""`decide`: what a command leads to, as events, or why it is refused. Nothing changes by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.play import (
    betting,
    closing,
    dealing,
    incidents,
    player_actions,
    revealing,
    rulings,
    settling,
)
from pitboss.play import commands as c
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.apply import replay
from pitboss.play.rulings import RANK
from pitboss.play.setup import Setup
from pitboss.play.state import Round


class Handler(NamedTuple):
    answer: Callable[[Round, Any], Answer]
    least: int = 0  # The role it takes: a player's, the dealer's, the pit supervisor's.
    stops: bool = True  # Whether an open incident keeps it waiting.


def start(setup: Setup) -> Round:
    """A table at which no round has begun."""
    return Round(setup)


def decide(round: Round, command: c.Command) -> Answer:
    """The events that this command leads to, or a refusal."""
    answer, least, stops = HANDLERS[type(command)]
    rank = RANK.get(command.by.role)
    if rank is None:
        return refuse("authority/role", f"There is no role {command.by.role!r}.")
    if rank < least:
        needed = list(RANK)[least].replace("-", " ")
        return refuse("authority/role", f"That is for the {needed} or above.")
    if stops and round.incidents and round.is_stopped:
        message = "Play has stopped for an incident: it is ruled on first."
        return refuse("round/stopped", message)
    return answer(round, command)


def carry_on(round: Round, command: c.Command) -> tuple[Round, Answer]:
    """Decide and apply: the round after the command, and its events or the refusal."""
    answer = decide(round, command)
    return (round, answer) if isinstance(answer, Refusal) else (replay(round, answer), answer)


def _about(answer: Callable[[Round, Round, Any], Answer]) -> Callable[[Round, Any], Answer]:
    """A command about a round that may be the one before."""

    def answered(round: Round, command: Any) -> Answer:
        target = incidents.concerned(round, command.round)
        return target if isinstance(target, Refusal) else answer(round, target, command)

    return answered


DEALER, SUPERVISOR = RANK["dealer"], RANK["pit-supervisor"]
HANDLERS: dict[type[c.Command], Handler] = {
    c.OpenBets: Handler(betting.open_bets, DEALER),
    c.PlaceBet: Handler(betting.place),
    c.SetBets: Handler(betting.set_bets),
    c.TakeBack: Handler(betting.take_back),
    c.CloseBets: Handler(closing.close, DEALER),
    c.Deal: Handler(dealing.deal, DEALER),
    c.Examine: Handler(player_actions.examine),
    c.ReturnHand: Handler(player_actions.return_hand),
    c.Fold: Handler(player_actions.fold),
    c.Play: Handler(player_actions.play),
    c.TimeOut: Handler(player_actions.time_out, DEALER, stops=False),
    c.Reveal: Handler(revealing.reveal, DEALER),
    c.CorrectCard: Handler(revealing.correct_card, DEALER, stops=False),
    c.ReportIncident: Handler(_about(incidents.report), DEALER, stops=False),
    c.GiveRuling: Handler(_about(rulings.give), DEALER, stops=False),
    c.Choose: Handler(_about(rulings.choose), stops=False),
    c.Settle: Handler(settling.settle, DEALER),
    c.CorrectPayment: Handler(_about(settling.correct_payment), SUPERVISOR, stops=False),
}
