"""Wagers: ordered rows, of which the first that holds is the result.

`Wager.result` is the only code that decides what a wager wins. Settlement asks it about one deal,
simulation about a million deals, exact odds about every class of deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import unknown
from pitboss.language.expressions import Deal, Expression, Values, always, never
from pitboss.language.pays import LOSS, NOTHING, PUSH, Pay, odds
from pitboss.language.readings import Alternatives

STANDARD = "standard"  # The key of a rulebook's only pay table.
PayOrChoice = Pay | Alternatives[Pay]
Stakes = Mapping[str, int]  # By wager, in the smallest unit.


@dataclass(frozen=True)
class Row:
    """A row of a wager: when it holds, what it pays, and by which clauses."""

    key: str
    outcome: str
    pays: tuple[PayOrChoice, ...]  # One for each pay table, or one for all.
    when: Expression
    clauses: tuple[str, ...]
    says: str  # The reason in a dealer's words; {player}, {dealer}, {fourth} are filled in.
    adds: Alternatives[str] | None = None  # A row whose pay is added; "" for none.

    def __repr__(self) -> str:
        return f"<row {self.key}>"

    @property
    def pay(self) -> Pay:
        """The pay, once the rulebook is configured."""
        (only,) = self.pays
        return cast(Pay, only)

    @cached_property
    def definitions(self) -> tuple[str, ...]:
        """The clauses that define its condition, without its own."""
        return tuple(clause for clause in self.when.cited() if clause not in self.clauses)

    def pay_under(self, readings: Mapping[str, str], paytable: int) -> Pay:
        """The pay in one of the wager's pay tables."""
        pay = self.pays[paytable if len(self.pays) > 1 else 0]
        return pay.under(readings) if isinstance(pay, Alternatives) else pay


def pays(
    key: str,
    outcome: str,
    pay: str | PayOrChoice | tuple[str, ...],
    when: Expression,
    *clauses: str,
    says: str,
    adds: Alternatives[str] | None = None,
) -> Row:
    """A row that wins. A tuple of pays has one for each pay table of the wager."""
    by_paytable = pay if isinstance(pay, tuple) else (pay,)
    return Row(key, outcome, tuple(map(_pay, by_paytable)), when, clauses, says, adds)


def pushes(key: str, outcome: str, when: Expression, *clauses: str, says: str) -> Row:
    """A row that returns the stake."""
    return Row(key, outcome, (PUSH,), when, clauses, says)


def loses(key: str, outcome: str, *clauses: str, says: str, when: Expression = always) -> Row:
    """A row that loses the stake; without a condition it is the last row."""
    return Row(key, outcome, (LOSS,), when, clauses, says)


def nothing(key: str, outcome: str, *clauses: str, says: str, when: Expression = always) -> Row:
    """A row for which nothing was staked and nothing is paid."""
    return Row(key, outcome, (NOTHING,), when, clauses, says)


def _pay(pay: str | PayOrChoice) -> PayOrChoice:
    if not isinstance(pay, str):
        return pay
    return LOSS if pay == "loses" else odds(pay)


@dataclass(frozen=True)
class Needs:
    """The bet that a wager rests on."""

    wager: str
    clauses: tuple[str, ...]
    anybody: bool = False  # Whether any bettor's bet on that box will do.


@dataclass(frozen=True)
class Envy:
    """A payment to bettors with one wager for the hand of a box that has another wager."""

    paid_to: str  # The wager that entitles to it.
    hit_with: str  # The wager that a box must have for its hand to pay.
    hands: Alternatives[str]  # "others" or "everyone": whether one's own hand pays too.
    once_per: Alternatives[str]  # "player" or "wager".
    clauses: tuple[str, ...]

    def own_hand_pays(self, readings: Mapping[str, str]) -> bool:
        """Whether bettors are also paid for their own hand."""
        return self.hands.under(readings) == "everyone"

    def recipients(
        self, readings: Mapping[str, str], bets: Mapping[int, Mapping[str, Stakes]], hit: int
    ) -> Iterator[tuple[int, str]]:
        """Box and bettor of each payment for the hand on box `hit`; `bets` are by box and bettor.

        None is due unless that box has the bet that others envy.
        """
        holders = bets[hit]
        if not any(self.hit_with in stakes for stakes in holders.values()):
            return
        own_hand_pays = self.own_hand_pays(readings)
        per_wager = self.once_per.under(readings) == "wager"
        paid: set[str] = set()
        for box, by_bettor in bets.items():
            for bettor, stakes in by_bettor.items():
                is_due = own_hand_pays or bettor not in holders
                if self.paid_to in stakes and is_due and (per_wager or bettor not in paid):
                    paid.add(bettor)
                    yield box, bettor


@dataclass(frozen=True)
class Wager:
    key: str
    title: str
    rows: tuple[Row, ...]  # In the rulebook's order; the last always holds.
    paytables: tuple[str, ...] = (STANDARD,)
    needs: Needs | None = None
    equals: str | None = None  # Staked after the deal, with exactly the stake of that wager.
    paid_on: str | None = None  # Has no stake of its own: pays on the stake of that wager.
    envy: Envy | None = None  # Has no stake at all.
    price: int | None = None  # The only stake that it takes.
    clauses: tuple[str, ...] = ()  # On the wager as a whole.
    cap_clauses: tuple[str, ...] = ()  # That allow a maximum payment.

    def __repr__(self) -> str:
        return f"<wager {self.key}, {len(self.rows)} rows>"

    @property
    def is_staked(self) -> bool:
        return self.paid_on is None and self.envy is None

    @property
    def base_wager(self) -> str:
        """The wager whose stake it pays on: itself, unless it is paid on another."""
        return self.paid_on or self.key

    @property
    def placed_wager(self) -> str:
        """The wager placed before the deal that fixes the stake it pays on."""
        return self.equals or self.base_wager

    @property
    def has_jackpot(self) -> bool:
        """Whether some row of it pays from the jackpot meter, once the rulebook is configured."""
        return any(row.pay.meter for row in self.rows)

    def result(self, deal: Deal) -> Values:
        """The number of the first row that holds."""
        return self.result_in_bytes(deal).astype(np.intp)

    def result_in_bytes(self, deal: Deal) -> Array:
        """Row numbers as uint8, for many deals; arithmetic on them overflows."""
        holds = [np.asarray(row.when.ask(deal)) for row in self.rows[:-1]]
        shape = np.broadcast_shapes(*(hold.shape for hold in holds))
        rows = np.full(shape, len(holds), np.uint8)  # The last row, unless another holds.
        for number in reversed(range(len(holds))):
            np.copyto(rows, np.uint8(number), where=holds[number])
        return rows

    def row(self, key: str) -> Row:
        for row in self.rows:
            if row.key == key:
                return row
        raise unknown("row", key, [row.key for row in self.rows], self.key)

    def under(
        self, readings: Mapping[str, str], paytable: str = "", own: Mapping[str, Pay] | None = None
    ) -> Wager:
        """This wager under some readings and one pay table, without rows that can't hold.

        `own` are the user's own pays by row, instead of the rulebook's.
        """
        at = 0 if own or not paytable else self.paytables.index(paytable)
        pays = {row.key: row.pay_under(readings, at) for row in self.rows} | dict(own or {})
        rows = []
        for row in self.rows:
            pay, when = pays[row.key], row.when.under(readings)
            added = row.adds.under(readings) if row.adds else ""
            if added:
                pay = pay.plus(pays[added])
            if when is not never:
                rows.append(Row(row.key, row.outcome, (pay,), when, row.clauses, row.says))
        return replace(self, rows=tuple(rows), paytables=(paytable or self.paytables[0],))

    def columns(self, whose: str) -> frozenset[str]:
        read = frozenset[tuple[str, str]]().union(*(row.when.columns() for row in self.rows))
        return frozenset(name for hand, name in read if hand == whose)

    def reads_decision(self) -> bool:
        """Whether its result depends on the player's decision."""
        return any(row.when.reads_decision() for row in self.rows)
