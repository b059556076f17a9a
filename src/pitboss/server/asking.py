"""What routes share: the house, who is asking, and whether they ask too often."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Annotated, NamedTuple

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.people.person import Person
from pitboss.house.requests import Reply
from pitboss.server.guests import Allowance, Buckets, Cookie, TooFast, source_of, token_hash
from pitboss.server.refusal_guard import RefusalGuard
from pitboss.server.sign_in_guard import SIGN_IN_LIMITS, SignInLimits
from pitboss.server.sign_ins import SignIns
from pitboss.server.sockets import Hub


class Limits(NamedTuple):
    """How often somebody may ask; tests and benchmarks bring others."""

    commands: Allowance = Allowance(60, 20)  # At a table, for each guest.
    requests: Allowance = Allowance(120, 40)  # Over HTTP, for each address.
    guests: Allowance = Allowance(30, 0.5)  # New ones, for each address.
    players: Allowance = Allowance(10, 1 / 60)  # Names asked for, for each address.
    sign_ins: SignInLimits = SIGN_IN_LIMITS
    refusals: Allowance = Allowance(300, 0.5)  # Written into the journal, for each address.


LIMITS = Limits()


class Server(NamedTuple):
    """What the routes share."""

    house: House
    hub: Hub
    cookie: Cookie
    sign_ins: SignIns
    requests: Buckets
    guests: Buckets
    players: Buckets
    refusals: RefusalGuard


async def answer(reply: Future[Reply]) -> Reply:
    """The reply once it is committed; a refusal is raised."""
    return carried_out(await asyncio.wrap_future(reply))


def carried_out(reply: Reply) -> Reply:
    """The same reply; a refusal is raised."""
    if reply.refusal is not None:
        raise PitbossError(*reply.refusal)
    return reply


async def person_asking(request: HTTPConnection) -> Person:
    server: Server = request.app.state.server
    not_too_fast(request)
    person = await known(server, request.cookies.get(server.cookie.name))
    if person is None:
        raise PitbossError("guest/unknown", "We do not know you: come in as a guest, or sign in.")
    return person


async def known(server: Server, token: str | None) -> Person | None:
    hashed = token_hash(token)
    return None if hashed is None else await run_in_threadpool(server.house.person_with, hashed)


def not_too_fast(request: HTTPConnection) -> None:
    server: Server = request.app.state.server
    address = address_of(request)
    if not server.requests.take(address):
        wait = server.requests.wait(address)
        raise TooFast("rate/too-fast", "That was too fast: wait a moment.", wait)


def address_of(request: HTTPConnection) -> str:
    return source_of(request.client.host if request.client else "")


Me = Annotated[Person, Depends(person_asking)]
InTime = Depends(not_too_fast)
