"""Storage: the tables of the house, on SQLite or PostgreSQL by one code path.

Transfers and journal entries are only ever added. The database itself refuses to change, delete,
replace or truncate them, whoever asks: the migrations create the triggers, and one that rebuilds
such a table has to create them again (a test holds the newest version to it). Balances are a
running total of the transfers, kept so that nobody has to add them up; `verify` does.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pitboss.house.storage.disk import make_file

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite numbers only INTEGER keys.
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    # SQLite would hide a checkpoint that fails, and try again: `Statements` does it instead.
    "wal_autocheckpoint=0",
)
# A server whose machine is gone, or beyond a broken line, is noticed within seconds, not hours.
POSTGRESQL: dict[str, Any] = {
    "paramstyle": "format",
    "connect_args": {
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,  # Milliseconds.
    },
}
MAY_BE_NEGATIVE = ("issue", "bank", "breakage", "receivable")

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    sa.Column("id", BIG_ID, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False, server_default="0"),
    sa.UniqueConstraint("kind", "owner"),
    sa.CheckConstraint(
        "balance >= 0 OR kind IN ({})".format(", ".join(f"'{kind}'" for kind in MAY_BE_NEGATIVE)),
        name="balance",
    ),
)
JOURNAL = sa.Table(
    "journal",
    METADATA,
    sa.Column("id", BIG_ID, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),  # A table's id, or "house".
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),  # Microseconds since 1970, UTC.
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("command_id", sa.Text, nullable=False),
    sa.Column("request", sa.Text, nullable=False),  # Text, not JSON: the hash is over bytes.
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("version", sa.Integer, nullable=False),  # Of the format of the bodies.
    sa.UniqueConstraint("stream", "sequence"),
    sa.UniqueConstraint("stream", "person", "command_id"),
    sa.Index("ix_journal_stream_round", "stream", "round"),
    sa.Index("ix_journal_person_id", "person", "id"),
)
TRANSFERS = sa.Table(
    "transfers",
    METADATA,
    sa.Column("id", BIG_ID, primary_key=True),
    sa.Column("entry", sa.ForeignKey("journal.id"), nullable=False, index=True),
    sa.Column("debit", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("credit", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger),
    sa.Column("box", sa.Integer),
    sa.Column("wager", sa.Text),
    sa.Column("row", sa.Text),
    sa.CheckConstraint("amount > 0", name="amount"),
    sa.CheckConstraint("debit <> credit", name="accounts"),
)
APPEND_ONLY = (JOURNAL, TRANSFERS)

# What follows may change: who somebody is and when they were last here is not money.
PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("number", BIG_ID, nullable=False, unique=True),  # As they came.
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("session_began", sa.BigInteger, nullable=False),
    sa.Column("session_base", sa.BigInteger, nullable=False),  # What they had then, and got since.
    sa.Column("is_gone", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("name", sa.Text, key="player_name"),  # A guest has none.
    sa.Column("name_key", sa.Text, unique=True),  # The name as it is compared.
    sa.Column("password", sa.Text),  # Its argon2 hash.
    sa.Column("excluded_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("wallet_id", sa.Text, index=True),  # Of an operator's player, by their wallet.
    sa.Index("ix_people_is_gone_seen", "is_gone", "seen"),
)
SIGN_INS = sa.Table(
    "sign_ins",
    METADATA,
    sa.Column("token", sa.Text, primary_key=True),  # The SHA-256 of what a browser shows us.
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False, server_default=sa.false()),
)
PLAYER_LIMITS = sa.Table(
    "player_limits",
    METADATA,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),  # "loss", "stake" or "time".
    sa.Column("period", sa.Text, primary_key=True),  # "day", "week" or "month".
    sa.Column("effective", sa.BigInteger, primary_key=True),
    sa.Column("amount", sa.BigInteger),  # In the smallest unit, or seconds; None: no limit.
)
WALLET_CALLS = sa.Table(
    "wallet_calls",  # Whose end is not known yet; the journal has them all.
    METADATA,
    sa.Column("reference", sa.Text, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # "debit" or "credit".
    sa.Column("amount", sa.BigInteger, nullable=False),
)
CONFIGURATIONS = sa.Table(
    "configurations",
    METADATA,
    sa.Column("fingerprint", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
HOUSE_SETTINGS = sa.Table(
    "house_settings",
    METADATA,
    sa.Column("id", BIG_ID, primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("effective", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("offer", sa.Text, nullable=False),  # Its key in the house file.
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("jackpot", sa.Text, nullable=False),  # A shared one by its key; "" for its own.
    sa.UniqueConstraint("person", "offer"),
)


def connect(url: str | sa.URL) -> sa.Engine:
    """An engine whose commits are on disk when they return."""
    is_postgresql = sa.make_url(url).get_backend_name() == "postgresql"
    engine = sa.create_engine(url, **(POSTGRESQL if is_postgresql else {}))
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "do_connect", _make_sqlite_file)
        sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(engine, "begin", _begin_immediate)
    else:
        sa.event.listen(engine, "connect", _set_up_postgresql)
    return engine


def sqlite_url(file: Path) -> sa.URL:
    return sa.URL.create("sqlite", database=str(file))


def connect_to_read(url: str | sa.URL) -> sa.Engine:
    """An engine that changes nothing: a transaction reads one moment, and nobody waits for it."""
    url = sa.make_url(url)
    if url.get_backend_name() == "postgresql":
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        # A connection that was cut is noticed, and replaced, before it is used.
        return sa.create_engine(url, execution_options=options, pool_pre_ping=True, **POSTGRESQL)
    file = f"file:{quote(str(Path(str(url.database)).resolve()))}"
    engine = sa.create_engine(url.set(database=file, query={"mode": "ro", "uri": "true"}))
    sa.event.listen(engine, "connect", _set_up_reading)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _make_sqlite_file(_: sa.Dialect, __: object, names: list[Any], ___: object) -> None:
    # SQLite would let everybody read it; its log gets the mode that the file has.
    make_file(Path(names[0]))


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # The `begin` event says when a transaction begins.
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").fetchall()  # To its end: that is where it may fail.
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    if mode != "wal":
        # With SQLite's other journal a commit could come undone when the power fails, for the
        # folder is not synced after that journal is deleted.
        raise sqlite3.OperationalError("disk I/O error: there is no write-ahead log")


def _set_up_postgresql(connection: Any, _: object) -> None:
    # A server can be told to answer before it has written: not to us.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()


def _begin_immediate(connection: sa.Connection) -> None:
    # The lock is taken at once: a transaction that read first could not write later.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up_reading(connection: Any, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=5000")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def revisions_of(connection: sa.Connection) -> tuple[str, ...]:
    """The version of the tables as the database has it; it should be exactly one."""
    return MigrationContext.configure(connection).get_current_heads()


@cache
def known_revisions() -> tuple[str, ...]:
    """Every version of the tables, the newest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(script.revision for script in scripts.walk_revisions())


def is_newest(connection: sa.Connection) -> bool:
    """Whether the database has the newest version of the tables."""
    return revisions_of(connection) == known_revisions()[:1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "pitboss.house.storage:migrations")
    return config


def migrate(database: sa.Engine | sa.Connection, revision: str = "head") -> None:
    """Bring a database to a version of the tables, all of it or nothing: in one transaction."""
    if isinstance(database, sa.Engine):
        with database.begin() as connection:
            migrate(connection, revision)
        return
    if revision == "head" and is_newest(database):
        return
    config = _config()
    config.attributes["connection"] = database
    command.upgrade(config, revision)
