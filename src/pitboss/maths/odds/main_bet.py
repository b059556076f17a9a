"""The main bet under any strategy, hand by hand.

A strategy is a yes or no for each of the 22,100 hands. The rows of all wagers of the main bet are
counted jointly for every single hand. So the best decision may depend on suits, and any other
strategy is evaluated from the same counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm, prod

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.compiled import Classes, classes
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.counting import DEALS, Conditions, by_hand
from pitboss.maths.odds.statistics import Distribution

DEALERS = DEALS // COUNT  # Hands that the dealer can have against a given hand.


@dataclass(frozen=True, eq=False)
class Counts:
    """Joint counts of the rows of some wagers, for every single hand.

    A tuple of rows is encoded as one number in mixed radix: a digit for each wager's row.
    """

    groups: tuple[Classes, Classes]
    table: Array  # [player's class, dealer's class]: the tuple of a played hand.
    played: Array  # The distinct tuples of played hands.
    ways: Array  # [hand, index in played]: the number of dealer's hands.
    folded: Array  # The distinct tuples of folded hands.
    folds_to: Array  # [hand]: index in folded, the same for every dealer's hand.


@lru_cache(maxsize=8)
def _counted(conditions: Conditions) -> Counts:
    wagers = conditions.wagers
    player, dealer = (
        classes(whose, frozenset().union(*(w.columns(whose) for w in wagers)))
        for whose in ("player", "dealer")
    )
    table = _tuples(wagers, _every_pair(player, dealer))
    dealers = dealer.example[None, :: len(dealer) // 8 + 1]
    folds_to = _tuples(wagers, Deal(player.example[:, None], dealers, played=False))
    if any(wager.reads_decision() for wager in wagers):
        same = (folds_to == folds_to[:, :1]).all()
        assert same, "the result of a fold would depend on the dealer's hand"
    played, ways = by_hand(table, player, dealer)
    folded, place = np.unique(folds_to[:, 0], return_inverse=True)
    return Counts((player, dealer), table, played, ways, folded, place.ravel()[player.of])


@lru_cache(maxsize=2)
def _every_pair(player: Classes, dealer: Classes) -> Deal:
    """One deal for each pair of classes; cached, as readings share most of its conditions."""
    return Deal(player.example[:, None], dealer.example[None, :])


def _tuples(wagers: tuple[Wager, ...], deal: Deal) -> Array:
    """[class, class]: the rows of all wagers as one number; int16, because the table is large."""
    assert prod(len(wager.rows) for wager in wagers) < np.iinfo(np.int16).max
    tuples = np.zeros((len(deal.player), deal.dealer.size), np.int16)
    for wager in wagers:
        tuples *= len(wager.rows)
        tuples += wager.result_in_bytes(deal)
    return tuples


class MainBet:
    """The wagers of the main bet, counted jointly."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wagers = tuple(rules.wager(key) for key in rules.rulebook.main)

    @cached_property
    def _counts(self) -> Counts:
        return _counted(Conditions.of(*self.wagers))

    @property
    def groups(self) -> tuple[Classes, Classes]:
        """The classes of player's and dealer's hands that these wagers tell apart."""
        return self._counts.groups

    @property
    def played(self) -> list[tuple[int, ...]]:
        """The rows of the wagers in each tuple that a played hand can lead to."""
        return self._rows(self._counts.played)

    def _rows(self, tuples: Array) -> list[tuple[int, ...]]:
        digits = np.unravel_index(tuples, [len(wager.rows) for wager in self.wagers])
        return [tuple(rows) for rows in np.stack(digits, axis=1).tolist()]

    @property
    def ways(self) -> Array:
        """[hand, tuple]: the number of dealer's hands for which a played hand leads to it."""
        return self._counts.ways

    def value_of_pairs(self) -> Array:
        """[class, class]: net of playing against one dealer's hand, in units of 1 / scale."""
        counts = self._counts
        return self._nets(counts.played)[np.searchsorted(counts.played, counts.table)]

    @cached_property
    def scale(self) -> int:
        """The common denominator of all pays of the main bet."""
        return lcm(*(row.pay.stake.denominator for wager in self.wagers for row in wager.rows))

    def net(self, rows: tuple[int, ...]) -> Fraction:
        """The net of a tuple of rows, per unit of the ante."""
        return sum(
            (w.rows[row].pay.stake for w, row in zip(self.wagers, rows, strict=True)), Fraction(0)
        )

    def staked(self, rows: tuple[int, ...]) -> int:
        """How many units were staked in a tuple of rows."""
        pairs = zip(self.wagers, rows, strict=True)
        return sum(wager.is_staked and wager.rows[row].pay.staked for wager, row in pairs)

    @cached_property
    def value_of_playing(self) -> Array:
        """[hand]: net of playing, summed over all dealer's hands, in units of 1 / scale."""
        return (self.ways @ self._nets(self._counts.played)).astype(np.int64)

    def _nets(self, tuples: Array) -> Array:
        return np.array([int(self.net(rows) * self.scale) for rows in self._rows(tuples)])

    @cached_property
    def loss_of_folding(self) -> Array:
        """[hand]: net of folding against one dealer's hand, in units of 1 / scale; negative."""
        return np.asarray(self._nets(self._counts.folded)[self._counts.folds_to])

    @property
    def value_of_folding(self) -> Array:
        """[hand]: net of folding, summed over all dealer's hands, in units of 1 / scale."""
        return self.loss_of_folding * DEALERS

    @cached_property
    def best(self) -> Array:
        """[hand]: whether playing is at least as good as folding."""
        if not self.rules.rulebook.decision:
            return np.ones(COUNT, bool)
        return self.value_of_playing >= self.value_of_folding

    def under(self, plays: Array) -> MainOdds:
        """The main bet under a strategy; `plays` says for each hand whether it plays."""
        return MainOdds(self, plays)

    def ways_under(self, plays: Array) -> dict[tuple[int, ...], int]:
        """The ways of each tuple of rows under a strategy."""
        ways: dict[tuple[int, ...], int] = {}
        played = zip(self.played, map(int, plays.astype(float) @ self.ways), strict=True)
        counts = self._counts
        hands = np.bincount(counts.folds_to[~plays], minlength=len(counts.folded))
        folded = zip(self._rows(counts.folded), (hands * DEALERS).tolist(), strict=True)
        for rows, n in (*played, *folded):
            if n:
                ways[rows] = ways.get(rows, 0) + n
        return ways


@dataclass(frozen=True, eq=False)
class MainOdds:
    """The exact odds of the main bet under one strategy."""

    bet: MainBet
    plays: Array

    def __repr__(self) -> str:
        edge = f"house edge {float(self.house_edge):.4%}"
        return f"<main bet of {self.bet.rules.key}: {edge}, {self.folds:,} hands fold>"

    @cached_property
    def ways(self) -> dict[tuple[int, ...], int]:
        """The ways of each tuple of rows."""
        return self.bet.ways_under(self.plays)

    @property
    def folds(self) -> int:
        """How many of the 22,100 hands fold."""
        return int(COUNT - self.plays.sum())

    @cached_property
    def results(self) -> Distribution:
        """Net results per unit of the ante."""
        return Distribution.of((self.bet.net(rows), n) for rows, n in self.ways.items())

    @cached_property
    def expectation(self) -> Fraction:
        scale = self.bet.scale
        won = sum(int(self.bet.net(rows) * scale) * n for rows, n in self.ways.items())
        return Fraction(won, scale * DEALS)

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
        """The house's expected share of everything staked."""
        return self.house_edge / self.average_stake

    def of(self, wager: Wager) -> tuple[int, ...]:
        """The ways of each row of one of the wagers."""
        at = [main.key for main in self.bet.wagers].index(wager.key)
        total = [0] * len(wager.rows)
        for rows, n in self.ways.items():
            total[rows[at]] += n
        return tuple(total)
