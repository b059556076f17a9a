"""Commands: what people and the house ask of a table. A timer is a command, too.

`by` says who asks, and in which role. **The role is set by the caller, never by the person**: see
`Actor`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.play.events import Actor, Hands, Where


class OpenBets(NamedTuple):
    by: Actor


class PlaceBet(NamedTuple):
    """Place a bet, or raise it by so much."""

    by: Actor
    box: int
    bettor: str
    wager: str
    amount: int
    seated: bool = False  # The bettor sits at this box.


class SetBets(NamedTuple):
    """All that a bettor has on a box, as totals by wager: what is not named is taken back.

    It applies whole or not at all, and saying it twice changes nothing.
    """

    by: Actor
    box: int
    bettor: str
    totals: Mapping[str, int]
    seated: bool = False  # The bettor sits at this box.


class TakeBack(NamedTuple):
    """Take a bet back, or lower it by so much."""

    by: Actor
    box: int
    bettor: str
    wager: str
    amount: int | None = None  # None: all of it.


class CloseBets(NamedTuple):
    by: Actor


class Deal(NamedTuple):
    """Deal all that is due, or so many cards; or record where a dealer's cards did go."""

    by: Actor
    cards: int | None = None
    hands: Hands = ()
    is_last: bool = True  # With `hands`: whether the deal is over.


class Examine(NamedTuple):
    """A player looks at a hand, or the dealer records that the player looked."""

    by: Actor
    box: int


class ReturnHand(NamedTuple):
    by: Actor
    box: int
    cards: tuple[int | None, ...] = ()  # All three, where hands come back face up.


class Fold(NamedTuple):
    by: Actor
    box: int


class Play(NamedTuple):
    by: Actor
    box: int


class TimeOut(NamedTuple):
    """Time is up: hands come back or are decided, and choices are made. Open bets go back, unless
    the rulebook settles the bets of a player who leaves: then they stay.

    What the best strategy says comes from the house, which knows the cards: see `best_answers`.
    """

    by: Actor
    best: Mapping[int, bool] = {}  # By box: whether to play.
    bettor: str | None = None  # Only this one's; None: everybody's.


class Reveal(NamedTuple):
    by: Actor
    where: Where
    cards: tuple[int | None, ...]  # None for one that stays down, in the order of the deal.


class CorrectCard(NamedTuple):
    """A card was mistyped."""

    by: Actor
    where: Where
    was: int
    card: int


class ReportIncident(NamedTuple):
    by: Actor
    incident: str
    facts: Mapping[str, str] = {}  # Only what the events do not tell.
    box: int | None = None
    bet: tuple[str, str] | None = None  # The bettor and wager it is about.
    round: int | None = None  # The one before, if not this one.
    shown: Mapping[int, int] = {}  # By place in the shoe: cards that lie face up because of it.
    decided: bool | None = None  # Worked out by the house where hidden cards count as known.


class GiveRuling(NamedTuple):
    by: Actor
    number: int  # Of the incident.
    remedy: str | None = None  # Only where the rulebook refers the matter.
    reason: str = ""
    hands: Hands = ()  # Where cards are moved: where they lie now.
    round: int | None = None


class Choose(NamedTuple):
    by: Actor
    number: int
    box: int
    bettor: str
    option: str
    round: int | None = None


class Settle(NamedTuple):
    by: Actor
    jackpot: int | None = None  # What the meter holds.


class CorrectPayment(NamedTuple):
    by: Actor
    box: int
    bettor: str
    wager: str
    net: int  # What the bet should have come to.
    reason: str
    round: int | None = None
    nth: int = 0  # Where a bettor has several payments of one kind, as with envy: which.


Command = (
    OpenBets | PlaceBet | SetBets | TakeBack | CloseBets | Deal | Examine | ReturnHand | Fold | Play
    | TimeOut | Reveal | CorrectCard | ReportIncident | GiveRuling | Choose | Settle
    | CorrectPayment
)  # fmt: skip
COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in Command.__args__}
