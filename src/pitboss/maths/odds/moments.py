"""Joint moments: how the wagers of one box are correlated, exactly.

The rows of all its wagers are counted jointly over every deal, under one strategy. Covariances and
the distribution of the result of any combination of bets follow from those counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import prod, sqrt

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT, Array
from pitboss.language.compiled import Classes, Compiled, Rows, by_keys, compiled
from pitboss.language.expressions import Deal, table_of
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.counting import long_suited_deals, pair_ways
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.wager_odds import WagerOdds

CLASSES_AT_ONCE = 256


class BoxMoments:
    """The wagers of one box, counted jointly."""

    def __init__(self, rules: Rules, plays: Array, meter: int = 0) -> None:
        self.rules = rules
        self.wagers = [wager for wager in rules.wagers if not wager.envy]
        self._plays = plays
        self._meter = meter

    @cached_property
    def _fourth(self) -> Classes:
        """Classes of fourth cards that lead to the same rows of every wager, such as deuces."""
        keys = [np.zeros(DECK, np.int64)]
        for wager in self.wagers:
            table = self._tables[wager.key]
            if wager.columns("fourth") and isinstance(table, Compiled):
                ranks = table.table.reshape(-1, table.table.shape[-1])
                _, alike = np.unique(ranks, axis=1, return_inverse=True)
                keys.append(alike.ravel()[table.classes[2].of])
        return by_keys(*keys)

    def _classes(self, whose: str) -> Classes:
        columns = frozenset[str]().union(*(wager.columns(whose) for wager in self.wagers))
        if any(wager.columns("six") for wager in self.wagers):
            columns |= {"ranks"}
        keys = [table_of(whose)[name]() for name in sorted(columns)]
        keys += [self._held(fourth) for fourth in range(len(self._fourth) - 1)]
        return by_keys(*keys, self._plays) if whose == "player" else by_keys(np.zeros(COUNT), *keys)

    def _held(self, fourth: int) -> Array:
        """[hand]: how many of its cards are in one class of fourth cards."""
        return np.asarray((self._fourth.of[CARDS] == fourth).sum(1))

    @cached_property
    def _groups(self) -> tuple[Classes, Classes]:
        return self._classes("player"), self._classes("dealer")

    @cached_property
    def _tables(self) -> dict[str, Rows]:
        return {wager.key: compiled(wager) for wager in self.wagers}

    def _rows(self, deal: Deal) -> dict[str, Array]:
        """The rows of every wager, looked up in the compiled tables."""
        return {key: np.asarray(table.result(deal)) for key, table in self._tables.items()}

    def _cells(self) -> Iterator[tuple[Array, dict[str, Array]]]:
        """Deals that no wager tells apart, as (ways, rows by wager), in batches of classes."""
        player, dealer = self._groups
        ways = pair_ways(player, dealer)
        for start in range(0, len(player), CLASSES_AT_ONCE):
            batch = slice(start, start + CLASSES_AT_ONCE)
            hands = player.example[batch, None], dealer.example[None, :]
            yield from self._with_fourth(ways[batch], *hands, self._by_ranks(*hands))
        if any(wager.columns("six") for wager in self.wagers):
            yield from self._suits()

    def _with_fourth(
        self, ways: Array | int, player: Array, dealer: Array, six: Array
    ) -> Iterator[tuple[Array, dict[str, Array]]]:
        for kind, card in enumerate(self._fourth.example):
            deal = Deal(player, dealer, card, self._plays[player], six)
            left: Array | int = 1
            if self.rules.rulebook.fourth_card:
                held = self._held(kind)
                left = self._fourth.sizes()[kind] - held[player] - held[dealer]
            yield np.broadcast_to(ways * left, six.shape), self._rows(deal)

    def _by_ranks(self, player: Array, dealer: Array) -> Array:
        held = six_cards.rank_class()
        return np.asarray(six_cards.by_ranks()[held[player], held[dealer]])

    def _suits(self) -> Iterator[tuple[Array, dict[str, Array]]]:
        """Corrections for deals in which a suit makes more of six cards than their ranks do."""
        for player, dealer in long_suited_deals():
            ranked, true = self._by_ranks(player, dealer), six_cards.value(player, dealer)
            yield from self._with_fourth(-1, player, dealer, ranked)
            yield from self._with_fourth(1, player, dealer, true)

    @cached_property
    def joint(self) -> Array:
        """[row of the first wager, row of the second, …]: the ways of each tuple of rows."""
        shape = tuple(len(wager.rows) for wager in self.wagers)
        total = np.zeros(prod(shape))
        for ways, rows in self._cells():
            place = np.zeros(ways.shape, np.int32)
            for wager in self.wagers:
                place *= len(wager.rows)
                place += rows[wager.key]
            total += np.bincount(place.ravel(), ways.ravel(), len(total))
        return total.astype(np.int64).reshape(shape)

    def pair(self, first: str, second: str) -> Array:
        """[row of the first wager, row of the second]: ways."""
        keys = [wager.key for wager in self.wagers]
        keep = keys.index(first), keys.index(second)
        ways = self.joint.sum(tuple(axis for axis in range(len(keys)) if axis not in keep))
        if first == second:
            return np.asarray(np.diag(ways))
        return np.asarray(ways if keep[0] < keep[1] else ways.T)

    def _nets(self, key: str) -> list[Fraction]:
        wager = self.rules.wager(key)
        odds = WagerOdds(wager, (), self.rules.prices.get(key, 1), self._meter)
        return [odds.net(row.pay) for row in wager.rows]

    def mean(self, key: str) -> Fraction:
        """Average net of a wager per unit; a Play wager that was not placed counts as 0."""
        return self._average(key, key, lambda x, _: x)

    def covariance(self, first: str, second: str) -> Fraction:
        product = self._average(first, second, lambda x, y: x * y)
        return product - self.mean(first) * self.mean(second)

    def _average(
        self, first: str, second: str, function: Callable[[Fraction, Fraction], Fraction]
    ) -> Fraction:
        ways = self.pair(first, second).tolist()
        xs, ys = self._nets(first), self._nets(second)
        cells = (
            (n, x, y)
            for x, line in zip(xs, ways, strict=True)
            for n, y in zip(line, ys, strict=True)
        )
        return sum((n * function(x, y) for n, x, y in cells if n), Fraction(0)) / sum(
            map(sum, ways)
        )

    def correlation(self, first: str, second: str) -> float:
        variances = self.covariance(first, first) * self.covariance(second, second)
        return float(self.covariance(first, second)) / sqrt(variances) if variances else 0.0

    def of_bets(self, stakes: Mapping[str, int | Fraction]) -> Distribution:
        """The result of a round with these bets, including whatever is paid on them."""
        units = [Fraction(stakes.get(wager.placed_wager, 0)) for wager in self.wagers]
        nets = [[u * x for x in self._nets(w.key)] for u, w in zip(units, self.wagers, strict=True)]
        # Wagers without a stake are summed out first, to keep the number of tuples small.
        idle = tuple(i for i, unit in enumerate(units) if not unit)
        ways = self.joint.sum(idle)
        staked = [net for i, net in enumerate(nets) if i not in idle]
        places = np.argwhere(ways)
        counts = ways[tuple(places.T)].tolist()
        return Distribution.of(
            (sum((net[row] for net, row in zip(staked, rows, strict=True)), Fraction(0)), n)
            for rows, n in zip(places.tolist(), counts, strict=True)
        )
