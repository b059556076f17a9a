"""What every request passes: where it comes from, how large it is, what the answer may load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.guests import source_of
from pitboss.server.refusal_log import RefusalLog

MOST_BYTES = 16_384
MOST_CONNECTIONS = 64  # From one address.
AT_ONCE = 1  # The fewest seconds to wait: nothing has to be earned again.
HEALTH = ("/v1/health", "/v1/ready")  # Supervisors ask by an address, and name no host of ours.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guards:
    """Refuses foreign hosts and origins and large bodies; adds headers to every answer.

    The hosts are those of the origins, unless others are named: without origins no page may ask.
    """

    def __init__(
        self, app: ASGIApp, origins: frozenset[str], hosts: frozenset[str] | None = None
    ) -> None:
        self.app, self.origins = app, origins
        self.hosts = hosts or frozenset(origin.split("://", 1)[1] for origin in origins)
        self._in_progress: Counter[str] = Counter()  # By address, as a proxy forwards it.
        self._log = RefusalLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        source = source_of(scope["client"][0]) if scope.get("client") else ""
        refusal = self._refusal(scope["path"], Headers(scope=scope)) or self._crowd(source)
        if refusal is not None:
            await self._refuse(refusal, scope, receive, send)
            return
        with self._counted(source):
            await self._pass(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, _bounded(receive), with_headers)

    def _crowd(self, source: str) -> tuple[int, str, str] | None:
        """Whether this address has too much in progress; only proxies let so much come through."""
        if self._in_progress[source] < MOST_CONNECTIONS:
            return None
        self._log.say(f"{source} has {MOST_CONNECTIONS} connections open: it gets no more")
        return too_many()

    @contextmanager
    def _counted(self, source: str) -> Iterator[None]:
        self._in_progress[source] += 1
        try:
            yield
        finally:
            self._in_progress[source] -= 1
            if not self._in_progress[source]:
                del self._in_progress[source]

    def _refusal(self, path: str, headers: Headers) -> tuple[int, str, str] | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if path not in HEALTH and (len(hosts) != 1 or hosts[0] not in self.hosts):
            return 421, "request/host", "This server does not go by that name."
        if len(origins) > 1 or not self.origins.issuperset(origins):
            return 403, "request/origin", "Pages of other sites may not ask here."
        try:
            length = int(headers.get("content-length", "0"))
        except ValueError:
            return 400, "request/length", "The length of the request is not a number."
        if length > MOST_BYTES:
            return 413, "request/too-large", f"A request has at most {MOST_BYTES:,} bytes."
        return None

    async def _refuse(
        self, refusal: tuple[int, str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        status, code, message = refusal
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        await error_response(status, code, message)(scope, receive, send)


def too_many() -> tuple[int, str, str]:
    message = f"Your address has {MOST_CONNECTIONS} connections open: close some of them."
    return 429, "rate/too-many-sockets", message


def error_response(
    status: int, code: str, message: str, clause: str | None = None, wait: int = AT_ONCE
) -> JSONResponse:
    """An error as every answer has it, with all headers; what came too fast may wait and repeat."""
    body = {"error": {"code": code, "message": message, "clause": clause}}
    again = {"retry-after": str(wait)} if status == 429 else {}
    return JSONResponse(body, status, {**HEADERS, "cache-control": "no-store", **again})


class TooLarge(HTTPException):
    """A body that goes on and on."""

    def __init__(self) -> None:
        super().__init__(413)


def _bounded(receive: Receive) -> Receive:
    """The same request, cut off where its body is too long."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > MOST_BYTES:
                raise TooLarge
        return message

    return bounded
