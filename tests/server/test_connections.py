"""One connection can't freeze the house: heads, seconds and connections have bounds.

Each test has an attacker of its own, because the log says the same of an address once a minute.
Honest clients come from 127.0.0.1, unless a test says otherwise.
"""

import contextlib
import json
import logging
import socket
import time
from itertools import count
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from pitboss.server import connections, guards, refusal_log
from pitboss.server.connections import HEAD_BYTES
from pitboss.server.descriptors import RESERVED
from pitboss.server.guards import MOST_CONNECTIONS
from tests.support.serving import PATIENCE, Client, served, serving_process, wait_until

HONEST = "127.0.0.1"
NUMBERS = count(2)
HALF = b"GET /v1/health HTTP/1.1\r\nHost: x\r\nX: "
END = b"\r\n\r\n"
ASKS = HALF + b"a" + END


@pytest.fixture
def attacker():
    """An address that no other test attacks from."""
    return f"127.0.1.{next(NUMBERS)}"


@pytest.fixture
def line(server, attacker):
    """Opens connections, and closes them all in the end."""
    with contextlib.ExitStack() as opened:
        yield lambda source=attacker, to=server: opened.enter_context(plugged(to.address, source))


def plugged(address, source):
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE, (source, 0))


def head_of(size):
    return HALF + b"a" * (size - len(HALF) - len(END)) + END


def answer(plug):
    """The status and the error code of one answer; None where the connection is closed."""
    head = b""
    with contextlib.suppress(ConnectionResetError):
        while not head.endswith(END):
            piece = plug.recv(1)
            if not piece:
                return None
            head += piece
        length = int(head.partition(b"content-length: ")[2].split()[0])
        error = json.loads(plug.recv(length, socket.MSG_WAITALL)).get("error")
        return int(head.split()[1]), error and error["code"]
    return None


def is_closed(plug):
    """Whether the other side ends the connection without a word."""
    with contextlib.suppress(ConnectionResetError):
        return plug.recv(1) == b""
    return True


def are_open(plugs):
    """Those that the other side has not ended."""
    waiting = []
    for plug in plugs:
        plug.setblocking(False)
        try:
            plug.recv(4_096)
        except BlockingIOError:
            waiting.append(plug)
        except OSError:
            pass
    return waiting


def honest_is_served(address):
    client = Client(address)
    with client.sit("three-pictures") as table:
        table.ask("stake", boxes={"2": {"initial": 500}})
    return client.get("/v1/ready") == {"playing": True}


def said(caplog):
    """What we have logged: another test's server may have uvicorn log requests as well."""
    return [record.getMessage() for record in caplog.records if record.name.startswith("pitboss.")]


# Bytes


def test_a_head_of_120_mb_is_cut_off(server, line, caplog, attacker):
    plug, sent = line(), 0
    with contextlib.suppress(ConnectionError):
        plug.sendall(HALF)
        while sent < 120_000_000:
            sent += plug.send(b"a" * 65_536)
    assert sent < 20_000_000  # What lies in the buffers of the system.
    assert honest_is_served(server.address)
    assert f"{attacker} is cut off: it sent a head of more than 16,384 bytes" in caplog.messages


@pytest.mark.parametrize("piece", [1_000, 100_000])
def test_a_head_has_16_384_bytes(line, piece):
    for size, expected in ((HEAD_BYTES, (200, None)), (HEAD_BYTES + 1, TOO_LARGE)):
        plug, head = line(), head_of(size)
        for at in range(0, size, piece):
            plug.sendall(head[at : at + piece])
        assert answer(plug) == expected


TOO_LARGE = (431, "request/head-too-large")


def test_later_heads_of_a_connection_are_bounded_too(line):
    plug = line()
    for _ in range(3):
        plug.sendall(head_of(HEAD_BYTES))
        assert answer(plug) == (200, None)
    plug.sendall(head_of(HEAD_BYTES + 1))
    assert answer(plug) == TOO_LARGE
    assert is_closed(plug)


def test_a_long_address_is_a_long_head(line):
    plug = line()
    plug.sendall(b"GET /" + b"a" * HEAD_BYTES)
    assert answer(plug) == TOO_LARGE


def test_a_head_that_follows_a_body_at_once_is_read(line):
    body = b" " * 10_000
    first = b"POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    plug = line()
    plug.sendall(first + body + head_of(10_000))
    assert answer(plug)[0] == 405
    assert answer(plug) == (200, None)


def test_a_handshake_is_bounded(server, line):
    plug = line()
    plug.sendall(
        b"GET /v1/tables/T HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX: "
    )
    plug.sendall(b"a" * HEAD_BYTES)
    assert answer(plug) == TOO_LARGE


# Seconds


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)


TOO_SLOW = (408, "request/too-slow")


def test_a_head_that_is_never_finished_is_cut_off(hurried, line, caplog, attacker):
    plug = line()
    plug.sendall(HALF)
    assert answer(plug) == TOO_SLOW
    assert is_closed(plug)
    assert f"{attacker} is cut off: it sent a request that took more than 0.2 seconds" in (
        caplog.messages
    )


def test_a_head_that_drips_is_cut_off(hurried, line):
    """Each byte is no new beginning."""
    plug = line()
    with contextlib.suppress(OSError):
        plug.sendall(HALF)
        while True:
            plug.sendall(b"a")
            time.sleep(0.02)
    assert answer(plug) in (TOO_SLOW, None)  # The answer may be lost with what came after it.


def test_a_slow_second_head_is_cut_off(hurried, line):
    plug = line()
    plug.sendall(ASKS)
    assert answer(plug) == (200, None)
    plug.sendall(HALF)
    assert answer(plug) == TOO_SLOW


def test_a_body_that_is_never_finished_is_cut_off(hurried, server, line):
    host = server.address.removeprefix("http://").encode()
    plug = line()
    plug.sendall(b"POST /v1/tables HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 100\r\n\r\n{")
    assert is_closed(plug)


def test_a_connection_that_asks_nothing_is_closed_without_a_word(hurried, line, caplog):
    """A browser opens connections that it may need: an error would be shown for the next page."""
    assert is_closed(line())
    assert said(caplog) == []


def test_a_request_in_time_is_answered_in_its_own_time(hurried, server):
    """Neither a socket that is open nor an answer that takes long is cut off."""
    with Client(server.address).sit("three-pictures") as table:
        time.sleep(0.5)
        table.ask("stake", boxes={"2": {"initial": 500}})


# Connections


def test_1100_half_sent_heads_shut_nobody_out(server, line, caplog, attacker):
    plugs = []
    for _ in range(1_100):
        plugs.append(line())
        plugs[-1].sendall(HALF)
    assert honest_is_served(server.address)
    neighbour = line(attacker)
    neighbour.sendall(ASKS)
    assert answer(neighbour) == (200, None)  # From the attacker's own address.
    assert 0 < len(are_open(plugs)) <= MOST_CONNECTIONS
    assert said(caplog) == [f"{attacker} has 64 connections open: it gets no more"]


def test_an_address_has_64_connections_in_use(server, line, attacker):
    """Sockets are in use, and none of them makes room."""
    with contextlib.ExitStack() as sockets:
        for number in range(MOST_CONNECTIONS):
            if number % 16 == 0:
                guest = Client(server.address)
                table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
            socket = guest.connect(f"/v1/tables/{table}", source_address=(attacker, 0))
            sockets.enter_context(contextlib.closing(socket)).recv(PATIENCE)
        assert answer(line()) == (429, "rate/too-many-sockets")
        with pytest.raises((WebSocketException, OSError)):
            guest.connect(f"/v1/tables/{table}", source_address=(attacker, 0))
        assert honest_is_served(server.address)
    wait_until(lambda: asks(line()) == (200, None))  # They were counted until they ended.


def asks(plug):
    with contextlib.suppress(OSError):  # It may have been refused already.
        plug.sendall(ASKS)
    return answer(plug)


def test_no_connection_is_counted_after_its_end(server, line):
    for _ in range(3 * MOST_CONNECTIONS):
        with contextlib.closing(line()) as plug:
            assert asks(plug) == (200, None)
        with contextlib.closing(line()) as plug:
            plug.sendall(b"nonsense\r\n\r\n")


# Behind a proxy


def forwarded(address):
    return {"X-Forwarded-For": address}


def test_a_trusted_proxy_is_not_counted_but_those_behind_it_are(tmp_path, caplog):
    with served(tmp_path, is_behind_proxy=True) as server, contextlib.ExitStack() as opened:
        for _ in range(2 * MOST_CONNECTIONS):
            plug = opened.enter_context(plugged(server.address, HONEST))
            plug.sendall(HALF)
        guests = [Client(server.address) for _ in range(4)]
        for number in range(MOST_CONNECTIONS):
            guest = guests[number % 4]
            table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
            socket = guest.connect(f"/v1/tables/{table}", forwarded("198.51.100.7"))
            opened.enter_context(contextlib.closing(socket)).recv(PATIENCE)
        refused = guest.request("GET", "/v1/lobby", headers=forwarded("198.51.100.7"))
        assert (refused.status, refused.code) == (429, "rate/too-many-sockets")
        assert refused.headers["retry-after"] == "1"
        with pytest.raises(InvalidStatus):
            guest.connect(f"/v1/tables/{table}", forwarded("198.51.100.7"))
        assert guest.request("GET", "/v1/lobby", headers=forwarded("198.51.100.8")).status == 200
        log = [text for text in caplog.messages if "connections open" in text]
        assert log == ["198.51.100.7 has 64 connections open: it gets no more"]
    assert guards.MOST_CONNECTIONS == 64


def test_whoever_is_no_proxy_is_counted_by_their_own_address(tmp_path, attacker):
    with served(tmp_path, is_behind_proxy=True) as server, contextlib.ExitStack() as opened:
        plugs = [opened.enter_context(plugged(server.address, attacker)) for _ in range(80)]
        for number, plug in enumerate(plugs):
            with contextlib.suppress(OSError):
                plug.sendall(b"GET / HTTP/1.1\r\nX-Forwarded-For: 198.51.100.%d\r\n" % number)
        wait_until(lambda: len(are_open(plugs)) == MOST_CONNECTIONS)


# The log


def test_the_log_counts_what_is_refused_again(server, line, caplog, monkeypatch):
    monkeypatch.setattr(refusal_log, "EVERY", 0.2)
    for _ in range(200):
        plug = line("127.0.0.3")
        plug.sendall(b"nonsense\r\n\r\n")
        plug.recv(10)
    wait_until(lambda: "times within a minute" in caplog.text)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert told[0].message == "127.0.0.3 is cut off: it sent what is not HTTP"
    assert len(told) < 50
    assert {record.name for record in told} == {"pitboss.server.refusal_log"}


def test_many_addresses_fill_no_log(server, line, caplog, monkeypatch):
    monkeypatch.setattr(refusal_log, "MOST_KINDS", 10)
    for number in range(30):
        line(f"127.0.1.{number + 1}").sendall(b"nonsense\r\n\r\n")
    wait_until(lambda: refusal_log.OTHERS in caplog.text)
    assert len(said(caplog)) <= 11


# Descriptors


def test_the_descriptor_limit_is_raised_and_its_end_is_told(tmp_path):
    """The last ones are kept for the house, whose own files can be opened at any time."""
    lower = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))"
    log = tmp_path / "server.log"
    with serving_process(tmp_path, first=lower) as process, contextlib.ExitStack() as opened:
        assert "up to 300 files and connections may be open (before: 200)" in read(log)
        refused = []
        for number in range(300):
            plug = opened.enter_context(plugged(process.address, f"127.0.0.{2 + number // 60}"))
            if number >= 300 - RESERVED:
                refused.append(answer(plug))
        assert set(refused) == {(503, "rate/busy")}
        told = "nearly all of 236 connections are in use: raise the limit of open files"
        assert read(log).count(told) == 1
        opened.close()
        wait_until(lambda: Client(process.address, comes_in=False).request("GET", "/").status < 500)
        assert honest_is_served(process.address)
        assert "Ledger balanced" in process.stop()


def read(file: Path):
    return file.read_text("utf-8")
