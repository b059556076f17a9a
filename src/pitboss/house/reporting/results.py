"""Results: handle, drop, win, hold and actual edge, beside what the games should come to."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.records.days import Day
from pitboss.house.reporting.decision_costs import BoxDecision, DecisionCosts
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


@dataclass
class Decisions:
    """What players decided at one table on one day under one configuration, and what it cost."""

    day: Day
    table: str
    fingerprint: str
    decisions: int = 0
    wrong: int = 0
    unpriced: int = 0  # Of the decisions: their cards are not known for certain.
    # By wager, in the smallest unit; the main bet as its first one.
    costs: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    timed_out: Fraction = Fraction(0)  # What part hands cost that ran out of time.

    def add(self, decision: BoxDecision) -> None:
        self.decisions += 1
        self.wrong += bool(decision.costs)
        self.unpriced += decision.costs is None
        for wager, cost in (decision.costs or {}).items():
            self.costs[wager] += cost
        if decision.is_automatic:
            self.timed_out += decision.cost

    @property
    def mistakes(self) -> Fraction:
        return sum(self.costs.values(), Fraction(0))


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
        self.decisions: list[Decisions] = []
        self.drops: dict[Day, int] = {}
        self.priced_handle = 0  # As settled, before any correction.
        meters = self._average_meters()
        self._decided = DecisionCosts(records, scope, self.irregular.rounds)
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
        self.decisions += _decisions(day, self._decided.within(span))
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
        for decided in self.decisions:
            figures = groups[by(decided.day, decided.table, decided.fingerprint)]
            figures.decisions += decided.decisions
            figures.wrong += decided.wrong
            figures.unpriced += decided.unpriced
            figures.timed_out += decided.timed_out
            figures.mistakes += decided.mistakes
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
        self.decisions = self.wrong = self.unpriced = 0
        self.mistakes = self.timed_out = Fraction(0)  # What they cost players, exactly.
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
    def edge_as_played(self) -> Fraction | None:
        """The exact edge under the decisions that players took."""
        edge = self.exact_edge
        return None if edge is None else edge + self.mistakes / self.handle

    @property
    def error(self) -> float | None:
        """The standard error of the actual edge, from the results of the rounds themselves."""
        return sqrt(self.squares) / self.handle if self.handle else None


def _decisions(day: Day, decided: Iterable[BoxDecision]) -> Iterator[Decisions]:
    """Decisions added up by table and configuration."""
    sums: dict[tuple[str, str], Decisions] = {}
    for decision in decided:
        place = decision.table, decision.fingerprint
        sums.setdefault(place, Decisions(day, *place)).add(decision)
    yield from (of_place for _, of_place in sorted(sums.items()))


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
PLAYED = (
    Column("cost_of_decisions", "mistakes", MONEY, on_screen=False),
    Column("edge_as_played", "as played", SHARE, on_screen=False),
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
    (whole,) = figures.grouped(lambda day, table, f: 0).values()
    sections = [_by_wager(figures), _by_table(figures), _by_day(figures, whole)]
    if whole.decisions:
        sections.append(_luck_and_play(figures))
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
    if whole.decisions:
        facts += [
            Fact("decisions", "Decisions to play or fold", whole.decisions, COUNT),
            Fact("wrong_decisions", "Wrong ones", whole.wrong, COUNT),
            Fact("cost_of_decisions", "What they cost the players", _units(whole.mistakes), MONEY),
            Fact("cost_of_time_outs", "Of it, by hands out of time", _units(whole.timed_out),
                 MONEY),
        ]  # fmt: skip
    alarms: tuple[str, ...] = ()
    if check.difference:
        alarms = ("These figures are not those of the ledger: run pitboss verify.",)
    return Report("results", "Results", tuple(facts), tuple(sections), alarms,
                  _notes(figures, whole))  # fmt: skip


def _units(amount: Fraction | None) -> int | None:
    """To the smallest unit."""
    return None if amount is None else round(amount)


def _notes(figures: Results, whole: Figures) -> tuple[str, ...]:
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
    if whole.decisions:
        notes.append(
            "What a wrong decision costs is exact: for a player who knows that hand alone, over "
            "all hands that the dealer may have. It comes on top of best play."
        )
    if whole.unpriced:
        notes.append(
            f"{whole.unpriced:,} decisions could not be priced: their cards are not known."
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
    costs: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for decided in figures.decisions:
        for wager, cost in decided.costs.items():
            costs[decided.fingerprint, wager] += cost
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
                bets, handle, win,
                *_wager_edges(figures.edges.get(fingerprint), wager, lines,
                              costs.get((fingerprint, wager))),
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
        *PLAYED,
    )
    note = "A wager without a stake of its own has no edge: it is part of the main bet."
    return Section("by_wager", "By wager", columns, tuple(rows), None, note, "configuration")


def _wager_edges(
    edges: ExactEdges | None, wager: str, lines: list[Bets], cost: Fraction | None
) -> Cells:
    """Actual edge, exact edge and its standard error; what decisions cost.

    The main bet is one decision, and its cost stands with its first wager: there is no edge of the
    Ante alone as it was played.
    """
    handle = sum(line.sums.handle for line in lines)
    mistakes = _units(cost)
    if not handle:
        return (None, None, None, mistakes, None)
    actual = Fraction(sum(line.sums.win for line in lines), handle)
    if edges is None:
        return (actual, None, None, mistakes, None)
    expected, error = Fraction(0), 0.0
    for line in lines:
        if edges.rules.wager(wager).has_jackpot:
            expected += (edges.expected_win({wager: line.sums.handle}, {wager: line.meter})) or 0
        else:
            expected += (edges.edge(wager) or 0) * line.sums.handle
        spread = edges.spread(wager, int(line.meter))
        error = hypot(error, spread.of_win(line.sums.box_squares, line.sums.round_squares))
    as_played = None if edges.belongs_to_main(wager) else (expected + (cost or 0)) / handle
    return (actual, expected / handle, error / handle, mistakes, as_played)


def _by_table(figures: Results) -> Section:
    groups = figures.grouped(lambda day, table, f: (figures.records.game_of(f), table))
    # The tables that most was staked at come first.
    ordered = sorted(groups.items(), key=lambda item: (item[0][0], -item[1].handle, item[0][1]))
    rows = tuple(
        (table, game, group.rounds, group.bets, group.handle, group.win,
         group.edge, group.exact_edge, group.error, *_played(group))
        for (game, table), group in ordered
    )  # fmt: skip
    columns = (
        Column("table", "table", KEY),
        Column("game", "game", on_screen=False),
        Column("rounds", "rounds", COUNT),
        SUMS[0]._replace(on_screen=False),
        *SUMS[1:],
        *EDGES,
        *PLAYED,
    )
    return Section("by_table", "By table", columns, rows, group="game")


def _by_day(figures: Results, whole: Figures) -> Section:
    rows = tuple(
        (str(day), *_cells(group))
        for day, group in figures.grouped(lambda day, table, f: day).items()
    )
    columns = (
        Column("day", "day", KEY),
        Column("rounds", "rounds", COUNT),
        SUMS[0]._replace(on_screen=False),
        *SUMS[1:],
        *EDGES,
        *PLAYED,
    )
    return Section("by_day", "By gaming day", columns, rows, ("all", *_cells(whole)))


def _cells(group: Figures) -> Cells:
    return (
        group.rounds, group.bets, group.handle, group.win,
        group.edge, group.exact_edge, group.error, *_played(group),
    )  # fmt: skip


def _played(group: Figures) -> Cells:
    """What decisions cost, where there are any, and the exact edge with them."""
    mistakes = _units(group.mistakes) if group.decisions else None
    return mistakes, group.edge_as_played


def _luck_and_play(figures: Results) -> Section:
    """What was won, split: best play, what the players' decisions cost them, and luck."""
    groups = figures.grouped(lambda day, table, f: (figures.records.game_of(f), table))
    decided = {place: group for place, group in groups.items() if group.decisions}
    ordered = sorted(decided.items(), key=lambda item: (item[0][0], -item[1].mistakes, item[0][1]))
    rows = tuple((table, game, *_split(group)) for (game, table), group in ordered)
    columns = (
        Column("table", "table", KEY),
        Column("game", "game", on_screen=False),
        Column("decisions", "decisions", COUNT, is_spare=True),
        Column("wrong", "wrong", COUNT, on_screen=False),
        Column("win", "win", GAIN),
        Column("win_under_best_play", "best play", GAIN),
        Column("cost_of_decisions", "mistakes", MONEY),
        Column("luck", "luck", GAIN),
        Column("standard_error_of_win", "± s.e.", MONEY),
    )
    note = "The win is best play, mistakes and luck, added up; luck is the house's."
    return Section("luck_and_play", "Luck and play", columns, rows, None, note, "game")


def _split(group: Figures) -> Cells:
    """Luck is what is left of the win, so that the figures shown add up."""
    best, mistakes = _units(group.expected_win), round(group.mistakes)
    luck = None if best is None else group.win - best - mistakes
    error = round(sqrt(group.squares))
    return group.decisions, group.wrong, group.win, best, mistakes, luck, error


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
