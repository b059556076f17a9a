"""Sign-ins: passwords are checked here, a few at a time, before the house hears of them.

Whether a name is unknown or a password wrong, the same work is done and the same is said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.office.player_desk import wrong_sign_in
from pitboss.house.people.passwords import Passwords
from pitboss.house.people.player_names import key_of
from pitboss.house.requests import ChangePassword, Reply, SignIn
from pitboss.server.guests import TooFast, new_token, token_hash
from pitboss.server.sign_in_guard import SignInGuard

log = logging.getLogger(__name__)

MOST_WAITING = 32
P = ParamSpec("P")
T = TypeVar("T")


class Lane:
    """One hash at a time, for it takes much memory; a few may wait."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)
        self._waiting = 0

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        if self._waiting >= MOST_WAITING:
            message = "Many people sign in at this moment: try again in a few seconds."
            raise PitbossError("rate/busy", message)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await run_in_threadpool(work, *given, **named)
        finally:
            self._waiting -= 1


class Browser(NamedTuple):
    """What a browser shows: where it is, its token, and those of earlier sign-ins."""

    address: str
    token: str | None  # The hash of the one it is known by.
    earlier: tuple[str, ...] = ()  # Hashes, too.


class SignIns:
    """`passwords` and `guard` are the server's own; only tests bring others."""

    def __init__(self, house: House, guard: SignInGuard, passwords: Passwords) -> None:
        self._house, self._guard, self._passwords = house, guard, passwords
        # Whoever is known here does not wait behind those who are not.
        self._known, self._unknown = Lane(), Lane()

    async def hash(self, password: str) -> str:
        """For somebody who is here already."""
        return await self._known.run(self._passwords.hash, password)

    async def sign_in(self, browser: Browser, name: str, password: str) -> tuple[Reply, str]:
        """The reply of the house, and the new token; raises if they do not go together."""
        player = await run_in_threadpool(self._house.player_named, name)
        person, kept = player or ("", None)
        earlier = await run_in_threadpool(self._house.signed_in_with, person, browser.earlier)
        counted = browser.address, key_of(name) or name[:64], earlier
        if not self._guard.begin(*counted):
            message = (
                "Too many attempts failed: wait ten minutes, or use a browser in which you have "
                "signed in before."
            )
            raise TooFast("rate/sign-in", message, self._guard.wait(*counted))
        lane = self._unknown if earlier is None else self._known
        is_right = await lane.run(self._passwords.is_right, kept, password)
        if not is_right or kept is None:
            log.warning("a sign-in from %s failed (%s)", browser.address, person or "no player")
            raise wrong_sign_in()
        self._guard.succeeded(*counted)
        newer = kept
        if self._passwords.is_outdated(kept):
            newer = await lane.run(self._passwords.hash, password)
        token = new_token()
        asked = SignIn(kept, newer, str(token_hash(token)), browser.token or "")
        return await asyncio.wrap_future(self._house.sign_in(person, asked)), token

    async def change_password(
        self, person: str, id: str, browser: Browser, name: str, old: str, new: str
    ) -> tuple[Reply, str]:
        """The same for a new password, which takes the old one."""
        counted = browser.address, key_of(name) or "", browser.token
        if not self._guard.begin(*counted):
            message = "Too many attempts failed: wait ten minutes."
            raise TooFast("rate/sign-in", message, self._guard.wait(*counted))
        player = await run_in_threadpool(self._house.player_named, name)
        kept = None if player is None else player.password
        if kept is None or not await self._known.run(self._passwords.is_right, kept, old):
            log.warning("a change of password from %s failed (%s)", browser.address, person)
            raise PitbossError("player/old-password", "That is not your password.")
        self._guard.succeeded(*counted)
        token = new_token()
        asked = ChangePassword(kept, await self.hash(new), str(token_hash(token)))
        return await asyncio.wrap_future(self._house.change_password(person, id, asked)), token
