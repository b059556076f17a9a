"""What an operator decides about a house: its tables, its jackpots, its money and its day.

Settings come from a house file (`house_file`). They are kept in the database whole, as JSON, so
that whatever was in force at some time can be read back without the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from pitboss.errors import unknown
from pitboss.house.records.days import GamingDay
from pitboss.language.currency import DOLLARS, Currency
from pitboss.language.rulebook import digest
from pitboss.notation.codec import read, writer
from pitboss.notation.setup_json import setup_from_json, setup_to_json
from pitboss.play import Setup

BANK, METER = "bank", "meter"  # Who pays fixed prizes and envy.
DAY_SECONDS = 86_400


class Terms(NamedTuple):
    """The terms of a jackpot. Changed ones wait until it has been hit."""

    reset: int  # What it begins with, and begins with again after a hit.
    contribution: str = "1/5"  # The part of each price that feeds it.
    fixed_pays: str = BANK  # Who funds the prizes that are no share of the meter.
    envy: str = BANK

    @property
    def share(self) -> Fraction:
        return Fraction(self.contribution)


class Jackpot(NamedTuple):
    """A progressive jackpot, shared by every table that names it, or one for each table."""

    key: str
    terms: Terms
    is_shared: bool = True


class Grant(NamedTuple):
    """Play money: what a guest begins with, and is brought back to once they have too little."""

    amount: int = 100_000
    below: int = 1_000


class Timers(NamedTuple):
    """All in seconds; 0 for a decision that waits as long as its guest lives."""

    decision: int = 0
    sitting: int = 3_600  # Whoever comes back later begins a new sitting.
    guest: int = 30 * DAY_SECONDS  # A guest who stays away longer is seen off.
    player: int = 30 * DAY_SECONDS  # A player who says nothing for longer signs in again.


class Day(NamedTuple):
    begins: str = "06:00"
    zone: str = "UTC"


class WalletSettings(NamedTuple):
    """Where the wallet of the operator's players is, and what it knows us by."""

    url: str
    secret_file: str
    timeout: int = 5  # Seconds for one call.


class Offer(NamedTuple):
    """A kind of table that people can sit down at; each of them gets one of their own."""

    key: str
    title: str
    setup: Setup
    jackpot: str = ""  # The key of its jackpot, where its game has one.
    bank: int = 0  # The imprest that its bank is kept at; 0: it is never filled nor credited.

    @property
    def game(self) -> str:
        return self.setup.rules.key

    def has(self, setup: Setup) -> bool:
        """Whether its tables play by this configuration, under whatever terms of its jackpot."""
        return self.setup == replace(setup, contribution=self.setup.contribution)

    def under(self, terms: Terms | None) -> Setup:
        """Its configuration with a jackpot of these terms, warmed: no first time is slow."""
        return self.setup if terms is None else _contributing(self.setup, terms.contribution)


@lru_cache(maxsize=256)
def _contributing(setup: Setup, contribution: str) -> Setup:
    if setup.contribution == Fraction(contribution):
        return setup.warm()
    return replace(setup, contribution=Fraction(contribution)).warm()


MORNING, PLAY_MONEY, PATIENCE = Day(), Grant(), Timers()


@dataclass(frozen=True)
class HouseSettings:
    name: str = "Pitboss"
    currency: Currency = DOLLARS
    chips: tuple[int, ...] = ()
    day: Day = MORNING
    grant: Grant = PLAY_MONEY
    timers: Timers = PATIENCE
    jackpots: Mapping[str, Jackpot] = field(default_factory=dict)
    offers: Mapping[str, Offer] = field(default_factory=dict)
    effective: int = 0  # Microseconds since 1970; 0: at once.
    wallet: WalletSettings | None = None

    @cached_property
    def gaming_day(self) -> GamingDay:
        return GamingDay.named(*self.day)

    def offer(self, key: str) -> Offer:
        """An offer by its key, or the first one of a game."""
        if key in self.offers:
            return self.offers[key]
        for offer in self.offers.values():
            if offer.game == key:
                return offer
        raise unknown("game", key, self.offers)

    def reset_of(self, offer: Offer) -> int:
        """What the jackpot of such a table begins with; nothing where there is none."""
        return self.jackpots[offer.jackpot].terms.reset if offer.jackpot else 0

    def to_json(self) -> dict[str, Any]:
        plain = {name: writer(kind)(getattr(self, name)) for name, kind in PLAIN.items()}
        offers = [
            {**offer._asdict(), "setup": setup_to_json(offer.setup)}
            for offer in self.offers.values()
        ]
        if self.wallet is None:  # As in settings from before there were any.
            del plain["wallet"]
        return {**plain, "offers": offers}

    @cached_property
    def fingerprint(self) -> str:
        return digest(self.to_json())


PLAIN: dict[str, Any] = {
    "name": str,
    "currency": Currency,
    "chips": tuple[int, ...],
    "day": Day,
    "grant": Grant,
    "timers": Timers,
    "jackpots": Mapping[str, Jackpot],
    "effective": int,
    "wallet": WalletSettings | None,
}


def settings_from_json(text: str) -> HouseSettings:
    """Settings as they were kept."""
    data = json.loads(text)
    plain = {name: read(kind, data[name], name) for name, kind in PLAIN.items() if name in data}
    offers = [
        Offer(**{**offer, "setup": setup_from_json(offer["setup"])}) for offer in data["offers"]
    ]
    return HouseSettings(**plain, offers={offer.key: offer for offer in offers})
