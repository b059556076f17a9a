"""Events: what was said or happened at the table, in the words of the game.

An event says everything that changes. Money is in it by box, bettor and wager, so that a ledger
can be kept from events alone: a stake placed (`BetPlaced`, `Played`), a stake returned
(`BetReduced`, `BetRemoved`), what is handed over at the end (`Settled`, `PaymentCorrected`), a void
(`Voided`), and what the jackpot meter gets and gives (`BetsClosed`, and `from_meter` wherever a
stake or a payment goes back).

Events hold plain data only, so that a table's record can be written down and read back. A bettor
is an opaque id: names are not the round's business. `by` is whoever caused the event; where the
table acts by itself, `because` says why. An event that may concern an earlier round names it.
"""

from __future__ import annotations

from typing import NamedTuple

Where = int | str  # A box's number, "dealer" or "fourth".
Hands = tuple[tuple[Where, tuple[int, ...]], ...]  # Places in the shoe.
Faces = tuple[tuple[int, int], ...]  # Places in the shoe and the cards turned up there.
DEALER, FOURTH = "dealer", "fourth"


class Actor(NamedTuple):
    """Who says or does something, and in which role.

    The role is set by whoever calls, from what they know of the person (a log-in, a shift plan).
    It must never come from the person: whoever says "shift-manager" is obeyed as one.
    """

    id: str
    role: str = "player"


class Because(NamedTuple):
    """Why the table itself did something."""

    clauses: tuple[str, ...] = ()
    policies: tuple[str, ...] = ()
    says: str = ""


class Contribution(NamedTuple):
    """The part of one bet that feeds the jackpot meter."""

    box: int
    bettor: str
    wager: str
    amount: int


class Payment(NamedTuple):
    """What one bet came to. The bettor is handed `stake + net`."""

    box: int
    bettor: str
    wager: str
    row: str
    stake: int
    net: int
    cut: int = 0  # What a cap took from the winnings.
    from_meter: int = 0  # The part of the winnings that the jackpot meter pays.
    breakage: int = 0  # What rounding took from the winnings; negative where it added.


class VoidedBet(NamedTuple):
    """What one bet of a void round gives back."""

    box: int
    bettor: str
    wager: str
    amount: int  # Handed to the bettor; a debt of the bettor's where negative.
    from_meter: int = 0  # What the meter gives back; where negative, what it gets back.
    breakage: int = 0  # What rounding had taken, and gives up; where negative, had added.


class BetsOpened(NamedTuple):
    round: int
    fingerprint: str  # The whole SHA-256 of the table's configuration.
    by: Actor


class BetPlaced(NamedTuple):
    """A new bet, or a raise by so much."""

    box: int
    bettor: str
    wager: str
    amount: int
    seated: bool  # The bettor sits at this box.
    by: Actor


class BetReduced(NamedTuple):
    """Part of a stake goes back."""

    box: int
    bettor: str
    wager: str
    amount: int
    by: Actor
    because: Because | None = None  # None: the bettor took it back.
    from_meter: int = 0


class BetRemoved(NamedTuple):
    """The whole stake goes back."""

    box: int
    bettor: str
    wager: str
    amount: int
    by: Actor
    because: Because | None = None  # None: the bettor took it back.
    from_meter: int = 0


class BetWithdrawn(NamedTuple):
    """Chips were taken off after the close; the bet stands all the same."""

    box: int
    bettor: str
    wager: str
    because: Because
    by: Actor


class BetsClosed(NamedTuple):
    contributions: tuple[Contribution, ...]
    by: Actor


class Dealt(NamedTuple):
    hands: Hands
    is_last: bool  # Whether the deal is over.
    waits_for: tuple[int, ...]  # When it is: the boxes whose hands have to come back.
    by: Actor


class CardCorrected(NamedTuple):
    where: Where
    place: int
    was: int
    card: int
    by: Actor


class HandExamined(NamedTuple):
    box: int
    player: str
    by: Actor  # The player, or the dealer who records it.


class HandReturned(NamedTuple):
    box: int
    player: str
    faces: Faces  # Empty where the hand stays face down.
    by: Actor
    automatic: bool = False  # The player was out of time, and has not touched it.


class Folded(NamedTuple):
    box: int
    bettor: str
    by: Actor
    automatic: bool = False


class Played(NamedTuple):
    box: int
    bettor: str
    wager: str
    amount: int
    by: Actor
    automatic: bool = False


class Revealed(NamedTuple):
    where: Where
    faces: Faces  # Those turned up now.
    by: Actor


class IncidentReported(NamedTuple):
    round: int
    number: int  # Of the incident, in its round.
    incident: str
    facts: tuple[tuple[str, str], ...]  # Those told and those worked out.
    box: int | None
    bet: tuple[str, str] | None  # The bettor and wager it is about.
    faces: Faces  # Cards that lie face up because of it.
    by: Actor


class RulingGiven(NamedTuple):
    round: int
    number: int
    remedy: str
    because: Because
    authority: str  # Who may give it.
    by: Actor
    reason: str = ""  # Where a person decided, why.
    options: tuple[str, ...] = ()  # What the choosers may choose from.
    choosers: tuple[tuple[int, str], ...] = ()  # Box and bettor.
    hands: Hands = ()  # Where the cards lie after it, if they were moved.
    phase: str = ""  # The phase that play goes back to, if it does.
    waits_for: tuple[int, ...] = ()  # Then: the boxes whose hands have to come back.


class OptionChosen(NamedTuple):
    round: int
    number: int
    box: int
    bettor: str
    option: str
    by: Actor
    automatic: bool = False


class BetAnnulled(NamedTuple):
    """A bet, or part of it, no longer counts in a settled round.

    The payments that change with it are corrected by events of their own.
    """

    round: int
    box: int
    bettor: str
    wager: str
    amount: int
    because: Because
    by: Actor
    from_meter: int = 0


class Settled(NamedTuple):
    payments: tuple[Payment, ...]
    jackpot: int | None  # What the meter held.
    by: Actor


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
    from_meter: int = 0  # How much more the meter pays; where negative, what it gets back.
    breakage: int = 0  # How much more rounding takes; where negative, how much less.


class Voided(NamedTuple):
    round: int
    bets: tuple[VoidedBet, ...]
    because: Because
    by: Actor


Event = (
    BetsOpened | BetPlaced | BetReduced | BetRemoved | BetWithdrawn | BetsClosed | Dealt
    | CardCorrected | HandExamined | HandReturned | Folded | Played | Revealed | IncidentReported
    | RulingGiven | OptionChosen | BetAnnulled | Settled | PaymentCorrected | Voided
)  # fmt: skip
EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__args__}
