"""What one connection may take: bytes and seconds for a request, and a share for each address.

uvicorn bounds none of this. Its parser reads a head of any length, ever more slowly, while all
tables wait; and a connection that never finishes its head stays open for ever. So its protocol for
HTTP is given a bound on each, and connections are counted by the address they come from. When an
address has too many, its oldest one that waits for a request makes room, so honest clients at an
attacker's address still get through.

Trusted proxies are not counted: everybody comes through them. Behind one, `Guards` counts what is
in progress for the address that is forwarded.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from pitboss.server.descriptors import RESERVED, descriptor_limit
from pitboss.server.guards import MOST_CONNECTIONS, error_response, too_many
from pitboss.server.guests import source_of
from pitboss.server.refusal_log import RefusalLog

HEAD_BYTES = 16_384
REQUEST_SECONDS = 10  # For a head and its body to arrive, or for anything at all.


class Connections:
    """The open connections of each address."""

    def __init__(self) -> None:
        self.log = RefusalLog()
        self.descriptors = descriptor_limit() - RESERVED
        self._open: dict[str, dict[asyncio.Transport, BoundedHttp]] = {}
        self._sources: dict[asyncio.Transport, str] = {}

    def enter(self, connection: BoundedHttp) -> bool:
        """Count a connection; False if its address has too many and all of them are in use."""
        source = connection.source
        opened = self._open.get(source, {})
        if len(opened) >= MOST_CONNECTIONS:
            self.log.say(f"{source} has {MOST_CONNECTIONS} connections open: it gets no more")
            waiting = next((other for other in opened.values() if other.awaits_head), None)
            if waiting is None:
                return False
            self.leave(waiting.transport)
            waiting.transport.close()
        self._open.setdefault(source, {})[connection.transport] = connection
        self._sources[connection.transport] = source
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended; it may be one that was never counted."""
        source = self._sources.pop(transport, None)
        if source is not None:
            del self._open[source][transport]
            if not self._open[source]:
                del self._open[source]


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's protocol for HTTP, with bounds."""

    def __init__(
        self,
        connections: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.awaits_head = True
        self._connections, self._head_left = connections, HEAD_BYTES
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.source = source_of(self.client[0]) if self.client else "an unknown address"
        self._set_deadline()
        number = transport.get_extra_info("socket").fileno()  # The lowest that is free.
        most, log = self._connections.descriptors, self._connections.log
        if number >= most * 9 // 10:
            log.say(f"nearly all of {most:,} connections are in use: raise the limit of open files")
        if number >= most:
            self._refuse(503, "rate/busy", "All connections are in use: try again in a moment.")
        elif not self._is_proxy() and not self._connections.enter(self):
            self._refuse(*too_many())

    def _is_proxy(self) -> bool:
        """Whether the other side is believed about where its requests come from."""
        is_behind_proxy = isinstance(self.app, ProxyHeadersMiddleware)
        return (
            is_behind_proxy and self.client is not None and self.client[0] in self.app.trusted_hosts
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        self._connections.leave(self.transport)
        super().connection_lost(exc)

    # Bytes

    def data_received(self, data: bytes) -> None:
        """Give the parser no more than the head may still have."""
        if self._is_between_requests:
            self._set_deadline()
        while data and not self.transport.is_closing() and self.transport.get_protocol() is self:
            if not self.awaits_head:
                self._head_left = HEAD_BYTES  # Bodies are bounded by the guards.
            piece, data = data[: self._head_left], data[self._head_left :]
            self._head_left -= len(piece)
            super().data_received(piece)
            if self.awaits_head and not self._head_left:
                message = f"The head of a request has at most {HEAD_BYTES:,} bytes."
                self._cut_off(f"a head of more than {HEAD_BYTES:,} bytes")
                self._refuse(431, "request/head-too-large", message)

    def on_headers_complete(self) -> None:
        self.awaits_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._clear_deadline()
        self.awaits_head, self._head_left = True, HEAD_BYTES  # Of the next request.
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.awaits_head = False
        super().handle_websocket_upgrade()

    # Seconds

    @property
    def _is_between_requests(self) -> bool:
        return self.awaits_head and self._head_left == HEAD_BYTES

    def _set_deadline(self) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._is_too_slow)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_too_slow(self) -> None:
        if self._is_between_requests:
            self.transport.close()  # Browsers open connections that they may need, and wait.
            return
        self._cut_off(f"a request that took more than {REQUEST_SECONDS} seconds")
        if self.awaits_head:
            message = f"A request has to arrive within {REQUEST_SECONDS} seconds."
            self._refuse(408, "request/too-slow", message)
        else:
            self.transport.close()  # The answer may have begun.

    # Refusals

    def send_400_response(self, msg: str) -> None:
        self._cut_off("what is not HTTP")
        super().send_400_response(msg)

    def _cut_off(self, why: str) -> None:
        self._connections.log.say(f"{self.source} is cut off: it sent {why}")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer before the application is asked, and close."""
        response = error_response(status, code, message)
        headers = [*response.raw_headers, (b"connection", b"close")]
        lines = [name + b": " + value + b"\r\n" for name, value in headers]
        self.transport.write(b"".join((STATUS_LINE[status], *lines, b"\r\n", response.body)))
        self.transport.close()


class CountedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol for WebSockets; what was counted for HTTP ends here."""

    def __init__(self, connections: Connections, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._connections = connections

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self.transport)
        super().connection_lost(exc)
