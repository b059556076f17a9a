"""The main bet, decision included: what it comes to hand by hand, under any strategy.

A strategy is a yes or no for each of the 22,100 hands. The rows of all the wagers of the main bet
are counted together for every single hand, so the best decision may depend on suits, and any
other decision is evaluated from the same counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from pitboss.configuration import Rules
from pitboss.expressions import Deal
from pitboss.hands import COUNT, Array
from pitboss.maths.classes import Classes, classes
from pitboss.maths.counting import DEALS, by_hand
from pitboss.maths.statistics import Distribution
from pitboss.wagers import Wager

DEALERS = DEALS // COUNT  # Hands the dealer can have against a given hand.


class MainBet:
    """The wagers of the main bet, counted together."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wagers = tuple(rules.wager(key) for key in rules.rulebook.main)

    def priced(self, rules: Rules) -> MainBet:
        """The same counts under other pay tables; the readings must be the same."""
        assert (rules.key, rules.readings) == (self.rules.key, self.rules.readings)
        other = MainBet(rules)
        other.__dict__.update(groups=self.groups, _tuples=self._tuples, ways=self.ways)
        return other

    @cached_property
    def groups(self) -> tuple[Classes, Classes]:
        """The classes of the player's and of the dealer's hands that these wagers tell apart."""
        player, dealer = (
            classes(whose, frozenset().union(*(w.columns(whose) for w in self.wagers)))
            for whose in ("player", "dealer")
        )
        return player, dealer

    @cached_property
    def _tuples(self) -> tuple[Array, Array]:
        """The tuples of rows that a played hand can come to; [class, class]: which of them."""
        player, dealer = np.ix_(*(group.example for group in self.groups))
        rows = [wager.result(Deal(player, dealer)) for wager in self.wagers]
        shape = tuple(map(len, self.groups))
        flat = tuple(np.broadcast_to(row, shape).ravel() for row in rows)
        base = [len(wager.rows) for wager in self.wagers]
        tuples, table = np.unique(np.ravel_multi_index(flat, base), return_inverse=True)
        return np.stack(np.unravel_index(tuples, base), axis=1), table.reshape(shape)

    @property
    def played(self) -> list[tuple[int, ...]]:
        """The rows of the wagers, for each tuple that a played hand can come to."""
        return [tuple(int(row) for row in rows) for rows in self._tuples[0]]

    @cached_property
    def ways(self) -> Array:
        """[hand, tuple]: with how many dealer's hands a played hand comes to it."""
        tuples, table = self._tuples
        return by_hand(table, *self.groups, len(tuples))

    def value_of_pairs(self) -> Array:
        """[class, class]: what playing wins against one dealer's hand, in the scale's unit."""
        return self._nets[self._tuples[1]]

    @cached_property
    def folded(self) -> Array:
        """[hand, wager]: the rows of a hand that folds, whatever the dealer holds."""
        every = np.arange(COUNT)
        deals = [Deal(every, other, played=False) for other in (every, every[::-1])]
        rows, again = (
            np.stack([np.broadcast_to(w.result(deal), COUNT) for w in self.wagers], axis=1)
            for deal in deals
        )
        assert (rows == again).all(), "what a fold comes to would depend on the dealer's hand"
        return rows

    @cached_property
    def scale(self) -> int:
        """A unit in which every pay of the main bet is whole."""
        return lcm(*(row.pay.stake.denominator for wager in self.wagers for row in wager.rows))

    def net(self, rows: tuple[int, ...]) -> Fraction:
        """What a tuple of rows comes to, per unit of the ante."""
        return sum(
            (w.rows[row].pay.stake for w, row in zip(self.wagers, rows, strict=True)), Fraction(0)
        )

    def staked(self, rows: tuple[int, ...]) -> int:
        """How many units were staked in a tuple of rows."""
        pairs = zip(self.wagers, rows, strict=True)
        return sum(wager.is_staked and wager.rows[row].pay.staked for wager, row in pairs)

    @cached_property
    def value_of_playing(self) -> Array:
        """[hand]: what playing wins over all of the dealer's hands, in the scale's unit."""
        return np.asarray(self.ways @ self._nets)

    @cached_property
    def _nets(self) -> Array:
        return np.array([int(self.net(rows) * self.scale) for rows in self.played])

    @cached_property
    def loss_of_folding(self) -> Array:
        """[hand]: what folding wins (a loss) against one dealer's hand, in the scale's unit."""
        kinds, which = np.unique(self.folded, axis=0, return_inverse=True)
        nets = np.array([int(self.net(tuple(rows)) * self.scale) for rows in kinds.tolist()])
        return np.asarray(nets[which.ravel()])

    @property
    def value_of_folding(self) -> Array:
        """[hand]: what folding wins over all of the dealer's hands, in the scale's unit."""
        return self.loss_of_folding * DEALERS

    @cached_property
    def best(self) -> Array:
        """[hand]: whether playing is at least as good as folding."""
        if not self.rules.rulebook.decision:
            return np.ones(COUNT, bool)
        return self.value_of_playing >= self.value_of_folding

    def under(self, plays: Array) -> MainOdds:
        """The main bet under a strategy: which hands play."""
        ways: dict[tuple[int, ...], int] = {}
        for rows, n in zip(self.played, self.ways[plays].sum(0).tolist(), strict=True):
            ways[rows] = ways.get(rows, 0) + n
        if not plays.all():
            kinds, hands = np.unique(self.folded[~plays], axis=0, return_counts=True)
            for kind, n in zip(kinds.tolist(), hands.tolist(), strict=True):
                ways[tuple(kind)] = ways.get(tuple(kind), 0) + n * DEALERS
        return MainOdds(self, plays, {rows: n for rows, n in ways.items() if n})


@dataclass(frozen=True, eq=False)
class MainOdds:
    """The main bet under one strategy, exactly."""

    bet: MainBet
    plays: Array
    ways: dict[tuple[int, ...], int]  # Of each tuple of rows.

    @property
    def folds(self) -> int:
        """Hands of 22,100 that fold."""
        return int(COUNT - self.plays.sum())

    @cached_property
    def results(self) -> Distribution:
        """Net results per unit of the ante."""
        return Distribution.of((self.bet.net(rows), n) for rows, n in self.ways.items())

    @property
    def expectation(self) -> Fraction:
        return self.results.mean

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def standard_deviation(self) -> float:
        return self.results.standard_deviation

    @cached_property
    def average_stake(self) -> Fraction:
        """Units staked a round, on average."""
        staked = sum(self.bet.staked(rows) * n for rows, n in self.ways.items())
        return Fraction(staked, self.results.total)

    @property
    def element_of_risk(self) -> Fraction:
        """The house's share of all that is staked."""
        return self.house_edge / self.average_stake

    def of(self, wager: Wager) -> tuple[int, ...]:
        """The ways of each row of one of the wagers."""
        at = [one.key for one in self.bet.wagers].index(wager.key)
        total = [0] * len(wager.rows)
        for rows, n in self.ways.items():
            total[rows[at]] += n
        return tuple(total)
