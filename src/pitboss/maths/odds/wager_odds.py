"""Exact odds: every deal there is, weighed by the number of ways it can be dealt.

There is no mathematics per game here. A wager says which columns it reads; that decides which
cards have to be dealt, and its own `result` says the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.classes import classes
from pitboss.language.compiled import CompiledSix
from pitboss.language.expressions import Deal
from pitboss.language.pays import Pay
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds import six_cards
from pitboss.maths.odds.conditions import Conditions
from pitboss.maths.odds.counting import card_ways, pair_ways
from pitboss.maths.odds.statistics import Distribution


@dataclass(frozen=True)
class WagerOdds:
    """The odds of one wager: in how many ways each of its rows comes about."""

    wager: Wager
    ways: tuple[int, ...]
    price: int = 1  # The stake, in the smallest unit, where prizes are in cash.
    meter: int = 0

    @property
    def deals(self) -> int:
        """The equally likely deals of the cards that this wager reads."""
        return sum(self.ways)

    def outcomes(self) -> Iterator[tuple[Row, int]]:
        return zip(self.wager.rows, self.ways, strict=True)

    def net(self, pay: Pay) -> Fraction:
        """What a pay comes to, per unit staked."""
        if not pay.cash and not pay.meter:
            return pay.stake
        return pay.stake + (pay.cash + pay.meter * self.meter) / Fraction(self.price)

    @cached_property
    def results(self) -> Distribution:
        """Net per unit staked, over the deals in which something was staked."""
        free = not self.wager.is_staked
        return Distribution.of(
            (self.net(row.pay), n) for row, n in self.outcomes() if free or row.pay.staked
        )

    @cached_property
    def expectation(self) -> Fraction:
        """Average net win per unit staked: the counts times the pays."""
        free = not self.wager.is_staked
        nets = [(self.net(row.pay), n) for row, n in self.outcomes() if free or row.pay.staked]
        unit = lcm(*(net.denominator for net, _ in nets))
        total = sum(net.numerator * (unit // net.denominator) * n for net, n in nets)
        return Fraction(total, unit * sum(n for _, n in nets))

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def player_return(self) -> Fraction:
        """Average of what comes back per unit staked, the stake included."""
        return 1 + self.expectation

    @property
    def hit_frequency(self) -> Fraction:
        return self._share(lambda pay: pay.is_win)

    @property
    def push_frequency(self) -> Fraction:
        return self._share(lambda pay: pay.is_push and pay.staked)

    def _share(self, wanted: Any) -> Fraction:
        return Fraction(sum(n for row, n in self.outcomes() if wanted(row.pay)), self.results.total)

    @property
    def standard_deviation(self) -> float:
        return self.results.standard_deviation

    def contribution(self, row: Row) -> Fraction:
        """What a row adds to the return: its share of deals times all that it hands back."""
        ways = self.ways[self.wager.rows.index(row)]
        stake = 1 if self.wager.is_staked and row.pay.staked else 0
        return (stake + self.net(row.pay)) * Fraction(ways, self.results.total)

    def priced(self, wager: Wager) -> WagerOdds:
        """The same counts under another pay table of the wager."""
        return WagerOdds(wager, self.ways, self.price, self.meter)


def count(wager: Wager) -> tuple[int, ...]:
    """In how many ways each row comes about, over all deals of the cards it reads."""
    return _counted(Conditions.of(wager))


@lru_cache(maxsize=256)
def _counted(conditions: Conditions) -> tuple[int, ...]:
    (wager,) = conditions.wagers
    if wager.columns("six"):
        rows = CompiledSix(wager).table
        return _sum(rows, np.array(six_cards.counts()), wager)
    reads = [whose for whose in ("player", "dealer", "fourth") if wager.columns(whose)]
    groups = [classes(whose, wager.columns(whose)) for whose in reads]
    if reads == ["player", "dealer"]:
        ways = pair_ways(*groups)
    elif reads == ["player", "fourth"]:
        ways = card_ways(*groups)
    elif len(reads) == 1 and reads != ["fourth"]:
        ways = groups[0].sizes()
    else:
        raise NotImplementedError(f"{wager.key} reads {reads}")
    places = dict(zip(reads, np.ix_(*(group.example for group in groups)), strict=True))
    deal = Deal(places.get("player", 0), places.get("dealer", 0), places.get("fourth", 0))
    return _sum(np.broadcast_to(wager.result(deal), ways.shape), ways, wager)


def _sum(rows: Array, ways: Array, wager: Wager) -> tuple[int, ...]:
    total = np.zeros(len(wager.rows), np.int64)
    np.add.at(total, rows.ravel(), ways.ravel())
    return tuple(int(n) for n in total)
