"""The operators' door: one endpoint for the commands of those who run an open house.

It listens on a port of its own, which no proxy leads to, on this machine alone. Requests are signed
with the key in the house's folder, as an operator's launches are: a process that can read that file
could as well open the closed house. A page can't ask here: requests with an origin are refused.
"""

from __future__ import annotations

import logging
import socket
import time
from typing import Annotated, Literal

from fastapi import Depends, FastAPI, Request
from pydantic import Field
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.keys.operator_key import OPERATOR, create_operator_key
from pitboss.house.wallets.wallet_signature import is_signed
from pitboss.server import messages as m
from pitboss.server.app import add_errors
from pitboss.server.asking import answer
from pitboss.server.guards import Guards
from pitboss.server.guests import Allowance, Buckets, TooFast

log = logging.getLogger(__name__)

PATH = "/v1/operator"
SIGNED, UNSIGNED = "signed", "unsigned"  # Counted apart: strangers do not use up what is allowed.
ALLOWED = Allowance(60, 10)
MOST_CENTS = 2**53  # What a number in JSON holds; what the bank holds is the house's to say.


class AskBank(m.Model):
    """Money comes from the cage to the bank of a table, or goes back, on a slip with this id."""

    command: Literal["fill", "credit"]
    id: Annotated[str, Field(max_length=100)]
    by: Annotated[str, Field(max_length=100)]
    table: m.Identifier
    amount: Annotated[int, Field(ge=1, le=MOST_CENTS)]


class BankMoved(m.Model):
    table: str
    moved: int  # Negative for a credit.
    bank: int
    again: bool  # The slip was booked before, and moved nothing more.


class OperatorDoor:
    """Open while the server runs; the key is gone when it is closed."""

    def __init__(self, house: House, listening: socket.socket) -> None:
        self.socket = listening
        host, port = listening.getsockname()
        try:
            self._key = create_operator_key(house.folder, host, port)
        except BaseException:
            listening.close()
            raise
        self._file = house.folder / OPERATOR
        self._asked = Buckets(ALLOWED)
        hosts = frozenset({self._key.authority})
        self._app = Guards(self._endpoint(house), origins=frozenset(), hosts=hosts)

    def close(self) -> None:
        self._file.unlink(missing_ok=True)
        self.socket.close()

    def beside(self, app: ASGIApp) -> ASGIApp:
        """An application, with this one for requests to the operators' port."""

        async def by_port(scope: Scope, receive: Receive, send: Send) -> None:
            _, port = scope.get("server") or ("", None)
            await (self._app if port == self._key.port else app)(scope, receive, send)

        return by_port

    def _endpoint(self, house: House) -> FastAPI:
        app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
        add_errors(app)

        @app.post(PATH, response_model=BankMoved, dependencies=[Depends(self._check)])
        async def ask(asked: AskBank) -> BankMoved:
            amount = asked.amount if asked.command == "fill" else -asked.amount
            reply = await answer(house.move_bank(asked.by, asked.table, asked.id, amount))
            return BankMoved(
                table=asked.table, moved=amount, bank=reply.balance, again=reply.is_repeated
            )

        return app

    async def _check(self, request: Request) -> None:
        """Raise unless the request is signed; it comes before anything that the request says."""
        body, now = await request.body(), int(time.time())
        is_known = is_signed(self._key.secret, "POST", PATH, request.headers, body, now)
        kind = SIGNED if is_known else UNSIGNED
        if not self._asked.take(kind):
            wait = self._asked.wait(kind)
            raise TooFast("rate/too-fast", "That was too fast: wait a moment.", wait)
        if not is_known:
            log.warning("a request without the key came to the operators' door")
            message = "The request is not signed with the key of this opening: ask with pitboss."
            raise PitbossError("operator/signature", message)
