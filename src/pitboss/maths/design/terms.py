"""The terms of a design: which rows of a wager may pay what, and what everything else pays.

A side wager is priced by itself, over the deals of the cards it reads; if it is lost on a fold,
under the best strategy of the main bet. The wagers of the main bet are priced together, because the
decision depends on their pays.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm

import numpy as np

from pitboss.errors import BadConfiguration, unknown
from pitboss.language.pays import Pay
from pitboss.language.paytables import Paytable, is_read, payable
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.design.grid import FREE, NO_LESS, NO_MORE, Grid, RowPays
from pitboss.maths.design.main_prices import MainPrices, groups
from pitboss.maths.design.prices import Outcomes, Prices, WagerPrices
from pitboss.maths.design.ranges import Span, is_odd, pays_of, text, usual
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.strategy import best_ways
from pitboss.maths.odds.wager_odds import WagerOdds

MAIN = "main"  # What is judged if the player decides: the main bet as a whole.
LARGEST = 2**62  # Totals must fit into 64-bit integers.


@dataclass(frozen=True)
class Part:
    """The net of one outcome: a fixed part, and the pays of rows that are being designed."""

    fixed: Fraction
    rows: tuple[str, ...]
    kept: Fraction  # It is a win above this net: a prize below its price is still a win.


class Terms:
    """A wager of the rules in force, split into rows that may change and the rest."""

    def __init__(self, rules: Rules, key: str, jackpot: int) -> None:
        self.rules, self.wager = rules, rules.wager(key)
        self._book = rules.rulebook.wager(key)
        self.judged = MAIN if rules.rulebook.decision and key in rules.rulebook.main else key
        if self.judged != MAIN and not self.wager.is_staked:
            message = f"Nothing is staked on {key}, so it has no house edge to design for."
            raise BadConfiguration("design/not-staked", message)
        if isinstance(jackpot, bool) or not isinstance(jackpot, int) or jackpot < 0:
            message = "The jackpot should be a whole number of the smallest unit, from 0 up."
            raise BadConfiguration("design/jackpot", message)
        self.own = _own_pays(rules, self._book)
        self._odds = WagerOdds(self.wager, (), rules.prices.get(key, 1), jackpot)
        known, base = payable(self._book), self._book.under(rules.readings)
        self._like: dict[str, Pay] = {}  # By row that may change: an example of its pays.
        for row in base.rows:
            if row.key in known and (row.pay.is_win or not is_read(self._book.row(row.key))):
                self._like[row.key] = row.pay if row.pay.is_win else known[row.key]

    @property
    def rows(self) -> list[str]:
        """The rows whose pay may change, in the rulebook's order."""
        return list(self._like)

    def written(self, pays: Mapping[str, Pay]) -> dict[str, str]:
        """The pays as a pay table's file has them; rows not paid under the readings keep theirs."""
        table, known = self.rules.paytables[self.wager.key], payable(self._book)
        kept = dict(table.pays) if isinstance(table, Paytable) else {}
        rest = {row: str(kept.get(row, pay.words())) for row, pay in known.items()}
        return rest | {row: text(pay, self.wager.is_staked) for row, pay in pays.items()}

    def prices(self, ranges: Mapping[str, Span | None], keep: bool, monotone: bool) -> Prices:
        """The pay tables within these ranges, priced."""
        if not isinstance(ranges, Mapping):
            raise BadConfiguration("design/range", "Give the ranges by row, such as pair (1, 2).")
        for row in ranges:
            if row not in self._like:
                raise unknown("row", row, self._like, f"{self.wager.key} that pays")
        pays = {row: self._pays(row, ranges, keep) for row in self._like}
        return (self._main if self.judged == MAIN else self._alone)(pays, monotone)

    def _pays(self, row: str, ranges: Mapping[str, Span | None], keep: bool) -> tuple[Pay, ...]:
        span = ranges[row] if row in ranges else None if keep else usual(self.own[row])
        if span is None:
            return (self.own[row],)
        return pays_of(row, span, self._like[row], self.wager.is_staked)

    def _part(self, key: str) -> Part:
        row = self._book.row(key)
        added = row.adds.under(self.rules.readings) if row.adds else ""
        summed = [key, added] if added else [key]
        fixed = [self._odds.net(self.own[paid]) for paid in summed if paid not in self._like]
        like = self._like.get(key, self.own[key])
        return Part(
            sum(fixed, Fraction(0)),
            tuple(paid for paid in summed if paid in self._like),
            like.stake if like.cash or like.meter else Fraction(0),
        )

    def _alone(self, pays: Mapping[str, tuple[Pay, ...]], monotone: bool) -> Prices:
        parts = [self._part(row.key) for row in self.wager.rows]
        ways = best_ways(self.rules, self.wager)
        return WagerPrices(*self._laid_out(pays, parts, ways, monotone), ways)

    def _main(self, pays: Mapping[str, tuple[Pay, ...]], monotone: bool) -> Prices:
        bet = MainBet(self.rules)
        hands, at = groups(bet), [main.key for main in bet.wagers].index(self.wager.key)
        parts = []
        for rows in [*hands.played, *hands.folded]:
            row = self.wager.rows[rows[at]]
            part, rest = self._part(row.key), bet.net(rows) - row.pay.stake
            parts.append(Part(part.fixed + rest, part.rows, Fraction(0)))
        # As if every hand played: good enough to tell which row moves the edge more.
        ways = [*hands.plays_to.sum(0).tolist(), *(0 for _ in hands.folded)]
        return MainPrices(*self._laid_out(pays, parts, ways, monotone), hands)

    def _laid_out(
        self,
        pays: Mapping[str, tuple[Pay, ...]],
        parts: Sequence[Part],
        ways: Sequence[float],
        monotone: bool,
    ) -> tuple[Grid, Outcomes, int]:
        """The grid of pay tables, the outcomes in terms of its rows, and the unit of both."""
        nets = {row: [self._odds.net(pay) for pay in choices] for row, choices in pays.items()}
        all_nets = [net for choices in nets.values() for net in choices]
        unit = lcm(*(net.denominator for net in (*all_nets, *(part.fixed for part in parts))))
        highest = max(map(abs, all_nets)) * 2 + max(abs(part.fixed) for part in parts)
        if 4 * highest * unit * int(sum(ways)) >= LARGEST:
            message = (
                "These pays are too large and too fine to be added up exactly: take whole ones."
            )
            raise BadConfiguration("design/size", message)
        rows = [
            RowPays(
                row, choices, _whole(nets[row], unit), np.array([is_odd(pay) for pay in choices])
            )
            for row, choices in pays.items()
        ]
        grid = Grid(rows, self._links(monotone), _from_the_end(rows, parts, ways))
        times = [[part.rows.count(row.key) for part in parts] for row in grid.rows]
        fixed, kept = [part.fixed for part in parts], [part.kept for part in parts]
        return grid, Outcomes(_whole(fixed, unit), np.array(times), _whole(kept, unit)), unit

    def _links(self, monotone: bool) -> list[int]:
        """How the pay of each row must compare with the next: as in the pay table in force."""
        nets = [self._odds.net(self.own[row]) for row in self._like]
        if not monotone:
            return [FREE] * (len(nets) - 1)
        return [NO_LESS if nets[at] >= nets[at + 1] else NO_MORE for at in range(len(nets) - 1)]


def _own_pays(rules: Rules, book: Wager) -> dict[str, Pay]:
    """What each row pays in force, without the pay of another row that it may add."""
    table = rules.paytables[book.key]
    at = book.paytables.index(table) if isinstance(table, str) else 0
    pays = {row.key: row.pay_under(rules.readings, at) for row in book.rows}
    return pays if isinstance(table, str) else pays | table.pays_for(book, rules.readings)


def _whole(values: Sequence[Fraction], unit: int) -> np.ndarray:
    return np.array([int(value * unit) for value in values], np.int64)


def _from_the_end(rows: Sequence[RowPays], parts: Sequence[Part], ways: Sequence[float]) -> bool:
    """Whether the search is shorter from the last row to the first.

    The expected number of prefixes of a given length is the number of all such prefixes, times the
    share of all edges that one of them can still reach.
    """
    weighted = list(zip(parts, ways, strict=True))
    sizes = [len(row.pays) for row in rows]
    moves = [
        float(np.ptp(row.worth)) * sum(n for part, n in weighted if row.key in part.rows)
        for row in rows
    ]

    def effort(order: range) -> float:
        prefixes = accumulate((sizes[at] for at in order), operator.mul)
        moved = accumulate(moves[at] for at in order)
        pairs = zip(prefixes, moved, strict=True)
        return sum((n * (sum(moves) - so_far) for n, so_far in pairs), 0.0)

    forwards = range(len(rows))
    return effort(forwards[::-1]) < effort(forwards)
