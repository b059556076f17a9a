"""A house as text: its rows and the files beside them, so that later versions can be tried on it.

python -m tests.support.stored_house writes the one of the current version anew. That is only right
while the version has not been released.
"""

import sqlite3
import tempfile
from pathlib import Path

from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import connect, known_revisions, migrate
from tests.support.houses import EXPIRES_AFTER, Clock, Guest, opened

FOLDER = Path(__file__).parents[1] / "golden" / "houses"
FILES = ("key", "signing-key", "heads", "seals")
FLAGS = ("is_gone", "is_over")
# A row comes after those that it refers to.
TABLES = (
    "people", "sign_ins", "player_limits", "wallet_calls", "tables", "configurations",
    "house_settings", "accounts", "journal", "transfers",
)  # fmt: skip


def play(folder):
    """A guest who is gone, a closed day, a hand that waits, and bets that are not closed."""
    clock = Clock()
    with opened(folder, clock=clock, seed=5) as house:
        gone = Guest(house, "three-pictures", "gone")
        gone.stake({1: {"initial": 500}})
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        poker = Guest(house, "three-card-poker", "poker")
        poker.deal({1: {"ante": 500, "progressive": 250}})
        poker.decide_all()
        poker.deal({1: {"ante": 1000}, 2: {"ante": 1000}}, "cd" * 32)
        pictures = Guest(house, "three-pictures", "pictures")
        pictures.deal({1: {"initial": 600}})
        pictures.stake({1: {"initial": 2000}})


def as_text(folder):
    lines = ['-- Tokens are the hashes of "gone", "poker" and "pictures".']
    for name in FILES:
        lines += [f"-- {name}: {line}" for line in (folder / name).read_text().splitlines()]
    database = sqlite3.connect(folder / "house.db")
    for table in TABLES:
        rows = database.execute(f"SELECT * FROM {table} ORDER BY rowid")
        names = [column[0] for column in rows.description]
        for row in rows:
            values = ", ".join(map(_shown, names, row))
            lines.append(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values});")
    database.close()
    return "".join(f"{line}\n" for line in lines)


def _shown(name, value):
    if name in FLAGS:
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else str(value)


def fill(place, version):
    """Put the house of a version there: its rows, its keys, its heads and its seals."""
    lines = (FOLDER / f"version_{version}.sql").read_text().splitlines()
    engine = connect(place["url"])
    with engine.begin() as connection:
        migrate(connection, version)
        for line in lines:
            if line.startswith("INSERT"):
                connection.exec_driver_sql(line.rstrip(";"))
    engine.dispose()
    for name in FILES:
        kept = [
            line.removeprefix(f"-- {name}: ") for line in lines if line.startswith(f"-- {name}:")
        ]
        file = place["folder"] / name
        file.write_text("".join(f"{line}\n" for line in kept))
        file.chmod(0o600)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder))
        (FOLDER / f"version_{known_revisions()[0]}.sql").write_text(as_text(Path(folder)))
