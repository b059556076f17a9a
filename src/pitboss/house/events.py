"""What happens around rounds: seeds, jackpots, banks, settings, people and their money.

The events of a round are `pitboss.play`'s. These stand beside them in the same journal, so that
every balance and every shuffle follows from events alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.notation.codec import tagged_from_json, writer
from pitboss.play import EVENTS, Event


class TableOpened(NamedTuple):
    """A practice table was opened for a guest."""

    person: str
    game: str
    fingerprint: str
    offer: str = ""  # Its key in the house file; the game's own before there were any.


class TableConfigured(NamedTuple):
    """From the next round on the table has another configuration."""

    fingerprint: str


class SeedSealed(NamedTuple):
    """The seed of a coming round was drawn: its commitment is published, the seed is sealed."""

    round: int
    commitment: str
    sealed: str


class EntropyMixed(NamedTuple):
    """The player's own randomness came in, and the deck follows from it and the seed."""

    round: int
    entropy: str


class SeedRevealed(NamedTuple):
    """The round is over, and its seed is nobody's secret any more."""

    round: int
    seed: str


class MeterFunded(NamedTuple):
    """The bank put so much on the jackpot meter: when it began, or after a hit."""

    amount: int


class MeterCharged(NamedTuple):
    """The meter gave so much back to the bank for fixed prizes and envy, which it funds."""

    amount: int


class MeterLinked(NamedTuple):
    """From now on the table plays for this jackpot; what its meter held goes along."""

    jackpot: str
    carried: int


class BankFilled(NamedTuple):
    """The cage brought so much to the table's bank."""

    amount: int
    by: str


class BankCredited(NamedTuple):
    """The table's bank sent so much back to the cage."""

    amount: int
    by: str


class SettingsAdopted(NamedTuple):
    """The house has other settings from a moment on; each table from its next round."""

    fingerprint: str
    effective: int


class JackpotOpened(NamedTuple):
    """A shared jackpot began, with what the cage put on its meter."""

    jackpot: str
    reset: int
    contribution: str
    fixed_pays: str
    envy: str


class JackpotTermsChanged(NamedTuple):
    """A shared jackpot was hit, and goes on under terms that had waited for it."""

    jackpot: str
    reset: int
    contribution: str
    fixed_pays: str
    envy: str


class GuestCame(NamedTuple):
    person: str
    name: str


class Granted(NamedTuple):
    """Play money was given to a guest."""

    person: str
    amount: int


class Swept(NamedTuple):
    """What a guest who stayed away had left was taken back."""

    person: str
    amount: int


class GuestExpired(NamedTuple):
    person: str


class PlayerRegistered(NamedTuple):
    """A guest became a player, with all that they had. No event knows anything of passwords."""

    person: str
    name: str


class PasswordChanged(NamedTuple):
    person: str


class LimitSet(NamedTuple):
    """Somebody limits what they lose, stake or play for in a period, from a moment on."""

    person: str
    kind: str
    period: str
    amount: int | None  # In the smallest unit, or seconds; None: no limit.
    effective: int


class Excluded(NamedTuple):
    """Somebody takes a break: until then the house takes no bets of theirs."""

    person: str
    until: int


HouseEvent = (
    TableOpened | TableConfigured | SeedSealed | EntropyMixed | SeedRevealed
    | MeterFunded | MeterCharged | MeterLinked | BankFilled | BankCredited
    | SettingsAdopted | JackpotOpened | JackpotTermsChanged
    | GuestCame | Granted | Swept | GuestExpired
    | PlayerRegistered | PasswordChanged | LimitSet | Excluded
)  # fmt: skip
AnyEvent = Event | HouseEvent
HOUSE_EVENTS: dict[str, type[HouseEvent]] = {kind.__name__: kind for kind in HouseEvent.__args__}
ALL_EVENTS: dict[str, type] = {**EVENTS, **HOUSE_EVENTS}


def to_json(event: AnyEvent) -> dict[str, Any]:
    kind: Any = type(event)
    return {"event": kind.__name__, **writer(kind)(event)}


def from_json(data: Any) -> AnyEvent:
    event: AnyEvent = tagged_from_json("event", ALL_EVENTS, data)
    return event
