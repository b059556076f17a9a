"""A house in a folder, served on a port of this machine until somebody stops it."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from pathlib import Path

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.settings.house_file import read_house_file
from pitboss.house.storage.disk import make_file
from pitboss.house.storage.opening import plain_errors
from pitboss.language.pays import show_money_with
from pitboss.server import facts
from pitboss.server.app import PAGE, create_app
from pitboss.server.guards import MOST_BYTES
from pitboss.server.operator_door import OperatorDoor

HOST = "127.0.0.1"
PORTS_TRIED = 20
GRACE = 5  # Seconds for open connections when the server stops.
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
    ) -> None:
        settings = None if house_file is None else read_house_file(house_file)
        _log_to(folder / "server.log", verbose)  # Opening has things to say.
        try:
            self.house = House(folder, url, settings=settings)
        except BaseException:
            logging.basicConfig(handlers=[], force=True)
            raise
        show_money_with(self.house.settings.currency.symbol)
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
        own = {f"http://localhost:{self.port}", f"http://{HOST}:{self.port}"}
        origins = frozenset({origin.rstrip("/")} if origin else own)
        app = create_app(self.house, origins, house_file=house_file)
        app.add_middleware(self._door.beside)
        self._server = uvicorn.Server(configuration(app, is_behind_proxy=origin is not None))

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def run(self) -> None:
        """Serve until a signal comes; then commit what waits."""
        tune_interpreter()
        warm_up = partial(facts.lobby, self.house.settings)
        threading.Thread(target=warm_up, name="warm up", daemon=True).start()
        try:
            with contextlib.suppress(KeyboardInterrupt):
                self._server.run(sockets=[self._socket, self._door.socket])
        finally:
            self._socket.close()
            self._door.close()

    def close(self, say: Callable[[str], None]) -> None:
        """Close the house, and say in what state it is left."""
        waiting, is_balanced = self.house.hands_waiting(), self.house.is_balanced()
        self.house.close()
        hands = {0: "No hand waits", 1: "1 hand waits"}.get(waiting, f"{waiting} hands wait")
        players = {0: "a player", 1: "its player"}.get(waiting, "their players")
        balance = "Ledger balanced" if is_balanced else "THE LEDGER IS NOT BALANCED: pitboss verify"
        say(f"{hands} for {players}. {balance}.")


def configuration(app: FastAPI, is_behind_proxy: bool = False) -> uvicorn.Config:
    """How we have uvicorn serve: small messages, no compression, no names of software.

    Only a proxy is believed about where a request comes from; anybody could say it.
    """
    logging.getLogger("uvicorn.error").addFilter(_is_no_clients_fault)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=is_behind_proxy,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )


def _is_no_clients_fault(record: logging.LogRecord) -> bool:
    """Not for the log: uvicorn writes a traceback for text that is not UTF-8, then closes."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


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
