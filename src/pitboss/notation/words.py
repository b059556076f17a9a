"""What followed, in words: each event as a sentence that a person at the table would say.

Clauses are in brackets; where no clause speaks, the policy is. Whatever an event holds, the
sentence can be printed on one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.notation import words_play as play
from pitboss.notation import words_rulings as rulings
from pitboss.notation.wording import printable
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import apply
from pitboss.play.state import Round


def sentences(round: Round, events: Iterable[e.Event]) -> Iterator[str]:
    """What happened to a round, in words; no reason is given twice."""
    reasons: set[str] = set()
    for event in events:
        for sentence in SAYS[type(event)](round, _brief(event, reasons)):
            yield printable(sentence)
        round = apply(round, event)


def _brief(event: e.Event, reasons: set[str]) -> e.Event:
    """The event without its reason, where that has been given before."""
    because: e.Because | None = getattr(event, "because", None)
    if because is None:
        return event
    if because.says in reasons:
        return event._replace(because=because._replace(says=""))  # type: ignore[call-arg]
    reasons.add(because.says)
    return event


def refused(answer: Refusal) -> str:
    clause = f", {answer.clause}" if answer.clause else ""
    return f"refused ({answer.code}{clause}): {printable(answer.message)}"


SAYS: dict[type[e.Event], Callable[[Round, Any], Iterator[str]]] = {
    e.BetsOpened: play.opened,
    e.BetPlaced: play.placed,
    e.BetReduced: play.reduced,
    e.BetRemoved: play.removed,
    e.BetWithdrawn: play.withdrawn,
    e.BetsClosed: play.closed,
    e.Dealt: play.dealt,
    e.CardCorrected: play.corrected,
    e.HandExamined: play.examined,
    e.HandReturned: play.returned,
    e.Folded: play.folded,
    e.Played: play.played,
    e.Revealed: play.revealed,
    e.IncidentReported: rulings.reported,
    e.RulingGiven: rulings.ruled,
    e.OptionChosen: rulings.chosen,
    e.BetAnnulled: rulings.annulled,
    e.Settled: rulings.settled,
    e.PaymentCorrected: rulings.repaid,
    e.Voided: rulings.voided,
}
