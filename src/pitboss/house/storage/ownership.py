"""One process owns a house: two writers would each count for themselves.

The folder is locked (`opening`), which is enough for SQLite. A PostgreSQL database can be reached
from several folders and machines: there the writer's connection holds an advisory lock. The server
releases it when the connection ends, and with it the last transaction, so whoever holds the lock
knows that nothing of an earlier owner is still under way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from pitboss.errors import PitbossError

log = logging.getLogger(__name__)

KEY = int.from_bytes(b"pitboss", "big")
TRIES, PAUSE = 20, 0.1  # Seconds: a connection that has just ended may still be there.


def own(connection: sa.Connection, pause: Callable[[float], object]) -> None:
    """Take the database of a house for this connection, unless another one holds it."""
    if connection.dialect.name != "postgresql":
        return
    _warn_of_lost_commits(connection)
    for _ in range(TRIES):
        if connection.execute(sa.select(sa.func.pg_try_advisory_lock(KEY))).scalar_one():
            return
        pause(PAUSE)
    message = (
        f"Another process has the database {connection.engine.url.database} open: stop it, or name "
        "another."
    )
    raise PitbossError("house/open", message)


@contextmanager
def owned(engine: sa.Engine, pause: Callable[[float], object]) -> Iterator[None]:
    """Own a database for a while, before there is a writer."""
    if engine.dialect.name != "postgresql":
        yield
        return
    with engine.connect() as connection:
        own(connection, pause)
        try:
            yield
        finally:
            disown(connection)


def disown(connection: sa.Connection) -> None:
    """Release the lock; closing the connection would do the same, a little later."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_unlock(KEY)))


def _warn_of_lost_commits(connection: sa.Connection) -> None:
    if connection.execute(sa.text("SHOW fsync")).scalar_one() == "off":
        log.warning("the server runs with fsync off: a power failure can lose what was committed")
