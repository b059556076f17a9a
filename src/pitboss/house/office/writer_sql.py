"""The writer's SQL: Core's statements, compiled once for each dialect.

One code path for SQLite and PostgreSQL. Compiling a statement for every call would cost more than
running it; `statements` runs them by the driver's own cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from pitboss.house.events import HOUSE
from pitboss.house.people.person import PERSON, Person
from pitboss.house.people.player_limits import LimitRow
from pitboss.house.records.journal import ENTRY
from pitboss.house.storage.schema import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    PLAYER_LIMITS,
    SIGN_INS,
    TABLES,
    TRANSFERS,
    WALLET_CALLS,
)


class Statement:
    """One statement; values are given in the order in which it names its parameters."""

    def __init__(self, statement: sa.ClauseElement, dialect: sa.Dialect, *order: str) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        names = list(compiled.positiontup or ())
        assert sorted(names) == sorted(order), f"{names} are not {order}"
        self.sql = str(compiled)
        self._places = None if names == list(order) else [order.index(name) for name in names]

    def values(self, row: Sequence[Any]) -> Sequence[Any]:
        return row if self._places is None else [row[place] for place in self._places]

    def run(self, cursor: Any, row: Sequence[Any] = ()) -> Any:
        cursor.execute(self.sql, self.values(row))
        return cursor

    def run_each(self, cursor: Any, rows: Iterable[Sequence[Any]]) -> None:
        values = [self.values(row) for row in rows]
        if len(values) == 1:
            cursor.execute(self.sql, values[0])
        elif values:
            cursor.executemany(self.sql, values)


class TableRow(NamedTuple):
    """What the list of tables says about one."""

    person: str
    offer: str
    game: str
    jackpot: str


class Moved(NamedTuple):
    """What went from one account to another, by their numbers."""

    debit: int
    credit: int
    reason: str
    row: str | None
    amount: int


class SettingsRow(NamedTuple):
    fingerprint: str
    effective: int
    body: str


def _insert(table: sa.Table, only: Sequence[str] = ()) -> tuple[sa.ClauseElement, list[str]]:
    names = list(only) or [column.name for column in table.columns]
    return sa.insert(table).values({name: sa.bindparam(name) for name in names}), names


class WriterSql:
    """Every statement of the writer."""

    def __init__(self, dialect: sa.Dialect) -> None:
        def compiled(statement: sa.ClauseElement, *order: str) -> Statement:
            return Statement(statement, dialect, *order)

        def inserting(table: sa.Table, only: Sequence[str] = ()) -> Statement:
            statement, names = _insert(table, only)
            return compiled(statement, *names)

        param = sa.bindparam
        self.add_entries = inserting(JOURNAL)
        self.add_transfers = inserting(TRANSFERS)
        self.add_accounts = inserting(ACCOUNTS)
        self.add_person = inserting(PEOPLE, Person._fields)
        self.add_sign_in = inserting(SIGN_INS, ("token", "person", "began"))
        self.add_table = inserting(TABLES)
        self.add_settings = inserting(HOUSE_SETTINGS)
        self.add_configuration = inserting(CONFIGURATIONS)
        self.set_balances = compiled(
            sa.update(ACCOUNTS).where(ACCOUNTS.c.id == param("number"))
            .values(balance=param("amount")), "amount", "number",
        )  # fmt: skip
        self.set_person = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(
                seen=param("at"), session_began=param("began"), session_base=param("base"),
                is_gone=param("gone"), excluded_until=param("until"),
            ), "at", "began", "base", "gone", "until", "who",
        )  # fmt: skip
        self.set_player = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(
                player_name=param("called"), name_key=param("key"), password=param("hash"),
            ), "called", "key", "hash", "who",
        )  # fmt: skip
        self.set_password = compiled(
            sa.update(PEOPLE).where(PEOPLE.c.id == param("who")).values(password=param("hash")),
            "hash", "who",
        )  # fmt: skip
        self.password = compiled(
            sa.select(PEOPLE.c.password).where(PEOPLE.c.id == param("who")), "who"
        )
        self.named = compiled(
            sa.select(PEOPLE.c.id).where(PEOPLE.c.name_key == param("key")), "key"
        )
        self.end_sign_in = compiled(
            sa.update(SIGN_INS).where(SIGN_INS.c.token == param("t")).values(is_over=sa.true()),
            "t",
        )  # fmt: skip
        self.end_sign_ins = compiled(
            sa.update(SIGN_INS).where(SIGN_INS.c.person == param("who")).values(is_over=sa.true()),
            "who",
        )  # fmt: skip
        self.limits_of = compiled(
            sa.select(*(PLAYER_LIMITS.c[name] for name in LimitRow._fields))
            .where(PLAYER_LIMITS.c.person == param("who"))
            .order_by(PLAYER_LIMITS.c.kind, PLAYER_LIMITS.c.period, PLAYER_LIMITS.c.effective),
            "who",
        )  # fmt: skip
        self.drop_limits = compiled(
            sa.delete(PLAYER_LIMITS).where(PLAYER_LIMITS.c.person == param("who")), "who"
        )
        self.add_limits = inserting(PLAYER_LIMITS, ("person", *LimitRow._fields))
        self.account = compiled(
            sa.select(ACCOUNTS.c.id, ACCOUNTS.c.balance)
            .where(ACCOUNTS.c.kind == param("k"), ACCOUNTS.c.owner == param("o")), "k", "o",
        )  # fmt: skip
        self.said_before = compiled(
            sa.select(JOURNAL.c.request, JOURNAL.c.answer).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id == param("c"),
            ), "s", "p", "c",
        )  # fmt: skip
        self.head = compiled(
            sa.select(JOURNAL.c.sequence, JOURNAL.c.hash).where(JOURNAL.c.stream == param("s"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s",
        )  # fmt: skip
        self.entries_before = compiled(
            sa.select(*ENTRY).where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence < param("n"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 32"), "s", "n",
        )  # fmt: skip
        self.entry_hash = compiled(sa.select(JOURNAL.c.hash).where(JOURNAL.c.id == param("n")), "n")
        self.last_time = compiled(
            sa.select(JOURNAL.c.time).order_by(JOURNAL.c.id.desc()).suffix_with("LIMIT 1")
        )
        self.person = compiled(sa.select(*PERSON).where(PEOPLE.c.id == param("who")), "who")
        self.person_with = compiled(
            sa.select(SIGN_INS.c.person)
            .where(SIGN_INS.c.token == param("t"), sa.not_(SIGN_INS.c.is_over)), "t",
        )  # fmt: skip
        row = [TABLES.c[name] for name in TableRow._fields]
        self.table = compiled(sa.select(*row).where(TABLES.c.id == param("table")), "table")
        self.tables_of = compiled(
            sa.select(TABLES.c.id, TABLES.c.offer).where(TABLES.c.person == param("who"))
            .order_by(TABLES.c.id), "who",
        )  # fmt: skip
        self.live_tables = compiled(
            sa.select(TABLES.c.id).join(PEOPLE, PEOPLE.c.id == TABLES.c.person)
            .where(sa.not_(PEOPLE.c.is_gone)).order_by(TABLES.c.id)
        )  # fmt: skip
        self.set_jackpot = compiled(
            sa.update(TABLES).where(TABLES.c.id == param("table"))
            .values(jackpot=param("meter")), "meter", "table",
        )  # fmt: skip
        settings = [HOUSE_SETTINGS.c[name] for name in SettingsRow._fields]
        self.settings = compiled(
            sa.select(*settings).where(HOUSE_SETTINGS.c.effective <= param("now"))
            .order_by(HOUSE_SETTINGS.c.id.desc()).suffix_with("LIMIT 1"), "now",
        )  # fmt: skip
        self.last_settings = compiled(
            sa.select(*settings).order_by(HOUSE_SETTINGS.c.id.desc()).suffix_with("LIMIT 1")
        )
        self.next_settings = compiled(
            sa.select(sa.func.min(HOUSE_SETTINGS.c.effective))
            .where(HOUSE_SETTINGS.c.effective > param("now")), "now",
        )  # fmt: skip
        self.last_said = compiled(
            sa.select(JOURNAL.c.command_id, JOURNAL.c.events).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id.like(param("like")),
            ).order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s", "p", "like",
        )  # fmt: skip
        self.last_number_said = compiled(
            sa.select(sa.func.max(JOURNAL.c.id)).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id.like(param("like")),
            ), "s", "p", "like",
        )  # fmt: skip
        self.all_said = compiled(
            sa.select(JOURNAL.c.events).where(
                JOURNAL.c.stream == param("s"), JOURNAL.c.person == param("p"),
                JOURNAL.c.command_id.like(param("like")),
            ).order_by(JOURNAL.c.id), "s", "p", "like",
        )  # fmt: skip
        self.hashes = compiled(
            sa.select(JOURNAL.c.hash)
            .where(JOURNAL.c.id >= param("first"), JOURNAL.c.id <= param("last"))
            .order_by(JOURNAL.c.id), "first", "last",
        )  # fmt: skip
        self.last_time_of = compiled(
            sa.select(JOURNAL.c.time).where(JOURNAL.c.stream == param("s"))
            .order_by(JOURNAL.c.sequence.desc()).suffix_with("LIMIT 1"), "s",
        )  # fmt: skip
        self.time_at = compiled(
            sa.select(JOURNAL.c.time)
            .where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence == param("n")), "s", "n",
        )  # fmt: skip
        self.time_of_entry = compiled(
            sa.select(JOURNAL.c.time).where(JOURNAL.c.id == param("n")), "n"
        )
        self.moved_since = compiled(
            sa.select(
                TRANSFERS.c.debit, TRANSFERS.c.credit, TRANSFERS.c.reason, TRANSFERS.c.row,
                sa.func.sum(TRANSFERS.c.amount),
            )
            .join(JOURNAL, JOURNAL.c.id == TRANSFERS.c.entry)
            .where(JOURNAL.c.stream == param("s"), JOURNAL.c.sequence >= param("n"))
            .group_by(TRANSFERS.c.debit, TRANSFERS.c.credit, TRANSFERS.c.reason, TRANSFERS.c.row),
            "s", "n",
        )  # fmt: skip
        at_tables = (
            JOURNAL.c.person == param("who"),
            JOURNAL.c.stream != sa.literal_column(f"'{HOUSE}'"),
        )
        self.spoke_since = compiled(
            sa.select(JOURNAL.c.time).where(*at_tables, JOURNAL.c.id >= param("n"))
            .order_by(JOURNAL.c.id), "who", "n",
        )  # fmt: skip
        self.spoke_before = compiled(
            sa.select(JOURNAL.c.time).where(*at_tables, JOURNAL.c.id < param("n"))
            .order_by(JOURNAL.c.id.desc()).suffix_with("LIMIT 1"), "who", "n",
        )  # fmt: skip
        self.configuration = compiled(
            sa.select(CONFIGURATIONS.c.body).where(CONFIGURATIONS.c.fingerprint == param("f")), "f"
        )
        self.open_felts = compiled(
            sa.select(ACCOUNTS.c.owner).where(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.balance > 0)
            .order_by(ACCOUNTS.c.id), "kind_1", "balance_1",
        )  # fmt: skip
        self.idle_people = compiled(
            sa.select(PEOPLE.c.id).where(
                sa.not_(PEOPLE.c.is_gone), PEOPLE.c.seen < param("at"),
                sa.or_(PEOPLE.c.player_name.is_(None), sa.and_(
                    # An operator's player; if they come again, what they have asked for holds.
                    PEOPLE.c.wallet_id.is_not(None),
                    PEOPLE.c.excluded_until == sa.literal_column("0"),
                    PEOPLE.c.id.not_in(sa.select(PLAYER_LIMITS.c.person)),
                )),
            ).order_by(PEOPLE.c.seen).suffix_with("LIMIT 100"), "at",
        )  # fmt: skip

        self.person_by_wallet = compiled(
            sa.select(PEOPLE.c.id)
            .where(PEOPLE.c.wallet_id == param("w"), sa.not_(PEOPLE.c.is_gone)), "w",
        )  # fmt: skip
        self.any_with_wallet = compiled(
            sa.select(PEOPLE.c.id).where(PEOPLE.c.wallet_id.is_not(None)).suffix_with("LIMIT 1")
        )
        calls = WALLET_CALLS.c
        self.wallet_calls = compiled(
            sa.select(calls.reference, calls.person, PEOPLE.c.wallet_id, calls.kind, calls.amount)
            .join(PEOPLE, PEOPLE.c.id == calls.person).order_by(calls.reference)
        )  # fmt: skip
        self.add_wallet_call = inserting(WALLET_CALLS)
        self.end_wallet_call = compiled(
            sa.delete(WALLET_CALLS).where(calls.reference == param("r")), "r"
        )


_COMPILED: dict[str, WriterSql] = {}  # By the dialect's name.


def sql_for(dialect: sa.Dialect) -> WriterSql:
    """The statements for a dialect: a house that is opened again need not compile them again."""
    if dialect.name not in _COMPILED:
        _COMPILED[dialect.name] = WriterSql(dialect)
    return _COMPILED[dialect.name]
