"""A wallet over HTTP: one signed JSON request for each call, within a bounded time.

    POST {url}/debit   {"player": "p-17", "amount": 1500, "reference": "4J8…"}
    200                {"balance": 8500}   or   {"declined": "insufficient-funds"}

Only a readable answer with status 200 counts. Everything else means that nobody knows.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from pitboss.house.records.days import SECOND
from pitboss.house.wallets.wallet import REASON, Answer, Declined, Receipt, Unreachable
from pitboss.house.wallets.wallet_signature import sign

MOST_BYTES = 16_384
LARGEST_BALANCE = 2**53


class HttpWallet:
    """`clock` gives the time in microseconds since 1970, and `timeout` is in seconds."""

    def __init__(self, url: str, secret: bytes, clock: Callable[[], int], timeout: float) -> None:
        parts = urlsplit(url)
        self._host, self._port = str(parts.hostname), parts.port
        self._path = parts.path.rstrip("/")
        self._connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._shared_key, self._clock, self._timeout = secret, clock, timeout

    def balance(self, player: str) -> int | Declined:
        said = self._post("balance", {"player": player})
        return said if isinstance(said, Declined) else said["balance"]

    def debit(self, player: str, amount: int, reference: str) -> Answer:
        body = {"player": player, "amount": amount, "reference": reference}
        return self._answer("debit", reference, body)

    def credit(self, player: str, amount: int, reference: str) -> Answer:
        body = {"player": player, "amount": amount, "reference": reference}
        return self._answer("credit", reference, body)

    def rollback(self, player: str, reference: str) -> Answer:
        return self._answer("rollback", reference, {"player": player, "reference": reference})

    def _answer(self, call: str, reference: str, body: dict[str, Any]) -> Answer:
        said = self._post(call, body)
        return said if isinstance(said, Declined) else Receipt(reference, said["balance"])

    def _post(self, call: str, body: dict[str, Any]) -> Any:
        """`Declined`, or the fields of an answer that has a balance."""
        path, data = f"{self._path}/{call}", json.dumps(body).encode()
        headers = sign(self._shared_key, "POST", path, self._clock() // SECOND, data)
        headers["Content-Type"] = "application/json"
        connection = self._connection(self._host, self._port, timeout=self._timeout)
        # A timeout of the socket begins anew with every byte; this one does not.
        hang_up = threading.Timer(self._timeout, _hang_up, [connection])
        try:
            connection.connect()
            hang_up.start()
            connection.request("POST", path, data, headers)
            response = connection.getresponse()
            status, text = response.status, response.read(MOST_BYTES + 1)
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable(f"{call}: {type(error).__name__}: {error}") from None
        finally:
            hang_up.cancel()
            connection.close()
        if status != 200:
            raise Unreachable(f"{call}: it answered with status {status}")
        return _read(call, text)


def _hang_up(connection: HTTPConnection) -> None:
    with contextlib.suppress(OSError, AttributeError):  # It is closed already.
        connection.sock.shutdown(socket.SHUT_RDWR)


def _read(call: str, text: bytes) -> Any:
    try:
        said = json.loads(text) if len(text) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict):
        reason, balance = said.get("declined"), said.get("balance")
        if reason is None and type(balance) is int and abs(balance) <= LARGEST_BALANCE:
            return said
        if isinstance(reason, str) and REASON.fullmatch(reason):
            return Declined(reason)
    raise Unreachable(f"{call}: its answer can't be read")
