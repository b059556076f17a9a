"""Writes and syncs that fail: the house stops, says so, and nothing acknowledged is lost."""

import io
import os
from collections import Counter

import pytest

from pitboss.errors import HouseIsStopped, NoHouse
from pitboss.house.records.journal import Head, Heads
from tests.support.houses import Guest, assert_in_order, heads_in, opened
from tests.support.io_faults import Fault, faults, files_of_at_most, survive

EVERY = 97  # Of all faults; `make torture` has each of them.


@pytest.mark.parametrize("house", ["new", "closed", "open"])
def test_a_house_outlives_faults_of_its_disk(quick_folder, house):
    folder = quick_folder / "house"
    stopped = Counter()
    for fault in faults(folder, house)[::EVERY]:
        was_hit, day = survive(folder, fault)
        assert was_hit, fault
        stopped[day.stopped] += 1
    assert stopped[True] > stopped[False]


def test_a_house_that_gets_no_write_ahead_log_is_not_opened(quick_folder):
    """SQLite goes on with its other journal and says nothing, and a commit could come undone."""
    was_hit, day = survive(quick_folder / "house", Fault("pwrite64", 2, house="new"))
    assert was_hit
    assert day.said == [["closed", "house/disk"]]


class AlmostFull(io.FileIO):
    """A file on a disk that has ten bytes left."""

    def write(self, data):
        return super().write(data[:10])


def test_a_full_disk_stops_the_house_while_a_head_is_half_written(tmp_path, caplog):
    """A disk without enough space takes a part of a write."""
    with opened(tmp_path) as house:
        guest = Guest(house)
        guest.stake({}, id="a")
    heads = tmp_path / "heads"
    with opened(tmp_path) as house:
        guest.house = house
        guest.look()
        with AlmostFull(heads, "a") as file:
            house.office._heads._opened.close()
            house.office._heads._opened = file
            with pytest.raises(HouseIsStopped):
                guest.stake({}, id="b")
            with pytest.raises(HouseIsStopped):
                guest.stake({}, id="c")
    assert not heads.read_bytes().endswith(b"\n")
    assert_in_order(tmp_path)
    with opened(tmp_path) as house:
        guest.house = house
        assert guest.stake({}, id="b").is_repeated  # It had been committed, and not acknowledged.
        assert not guest.stake({}, id="c").is_repeated
    assert_in_order(tmp_path)


def test_heads_that_were_written_in_part_are_an_error(tmp_path):
    heads = Heads(tmp_path / "heads")
    kept = [Head("T1", 1, "ab" * 32), Head("T1", 2, "cd" * 32)]
    heads.append(kept[:1])
    with files_of_at_most(100), pytest.raises(OSError, match="No space left"):
        heads.append(kept[1:])
    heads.close()
    assert heads_in(tmp_path / "heads") == kept[:1]


def test_a_house_whose_storage_fails_is_not_opened_and_says_why(tmp_path):
    os.mkdir(tmp_path / "house.db")
    with pytest.raises(NoHouse, match="is a folder, and should be a file"):
        opened(tmp_path)
    os.rmdir(tmp_path / "house.db")
    opened(tmp_path).close()  # Nothing was left locked.
