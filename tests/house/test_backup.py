"""Backup and restore: nothing acknowledged is missing, and any moment can be gone back to."""

import json
import os
import random
import sqlite3
import threading
import zipfile

import pytest
import sqlalchemy as sa

from pitboss.errors import BadBackup, NoHouse, PitbossError
from pitboss.house.backups import backup
from pitboss.house.backups.backup import back_up
from pitboss.house.backups.backup_file import BackupReader
from pitboss.house.backups.restore import restore
from pitboss.house.office import errands
from pitboss.house.storage.schema import JOURNAL, sqlite_url
from tests.house.conftest import new_url
from tests.support.houses import (
    GAMES,
    START,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    findings,
    heads_in,
    opened,
    random_command,
)
from tests.support.moments import EventfulHouse, assert_restored, rows_of, truncation_shows
from tests.support.tampering import small_house
from tests.support.wallet_trials import play_over_a_bad_line
from tests.support.wallets import FaultyWallet

POINTS = 8  # `make torture` goes back to many more.
NOW = START


@pytest.fixture
def another(request, tmp_path_factory):
    """Makes places for further houses, on either server."""

    def make(server):
        folder = tmp_path_factory.mktemp("another")
        return {"folder": folder, "url": new_url(request, server, folder)}

    return make


def server_of(place):
    return place["url"].get_backend_name()


# Nothing acknowledged is missing


def test_heads_that_are_being_written_are_taken_up_to_a_whole_line(tmp_path, monkeypatch):
    """Wherever the file is cut, and wherever its chunks end."""
    monkeypatch.setattr(backup, "CHUNK", 7)
    file = tmp_path / "heads"
    whole = b"a line\nb\na rather long line\nthe end\nx"
    file.write_bytes(whole)
    for size in range(len(whole) + 3):
        begun = whole[:size]
        expected = begun[: begun.rfind(b"\n") + 1]
        assert b"".join(backup._beginning(file, size)) == expected, size


def test_what_was_acknowledged_before_a_backup_is_in_it(place, another, tmp_path):
    """Backups are made while guests play."""
    acknowledged, stop = [], threading.Event()

    def play(house, number):
        chance = random.Random(number)
        guest = Guest(house, GAMES[number], f"guest {number}")
        step = 0
        while not stop.is_set():
            command, step = random_command(chance, guest.look().table), step + 1
            guest.ask(command, f"s{step}")
            acknowledged.append((guest.table, guest.id, f"s{step}"))

    with opened(**place) as house:
        threads = [threading.Thread(target=play, args=(house, n)) for n in range(3)]
        for thread in threads:
            thread.start()
        try:
            for number in range(3):
                while len(acknowledged) < 40 * (number + 1):
                    assert all(thread.is_alive() for thread in threads)
                before = list(acknowledged)
                file = tmp_path / f"{number}.zip"
                backup = back_up(**place, file=file, now=NOW)
                restored = another(server_of(place))
                restore(file, **restored)
                counts = assert_in_order(**restored)
                assert counts.entries == backup.manifest.entry + 1
                with BackupReader(file) as reader:
                    rows = reader.rows("journal")
                    columns = next(rows)
                    keys = [columns.index(name) for name in ("stream", "person", "command_id")]
                    present = {tuple(row[key] for key in keys) for row in rows}
                assert [place for place in before if place not in present] == []
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    assert_in_order(**place)


# Moments


@pytest.fixture(scope="module")
def happened(tmp_path_factory):
    """A house in which much has happened, on SQLite, and its backup."""
    folder = tmp_path_factory.mktemp("eventful")
    happened = EventfulHouse({"folder": folder}, 150, seed=4)
    kinds = {json.loads(e)["event"] for e in _events(folder)}
    assert kinds >= {
        "GuestExpired", "KeyRotated", "MeterLinked", "SettingsAdopted", "TableConfigured",
        "JackpotOpened", "BankFilled", "Settled", "Granted",
    }  # fmt: skip
    file = folder / "backup.zip"
    back_up(folder, file, NOW)
    return happened, file


def _events(folder):
    with sa.create_engine(sqlite_url(folder / "house.db")).connect() as connection:
        for text in connection.execute(sa.select(JOURNAL.c.events)).scalars():
            yield from map(json.dumps, json.loads(text))


@pytest.mark.parametrize("server", ["sqlite", "postgresql"])
def test_a_house_is_restored_to_any_moment(happened, another, server):
    happened, file = happened
    chance = random.Random(server)
    for number, snapshot in enumerate(chance.sample(happened.snapshots, POINTS)):
        place = another(server)
        restored = assert_restored(happened, file, place, snapshot, by_time=number % 2)
        problems = truncation_shows(happened, place)
        assert bool(problems) == bool(restored.left_out)
        for problem in problems:
            assert f"up to entry {snapshot.entry:,}." in problem.says


def test_the_middle_of_a_commit_is_no_moment(happened, another):
    """Nobody ever saw it: what is restored ends with the commit before."""
    happened, file = happened
    times = {}
    with BackupReader(file) as reader:
        rows = reader.rows("journal")
        columns = next(rows)
        id, time = columns.index("id"), columns.index("time")
        for row in rows:
            times.setdefault(row[time], []).append(row[id])
    together = [entries for entries in times.values() if len(entries) > 1]
    assert together
    place = another("sqlite")
    restored = restore(file, **place, entry=together[-1][0])
    assert restored.entry == together[-1][0] - 1
    assert_in_order(**place)


def test_heads_are_restored_as_far_as_the_entries_are(happened, another):
    happened, file = happened
    place = another("sqlite")
    restored = restore(file, **place, entry=happened.snapshots[len(happened.snapshots) // 2].entry)
    engine = sa.create_engine(place["url"])
    there = {(entry.stream, entry.sequence): entry.hash for entry in entries_of(engine)}
    engine.dispose()
    kept = heads_in(happened.place["folder"] / "heads")
    left = [head for head in kept if there.get((head.stream, head.sequence)) == head.hash]
    *before, last = heads_in(place["folder"] / "heads")
    assert before == left
    assert len(kept) > len(left) > 5
    assert there[last.stream, last.sequence] == last.hash
    assert restored.entry == len(there) - 1  # The last one says that it was restored.


def test_a_house_moves_between_servers_and_back(happened, another, tmp_path):
    happened, file = happened
    places = [{"folder": happened.place["folder"]}, another("postgresql"), another("sqlite")]
    rows = []
    for number, place in enumerate(places[1:]):
        restore(file, **place, clock=happened.clock)
        assert_in_order(**place)
        engine = sa.create_engine(place["url"])
        rows.append((rows_of(engine), [entry[:-1] for entry in entries_of(engine)][:-1]))
        engine.dispose()
        file = tmp_path / f"{number}.zip"
        back_up(**place, file=file, now=NOW)
    (first, journal), (second, again) = rows
    assert first == second == happened.snapshots[-1].rows
    assert again[:-1] == journal  # The second one has one entry more: that it was restored.


def test_the_heads_in_a_backup_are_those_of_the_journal(happened, tmp_path):
    """The head of every stream can be kept by itself, and verify takes it."""
    happened, file = happened
    folder = happened.place["folder"]
    with zipfile.ZipFile(file) as archive:
        archive.extract("streams", tmp_path)
        assert archive.read("heads") == (folder / "heads").read_bytes()
        manifest = json.loads(archive.read("manifest.json"))
    assert findings(folder, others=tmp_path / "streams")[0] == []
    heads = heads_in(tmp_path / "streams")
    assert len(heads) == manifest["files"]["streams"]["lines"] > 5
    assert manifest["entry"] == happened.snapshots[-1].entry


def test_neither_the_key_nor_a_card_is_in_a_backup(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, "three-card-poker")
        guest.deal({1: {"ante": 500}})
        seed = guest.look().table.seed.secret
        back_up(tmp_path, tmp_path / "b.zip", NOW)
    key = (tmp_path / "key").read_text().strip()
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        text = b"".join(archive.read(name) for name in archive.namelist())
    assert (tmp_path / "house.db").read_bytes()
    for secret in (key, seed.hex()):
        assert secret.encode() not in text
        assert bytes.fromhex(secret) not in text
    assert os.stat(tmp_path / "b.zip").st_mode & 0o777 == 0o600


def test_a_restored_house_without_its_key_says_so(tmp_path):
    with opened(tmp_path / "one") as house:
        guest = Guest(house, "three-card-poker")
        guest.deal({1: {"ante": 500}})
        before = guest.look()
    back_up(tmp_path / "one", tmp_path / "b.zip", NOW)
    restored = restore(tmp_path / "b.zip", tmp_path / "two", clock=Clock())
    assert restored.lacks == ("key",)
    with pytest.raises(PitbossError, match="There is no key"):
        opened(tmp_path / "two")
    (tmp_path / "one" / "key").rename(tmp_path / "two" / "key")
    with opened(tmp_path / "two", seed=1) as house:
        guest.house = house
        assert guest.round.phase == "void"
        assert guest.balance == before.balance + 500
    assert_in_order(tmp_path / "two")


def test_players_with_wallets_are_restored_with_their_open_calls(tmp_path, monkeypatch):
    """Over a bad line, in a house that dies now and then: calls are open at many moments."""
    monkeypatch.setattr(errands, "FIRST_WAIT", 0.01)
    place = {"folder": tmp_path / "first"}
    play_over_a_bad_line(place, FaultyWallet(3), 8, 3, players=3, crashes=1)
    last = back_up(**place, file=tmp_path / "b.zip", now=NOW).manifest.entry
    are_open = set()
    for entry in random.Random(1).sample(range(2, last), 4 * POINTS):
        folder = tmp_path / str(entry)
        restore(tmp_path / "b.zip", folder, entry=entry)
        assert_in_order(folder)  # Also that the calls listed are those that are open.
        with sqlite3.connect(folder / "house.db") as database:
            are_open.add(database.execute("SELECT count(*) FROM wallet_calls").fetchone()[0])
        database.close()
    assert len(are_open) > 2


# Refusals


def test_only_an_empty_place_is_restored_to(place, tmp_path, another):
    with opened(**place):
        pass
    file = tmp_path / "b.zip"
    back_up(**place, file=file, now=NOW)
    with pytest.raises(PitbossError, match="name an empty"):
        restore(file, **place)
    for name in ("heads", "seals"):
        (place["folder"] / name).unlink()
    with pytest.raises(PitbossError, match="tables in that database already"):
        restore(file, **place)
    assert not (place["folder"] / "heads").exists()
    with pytest.raises(BadBackup, match="there already"):
        back_up(**place, file=file, now=NOW)


def test_there_is_no_such_moment(happened, tmp_path):
    happened, file = happened
    with pytest.raises(BadBackup, match="there is no entry"):
        restore(file, tmp_path / "x", entry=10**6)
    with pytest.raises(BadBackup, match="Nothing had happened yet"):
        restore(file, tmp_path / "x", until=5)
    with pytest.raises(BadBackup, match="Nothing had happened yet"):
        restore(file, tmp_path / "x", entry=0)


def test_a_damaged_backup_is_refused_and_nothing_is_left(tmp_path):
    """Any byte may be another, any part may be missing: what is restored is right, or nothing."""
    small_house(tmp_path / "one")
    file = tmp_path / "b.zip"
    back_up(tmp_path / "one", file, NOW)
    good, chance = file.read_bytes(), random.Random(1)
    for trial in range(40):
        data = bytearray(good)
        if trial % 4 == 0:
            del data[chance.randrange(len(data)) :]
        else:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        bad = tmp_path / f"bad{trial}.zip"
        bad.write_bytes(data)
        folder = tmp_path / f"bad{trial}"
        try:
            restore(bad, folder)
        except BadBackup:
            assert not (folder / "heads").exists()
            assert not folder.exists() or _is_empty(folder)
        else:  # A bit that means nothing, such as a date in the archive.
            assert findings(folder, others=tmp_path / "one" / "heads")[0] == []


def _is_empty(folder):
    engine = sa.create_engine(sqlite_url(folder / "house.db"))
    with engine.connect() as connection:
        return sa.inspect(connection).get_table_names() == []


@pytest.mark.parametrize("text", [b"", b"PK", b"no zip at all" * 100])
def test_what_is_no_backup_is_refused(tmp_path, text):
    file = tmp_path / "b.zip"
    file.write_bytes(text)
    with pytest.raises(BadBackup, match="is not a whole backup"):
        restore(file, tmp_path / "x")
    with pytest.raises(BadBackup, match="can't be read"):
        restore(tmp_path / "nowhere", tmp_path / "x")
    with pytest.raises(NoHouse, match="There is no house in"):
        back_up(tmp_path / "x", tmp_path / "c.zip", NOW)


def test_a_backup_of_a_newer_version_is_refused(tmp_path):
    with opened(tmp_path / "one"):
        pass
    back_up(tmp_path / "one", tmp_path / "b.zip", NOW)
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(tmp_path / "b.zip") as old, zipfile.ZipFile(newer, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "manifest.json":
                text = json.dumps({**json.loads(text), "revision": "9999"}).encode()
            new.writestr(name, text)
    with pytest.raises(BadBackup, match="made by a newer Pitboss"):
        restore(newer, tmp_path / "x")
