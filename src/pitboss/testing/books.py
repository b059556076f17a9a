"""The ledgers that are kept from events, compared with the rounds they were kept of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pitboss.play import Event, Ledger, Round
from pitboss.play import events as e
from pitboss.play.state import SETTLED, VOID


class Books:
    """The ledgers of this round and of the one before."""

    def __init__(self) -> None:
        self.ledgers: dict[int, Ledger] = {}
        self.number = 0

    def post(self, event: Event) -> None:
        if isinstance(event, e.BetsOpened):
            self.number = event.round
            self.ledgers = {n: kept for n, kept in self.ledgers.items() if n == event.round - 1}
            self.ledgers[event.round] = Ledger()
        ledger = self.ledgers.get(getattr(event, "round", self.number))
        if ledger is not None:
            ledger.post(event)

    def difference(self, round: Round) -> str | None:
        """What the ledgers and the rounds at hand disagree on, if anything."""
        for target in (round, round.before):
            if target is not None and target.number in self.ledgers:
                by_events = _of_ledger(self.ledgers[target.number], target.phase == VOID)
                by_round = _of_round(target)
                if by_events != by_round:
                    return f"by the events {by_events}, in round {target.number} {by_round}"
        return None


Summary = tuple[Mapping[str, int], Mapping[str, int], int]


def _of_ledger(ledger: Ledger, is_void: bool) -> Summary:
    """What everybody is out of pocket, what was handed over at the end, what the meter has."""
    out = Counter(ledger.staked)
    out.subtract(ledger.returned)
    out.subtract(ledger.paid)
    # What was handed over before a void is part of what goes back: only the sum counts then.
    paid = {} if is_void else _nonzero(ledger.paid)
    return _nonzero(out), paid, ledger.meter_got - ledger.meter_given


def _of_round(round: Round) -> Summary:
    """The same three as the round has them."""
    out: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    meter = sum(round.contributions.values())
    for payment in round.payments:
        out[payment.bettor] -= payment.net
        paid[payment.bettor] += payment.stake + payment.net
        meter -= payment.from_meter
    if round.phase != SETTLED:
        for _, bettor, _, stake in round.bets():
            out[bettor] += stake
    return _nonzero(out), _nonzero(paid), meter


def _nonzero(counter: Counter[str]) -> Mapping[str, int]:
    return {who: amount for who, amount in counter.items() if amount}
