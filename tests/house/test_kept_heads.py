"""The file of heads after a crash: what is missing is added, and a lost journal is found."""

import sqlite3

import pytest

from pitboss.errors import NoHouse
from pitboss.house.records.journal import Head, last_heads, read_heads
from tests.support.houses import Guest, assert_in_order, entries_of, opened


@pytest.fixture
def folder(tmp_path):
    """A house in which two guests have played."""
    with opened(tmp_path) as house:
        for token in "ab":
            guest = Guest(house, "three-pictures", token)
            guest.stake({1: {"initial": 500}})
            guest.stake({})
    return tmp_path


def latest(folder):
    """By stream: its head in the journal."""
    with opened(folder) as house:
        entries = entries_of(house.engine)
    return {entry.stream: Head(entry.stream, entry.sequence, entry.hash) for entry in entries}


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 5])
def test_heads_that_a_crash_lost_are_added(folder, lines):
    file = folder / "heads"
    whole = file.read_bytes().splitlines(keepends=True)
    assert len(whole) > 5
    file.write_bytes(b"".join(whole[:lines]))
    heads = latest(folder)
    assert set(heads.values()) <= set(read_heads(file))
    size = file.stat().st_size
    assert latest(folder) == heads
    assert file.stat().st_size == size  # Nothing is added twice.
    assert_in_order(folder)


def test_a_missing_file_is_made_again(folder):
    (folder / "heads").unlink()
    heads = latest(folder)
    assert set(heads.values()) == set(read_heads(folder / "heads"))
    assert_in_order(folder)


def test_zeros_where_a_page_was_lost_are_no_heads(folder):
    """Some file systems leave zeros, and the rest of a line after them."""
    file = folder / "heads"
    whole = file.read_bytes()
    for at in range(5, 200, 13):
        file.write_bytes(whole[:at] + bytes(70) + whole[at + 70 :])
        assert_in_order(folder)
        file.write_bytes(whole[:at] + bytes(70))
        latest(folder)
        assert_in_order(folder)


def test_the_last_heads_are_found_behind_any_amount_of_rubbish(tmp_path):
    file, heads = tmp_path / "heads", [Head("T1", at, f"{at:064x}") for at in range(1, 2_000)]
    lines = "".join(f"{head.stream} {head.sequence} {head.hash}\n" for head in heads).encode()
    for rubbish in (b"", b"T1 5 ab", bytes(200_000), b"x\n" * 100_000):
        file.write_bytes(lines + rubbish)
        last = last_heads(file)
        assert last == heads[-len(last) :]
        assert last
    file.write_bytes(b"")
    assert last_heads(file) == []


def test_a_house_that_lost_entries_is_not_opened(folder):
    """As after a power failure with a disk that lies, or a backup that is too old."""
    database = sqlite3.connect(folder / "house.db")
    database.execute("DROP TRIGGER journal_no_delete")
    database.execute("DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)")
    database.commit()
    database.close()
    with pytest.raises(NoHouse, match="The journal has lost entry 3 of") as refused:
        opened(folder)
    assert refused.value.code == "house/tail"
    (folder / "heads").rename(folder / "heads.old")
    opened(folder).close()
