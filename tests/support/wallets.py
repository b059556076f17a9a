"""What a round has come to for each bettor, worked out from its events alone.

A plain ledger beside the code under test: stakes go out, whatever comes back comes in. What is
said of a void round, of a corrected payment or of a bet that goes back is held to it.
"""

from __future__ import annotations

from pitboss.play import events as e


def wallets(events, number=1):
    """By bettor: the sum of all that round `number` has moved."""
    made = {}
    current = None
    for event in events:
        if isinstance(event, e.BetsOpened):
            current = event.round
        if getattr(event, "round", current) == number:
            for bettor, amount in moves(event):
                made[bettor] = made.get(bettor, 0) + amount
    return made


def moves(event):
    """Who gets what by one event; a minus sign where it is paid."""
    if isinstance(event, e.BetPlaced | e.Played):
        return [(event.bettor, -event.amount)]
    if isinstance(event, e.BetReduced | e.BetRemoved):
        return [(event.bettor, event.amount)]
    if isinstance(event, e.Settled):
        return [(paid.bettor, paid.stake + paid.net) for paid in event.payments]
    if isinstance(event, e.PaymentCorrected):
        return [(event.bettor, event.net - event.was)]
    if isinstance(event, e.Voided):
        return [(bet.bettor, bet.amount) for bet in event.bets]
    return []


def all_even(events, number=1):
    """Whether nobody has won or lost anything, and somebody had bet."""
    made = wallets(events, number)
    return bool(made) and not any(made.values())


def went_back(made):
    """The bets of a table that were taken off, wholly or in part, as they went."""
    return [event for event in made.events if isinstance(event, e.BetRemoved | e.BetReduced)]
