"""Rounds that differ only in hidden cards, to see whether anything tells them apart.

Two houses have the same clock, the same ids and guests who say the same. Only the seeds differ:
for each table a pair of seeds is found whose decks give the player's box the same three cards, and
other cards elsewhere. Until a card is turned, whatever leaves either house or is written down has
to be the same to the byte, except for the sealed seed, its commitment, and the hashes that follow
from them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.office.guest_desk import PERSON_ID
from pitboss.house.office.table_desk import TABLE_ID
from pitboss.house.people.person import LETTERS
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TABLES, TRANSFERS
from pitboss.house.tables.shuffle import SEED_BYTES, deck
from tests.support.houses import settings_of
from tests.support.serving import ENTROPY, Answer, Client, Served, served

GAMES = ("three-card-poker", "three-card-prime")
STAKES = {
    "three-card-poker": {"2": {"ante": 500, "pair-plus": 100, "progressive": 250}},
    "three-card-prime": {"2": {"ante": 500, "prime": 100, "pair-bonus": 100, "all-six": 100}},
}
# The places of the only hand on the table. In Three Card Prime the fourth card, which nobody sees
# before it is turned, comes first.
OWN = {"three-card-poker": (0, 1, 2), "three-card-prime": (1, 2, 3)}
SECOND = 1_000_000
SECRET = re.compile(r"[0-9a-f]{16}:[0-9a-f]{24}:[0-9a-f]{96}|[0-9a-f]{64}")


class Pair(NamedTuple):
    """A table in both houses, and its two seeds."""

    game: str
    table: str
    seeds: tuple[bytes, bytes]


def pairs(guests: int) -> list[Pair]:
    """Two tables for each guest, in the order in which they are opened."""
    return [_pair(GAMES[number % len(GAMES)], number) for number in range(len(GAMES) * guests)]


def _pair(game: str, number: int) -> Pair:
    """By birthday: of some 460 decks two have the same three cards in these places."""
    table, fingerprint = _id(TABLE_ID, number), settings_of(game).fingerprint
    seen: dict[tuple[int, ...], bytes] = {}
    for attempt in count():
        seed = hashlib.sha256(f"{number} {attempt}".encode()).digest()
        cards = deck(seed, bytes.fromhex(ENTROPY), table, 1, fingerprint)
        own = tuple(cards[place] for place in OWN[game])
        if own in seen:
            return Pair(game, table, (seen[own], seed))
        seen[own] = seed
    raise AssertionError


def _digits(length: int, number: int) -> bytes:
    return bytes(number >> 5 * place & 31 for place in range(length))


def _id(length: int, number: int) -> str:
    """The id that a house makes of these bytes."""
    return "".join(LETTERS[byte] for byte in _digits(length, number))


class Randomness:
    """The same ids in every house, and the seeds of one side."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        self._people, self._tables, self._seeds = count(), count(), iter(seeds)

    def __call__(self, length: int) -> bytes:
        if length == SEED_BYTES:
            return next(self._seeds, bytes(SEED_BYTES))
        numbers = {PERSON_ID: self._people, TABLE_ID: self._tables}[length]
        return _digits(length, next(numbers))


class Heard(NamedTuple):
    """All that left one house or was written down: text, by where it was seen."""

    before: dict[str, str]  # Until the first card is turned.
    after: dict[str, str]  # By table, the message that turns the cards.


def play(folder: Path, rounds: Sequence[Pair], side: int, log: list[str]) -> Heard:
    """Play these rounds with the seeds of one side, and collect what can be seen of them."""
    now = [SECOND]
    randomness = Randomness([pair.seeds[side] for pair in rounds])
    before, after = dict[str, str](), dict[str, str]()
    with (
        _logged(log),
        served(folder, clock=lambda: now[0], randomness=randomness) as server,
        contextlib.ExitStack() as open_tables,
    ):
        Client(server.address, comes_in=False).get("/v1/lobby")
        server.house.sweep().result()  # What the house does by itself when it opens is done.
        tables = []
        for number, pair in enumerate(rounds):
            now[0] += SECOND
            if number % len(GAMES) == 0:
                guest = Client(server.address)
            talk = _Talk(guest, pair, now)
            tables.append(open_tables.enter_context(contextlib.closing(talk)))
            before |= {f"{pair.table} {what}": text for what, text in talk.until_decided().items()}
        before |= _written(server, folder)
        hidden = _derived(server)
        for talk in tables:
            after[talk.pair.table] = talk.decide()
    before |= {f"log {at}": line for at, line in enumerate(sorted(log))}
    return Heard({what: _normal(text, hidden) for what, text in before.items()}, after)


class _Talk:
    """What a guest says at a table, and all that is answered."""

    def __init__(self, guest: Client, pair: Pair, now: list[int]) -> None:
        self.guest, self.pair, self.now = guest, pair, now
        self.table = guest.sit(pair.game)
        assert self.table.now["table"] == pair.table

    def close(self) -> None:
        self.table.connection.close()

    def until_decided(self) -> dict[str, str]:
        round, stakes = f"{self.pair.table}-1", STAKES[self.pair.game]
        for at, (command, more) in enumerate(
            [
                ("play", {"box": 2}),
                ("stake", {"boxes": stakes}),
                ("deal", {"entropy": ENTROPY}),
                ("deal", {"entropy": ENTROPY}),
                ("stake", {"boxes": {}}),
                ("play", {"box": 1}),
                ("fold", {"box": 3}),
            ]
        ):
            self.now[0] += SECOND
            self.table.say(command, f"c{at}", **more)
        assert self.table.now["view"]["phase"] == "examining"
        with self.guest.at(self.pair.table) as again:
            frames = {"again": again.frames[0]}
        frames |= {f"frame {at}": frame for at, frame in enumerate(self.table.frames)}
        paths = (
            f"/v1/tables/{self.pair.table}/advice", f"/v1/rounds/{round}",
            f"/v1/rounds/{round}/text", "/v1/rounds", "/v1/guests/me",
        )  # fmt: skip
        return frames | {path: _as_text(self.guest.request("GET", path)) for path in paths}

    def decide(self) -> str:
        self.now[0] += SECOND
        self.table.ask("play", "last", box=2)
        return self.table.frames[-1]


def _as_text(answer: Answer) -> str:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{answer.status} {json.dumps(headers)} {answer.body.decode()}"


def _written(server: Served, folder: Path) -> dict[str, str]:
    """Every row about tables and money, and the file of heads."""
    written = {"heads": (folder / "heads").read_text("utf-8")}
    with server.house.reading.connect() as connection:
        for table in (JOURNAL, TRANSFERS, ACCOUNTS, TABLES):
            rows = connection.execute(sa.select(table).order_by(*table.primary_key)).all()
            assert rows
            written |= {f"{table.name} {at}": repr(row) for at, row in enumerate(rows)}
    return written


def _derived(server: Served) -> dict[str, str]:
    """What may differ, with names for it: seeds, commitments, hashes and guests' sign-ins."""
    names: dict[str, str] = {}
    columns = (JOURNAL.c.stream, JOURNAL.c.sequence, JOURNAL.c.hash, JOURNAL.c.events)
    with server.house.reading.connect() as connection:
        rows = connection.execute(sa.select(*columns))
        for stream, sequence, hash, events in rows:
            names[hash] = f"<hash {stream} {sequence}>"
            for event in json.loads(events):
                if event["event"] == "GuestCame":  # A browser's token is nobody's to repeat.
                    names[event["sign_in"]] = f"<sign-in {event['person']}>"
                if event["event"] == "SeedSealed":
                    names[event["commitment"]] = f"<commitment {stream} {event['round']}>"
                    names[event["sealed"]] = f"<sealed {stream} {event['round']}>"
    return names


def _normal(text: str, names: dict[str, str]) -> str:
    return SECRET.sub(lambda match: names.get(match[0], match[0]), text)


@contextlib.contextmanager
def _logged(lines: list[str]) -> Iterator[None]:
    """Collect what goes to the log, without the ports that connections happen to have."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(re.sub(r"127\.0\.0\.1:\d+", "client", record.getMessage()))

    handler, root = Handler(logging.INFO), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Where the two differ."""
    return [what for what in {**one, **other} if one.get(what) != other.get(what)]


def compared(folder: Path, guests: int) -> tuple[list[str], list[str], int]:
    """Where two houses differ before and after cards are turned, and how many rounds there were."""
    rounds = pairs(guests)
    one, other = (play(folder / str(side), rounds, side, []) for side in (0, 1))
    return (
        differences(one.before, other.before),
        differences(one.after, other.after),
        len(rounds),
    )
