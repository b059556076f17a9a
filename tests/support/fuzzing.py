"""Messages that nobody would send: valid ones, mutated. Whatever is said, a house must stand."""

from __future__ import annotations

import gc
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from pitboss.house import House
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import verify
from pitboss.rulebooks import RULEBOOKS
from tests.support.serving import Client, TableSocket, served

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 99, 500, 501, 1_000, 50_000, 50_001, 2**31, 2**53, 2**63,
    10**30, 1.0, 5e2, 1e400, float("nan"), -0.0, "", "0", "1", "2", "02", "two", "stake", "deal",
    "\x00", "\ud800", "é", "a" * 64, "a" * 65, "ab" * 32, [], [1], {}, {"2": {}}, {"initial": 500},
    {"2": {"ante": 500}}, [[[[[[]]]]]], {"a": {"a": {"a": {}}}},
]  # fmt: skip
KEYS = ["id", "command", "boxes", "box", "entropy", "person", "1", "2", "3", "__proto__", ""]
MOST_GROWTH = 32 << 20  # Bytes: caches fill up for some time.
COMMANDS = ["stake", "deal", "play", "fold", "expire", "configure", "look", "grant", ""]


class Fuzzer:
    """A source of messages, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.ids: list[str] = []

    def message(self, table: TableSocket) -> str:
        """A message, valid or not, for a table as it stands."""
        valid = self.valid(table)
        kind = self.random.random()
        if kind < 0.35:
            return json.dumps(valid)
        if kind < 0.85:
            for _ in range(self.random.choice((1, 1, 2, 5))):
                valid = self.mutated(valid)
            return json.dumps(valid)
        if kind < 0.95:
            return self.scrambled(json.dumps(valid))
        return "".join(
            chr(self.random.randrange(0x2_000)) for _ in range(self.random.randrange(99))
        )

    def valid(self, table: TableSocket) -> Any:
        """A message as it should be; often in its time, sometimes not, sometimes said before."""
        choose = self.random.choice
        id = choose(self.ids) if self.ids and self.random.random() < 0.05 else self.new_id()
        commands = table.now["commands"] if self.random.random() < 0.8 else COMMANDS[:4]
        command = commands[-1] if self.random.random() < 0.5 else choose(commands)
        said: dict[str, Any] = {"id": id, "command": command}
        if command in ("play", "fold"):
            said["box"] = choose([hand["box"] for hand in table.now["allowed"]["hands"]] or [2])
        if command == "deal":
            said["entropy"] = self.random.randbytes(32).hex()
        if command == "stake" or (command == "deal" and self.random.random() < 0.5):
            said["boxes"] = self.stakes(table)
        return said

    def new_id(self) -> str:
        self.ids = [*self.ids[-50:], f"f{self.random.getrandbits(64):x}"]
        return self.ids[-1]

    def stakes(self, table: TableSocket) -> dict[str, dict[str, int]]:
        boxes: dict[str, dict[str, int]] = {}
        for bet in self.random.sample(bets := table.now["allowed"]["bets"], k=min(3, len(bets))):
            least, most = self.random.choice(bet["ranges"])
            amount = self.random.choice((least, least, min(most, least + bet["step"])))
            box = boxes.setdefault(str(bet["box"]), {})
            box[bet["wager"]] = amount
            if bet["needs"] and self.random.random() < 0.9:
                box.setdefault(bet["needs"], 500)
        return boxes

    def mutated(self, value: Any) -> Any:
        """The same with something changed, somewhere."""
        choose = self.random.choice
        if isinstance(value, dict) and value:
            key = choose([*value])
            kind = self.random.randrange(6)
            if kind == 0:
                return {name: part for name, part in value.items() if name != key}
            if kind == 1:
                return {**value, choose(KEYS): choose(JUNK)}
            if kind == 2:
                return {(choose(KEYS) if name == key else name): v for name, v in value.items()}
            return {**value, key: self.mutated(value[key])}
        if isinstance(value, str) and self.random.random() < 0.3:
            return choose(COMMANDS)
        if isinstance(value, int) and self.random.random() < 0.5:
            return value + choose((-1, 1, 2, -value, 10**6))
        return choose(JUNK)

    def scrambled(self, text: str) -> str:
        """The text with characters lost, doubled, exchanged or cut off."""
        at = self.random.randrange(len(text))
        return self.random.choice(
            (
                text[:at],
                text[:at] + text[at + 1 :],
                text[:at] + text[at] * 3 + text[at + 1 :],
                text[:at] + chr(self.random.randrange(0xD800)) + text[at:],
                text + text,
                text.replace('"', "'"),
                text.upper(),
            )
        )


def survive(folder: Path, messages: int, seed: int) -> Counter[str]:
    """Say so many messages to a house in this folder. Afterwards it stands, and holds no more
    memory than before; returns what was answered how often."""
    with served(folder) as server:
        fuzzer, answers = Fuzzer(seed), Counter[str]()
        guest = Client(server.address)
        say(fuzzer, guest, messages // 2, answers)
        warm = memory()
        say(fuzzer, guest, messages - messages // 2, answers)
        assert memory() - warm < MOST_GROWTH
        check_house(server.house, folder)
    with House(folder) as house:
        check_house(house, folder)
    assert answers.total() == messages
    return answers


def say(fuzzer: Fuzzer, guest: Client, messages: int, answers: Counter[str]) -> None:
    """Say so many messages at a table of every game, and count what is answered."""
    tables = [guest.sit(game) for game in RULEBOOKS]
    for count in range(messages):
        at = fuzzer.random.randrange(len(tables))
        table = tables[at]
        if fuzzer.random.random() < 0.01:  # Not even text: it ends, and the next begins.
            noise = b"\xff" + fuzzer.random.randbytes(8)
            table.connection.send(noise, text=fuzzer.random.random() < 0.5)
            answers[_ended(table)] += 1
            tables[at] = guest.at(table.now["table"])
        else:
            table.send(fuzzer.message(table))
            answers[_code(table.hear())] += 1
        table.frames.clear()
        if table.now["balance"] < 1_000 and count % 10 == 0:
            guest.request("POST", "/v1/guests/me/grants", {"id": fuzzer.new_id()})
    for table in tables:
        table.connection.close()


def _code(message: dict[str, Any]) -> str:
    if message["type"] == "problem":
        return str(message["error"]["code"])
    refused = (message["answer"] or {}).get("refused")
    return str(refused["code"]) if refused else "done"


def _ended(table: TableSocket) -> str:
    try:
        while True:
            table.connection.recv(10)
    except ConnectionClosed as closed:
        return str(closed.rcvd and closed.rcvd.code)


def check_house(house: House, folder: Path) -> None:
    """Nothing has stopped, and everything in the books follows from what was said."""
    assert house.failure is None
    assert house.office.tables._broken == set()
    assert house.is_balanced()
    assert list(verify(folder, Counts())) == []


def memory() -> int:
    """What this process holds of the machine's memory, in bytes."""
    gc.collect()
    resident = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(resident) * 4_096
