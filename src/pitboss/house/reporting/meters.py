"""Jackpot meters over time, from their transfers.

A meter is known by its account. Which tables feed it follows from the entries of its transfers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.reporting.records import Records
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS

METER = ACCOUNTS.alias("meter")


class MeterAtClose(NamedTuple):
    """What a meter held when the bets of a round were closed, after their contributions."""

    entry: int  # That settled the round.
    table: str
    fingerprint: str
    wager: str
    bets: int  # Those that fed it.
    held: int


def moves() -> sa.Subquery:
    """Every transfer of a meter, with a sign, and what the meter held after it."""
    t = TRANSFERS.c
    is_in = t.credit == METER.c.id
    amount = sa.case((is_in, t.amount), else_=-t.amount)
    return (
        sa.select(
            t.id,
            t.entry,
            t.reason,
            t.wager,
            t.row,
            METER.c.id.label("account"),
            METER.c.owner,
            amount.label("amount"),
            sa.func.sum(amount).over(partition_by=METER.c.id, order_by=t.id).label("held"),
        )
        .select_from(TRANSFERS)
        .join(METER, sa.or_(is_in, t.debit == METER.c.id))
        .where(METER.c.kind == "meter")
        .subquery("moves")
    )


def meters_at_close(records: Records, settled: sa.Subquery) -> list[MeterAtClose]:
    """For each of these settled rounds that had a progressive bet."""
    move: Any = moves().c
    by = settled.c.entry, JOURNAL.c.stream, JOURNAL.c.fingerprint, move.wager
    query = (
        sa.select(*by, sa.func.count(), sa.func.max(move.held))
        .join(JOURNAL, JOURNAL.c.id == move.entry)
        .join(
            settled,
            sa.and_(settled.c.stream == JOURNAL.c.stream, settled.c.round == JOURNAL.c.round),
        )
        .where(move.reason == "contribution", move.amount > 0)
        .group_by(*by)
        .order_by(settled.c.entry)
    )
    return [
        MeterAtClose(int(row[0]), row[1], row[2], row[3], int(row[4]), int(row[5]))
        for row in records.rows(query)
    ]
