"""Exact odds of a wager: every class of deals, weighted by the number of ways to deal it.

No mathematics here is specific to a game. The columns that a wager reads decide which cards have to
be dealt, and its own `result` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

import numpy as np

from pitboss.cards.hands import Array
from pitboss.language.compiled import CompiledSix, classes
from pitboss.language.expressions import Deal
from pitboss.language.pays import Pay
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.counting import Conditions, card_ways, pair_ways, six_card_ways
from pitboss.maths.odds.rows_by_hand import rows_by_hand
from pitboss.maths.odds.statistics import Distribution


@dataclass(frozen=True)
class WagerOdds:
    """The odds of one wager: the number of deals that lead to each of its rows."""

    wager: Wager
    ways: tuple[int, ...]
    price: int = 1  # The stake in the smallest unit, if prizes are in cash.
    meter: int = 0  # What the jackpot holds, in the smallest unit.

    def __repr__(self) -> str:
        edge = "" if self.wager.envy else f": house edge {float(self.house_edge):.4%}"
        return f"<odds of {self.wager.key}{edge}>"

    @property
    def deals(self) -> int:
        """The number of equally likely deals of the cards that this wager reads."""
        return sum(self.ways)

    def outcomes(self) -> Iterator[tuple[Row, int]]:
        return zip(self.wager.rows, self.ways, strict=True)

    def net(self, pay: Pay) -> Fraction:
        """The net result of a pay, per unit staked."""
        if not pay.cash and not pay.meter:
            return pay.stake
        return pay.net(self.price, self.meter) / self.price

    @cached_property
    def results(self) -> Distribution:
        """Net per unit staked, over the deals in which something was staked."""
        return Distribution.of(self._nets())

    def _nets(self) -> Iterator[tuple[Fraction, int]]:
        """Net and ways of each row, without those in which a staked wager was not placed."""
        free = not self.wager.is_staked
        return ((self.net(row.pay), n) for row, n in self.outcomes() if free or row.pay.staked)

    @cached_property
    def expectation(self) -> Fraction:
        """Average net win per unit staked: the counts times the pays."""
        nets = list(self._nets())
        unit = lcm(*(net.denominator for net, _ in nets))
        total = sum(net.numerator * (unit // net.denominator) * n for net, n in nets)
        return Fraction(total, unit * sum(n for _, n in nets))

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def player_return(self) -> Fraction:
        """Average amount returned per unit staked, the stake included.

        A wager without a stake of its own has none to return: it returns what it pays, per unit
        of the wager that it is paid on.
        """
        return self.wager.is_staked + self.expectation

    @property
    def hit_frequency(self) -> Fraction:
        return self._share(lambda pay: pay.is_win)

    @property
    def push_frequency(self) -> Fraction:
        return self._share(lambda pay: pay.is_push and pay.staked)

    def _share(self, counts: Callable[[Pay], bool]) -> Fraction:
        return Fraction(sum(n for row, n in self.outcomes() if counts(row.pay)), self.results.total)

    @property
    def standard_deviation(self) -> float:
        return self.results.standard_deviation

    def contribution(self, row: Row) -> Fraction:
        """What a row adds to the return: its probability times all that it pays back."""
        ways = self.ways[self.wager.rows.index(row)]
        stake = 1 if self.wager.is_staked and row.pay.staked else 0
        return (stake + self.net(row.pay)) * Fraction(ways, self.results.total)

    def priced(self, wager: Wager) -> WagerOdds:
        """The same counts under another pay table of the wager."""
        return WagerOdds(wager, self.ways, self.price, self.meter)


def count(wager: Wager) -> tuple[int, ...]:
    """The number of deals that lead to each row, over all deals of the cards it reads.

    Of a wager that depends on the decision, these are the rows if every hand plays.
    """
    return _counted(Conditions.of(wager))


def count_under(wager: Wager, plays: Array) -> tuple[int, ...]:
    """The same under a strategy; `plays` says for each hand whether it plays.

    A wager that depends on the decision reads the player's whole hand. So one on six cards is
    counted over pairs of hands, not over sets of six cards.
    """
    if not wager.reads_decision():
        return count(wager)
    played, folded = (rows_by_hand(wager, decision) for decision in (True, False))
    return tuple(int(n) for n in played[plays].sum(0) + folded[~plays].sum(0))


@lru_cache(maxsize=256)
def _counted(conditions: Conditions) -> tuple[int, ...]:
    (wager,) = conditions.wagers
    if wager.columns("six"):
        rows = CompiledSix(wager).table[1]
        return _sum(rows, np.array(six_card_ways()), wager)
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
