"""Power fails: a house plays under strace, and its files are rebuilt as a crash would leave them.

At any point of the trace, what was synced is there. Of what was not, the system may have written
anything: nothing, some of it, the later before the earlier, or parts of a write. Names of files
follow the order of their changes. Whatever is left, the house has to open, to hold everything that
was acknowledged before that point, to verify, and to play on.
"""

import random
from collections import Counter
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.errors import PitbossError
from tests.support.disk_model import Disk, Write, in_effect, put
from tests.support.forked import Child
from tests.support.house_child import play_days
from tests.support.house_trials import places
from tests.support.houses import Guest, findings, opened
from tests.support.tracing import Strace

SECTOR = 512


class Recording(NamedTuple):
    folder: str
    calls: list  # In the order in which they count.


def record(folder, weakness="", seed=1, days=2, commands=15):
    """Play in a house, sound or weakened, and keep every write, sync and acknowledgement."""
    folder.mkdir()
    child = Child(play_days, folder, seed, weakness, days, commands)
    strace = Strace(child.pid, folder.with_suffix(".trace"))
    child.go()
    for _ in child:
        pass
    assert child.wait() == 0
    return Recording(str(folder), in_effect(strace.calls()))


# What may be left of writes that were not synced


def nothing(chance, writes):
    return []


def everything(chance, writes):
    """As when only the process ends."""
    return writes


def some(chance, writes):
    share = chance.choice((0.1, 0.5, 0.9))
    return [write for write in writes if chance.random() < share]


def out_of_order(chance, writes):
    """The later may be there without the earlier, and an old version over a new one."""
    return chance.sample(writes, chance.randint(0, len(writes)))


def torn_between_sectors(chance, writes):
    return _torn(chance, writes, SECTOR)


def torn_anywhere(chance, writes):
    return _torn(chance, writes, 1)


def _torn(chance, writes, unit):
    """Everything up to one write, and a part of that."""
    if not writes:
        return []
    last = chance.randrange(len(writes))
    at, data, *when = writes[last]
    if data is not None:
        cut = chance.randint(0, len(data) // unit) * unit
        data, at = (data[:cut], at) if chance.random() < 0.5 else (data[cut:], at + cut)
    return [*writes[:last], Write(at, data, *when)]


def single_sectors(chance, writes):
    """Each sector by itself is there or not."""
    left = []
    for at, data, *when in writes:
        if data is None:
            left += [Write(at, data, *when)] * chance.randint(0, 1)
            continue
        ends = [*range((at // SECTOR + 1) * SECTOR, at + len(data), SECTOR), at + len(data)]
        begins = [at, *ends[:-1]]
        left += [
            Write(begin, data[begin - at : end - at], *when)
            for begin, end in zip(begins, ends, strict=True)
            if chance.random() < 0.5
        ]
    return left


DAMAGES = (
    nothing, some, out_of_order, torn_between_sectors, torn_anywhere, single_sectors, everything,
)  # fmt: skip


# Images


class Image(NamedTuple):
    """The files as a crash leaves them, and what had been acknowledged by then."""

    point: int
    damage: str
    files: dict
    acknowledged: frozenset


def images(recording, points, damages, seed=0):
    """An image for each point and each of its damages; `damages` gives them by the point."""
    disk, acknowledged = Disk(recording.folder), set()
    wanted = iter(sorted(points))
    next_point = next(wanted)
    for at, call in enumerate(recording.calls):
        while at == next_point:
            for damage in damages(at):
                chance = random.Random(f"{seed} {at} {damage.__name__}")
                files = left_over(disk, damage, chance)
                yield Image(at, damage.__name__, files, frozenset(acknowledged))
            next_point = next(wanted, None)
        disk.happens(call)
        if call.name == "sendto" and call.text.startswith(b"ack\t"):
            acknowledged.add(tuple(call.text.decode().split()[1:4]))


def left_over(disk, damage, chance):
    """The files of a disk after a crash; names follow the order of their changes."""
    kept = chance.randint(0, len(disk.renamed)) if damage is not everything else len(disk.renamed)
    return _files(disk, disk.names_after(0 if damage is nothing else kept), damage, chance)


def only_synced(disk):
    return _files(disk, disk.names_after(0), nothing, None)


def _files(disk, names, damage, chance):
    files = {}
    for name, file in names.items():
        content = bytearray(file.content)
        put(content, damage(chance, file.waiting))
        files[name] = bytes(content)
    return files


def write_down(image, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    for name, content in image.files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)


def problems(image, folder):
    """What is wrong with a house that comes back like this."""
    write_down(image, folder)
    try:
        with opened(folder, seed=image.point) as house:
            present = places(house)
            lost = [place for place in image.acknowledged if not present[place]]
            twice = [place for place, times in present.items() if times > 1]
            found, _ = findings(folder)
            guest = Guest(house, "three-pictures", "afterwards")
            assert guest.stake({1: {"initial": 500}}).refusal is None
            with house.reading.connect() as connection:
                integrity = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    except (PitbossError, sa.exc.DBAPIError) as error:
        return [f"not opened: {error}"]
    return [
        *(f"lost: {place}" for place in lost), *(f"twice: {place}" for place in twice),
        *(str(finding) for finding in found), *([] if integrity == "ok" else [integrity]),
    ]  # fmt: skip


def spread(recording, points, seed=0):
    """So many points, half of them at syncs, names and sizes, which are the fewest calls."""
    chance = random.Random(seed)
    everywhere = range(1, len(recording.calls))
    assert len(everywhere) >= points, f"the recording has {len(recording.calls)} calls"
    rare = [at for at in everywhere if recording.calls[at].name not in ("pwrite64", "sendto")]
    chosen = set(chance.sample(rare, min(len(rare), points // 2)))
    others = [at for at in everywhere if at not in chosen]
    return sorted(chosen | set(chance.sample(others, points - len(chosen))))


def survived(recording, points, damages, folder):
    """How many images there were of each damage, and what was wrong with any."""
    seen, wrong = Counter(), []
    for image in images(recording, points, damages):
        seen[image.damage] += 1
        wrong += [(image.point, image.damage, says) for says in problems(image, folder)]
    return seen, wrong
