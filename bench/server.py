"""From a tap to an acknowledged bet over the WebSocket, against a bare handler on the same server.

The bare handler does one durable commit of its own and echoes: what any server has to do that
acknowledges only what is on disk.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from websockets.sync.client import connect

from bench.timing import Report, seconds
from pitboss.house import House
from pitboss.server.app import create_app
from pitboss.server.asking import Limits
from pitboss.server.guests import Allowance
from pitboss.server.serve import tune_interpreter

TAPS, CHUNKS, GOAL = 200, 12, 4.0
UNLIMITED = Allowance(1e9, 1e9)


def bare(folder: Path) -> FastAPI:
    """One commit, one echo."""
    database = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE said (text TEXT)")
    app = FastAPI()

    @app.websocket("/")
    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                text = await websocket.receive_text()
                database.execute("INSERT INTO said VALUES (?)", (text,))
                await websocket.send_text(text)
        except WebSocketDisconnect:
            pass

    return app


class Serving:
    """An application on a port of its own, in a thread."""

    def __init__(self, app: FastAPI, listening: Any) -> None:
        config = uvicorn.Config(app, log_level="warning", ws_per_message_deflate=False)
        self.server = uvicorn.Server(config)
        run = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})
        run.start()
        self._thread = run
        while not self.server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join()


def listening() -> Any:
    import socket

    opened = socket.socket()
    opened.bind(("127.0.0.1", 0))
    opened.listen()
    return opened


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def taps(socket: Any, messages: list[str]) -> list[float]:
    times = []
    for message in messages:
        began = time.perf_counter()
        socket.send(message)
        socket.recv()
        times.append(time.perf_counter() - began)
    return times


def main() -> int:
    tune_interpreter()
    report = Report("The server: from a tap to an acknowledged bet, p50")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        ours, theirs = listening(), listening()
        address, other = (f"127.0.0.1:{listener.getsockname()[1]}" for listener in (ours, theirs))
        with House(folder / "house") as house:
            limits = Limits(UNLIMITED, UNLIMITED, UNLIMITED)
            app = create_app(house, frozenset({f"http://{address}"}), limits)
            servers = [Serving(app, ours), Serving(bare(folder), theirs)]
            cookie, table = seated(f"http://{address}")
            with (
                connect(f"ws://{address}/v1/tables/{table}", additional_headers={"Cookie": cookie},
                        compression=None) as socket,
                connect(f"ws://{other}/", compression=None) as echo,
            ):  # fmt: skip
                socket.recv()
                times: tuple[list[float], list[float]] = ([], [])
                for _ in range(CHUNKS):
                    messages = [bet(number) for number in range(TAPS)]
                    times[0].extend(taps(socket, messages))
                    times[1].extend(taps(echo, messages))
            for server in servers:
                server.stop()
    mine, reference = median(times[0]), median(times[1])
    ratio = mine / reference
    report.add("a bet", seconds(mine), seconds(reference), ratio, f"<= {GOAL:g}", ratio <= GOAL)
    report.show()
    return report.missed


def bet(number: int) -> str:
    amount = 500 + 500 * (number % 2)
    body = {"id": os.urandom(8).hex(), "command": "stake", "boxes": {"2": {"ante": amount}}}
    return json.dumps(body)


def seated(address: str) -> tuple[str, str]:
    """A guest's cookie, and the table they sit at."""
    with urllib.request.urlopen(urllib.request.Request(f"{address}/v1/guests", b"")) as answer:
        cookie = answer.headers["Set-Cookie"].split(";")[0]
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    body = json.dumps({"game": "three-card-poker"}).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}/v1/tables", body, headers)
    ) as answer:
        return cookie, json.load(answer)["table"]


if __name__ == "__main__":
    sys.exit(main())
