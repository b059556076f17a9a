"""The free space of the disks that a house writes to: a warning long before the house stops.

docs/operations.md says what fills a disk, how fast, and hence how long before.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

log = logging.getLogger(__name__)

MIB, GIB = 1 << 20, 1 << 30
LOW, VERY_LOW = 4 * GIB, 1 * GIB  # Bytes.


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class FreeSpace:
    def __init__(
        self, folders: Sequence[Path], measure: Callable[[Path], int] = free_bytes
    ) -> None:
        self._folders, self._measure = folders, measure
        self._level = logging.INFO
        self.warning = ""  # What to tell the operator, unless there is plenty.

    def look(self) -> None:
        """Measure again, and log a change of the level."""
        free, folder = min((self._measure(folder), folder) for folder in self._folders)
        level = level_of(free)
        if level < self._level:
            # A quarter more has to be free again, or the log would go back and forth.
            level = min(self._level, level_of(free * 4 // 5))
        self.warning = ""
        if level > logging.INFO:
            self.warning = (
                f"Only {free // MIB:,} MiB are free on the disk of {folder}: "
                "make room, because a house stops when its disk is full."
            )
        if level != self._level:
            self._level = level
            log.log(level, self.warning or f"{free // MIB:,} MiB are free again")


def level_of(free: int) -> int:
    """How bad it is, in the levels of the log."""
    if free < VERY_LOW:
        return logging.ERROR
    return logging.WARNING if free < LOW else logging.INFO
