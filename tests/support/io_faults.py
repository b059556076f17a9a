"""The nth write, sync or read of a house fails: it stops, says so, and is whole after a restart.

The child lives through a scripted day under strace, which makes one call fail, or that and all
after it. Afterwards the folder is opened again as it stands. It is opened a second time as it would
be after a power failure, where writes whose sync failed are gone for good: an acknowledgement that
relied on a second try of the sync shows there.
"""

import resource
import shutil
from collections import Counter
from contextlib import contextmanager
from typing import NamedTuple

from tests.support import tracing
from tests.support.disk_model import Disk, in_effect
from tests.support.forked import Child
from tests.support.house_child import from_text, scripted_day
from tests.support.house_trials import assert_by_the_round, places
from tests.support.houses import Guest, assert_in_order, opened
from tests.support.power_loss import Image, only_synced, problems
from tests.support.tracing import Strace

CALLS = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "rename", "unlink", "pread64")
ERRORS = ("EIO", "ENOSPC")


class Fault(NamedTuple):
    """A call that fails for the nth time it is made by a thread."""

    call: str
    at: int
    error: str = "EIO"
    is_lasting: bool = False  # So do all after it.
    house: str = "open"  # Or "new" or "closed": where the counting begins.

    def __str__(self):
        when = f"{self.at}+" if self.is_lasting else f"{self.at}"
        return f"{self.call}:error={self.error}:when={when}"


class Day(NamedTuple):
    """What a child said, what it did to its files, and how these were before."""

    said: list
    calls: list
    before: dict

    @property
    def acknowledged(self):
        return frozenset(tuple(words[1:4]) for words in self.said if words[0] == "ack")

    @property
    def stopped(self):
        return any(words[0] in ("stopped", "closed") for words in self.said)


def live(folder, house, fault=None):
    """One day of a child, with a fault or without."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if house == "closed":
        opened(folder).close()
    child = Child(scripted_day, folder, house == "open")
    lines = iter(child)
    said = [next(lines)] if house == "open" else []
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    calls = f"{tracing.CALLS},{tracing.READS}"
    strace = Strace(child.pid, folder.with_suffix(".trace"), calls, [str(fault)] if fault else ())
    child.go()
    said += lines
    code = child.wait()
    assert code == 0, f"the child ended with {code} after {fault}"
    return Day(said, in_effect(strace.calls()), before)


def faults(folder, house):
    """Every call of a day that could fail, once for each thread that makes it."""
    day = live(folder, house)
    assert not day.stopped
    counted = Counter((call.thread, call.name) for call in day.calls if is_ours(call, folder))
    most = {
        name: max((n for (_, made), n in counted.items() if made == name), default=0)
        for name in CALLS
    }
    if house == "closed":
        most["pwrite64"] = 0  # As in the others.
    return [
        Fault(name, at, error, is_lasting, house)
        for name, calls in most.items()
        for at in range(1, calls + 1)
        for error in (ERRORS if name not in tracing.READS else ERRORS[:1])
        for is_lasting in (False, True)
    ]


def is_ours(call, folder):
    return call.path.startswith(str(folder)) or call.name not in ("write", "fsync")


def may_stay(call):
    """Whether SQLite could not delete its log after a checkpoint: the log is read again."""
    return call.name == "unlink" and call.path.endswith(("-wal", "-shm"))


def survive(folder, fault):
    """Whether the house stopped by a fault; nothing acknowledged may be lost, whatever comes."""
    day = live(folder, fault.house, fault)
    injected = [call for call in day.calls if call.is_injected]
    fatal = [call for call in injected if not may_stay(call)]
    if fatal:
        late = [c for c in day.calls if c.name == "sendto" and c.begun > fatal[0].ended]
        assert not any(call.text.startswith(b"ack\t") for call in late), fault
    disk = Disk(folder, day.before)
    for call in day.calls:
        disk.happens(call)
    image = Image(fault.at, "nothing", only_synced(disk), day.acknowledged)
    assert problems(image, folder.with_name("image")) == [], fault
    with opened(folder, seed=7) as house:
        present = places(house)
        assert [place for place in day.acknowledged if present[place] != 1] == [], fault
        for _, table, person, id, text in (words for words in day.said if words[0] == "ask"):
            reply = house.ask(person, table, id, from_text(text)).result(30)
            assert reply.is_repeated == bool(present[table, person, id]), fault
        assert_by_the_round(house)
        assert Guest(house, token="later").stake({}).refusal is None
    assert_in_order(folder)
    return bool(injected), day


@contextmanager
def files_of_at_most(size):
    """A limit that is as good as a full disk, and takes a part of a write."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
