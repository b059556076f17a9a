"""Expressions: the language that rules are written in.

`player.points == dealer.points` compares nothing now. It is an expression that can be evaluated for
one deal, for a million deals, or for every class of deals. It knows which columns it reads and
which clauses it rests on, can be put into words, and can contain a choice between readings of an
unclear clause. It has no truth value, so a rule that branches fails where it is written.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.hands import COLUMNS, Array

Values = Any  # A number or truth value, or an array of them: every rule works for both.


@dataclass(frozen=True)
class Deal:
    """The player's and the dealer's hand, as row numbers: one deal, or arrays that broadcast."""

    player: Values
    dealer: Values
    fourth: Values = 0  # A card number, in games with a community card.
    played: Values = True  # False if the player folded.
    six: Values = None  # The value of the six cards, if it is known already.
    # Results for this deal, cached: rows of a wager share most of their conditions.
    asked: dict[Expression, Values] = field(default_factory=dict, compare=False, repr=False)


class Expression:
    """Something that a rule asks about a deal."""

    parts: tuple[Expression, ...] = ()
    clauses: tuple[str, ...] = ()

    def ask(self, deal: Deal) -> Values:
        raise NotImplementedError

    def words(self) -> str:
        raise NotImplementedError

    def under(self, readings: Mapping[str, str]) -> Expression:
        """This expression with all choices made; the same choices give the same object."""
        needed = _readings(self)
        if not needed:
            return self
        return _chosen(self, tuple((key, readings[key]) for key in needed))

    def choose(self, readings: Mapping[str, str]) -> Expression:
        """A new expression with all choices made."""
        raise NotImplementedError

    def columns(self) -> frozenset[tuple[str, str]]:
        """The columns it reads, as (whose, which)."""
        return _columns(self.parts)

    def reads_decision(self) -> bool:
        """Whether it depends on the player's decision."""
        return any(part.reads_decision() for part in self.parts)

    def cited(self) -> tuple[str, ...]:
        """All clauses that it rests on, its own first."""
        below = (clause for part in self.parts for clause in part.cited())
        return tuple(dict.fromkeys((*self.clauses, *below)))

    def by(self, *clauses: str) -> Expression:
        """Cite the clauses that define this expression."""
        return never if self is never else Cited(self, clauses)

    def __bool__(self) -> bool:
        raise TypeError("a rule has no truth value before the deal: use & | ~, not and, or, if")

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        return Operation("{} = {}", operator.eq, (self, lift(other)))

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return Operation("{} ≠ {}", operator.ne, (self, lift(other)))

    def __gt__(self, other: object) -> Expression:
        return Operation("{} > {}", operator.gt, (self, lift(other)))

    def __ge__(self, other: object) -> Expression:
        return Operation("{} ≥ {}", operator.ge, (self, lift(other)))

    def __lt__(self, other: object) -> Expression:
        return Operation("{} < {}", operator.lt, (self, lift(other)))

    def __le__(self, other: object) -> Expression:
        return Operation("{} ≤ {}", operator.le, (self, lift(other)))

    def __add__(self, other: object) -> Expression:
        return Operation("({} + {})", operator.add, (self, lift(other)))

    def __rmul__(self, other: object) -> Expression:
        return Operation("{} × {}", operator.mul, (lift(other), self))

    def __and__(self, other: object) -> Expression:
        parts = self, lift(other)
        if any(part is never for part in parts):
            return never
        return Operation("({} and {})", np.logical_and, parts)

    def __or__(self, other: object) -> Expression:
        return Operation("({} or {})", np.logical_or, (self, lift(other)))

    def __invert__(self) -> Expression:
        return Operation("not ({})", np.logical_not, (self,))

    __hash__ = object.__hash__


@dataclass(frozen=True, eq=False)
class Constant(Expression):
    value: Values

    def ask(self, deal: Deal) -> Values:
        return self.value

    def words(self) -> str:
        return str(self.value)


@dataclass(frozen=True, eq=False)
class Column(Expression):
    """A column of the player's hand, the dealer's hand or the fourth card."""

    whose: str
    name: str

    def ask(self, deal: Deal) -> Values:
        return table_of(self.whose)[self.name]()[getattr(deal, self.whose)]

    def words(self) -> str:
        return f"{self.whose}'s {self.name.replace('_', ' ')}"

    def columns(self) -> frozenset[tuple[str, str]]:
        return frozenset({(self.whose, self.name)})


@dataclass(frozen=True, eq=False)
class SixCards(Expression):
    """The value of the player's and the dealer's six cards together."""

    def ask(self, deal: Deal) -> Values:
        return six_cards.value(deal.player, deal.dealer) if deal.six is None else deal.six

    def words(self) -> str:
        return "six cards' value"

    def columns(self) -> frozenset[tuple[str, str]]:
        return frozenset({("six", "value")})


@dataclass(frozen=True, eq=False)
class HasPlayed(Expression):
    """Whether the player played on."""

    def ask(self, deal: Deal) -> Values:
        return deal.played

    def words(self) -> str:
        return "player plays"

    def reads_decision(self) -> bool:
        return True


@dataclass(frozen=True, eq=False)
class Operation(Expression):
    form: str  # How to put it into words, with a {} for each part.
    function: Callable[..., Values]
    parts: tuple[Expression, ...]

    def ask(self, deal: Deal) -> Values:
        if self not in deal.asked:
            deal.asked[self] = self.function(*(part.ask(deal) for part in self.parts))
        return deal.asked[self]

    def words(self) -> str:
        return self.form.format(*(part.words() for part in self.parts))

    def choose(self, readings: Mapping[str, str]) -> Expression:
        parts = tuple(part.under(readings) for part in self.parts)
        if self.function is np.logical_and and any(part is never for part in parts):
            return never
        return replace(self, parts=parts)


@dataclass(frozen=True, eq=False)
class Cited(Expression):
    """An expression with the clauses that define it."""

    said: Expression
    clauses: tuple[str, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:  # type: ignore[override]
        return (self.said,)

    def ask(self, deal: Deal) -> Values:
        return self.said.ask(deal)

    def words(self) -> str:
        return self.said.words()

    def choose(self, readings: Mapping[str, str]) -> Expression:
        said = self.said.under(readings)
        return said if said is never else replace(self, said=said)


@dataclass(frozen=True, eq=False)
class Otherwise(Expression):
    """Always true, for the last row. It rests on the same clauses as the rows before it."""

    parts: tuple[Expression, ...]

    def ask(self, deal: Deal) -> Values:
        return True

    def words(self) -> str:
        return "otherwise"

    def choose(self, readings: Mapping[str, str]) -> Expression:
        return Otherwise(tuple(part.under(readings) for part in self.parts))

    def columns(self) -> frozenset[tuple[str, str]]:
        return frozenset()

    def reads_decision(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Choice(Expression):
    """An expression for each reading of an unclear clause, the default first."""

    reading: str
    options: Mapping[str, Expression]

    @property
    def parts(self) -> tuple[Expression, ...]:  # type: ignore[override]
        return tuple(self.options.values())

    def ask(self, deal: Deal) -> Values:
        raise TypeError(f"choose a reading of {self.reading!r} first: configure the rulebook")

    def words(self) -> str:
        return " or else ".join(option.words() for option in self.options.values())

    def choose(self, readings: Mapping[str, str]) -> Expression:
        return self.options[readings[self.reading]].under(readings)


@lru_cache(maxsize=4096)
def _columns(parts: tuple[Expression, ...]) -> frozenset[tuple[str, str]]:
    return frozenset[tuple[str, str]]().union(*(part.columns() for part in parts))


@lru_cache(maxsize=4096)
def _readings(expression: Expression) -> tuple[str, ...]:
    """The readings that an expression depends on."""
    readings = {reading for part in expression.parts for reading in _readings(part)}
    if isinstance(expression, Choice):
        readings.add(expression.reading)
    return tuple(sorted(readings))


@lru_cache(maxsize=4096)
def _chosen(expression: Expression, readings: tuple[tuple[str, str], ...]) -> Expression:
    return expression.choose(dict(readings))


CARD_COLUMNS: dict[str, Callable[[], Array]] = {"rank": lambda: RANK, "suit": lambda: SUIT}


def table_of(whose: str) -> Mapping[str, Callable[[], Array]]:
    """The columns of a hand, or those of a single card."""
    return CARD_COLUMNS if whose == "fourth" else COLUMNS


class Columns:
    """`player.points`: the columns of one hand or card, by name."""

    def __init__(self, whose: str) -> None:
        self._whose = whose

    def __getattr__(self, name: str) -> Column:
        known = table_of(self._whose)
        if name not in known:
            raise AttributeError(f"{self._whose} has no column {name!r}: {', '.join(known)}")
        return Column(self._whose, name)


player, dealer, fourth = Columns("player"), Columns("dealer"), Columns("fourth")
six = SixCards()
plays = HasPlayed()
always, never = Constant(True), Constant(False)


def lift(value: object) -> Expression:
    if isinstance(value, bool):
        return always if value else never
    return value if isinstance(value, Expression) else Constant(value)


def otherwise(*conditions: Expression) -> Expression:
    """The condition of the last row, which applies if none of these holds."""
    return Otherwise(conditions)


def where(condition: Expression, then: object, otherwise: object) -> Expression:
    form = "({1} if {0}, else {2})"
    return Operation(form, np.where, (condition, lift(then), lift(otherwise)))


def lesser(first: object, second: object) -> Expression:
    return Operation("the lesser of {} and {}", np.minimum, (lift(first), lift(second)))
