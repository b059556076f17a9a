"""A real server on this machine, for tests: in a thread, or as a process that can be killed.

`served` opens a house in a folder and serves it from a thread, with whatever clock, randomness,
limits and page a test brings. `serving_process` runs `pitboss serve` as its user would. `Client` is
a guest at either: it speaks HTTP, and `TableSocket` the messages of a table.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn
from websockets.sync.client import ClientConnection, connect

from pitboss.house import House
from pitboss.house.house import wall_clock
from pitboss.house.people.passwords import Passwords
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.tables.practice import Randomness
from pitboss.server.app import PAGE, create_app
from pitboss.server.asking import Limits
from pitboss.server.docs_site import SITE
from pitboss.server.free_space import FreeSpace
from pitboss.server.guests import Allowance
from pitboss.server.serve import configuration
from pitboss.server.sign_in_guard import SignInLimits

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
ENDLESS = Allowance(1e9, 1e9)
GENEROUS = Limits(
    ENDLESS, ENDLESS, ENDLESS, ENDLESS, SignInLimits(*[ENDLESS] * 4), ENDLESS
)  # fmt: skip
QUICK = Passwords(time_cost=1, memory_kib=8)
PATIENCE = 30  # Seconds.
ENTROPY = "5a" * 32
Conforms = Callable[[str, Any], None]


# Servers


class Served(NamedTuple):
    """A server that runs in this process."""

    address: str
    house: House


@contextlib.contextmanager
def served(
    folder: Path,
    *,
    clock: Callable[[], int] = wall_clock,
    randomness: Randomness = os.urandom,
    limits: Limits = GENEROUS,
    page: Path = PAGE,
    docs: Path = SITE,
    origins: frozenset[str] | None = None,
    send_buffer: int | None = None,
    settings: HouseSettings | None = None,
    passwords: Passwords = QUICK,
    is_behind_proxy: bool = False,
    free_space: FreeSpace | None = None,
) -> Iterator[Served]:
    """Serve the house in this folder from a thread, on a port that is free.

    A small `send_buffer` makes the system keep little of what a client does not read.
    """
    with (
        House(folder, clock=clock, randomness=randomness, settings=settings) as house,
        socket.socket() as listening,
    ):
        if send_buffer is not None:  # Connections have the buffer of the socket that they come by.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listening.bind((HOST, 0))
        listening.listen(128)
        address = f"http://{HOST}:{listening.getsockname()[1]}"
        own = {address, address.replace(HOST, "localhost")}
        app = create_app(
            house, origins or frozenset(own), limits, page, passwords=passwords,
            free_space=free_space, docs=docs,
        )  # fmt: skip
        server = uvicorn.Server(configuration(app, is_behind_proxy))
        thread = threading.Thread(target=server.run, args=([listening],), name="server")
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started
            yield Served(address, house)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


class Process:
    """`pitboss serve`, run as a process of its own; `first` is what Python does before that."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        house: Path | None = None,
        first: str = "",
        within: Sequence[str] = (),
        more: Sequence[str] = (),
    ) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        program = f"{first}\nfrom pitboss.cli import main\nmain()"
        words = ["-c", program, "serve", "--data", str(folder), "--port", str(port)]
        words += [*([] if house is None else ["--house", str(house)]), *more]
        self._process = subprocess.Popen(
            [*within, sys.executable, *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self.errors = ""  # What it has written to standard error, once it has ended.
        self.address = self._read_address()

    def _read_address(self) -> str:
        """From the first line, byte by byte: what a buffer has read ahead, `communicate` loses."""
        assert self._process.stdout is not None
        line = b""
        while not line.endswith(b"\n") and (byte := os.read(self._process.stdout.fileno(), 1)):
            line += byte
        self.said.append(line.decode())
        return str(json.loads(line)["url"])

    def kill(self) -> None:
        """As a power cut would: no signal handler runs, and nothing is flushed."""
        self._process.kill()
        self.said.append(self._rest())

    def freeze(self) -> None:
        """It keeps its connections, and hears nothing more until it is killed."""
        self._process.send_signal(signal.SIGSTOP)

    def stop(self, by: signal.Signals = signal.SIGINT) -> str:
        """As Ctrl-C does; returns all that the server has said."""
        self._process.send_signal(by)
        rest = self._rest()
        assert self._process.returncode == 0
        return "".join(self.said) + rest

    def ended(self) -> int:
        """The exit code of a server that ends by itself."""
        self._rest()
        return self._process.returncode

    def _rest(self) -> str:
        """What else it says before it ends."""
        rest, self.errors = self._process.communicate(timeout=PATIENCE)
        sys.stderr.write(self.errors)
        return rest

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid


def free_port() -> int:
    """A port that nobody uses just now: a server that is killed comes back to it."""
    with socket.socket() as asked:
        asked.bind((HOST, 0))
        return int(asked.getsockname()[1])


@contextlib.contextmanager
def serving_process(
    folder: Path,
    port: int = 0,
    house: Path | None = None,
    first: str = "",
    within: Sequence[str] = (),
    words: Sequence[str] = (),
) -> Iterator[Process]:
    """Run the command, with further words, perhaps within another one that becomes it."""
    process = Process(folder, port, house, first, within, words)
    try:
        yield process
    finally:
        if process.is_running:
            process.kill()


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "waited too long"
        time.sleep(0.005)


# A guest


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]  # Names in lower case.
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error."""
        return str(self.json()["error"]["code"])


class Client:
    """A guest of the house. With `comes_in=False`, somebody it does not know.

    `conforms` is given every message with the name of its schema, and may refuse it.
    """

    def __init__(
        self, address: str, comes_in: bool = True, conforms: Conforms = lambda _, __: None
    ) -> None:
        self.address, self.conforms = address, conforms
        self.cookies: dict[str, str] = {}
        self.guest: dict[str, Any] = self.post("/v1/guests") if comes_in else {}

    @property
    def cookie(self) -> str:
        """All that this client has been given, as it shows it."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @cookie.setter
    def cookie(self, shown: str) -> None:
        self.cookies = dict([shown.split("=", 1)]) if shown else {}

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """One request. A body is sent as JSON; bytes, and what comes in pieces, as they are."""
        parts = urlsplit(self.address)
        given = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            given["Content-Type"] = "application/json"
            as_it_is = isinstance(body, bytes | Iterator)
            body = body if as_it_is else json.dumps(body).encode()
        connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, {**given, **(headers or {})})
            response = connection.getresponse()
            answer = Answer(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                response.read(),
            )
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    self._keep(value)
        return answer

    def _keep(self, cookie: str) -> None:
        name, value = cookie.split(";")[0].split("=", 1)
        self.cookies[name] = value.strip('"')
        if "Max-Age=0" in cookie:
            del self.cookies[name]

    def get(self, path: str) -> Any:
        return self._done("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self._done("POST", path, body)

    def _done(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.request(method, path, body)
        assert answer.status in (200, 201), answer
        self.conforms(f"{method} {path} {answer.status}", answer.json())
        return answer.json()

    def sit(self, game: str) -> TableSocket:
        """Sit down, and connect to the table."""
        return self.at(self.post("/v1/tables", {"game": game})["table"])

    def at(self, table: str) -> TableSocket:
        return TableSocket(self.connect(f"/v1/tables/{table}"), self.conforms)

    def connect(
        self, path: str, headers: dict[str, str] | None = None, **more: Any
    ) -> ClientConnection:
        given = {"Cookie": self.cookie} if self.cookie else {}
        address = self.address.replace("http", "ws", 1) + path
        return connect(
            address,
            additional_headers={**given, **(headers or {})},
            compression=None,
            proxy=None,
            max_size=None,
            legacy=True,  # Not only in a `with`.
            **more,
        )


class TableSocket:
    """A table, and all that it has said here."""

    def __init__(self, connection: ClientConnection, conforms: Conforms) -> None:
        self.connection, self.conforms = connection, conforms
        self.frames: list[str] = []
        self.now: dict[str, Any] = {}  # The last message about the table.
        self.hear()

    def __enter__(self) -> TableSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        frame = self.connection.recv(timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        self.conforms("Spoken", message)
        if message["type"] == "table":
            self.now = message
        return message

    def send(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def say(self, command: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Say a command, and wait for its answer or the problem with it."""
        id = str(uuid.uuid4()) if id is None else id
        said = {"id": id, "command": command, **more}
        self.conforms("Said", said)
        self.send(said)
        while True:
            message = self.hear()
            if message["type"] == "problem" or (message["answer"] or {}).get("id") == id:
                return message

    def ask(self, command: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """A command that is carried out."""
        message = self.say(command, id, **more)
        assert message["type"] == "table", message
        assert message["answer"]["refused"] is None, message["answer"]
        return message

    def refusal(self, command: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Why a command is refused."""
        message = self.say(command, id, **more)
        if message["type"] == "problem":
            return dict(message["error"])
        return dict(message["answer"]["refused"])

    def deal(self, boxes: dict[str, dict[str, int]], entropy: str = ENTROPY) -> dict[str, Any]:
        return self.ask("deal", boxes=boxes, entropy=entropy)

    def finish(self, command: str = "play") -> dict[str, Any]:
        """Decide every hand that waits in one way."""
        while self.now["allowed"]["hands"]:
            self.ask(command, box=self.now["allowed"]["hands"][0]["box"])
        return self.now
