"""Errands: things done by a few threads, again and again until they succeed.

What fails waits, each time twice as long, and nobody else waits for it.
"""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable
from itertools import count

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # Seconds.

Errand = Callable[[], bool]  # Whether it is done.


class Errands:
    """`clock` counts seconds and never goes back. `add` may be called from any thread."""

    def __init__(self, name: str, threads: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._due: list[tuple[float, int, int, Errand]] = []  # A heap: when, order, attempts.
        self._order = count()
        self._changed = threading.Condition()
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._run, name=f"{name} {number}", daemon=True)
            for number in range(1, threads + 1)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, errand: Errand, attempts: int = 0) -> None:
        """To be done at once, or after a wait if it was tried before."""
        wait = min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT) if attempts else 0
        with self._changed:
            heapq.heappush(self._due, (self._clock() + wait, next(self._order), attempts, errand))
            self._changed.notify()

    def close(self) -> None:
        """Finish what is being done; what waits is let go of."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (taken := self._next()) is not None:
            attempts, errand = taken
            try:
                is_done = errand()
            except Exception:
                log.exception("an errand failed")
                is_done = False
            if not is_done:
                self.add(errand, min(attempts + 1, 32))

    def _next(self) -> tuple[int, Errand] | None:
        """The next errand that is due; None once this is closed."""
        with self._changed:
            while not self._is_closed:
                wait = self._due[0][0] - self._clock() if self._due else None
                if wait is not None and wait <= 0:
                    _, _, attempts, errand = heapq.heappop(self._due)
                    return attempts, errand
                self._changed.wait(wait)
        return None
