"""Closed days checked: every seal against the entries that it covers, and seals kept elsewhere.

The entries of a day are hashed again while the journal is read. A seal that somebody else has kept
is held to the journal's own, and to the entries themselves if the journal has another or none: who
writes a journal anew can write anew whatever lies beside it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.keys.signing import SHOWN
from pitboss.house.records.days import GamingDay
from pitboss.house.records.journal import Entry
from pitboss.house.records.merkle import Tree
from pitboss.house.records.seals import Seal, digest_of, read_seals, seal_of


class Adopted(NamedTuple):
    """Settings, when they were adopted, and from when on they hold."""

    fingerprint: str
    at: int
    effective: int


class DayCheck:
    """The days of a journal, entry by entry.

    Keys that are `trusted` may sign; without any, the first key of the journal is believed.
    """

    def __init__(
        self, gaming_days: Mapping[str, GamingDay], trusted: frozenset[str] | None
    ) -> None:
        self.gaming_days = gaming_days  # By the fingerprint of settings.
        self.trusted = trusted
        self.house = ""
        self.seals: dict[str, Seal] = {}  # By day.
        self.last: Seal | None = None
        self._tree = Tree()
        self._adopted: list[Adopted] = []
        self._time = 0  # Of the entry before.
        self._until = 0  # Before this moment nothing is too late.

    def follow(self, entry: Entry, events: list[h.AnyEvent]) -> Iterator[str]:
        """What is wrong with an entry of the house's own stream, before it is entered."""
        self.house = self.house or entry.hash  # It has the first entry of all.
        for event in events:
            if isinstance(event, h.SettingsAdopted):
                self._adopted.append(Adopted(event.fingerprint, entry.time, event.effective))
                self._until = 0
            elif isinstance(event, h.DayClosed):
                yield from self._close(entry, event)

    def enter(self, entry: Entry) -> Iterator[str]:
        """One more entry of any stream."""
        self._tree.add(entry.hash)
        self._time = entry.time
        if self.last is not None and entry.time >= self._until:
            today = self._date(entry.time, entry.time)
            self._until = self._next_change(entry.time)
            if today is not None and today > self.last.opens:
                yield f"It is of {today}, and the day {self.last.opens} was not closed before."

    # Which day it is

    def _gaming_day(self, time: int) -> GamingDay | None:
        """As the settings had it that were in force when a group of commands began."""
        for fingerprint, at, effective in reversed(self._adopted):
            if at < time and effective <= time:
                return self.gaming_days.get(fingerprint)
        return None

    def _date(self, time: int, by_settings_at: int) -> str | None:
        day = self._gaming_day(by_settings_at)
        try:
            return None if day is None else day.of(time).isoformat()
        except (OverflowError, ValueError):  # No such time: its hash shows that it was changed.
            return None

    def _next_change(self, time: int) -> int:
        """When another day may begin."""
        day = self._gaming_day(time)
        try:
            ends = 0 if day is None else day.end(day.of(time))
        except (OverflowError, ValueError):
            ends = 0
        changes = (max(change.effective, change.at + 1) for change in self._adopted)
        return min([ends, *(at for at in changes if at > time)])

    # A seal

    def _close(self, entry: Entry, event: h.DayClosed) -> Iterator[str]:
        seal, last, number = seal_of(self.house, event), self.last, entry.number
        first = 1 if last is None else last.last + 1
        if (seal.first, seal.last) != (first, number - 1):
            yield (
                f"It closes the entries {seal.first} to {seal.last}, and those since the seal "
                f"before are {first} to {number - 1}."
            )
        if seal.root != self._tree.root().hex():
            yield f"The entries {seal.first} to {seal.last} are not those of {seal.day}, sealed."
        if seal.previous != digest_of(last):
            yield "It does not follow from the seal before it."
        if not seal.is_signed:
            yield f"It is not signed by the key {seal.public_key[:SHOWN]}."
        yield from self._check_key(seal)
        day = self._date(self._time, entry.time) if last is None else last.opens
        opens = self._date(entry.time, entry.time)
        if day is not None and seal.day != day:
            yield f"It closes {seal.day}, and the day that was open is {day}."
        if (opens is not None and seal.opens != opens) or seal.opens <= seal.day:
            yield f"It opens {seal.opens} on {opens or seal.day}."
        self.last = self.seals[seal.day] = seal
        self._tree, self._until = Tree(), 0

    def _check_key(self, seal: Seal) -> Iterator[str]:
        key, last = seal.public_key, self.last
        if not self.believes(key):
            before = "one that is trusted" if last is None else "the one that the seal before named"
            yield f"It is signed by the key {key[:SHOWN]}, and that is not {before}."

    def believes(self, key: str) -> bool:
        """Whether a key may sign after the last seal: it was announced, or somebody vouches."""
        if self.trusted is not None and key in self.trusted:
            return True
        return self.trusted is None if self.last is None else key == self.last.next_key


# Seals that were kept outside the database


class KeptSeals(NamedTuple):
    """A file of seals, as it was before the database was looked at."""

    name: str
    data: bytes
    is_own: bool = False  # The house's own file: it lacks the newest seal at most.

    def count_of(self, seals: Mapping[str, Seal]) -> int:
        """How many of these seals, which go by day, it has."""
        kept = {seal for _, seal in read_seals(self.data)}
        return sum(seal in kept for seal in seals.values())


def kept_seals(file: Path, is_own: bool = False) -> KeptSeals:
    return KeptSeals(file.name, file.read_bytes() if file.exists() else b"", is_own)


def check_kept_seals(
    kept: KeptSeals, days: DayCheck, last_entry: int, root_of: Callable[[int, int], str]
) -> Iterator[tuple[str, str]]:
    """What the journal has otherwise: where, and what.

    `root_of` is the root of the hashes of entries, by the numbers of the first and the last.
    """
    seals = set[str]()
    is_empty = True
    for line, seal in read_seals(kept.data):
        is_empty = False
        if seal is None:
            yield f"The seals in {kept.name}, line {line}", "This is no seal."
            continue
        seals.add(seal.day)
        if seal != days.seals.get(seal.day):
            where = f"{seal.day}, as sealed in {kept.name}, line {line}"
            yield where, _difference(seal, days, last_entry, root_of)
    if is_empty and (not kept.is_own or len(days.seals) > 1):
        yield f"The seals in {kept.name}", "There are none: nothing was kept."
    elif kept.is_own:
        for day in [*days.seals][:-1]:
            if day not in seals:
                yield f"The seals in {kept.name}", f"That of {day} is missing."


def _difference(
    seal: Seal, days: DayCheck, last_entry: int, root_of: Callable[[int, int], str]
) -> str:
    """Why a kept seal is not the journal's own."""
    entries = f"The entries {seal.first} to {seal.last}"
    if not seal.is_signed:
        return f"The kept seal is not signed by its own key {seal.public_key[:SHOWN]}."
    if seal.house != days.house:
        return "It is the seal of another house, or the journal's first entry was written anew."
    if seal.last > last_entry:
        return f"{entries} were sealed, and the journal ends at {last_entry}: it was cut off."
    if seal.root != root_of(seal.first, seal.last):
        return f"{entries} are not those that were sealed: they were written anew."
    return f"{entries} are those that were sealed, and the journal has another seal for them."
