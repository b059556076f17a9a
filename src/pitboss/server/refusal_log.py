"""Refusals in the log, so that neither an attacker is missed nor the log is filled.

The first is written at once. The same again is counted, and the count is written once a minute.
"""

from __future__ import annotations

import asyncio
import logging

log = logging.getLogger(__name__)

EVERY = 60  # Seconds.
MOST_KINDS = 100  # Counted by themselves; an attacker may have many addresses.
OTHERS = "more addresses are refused"


class RefusalLog:
    def __init__(self) -> None:
        self._again: dict[str, int] = {}  # How often since it was last written.

    def say(self, refusal: str) -> None:
        if refusal not in self._again and len(self._again) >= MOST_KINDS:
            refusal = OTHERS
        if refusal in self._again:
            self._again[refusal] += 1
        else:
            log.warning("%s", refusal)
            self._count(refusal)

    def _count(self, refusal: str) -> None:
        self._again[refusal] = 0
        asyncio.get_running_loop().call_later(EVERY, self._report, refusal)

    def _report(self, refusal: str) -> None:
        times = self._again.pop(refusal)
        if times:
            log.warning("%s (%d more times within a minute)", refusal, times)
            self._count(refusal)
