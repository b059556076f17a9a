"""The database itself refuses to change what was written, on both servers, and by every way."""

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pitboss.house.storage.schema import (
    ACCOUNTS,
    JOURNAL,
    METADATA,
    TRANSFERS,
    connect,
    migrate,
    sqlite_url,
)
from tests.support.houses import opened

ENTRY = dict.fromkeys(("person", "command_id", "request", "events", "answer", "fingerprint",
                       "previous", "hash"), "x")  # fmt: skip


@pytest.fixture(scope="module")
def written(engine):
    """One entry, and a transfer between two accounts."""
    with engine.begin() as connection:
        for number, kind in ((1, "issue"), (2, "player")):
            connection.execute(sa.insert(ACCOUNTS).values(id=number, kind=kind, owner="p1"))
        connection.execute(
            sa.insert(JOURNAL).values(id=1, stream="T1", sequence=1, time=1, version=2, **ENTRY)
        )
        connection.execute(
            sa.insert(TRANSFERS).values(id=1, entry=1, debit=1, credit=2, amount=5, reason="grant")
        )
    return engine


def rows(engine):
    with engine.begin() as connection:
        return [connection.execute(sa.select(table)).all() for table in (JOURNAL, TRANSFERS)]


def refused(engine, statement):
    before = rows(engine)
    with pytest.raises(sa.exc.DBAPIError), engine.begin() as connection:
        connection.exec_driver_sql(statement)
    assert rows(engine) == before


@pytest.mark.parametrize("table", ["journal", "transfers"])
@pytest.mark.parametrize(
    "statement",
    ["UPDATE {} SET id = 2", "DELETE FROM {}", "DELETE FROM {} WHERE id = 1",
     "UPDATE {} SET {first} = {first}"],
)  # fmt: skip
def test_what_was_written_is_neither_changed_nor_deleted(written, table, statement):
    first = "person" if table == "journal" else "amount"
    refused(written, statement.format(table, first=first))


def test_nothing_is_written_over(written):
    """INSERT OR REPLACE deletes a row without any DELETE."""
    columns = ", ".join(column.name for column in JOURNAL.columns)
    values = "SELECT {}, stream, {}, 9, person, {}, request, events, answer, fingerprint, "
    values += "previous, hash FROM journal"
    for number, sequence, command in ((1, 2, "'y'"), (2, 1, "'y'"), (2, 2, "command_id")):
        chosen = values.format(number, sequence, command)
        for verb in ("INSERT", "INSERT OR REPLACE"):
            refused(written, f"{verb} INTO journal ({columns}) {chosen}")
    for verb in ("INSERT", "INSERT OR REPLACE", "REPLACE"):
        refused(written, f"{verb} INTO transfers (id, entry, debit, credit, amount, reason) "
                         "VALUES (1, 1, 1, 2, 6, 'grant')")  # fmt: skip


@pytest.mark.parametrize("table", ["journal", "transfers"])
def test_a_table_is_not_emptied_at_one_stroke(written, table):
    refused(written, f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize(
    "values", ["1, 1, 1, 2, 0", "2, 1, 1, 2, -5", "2, 1, 1, 1, 5", "2, 9, 1, 2, 5", "2, 1, 1, 9, 5"]
)
def test_a_transfer_is_between_two_accounts_and_of_something(written, values):
    refused(written, "INSERT INTO transfers (id, entry, debit, credit, amount, reason) "
                     f"VALUES ({values}, 'x')")  # fmt: skip


@pytest.mark.parametrize("kind", ["player", "felt", "meter", "guest"])
def test_a_balance_below_zero_is_refused(engine, kind):
    refused(
        engine, f"INSERT INTO accounts (id, kind, owner, balance) VALUES (7, '{kind}', 'x', -1)"
    )


@pytest.mark.parametrize("kind", ["issue", "bank", "breakage", "receivable"])
def test_but_these_may_be_negative(engine, kind):
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(sa.insert(ACCOUNTS).values(id=7, kind=kind, owner="x", balance=-1))
        transaction.rollback()


def test_the_newest_version_is_what_the_code_says(engine):
    migrate(engine)  # A second time changes nothing.
    with engine.begin() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    assert differences == []


def test_commits_are_flushed_to_the_disk(tmp_path):
    engine = connect(sqlite_url(tmp_path / "house.db"))
    with engine.begin() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_folders_that_a_house_writes_to(place, tmp_path):
    """Its own and that of an SQLite database elsewhere; a server has a disk of its own."""
    elsewhere = tmp_path / "elsewhere"
    is_file = place["url"].get_backend_name() == "sqlite"
    url = sqlite_url(elsewhere / "house.db") if is_file else place["url"]
    elsewhere.mkdir()
    with opened(tmp_path, url=url) as house:
        assert house.folders == ([tmp_path, elsewhere] if is_file else [tmp_path])
