"""A ledger of a round, kept from its events alone: it knows no rule, no game and no round.

    for event in answer:          # what `decide` has returned
        ledger.post(event)

Every event that moves money says whose, how much, on which box and wager.
"""

from __future__ import annotations

from collections import Counter

from pitboss.play import events as e


class Ledger:
    def __init__(self) -> None:
        self.staked: Counter[str] = Counter()  # By bettor, as all below: put on the felt.
        self.returned: Counter[str] = Counter()  # Bets that went back; a debt where negative.
        self.paid: Counter[str] = Counter()  # Handed over at settlement, stakes included.
        self.meter_got = self.meter_given = 0

    def post(self, event: e.Event) -> None:
        match event:
            case e.BetPlaced() | e.Played():
                self.staked[event.bettor] += event.amount
            case e.BetReduced() | e.BetRemoved():
                self.returned[event.bettor] += event.amount
                self.meter_given += event.from_meter
            case e.BetsClosed():
                self.meter_got += sum(part.amount for part in event.contributions)
            case e.Settled():
                for payment in event.payments:
                    self.paid[payment.bettor] += payment.stake + payment.net
                    self.meter_given += payment.from_meter
            case e.PaymentCorrected():
                self.paid[event.bettor] += event.net - event.was
                self.meter_given += event.from_meter
            case e.BetAnnulled():
                self.meter_given += event.from_meter
            case e.Voided():
                for bet in event.bets:
                    self.returned[bet.bettor] += bet.amount
                    self.meter_given += bet.from_meter
