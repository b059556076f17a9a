"""The file of heads after a crash: what is missing is added, and a lost journal is found."""

import pytest

from pitboss.errors import NoHouse
from pitboss.house.records.journal import UNSYNCED, Head, last_lines
from pitboss.house.storage.schema import connect_to_read, sqlite_url
from tests.support.houses import Guest, assert_in_order, entries_of, findings, heads_in, opened


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
    """By stream: its head in the journal, after the house was opened and closed."""
    opened(folder).close()
    return heads_of(folder)


def heads_of(folder):
    engine = connect_to_read(sqlite_url(folder / "house.db"))
    entries = entries_of(engine)
    engine.dispose()
    return {entry.stream: Head(entry.stream, entry.sequence, entry.hash) for entry in entries}


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 5])
def test_heads_that_a_crash_lost_are_added(folder, lines):
    file = folder / "heads"
    whole = file.read_bytes().splitlines(keepends=True)
    assert len(whole) > 5
    file.write_bytes(b"".join(whole[:lines]))
    heads = latest(folder)
    assert set(heads.values()) <= set(heads_in(file))
    assert set(latest(folder).values()) <= set(heads_in(file))
    assert len(heads_in(file)) == len(set(heads_in(file)))  # Nothing is added twice.
    assert_in_order(folder)


def test_a_missing_file_keeps_the_house_closed(folder):
    """Without it nobody knows whether the database has lost anything."""
    (folder / "heads").unlink()
    with pytest.raises(NoHouse, match=r"There is no .*heads, .* --after-loss") as refused:
        opened(folder)
    assert refused.value.code == "house/heads-missing"
    assert not (folder / "heads").exists()
    opened(folder, after_loss=True).close()
    assert set(latest(folder).values()) <= set(heads_in(folder / "heads"))
    assert_in_order(folder)


def test_zeros_where_a_page_was_lost_are_no_heads(folder):
    """Some file systems leave zeros, and the rest of a line after them."""
    file = folder / "heads"
    whole = file.read_bytes()
    for at in range(5, 200, 13):
        file.write_bytes(whole[:at] + bytes(70) + whole[at + 70 :])
        (unreadable, *_) = findings(folder)[0]
        assert "can't be read" in unreadable.says
        file.write_bytes(whole[:at] + bytes(70))
        latest(folder)
        assert_in_order(folder)


def test_the_last_heads_are_found_behind_what_a_power_failure_leaves(tmp_path):
    file, heads = tmp_path / "heads", [Head("T1", at, f"{at:064x}") for at in range(1, 2_000)]
    lines = "".join(f"{head.stream} {head.sequence} {head.hash}\n" for head in heads).encode()
    for rubbish in (b"", b"T1 5 ab", bytes(UNSYNCED), b"x\n" * (UNSYNCED // 2)):
        file.write_bytes(lines + rubbish)
        last = [line.head for line in last_lines(file) if line.head]
        assert last == heads[-len(last) :]
        assert last
    file.write_bytes(b"")
    assert last_lines(file) == []


def test_a_house_that_lost_entries_is_not_opened(folder):
    """As after a power failure with a disk that lies, or from a copy that is too old."""
    database, kept = folder / "house.db", folder / "heads"
    older = database.read_bytes()
    with opened(folder) as house:
        guest = Guest(house, "three-pictures", "a")
        guest.stake({1: {"initial": 700}})
    newer = kept.read_bytes()
    database.write_bytes(older)
    with pytest.raises(NoHouse, match=r"The journal has lost entry 5 of house, .*after-loss") as no:
        opened(folder)
    assert no.value.code == "house/tail"
    for _ in range(2):  # As often as it happens.
        opened(folder, after_loss=True).close()
        database.write_bytes(older)
    opened(folder, after_loss=True).close()
    assert newer in [file.read_bytes() for file in folder.glob("heads.lost-*")]
    assert len(list(folder.glob("heads.lost-*"))) == 3
    assert_in_order(folder)
