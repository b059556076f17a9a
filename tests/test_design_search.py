"""The search on small made-up wagers, full of ties, against plain enumeration."""

import random
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from pitboss.errors import BadConfiguration
from pitboss.maths.design.grid import FREE, NO_LESS, NO_MORE, Grid, RowPays
from pitboss.maths.design.main_prices import Groups, MainPrices
from pitboss.maths.design.prices import Outcomes, WagerPrices
from pitboss.maths.design.search import Search, Target

EVERYTHING = (Fraction(-100), Fraction(100))


class Made:
    """A made-up wager, or a main bet: its lines, its outcomes, and in how many ways they come."""

    def __init__(self, seed, decides):
        chance = self.chance = random.Random(seed)
        self.worths = [
            sorted(chance.sample(range(-1, 7), chance.randrange(1, 5)))
            for _ in range(chance.randrange(1, 5))
        ]
        self.odd = [[chance.random() < 0.4 for _ in worths] for worths in self.worths]
        self.links = [chance.choice((NO_LESS, NO_MORE, FREE)) for _ in self.worths[1:]]
        self.unit = chance.choice((1, 2))
        self.decides = decides
        outcomes = chance.randrange(3, 6)
        self.fixed = [chance.randrange(-3, 1) for _ in range(outcomes)]
        self.kept = [chance.choice((0, 0, -1)) for _ in range(outcomes)]
        self.parts = [[chance.choice((0, 0, 1)) for _ in range(outcomes)] for _ in self.worths]
        self.folds = 2 if decides else 0  # The last outcomes are those of a fold.
        self.groups = []  # Ways when played, and when folded.
        for _ in range(5 if decides else 1):
            played = [chance.randrange(1, 4) for _ in range(outcomes - self.folds)]
            at = chance.randrange(self.folds) if decides else 0
            self.groups.append((played, [sum(played) * (at == i) for i in range(self.folds)]))
        self.deals = sum(sum(played) for played, _ in self.groups)

    def prices(self):
        lines = [
            RowPays(str(at), (None,) * len(worths), np.array(worths), np.array(odd))
            for at, (worths, odd) in enumerate(zip(self.worths, self.odd, strict=True))
        ]
        backwards = self.chance.random() < 0.5
        grid = Grid(lines, self.links, backwards)
        parts = np.array(grid.in_order(self.parts))
        outcomes = Outcomes(np.array(self.fixed), parts, np.array(self.kept))
        if not self.decides:
            return WagerPrices(grid, outcomes, self.unit, self.groups[0][0])
        played, folded = (np.array(ways, float) for ways in zip(*self.groups, strict=True))
        names = [()] * len(played[0]), [()] * self.folds
        return MainPrices(grid, outcomes, self.unit, Groups(*names, played, folded))

    def tables(self):
        """(edge, odd, variance, worths, hits) of every pay table in order."""
        for places in product(*(range(len(worths)) for worths in self.worths)):
            pays = [worths[at] for worths, at in zip(self.worths, places, strict=True)]
            pairs = zip(pairwise(pays), self.links, strict=True)
            if any((a - b) * link < 0 for (a, b), link in pairs):
                continue
            nets = [
                net + sum(pay * part[at] for pay, part in zip(pays, self.parts, strict=True))
                for at, net in enumerate(self.fixed)
            ]
            results = []
            for played, folded in self.groups:
                playing = [*played, *(0 for _ in folded)]
                folding = [*(0 for _ in played), *folded]
                won = [sum(map(int.__mul__, nets, ways)) for ways in (playing, folding)]
                folds = self.decides and won[0] < won[1]
                results += zip(nets, folding if folds else playing, self.kept, strict=True)
            mean = Fraction(sum(net * n for net, n, _ in results), self.unit * self.deals)
            square = Fraction(sum(net**2 * n for net, n, _ in results), self.unit**2 * self.deals)
            odd = sum(one[at] for one, at in zip(self.odd, places, strict=True))
            hits = Fraction(sum(n for net, n, kept in results if net > kept), self.deals)
            yield -mean, odd, square - mean**2, tuple(pays), hits


def some_target(chance, tables):
    """Ends that are reached exactly, or lie between."""
    edges = sorted(chance.choice(tables)[0] + chance.choice((0, 0, Fraction(1, 997))) for _ in "ab")
    middle = chance.choice(
        (sum(edges) / 2, sum(edges) / 2, edges[0], Fraction(-50), Fraction(10**30))
    )
    hits = sorted(chance.choice(tables)[4] + chance.choice((0, Fraction(1, 991))) for _ in "ab")
    hits = min(hits[0], Fraction(1)), min(hits[1], Fraction(1))
    spread = sorted(Fraction(float(chance.choice(tables)[2]) ** 0.5) for _ in "ab")
    return Target(
        tuple(edges),
        middle,
        chance.choice((None, None, hits)),
        chance.choice((None, None, tuple(spread))),
    )


def enumerated(tables, target):
    low, high = target.edge
    hit = target.hit or EVERYTHING
    spread = target.volatility or (0, 100)
    return sorted(
        (abs(edge - target.middle), odd, variance, pays, hits)
        for edge, odd, variance, pays, hits in tables
        if low <= edge <= high
        and hit[0] <= hits <= hit[1]
        and spread[0] ** 2 <= variance <= spread[1] ** 2
    )


@pytest.mark.parametrize("decides", [False, True])
def test_searches_in_made_up_wagers(decides, monkeypatch):
    monkeypatch.setattr("pitboss.maths.design.search.AT_ONCE", 3)
    monkeypatch.setattr("pitboss.maths.design.search.MOST_AT_ONCE", 9)
    found = cut_off = left_out = 0
    for seed in range(200):
        made = Made(seed, decides)
        tables = list(made.tables())
        if not tables:
            with pytest.raises(BadConfiguration):
                made.prices()
            continue
        prices = made.prices()
        grid = prices.grid
        assert grid.count() == len(tables)
        for _ in range(4):
            target = some_target(made.chance, tables)
            limit, counted = made.chance.choice((1, 2, 4, 1000)), made.chance.choice((0, 10, 10**6))
            search = Search(prices, target, limit, counted)
            assert search.reach == (min(one[0] for one in tables), max(one[0] for one in tables))
            search.run()
            expected = enumerated(tables, target)
            best = [
                (
                    *(one.odd, Fraction(one.variance, (made.unit * made.deals) ** 2), one.worth),
                    prices.figures(one.table)[1],
                )
                for one in search.best
            ]
            assert best == [one[1:] for one in expected[:limit]]
            for one in search.best:
                edge = -prices.figures(one.table)[0].mean
                assert target.edge[0] <= edge <= target.edge[1]
            assert search.meeting_target <= len(expected)
            if search.complete:
                assert search.meeting_target == len(expected)
                assert search.with_edge == len(enumerated(tables, Target(target.edge, Fraction(0))))
            found += bool(expected)
            cut_off += len(expected) > limit
            left_out += not search.complete
    assert min(found, cut_off, left_out) > 30
