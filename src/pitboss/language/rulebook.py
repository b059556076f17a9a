"""Rulebooks, and rules in force: a rulebook as a house has configured it.

The same configuration always has the same fingerprint: SHA-256 over its canonical JSON, shown as
twelve hex digits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.errors import BadConfiguration, unknown
from pitboss.language.currency import DOLLARS, Currency
from pitboss.language.expressions import Deal, Expression
from pitboss.language.irregularities import MissingFact, Ruling
from pitboss.language.irregularities import rule as first_that_fits
from pitboss.language.paytables import Paytable
from pitboss.language.policies import HALF_UNIT, Policy
from pitboss.language.procedure import Procedure
from pitboss.language.readings import Reading, chosen
from pitboss.language.wagers import Row, Wager
from pitboss.result_types import ConfigurationJson

Caps = Mapping[str, Mapping[str, int]]  # {"all-six": {"hand": 5_000_000, "round": 10_000_000}}
CAP_SCOPES = ("hand", "round")
# Finds the cards of two hands that match, in pairs, under the readings in force.
MatchingCards = Callable[
    [Sequence[int], Sequence[int], Mapping[str, str]], Sequence[tuple[int, int]]
]
LARGEST_AMOUNT = 2**53 - 1  # Still exact in a browser.
LARGEST_STAKE = 10**10  # So that 200,000 to 1 on it is still exact in a browser.
SHORT = 12  # Digits of a fingerprint shown to people.


@dataclass(frozen=True)
class Rulebook:
    """What one published rulebook says, with its unclear passages left open."""

    can_settle: ClassVar[bool] = True  # False for a rulebook known only from a record.

    key: str
    title: str
    version: str
    effective: str
    tagline: str  # The game in one line.
    wagers: tuple[Wager, ...]
    readings: tuple[Reading, ...]
    main: tuple[str, ...]  # The wagers that make up the main bet.
    policies: tuple[Policy, ...]
    name_hand: Callable[[int, Mapping[str, str]], str]
    procedure: Procedure
    decision: bool = False  # Whether the player may fold.
    fourth_card: bool = False  # Whether a community card is dealt.
    shared_boxes: bool = False  # Whether several people may bet on one box.
    qualifies: Expression | None = None  # Whether the dealer's hand qualifies; None: every hand.
    counts_points: bool = False  # Whether hands have a point count.
    matching_cards: MatchingCards | None = None  # The cards that a wager on matches is about.
    rulings: tuple[Ruling, ...] = ()  # On irregularities, in the rulebook's order.
    referral: tuple[str, ...] = ()  # The clauses that say who decides if no ruling fits.
    hand_order: str = ""  # How hands rank, in a few sentences, for the rule card.
    # Hands by what they are called, from the highest down: the pictures of the rule card.
    hand_examples: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<rulebook {self.key}, {self.version}>"

    @property
    def pay_readings(self) -> tuple[Reading, ...]:
        """The readings that change what a wager pays."""
        return tuple(reading for reading in self.readings if reading.kind == "pay")

    @property
    def pay_policies(self) -> tuple[Policy, ...]:
        """The policies that decide what a wager pays."""
        return tuple(policy for policy in self.policies if policy.kind == "pay")

    def wager(self, key: str) -> Wager:
        for wager in self.wagers:
            if wager.key == key:
                return wager
        raise unknown("wager", key, [wager.key for wager in self.wagers], self.key)

    def configure(
        self,
        paytables: Mapping[str, str | Paytable] | None = None,
        readings: Mapping[str, str] | None = None,
        policies: Mapping[str, str] | None = None,
        caps: Caps | None = None,
        chip: int = 1,
        prices: Mapping[str, int] | None = None,
        currency: Currency = DOLLARS,
    ) -> Rules:
        """The rules in force: the rulebook as written, except for what is given here."""
        chosen_tables = dict(paytables or {})
        for key, table in chosen_tables.items():
            known = self.wager(key).paytables
            if not isinstance(table, Paytable) and table not in known:
                raise unknown(f"pay table of {key}", table, known)
        return Rules(
            rulebook=self,
            paytables={w.key: chosen_tables.get(w.key, w.paytables[0]) for w in self.wagers},
            readings=chosen("reading", self.readings, readings or {}, self.key),
            policies=chosen("policy", self.policies, policies or {}, self.key),
            caps=self._checked_caps(caps or {}),
            chip=_whole("The smallest chip", chip),
            prices=self._checked_prices(prices or {}),
            currency=currency,
        )

    def _checked_caps(self, caps: Caps) -> Caps:
        for key, scopes in caps.items():
            self.wager(key)
            if not isinstance(scopes, Mapping):
                raise BadConfiguration(
                    "configuration/cap",
                    f"The cap of {key} is {scopes!r}: give hand or round, such as hand 500000.",
                )
            for scope, amount in scopes.items():
                if scope not in CAP_SCOPES:
                    raise unknown("cap", scope, CAP_SCOPES, key)
                _whole(f"The cap of {key} per {scope}", amount)
        return {key: dict(scopes) for key, scopes in caps.items() if scopes}

    def _checked_prices(self, prices: Mapping[str, int]) -> Mapping[str, int]:
        posted = {w.key: w.price for w in self.wagers if w.price is not None}
        for key, amount in prices.items():
            if key not in posted:
                raise BadConfiguration(
                    "configuration/price", f"{self.wager(key).key} has no posted price to set."
                )
            _whole(f"The price of {key}", amount)
        return {**posted, **prices}


def _whole(what: str, amount: object) -> int:
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 < amount <= LARGEST_AMOUNT:
        raise BadConfiguration(
            "configuration/amount", f"{what} is {amount!r}: give a whole number above zero."
        )
    return amount


@dataclass(frozen=True, eq=False)
class Rules:
    """A game as configured, without open choices."""

    rulebook: Rulebook
    paytables: Mapping[str, str | Paytable]
    readings: Mapping[str, str]
    policies: Mapping[str, str]
    caps: Caps
    chip: int
    prices: Mapping[str, int]
    currency: Currency = DOLLARS  # That amounts are read and shown in; the house's to choose.
    wagers: tuple[Wager, ...] = field(init=False)

    def __post_init__(self) -> None:
        wagers = tuple(self._configured(wager) for wager in self.rulebook.wagers)
        object.__setattr__(self, "wagers", wagers)

    def _configured(self, wager: Wager) -> Wager:
        table = self.paytables[wager.key]
        if isinstance(table, str):
            return wager.under(self.readings, table)
        pays = table.pays_for(wager, self.readings, self.currency)
        return wager.under(self.readings, table.key, pays)

    def __repr__(self) -> str:
        return f"<rules of {self.key}, {self.rulebook.version}, {self.fingerprint}>"

    @property
    def key(self) -> str:
        return self.rulebook.key

    @cached_property
    def by_key(self) -> Mapping[str, Wager]:
        return {wager.key: wager for wager in self.wagers}

    def wager(self, key: str) -> Wager:
        if key not in self.by_key:
            raise unknown("wager", key, self.by_key, self.key)
        return self.by_key[key]

    def rule(self, incident: str, facts: Mapping[str, str]) -> Ruling | MissingFact:
        """The ruling on an incident, or the next fact that is needed for one."""
        book = self.rulebook
        return first_that_fits(book.rulings, self.readings, incident, facts, book.referral)

    def name_hand(self, row: int) -> str:
        return self.rulebook.name_hand(row, self.readings)

    def dealer_qualifies(self, dealer: int) -> bool | None:
        """Whether this hand of the dealer's qualifies; None in games where every hand does."""
        return None if self.rulebook.qualifies is None else bool(self._qualifying[dealer])

    @cached_property
    def _qualifying(self) -> Array:
        """[dealer's hand]: whether it qualifies."""
        assert self.rulebook.qualifies is not None
        condition = self.rulebook.qualifies.under(self.readings)
        return np.asarray(condition.ask(Deal(0, np.arange(COUNT))))

    @cached_property
    def has_jackpot(self) -> bool:
        """Whether some wager pays from the jackpot meter."""
        return any(wager.has_jackpot for wager in self.wagers)

    def rounds_up(self) -> bool:
        return self.policies[HALF_UNIT.key] == "up"

    @property
    def paytable_keys(self) -> dict[str, str]:
        """The pay tables in force of wagers that have several, or one of the user's own."""
        keys = {}
        for wager in self.rulebook.wagers:
            table = self.paytables[wager.key]
            if not isinstance(table, str):
                keys[wager.key] = table.key
            elif len(wager.paytables) > 1:
                keys[wager.key] = table
        return keys

    def as_json(self) -> ConfigurationJson:
        """Which rules these are: the head of every published result."""
        return {
            "game": self.key,
            "version": self.rulebook.version,
            "fingerprint": self.fingerprint,
            "paytables": self.paytable_keys,
            "readings": dict(self.readings),
        }

    def canonical(self) -> dict[str, Any]:
        """Everything that decides what this game pays, as plain data."""
        data: dict[str, Any] = {
            "game": self.key,
            "version": self.rulebook.version,
            "pays": {w.key: {row.key: _plain(row) for row in w.rows} for w in self.wagers},
            "paytables": self.paytable_keys,
            "readings": dict(self.readings),
            "policies": dict(self.policies),
            "caps": {key: dict(scopes) for key, scopes in self.caps.items()},
            "chip": self.chip,
            "prices": dict(self.prices),
        }
        if self.currency != DOLLARS:  # The rulebooks' own, which is not written down.
            data["currency"] = self.currency._asdict()
        return data

    @cached_property
    def fingerprint(self) -> str:
        return digest(self.canonical())[:SHORT]


def digest(canonical: Mapping[str, Any]) -> str:
    """SHA-256 of a configuration, over text that is the same for the same data."""
    import hashlib  # Slow to import; a list of games needs no fingerprint.

    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(row: Row) -> str:
    pay = row.pay
    return f"{pay.stake} stake + {pay.cash} + {pay.meter} meter"
