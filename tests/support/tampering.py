"""Somebody with the database file at work: every edit that they might try, and whether it shows.

An edit says where it was made, in words that a finding may use, so that a finding elsewhere does
not count. One that changed nothing says so with None.
"""

import json
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import contextmanager
from functools import partial

import sqlalchemy as sa

from pitboss.house.checks.day_check import kept_seals
from pitboss.house.checks.heads_check import kept_heads
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import Verification, no_progress
from pitboss.house.keys.sealing import load_key
from pitboss.house.keys.signing import PUBLIC_KEY, SIGNING_KEY, SigningKey
from pitboss.house.records.days import SECOND
from pitboss.house.records.journal import START, Entry, sealed
from pitboss.house.records.merkle import Tree
from pitboss.house.records.seals import Seal, digest_of
from pitboss.house.tables.practice import FoldHand, PlayHand
from tests.support.houses import EXPIRES_AFTER, Clock, Guest, opened

FIELDS = ("id", *Entry._fields[1:])  # Of an entry, as the journal names them.
# What the journal vouches for: not when somebody was last here, nor how their sitting goes.
COLUMNS = {
    "journal": FIELDS,
    "transfers": ("id", "entry", "debit", "credit", "amount", "reason", "round", "box", "wager",
                  "row"),
    "accounts": ("id", "kind", "owner", "balance"),
    "tables": ("id", "person", "offer", "game", "jackpot"),
    "people": ("id", "number", "is_gone"),
    "sign_ins": ("token", "person", "began", "is_over"),
    "house_settings": ("id", "fingerprint", "effective", "body"),
}  # fmt: skip
FLAGS = ("is_gone", "is_over")
SECRET_IN = ("previous", "hash", "events", "command")
KEYS = {
    "journal": ("command_id",), "accounts": ("owner",), "tables": ("id", "person"),
    "people": ("id", "number", "name_key"), "sign_ins": ("token",),
}  # fmt: skip
DAY = 86_400 * SECOND


def small_house(folder):
    """A house in which each kind of thing has happened once or twice, on four days."""
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
        clock.now += DAY
        lucky = Guest(house, "lucky-three-pictures")
        lucky.deal({2: {"initial": 500, "lucky-tie": 100}})
        lucky.deal({2: {"initial": 1500}}, "cd" * 32)
        lucky.stake({3: {"initial": 2000}})
        clock.now += DAY
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
        # Who only looks is not to take back what was tried.
        self.engine = sa.create_engine(
            "sqlite://", creator=lambda: self.database, poolclass=sa.StaticPool,
            isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, pool_reset_on_return=None,
        )  # fmt: skip
        self.key, self.heads = load_key(folder / "key"), kept_heads(folder / "heads", is_own=True)
        self.seals = kept_seals(folder / "seals", is_own=True)
        # What somebody else has kept.
        self.elsewhere = kept_seals(folder / "seals")._replace(name="kept")
        self.signing_key = SigningKey(bytes.fromhex((folder / SIGNING_KEY).read_text()))
        self.public_key = (folder / PUBLIC_KEY).read_text().strip()
        self.columns = {
            table: [row[1] for row in self.database.execute(f"PRAGMA table_info({table})")]
            for table in COLUMNS
        }
        assert self.findings() == []

    def close(self):
        self.database.close()

    def findings(self, knows_heads=True, knows_seals=False):
        """What is found with the house's own heads and seals, or with seals from elsewhere."""
        with self.engine.connect() as connection:
            verification = Verification(connection, self.key, Counts())
            files = [self.heads] if knows_heads else []
            seals = [self.seals] if knows_heads else []
            seals += [self.elsewhere] if knows_seals else []
            return list(verification.findings(files, no_progress, seals, self.public_key))

    @contextmanager
    def trying(self):
        """Whatever is done inside is taken back."""
        seals, public_key = self.seals, self.public_key
        self.database.execute("BEGIN")
        try:
            yield
        finally:
            self.seals, self.public_key = seals, public_key
            self.database.execute("ROLLBACK")

    def after(self, edit, **knows):
        """What is found after an edit, which is then taken back."""
        with self.trying():
            edit()
            return self.findings(**knows)

    # Rows

    def run(self, statement, *values):
        self.database.execute(statement, values)

    def all(self, statement, *values):
        return self.database.execute(statement, values).fetchall()

    def rows_of(self, table):
        return [row for (row,) in self.all(f"SELECT rowid FROM {table} ORDER BY rowid")]

    def value(self, table, column, row):
        return self.all(f"SELECT {column} FROM {table} WHERE rowid = ?", row)[0][0]

    def row(self, table, row):
        """A row by the names of its columns."""
        (values,) = self.all(f"SELECT * FROM {table} WHERE rowid = ?", row)
        return dict(zip(self.columns[table], values, strict=True))

    # Places

    def places(self, table, row):
        """How a finding may name a row."""
        match table:
            case "journal":
                sequence = row["sequence"]
                after = {**row, "sequence": sequence + 1 if isinstance(sequence, int) else 0}
                return [entry_place(row), entry_place(after), f"Row {row['id']!r} of the journal"]
            case "transfers":
                entry = self.all("SELECT stream, sequence FROM journal WHERE id = ?", row["entry"])
                beside = [entry_place({"stream": s, "sequence": n}) for s, n in entry]
                return [f"Transfer {row['id']}:", f"Row {row['id']!r} of the transfers", *beside]
            case "accounts":
                named = f"{row['kind']} {row['owner']}"
                return [f"Account {row['id']},", f"Row {row['id']!r} of the accounts", named]
            case "tables":
                return [f"Table {row['id']}:", f"Row {row['id']!r} of the tables"]
            case "people":
                return [f"Guest {row['id']}:", f"Row {row['id']!r} of the people"]
            case "sign_ins":
                short = str(row["token"])[:12]
                return [f"The sign-in {short}", f"Row {row['token']!r} of the sign_ins"]
            case "house_settings":
                adopted = f"Those adopted as {str(row['fingerprint'])[:12]}"
                return [
                    f"Settings {row['id']}:",
                    f"Row {row['id']!r} of the house_settings",
                    adopted,
                ]

    # Edits

    def edit(self, chance, table, column):
        """A column of some row gets another value."""
        rows = self.rows_of(table)
        at = chance.choice(rows)
        before = self.row(table, at)
        old = before[column]
        new = chance.choice((self.value(table, column, chance.choice(rows)), *others(chance, old)))
        if column in FLAGS:
            new = 1 - old
        self.run(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", new, at)
        if column == "id" and isinstance(old, int):
            at = new
        after = self.row(table, at)
        if repr(after) == repr(before):
            return None
        return self.places(table, before) + self.places(table, after)

    def delete(self, chance, table):
        at = chance.choice(self.rows_of(table))
        places = self.places(table, self.row(table, at))
        self.run(f"DELETE FROM {table} WHERE rowid = ?", at)
        return places

    def insert(self, chance, table):
        """A row like another one, with a number of its own, at the end or where one was."""
        rows = self.rows_of(table)
        picked, last = self.row(table, chance.choice(rows)), max(rows)
        for column in KEYS.get(table, ()):
            if picked[column] is not None:
                picked[column] += "x" if isinstance(picked[column], str) else 1000
        if table == "journal":
            picked["sequence"] = chance.choice((picked["sequence"] + 1000, self.next_in(picked)))
        if isinstance(picked.get("id"), int):
            picked["id"] = chance.choice(
                (last + 1, last + chance.randint(2, 99), -chance.randint(0, 9))
            )
        marks = ", ".join("?" * len(picked))
        names = ", ".join(f'"{name}"' for name in picked)
        self.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", *picked.values())
        return self.places(table, picked)

    def next_in(self, entry):
        query = "SELECT max(sequence) + 1 FROM journal WHERE stream = ?"
        return self.all(query, entry["stream"])[0][0]

    def truncate(self, chance, table):
        """The last rows are cut off."""
        rows = self.rows_of(table)
        cut = rows[chance.randrange(len(rows)) :]
        places = [place for row in cut for place in self.places(table, self.row(table, row))]
        self.run(f"DELETE FROM {table} WHERE rowid >= ?", cut[0])
        return places

    def truncate_neatly(self, chance, last=None):
        """The last entries are cut off with all that belongs to them; only what was kept tells."""
        rows = self.rows_of("journal")[:last]
        cut = rows[chance.randrange(1, len(rows)) :]
        lost = [self.row("journal", row) for row in cut]
        places = [place for row in lost for place in self.places("journal", row)]
        self.cut(cut[0] - 1)
        return places

    def cut(self, last):
        """Cut the journal off after an entry, with the money and the tables of what follows."""
        self.run("DELETE FROM journal WHERE id > ?", last)
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

    def rewrite(self, chance, last=None):
        """An entry is changed, and all that follow are hashed anew."""
        changed = self.row("journal", chance.choice(self.rows_of("journal")[:last]))
        column = chance.choice(("time", "person", "request", "events", "answer", "command_id"))
        entries = self.entries(changed["stream"])
        at = changed["sequence"] - 1
        new = chance.choice(others(chance, changed[column]))
        if repr(new) == repr(changed[column]):
            return None
        entries[at] = entries[at]._replace(**{column: new})
        self.rehash(changed["stream"], entries)
        return self.places("journal", changed)

    def entries(self, stream):
        query = f"SELECT {', '.join(FIELDS)} FROM journal WHERE stream = ? ORDER BY sequence"
        return [Entry(*row) for row in self.all(query, stream)]

    def rehash(self, stream, entries):
        """Write a stream anew, as a chain that holds."""
        previous = START
        for entry in entries:
            linked = sealed(entry._replace(previous=previous))
            previous = linked.hash
            self.replace(linked, entry.sequence)

    def replace(self, entry, sequence):
        assignments = ", ".join(f"{name} = ?" for name in FIELDS)
        self.run(
            f"UPDATE journal SET {assignments} WHERE stream = ? AND sequence = ?",
            *entry, entry.stream, sequence,
        )  # fmt: skip

    # What a forger does who has everything that the house has

    def reseal(self, key=None):
        """Sign every day anew, over the entries as they are; the seals that this makes."""
        key = key or self.signing_key
        query = f"SELECT {', '.join(FIELDS)} FROM journal ORDER BY id"
        seals, tree, previous, house = [], Tree(), START, ""
        for row in self.all(query):
            entry = Entry(*row)
            number = entry.number
            if entry.stream == "house":
                closed = closed_day(entry.events)
                if closed is not None:
                    seal = Seal(
                        house, closed["day"], closed["opens"], number - tree.size, number - 1,
                        tree.root().hex(), digest_of(seals[-1] if seals else None), key.public,
                        key.public,
                    ).signed_by(key)  # fmt: skip
                    seals.append(seal)
                    closed |= seal._asdict()
                    del closed["house"]
                    entry, tree = entry._replace(events=json.dumps([closed])), Tree()
                linked = sealed(entry._replace(previous=previous))
                if linked != entry:
                    self.replace(linked, entry.sequence)
                entry, previous, house = linked, linked.hash, house or linked.hash
            tree.add(entry.hash)
        return seals

    def write_anew(self, stream, entries):
        """Write a stream anew, and sign every day again with the house's own key."""
        self.rehash(stream, entries)
        self.reseal()

    def forge(self, chance, edit):
        """An edit of entries under a seal, after which all that lies beside them is made to fit."""
        kept = [json.loads(line) for line in self.elsewhere.data.splitlines()]
        before = dict(self.all("SELECT id, hash FROM journal"))
        if edit(chance, kept[-1]["last"]) is None:
            return None
        after = dict(self.all("SELECT id, hash FROM journal"))
        first = min(number for number in before if after.get(number) != before[number])
        seals = self.reseal()
        self.seals = self.seals._replace(data="".join(f"{s.line}\n" for s in seals).encode())
        (day,) = (seal["day"] for seal in kept if seal["first"] <= first <= seal["last"])
        return [f"{day}, as sealed in kept", f"Row {first} of the journal"]

    def edit_seals(self, chance):
        """A letter of the file of seals is changed, or a line before the last is gone."""
        lines = self.seals.data.decode().splitlines()
        at = chance.randrange(len(lines) - 1)
        day = json.loads(lines[at])["day"]
        if chance.random() < 0.2:
            del lines[at]
        else:
            letter = chance.randrange(len(lines[at]))
            new = chance.choice(SEAL_LETTERS)
            if lines[at][letter] == new:
                return None
            lines[at] = lines[at][:letter] + new + lines[at][letter + 1 :]
        self.seals = self.seals._replace(data="".join(f"{line}\n" for line in lines).encode())
        return [f"line {at + 1}", f"That of {day} is missing"]


SEAL_LETTERS = '0123456789abcdef-{}",: x'


def entry_place(row):
    where = "The house" if row["stream"] == "house" else f"Table {row['stream']}"
    return f"{where}, entry {row['sequence']}:"


def closed_day(text):
    """The event that closes a day, in the events of an entry; None if there is none."""
    try:
        (event,) = json.loads(text)
        closes = event["event"] == "DayClosed" and event["day"] < event["opens"]
        return event if closes else None
    except (ValueError, TypeError, KeyError):
        return None


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
    """Try so many random edits; how many of each kind were found where they were made.

    Also those that were not found, or were found only elsewhere.
    """
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
                "edit seals": lambda: forger.edit_seals(chance),
                "forge truncation": lambda: forger.forge(chance, forger.truncate_neatly),
                "forge rewriting": lambda: forger.forge(chance, forger.rewrite),
            }
            kind = chance.choices([*kinds], (10, 1, 1, 1, 1, 2, 1, 1, 1))[0]
            is_forged = kind.startswith("forge")
            with forger.trying():
                try:
                    places = kinds[kind]()
                except (sqlite3.IntegrityError, OverflowError):
                    continue  # The database itself does not take it.
                if places is None:
                    continue
                findings = [
                    str(finding)
                    for finding in forger.findings(not is_forged, knows_seals=is_forged)
                ]
            if any(place in finding for place in places for finding in findings):
                found[kind] += 1
            else:
                unseen.append((kind, places, findings))
    finally:
        forger.close()
    return found, unseen


def tampered(forger, seed):
    """What is found after each kind of edit of each table, by what was done.

    Not after edits of texts with something secret in them: those differ from house to house.
    """
    edits = {
        f"edit {table}.{column}": (forger.edit, table, column)
        for table, columns in COLUMNS.items()
        for column in columns
        if column not in SECRET_IN
    }
    for table in COLUMNS:
        for edit in (forger.delete, forger.insert, forger.truncate):
            edits[f"{edit.__name__} {table}"] = edit, table
    for name, (edit, *where) in edits.items():
        chance = random.Random(f"{name} {seed}")
        try:
            yield name, forger.after(partial(edit, chance, *where))
        except (sqlite3.IntegrityError, OverflowError):
            continue  # The database itself does not take it.
