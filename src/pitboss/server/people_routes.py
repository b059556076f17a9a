"""Routes about people: guests and players, sign-ins, and the limits that they set."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house.people.passwords import acceptable
from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import FOR_GOOD, LOSS, TIME, in_force, waiting
from pitboss.house.people.player_names import chosen_name
from pitboss.house.requests import LimitsNow, Register
from pitboss.server import messages as m
from pitboss.server.asking import InTime, Me, Server, address_of, answer, carried_out, known
from pitboss.server.guests import TooFast, new_token, token_hash
from pitboss.server.sign_ins import Browser
from pitboss.server.sockets import MILLISECOND

GONE: dict[int | str, dict[str, Any]] = {204: {"description": "Signed out"}}


def add_people(app: FastAPI, server: Server) -> None:
    _add_guests(app, server)
    _add_players(app, server)
    _add_sessions(app, server)
    _add_limits(app, server)


# Guests


def _add_guests(app: FastAPI, server: Server) -> None:
    house = server.house

    came: dict[int | str, dict[str, Any]] = {201: {"model": m.Guest, "description": "Came in"}}

    @app.post("/v1/guests", response_model=m.Guest, responses=came, dependencies=[InTime])
    async def come_in(request: Request, response: Response) -> m.Guest:
        """Come in as a guest with play money. Whoever is known already stays who they are."""
        person = await known(server, request.cookies.get(server.cookie.name))
        if person is not None:
            return await _guest(server, person)
        address = address_of(request)
        if not server.guests.take(address):
            message = "Too many guests came from there: wait a moment."
            raise TooFast("rate/too-fast", message, server.guests.wait(address))
        token = new_token()
        reply = await answer(house.come_in(str(token_hash(token))))
        assert reply.person is not None
        server.cookie.give(response, token)
        response.status_code = 201
        return told(reply.person, reply.balance)

    @app.get("/v1/guests/me", response_model=m.Guest)
    async def me(person: Me) -> m.Guest:
        """Who you are, and what you have. Players are asked for here as well."""
        return await _guest(server, person)

    @app.post("/v1/guests/me/grants", response_model=m.BalanceFigure)
    async def grant(person: Me, asked: m.AskGrant, request: Request) -> m.BalanceFigure:
        """Back to $1,000, for somebody who has too little left to bet."""
        asks = partial(house.grant, person.id, asked.id)
        reply = carried_out(await server.refusals.reply(address_of(request), asks))
        await server.hub.tell_standing(person.id)
        return m.BalanceFigure(balance=reply.balance)


async def _guest(server: Server, person: Person) -> m.Guest:
    return told(person, await run_in_threadpool(server.house.balance_of, person.id))


def told(person: Person, balance: int) -> m.Guest:
    return m.Guest(
        person=person.id, name=person.name, balance=balance,
        is_player=person.is_player, wallet=person.wallet_id is not None,
    )  # fmt: skip


# Players


def _add_players(app: FastAPI, server: Server) -> None:
    house, sign_ins = server.house, server.sign_ins

    @app.post("/v1/players", response_model=m.Guest, status_code=201)
    async def register(
        person: Me, asked: m.AskToRegister, request: Request, response: Response
    ) -> m.Guest:
        """Become a player: with a name and a password you can come back from any browser.

        You stay who you are, with your money and your tables.
        """
        if person.player_name is not None:
            message = f"You are a player already: {person.player_name}."
            raise PitbossError("player/already", message)
        address = address_of(request)
        if not server.players.take(address):
            message = "Too many names were tried: wait a minute."
            raise TooFast("rate/too-fast", message, server.players.wait(address))
        name = chosen_name(asked.name)
        acceptable(asked.password, name)
        if await run_in_threadpool(house.player_named, name) is not None:
            raise PitbossError("player/name-taken", "Somebody goes by that name: choose another.")
        hashed = await sign_ins.hash(asked.password)
        token, before = new_token(), _browser(server, request).token or ""
        register = Register(name, hashed, str(token_hash(token)), before)
        reply = await answer(house.register(person.id, asked.id, register))
        assert reply.person is not None
        server.cookie.sign_in(request, response, token)
        server.hub.renew(before, str(token_hash(token)))
        return told(reply.person, reply.balance)

    @app.put("/v1/players/me/password", response_model=m.Guest)
    async def change_password(
        person: Me, asked: m.AskForPassword, request: Request, response: Response
    ) -> m.Guest:
        """Choose another password. All other browsers are signed out."""
        name = _name_of_player(person)
        acceptable(asked.new, name)
        browser = _browser(server, request)
        reply, token = await sign_ins.change_password(
            person.id, asked.id, browser, name, asked.old, asked.new
        )
        if reply.refusal is not None:
            raise PitbossError(*reply.refusal)
        if not reply.is_repeated:
            server.cookie.sign_in(request, response, token)
            server.hub.renew(browser.token or "", str(token_hash(token)))
            server.hub.sign_out(person.id, but=token_hash(token))
        return await _guest(server, person)


def _name_of_player(person: Person) -> str:
    if person.wallet_id is not None:
        message = "You come in by your operator's page: there is no password here."
        raise PitbossError("player/launched", message)
    if person.player_name is None:
        message = "A guest has no password: choose a name and a password first."
        raise PitbossError("player/guest", message)
    return person.player_name


def _browser(server: Server, request: Request) -> Browser:
    token = token_hash(request.cookies.get(server.cookie.name))
    return Browser(address_of(request), token, server.cookie.earlier(request))


# Sign-ins


def _add_sessions(app: FastAPI, server: Server) -> None:
    house, hub = server.house, server.hub

    @app.post("/v1/sessions", response_model=m.SignedIn, dependencies=[InTime])
    async def sign_in(asked: m.AskToSignIn, request: Request, response: Response) -> m.SignedIn:
        """Sign in as a player. Play money of the guest you were stays with the guest."""
        browser = _browser(server, request)
        reply, token = await server.sign_ins.sign_in(browser, asked.name, asked.password)
        assert reply.person is not None
        server.cookie.sign_in(request, response, token)
        if browser.token is not None:
            hub.sign_out(token=browser.token)
        player = told(reply.person, reply.balance)
        return m.SignedIn(**player.model_dump(), left_behind=reply.left_behind)

    @app.delete("/v1/sessions/current", status_code=204, response_class=Response, responses=GONE)
    async def sign_out(person: Me, request: Request) -> Response:
        """Sign out here. What is connected to a table from here is closed at once."""
        token = str(_browser(server, request).token)
        await answer(house.sign_out(person.id, token))
        hub.sign_out(token=token)
        return server.cookie.take(Response(status_code=204))

    @app.delete("/v1/sessions", status_code=204, response_class=Response, responses=GONE)
    async def sign_out_everywhere(person: Me) -> Response:
        """Sign out of every browser, this one included."""
        await answer(house.sign_out_all(person.id))
        hub.sign_out(person.id)
        return server.cookie.take(Response(status_code=204))


# Limits


def _add_limits(app: FastAPI, server: Server) -> None:
    house = server.house

    @app.get("/v1/people/me/limits", response_model=m.LimitFigures)
    async def limits(person: Me) -> m.LimitFigures:
        """The limits that you have set, what is used of them, and what waits."""
        return await now(person.id)

    @app.post("/v1/people/me/limits", response_model=m.LimitFigures)
    async def set_limit(person: Me, asked: m.AskForLimit) -> m.LimitFigures:
        """Set a limit: a tighter one holds at once, a looser one after 24 hours."""
        await answer(house.set_limit(person.id, *asked.model_dump().values()))
        await server.hub.tell_standing(person.id)
        return await now(person.id)

    @app.post("/v1/people/me/exclusion", response_model=m.LimitFigures)
    async def exclude(person: Me, asked: m.AskForExclusion, request: Request) -> m.LimitFigures:
        """Take a break: no bets are taken until it is over. It can't be made shorter."""
        asks = partial(house.exclude, person.id, asked.id, asked.days)
        carried_out(await server.refusals.reply(address_of(request), asks))
        await server.hub.tell_standing(person.id)
        return await now(person.id)

    async def now(person: str) -> m.LimitFigures:
        reply = await answer(house.limits_of(person))
        assert reply.limits is not None
        return _figures(reply.limits)


def _figures(told: LimitsNow) -> m.LimitFigures:
    held, waits = in_force(told.limits, told.now), waiting(told.limits, told.now)
    until = told.excluded_until if told.excluded_until > told.now else None
    return m.LimitFigures(
        limits=[
            _figure(told, kind, period, amount, waits.get((kind, period)))
            for (kind, period), amount in sorted(held.items())
        ],
        excluded=until is not None,
        excluded_until=None if until is None or until >= FOR_GOOD else until // MILLISECOND,
    )


def _figure(told: LimitsNow, kind: str, period: str, amount: int, wait: Any) -> m.LimitFigure:
    usage = told.used[period]
    if kind == TIME:
        used = usage.played // (1_000 * MILLISECOND)
    else:
        used = told.covered + (usage.lost if kind == LOSS else usage.staked)
    waits = None
    if wait is not None:
        waits = m.WaitingLimit(amount=wait.amount, effective=wait.effective // MILLISECOND)
    return m.LimitFigure.model_validate(
        {
            "kind": kind, "period": period, "amount": amount, "used": used,
            "left": max(amount - used, 0), "renews": usage.period.ends // MILLISECOND,
            "waiting": waits,
        }
    )  # fmt: skip
