"""Somebody with the database file at work: every edit that they might try, and whether it shows."""

import json
import random
import shutil
import sqlite3
from collections import Counter

import sqlalchemy as sa

from pitboss.house.days import SECOND
from pitboss.house.journal import START, Entry, sealed
from pitboss.house.practice import FoldHand, PlayHand
from pitboss.house.sealing import load_key
from pitboss.house.table_check import Counts
from pitboss.house.verify import Verification, kept_heads, no_progress
from tests.support.houses import EXPIRES_AFTER, Clock, Guest, opened

COLUMNS = {
    "journal": ("id", *Entry._fields),
    "transfers": ("id", "entry", "debit", "credit", "amount", "reason", "round", "box", "wager",
                  "row"),
    "accounts": ("id", "kind", "owner", "balance"),
}  # fmt: skip


def small_house(folder):
    """A house in which each kind of thing has happened once or twice."""
    clock = Clock()
    with opened(folder, clock=clock) as house:
        gone = Guest(house, "three-pictures", "gone")
        gone.stake({1: {"initial": 500, "tie": 100}, 2: {"initial": 500}})
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        guest = Guest(house, "three-card-poker")
        guest.deal({1: {"ante": 500, "progressive": 250}, 2: {"ante": 1000, "pair-plus": 100}})
        guest.ask(PlayHand(1))
        guest.ask(FoldHand(2))
        guest.stake({1: {"ante": 1}})
        house.grant(guest.id, "early").result(30)
        lucky = Guest(house, "lucky-three-pictures")
        lucky.deal({2: {"initial": 500, "lucky-tie": 100}})
        lucky.deal({2: {"initial": 1500}}, "cd" * 32)
        lucky.stake({3: {"initial": 2000}})
        guest.deal({3: {"ante": 2000, "progressive": 250}}, "ef" * 32)
        guest.stake({1: {"ante": 1}})


class Forger:
    """Edits a house in memory and looks whether it shows; each edit begins with the true one."""

    def __init__(self, folder):
        self.folder = folder
        copy = folder / "copy.db"
        shutil.copy(folder / "house.db", copy)
        file = sqlite3.connect(copy)
        file.execute("PRAGMA journal_mode=DELETE")
        # Whoever has the file can drop what protects it.
        for (trigger,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        file.commit()
        self.database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        file.backup(self.database)
        file.close()
        copy.unlink()
        self.database.execute("PRAGMA ignore_check_constraints=ON")
        self.engine = sa.create_engine(
            "sqlite://", creator=lambda: self.database, poolclass=sa.StaticPool
        )
        self.key, self.heads = load_key(folder / "key"), kept_heads(folder / "heads")
        assert self.findings() == []  # The first connection also ends what was begun before it.

    def close(self):
        self.database.close()

    def findings(self, knows_heads=True):
        with self.engine.connect() as connection:
            verification = Verification(connection, self.key, Counts())
            files = [self.heads] if knows_heads else []
            return list(verification.findings(files, no_progress))

    def after(self, edit, knows_heads=True):
        """What is found after an edit, which is then taken back; None if it changed nothing."""
        self.database.execute("BEGIN")
        try:
            before = self.contents()
            edit()
            return None if self.contents() == before else self.findings(knows_heads)
        except (sqlite3.IntegrityError, OverflowError):
            return None  # The database itself does not take it.
        finally:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")

    def contents(self):
        """Everything, with the types of values."""
        return [
            repr(self.database.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall())
            for table in COLUMNS
        ]

    # Edits

    def run(self, statement, *values):
        self.database.execute(statement, values)

    def rows_of(self, table):
        return [row for (row,) in self.database.execute(f"SELECT rowid FROM {table}")]

    def value(self, table, column, row):
        query = f"SELECT {column} FROM {table} WHERE rowid = ?"
        return self.database.execute(query, (row,)).fetchone()[0]

    def edit(self, chance, table, column):
        """A column of some row gets another value."""
        rows = self.rows_of(table)
        row = chance.choice(rows)
        old = self.value(table, column, row)
        new = chance.choice((self.value(table, column, chance.choice(rows)), *others(chance, old)))
        self.run(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", new, row)

    def delete(self, chance, table):
        row = chance.choice(self.rows_of(table))
        self.run(f"DELETE FROM {table} WHERE rowid = ?", row)

    def insert(self, chance, table):
        """A row like another one, with a number of its own, at the end or where one was."""
        row, last = chance.choice(self.rows_of(table)), max(self.rows_of(table))
        columns = [column for column in COLUMNS[table] if column != "id"]
        picked = {column: self.value(table, column, row) for column in columns}
        unique = {"journal": "command_id", "accounts": "owner"}.get(table)
        if unique:
            picked[unique] += "x"
        if table == "journal":
            picked["sequence"] = chance.choice((picked["sequence"] + 1000, self.next_in(picked)))
        number = chance.choice((last + 1, last + chance.randint(2, 99), -chance.randint(0, 9)))
        marks = ", ".join("?" * (len(columns) + 1))
        self.run(
            f"INSERT INTO {table} (id, {', '.join(columns)}) VALUES ({marks})",
            number, *picked.values(),
        )  # fmt: skip

    def next_in(self, entry):
        query = "SELECT max(sequence) + 1 FROM journal WHERE stream = ?"
        return self.database.execute(query, (entry["stream"],)).fetchone()[0]

    def truncate(self, chance, table):
        """The last rows are cut off."""
        rows = self.rows_of(table)
        kept = chance.randrange(len(rows))
        self.run(f"DELETE FROM {table} WHERE rowid > ?", rows[kept - 1] if kept else 0)

    def truncate_neatly(self, chance):
        """The last entries are cut off with all that belongs to them; only the heads tell."""
        rows = self.rows_of("journal")
        self.run("DELETE FROM journal WHERE id > ?", rows[chance.randrange(1, len(rows)) - 1])
        self.run("DELETE FROM transfers WHERE entry NOT IN (SELECT id FROM journal)")
        self.run(
            "DELETE FROM accounts WHERE id NOT IN (SELECT debit FROM transfers UNION "
            "SELECT credit FROM transfers)"
        )
        self.run(
            "UPDATE accounts SET balance = (SELECT total(amount) FROM transfers WHERE credit = "
            "accounts.id) - (SELECT total(amount) FROM transfers WHERE debit = accounts.id)"
        )
        self.run("DELETE FROM tables WHERE id NOT IN (SELECT stream FROM journal)")

    def rewrite(self, chance):
        """An entry is changed, and all that follow are hashed anew."""
        stream = self.value("journal", "stream", chance.choice(self.rows_of("journal")))
        column = chance.choice(("time", "person", "request", "events", "answer", "command_id"))
        entries = self.entries(stream)
        at = chance.randrange(len(entries))
        new = chance.choice(others(chance, getattr(entries[at], column)))
        entries[at] = entries[at]._replace(**{column: new})
        self.rehash(stream, entries)

    def entries(self, stream):
        query = f"SELECT {', '.join(Entry._fields)} FROM journal WHERE stream = ? ORDER BY sequence"
        return [Entry(*row) for row in self.database.execute(query, (stream,))]

    def rehash(self, stream, entries):
        """Write a stream anew, as a chain that holds."""
        previous = START
        for entry in entries:
            linked = sealed(entry._replace(previous=previous))
            previous = linked.hash
            assignments = ", ".join(f"{name} = ?" for name in Entry._fields)
            self.run(
                f"UPDATE journal SET {assignments} WHERE stream = ? AND sequence = ?",
                *linked, stream, entry.sequence,
            )  # fmt: skip


def others(chance, old):
    """Values near this one and far from it."""
    if isinstance(old, int):
        return (old + 1, old - 1, -old, 0, old * 10, chance.randrange(10**6), "x", float(old) + 0.5)
    if old is None:
        return (0, 1, "x", "")
    at = chance.randrange(len(old) + 1)
    digit = str(chance.randrange(10))
    return (old[:at] + digit + old[at + 1 :], old[:at] + digit + old[at:], old[:at], old + " ", "",
            "[]", 7, *_redone(chance, old))  # fmt: skip


def _redone(chance, text):
    """The same JSON with one number in it changed, as a careful forger would."""
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not text.startswith(("[", "{")) or not digits:
        return ()
    at = chance.choice(digits)
    changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
    try:
        json.loads(changed)
    except ValueError:
        return ()
    return (changed,)


def edits_found(folder, edits, seed):
    """Try so many random edits; how many of each kind were found, and those that were not."""
    forger, chance = Forger(folder), random.Random(seed)
    found, unseen = Counter(), []
    columns = [(table, column) for table, names in COLUMNS.items() for column in names]
    try:
        while found.total() + len(unseen) < edits:
            table, column = chance.choice(columns)
            kinds = {
                f"edit {table}.{column}": lambda t=table, c=column: forger.edit(chance, t, c),
                f"delete {table}": lambda t=table: forger.delete(chance, t),
                f"insert {table}": lambda t=table: forger.insert(chance, t),
                f"truncate {table}": lambda t=table: forger.truncate(chance, t),
                "truncate neatly": lambda: forger.truncate_neatly(chance),
                "rewrite": lambda: forger.rewrite(chance),
            }
            kind = chance.choices([*kinds], (10, 1, 1, 1, 1, 2))[0]
            state = chance.getstate()
            findings = forger.after(kinds[kind])
            if findings:
                found[kind] += 1
            elif findings is not None:
                unseen.append((kind, state))
    finally:
        forger.close()
    return found, [kind for kind, _ in unseen]
