"""Breakage: what rounding to the smallest chip took, per wager."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import sqlalchemy as sa

from pitboss.house.reporting.records import Records, Scope
from pitboss.house.reporting.settled_bets import SettledBets
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS
from pitboss.reports.report import COUNT, GAIN, MONEY, SHARE, Column, Fact, Report, Section


def breakage(records: Records, scope: Scope) -> Report:
    """By configuration and wager; where rounding added to a payment, it is negative."""
    records.check(scope)
    span, within = records.span(scope), records.within(scope)
    handles: Counter[tuple[str, str]] = Counter()
    for sums in SettledBets(records, scope).by_wager(span):
        handles[sums.fingerprint, sums.wager] += sums.handle
    if not handles:
        raise records.no_rounds(scope)
    t, account = TRANSFERS.c, ACCOUNTS.alias("breakage")
    is_in = t.credit == account.c.id
    query = (
        sa.select(
            JOURNAL.c.fingerprint,
            t.wager,
            sa.func.count(),
            sa.func.sum(sa.case((is_in, t.amount), else_=-t.amount)),
        )
        .join(account, sa.or_(is_in, t.debit == account.c.id))
        .join(JOURNAL, JOURNAL.c.id == t.entry)
        .where(account.c.kind == "breakage", t.entry.between(*span), *within)
        .group_by(JOURNAL.c.fingerprint, t.wager)
    )
    taken = {(row[0], row[1]): (int(row[2]), int(row[3])) for row in records.rows(query)}
    rows = []
    for fingerprint, wager in sorted(
        {*handles, *taken}, key=lambda key: (records.game_of(key[0]), *key)
    ):
        rules = records.setup(fingerprint).rules
        times, amount = taken.get((fingerprint, wager), (0, 0))
        handle = handles[fingerprint, wager]
        rows.append(
            (
                records.configuration(fingerprint), fingerprint, wager,
                records.wager_title(fingerprint, wager), rules.chip, handle, times, amount,
                Fraction(amount, handle) if handle else None,
            )
        )  # fmt: skip
    columns = (
        Column("configuration", "configuration", on_screen=False),
        Column("fingerprint", "fingerprint", on_screen=False),
        Column("wager", "key", on_screen=False),
        Column("title", "wager"),
        Column("chip", "chip", MONEY),
        Column("handle", "handle", MONEY),
        Column("times", "rounded", COUNT),
        Column("breakage", "breakage", GAIN),
        Column("share", "of handle", SHARE),
    )
    total = sum(amount for _, amount in taken.values())
    facts = (
        Fact("scope", "About", scope.words()),
        Fact("breakage", "Rounding took", total, GAIN),
        Fact("times", "Payments that were rounded", sum(n for n, _ in taken.values()), COUNT),
    )
    notes = (
        "Breakage is part of the win. Less than one smallest unit is not money: a payment that "
        "only drops such a fraction is not counted.",
    )
    section = Section("by_wager", "By wager", columns, tuple(rows), group="configuration")
    return Report("breakage", "Breakage", facts, (section,), (), notes)
