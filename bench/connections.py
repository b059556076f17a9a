"""An honest client while connections are abused, against the same client left in peace.

One step of the client is a request over a new connection, and a bet over its socket. Windows with
and without an attacker alternate, so that a busy moment touches all alike. Server, client and
attacker are processes of their own; the attacker has an address of its own, too.
"""

from __future__ import annotations

import contextlib
import http.client
import multiprocessing
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
from websockets.sync.client import connect

from bench.server import UNLIMITED, bet, listening, seated
from bench.timing import Report, seconds
from pitboss.house import House
from pitboss.server.app import create_app
from pitboss.server.asking import Limits
from pitboss.server.serve import configuration, tune_interpreter

WINDOWS, STEPS, GOAL = 10, 100, 3.0
ATTACKER = "127.0.0.2"
HEAD, HALF_SENT = 120_000_000, 1_100
PAUSE = 0.01  # Seconds between two connections of an attacker: 100 a second, as long as it lasts.
BEGINS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
Address = tuple[str, int]


def serve(ready: Connection) -> None:
    """A house of its own, until the other end says something."""
    tune_interpreter()
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        listener = listening()
        address = listener.getsockname()
        origin = f"http://127.0.0.1:{address[1]}"
        limits = Limits(UNLIMITED, UNLIMITED, UNLIMITED)
        server = uvicorn.Server(configuration(create_app(house, frozenset({origin}), limits)))
        ready.send(address)
        server.run([listener])


def plugged(address: Address) -> socket.socket:
    return socket.create_connection(address, 30, (ATTACKER, 0))


def long_heads(address: Address) -> None:
    """One after the other, each as long as it is let."""
    piece = b"a" * 65_536
    while True:
        with contextlib.suppress(OSError), contextlib.closing(plugged(address)) as plug:
            plug.sendall(BEGINS)
            for _ in range(HEAD // len(piece)):
                plug.sendall(piece)
        time.sleep(PAUSE)


def begun(address: Address) -> socket.socket:
    plug = plugged(address)
    with contextlib.suppress(OSError):  # It is cut off already.
        plug.sendall(BEGINS)
    return plug


def half_sent_heads(address: Address) -> None:
    """All at once; then each that was cut off is opened again."""
    opened = [begun(address) for _ in range(HALF_SENT)]
    while True:
        if len(opened) < HALF_SENT:
            opened.append(begun(address))
        poll = select.poll()
        for plug in opened:
            poll.register(plug, select.POLLIN)
        ended = {number for number, _ in poll.poll(0)}
        for plug in opened:
            if plug.fileno() in ended:
                plug.close()
        opened = [plug for plug in opened if plug.fileno() >= 0]
        time.sleep(PAUSE)


@contextlib.contextmanager
def attacked(attack: Callable[[Address], None] | None, address: Address) -> Iterator[None]:
    """Time for the attacker to begin, and for the server to be left in peace again."""
    if attack is None:
        yield
        return
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(address,))
    attacker.start()
    time.sleep(1)
    try:
        yield
    finally:
        attacker.kill()
        attacker.join()
        time.sleep(0.5)


def steps(address: Address, said: Callable[[str], object]) -> list[float]:
    times = []
    for number in range(STEPS):
        message = bet(number)
        began = time.perf_counter()
        asked = http.client.HTTPConnection(*address, timeout=60)
        asked.request("GET", "/v1/ready")
        asked.getresponse().read()
        asked.close()
        said(message)
        times.append(time.perf_counter() - began)
    return times


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def main() -> int:
    attacks = {
        "in peace": None,
        f"heads of {HEAD // 1_000_000} MB": long_heads,
        f"{HALF_SENT:,} half-sent heads": half_sent_heads,
    }
    spawned = multiprocessing.get_context("spawn")
    ready, its_end = spawned.Pipe()
    server = spawned.Process(target=serve, args=(its_end,))
    server.start()
    address: Address = ready.recv()
    times: dict[str, list[float]] = {name: [] for name in attacks}
    place = f"127.0.0.1:{address[1]}"
    cookie, table = seated(f"http://{place}")
    headers = {"Cookie": cookie}
    with connect(f"ws://{place}/v1/tables/{table}", additional_headers=headers) as table_socket:
        table_socket.recv()

        def said(message: str) -> None:
            table_socket.send(message)
            table_socket.recv()

        steps(address, said)
        for _ in range(WINDOWS):
            for name, attack in attacks.items():
                with attacked(attack, address):
                    times[name] += steps(address, said)
    server.terminate()
    server.join()
    report = Report("An honest client's step, p99, under attack against in peace")
    reference = percentile(times["in peace"], 0.99)
    for name in list(attacks)[1:]:
        mine = percentile(times[name], 0.99)
        ratio = mine / reference
        report.add(name, seconds(mine), seconds(reference), ratio, f"<= {GOAL:g}", ratio <= GOAL)
    report.show()
    return report.missed


if __name__ == "__main__":
    sys.exit(main())
