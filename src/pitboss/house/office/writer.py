"""The writer: one thread that hands waiting commands to the office, in groups of one commit each.

Nothing is acknowledged that is not on disk: an answer is given after its commit. Nobody else ever
writes. Who the commands come from, and in which thread, does not matter.
"""

from __future__ import annotations

import logging
import queue
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from enum import Enum
from typing import NamedTuple

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house.office.office import Office
from pitboss.house.requests import Asked, Reply, Request, ids_of

log = logging.getLogger(__name__)

MOST_IN_GROUP = 256
PLAIN = re.compile(r"[!-~]{1,64}")  # Ids, whoever made them up.


class _Order(Enum):
    """What the writer does that is no command."""

    LOOK = "look for the database"
    CLOSE = "close"


class _Waiting(NamedTuple):
    asked: Asked
    reply: Future[Reply]


class Writer:
    """Start it once per database. `ask` may be called from any thread."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._queue: queue.SimpleQueue[_Waiting | _Order] = queue.SimpleQueue()
        self.failure: str | None = None  # Why no commands are taken any more.
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def ask(
        self, person: str, command_id: str, request: Request, writes_refusal: bool = True
    ) -> Future[Reply]:
        """The answer comes after the commit."""
        reply: Future[Reply] = Future()
        asked = Asked(person, command_id, request, writes_refusal)
        if self.failure is not None:
            reply.set_exception(HouseIsStopped("house/stopped", self.failure))
        elif not all(PLAIN.fullmatch(id) for id in ids_of(asked)):
            message = "An id has 1 to 64 letters, digits and signs, all of them ASCII."
            reply.set_exception(PitbossError("command/id", message))
        else:
            self._queue.put(_Waiting(asked, reply))
        return reply

    @property
    def is_playing(self) -> bool:
        """Whether commands are carried out at this moment; any thread may ask."""
        return self.failure is None and self._office.is_connected

    def look_for_database(self) -> None:
        """Have it noticed that a server went away, also while nothing is asked."""
        if self._queue.empty():
            self._queue.put(_Order.LOOK)

    def close(self) -> None:
        """Commit what waits, and stop."""
        self._queue.put(_Order.CLOSE)
        self._thread.join()
        self._office.close()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [self._queue.get()]
            while len(batch) < MOST_IN_GROUP and batch[-1] is not _Order.CLOSE:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            is_open = batch[-1] is not _Order.CLOSE
            waiting = [waiter for waiter in batch if isinstance(waiter, _Waiting)]
            if self.failure is not None:
                _fail(waiting, self.failure)
            elif waiting:
                self._commit(waiting)
            elif is_open:
                with self._stopped_by_failure():
                    self._office.look_for_database()
        self.failure = self.failure or "The house is closed."
        while not self._queue.empty():
            left = self._queue.get_nowait()
            _fail([left] if isinstance(left, _Waiting) else [], self.failure)

    def _commit(self, batch: list[_Waiting]) -> None:
        """Carry out these commands in one transaction, then answer."""
        with self._stopped_by_failure():
            replies = self._office.commit([waiter.asked for waiter in batch])
        if self.failure is not None:
            _fail(batch, self.failure)
            return
        for waiter, reply in zip(batch, replies, strict=True):
            if waiter.reply.set_running_or_notify_cancel():
                if isinstance(reply, PitbossError):
                    waiter.reply.set_exception(reply)
                else:
                    waiter.reply.set_result(reply)

    @contextmanager
    def _stopped_by_failure(self) -> Iterator[None]:
        """A failed write may have left anything behind: stop, rather than go wrong.

        No caller is told whether it was committed: the command, repeated, gets the right answer.
        """
        try:
            yield
        except HouseIsStopped as stopped:
            log.error("%s", stopped.message)
            self.failure = stopped.message
        except Exception as error:
            log.exception("the house has stopped")
            self.failure = f"The house has stopped ({type(error).__name__}): restart it."


def _fail(batch: list[_Waiting], reason: str) -> None:
    for waiter in batch:
        if waiter.reply.set_running_or_notify_cancel():
            waiter.reply.set_exception(HouseIsStopped("house/stopped", reason))
