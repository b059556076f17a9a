"""A house that can't be opened says why in one sentence, and nothing is changed by trying."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.cli import run
from pitboss.errors import PitbossError
from pitboss.house.storage.opening import name_of
from pitboss.house.storage.schema import connect
from tests.support.houses import Guest, assert_in_order, opened
from tests.support.io_faults import files_of_at_most

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "serve": ("serve", "--port", "0"),
    "rotate-key": ("rotate-key",),
    "void-unfinished": ("void-unfinished", "--reason", "A test."),
}


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)


@pytest.fixture
def refused(capsys):
    """Run a command that has to exit with 2; its one line."""

    def refused(*words):
        assert run([*map(str, words)]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        (line,) = shown.err.splitlines()
        assert line.endswith(".")
        assert "Traceback" not in line
        return line

    return refused


@pytest.fixture
def folder(tmp_path):
    """A house with a round in the middle."""
    folder = tmp_path / "house"
    with opened(folder) as house:
        Guest(house, "three-card-poker").deal({1: {"ante": 500}})
    return folder


def each_says(refused, folder, words, but=()):
    """Every command that opens a house says the same, and leaves the file as it was."""
    file = folder / "house.db"
    before = file.read_bytes() if file.is_file() else None
    for name, command in COMMANDS.items():
        if name not in but:
            assert words in refused(*command, "--data", folder)
    assert (file.read_bytes() if file.is_file() else None) == before


# Keys


def test_a_key_that_is_missing_or_another(folder, refused):
    key = folder / "key"
    kept = key.read_text()
    key.unlink()
    each_says(refused, folder, "There is no key in", but=["void-unfinished"])
    key.write_text("00" * 32)
    key.chmod(0o600)
    each_says(refused, folder, "put the right key there", but=["void-unfinished"])
    key.chmod(0o644)
    each_says(refused, folder, "set its mode to 600")
    key.chmod(0o600)
    key.write_text("not hexadecimal")
    each_says(refused, folder, "does not hold a key in hexadecimal digits")
    key.write_text(kept)
    assert_in_order(folder)


# Databases


def changed(folder, statement):
    database = sqlite3.connect(folder / "house.db")
    database.execute(statement)
    database.commit()
    database.close()


def test_a_database_of_a_newer_version(folder, refused):
    changed(folder, "UPDATE alembic_version SET version_num = '9999'")
    each_says(refused, folder, "was made by a newer Pitboss: update this one.")
    for command in ("verify", "backup"):
        assert "newer Pitboss" in refused(command, "--data", folder)


def test_a_database_of_another_program(tmp_path, refused):
    database = sqlite3.connect(tmp_path / "house.db")
    database.execute("CREATE TABLE recipes (id INTEGER)")
    database.close()
    each_says(refused, tmp_path, "holds tables of another program")
    for command in ("verify", "backup"):
        assert "another program" in refused(command, "--data", tmp_path)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP TABLE sign_ins", "only part of a house (it has no sign_ins): restore a backup."),
        ("DELETE FROM alembic_version", "only part of a house: restore a backup."),
        ("INSERT INTO alembic_version VALUES ('0006')", "made by a newer Pitboss"),
    ],
)
def test_part_of_a_database(folder, refused, statement, words):
    changed(folder, statement)
    each_says(refused, folder, words)


def test_what_is_no_database(folder, refused):
    file = folder / "house.db"
    file.write_bytes(b"no database at all, and longer than a page header has to be" * 50)
    each_says(refused, folder, "is not a database: name the folder of a house")
    file.unlink()
    file.mkdir()
    each_says(refused, folder, "is a folder, and should be a file")


def test_a_database_that_is_damaged(folder, refused):
    file = folder / "house.db"
    data = bytearray(file.read_bytes())
    data[100:140] = bytes(40)  # The root of the schema.
    file.write_bytes(data)
    each_says(refused, folder, "is damaged: restore a backup.")


@pytest.fixture
def cut_off(tmp_path):
    """A house as a killed process leaves it: with a log beside the database."""
    folder, copy = tmp_path / "house", tmp_path / "copy"
    with opened(folder) as house:
        guest = Guest(house, "three-card-poker")
        for _ in range(20):
            guest.deal({1: {"ante": 500}})
            guest.decide_all()
    with opened(folder, seed=1) as house:
        house.move_bank("cage", guest.table, "credit", -1).result(30)  # Refused: no money moves.
        shutil.copytree(folder, copy)
    return copy


def damage(folder, name):
    """Overwrite the first page of a table or an index."""
    file = folder / "house.db"
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (name,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("rb+") as opened_file:
        opened_file.seek((page - 1) * size)
        opened_file.write(b"\xff" * size)


def test_a_database_is_checked_after_an_end_that_was_not_in_order(cut_off, refused, caplog):
    """What an opening does not read would be noticed much later."""
    caplog.set_level("INFO")
    whole = shutil.copytree(cut_off, cut_off.with_name("whole"))
    checked = "the house did not end in order: its database is checked"
    for number in (1, 0):  # The second opening follows an end that was in order.
        caplog.clear()
        with opened(whole, seed=2):
            pass
        assert [record.message for record in caplog.records].count(checked) == number
    assert_in_order(whole)
    damage(cut_off, "ix_transfers_entry")
    each_says(refused, cut_off, "is damaged: restore a backup.")


def test_a_folder_that_is_a_file(tmp_path, refused):
    (tmp_path / "file").write_text("")
    assert "is not a folder" in refused("serve", "--port", "0", "--data", tmp_path / "file")
    assert "is not a folder" in refused("serve", "--port", "0", "--data", tmp_path / "file" / "in")


def test_a_place_without_a_house(place, refused, monkeypatch):
    """Nothing is made there by asking."""
    folder, url = place["folder"], place["url"]
    for name in ("rotate-key", "void-unfinished", "verify", "backup"):
        words = COMMANDS.get(name, (name,))
        assert "There is no house in" in refused(*words, "--data", folder / "nowhere")
        if url.get_backend_name() == "postgresql":
            database(monkeypatch, url.render_as_string(hide_password=False))
            assert "There is no house in the database" in refused(*words, "--data", folder)
            monkeypatch.delenv("PITBOSS_DATABASE")
    assert not (folder / "nowhere").exists()
    engine = connect(url)
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == []
    engine.dispose()


def test_a_house_that_is_open(place):
    """Also on a server's database, which another folder might name."""
    with opened(**place) as house:
        with pytest.raises(PitbossError, match="Another process has the house"):
            opened(**place)
        if place["url"].get_backend_name() == "postgresql":
            other = place["folder"] / "other"
            shutil.copytree(place["folder"], other)
            with pytest.raises(PitbossError, match="Another process has the database"):
                opened(other, url=place["url"])
        Guest(house).stake({1: {"initial": 500}})
    with opened(**place, seed=1):
        pass


# Disks


IS_ROOT = os.geteuid() == 0  # Whom a mode does not stop.
NOT_MOUNTED = 77


def mounted(options, folder, script):
    """Run a script of the shell where a disk of its own lies on a folder."""
    mount = f"mount -t tmpfs -o {options} tmpfs '{folder}' || exit {NOT_MOUNTED}"
    rights = [] if IS_ROOT else ["--map-root-user"]  # Root within a namespace may mount, too.
    words = ["unshare", "--mount", *rights, "sh", "-c", f"{mount}; {script}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    ended = subprocess.run(
        words, capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    if ended.returncode == NOT_MOUNTED or ended.stderr.startswith("unshare: "):
        left_out("this user may not mount a disk: run the tests as root")
    return ended


def left_out(reason):
    """Where something needs rights that a developer may lack; whoever lands it must have them."""
    (pytest.fail if "CI" in os.environ else pytest.skip)(reason)


def program(*words):
    return " ".join([f"'{sys.executable}' -m pitboss", *map(str, words)])


def test_a_read_only_disk(folder, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    for words in (COMMANDS["serve"], COMMANDS["rotate-key"]):
        script = f"cp -a '{folder}' '{disk}/house' && mount -o remount,ro '{disk}' && "
        ended = mounted(
            "size=20m", disk, script + program(words[0], *words[1:], "--data", disk / "house")
        )
        assert ended.returncode == 2
        assert "on a read-only disk: mount it writable." in ended.stderr
        assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("size", ["16k", "64k", "128k"])
def test_a_disk_without_space(tmp_path, size):
    disk = tmp_path / "disk"
    disk.mkdir()
    ended = mounted(f"size={size}", disk, program(*COMMANDS["serve"], "--data", disk / "house"))
    assert ended.returncode == 2
    assert "There is no space left" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_full_disk_under_a_backup_or_a_restore(folder, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    ended = mounted("size=8k", disk, program("backup", "--data", folder, "-o", disk))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "There is no space left" in ended.stderr
    assert run(["backup", "--data", str(folder), "-o", str(tmp_path / "b.zip")]) == 0
    words = ("restore", tmp_path / "b.zip", "--data", disk / "new")
    ended = mounted("size=100k", disk, f"{program(*words)}; code=$?; ls '{disk}/new'; exit $code")
    assert ended.returncode == 2
    assert "There is no space left" in ended.stderr
    assert "heads" not in ended.stdout.split()


def test_a_database_that_may_only_be_read(folder, refused):
    file = folder / "house.db"
    file.chmod(0o444)
    if IS_ROOT and subprocess.run(["chattr", "+i", file], check=False).returncode:
        left_out("the disk of these tests has no immutable files: put TMPDIR on another one")
    try:
        each_says(refused, folder, "is read-only: mend its owner, its mode or its disk.")
    finally:
        if IS_ROOT:
            subprocess.run(["chattr", "-i", file], check=True)


def test_heads_that_can_not_be_written(folder, refused):
    """A limit on the size of files is as good as a full disk."""
    heads = folder / "heads"
    kept = heads.read_bytes()
    heads.write_bytes(kept * (2_000_000 // len(kept)))  # Larger than the database.
    changed(folder, "DELETE FROM house_settings")  # So that there is something to write.
    with files_of_at_most(heads.stat().st_size + 10):
        assert "There is no space left" in refused(*COMMANDS["serve"], "--data", folder)


# The environment


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://u:secret@h:5433/d", "the database d at h:5433"),
        ("postgresql://h/d", "the database d at h"),
        ("postgresql:///d", "the database d at this machine"),
        ("sqlite:////var/a%20b.db", "/var/a b.db"),
    ],
)
def test_a_database_is_called_what_people_call_it(url, name):
    assert name_of(sa.make_url(url)) == name


def database(monkeypatch, text):
    monkeypatch.setenv("PITBOSS_DATABASE", str(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "is not the address of a database"),
        ("mysql://u:secret@h/d", "Only sqlite and postgresql are known"),
        ("postgresql+nodriver://u:secret@h/d", "is not the address of a database"),
        ("postgresql://u:secret@127.0.0.1:9/d", "The database d at 127.0.0.1:9 can't be reached"),
        ("postgresql+psycopg://u:secret@127.0.0.1:x/d", "is not the address of a database"),
    ],
)
def test_an_address_that_leads_nowhere(folder, refused, monkeypatch, text, words):
    database(monkeypatch, text)
    for name in (*COMMANDS, "verify", "backup"):
        line = refused(*COMMANDS.get(name, (name,)), "--data", folder)
        assert words in line
        assert "secret" not in line


def test_a_database_that_the_server_does_not_have(postgres_server, folder, refused, monkeypatch):
    url = sa.make_url(postgres_server.get_uri()).set(database="nobody")
    database(monkeypatch, url.render_as_string(hide_password=False))
    for name in (*COMMANDS, "verify", "backup"):
        line = refused(*COMMANDS.get(name, (name,)), "--data", folder)
        assert "The database nobody at" in line
        assert line.endswith("does not exist: create it on its server.")


def test_a_user_who_may_not_write(postgres_server, tmp_path, monkeypatch, refused, request):
    from tests.house.conftest import new_url

    url = new_url(request, "postgresql", tmp_path)
    with opened(tmp_path, url=url):
        pass
    admin = connect(url)
    with admin.begin() as connection:
        connection.exec_driver_sql(f'CREATE USER "{tmp_path.name}"')
        connection.exec_driver_sql(f'GRANT SELECT ON alembic_version TO "{tmp_path.name}"')
    admin.dispose()
    database(monkeypatch, url.set(username=tmp_path.name).render_as_string(hide_password=False))
    assert "does not let this user" in refused(*COMMANDS["serve"], "--data", tmp_path)


def test_the_environment_names_the_database_of_every_command(place, monkeypatch, capsys):
    """One house on a server, through each command; the folder has the key and the heads."""
    folder, url = place["folder"], place["url"]
    with opened(**place) as house:
        Guest(house, "three-card-poker").deal({1: {"ante": 500}})
    text = url.render_as_string(hide_password=False)
    database(monkeypatch, text.replace("postgresql+psycopg", "postgresql"))

    def told(*words):
        assert run([*map(str, words), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert told("verify", "--data", folder)["ok"] is True
    backup = told("backup", "--data", folder, "-o", folder / "b.zip")
    assert backup["rows"]["journal"] == backup["entry"] == 5
    assert told("rotate-key", "--data", folder)["tables"] == 1
    (folder / "key").unlink()
    voided = told("void-unfinished", "--data", folder, "--reason", "It is gone.")
    assert (voided["rounds"], voided["returned"]) == (1, 500)
    assert told("verify", "--data", folder)["checked"]["seeds_lost"] == 1
    monkeypatch.delenv("PITBOSS_DATABASE")
    restored = told("restore", folder / "b.zip", "--data", folder / "copy", "--entry", "4")
    assert (restored["entry"], restored["left_out"], restored["lacks"]) == (4, 1, ["key"])
    assert told("verify", "--data", folder / "copy")["ok"] is True
