"""The application: every route under `/v1`, one WebSocket per table, and the page itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house import House
from pitboss.house.people.passwords import Passwords
from pitboss.house.requests import Standing
from pitboss.house.rounds.history import as_text
from pitboss.house.settings.house_file import read_house_file
from pitboss.play import document
from pitboss.rulebooks import RULEBOOKS
from pitboss.server import advice as coach
from pitboss.server import facts, rounds_played
from pitboss.server import messages as m
from pitboss.server.asking import (
    LIMITS,
    InTime,
    Limits,
    Me,
    Server,
    address_of,
    answer,
    person_asking,
)
from pitboss.server.docs_site import SITE, add_docs
from pitboss.server.free_space import FreeSpace
from pitboss.server.guards import AT_ONCE, MOST_BYTES, Guards, error_response
from pitboss.server.guests import Buckets, Cookie, TooFast, token_hash
from pitboss.server.launches import add_launches
from pitboss.server.openapi import describe
from pitboss.server.page_files import add_page
from pitboss.server.people_routes import add_people
from pitboss.server.refusal_guard import RefusalGuard
from pitboss.server.sign_in_guard import SignInGuard
from pitboss.server.sign_ins import SignIns
from pitboss.server.sockets import Hub
from pitboss.server.unchanged import UNCHANGED, unless_unchanged
from pitboss.version import __version__

log = logging.getLogger(__name__)

PAGE = Path(__file__).parent / "page"
SWEEP_EVERY, MEASURE_EVERY, WATCH_EVERY, TICK_EVERY = 3_600, 60, 2, 0.5  # Seconds.
STATUS = {
    "guest/unknown": 401,
    "player/away": 401,
    "player/sign-in": 401,
    "player/old-password": 403,
    "launch/signature": 401,
    "operator/signature": 401,
    "launch/none": 404,
    "launch/over": 404,
    "table/not-yours": 403,
    "table/unknown": 404,
    "round/unknown": 404,
    "unknown/game": 404,
    "unknown/offer": 404,
    "document/unknown": 404,
    "bank/holds": 409,
    "money/not-due": 409,
    "wallet/no-grants": 409,
    "command/id-used": 409,
    "player/already": 409,
    "player/guest": 409,
    "player/launched": 409,
    "player/name-taken": 409,
    "limit/excluded": 409,
    "limit/shorter": 409,
    "rate/too-fast": 429,
    "rate/refusals": 429,
    "rate/too-many-sockets": 429,
    "rate/sign-in": 429,
    "rate/busy": 503,
    "house/away": 503,
    "house/stopped": 503,
    "house/recovery": 503,
    "house/configuration": 503,
    "key/other": 503,
    "key/sealed": 503,
    "table/stopped": 503,
}
CLOSED_WITH = 4_000  # And the status: 4401 for somebody we do not know.
ERROR_STATUSES = (400, 401, 403, 404, 405, 409, 413, 421, 422, 429, 500, 503)
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": m.ErrorMessage} for status in ERROR_STATUSES
}
ERRORS[429]["headers"] = {
    "Retry-After": {
        "description": "Seconds after which one more will be answered.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    }
}
PROTOCOL = {
    400: ("request/invalid", "The body could not be read."),
    404: ("request/unknown", "There is nothing at that address."),
    405: ("request/method", "That can't be done with this address."),
    413: ("request/too-large", f"A request has at most {MOST_BYTES:,} bytes."),
}
REFUSED = ("request/refused", "The request can't be answered.")


def create_app(
    house: House,
    origins: frozenset[str],
    limits: Limits = LIMITS,
    page: Path = PAGE,
    house_file: Path | None = None,
    passwords: Passwords | None = None,
    free_space: FreeSpace | None = None,
    docs: Path = SITE,
) -> FastAPI:
    """The application of a house that is open, for pages from these origins."""
    is_secure = all(origin.startswith("https://") for origin in origins)
    refusals = RefusalGuard(limits.refusals)
    server = Server(
        house,
        Hub(house, Buckets(limits.commands), refusals),
        Cookie(is_secure, house.settings.timers.guest),
        SignIns(house, SignInGuard(limits.sign_ins), passwords or Passwords()),
        Buckets(limits.requests),
        Buckets(limits.guests),
        Buckets(limits.players),
        refusals,
    )

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        watching = _watch_space(free_space or FreeSpace(house.folders))
        chores = [asyncio.create_task(chore) for chore in (_sweep(house), _tick(server), watching)]
        if house_file is not None:
            chores.append(asyncio.create_task(_watch(house, house_file)))
        yield
        for chore in chores:
            chore.cancel()
        server.hub.close_all()

    app = FastAPI(
        title="Pitboss",
        version=__version__,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=ERRORS,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.server = server
    describe(app)
    add_people(app, server)
    add_launches(app, house, server.cookie, InTime)
    _add_tables(app, server)
    _add_facts(app, server)
    _add_rounds(app, server)
    add_errors(app)
    add_docs(app, docs)
    add_page(app, page)
    app.add_middleware(Guards, origins=origins)
    return app


async def _sweep(house: House) -> None:
    """See off guests who stayed away, now and every hour."""
    while True:
        await asyncio.wrap_future(house.sweep())
        await asyncio.sleep(SWEEP_EVERY)


async def _tick(server: Server) -> None:
    """Where decisions have a time, make those that are overdue, and tell the tables."""
    while True:
        await asyncio.sleep(TICK_EVERY)
        server.house.look_for_database()
        if server.house.settings.timers.decision:
            reply = await asyncio.wrap_future(server.house.tick())
            for timed_out in reply.timed_out:
                server.hub.tell(timed_out)


async def _watch(house: House, file: Path) -> None:
    """Adopt a house file that has changed; one with mistakes is logged and changes nothing."""
    read = _changed(file)
    while True:
        await asyncio.sleep(WATCH_EVERY)
        changed = _changed(file)
        if changed == read:
            continue
        read = changed
        try:
            settings = await run_in_threadpool(read_house_file, file)
            await asyncio.wrap_future(house.adopt(settings))
            log.info("the house file is adopted: settings %s", settings.fingerprint[:12])
        except PitbossError as error:
            log.error("the house file is not adopted. %s", error.message)


async def _watch_space(free_space: FreeSpace) -> None:
    """Warn in the log while there is still room on the disk."""
    while True:
        try:
            await run_in_threadpool(free_space.look)  # A disk elsewhere may not answer at once.
        except OSError as error:
            log.error("the free space can't be measured: %s", error)
        await asyncio.sleep(MEASURE_EVERY)


def _changed(file: Path) -> int:
    return file.stat().st_mtime_ns if file.exists() else 0


# Tables


def _add_tables(app: FastAPI, server: Server) -> None:
    house = server.house

    @app.post("/v1/tables", response_model=m.SeatedAt, status_code=201)
    async def sit_down(person: Me, asked: m.SitDown) -> m.SeatedAt:
        """Sit down at a game: at the one practice table of yours, which is opened if need be."""
        reply = await answer(house.sit(person.id, asked.game))
        assert reply.table is not None
        seen = await answer(house.look(person.id, reply.table))
        assert seen.standing is not None
        standing, setup = seen.standing, seen.standing.table.setup
        return m.SeatedAt(
            table=reply.table,
            offer=standing.offer,
            game=setup.rules.key,
            fingerprint=setup.fingerprint,
        )

    @app.get("/v1/tables", response_model=m.WaitingTables)
    async def waiting_tables(person: Me) -> m.WaitingTables:
        """Your tables where a hand waits for you, or bets that are not dealt yet."""
        tables = await run_in_threadpool(house.tables_with_bets, person.id)
        replies = [await answer(house.look(person.id, table)) for table in tables]
        waiting = [_waiting(reply.standing, person.id) for reply in replies if reply.standing]
        return m.WaitingTables(tables=[table for table in waiting if table.staked > 0])

    @app.get("/v1/tables/{table}/advice", response_model=m.Advice)
    async def advice(person: Me, table: m.Identifier) -> m.Advice:
        """The coach: the best decision for each of your hands, and what the other one costs."""
        reply = await answer(house.look(person.id, table))
        assert reply.standing is not None
        hands = await run_in_threadpool(coach.advice, reply.standing.table)
        return m.Advice(hands=hands)

    @app.websocket("/v1/tables/{table}")
    async def at_table(websocket: WebSocket, table: str) -> None:
        try:
            person = await person_asking(websocket)
            if not re.fullmatch(m.IDENTIFIER, table):
                raise PitbossError("table/unknown", "There is no such table.")
            token = str(token_hash(websocket.cookies.get(server.cookie.name)))
            await server.hub.serve(websocket, person.id, table, token, address_of(websocket))
        except PitbossError as error:
            await websocket.accept()  # A page learns the reason only from a socket that was open.
            await websocket.close(CLOSED_WITH + STATUS.get(error.code, 400), error.code)


# The house and its tables


def _waiting(standing: Standing, person: str) -> m.WaitingTable:
    round = standing.table.round
    mine = sum(stake for _, bettor, _, stake in round.bets() if bettor == person)
    return m.WaitingTable(
        table=standing.table.id,
        offer=standing.offer,
        game=round.setup.rules.key,
        staked=mine,
        decides=bool(round.waiting),
    )


def _add_facts(app: FastAPI, server: Server) -> None:
    @app.head("/v1/health", include_in_schema=False)
    @app.get("/v1/health", response_model=m.Health)
    async def health() -> m.Health:
        """The process lives; whether tables can be played is told, and no error."""
        return m.Health(playing=server.house.is_playing)

    @app.head("/v1/ready", include_in_schema=False)
    @app.get("/v1/ready", response_model=m.Health)
    async def ready() -> m.Health:
        """Tables can be played; while they can't, the answer has status 503."""
        if server.house.failure is not None:
            raise HouseIsStopped("house/stopped", server.house.failure)
        if not server.house.is_playing:
            raise PitbossError("house/away", "The database is away: try again in a moment.")
        return m.Health(playing=True)

    @app.get("/v1/house", response_model=m.HouseFacts, dependencies=[InTime])
    async def house() -> m.HouseFacts:
        """The house: its name, its currency and its chips."""
        return facts.house(server.house.settings)

    @app.get("/v1/lobby", response_model=m.Lobby, dependencies=[InTime])
    async def lobby() -> m.Lobby:
        """The tables on offer, each with the exact edge of its main bet."""
        return await run_in_threadpool(facts.lobby, server.house.settings)

    @app.get(
        "/v1/documents/{fingerprint}",
        response_model=m.TableDocument,
        responses=UNCHANGED,
        dependencies=[InTime],
    )
    async def table_document(request: Request, fingerprint: m.Hex) -> Response:
        """All that a table with this configuration shows, whatever happens at it."""
        setup = await run_in_threadpool(server.house.configuration, fingerprint)
        return unless_unchanged(request, document(setup))

    @app.get("/v1/clauses/{game}", response_model=m.ClauseDigests, dependencies=[InTime])
    async def clauses(game: m.Identifier) -> m.ClauseDigests:
        """What each clause of a game's rulebook says, in short and in our own words."""
        return await run_in_threadpool(facts.clauses_of, RULEBOOKS.find(game).key)

    @app.get(
        "/v1/odds/{fingerprint}",
        response_model=m.OddsFigures,
        responses=UNCHANGED,
        dependencies=[InTime],
    )
    async def odds(
        request: Request, fingerprint: m.Hex, offer: Annotated[m.Key | None, Query()] = None
    ) -> Response:
        """The exact odds of every bet, warnings, and how unclear clauses are read.

        A progressive is priced by what the jackpot of the offer begins with. Without an offer it is
        priced with an empty meter, unless all offers of this configuration begin with the same.
        """
        setup = await run_in_threadpool(server.house.configuration, fingerprint)
        reset = await run_in_threadpool(facts.reset_at, server.house, setup, offer)
        figures = await run_in_threadpool(facts.odds_of, setup, reset)
        return unless_unchanged(request, figures.model_dump())


# Rounds that were played


def _add_rounds(app: FastAPI, server: Server) -> None:
    house = server.house

    @app.get("/v1/rounds", response_model=m.RoundList)
    async def rounds(
        person: Me,
        before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 20,
    ) -> m.RoundList:
        """Your finished rounds, the latest first."""
        listed, more = await run_in_threadpool(house.history.rounds_of, person.id, before, limit)
        return m.RoundList(rounds=[rounds_played.summary(played) for played in listed], more=more)

    @app.get("/v1/rounds/{round}", response_model=m.RoundReplay)
    async def round_replay(person: Me, round: m.Identifier) -> m.RoundReplay:
        """A finished round, step by step, with what its shuffle can be checked by."""
        return rounds_played.replay(
            await run_in_threadpool(rounds_played.finished, house, person, round)
        )

    text: dict[int | str, dict[str, Any]] = {
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
    }

    @app.get("/v1/rounds/{round}/text", response_class=Response, responses=text)
    async def round_text(person: Me, round: m.Identifier) -> PlainTextResponse:
        """A finished round as a text record, which `pitboss replay` settles again."""
        played = await run_in_threadpool(rounds_played.finished, house, person, round)
        body = await run_in_threadpool(as_text, played)
        disposition = f'attachment; filename="{played.id}.txt"'
        return PlainTextResponse(body, headers={"content-disposition": disposition})


# Errors


def add_errors(app: FastAPI) -> None:
    @app.exception_handler(PitbossError)
    async def refused(_: Request, fault: PitbossError) -> JSONResponse:
        status = STATUS.get(fault.code, 422)
        wait = fault.seconds if isinstance(fault, TooFast) else AT_ONCE
        return error_response(status, fault.code, fault.message, fault.clause, wait)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        return error_response(422, "request/invalid", f"{where}: {first['msg']}."[:300])

    @app.exception_handler(HTTPException)
    async def http(_: Request, fault: HTTPException) -> JSONResponse:
        code, message = PROTOCOL.get(fault.status_code, REFUSED)
        response = error_response(fault.status_code, code, message)
        response.headers.update(fault.headers or {})
        return response

    @app.exception_handler(Exception)
    async def our_fault(_: Request, __: Exception) -> JSONResponse:
        """It goes to the log; nobody is told more."""
        return error_response(500, "server/fault", "This is a fault of ours. Nothing was changed.")
