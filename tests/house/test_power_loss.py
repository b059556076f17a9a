"""A power failure loses nothing that was acknowledged, whatever the disk makes of the rest.

The same trial finds lost commands when commits are not synced: it can fail.
"""

import pytest

from tests.support.disk_model import Disk, in_effect
from tests.support.power_loss import DAMAGES, record, spread, survived
from tests.support.tracing import parse

POINTS, DAMAGES_EACH = 60, 4  # `make torture` has 2,000 points with all seven.


def some_damages(at):
    return [DAMAGES[(at + more) % len(DAMAGES)] for more in range(DAMAGES_EACH)]


def test_what_was_acknowledged_outlives_a_power_failure(quick_folder):
    recording = record(quick_folder / "house")
    seen, wrong = survived(
        recording, spread(recording, POINTS), some_damages, quick_folder / "image"
    )
    assert wrong == []
    assert seen.total() == POINTS * DAMAGES_EACH
    assert len(seen) == len(DAMAGES)


@pytest.mark.parametrize("weakness", ["synchronous=OFF", "synchronous=NORMAL"])
def test_commands_are_lost_where_commits_are_not_synced(quick_folder, weakness):
    recording = record(quick_folder / "house", weakness)
    _, wrong = survived(
        recording, spread(recording, 20), lambda _: DAMAGES[:1], quick_folder / "image"
    )
    assert any(says.startswith("lost: ") for _, _, says in wrong)


def test_the_key_is_lost_where_folders_are_not_synced(quick_folder):
    recording = record(quick_folder / "house", "names", days=1)
    _, wrong = survived(
        recording, spread(recording, 20), lambda _: DAMAGES[:1], quick_folder / "image"
    )
    assert any("There is no key" in says for _, _, says in wrong)


# The disk of these trials


def disk_after(*lines):
    disk = Disk("/house")
    lines = [_in_hex(line if line[0].isdigit() else f"1 {line}") for line in lines]
    for call in in_effect(parse(lines)):
        disk.happens(call)
    return disk


def _in_hex(line):
    """As strace writes it with -xx: words in quotes or brackets as digits."""
    if UNFINISHED in line or RESUMED in line:
        return line if RESUMED in line else _in_hex(line.removesuffix(UNFINISHED)) + UNFINISHED
    parts = line.replace("<", '"<').replace(">", '>"').split('"')
    for at in range(1, len(parts), 2):
        word = parts[at]
        is_path = word.startswith("<")
        digits = "".join(f"\\x{byte:02x}" for byte in word.strip("<>").encode())
        parts[at] = f"<{digits}>" if is_path else f'"{digits}"'
    return "".join(parts)


UNFINISHED, RESUMED = " <unfinished ...>", "<... pwrite64 resumed>"
OPENED = 'openat(AT_FDCWD<x>, "/house/db", O_RDWR|O_CREAT, 0644) = 3</house/db>'
WRITTEN = 'pwrite64(3</house/db>, "abc", 3, 2) = 3'
SYNCED, NAMED = "fdatasync(3</house/db>) = 0", "fsync(4</house>) = 0"
FAILED = "fdatasync(3</house/db>) = -1 EIO (Input/output error) (INJECTED)"


@pytest.mark.parametrize(
    ("lines", "names", "content"),
    [
        ((OPENED, WRITTEN), [], b""),
        ((OPENED, WRITTEN, SYNCED), [], b"\0\0abc"),
        ((OPENED, WRITTEN, SYNCED, NAMED), ["db"], b"\0\0abc"),
        ((OPENED, WRITTEN, FAILED, NAMED), ["db"], b""),
        ((OPENED, WRITTEN, FAILED, SYNCED, NAMED), ["db"], b""),  # A second try says nothing.
        ((OPENED, WRITTEN, FAILED, WRITTEN, SYNCED, NAMED), ["db"], b"\0\0abc"),
        ((OPENED, WRITTEN, SYNCED, "ftruncate(3</house/db>, 1) = 0", NAMED), ["db"], b"\0\0abc"),
        ((OPENED, WRITTEN, "ftruncate(3</house/db>, 3) = 0", SYNCED, NAMED), ["db"], b"\0\0a"),
    ],
)
def test_only_what_was_synced_is_on_the_disk(lines, names, content):
    disk = disk_after(*lines)
    assert sorted(disk.names) == names
    assert bytes(disk.files["db"].content) == content


def test_names_last_once_the_folder_is_synced():
    moved = 'rename("/house/db", "/house/new") = 0'
    disk = disk_after(OPENED, NAMED, moved, 'unlink("/house/new") = 0')
    assert [sorted(disk.names_after(kept)) for kept in range(3)] == [["db"], ["new"], []]


def test_a_write_that_had_not_ended_is_not_covered_by_a_sync():
    begun = WRITTEN.partition(") =")[0]
    others = f"2 {SYNCED}"
    disk = disk_after(OPENED, f"{begun}{UNFINISHED}", others, f"{RESUMED}) = 3", NAMED)
    assert bytes(disk.names["db"].content) == b""
    assert len(disk.names["db"].waiting) == 1
