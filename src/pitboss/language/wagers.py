"""Wagers: pay tables whose first true row is the result.

`Wager.result` is the only code that decides what a wager wins. Settlement asks it about one deal,
simulation about a million, exact odds about every class of deals there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from pitboss.cards.hands import Array
from pitboss.errors import unknown
from pitboss.language.expressions import Deal, Expression, Values, always, never
from pitboss.language.pays import LOSS, NOTHING, PUSH, Pay, odds
from pitboss.language.readings import Alternatives

STANDARD = "standard"  # The key of a rulebook's only pay table.
PayOrChoice = Pay | Alternatives[Pay]


@dataclass(frozen=True)
class Row:
    """A row of a wager: when it holds, what it pays, and the clauses that say so."""

    key: str
    outcome: str
    pays: tuple[PayOrChoice, ...]  # One for every pay table, or one for all.
    when: Expression
    clauses: tuple[str, ...]
    says: str  # The reason as a dealer would give it; {player}, {dealer}, {fourth} are filled in.
    adds: Alternatives[str] | None = None  # A row whose pay is paid besides; "" for none.

    @property
    def pay(self) -> Pay:
        """What it pays, once the rulebook is configured."""
        (only,) = self.pays
        return cast(Pay, only)

    @property
    def definitions(self) -> tuple[str, ...]:
        """The clauses behind its condition, besides its own."""
        return tuple(clause for clause in self.when.cited() if clause not in self.clauses)

    def pay_under(self, readings: Mapping[str, str], paytable: int) -> Pay:
        """What it pays in one of the wager's pay tables."""
        one = self.pays[paytable if len(self.pays) > 1 else 0]
        return one.under(readings) if isinstance(one, Alternatives) else one


def pays(
    key: str,
    outcome: str,
    pay: str | PayOrChoice | tuple[str, ...],
    when: Expression,
    *clauses: str,
    says: str,
    adds: Alternatives[str] | None = None,
) -> Row:
    """A row that wins. Several pays are one for each pay table of the wager."""
    every = pay if isinstance(pay, tuple) else (pay,)
    made = tuple(_pay(one) for one in every)
    return Row(key, outcome, made, when, clauses, says, adds)


def pushes(key: str, outcome: str, when: Expression, *clauses: str, says: str) -> Row:
    """A row that gives the stake back."""
    return Row(key, outcome, (PUSH,), when, clauses, says)


def loses(key: str, outcome: str, *clauses: str, says: str, when: Expression = always) -> Row:
    """A row that loses the stake; without a condition, all that is left."""
    return Row(key, outcome, (LOSS,), when, clauses, says)


def nothing(key: str, outcome: str, *clauses: str, says: str, when: Expression = always) -> Row:
    """A row where nothing was staked and nothing is paid."""
    return Row(key, outcome, (NOTHING,), when, clauses, says)


def _pay(one: str | PayOrChoice) -> PayOrChoice:
    if not isinstance(one, str):
        return one
    return LOSS if one == "loses" else odds(one)


@dataclass(frozen=True)
class Needs:
    """The bet that a wager rests on, and whose it may be."""

    wager: str
    clauses: tuple[str, ...]
    anybody: bool = False  # Any bettor's on that box, not only the bettor's own.


@dataclass(frozen=True)
class Envy:
    """A payment to those with one wager when somebody's hand, with another, reaches a row."""

    paid_to: str
    hit_with: str
    hands: Alternatives[str]  # "others" or "everyone": may one's own hand pay?
    once_per: Alternatives[str]  # "player" or "wager".
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Wager:
    key: str
    title: str
    rows: tuple[Row, ...]  # In the rulebook's order; the last one always holds.
    paytables: tuple[str, ...] = (STANDARD,)
    needs: Needs | None = None
    equals: str | None = None  # Staked after the deal, with exactly the stake of that wager.
    paid_on: str | None = None  # Not staked itself: pays on the stake of that wager.
    envy: Envy | None = None  # Not staked at all.
    price: int | None = None  # The one stake it can be bet with.
    clauses: tuple[str, ...] = ()  # About the wager as a whole, whatever the row.
    cap_clauses: tuple[str, ...] = ()  # Where the rulebook allows a maximum payment.

    @property
    def is_staked(self) -> bool:
        return self.paid_on is None and self.envy is None

    def result(self, deal: Deal) -> Values:
        """Number of the first row that holds."""
        return self.result_in_bytes(deal).astype(np.intp)

    def result_in_bytes(self, deal: Deal) -> Array:
        """The same, small, where there are many deals; beware of sums: they wrap."""
        holds = [np.asarray(row.when.ask(deal)) for row in self.rows[:-1]]
        shape = np.broadcast_shapes(*(hold.shape for hold in holds))
        found = np.full(shape, len(holds), np.uint8)  # The last row, where none before it holds.
        for number in reversed(range(len(holds))):
            np.copyto(found, np.uint8(number), where=holds[number])
        return found

    def row(self, key: str) -> Row:
        for row in self.rows:
            if row.key == key:
                return row
        raise unknown("row", key, [row.key for row in self.rows], self.key)

    def under(
        self, readings: Mapping[str, str], paytable: str = "", own: Mapping[str, Pay] | None = None
    ) -> Wager:
        """This wager with its choices made and one pay table; rows that can't hold are gone.

        `own` are pays of the user's, by row, instead of the rulebook's.
        """
        at = 0 if own or not paytable else self.paytables.index(paytable)
        pays = {row.key: row.pay_under(readings, at) for row in self.rows} | dict(own or {})
        rows = []
        for row in self.rows:
            pay, when = pays[row.key], row.when.under(readings)
            besides = row.adds.under(readings) if row.adds else ""
            if besides:
                pay = pay.plus(pays[besides])
            if when is not never:
                rows.append(Row(row.key, row.outcome, (pay,), when, row.clauses, row.says))
        return replace(self, rows=tuple(rows), paytables=(paytable or self.paytables[0],))

    def columns(self, whose: str) -> frozenset[str]:
        read = frozenset[tuple[str, str]]().union(*(row.when.columns() for row in self.rows))
        return frozenset(name for hand, name in read if hand == whose)

    def reads_decision(self) -> bool:
        """Whether folding matters to it."""
        return any(row.when.reads_decision() for row in self.rows)
