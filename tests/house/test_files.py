"""Files of a house are its owner's alone, from the moment at which they are made."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli import run
from tests.support.houses import Guest, opened
from tests.support.tracing import parse

ROOT = Path(__file__).parents[2]
MADE = {
    *("house.db", "house.db-wal", "house.db-shm", "key", "heads", "seals", "lock", "server.log"),
    *("signing-key", "signing-key.pub", "operator"),
}
OTHERS = 0o077


def mode(place):
    return stat.S_IMODE(place.stat().st_mode)


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    """Every file and folder that was opened or made, by a process without any umask."""
    folder = tmp_path_factory.mktemp("files")
    file = tmp_path_factory.mktemp("trace") / "trace"
    calls = "trace=open,openat,creat,mkdir,mkdirat"
    words = ["strace", "-f", "-y", "-xx", "-s", "4096", "-e", calls, "-o", str(file)]
    child = [sys.executable, "-m", "tests.support.files_child", str(folder)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    subprocess.run([*words, *child], env=environment, check=True, cwd=ROOT, capture_output=True)
    calls = parse(file.read_text("ascii").splitlines())
    return folder, [call for call in calls if call.path.startswith(f"{folder}/")]


def test_there_is_no_moment_at_which_others_can_read_them(trace):
    _, calls = trace
    made = {}  # By path: the mode that it was made with.
    for call in calls:
        is_made = "O_CREAT" in call.flags or call.name.startswith("mkdir")
        if is_made and call.result >= 0:
            made.setdefault(call.path, int(str(call.numbers[-1]), 8))
    names = {Path(path).name.removesuffix(".new") for path in made}
    assert names >= MADE
    assert [path for path, mode in made.items() if mode & OTHERS] == []


def test_files_are_0600_and_folders_that_we_make_0700(trace):
    folder, _ = trace
    modes = {place: mode(place) for place in folder.rglob("*")}
    assert {modes[place] for place in modes if place.is_file()} == {0o600}
    assert {modes[place] for place in modes if place.is_dir()} == {0o700}
    names = {place.name for place in modes}
    assert names >= {"house", "above", "restored", "backups", "simulated"}
    assert any(name.startswith("key.old-") for name in names)


def test_what_is_read_while_a_house_is_open_is_its_owners_as_well(tmp_path):
    """SQLite gives its log the mode of the database."""
    before = os.umask(0)
    try:
        with opened(tmp_path) as house:
            Guest(house)
            assert {mode(file) for file in tmp_path.iterdir()} == {0o600}
            assert (tmp_path / "house.db-wal").exists()
    finally:
        os.umask(before)


# The folder of a backup


@pytest.fixture
def house(tmp_path):
    with opened(tmp_path / "house"):
        return tmp_path / "house"


def test_a_backup_makes_the_folder_that_it_is_put_in(tmp_path, house, capsys):
    assert run(["backup", "--data", str(house), "-o", f"{tmp_path}/new/backups/"]) == 0
    (file,) = (tmp_path / "new" / "backups").iterdir()
    assert file.name.startswith("pitboss-")
    assert file.suffix == ".zip"
    assert run(["backup", "--data", str(house), "-o", f"{tmp_path}/other/house.zip"]) == 0
    assert (tmp_path / "other" / "house.zip").is_file()
    capsys.readouterr()


def test_a_folder_that_can_not_be_made(tmp_path, house, capsys):
    assert run(["backup", "--data", str(house), "-o", f"{house}/key/"]) == 2
    assert capsys.readouterr().err == f"{house}/key is not a folder: name another.\n"
    assert run(["backup", "--data", str(tmp_path / "none"), "-o", f"{tmp_path}/new/"]) == 2
    assert "There is no house" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
