"""Days of play in a real house: bots, the office, the ledger and the journal, at full speed.

Everything follows from one seed, the house's randomness and clock included, so that a rehearsal
can be repeated to the byte. It fills a house to look at, and it is a test at the same time: what
was answered is held against what is answered later, through crashes and repeated commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house.keys.sealing import create_key
from pitboss.house.keys.secret_files import SECRET_BYTES, create_secret
from pitboss.house.keys.signing import SIGNING_KEY
from pitboss.house.requests import Asked, Reply
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.storage.disk import make_folder
from pitboss.house.storage.opening import KEY
from pitboss.rehearsal.bots import Bot
from pitboss.rehearsal.mishaps import Crash, Mishaps, crashing

DEMO = Path(__file__).with_name("demo.toml")
START = 1_767_247_200_000_000  # The first of January 2026, 06:00 UTC.
WINDOW = 30_000_000  # Who speaks within half a minute is carried out in one group.
DAY = 86_400_000_000

Progress = Callable[[int, int], None]  # Days played, and days in all.


class BrokenPromise(Exception):
    """The house went back on something that it had acknowledged."""


@dataclass
class Rehearsal:
    """What was played, and what went wrong meanwhile."""

    days: int
    tables: int
    commands: int = 0
    groups: int = 0
    rounds: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    mishaps: Counter[str] = field(default_factory=Counter)


def rehearse(
    folder: Path,
    settings: HouseSettings,
    days: int,
    tables: int,
    seed: int = 0,
    url: str | sa.URL | None = None,
    with_mishaps: bool = True,
    progress: Progress = lambda played, days: None,
) -> Rehearsal:
    """Play so many days at so many tables in a new house."""
    make_folder(folder)
    rehearsal = _Days(folder, settings, tables, seed, url, with_mishaps)
    for day in range(1, days + 1):
        rehearsal.play_until(START + day * DAY)
        progress(day, days)
    return rehearsal.finish(days)


class _Days:
    """The house while it is played in."""

    def __init__(
        self,
        folder: Path,
        settings: HouseSettings,
        tables: int,
        seed: int,
        url: str | sa.URL | None,
        with_mishaps: bool,
    ) -> None:
        self.folder, self.settings, self.url = folder, settings, url
        self.chance = Random(f"{seed}/house")
        self.now = START
        self.mishaps = Mishaps(Random(f"{seed}/mishaps"), with_mishaps, DAY // WINDOW)
        if not (folder / KEY).exists():
            create_key(folder / KEY, self.chance.randbytes(SECRET_BYTES))
        if not (folder / SIGNING_KEY).exists():
            create_secret(folder / SIGNING_KEY, self.chance.randbytes(SECRET_BYTES))
        offers = list(settings.offers)
        self.bots = [
            Bot(number, offers[number % len(offers)], Random(f"{seed}/{number}"), START)
            for number in range(tables)
        ]
        self.done = Rehearsal(0, tables)
        self.house = self.open()

    def open(self) -> House:
        return House(
            self.folder,
            self.url,
            clock=self.clock,
            randomness=self.chance.randbytes,
            nonces=self.chance.randbytes,
            settings=self.settings,
        )

    def clock(self) -> int:
        return self.now + self.mishaps.clock_offset

    def play_until(self, end: int) -> None:
        while self.now < end:
            self.now = max(self.now, min(bot.due for bot in self.bots))
            if self.now >= end:
                return
            self.now += WINDOW
            self.mishaps.move_clock()
            speaking = [bot for bot in self.bots if bot.due <= self.now]
            self.commit(speaking)

    def commit(self, bots: list[Bot]) -> None:
        """One group: what each of these bots says, and some of it a second time."""
        batch = [bot.next() for bot in bots]
        again = [
            self.mishaps.chance.choice(bot.earlier)
            for bot in bots
            if bot.earlier and self.mishaps.repeats()
        ]
        try:
            with crashing(self.house, self.mishaps.crash()):
                replies = self.house.office.commit([*batch, *(asked for asked, _ in again)])
        except Crash:
            self.house.close()
            self.mishaps.tear_heads(self.folder)
            self.house = self.open()
            return  # Nobody was answered: they say it again.
        for bot, reply in zip(bots, replies, strict=False):
            self.answer(bot, _answered(reply))
        for (asked, first), reply in zip(again, replies[len(bots) :], strict=True):
            _is_the_same(asked, first, _answered(reply))
        self.done.commands += len(batch) + len(again)
        self.done.groups += 1

    def answer(self, bot: Bot, reply: Reply) -> None:
        if reply.refusal is not None:
            self.done.refused[reply.refusal.code] += 1
        bot.hears(reply, self.now)

    def finish(self, days: int) -> Rehearsal:
        tables = [bot.standing for bot in self.bots if bot.standing is not None]
        self.done.days = days
        self.done.rounds = sum(table.round.number for table in tables)
        self.done.mishaps = self.mishaps.happened
        self.house.close()
        return self.done


def _answered(reply: Reply | PitbossError) -> Reply:
    if isinstance(reply, PitbossError):
        raise reply
    return reply


def _is_the_same(asked: Asked, first: Reply, again: Reply) -> None:
    if not again.is_repeated or again.refusal != first.refusal:
        raise BrokenPromise(f"{asked} was answered otherwise when it was said again.")
