"""How many refusals an address may leave in the journal, so that they can't fill the disk.

Guests are free to make, so counting by guest would bound nothing. An address that has used up its
allowance may still play: only commands that are refused fail, with `rate/refusals`, and leave
nothing behind. So a neighbour at the same address can't keep a player from deciding a hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from pitboss.errors import PitbossError
from pitboss.house.requests import Reply
from pitboss.server.guests import Allowance, Buckets, TooFast

UNWRITTEN = "rate/refusals"  # Of the house: a refusal that was not to be written down.


class RefusalGuard:
    def __init__(self, allowance: Allowance) -> None:
        self._buckets = Buckets(allowance)

    async def reply(self, address: str, ask: Callable[[bool], Future[Reply]]) -> Reply:
        """The reply to a command. `ask` is told whether its refusal may be written down.

        Each command counts as refused until its reply has come: otherwise many commands at once
        could leave more refusals than are left.
        """
        is_counted = self._buckets.take(address)
        try:
            reply = await asyncio.wrap_future(ask(is_counted))
        except PitbossError as error:  # It left no entry.
            self._give_back(address, is_counted)
            if error.code == UNWRITTEN:
                wait = self._buckets.wait(address)
                raise TooFast(error.code, error.message, wait) from None
            raise
        if reply.refusal is None or reply.is_repeated:
            self._give_back(address, is_counted)
        return reply

    def _give_back(self, address: str, is_counted: bool) -> None:
        if is_counted:
            self._buckets.give_back(address)
