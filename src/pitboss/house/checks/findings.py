"""What a check finds, and rows of a database that may hold anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

BATCH = 1_000  # Rows that are in memory at once.


class Finding(NamedTuple):
    """Something that is wrong: where, and what."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


class BadRow(Exception):
    """A value in the database that no version of Pitboss writes, and where it is."""

    def __init__(self, where: str, says: str) -> None:
        super().__init__(where, says)
        self.where, self.says = where, says


class Rows:
    """The rows of one connection, each value of the type of its column."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def of(self, *columns: sa.Column[Any]) -> Iterator[Any]:
        """The rows of a table, in the order of its first column."""
        return self.checked(sa.select(*columns).order_by(columns[0]), columns)

    def checked(self, query: sa.Select[Any], columns: Iterable[sa.Column[Any]]) -> Iterator[Any]:
        """The rows of a query; SQLite would let any column hold anything."""
        kinds = [(column, (column.type.python_type, *_none(column))) for column in columns]
        for row in self._connection.execute(query, execution_options={"yield_per": BATCH}):
            for (column, kind), value in zip(kinds, row, strict=True):
                if not isinstance(value, kind):
                    where = f"Row {row[0]!r} of the {column.table.name}"
                    raise BadRow(where, f"It has {value!r} as its {column.name}.")
            yield row


def _none(column: sa.Column[Any]) -> tuple[type, ...]:
    return (type(None),) if column.nullable else ()
