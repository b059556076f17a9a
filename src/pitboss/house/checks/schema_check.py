"""The schema checked: tables, constraints, indexes and triggers are what the migrations make.

A trigger that is gone lets entries be changed; one that was added may change them by itself. On
SQLite the migrations are run again in memory and the two are compared. A PostgreSQL server
describes its schema in words of its own, which are compared with those in
`schema_postgresql.txt`: a test holds that file to the migrations.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.storage.schema import migrate


class Part(NamedTuple):
    """Something in a schema, and how it is defined."""

    kind: str
    name: str
    definition: str


OF_SQLITE = "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
OURS = "= current_schema()::regnamespace"
# What a server writes differently from version to version is left out.
OF_POSTGRESQL = f"""
SELECT 'relation', relname, relkind::text FROM pg_class
    WHERE relnamespace {OURS} AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
UNION ALL SELECT 'column', c.relname || '.' || a.attname,
    format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace {OURS} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT 'constraint', conname,
    pg_get_constraintdef(oid, true) || CASE WHEN convalidated THEN '' ELSE ' (not validated)' END
    FROM pg_constraint WHERE connamespace {OURS} AND contype IN ('p', 'u', 'c', 'f', 'x')
UNION ALL SELECT 'index', c.relname, pg_get_indexdef(i.indexrelid, 0, true)
    || CASE WHEN i.indisvalid THEN '' ELSE ' (not valid)' END
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace {OURS}
UNION ALL SELECT 'trigger', t.tgname, pg_get_triggerdef(t.oid, true) || ' ' || t.tgenabled::text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace {OURS} AND NOT t.tgisinternal
UNION ALL SELECT 'constraint trigger', c.relname, 'not enabled'
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace {OURS} AND t.tgisinternal AND t.tgenabled <> 'O'
UNION ALL SELECT 'function', proname, pg_get_function_identity_arguments(oid) || prosrc
    FROM pg_proc WHERE pronamespace {OURS}
UNION ALL SELECT 'rule', r.rulename, pg_get_ruledef(r.oid, true)
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace {OURS} AND c.relkind <> 'v'
UNION ALL SELECT 'event trigger', evtname, evtevent FROM pg_event_trigger
"""


def parts_of(connection: sa.Connection) -> dict[tuple[str, str], str]:
    """The schema of a database: definitions by kind and name."""
    query = OF_SQLITE if connection.dialect.name == "sqlite" else OF_POSTGRESQL
    parts = [Part(*row) for row in connection.execute(sa.text(query))]
    return {(part.kind, part.name): _folded(part.definition) for part in parts}


def _folded(definition: str) -> str:
    return " ".join(definition.split())


def check_schema(connection: sa.Connection) -> Iterator[str]:
    """How a schema differs from the one that the migrations make."""
    found, due = parts_of(connection), expected(connection.dialect.name)
    for kind, name in sorted(due.keys() - found.keys()):
        yield f"The {kind} {name} is missing."
    for kind, name in sorted(found.keys() - due.keys()):
        yield f"There is a {kind} {name}, which no version of Pitboss makes."
    for part in sorted(due.keys() & found.keys()):
        if found[part] != due[part]:
            yield f"The {' '.join(part)} is not as Pitboss makes it."


def check_rows(connection: sa.Connection) -> Iterator[str]:
    """Damaged pages and dangling rows: SQLite's file can be written to without being asked.

    CHECK constraints are not among them, for SQLite leaves them out on a connection that only
    reads. What they say of balances and transfers is checked where these are added up.
    """
    if connection.dialect.name != "sqlite":
        return
    for (says,) in connection.exec_driver_sql("PRAGMA quick_check"):
        if says != "ok":
            yield f"SQLite finds: {says}."
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"Row {row} of {table} refers to a row of {parent} that is not there."


@cache
def expected(dialect: str) -> dict[tuple[str, str], str]:
    if dialect == "sqlite":
        with sa.create_engine("sqlite://").begin() as connection:
            migrate(connection)
            return parts_of(connection)
    text = files("pitboss.house.storage").joinpath("schema_postgresql.txt").read_text("utf-8")
    parts = (Part(*line.split("\t")) for line in text.splitlines())
    return {(part.kind, part.name): part.definition for part in parts}


def as_text(parts: dict[tuple[str, str], str]) -> str:
    """A schema as the file has it: a line for each part."""
    return "".join("\t".join((*part, parts[part])) + "\n" for part in sorted(parts))
