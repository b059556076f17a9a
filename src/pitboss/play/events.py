"""Events: what was said or happened at the table, in the words of the game.

They hold plain data only, so that a table's record can be written down and read back. An event
that concerns a round which may be over names it.
"""

from __future__ import annotations

from typing import NamedTuple

Where = int | str  # A box's number, "dealer" or "fourth".
Hands = tuple[tuple[Where, tuple[int, ...]], ...]  # Places in the shoe.
DEALER, FOURTH = "dealer", "fourth"


class Actor(NamedTuple):
    """Who says or does something, and in which role."""

    name: str
    role: str = "player"


class Because(NamedTuple):
    """Why the table itself did something."""

    clauses: tuple[str, ...] = ()
    policies: tuple[str, ...] = ()
    says: str = ""


class Payment(NamedTuple):
    """What one bet came to."""

    box: int
    bettor: str
    wager: str
    row: str
    stake: int
    net: int
    cut: int  # What a cap took from the winnings.


class BetsOpened(NamedTuple):
    round: int
    fingerprint: str
    by: Actor


class BetPlaced(NamedTuple):
    box: int
    bettor: str
    wager: str
    amount: int
    seated: bool
    by: Actor


class BetReduced(NamedTuple):
    box: int
    bettor: str
    wager: str
    amount: int  # So much goes back.
    because: Because | None = None  # None: the bettor took it back.


class BetRemoved(NamedTuple):
    box: int
    bettor: str
    wager: str
    amount: int
    because: Because | None = None


class BetWithdrawn(NamedTuple):
    """Chips were taken off after the close; the bet stands all the same."""

    box: int
    bettor: str
    wager: str
    because: Because


class BetsClosed(NamedTuple):
    contribution: int  # What progressive wagers put into the meter.
    by: Actor


class Dealt(NamedTuple):
    hands: Hands
    is_last: bool  # Whether the deal is over.


class CardCorrected(NamedTuple):
    where: Where
    place: int
    was: int
    card: int
    by: Actor


class HandExamined(NamedTuple):
    box: int
    by: str


class HandReturned(NamedTuple):
    box: int
    cards: tuple[int, ...]  # Empty where the hand stays face down.
    by: str = ""  # The player; nobody where the staff did it.


class Folded(NamedTuple):
    box: int
    bettor: str
    automatic: bool = False
    by: str = ""


class Played(NamedTuple):
    box: int
    bettor: str
    amount: int
    automatic: bool = False
    by: str = ""


class Revealed(NamedTuple):
    where: Where
    cards: tuple[int | None, ...]  # None for one that stays down, in the order of the deal.


class IncidentReported(NamedTuple):
    round: int
    number: int  # Of the incident, in its round.
    incident: str
    facts: tuple[tuple[str, str], ...]  # Those told and those worked out.
    box: int | None
    bet: tuple[str, str] | None  # The bettor and wager it is about.
    shown: tuple[tuple[int, int], ...]  # Places and cards that lie face up because of it.
    by: Actor


class RulingGiven(NamedTuple):
    round: int
    number: int
    remedy: str
    because: Because
    authority: str  # Who may give it.
    by: Actor
    reason: str = ""  # Where a person decided, why.
    hands: Hands = ()  # Where the cards lie after it, if they were moved.


class OptionChosen(NamedTuple):
    round: int
    number: int
    box: int
    bettor: str
    option: str
    automatic: bool = False


class Settled(NamedTuple):
    payments: tuple[Payment, ...]
    jackpot: int | None = None


class PaymentCorrected(NamedTuple):
    round: int
    line: int  # Of the payments.
    box: int
    bettor: str
    wager: str
    row: str
    was: int
    net: int
    because: Because
    by: Actor


class Voided(NamedTuple):
    round: int
    returned: tuple[tuple[str, int], ...]  # What each bettor is handed; a debt where negative.
    contribution: int  # What the meter gives back.
    because: Because


Event = (
    BetsOpened | BetPlaced | BetReduced | BetRemoved | BetWithdrawn | BetsClosed | Dealt
    | CardCorrected | HandExamined | HandReturned | Folded | Played | Revealed | IncidentReported
    | RulingGiven | OptionChosen | Settled | PaymentCorrected | Voided
)  # fmt: skip
EVENTS: dict[str, type[Event]] = {one.__name__: one for one in Event.__args__}
