"""The free space of the disk: a warning at each level, long before the house stops."""

import contextlib
import logging
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss.server import app
from pitboss.server.free_space import GIB, LOW, MIB, VERY_LOW, FreeSpace
from tests.support.serving import Client, served, serving_process, wait_until

HERE, THERE = Path("here"), Path("there")
ON_A_SMALL_DISK = (
    "unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=3m none "$0" && exec "$@"',
)  # fmt: skip
MOST_COMMANDS = 1_000  # Far more than the small disk can hold.


class Disk:
    """A disk that a test fills and empties."""

    def __init__(self, free):
        self.free = free

    def __call__(self, folder):
        if self.free is None:
            raise OSError("It does not answer.")
        return self.free


def watched(caplog, disk):
    caplog.set_level(logging.INFO, "pitboss.server.free_space")
    return FreeSpace([HERE], disk)


def levels(caplog):
    name = "pitboss.server.free_space"
    return [record.levelname for record in caplog.records if record.name == name]


def test_each_level_is_logged_once(caplog):
    disk = Disk(100 * GIB)
    space = watched(caplog, disk)
    for free, logged in (
        (100 * GIB, []),
        (LOW, []),
        (LOW - 1, ["WARNING"]),
        (2 * GIB, []),
        (VERY_LOW, []),
        (VERY_LOW - 1, ["ERROR"]),
        (0, []),
        (VERY_LOW, []),  # A little more is no other level yet.
        (VERY_LOW * 5 // 4 - 1, []),
        (VERY_LOW * 5 // 4, ["WARNING"]),
        (VERY_LOW - 1, ["ERROR"]),
        (LOW * 5 // 4 - 1, ["WARNING"]),
        (LOW * 5 // 4, ["INFO"]),
        (LOW - 1, ["WARNING"]),
        (0, ["ERROR"]),
        (100 * GIB, ["INFO"]),
    ):
        caplog.clear()
        disk.free = free
        space.look()
        assert levels(caplog) == logged, free


def test_the_levels_are_those_of_the_page():
    page = " ".join((Path(__file__).parents[2] / "docs" / "operations.md").read_text().split())
    assert f"With less than {LOW // GIB} GiB left it writes a warning" in page
    assert f"with less than {VERY_LOW // GIB} GiB an error" in page


def test_the_warning_says_how_much_where_and_what_to_do(caplog):
    disk = Disk(700 * MIB)
    space = watched(caplog, disk)
    space.look()
    assert space.warning == (
        "Only 700 MiB are free on the disk of here: make room, because a house stops when its disk "
        "is full."
    )
    assert caplog.messages == [space.warning]
    disk.free = 20 * GIB
    space.look()
    assert space.warning == ""
    assert caplog.messages[1:] == ["20,480 MiB are free again"]


def test_the_fullest_of_several_disks_counts():
    free = {HERE: 100 * GIB, THERE: 2 * GIB}
    space = FreeSpace([HERE, THERE], free.__getitem__)
    space.look()
    assert "2,048 MiB are free on the disk of there" in space.warning


def test_an_open_house_looks_again_and_again(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(app, "MEASURE_EVERY", 0.01)
    disk = Disk(100 * GIB)
    space = watched(caplog, disk)
    with served(tmp_path, free_space=space) as server:
        for free, logged in (
            (2 * GIB, ["WARNING"]), (0, ["WARNING", "ERROR"]), (None, ["WARNING", "ERROR"]),
            (GIB * 9, ["WARNING", "ERROR", "INFO"]),
        ):  # fmt: skip
            disk.free = free
            wait_until(lambda logged=logged: levels(caplog) == logged)
            if free is None:
                wait_until(lambda: "the free space can't be measured" in caplog.text)
        Client(server.address).sit("three-pictures").ask("stake", boxes={"1": {"initial": 500}})


def test_a_house_says_so_when_it_opens_and_stops_when_the_disk_is_full(tmp_path):
    """On a real disk that is small."""
    if not may_mount():
        pytest.skip("only root may mount a disk")
    within = (*ON_A_SMALL_DISK, str(tmp_path))
    with serving_process(tmp_path, within=within) as process:
        root = Path("/proc", str(process.pid), "root")  # As the server sees it.
        disk = root / tmp_path.relative_to("/")
        assert "ERROR pitboss.server.free_space: Only " in (disk / "server.log").read_text()
        table = Client(process.address).sit("three-pictures")
        table.ask("stake", boxes={"1": {"initial": 500}})
        fill(disk / "filler")
        assert full_house(table) == "house/stopped"
        ready = Client(process.address, comes_in=False).request("GET", "/v1/ready")
        assert (ready.status, ready.code) == (503, "house/stopped")
        process.kill()
        assert "MiB are free on the disk of" in "".join(process.said)


def may_mount():
    tried = ["unshare", "--mount", "true"]
    is_there = shutil.which("unshare") is not None
    return is_there and not subprocess.run(tried, check=False, capture_output=True).returncode


def fill(file):
    with contextlib.suppress(OSError), file.open("wb", 0) as opened:
        while True:
            opened.write(bytes(4_096))


def full_house(table):
    """What commands are answered with in the end: the database may have some room of its own."""
    for number in range(MOST_COMMANDS):
        message = table.say("stake", boxes={"1": {"initial": 500 + 500 * (number % 2)}})
        if message["type"] == "problem" and message["error"]["code"] != "rate/too-fast":
            return message["error"]["code"]
    return None
