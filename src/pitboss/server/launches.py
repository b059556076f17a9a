"""Launches: how an operator's player comes in.

The operator's backend asks for a launch with a signed request and sends the player's browser to the
address that it gets. The page exchanges the token in it for the cookie, once and within a minute.
Each request has an id, which the journal keeps: a signed request can't be used a second time, also
after a restart. Launches that wait are kept in memory only: then the operator asks again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.wallets.wallet_signature import is_signed
from pitboss.server import messages as m
from pitboss.server.asking import answer
from pitboss.server.guests import Cookie, new_token, token_hash
from pitboss.server.people_routes import told

SECONDS = 60  # How long a launch can be used.
MOST_LAUNCHES = 10_000
PATH = "/v1/launches"


class Launch(NamedTuple):
    player: str
    name: str
    ends: float


class Launches:
    """Launches that nobody has used yet, by the hash of their token."""

    def __init__(self, secret: bytes | None, clock: Callable[[], float] = time.time) -> None:
        self._shared_key, self._clock = secret, clock
        self._launches: OrderedDict[str, Launch] = OrderedDict()

    def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Raise unless a request is signed with the secret."""
        if self._shared_key is None:
            raise PitbossError("launch/none", "This house has no operator's wallet.")
        if not is_signed(self._shared_key, "POST", PATH, headers, body, int(self._clock())):
            raise _not_signed()

    def begin(self, player: str, name: str) -> str:
        """A new launch; its token."""
        token = new_token()
        ends = self._clock() + SECONDS
        self._launches[str(token_hash(token))] = Launch(player, name, ends)
        if len(self._launches) > MOST_LAUNCHES:
            self._launches.popitem(last=False)
        return token

    def take(self, token: str) -> Launch:
        """The launch with this token, which is over by that."""
        launch = self._launches.pop(str(token_hash(token)), None)
        if launch is None or launch.ends < self._clock():
            message = "This address can be opened once: start again at your operator's page."
            raise PitbossError("launch/over", message)
        return launch


def _not_signed() -> PitbossError:
    message = "The request is not signed with the operator's secret, or was used before."
    return PitbossError("launch/signature", message)


def add_launches(app: FastAPI, house: House, cookie: Cookie, in_time: Any) -> None:
    launches = Launches(house.wallet_secret)

    @app.post(PATH, response_model=m.Launched, status_code=201, dependencies=[in_time])
    async def launch(request: Request, asked: m.AskLaunch) -> m.Launched:
        """For an operator's backend, signed: an address at which a player of theirs comes in."""
        launches.check(request.headers, await request.body())
        reply = await answer(house.ask_launch(asked.id, asked.player, asked.name))
        if reply.is_repeated:
            raise _not_signed()
        token = launches.begin(asked.player, asked.name)
        return m.Launched(path=f"/?launch={token}", seconds=SECONDS)

    @app.post(PATH + "/{token}", response_model=m.Guest, status_code=201, dependencies=[in_time])
    async def come_in_by_launch(token: m.Identifier, response: Response) -> m.Guest:
        """Come in as an operator's player. Your money stays in the operator's wallet."""
        launch = launches.take(token)
        shown = new_token()
        reply = await answer(house.launch(str(token_hash(shown)), launch.player, launch.name))
        person = reply.person
        assert person is not None
        cookie.give(response, shown)
        balance = await run_in_threadpool(house.balance_of, person.id)
        return told(person, balance)
