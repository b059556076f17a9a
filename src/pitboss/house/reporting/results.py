"""Results: handle, drop, win, hold and actual edge, beside what the games should come to."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.records.days import Day
from pitboss.house.reporting.exact_edges import ExactEdges
from pitboss.house.reporting.irregular_rounds import IrregularRounds
from pitboss.house.reporting.meters import MeterAtClose, meters_at_close
from pitboss.house.reporting.records import DayOfEntries, Records, Scope, Span
from pitboss.house.reporting.settled_bets import SettledBets, WagerSums
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS
from pitboss.reports.report import (
    COUNT,
    GAIN,
    KEY,
    MONEY,
    SHARE,
    Cells,
    Column,
    Fact,
    Report,
    Section,
)

OF_THE_HOUSE = ("bank", "meter", "breakage")


class Bets(NamedTuple):
    """One wager at one table on one day under one configuration."""

    day: Day
    sums: WagerSums
    meter: Fraction  # The average when its bets were closed, where it has one.


class Rounds(NamedTuple):
    day: Day
    table: str
    fingerprint: str
    rounds: int
    win_squares: float


class LedgerCheck(NamedTuple):
    """The same money by a second road: what the accounts of the house have moved by."""

    moved: int
    in_progress: int  # Prices that the bank has of rounds not settled, less those it had before.
    win: int

    @property
    def difference(self) -> int:
        return self.moved - self.in_progress - self.win


class Results:
    """The figures of a scope, ready to be grouped in any way."""

    def __init__(self, records: Records, scope: Scope) -> None:
        records.check(scope)
        self.records, self.scope = records, scope
        self.settled = SettledBets(records, scope)
        self.irregular = IrregularRounds(records, scope)
        self.edges = {
            f: ExactEdges(records.setup(f)) for f in records.fingerprints if records.has_odds(f)
        }
        self.days = list(records.days(scope))
        self.bets: list[Bets] = []
        self.rounds: list[Rounds] = []
        self.drops: dict[Day, int] = {}
        self.priced_handle = 0  # As settled, before any correction.
        meters = self._average_meters()
        for day, span in self.days:
            self._add_day(day, span, meters)
        if not self.rounds:
            raise records.no_rounds(scope)

    def _average_meters(self) -> dict[tuple[Day, str, str, str], Fraction]:
        if not self.days or not self.settled.priced:
            return {}
        settled = self.settled.priced_rounds(self.records.span(self.scope))
        return average_meters(self.days, meters_at_close(self.records, settled))

    def _add_day(
        self, day: Day, span: Span, meters: dict[tuple[Day, str, str, str], Fraction]
    ) -> None:
        priced = set(self.settled.priced)
        for sums in self.settled.by_wager(span):
            meter = meters.get((day, sums.table, sums.fingerprint, sums.wager), Fraction(0))
            self.bets.append(Bets(day, sums, meter))
            if sums.fingerprint in priced:
                prices = self.records.setup(sums.fingerprint).rules.prices
                self.priced_handle += sums.handle if sums.wager in prices else 0
        for rounds in self.settled.by_table(span):
            self.rounds.append(Rounds(day, *rounds))
        for late in self.irregular.within(span):
            for wager, bets, handle, win in late.changes:
                place = late.table, late.fingerprint, wager
                self.bets.append(Bets(day, WagerSums(*place, bets, handle, win, 0, 0), Fraction(0)))
            if late.void is not None and late.void.was_settled:
                self.rounds.append(Rounds(day, late.table, late.fingerprint, -1, 0))
        if self.has_drop:
            self.drops[day] = drop(self.records, span)

    @property
    def has_drop(self) -> bool:
        """Money is brought into the house, not to a table or a game."""
        return self.scope.table is None and self.scope.game is None

    def grouped(self, by: Callable[[Day, str, str], Hashable]) -> dict[Any, Figures]:
        """Figures by whatever a day, a table and a configuration belong to."""
        groups: dict[Any, Figures] = defaultdict(lambda: Figures(self))
        for day, table, fingerprint, rounds, squares in self.rounds:
            figures = groups[by(day, table, fingerprint)]
            figures.rounds += rounds
            figures.squares += squares
        for bets in self.bets:
            groups[by(bets.day, bets.sums.table, bets.sums.fingerprint)].add(bets)
        return dict(sorted(groups.items()))

    def ledger_check(self) -> LedgerCheck:
        span, within = self.records.span(self.scope), self.settled.within
        return LedgerCheck(
            moved_by(self.records, span, within),
            prices_booked(self.records, span, within, self.irregular) - self.priced_handle,
            sum(bets.sums.win for bets in self.bets),
        )


class Figures:
    """Bets and rounds added up."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.rounds = self.bets = self.handle = self.win = 0
        self.squares = 0.0
        self._handles: dict[str, Counter[tuple[str, Fraction]]] = defaultdict(Counter)

    def add(self, bets: Bets) -> None:
        sums = bets.sums
        self.bets += sums.bets
        self.handle += sums.handle
        self.win += sums.win
        self._handles[sums.fingerprint][sums.wager, bets.meter] += sums.handle

    @property
    def edge(self) -> Fraction | None:
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def expected_win(self) -> Fraction | None:
        """Under best play; None where a rulebook is not installed."""
        total = Fraction(0)
        for fingerprint, handles in self._handles.items():
            edges = self.results.edges.get(fingerprint)
            if edges is None:
                return None
            for (wager, meter), handle in handles.items():
                total += edges.expected_win({wager: handle}, {wager: meter}) or 0
        return total

    @property
    def exact_edge(self) -> Fraction | None:
        expected = self.expected_win
        return expected / self.handle if self.handle and expected is not None else None

    @property
    def error(self) -> float | None:
        """The standard error of the actual edge, from the results of the rounds themselves."""
        return sqrt(self.squares) / self.handle if self.handle else None


def average_meters(
    days: list[DayOfEntries], held: Iterable[MeterAtClose]
) -> dict[tuple[Day, str, str, str], Fraction]:
    """By day, table, configuration and wager: the meter that its bets were closed at."""
    firsts = [span.first for _, span in days]
    totals: Counter[tuple[Day, str, str, str]] = Counter()
    bets: Counter[tuple[Day, str, str, str]] = Counter()
    for close in held:
        key = days[bisect_right(firsts, close.entry) - 1].day, *close[1:4]
        totals[key] += close.held * close.bets
        bets[key] += close.bets
    return {key: Fraction(totals[key], number) for key, number in bets.items()}


def drop(records: Records, span: Span, person: str | None = None) -> int:
    """What players brought in, or one of them: all that came to them from outside the house."""
    issue, player = ACCOUNTS.alias("issue"), ACCOUNTS.alias("player")
    query = (
        sa.select(sa.func.sum(TRANSFERS.c.amount))
        .join(issue, issue.c.id == TRANSFERS.c.debit)
        .join(player, player.c.id == TRANSFERS.c.credit)
        .where(issue.c.kind == "issue", player.c.kind == "player", TRANSFERS.c.entry.between(*span))
    )
    if person is not None:
        query = query.where(player.c.owner == person)
    return int(records.connection.execute(query).scalar() or 0)


def moved_by(records: Records, span: Span, within: list[sa.ColumnElement[bool]]) -> int:
    """How much more the accounts of the house hold after these entries."""
    total = 0
    for side, sign in ((TRANSFERS.c.credit, 1), (TRANSFERS.c.debit, -1)):
        query = (
            sa.select(sa.func.sum(TRANSFERS.c.amount))
            .join(ACCOUNTS, ACCOUNTS.c.id == side)
            .join(JOURNAL, JOURNAL.c.id == TRANSFERS.c.entry)
            .where(ACCOUNTS.c.kind.in_(OF_THE_HOUSE), TRANSFERS.c.entry.between(*span), *within)
        )
        total += sign * int(records.connection.execute(query).scalar() or 0)
    return total


def prices_booked(
    records: Records,
    span: Span,
    within: list[sa.ColumnElement[bool]],
    irregular: IrregularRounds,
) -> int:
    """Prices of progressive wagers that the bank took, less what it gave back before settlement."""
    giver, taker = ACCOUNTS.alias("giver"), ACCOUNTS.alias("taker")
    t = TRANSFERS.c
    unsettled = [void.entry for void in irregular.voids(span) if not void.was_settled]
    gives_back = sa.or_(t.reason == "returned", sa.and_(t.reason == "void", t.entry.in_(unsettled)))
    is_back = sa.and_(giver.c.kind == "bank", taker.c.kind == "player", gives_back)
    query = (
        sa.select(sa.func.sum(sa.case((t.reason == "price", t.amount), else_=-t.amount)))
        .join(giver, giver.c.id == t.debit)
        .join(taker, taker.c.id == t.credit)
        .join(JOURNAL, JOURNAL.c.id == t.entry)
        .where(
            t.row.is_(None), t.entry.between(*span), sa.or_(t.reason == "price", is_back), *within
        )
    )
    return int(records.connection.execute(query).scalar() or 0)


# The report

EDGES = (
    Column("actual_edge", "edge", SHARE),
    Column("exact_edge", "exact", SHARE),
    Column("standard_error", "± s.e.", SHARE),
)
SUMS = (
    Column("bets", "bets", COUNT, is_spare=True),
    Column("handle", "handle", MONEY),
    Column("win", "win", GAIN),
)


def results(records: Records, scope: Scope) -> Report:
    """Per wager, per table and per gaming day."""
    figures = Results(records, scope)
    check = figures.ledger_check()
    sections = [_by_wager(figures), _by_table(figures), _by_day(figures)]
    if figures.has_drop:
        sections.append(_drop_and_hold(figures))
    facts = [
        Fact("scope", "About", scope.words()),
        Fact("rounds", "Rounds", sum(rounds.rounds for rounds in figures.rounds), COUNT),
        Fact("ledger_moved", "Bank, meters and breakage moved by", check.moved, GAIN),
        Fact("prices_in_progress", "Of it, prices of rounds in progress", check.in_progress, GAIN),
        Fact("win", "Win", check.win, GAIN),
        Fact("agrees_with_ledger", "Agrees with the ledger", "no" if check.difference else "yes"),
    ]
    alarms: tuple[str, ...] = ()
    if check.difference:
        alarms = ("These figures are not those of the ledger: run pitboss verify.",)
    return Report("results", "Results", tuple(facts), tuple(sections), alarms, _notes(figures))


def _notes(figures: Results) -> tuple[str, ...]:
    notes = ["Exact edges are those of the rules in force, under best play."]
    if any(edges.decides for edges in figures.edges.values()):
        notes.append(
            "Ante, Play and Ante Bonus are one bet: by table and by day its exact edge is counted "
            "on the Ante."
        )
    if any(edges.rules.has_jackpot for edges in figures.edges.values()):
        notes.append(
            "The exact edge of a progressive is the one at the average meter that its bets were "
            "closed at; the Envy Bonus is not in any exact edge."
        )
    if figures.has_drop:
        notes.append(
            "Drop is the money that players brought in. It is the house's, not a table's, so hold "
            "is given by day only."
        )
    return tuple(notes)


def _by_wager(figures: Results) -> Section:
    merged: dict[tuple[str, str, str], list[Bets]] = defaultdict(list)
    for line in figures.bets:
        fingerprint, wager = line.sums.fingerprint, line.sums.wager
        merged[figures.records.game_of(fingerprint), fingerprint, wager].append(line)
    records = figures.records
    order = {f: [w.key for w in records.setup(f).rules.wagers] for f in records.fingerprints}
    rows: list[Cells] = []
    for (game, fingerprint, wager), lines in sorted(
        merged.items(), key=lambda item: (*item[0][:2], order[item[0][1]].index(item[0][2]))
    ):
        bets = sum(line.sums.bets for line in lines)
        handle = sum(line.sums.handle for line in lines)
        win = sum(line.sums.win for line in lines)
        configuration = records.configuration(fingerprint)
        rows.append(
            (
                configuration, game, fingerprint, wager, records.wager_title(fingerprint, wager),
                bets, handle, win, *_wager_edges(figures.edges.get(fingerprint), wager, lines),
            )
        )  # fmt: skip
    columns = (
        Column("configuration", "configuration", on_screen=False),
        Column("game", "game", on_screen=False),
        Column("fingerprint", "fingerprint", on_screen=False),
        Column("wager", "key", on_screen=False),
        Column("title", "wager"),
        *SUMS,
        *EDGES,
    )
    note = "A wager without a stake of its own has no edge: it is part of the main bet."
    return Section("by_wager", "By wager", columns, tuple(rows), None, note, "configuration")


def _wager_edges(edges: ExactEdges | None, wager: str, lines: list[Bets]) -> Cells:
    """Actual edge, exact edge and its standard error."""
    handle = sum(line.sums.handle for line in lines)
    if not handle:
        return (None, None, None)
    actual = Fraction(sum(line.sums.win for line in lines), handle)
    if edges is None:
        return (actual, None, None)
    expected, error = Fraction(0), 0.0
    for line in lines:
        if edges.rules.wager(wager).has_jackpot:
            expected += (edges.expected_win({wager: line.sums.handle}, {wager: line.meter})) or 0
        else:
            expected += (edges.edge(wager) or 0) * line.sums.handle
        spread = edges.spread(wager, int(line.meter))
        error = hypot(error, spread.of_win(line.sums.box_squares, line.sums.round_squares))
    return (actual, expected / handle, error / handle)


def _by_table(figures: Results) -> Section:
    groups = figures.grouped(lambda day, table, f: (figures.records.game_of(f), table))
    # The tables that most was staked at come first.
    ordered = sorted(groups.items(), key=lambda item: (item[0][0], -item[1].handle, item[0][1]))
    rows = tuple(
        (table, game, group.rounds, group.bets, group.handle, group.win,
         group.edge, group.exact_edge, group.error)
        for (game, table), group in ordered
    )  # fmt: skip
    columns = (
        Column("table", "table", KEY),
        Column("game", "game", on_screen=False),
        Column("rounds", "rounds", COUNT),
        SUMS[0]._replace(on_screen=False),
        *SUMS[1:],
        *EDGES,
    )
    return Section("by_table", "By table", columns, rows, group="game")


def _by_day(figures: Results) -> Section:
    rows = tuple(
        (str(day), *_cells(group))
        for day, group in figures.grouped(lambda day, table, f: day).items()
    )
    (whole,) = figures.grouped(lambda day, table, f: 0).values()
    columns = (
        Column("day", "day", KEY),
        Column("rounds", "rounds", COUNT),
        SUMS[0]._replace(on_screen=False),
        *SUMS[1:],
        *EDGES,
    )
    return Section("by_day", "By gaming day", columns, rows, ("all", *_cells(whole)))


def _cells(group: Figures) -> Cells:
    return (
        group.rounds, group.bets, group.handle, group.win,
        group.edge, group.exact_edge, group.error,
    )  # fmt: skip


def _drop_and_hold(figures: Results) -> Section:
    wins = figures.grouped(lambda day, table, f: day)
    rows = tuple(
        (str(day), *_hold(brought, wins[day].win if day in wins else 0))
        for day, brought in figures.drops.items()
    )
    whole = _hold(sum(figures.drops.values()), sum(group.win for group in wins.values()))
    columns = (
        Column("day", "day", KEY),
        Column("drop", "drop", MONEY),
        Column("win", "win", GAIN),
        Column("hold", "hold", SHARE),
    )
    return Section("drop", "Drop and hold", columns, rows, ("all", *whole))


def _hold(brought: int, win: int) -> Cells:
    return brought, win, Fraction(win, brought) if brought else None
