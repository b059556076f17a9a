"""The house: hands through the queue and the writer, against the same statements replayed raw.

Raw is what nobody can beat on the same disk: the SQL of the very same scripted hands, recorded
while they were played and replayed by sqlite3 alone, one commit a command. Both sides take turns
in chunks, for a shared machine swings. And a round costs the same after 100,000 others.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.timing import Report
from pitboss.house import House
from pitboss.house.practice import Deal, PlayHand, TableCommand
from pitboss.house.storage import connect, migrate, sqlite_url
from pitboss.server.serve import tune_interpreter

GAME, STAKE = "three-card-poker", {2: {"ante": 500}}
HANDS, CHUNKS = 150, 12  # Hands a chunk, chunks a side.
TABLES, GROUPED_HANDS = 64, 10  # A chunk of the grouped side: so many hands at each table.
LATER = 100_000
QUEUE_GOAL, GROUP_GOAL, GROWTH_GOAL = 0.35, 1.0, 1.2
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


def recorded(folder: Path, hands: int) -> list[list[Statement]]:
    """The statements of so many hands, by command: one commit each."""
    with House(folder) as house:
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
    """The recorded statements, replayed by sqlite3 on a database of the same tables."""

    def __init__(self, folder: Path, commands: list[list[Statement]]) -> None:
        with House(folder) as house:
            Guest(house, 0)
        engine = connect(sqlite_url(folder / "house.db"))
        migrate(engine)
        engine.dispose()
        self.connection = sqlite3.connect(folder / "house.db", isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.commands, self.at = commands, 0

    def chunk(self, count: int) -> float:
        cursor = self.connection.cursor()
        began = time.perf_counter()
        for statements in self.commands[self.at : self.at + count]:
            cursor.execute("BEGIN IMMEDIATE")
            for sql, values, many in statements:
                if many:
                    cursor.executemany(sql, values)
                else:
                    cursor.execute(sql, values).fetchall()
            cursor.execute("COMMIT")
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


def main() -> int:
    tune_interpreter()  # As the server does.
    report = Report("The house: commands a second, SQLite, every one on disk")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        raw = Raw(folder / "raw", recorded(folder / "recorded", CHUNKS * HANDS))
        with House(folder / "one") as one, House(folder / "many") as many:
            guest, guests = Guest(one, 0), [Guest(many, number) for number in range(TABLES)]
            rates: dict[str, list[float]] = {"raw": [], "queue": [], "group": []}
            for _ in range(CHUNKS):
                rates["raw"].append(raw.chunk(2 * HANDS * 9 // 10))
                rates["queue"].append(through_the_queue(guest))
                rates["group"].append(grouped(guests))
            best = {side: sorted(values)[len(values) // 2] for side, values in rates.items()}
            for what, side, goal in (
                ("one client, through the queue", "queue", QUEUE_GOAL),
                (f"{TABLES} tables, group commit", "group", GROUP_GOAL),
            ):
                ratio = best[side] / best["raw"]
                ours, reference = f"{best[side]:,.0f}/s", f"{best['raw']:,.0f}/s"
                report.add(what, ours, reference, ratio, f">= {goal}", ratio >= goal)
            add_growth(report, folder, guest)
    report.show()
    return report.missed


if __name__ == "__main__":
    sys.exit(main())
