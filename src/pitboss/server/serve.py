"""A house in a folder, served on a port of this machine until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import cast

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house import House
from pitboss.house.settings.house_file import PRACTICE, read_house_file
from pitboss.house.storage.disk import make_file
from pitboss.house.storage.opening import plain_errors
from pitboss.server import facts
from pitboss.server.app import PAGE, create_app
from pitboss.server.connections import BoundedHttp, Connections, CountedWebSocket
from pitboss.server.descriptors import raise_descriptor_limit
from pitboss.server.docs_site import SITE
from pitboss.server.free_space import FreeSpace
from pitboss.server.guards import MOST_BYTES
from pitboss.server.operator_door import OperatorDoor

HOST = "127.0.0.1"
PORTS_TRIED = 20
GRACE = 5  # Seconds for open connections when the server stops.
OF_EACH_CLIENT = (  # How messages begin that any client can cause, as often as it likes.
    "Invalid UTF-8 sequence", "Invalid HTTP request", "Unsupported upgrade request",
    '%s - "WebSocket', "connection open", "connection closed",
)  # fmt: skip
COLLECTIONS = (20_000, 20, 20)
SWITCH_INTERVAL = 0.0005  # Seconds: the writer's thread gets its turn soon, also with many sockets.


class Opened:
    """A server that has its port and its house, and can be run."""

    def __init__(
        self,
        folder: Path,
        port: int,
        origin: str | None,
        verbose: bool,
        house_file: Path | None = None,
        url: sa.URL | None = None,
        after_loss: bool = False,
        games: Sequence[str] = (),
    ) -> None:
        """Without a house file, these games are offered beside those of the practice house."""
        settings = read_house_file(house_file) if house_file else read_house_file(PRACTICE, games)
        _log_to(folder / "server.log", verbose)  # Opening has things to say.
        try:
            self.house = House(folder, url, settings=settings, after_loss=after_loss)
        except BaseException:
            logging.basicConfig(handlers=[], force=True)
            raise
        raise_descriptor_limit()
        with contextlib.ExitStack() as undone:
            undone.callback(self.house.close)
            with plain_errors(folder, self.house.engine.url):
                self._door = OperatorDoor(self.house, _listen(0))
            undone.callback(self._door.close)
            self._socket = _listen(port)
            undone.pop_all()
        self.port = int(self._socket.getsockname()[1])
        self.asked_port, self.folder = port, folder
        self.has_page = (PAGE / "index.html").exists()
        self.has_docs = (SITE / "index.html").exists()
        own = {f"http://localhost:{self.port}", f"http://{HOST}:{self.port}"}
        origins = frozenset({origin.rstrip("/")} if origin else own)
        self.free_space = FreeSpace(self.house.folders)
        self.free_space.look()
        app = create_app(self.house, origins, house_file=house_file, free_space=self.free_space)
        app.add_middleware(self._door.beside)
        config = configuration(app, is_behind_proxy=origin is not None)
        self._server = HouseServer(config, self.house)
        self._failure: str | None = None  # Why the house has stopped by itself.

    @property
    def games(self) -> set[str]:
        """The games on offer."""
        return {offer.game for offer in self.house.settings.offers.values()}

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def run(self) -> None:
        """Serve until a signal comes, or the house has stopped."""
        tune_interpreter()
        ends = threading.Event()
        warm_up = partial(facts.warm_up, self.house.settings, ends)
        warming_up = threading.Thread(target=warm_up, name="warm up", daemon=True)
        warming_up.start()
        try:
            self._server.run(sockets=[self._socket, self._door.socket])
            if not self._server.is_told_to_end:
                self._failure = self.house.failure
        finally:
            ends.set()
            self._socket.close()
            self._door.close()
            warming_up.join()  # A thread that still counts as Python ends may keep it from ending.

    def close(self, say: Callable[[str], None]) -> None:
        """Commit what waits, close the house, and say in what state it is left."""
        if self._failure is not None:
            with contextlib.suppress(OSError, sa.exc.DBAPIError):  # What stopped it may go on.
                self.house.close()
            raise HouseIsStopped("house/stopped", self._failure)
        try:
            state = self._state()
        except sa.exc.DBAPIError:
            state = "The database can't be reached, so the ledger was not read: pitboss verify."
        self.house.close()
        say(state)

    def _state(self) -> str:
        waiting, is_balanced = self.house.hands_waiting(), self.house.is_balanced()
        hands = {0: "No hand waits", 1: "1 hand waits"}.get(waiting, f"{waiting} hands wait")
        players = {0: "a player", 1: "its player"}.get(waiting, "their players")
        balance = "Ledger balanced" if is_balanced else "THE LEDGER IS NOT BALANCED: pitboss verify"
        return f"{hands} for {players}. {balance}."


class HouseServer(uvicorn.Server):
    """A server that ends with its house, and does not make it wait for a database that is away."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house
        self._is_stopped = False
        self.is_told_to_end = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn's, but signals are not raised again afterwards: they have had their effect."""
        with super().capture_signals():
            try:
                yield
            finally:
                self.is_told_to_end = bool(self._captured_signals)
                self._captured_signals.clear()

    async def on_tick(self, counter: int) -> bool:
        was_stopped, self._is_stopped = self._is_stopped, self._house.failure is not None
        return await super().on_tick(counter) or was_stopped  # The last commands were answered.

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.stop_reconnecting()  # What waits for the database is answered now.
        await super().shutdown(sockets)


@contextlib.contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM, by which supervisors end a service, do what Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def configuration(app: FastAPI, is_behind_proxy: bool = False) -> uvicorn.Config:
    """How we have uvicorn serve: bounded connections, small messages, no names of software.

    Only a proxy is believed about where a request comes from; anybody could say it.
    """
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)
    connections = Connections()
    return uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(BoundedHttp, connections)),
        ws=cast("type[asyncio.Protocol]", partial(CountedWebSocket, connections)),
        log_config=None,
        access_log=False,
        proxy_headers=is_behind_proxy,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )


def _is_about_the_server(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn writes for each client: it would fill the disk."""
    return not str(record.msg).startswith(OF_EACH_CLIENT)


def tune_interpreter() -> None:
    """Let the writer's thread have its turn soon, and the garbage collector look less often.

    What is loaded by now stays, and rounds make no cycles: most of its looking is for nothing.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def _listen(port: int) -> socket.socket:
    """A socket on this port, or on the next one that is free."""
    for candidate in range(port, port + PORTS_TRIED) if port else (0,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, candidate))
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRINUSE:
                continue
            message = f"Port {candidate} can't be used: {error.strerror}."
            raise PitbossError("server/port", message) from None
        listening.listen(128)
        return listening
    message = f"Ports {port} to {port + PORTS_TRIED - 1} are all taken: give another with --port."
    raise PitbossError("server/port", message)


class _Log(logging.FileHandler):
    """Made with its first line: by then the folder is there, and no other process has the house."""

    def _open(self) -> TextIOWrapper:
        make_file(Path(self.baseFilename))
        return super()._open()


def _log_to(file: Path, verbose: bool) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # It tells each opening what it knows.
    handlers: list[logging.Handler] = [_Log(file, encoding="utf-8", delay=True)]
    if verbose:
        handlers.append(logging.StreamHandler())
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        handlers=handlers,
        force=True,
    )
