"""One WebSocket per table and viewer: commands come in, and what changed goes out.

Each socket has a bounded queue and a sender of its own, so that nobody waits for a slow reader; one
that falls behind is dropped, and finds everything as it was when it comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from functools import partial
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house import events as h
from pitboss.house.office.entries import encode
from pitboss.house.people.player_limits import Room
from pitboss.house.requests import Reply, Standing
from pitboss.house.tables.practice import allowed_now, possible
from pitboss.notation.codec import writer
from pitboss.play import Allowed, Refusal, Viewer, view
from pitboss.server.guests import Buckets
from pitboss.server.messages import SAID, command_of
from pitboss.server.refusal_guard import RefusalGuard

MOST_QUEUED = 32
MOST_SOCKETS = 16  # At one table.
TOO_SLOW, NOT_TEXT, GOING_AWAY, SIGNED_OUT = 4008, 1003, 1012, 4401
MILLISECOND = 1_000  # In microseconds, which the house counts in.
# The page gets the commitment, and has no use for the sealed seed.
SECRET = (h.SeedSealed, h.SeedResealed)


def table_message(
    standing: Standing, events: tuple[h.AnyEvent, ...] = (), answer: dict[str, Any] | None = None
) -> dict[str, Any]:
    """All that a player is told of a table."""
    table = standing.table
    may = allowed_now(table, standing.balance, standing.room, standing.held_elsewhere)
    return {
        "type": "table",
        "sequence": standing.sequence,
        "person": table.person,
        "table": table.id,
        "offer": standing.offer,
        "round": f"{table.id}-{table.round.number}",
        "game": table.setup.rules.key,
        "fingerprint": table.setup.fingerprint,
        "answer": answer,
        "events": [h.to_json(event) for event in events if not isinstance(event, SECRET)],
        "view": view(table.round, Viewer("player", table.person), table.shoe),
        "allowed": writer(Allowed)(may),
        "commands": list(possible(table, may, standing.room)),
        "limit": None if standing.room is None else limit_told(standing.room),
        "balance": standing.balance,
        "wallet": standing.has_wallet,
        "meter": standing.meter if table.setup.meter_wagers else None,
        "shuffle": {"round": table.seed.round, "commitment": table.seed.commitment},
        "session": {
            "began": standing.session.began // MILLISECOND,
            "net": standing.session.net,
        },
        "time_left": None if standing.time_left is None else standing.time_left // MILLISECOND,
        "head": standing.head,
    }


def limit_told(room: Room) -> dict[str, Any]:
    """Which of a player's own limits decides how much they may add."""
    return {"left": 0 if room.is_closed else max(room.left, 0), **refused(room.refusal)}


def refused(refusal: Refusal) -> dict[str, Any]:
    return {"code": refusal.code, "message": refusal.message, "clause": refusal.clause}


def problem(code: str, message: str, id: str | None = None) -> dict[str, Any]:
    error = {"code": code, "message": message, "clause": None}
    return {"type": "problem", "id": id, "error": error}


class Socket:
    """One connection. What is said before it is open waits in its queue."""

    def __init__(
        self, websocket: WebSocket, person: str, table: str, token: str, address: str
    ) -> None:
        self.websocket, self.person, self.table = websocket, person, table
        self.address = address
        self.token = token  # The hash of what its browser is known by.
        self.is_dropped = False
        self._is_open, self._closed_with = False, 0
        self._queue: asyncio.Queue[str] = asyncio.Queue(MOST_QUEUED)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.websocket.accept()
        self._is_open = True
        if self.is_dropped:
            await self._close()
        else:
            self._tasks.append(asyncio.create_task(self._send()))

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # The other side is gone.
            while True:
                await self.websocket.send_text(await self._queue.get())

    def say(self, message: dict[str, Any]) -> None:
        if self.is_dropped:
            return
        try:
            self._queue.put_nowait(encode(message))
        except asyncio.QueueFull:
            self.drop(TOO_SLOW)

    def drop(self, code: int) -> None:
        """Say nothing more, and close as soon as the other side has read what was sent."""
        if not self.is_dropped:
            self.is_dropped, self._closed_with = True, code
            self.end()
            if self._is_open:
                self._tasks.append(asyncio.create_task(self._close()))

    async def _close(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.websocket.close(self._closed_with)

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()


class Hub:
    """The sockets that are open, by table."""

    def __init__(self, house: House, commands: Buckets, refusals: RefusalGuard) -> None:
        self._house, self._commands, self._refusals = house, commands, refusals
        self._sockets: defaultdict[str, set[Socket]] = defaultdict(set)

    async def serve(
        self, websocket: WebSocket, person: str, table: str, token: str, address: str
    ) -> None:
        """Serve one connection until it ends."""
        if len(self._sockets.get(table, ())) >= MOST_SOCKETS:
            message = f"This table is open {MOST_SOCKETS} times already: close some of them."
            raise PitbossError("rate/too-many-sockets", message)
        socket = Socket(websocket, person, table, token, address)
        self._sockets[table].add(socket)  # Before it looks, so that it misses nothing after that.
        try:
            if await run_in_threadpool(self._house.person_with, socket.token) is None:
                # Signed out since they were looked up, before this socket could be closed.
                raise PitbossError("guest/unknown", "You have signed out.")
            reply = await asyncio.wrap_future(self._house.look(person, table))
            assert reply.standing is not None
            socket.say(table_message(reply.standing))
            await socket.open()
            await self._listen(socket)
        finally:
            socket.end()
            self._sockets[table].discard(socket)
            if not self._sockets[table]:
                del self._sockets[table]

    async def _listen(self, socket: Socket) -> None:
        """Hear what is said until the other side is gone, or has been told to go."""
        while True:
            message = await socket.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                socket.drop(NOT_TEXT)
            elif not socket.is_dropped:
                await self._hear(socket, text)

    async def _hear(self, socket: Socket, text: str) -> None:
        if not self._commands.take(socket.person):
            socket.say(
                problem("rate/too-fast", "That was too fast: wait a moment, then repeat it.")
            )
            return
        try:
            said = SAID.validate_json(text)
        except ValidationError as error:
            socket.say(problem("message/invalid", _first_fault(error)))
            return
        try:
            asks = partial(self._house.ask, socket.person, socket.table, said.id, command_of(said))
            reply = await self._refusals.reply(socket.address, asks)
        except PitbossError as error:
            socket.say(problem(error.code, error.message, said.id))
            return
        self.tell(reply, socket, said.id)

    def tell(self, reply: Reply, asked: Socket | None = None, id: str | None = None) -> None:
        """Tell everybody at the table what has happened; whoever asked gets the answer, too."""
        assert reply.standing is not None
        assert reply.table is not None
        changed = bool(reply.events)
        for socket in tuple(self._sockets.get(reply.table, ())):
            if socket is asked:
                refusal = None if reply.refusal is None else refused(reply.refusal)
                answer = {"id": id, "refused": refusal}
                socket.say(table_message(reply.standing, reply.events, answer))
            elif changed:
                socket.say(table_message(reply.standing, reply.events))

    def sign_out(self, person: str = "", token: str = "", but: str | None = None) -> None:
        """Close what somebody has open, or what one browser has."""
        for sockets in list(self._sockets.values()):
            for socket in tuple(sockets):
                if (socket.person == person and socket.token != but) or socket.token == token:
                    socket.drop(SIGNED_OUT)

    def renew(self, token: str, new: str) -> None:
        """A browser is known by another token from now on; what it has open stays open."""
        for sockets in self._sockets.values():
            for socket in sockets:
                if socket.token == token:
                    socket.token = new

    async def tell_standing(self, person: str) -> None:
        """After something outside of their tables: what somebody has or may do is another."""
        tables = [
            table for table, some in self._sockets.items() if any(s.person == person for s in some)
        ]
        for table in tables:
            reply = await asyncio.wrap_future(self._house.look(person, table))
            assert reply.standing is not None
            for socket in tuple(self._sockets.get(table, ())):
                socket.say(table_message(reply.standing))

    def close_all(self) -> None:
        for sockets in list(self._sockets.values()):
            for socket in tuple(sockets):
                socket.drop(GOING_AWAY)


def _first_fault(error: ValidationError) -> str:
    """What is wrong with a message, in one sentence."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(step) for step in first["loc"]) or "The message"
    return f"{where}: {first['msg']}."[:300]
