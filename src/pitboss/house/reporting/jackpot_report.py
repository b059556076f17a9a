"""Jackpots: what each meter holds, where that came from, and whether hits are as expected."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import NoRounds
from pitboss.house.reporting.meters import METER, moves
from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.house.reporting.settled_bets import SettledBets
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS
from pitboss.maths.odds.count_laws import binomial
from pitboss.maths.odds.progressive import progressive
from pitboss.play.closing import contribution
from pitboss.reports.report import (
    CHANCE,
    COUNT,
    GAIN,
    KEY,
    MONEY,
    REAL,
    Cells,
    Column,
    Fact,
    Report,
    Section,
)

RESET, CONTRIBUTION, HIT, FIXED = "reset", "contribution", "jackpot", "fixed pays"
LEVEL = 0.01


class Hit(NamedTuple):
    day: str
    jackpot: str
    table: str
    round: int
    paid: int
    left: int  # On the meter, before it was reset.


class Feed(NamedTuple):
    """The bets of one configuration that feed a meter."""

    jackpot: str
    fingerprint: str
    wager: str


class Jackpots:
    def __init__(self, records: Records, scope: Scope) -> None:
        records.check(scope)
        self.records, self.scope = records, scope
        self.span = records.span(scope)
        self.within = records.within(scope)
        self.owners = self._owners()
        if not self.owners:
            raise NoRounds("report/no-jackpots", f"There is no jackpot: {scope.words()}.")
        self.moved: dict[str, Counter[str]] = {owner: Counter() for owner in self.owners}
        for owner, reason, amount in self._sums(self.span):
            self.moved[owner][reason] += amount
        self.held_before = self._held(Span(0, self.span.first - 1))
        self.held_after = self._held(Span(0, self.span.last))
        self.hits = self._hits()
        self.fed, self.tables = self._feeds()
        self.prices = self._prices()
        self.settled: Counter[tuple[str, str]] = Counter()
        for sums in SettledBets(records, scope).by_wager(self.span):
            self.settled[sums.fingerprint, sums.wager] += sums.bets

    def _owners(self) -> list[str]:
        """The meters that tables of the scope have fed or filled."""
        move: Any = moves().c
        query = (
            sa.select(move.owner)
            .distinct()
            .join(JOURNAL, JOURNAL.c.id == move.entry)
            .where(*self.within)
            .order_by(move.owner)
        )
        return [row[0] for row in self.records.rows(query)]

    def _sums(self, span: Span) -> list[tuple[str, str, int]]:
        move: Any = moves().c
        query = (
            sa.select(move.owner, move.reason, sa.func.sum(move.amount))
            .where(move.entry.between(*span), move.owner.in_(self.owners))
            .group_by(move.owner, move.reason)
        )
        return [(row[0], row[1], int(row[2])) for row in self.records.rows(query)]

    def _held(self, span: Span) -> Counter[str]:
        held: Counter[str] = Counter()
        for owner, _, amount in self._sums(span):
            held[owner] += amount
        return held

    @property
    def held_now(self) -> dict[str, int]:
        """As the accounts have it: the liability."""
        query = sa.select(ACCOUNTS.c.owner, ACCOUNTS.c.balance).where(
            ACCOUNTS.c.kind == "meter", ACCOUNTS.c.owner.in_(self.owners)
        )
        return {row[0]: int(row[1]) for row in self.records.rows(query)}

    def _hits(self) -> list[Hit]:
        move: Any = moves().c
        query = (
            sa.select(
                JOURNAL.c.time, move.owner, JOURNAL.c.stream, JOURNAL.c.round, -move.amount,
                move.held,
            )
            .join(JOURNAL, JOURNAL.c.id == move.entry)
            .where(move.reason == HIT, move.entry.between(*self.span), *self.within)
            .order_by(move.id)
        )  # fmt: skip
        return [
            Hit(str(self.records.gaming_day.of(row[0])), *row[1:3], *(int(n) for n in row[3:]))
            for row in self.records.rows(query)
        ]

    def _feeds(self) -> tuple[Counter[Feed], dict[str, set[str]]]:
        """Contributions by meter, configuration and wager, and the tables that made them."""
        move: Any = moves().c
        by = move.owner, JOURNAL.c.fingerprint, move.wager, JOURNAL.c.stream
        query = (
            sa.select(*by, sa.func.sum(move.amount))
            .join(JOURNAL, JOURNAL.c.id == move.entry)
            .where(move.reason == CONTRIBUTION, move.entry.between(*self.span), *self.within)
            .group_by(*by)
        )
        fed: Counter[Feed] = Counter()
        tables: dict[str, set[str]] = defaultdict(set)
        for owner, fingerprint, wager, stream, amount in self.records.rows(query):
            fed[Feed(owner, fingerprint, wager)] += int(amount)
            tables[owner].add(stream)
        return fed, tables

    def _prices(self) -> Counter[Feed]:
        """How many prices the bank took and kept, of bets at the tables that feed a meter."""
        owner_of = {table: owner for owner, tables in self.tables.items() for table in tables}
        giver, t = ACCOUNTS.alias("giver"), TRANSFERS.c
        is_price = t.reason == "price"
        is_back = sa.and_(t.reason == "returned", giver.c.kind == "bank")
        by = JOURNAL.c.stream, JOURNAL.c.fingerprint, t.wager
        query = (
            sa.select(*by, sa.func.sum(sa.case((is_price, 1), else_=-1)))
            .join(JOURNAL, JOURNAL.c.id == t.entry)
            .join(giver, giver.c.id == t.debit)
            .where(
                t.row.is_(None), sa.or_(is_price, is_back), t.entry.between(*self.span),
                *self.within,
            )
            .group_by(*by)
        )  # fmt: skip
        prices: Counter[Feed] = Counter()
        for stream, fingerprint, wager, number in self.records.rows(query):
            if stream in owner_of:
                prices[Feed(owner_of[stream], fingerprint, wager)] += int(number)
        return prices

    # Sections

    def meters(self) -> Section:
        columns = (
            Column("jackpot", "jackpot", KEY),
            Column("tables", "tables", COUNT, on_screen=False),
            Column("before", "before", MONEY),
            Column("contributions", "fed by bets", GAIN),
            Column("resets", "by the bank", GAIN),
            Column("hits", "hits", GAIN),
            Column("fixed_pays", "fixed pays", GAIN, on_screen=False),
            Column("other", "other", GAIN, on_screen=False),
            Column("after", "after", MONEY),
            Column("now", "now", MONEY, on_screen=False),
        )
        now, rows = self.held_now, list[Cells]()
        for owner in self.owners:
            moved = self.moved[owner]
            known = moved[CONTRIBUTION], moved[RESET], moved[HIT], moved[FIXED]
            other = sum(moved.values()) - sum(known)
            rows.append(
                (owner, len(self.tables.get(owner, ())), self.held_before[owner], *known, other,
                 self.held_after[owner], now[owner])
            )  # fmt: skip
        sums = [sum(int(row[i] or 0) for row in rows) for i in range(1, len(columns))]
        total: Cells = ("all", *sums)
        note = (
            "The bank or the cage fills a meter as it begins and after a hit. All it holds is owed."
        )
        return Section("meters", "Meters", columns, tuple(rows), total, note)

    def theory(self) -> tuple[Section, list[str]]:
        columns = (
            Column("configuration", "configuration", on_screen=False),
            Column("fingerprint", "fingerprint", on_screen=False),
            Column("wager", "wager", on_screen=False),
            Column("bets", "bets", COUNT),
            Column("contributions", "fed", MONEY),
            Column("contributions_expected", "should be", MONEY),
            Column("hits", "hits", COUNT),
            Column("hits_expected", "expected", REAL),
            Column("bets_between_hits", "bets per hit", REAL),
            Column("chance", "chance", CHANCE),
        )
        rows, alarms = list[Cells](), list[str]()
        fed: Counter[tuple[str, str]] = Counter()
        prices: Counter[tuple[str, str]] = Counter()
        for feed, amount in self.fed.items():
            fed[feed[1:]] += amount
        for feed, number in self.prices.items():
            prices[feed[1:]] += number
        for fingerprint, wager in sorted(prices):
            setup = self.records.setup(fingerprint)
            name = self.records.configuration(fingerprint)
            price = setup.rules.prices[wager]
            should_be = prices[fingerprint, wager] * contribution(setup, wager, price)
            bets = self.settled[fingerprint, wager]
            cells: tuple[Any, ...] = (None, None, None, None)
            if self.records.has_odds(fingerprint) and setup.rules.wager(wager).has_jackpot:
                between = progressive(setup.rules).rounds_between_hits()
                law = binomial(float(1 / between), bets)
                hits = self._hits_under(fingerprint)
                chance = law.chance_of_as_unlikely(hits)
                cells = (hits, law.mean, between, chance)
                if chance <= LEVEL:
                    alarms.append(
                        f"{name}: {hits} hits in {bets:,} bets, where {law.mean:,.1f} are "
                        f"expected. So unlikely a number has a chance of {chance:.1g}."
                    )
            if fed[fingerprint, wager] != should_be:
                alarms.append(f"{name}: the meters were not fed as the rules say.")
            rows.append(
                (name, fingerprint, wager, bets, fed[fingerprint, wager], should_be, *cells)
            )
        note = "`fed` counts bets as they are closed, `bets` and `hits` those of settled rounds."
        return (
            Section("theory", "By the rules", columns, tuple(rows), None, note, "configuration"),
            alarms,
        )

    def _hits_under(self, fingerprint: str) -> int:
        query = (
            sa.select(sa.func.count())
            .select_from(TRANSFERS)
            .join(METER, METER.c.id == TRANSFERS.c.debit)
            .join(JOURNAL, JOURNAL.c.id == TRANSFERS.c.entry)
            .where(
                METER.c.kind == "meter", TRANSFERS.c.reason == HIT,
                JOURNAL.c.fingerprint == fingerprint, TRANSFERS.c.entry.between(*self.span),
                *self.within,
            )
        )  # fmt: skip
        return int(self.records.connection.execute(query).scalar_one())

    def hits_listed(self) -> Section:
        columns = (
            Column("day", "day", KEY),
            Column("jackpot", "jackpot", on_screen=False),
            Column("table", "table", KEY),
            Column("round", "round", COUNT),
            Column("paid", "paid", MONEY),
            Column("left", "left on it", MONEY),
        )
        return Section("hits", "Hits", columns, tuple(self.hits))


def jackpots(records: Records, scope: Scope) -> Report:
    """Every meter: contributions, hits, resets, and what is owed now."""
    figures = Jackpots(records, scope)
    theory, alarms = figures.theory()
    resets = sum(moved[RESET] for moved in figures.moved.values())
    held = sum(figures.held_now.values())
    facts = (
        Fact("scope", "About", scope.words()),
        Fact("liability", "Owed to players now: all these meters", held, MONEY),
        Fact("bank_funded", "Funded by the bank in these days", resets, MONEY),
        Fact("hits", "Hits", len(figures.hits), COUNT),
    )
    moved = sum(figures.held_after.values()) - sum(figures.held_before.values())
    if sum(sum(of.values()) for of in figures.moved.values()) != moved:
        alarms.append("The meters are not what their transfers come to: run pitboss verify.")
    sections = (figures.meters(), theory, figures.hits_listed())
    return Report("jackpots", "Jackpots", facts, sections, tuple(alarms))
