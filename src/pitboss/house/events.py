"""What happens around rounds: seeds, jackpot meters, guests and their money.

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


HouseEvent = (
    TableOpened | TableConfigured | SeedSealed | EntropyMixed | SeedRevealed | MeterFunded
    | GuestCame | Granted | Swept | GuestExpired
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
