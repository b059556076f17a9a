"""What was settled, summed by the database: every wager on every box of every settled round.

A stake on the felt is nobody's until it is settled: then it is `returned` or `lost`, and both name
the row. So the handle of a wager is what was returned and lost at settlement. The price of a
progressive wager went to the bank when bets were closed, and losing it leaves no further transfer:
it is looked up by table and round. A round belongs to the gaming day of its settlement.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS

SETTLING = ("returned", "lost", "winnings", "jackpot")


class WagerSums(NamedTuple):
    """One wager at one table under one configuration."""

    table: str
    fingerprint: str
    wager: str
    bets: int  # Stakes of one bettor on one box.
    handle: int
    win: int  # The house's.
    box_squares: float  # The squares of what lay on each box, summed.
    round_squares: float  # The squares of what lay on the table in each round, summed.


class RoundSums(NamedTuple):
    """The rounds of one table under one configuration."""

    table: str
    fingerprint: str
    rounds: int
    win_squares: float  # The squares of what the house won in each round, summed.


class RowCount(NamedTuple):
    """How many boxes came to a row of a wager; None where a price was lost and nothing paid."""

    fingerprint: str
    wager: str
    row: str | None
    boxes: int


class BoxesTogether(NamedTuple):
    """In so many rounds a wager lay on so many boxes."""

    fingerprint: str
    wager: str
    boxes: int
    rounds: int


class OutcomeCount(NamedTuple):
    """The rounds of one configuration, and in how many of them the players won together."""

    fingerprint: str
    rounds: int
    players_won: int


class SettledBets:
    """The bets of one scope."""

    def __init__(self, records: Records, scope: Scope) -> None:
        self.records = records
        self.within = records.within(scope)
        self.priced = [f for f in records.fingerprints if records.setup(f).rules.prices]

    def by_wager(self, span: Span) -> list[WagerSums]:
        box = self.boxes(span)
        real = sa.cast(box.c.stake, sa.Float)
        in_round = (
            sa.select(
                box.c.entry,
                box.c.wager,
                sa.func.sum(box.c.bets).label("bets"),
                sa.func.sum(box.c.stake).label("stake"),
                sa.func.sum(box.c.win).label("win"),
                sa.func.sum(real * real).label("squares"),
            )
            .group_by(box.c.entry, box.c.wager)
            .subquery("in_round")
        )
        total = sa.cast(in_round.c.stake, sa.Float)
        by = JOURNAL.c.stream, JOURNAL.c.fingerprint, in_round.c.wager
        query = (
            sa.select(
                *by,
                sa.func.sum(in_round.c.bets),
                sa.func.sum(in_round.c.stake),
                sa.func.sum(in_round.c.win),
                sa.func.sum(in_round.c.squares),
                sa.func.sum(total * total),
            )
            .join(JOURNAL, JOURNAL.c.id == in_round.c.entry)
            .where(*self.within)
            .group_by(*by)
            .order_by(*by)
        )
        return [
            WagerSums(
                row[0],
                row[1],
                row[2],
                int(row[3]),
                int(row[4]),
                int(row[5]),
                float(row[6]),
                float(row[7]),
            )
            for row in self.records.rows(query)
        ]

    def by_table(self, span: Span) -> list[RoundSums]:
        box = self.boxes(span)
        round = (
            sa.select(box.c.entry, sa.func.sum(box.c.win).label("win"))
            .group_by(box.c.entry)
            .subquery("round")
        )
        win = sa.cast(round.c.win, sa.Float)
        by = JOURNAL.c.stream, JOURNAL.c.fingerprint
        query = (
            sa.select(*by, sa.func.count(), sa.func.sum(win * win))
            .join(JOURNAL, JOURNAL.c.id == round.c.entry)
            .where(*self.within)
            .group_by(*by)
            .order_by(*by)
        )
        return [
            RoundSums(row[0], row[1], int(row[2]), float(row[3]))
            for row in self.records.rows(query)
        ]

    def rows(self, span: Span) -> list[RowCount]:
        """Boxes by row; several people on one box share its row, and it counts once."""
        box = self.boxes(span)
        by = JOURNAL.c.fingerprint, box.c.wager, box.c.row
        query = (
            sa.select(*by, sa.func.count())
            .join(JOURNAL, JOURNAL.c.id == box.c.entry)
            .where(*self.within)
            .group_by(*by)
        )
        return [RowCount(row[0], row[1], row[2], int(row[3])) for row in self.records.rows(query)]

    def boxes_together(self, span: Span) -> list[BoxesTogether]:
        box = self.boxes(span)
        round = (
            sa.select(box.c.entry, box.c.wager, sa.func.count().label("boxes"))
            .group_by(box.c.entry, box.c.wager)
            .subquery("round")
        )
        by = JOURNAL.c.fingerprint, round.c.wager, round.c.boxes
        query = (
            sa.select(*by, sa.func.count())
            .join(JOURNAL, JOURNAL.c.id == round.c.entry)
            .where(*self.within)
            .group_by(*by)
        )
        return [
            BoxesTogether(row[0], row[1], int(row[2]), int(row[3]))
            for row in self.records.rows(query)
        ]

    def outcomes_of_rounds(self, span: Span) -> list[OutcomeCount]:
        box = self.boxes(span)
        round = (
            sa.select(box.c.entry, sa.func.sum(box.c.win).label("win"))
            .group_by(box.c.entry)
            .subquery("round")
        )
        won = sa.func.sum(sa.case((round.c.win < 0, 1), else_=0))
        query = (
            sa.select(JOURNAL.c.fingerprint, sa.func.count(), won)
            .join(JOURNAL, JOURNAL.c.id == round.c.entry)
            .where(*self.within)
            .group_by(JOURNAL.c.fingerprint)
        )
        return [OutcomeCount(row[0], int(row[1]), int(row[2])) for row in self.records.rows(query)]

    def boxes(self, span: Span) -> sa.Subquery:
        """One line for each wager on each box: stake, the house's win, bets and row."""
        paid = self._paid(span)
        lines: sa.Select[Any] | sa.CompoundSelect[Any] = sa.select(paid)
        if self.priced:
            lines = sa.union_all(lines, self._prices(span))
        line = lines.subquery("line")
        return (
            sa.select(
                line.c.entry,
                line.c.box,
                line.c.wager,
                sa.func.max(line.c.row).label("row"),
                sa.func.sum(line.c.stake).label("stake"),
                sa.func.sum(line.c.win).label("win"),
                sa.func.sum(line.c.bets).label("bets"),
            )
            .group_by(line.c.entry, line.c.box, line.c.wager)
            .subquery("box")
        )

    def _paid(self, span: Span) -> sa.Subquery:
        """From the transfers of a settlement, which name the row."""
        t = TRANSFERS.c

        def amount(*reasons: str) -> sa.ColumnElement[Any]:
            return sa.func.sum(sa.case((t.reason.in_(reasons), t.amount), else_=0))

        def times(reason: str) -> sa.ColumnElement[Any]:
            return sa.func.sum(sa.case((t.reason == reason, 1), else_=0))

        lost, returned = times("lost"), times("returned")
        return (
            sa.select(
                t.entry,
                t.box,
                t.wager,
                sa.func.max(t.row).label("row"),
                amount("returned", "lost").label("stake"),
                (amount("lost") - amount("winnings", "jackpot")).label("win"),
                # Of a stake that is lost in part, the rest is returned: that is one bet.
                sa.case((lost > returned, lost), else_=returned).label("bets"),
            )
            .where(_is_settling(span))
            .group_by(t.entry, t.box, t.wager)
            .subquery("paid")
        )

    def priced_rounds(self, span: Span) -> sa.Subquery:
        """Entry, table and number of each settled round of a game with a priced wager."""
        return (
            sa.select(TRANSFERS.c.entry, JOURNAL.c.stream, JOURNAL.c.round)
            .distinct()
            .join(JOURNAL, JOURNAL.c.id == TRANSFERS.c.entry)
            .where(_is_settling(span), JOURNAL.c.fingerprint.in_(self.priced), *self.within)
            .subquery("settled")
        )

    def _prices(self, span: Span) -> sa.Select[Any]:
        """What the bank has of each priced wager, at the entry that settled its round."""
        settled = self.priced_rounds(span)
        close, price = JOURNAL.alias("close"), TRANSFERS.alias("price")
        giver = ACCOUNTS.alias("giver")
        is_price = price.c.reason == "price"
        # A bet that was taken off after the close: the bank had its price already.
        is_taken_off = sa.and_(price.c.reason == "returned", giver.c.kind == "bank")
        amount = sa.func.sum(sa.case((is_price, price.c.amount), else_=-price.c.amount))
        return (
            sa.select(
                settled.c.entry,
                price.c.box,
                price.c.wager,
                sa.cast(sa.null(), sa.Text).label("row"),
                amount.label("stake"),
                amount.label("win"),
                sa.func.sum(sa.case((is_price, 1), else_=-1)).label("bets"),
            )
            .join(
                close,
                sa.and_(close.c.stream == settled.c.stream, close.c.round == settled.c.round),
            )
            .join(price, price.c.entry == close.c.id)
            .join(giver, giver.c.id == price.c.debit)
            .where(price.c.row.is_(None), sa.or_(is_price, is_taken_off))
            .group_by(settled.c.entry, price.c.box, price.c.wager)
            .having(amount != 0)
        )


def _is_settling(span: Span) -> sa.ColumnElement[bool]:
    t = TRANSFERS.c
    return sa.and_(t.row.is_not(None), t.reason.in_(SETTLING), t.entry.between(*span))
