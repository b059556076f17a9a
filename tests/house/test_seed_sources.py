"""Every seed comes from 32 bytes of the system's secure source: by the code, and by playing.

A seed of 32 bits or one made of the time gives decks that look fair. It is found here.
"""

import inspect
import os
import re

import pytest

from pitboss.house import House
from pitboss.house.events import SeedRevealed
from pitboss.house.tables.shuffle import SEED_BYTES
from tests.support.houses import GAMES, Clock, Guest, main_of
from tests.support.seed_sources import all_sources, findings, is_production, reached

PRACTICE, HOUSE, DESK, SHUFFLE, SERVE = (
    "pitboss.house.tables.practice", "pitboss.house.house", "pitboss.house.office.table_desk",
    "pitboss.house.tables.shuffle", "pitboss.server.serve",
)  # fmt: skip
DRAWN = "secret = self.randomness(SEED_BYTES)"
PASSED_ON = "clocks, randomness, signing,"
SOURCES = all_sources()


def test_no_seed_comes_from_anywhere_else():
    assert findings(SOURCES) == []


def test_the_rule_reads_every_module_that_plays():
    modules = reached(SOURCES)
    assert {module for module in SOURCES if is_production(module)} <= modules.keys()
    assert {PRACTICE, HOUSE, DESK, SHUFFLE, SERVE, "pitboss.cards.deck"} <= modules.keys()
    assert "pitboss.table.settlement" in modules  # Reached by what they import.
    assert not any(module.startswith("pitboss.testing") for module in modules)


PLANTS = {
    "32 bits, filled up with zeros": (
        PRACTICE, DRAWN, "secret = self.randomness(4).rjust(SEED_BYTES, bytes(1))"),
    "32 bits, hashed": (
        PRACTICE, DRAWN, "secret = hashlib.sha256(self.randomness(4)).digest()"),
    "32 bits, stretched by a generator": (
        PRACTICE, DRAWN, "secret = Twister(self.randomness(4)).randbytes(SEED_BYTES)"),
    "32 bits, as the size": (SHUFFLE, "SEED_BYTES = 32", "SEED_BYTES = 4"),
    "32 bits, cut afterwards": (
        PRACTICE, DRAWN, f"{DRAWN}\n        secret = secret[:4] + bytes(28)"),
    "32 bits, in the deck alone": (
        PRACTICE, "deck(seed.secret,", "deck(seed.secret[:4] + bytes(28),"),
    "32 bits, from the house on": (
        HOUSE, PASSED_ON, PASSED_ON.replace(" randomness", " lambda n: randomness(4) * (n // 4)")),
    "the time, hashed": (
        PRACTICE, DRAWN, "secret = hashlib.sha256(str(time.time_ns()).encode()).digest()"),
    "the time, by the house's clock": (
        PRACTICE, DRAWN, "secret = self.clock().to_bytes(SEED_BYTES)"),
    "the time, instead of the randomness": (
        HOUSE, PASSED_ON, PASSED_ON.replace(" randomness", " lambda n: clock().to_bytes(n)")),
    "the time, at the table desk": (
        DESK, "self._randomness = key, randomness", "self._randomness = key, by_time(clock)"),
    "the time, when the server starts": (
        SERVE, "House(folder, url, ", "House(folder, url, randomness=by_time, "),
    "another generator, as the default": (
        HOUSE, "randomness: Randomness = os.urandom",
        "randomness: Randomness = Twister().randbytes"),
    "another generator, imported": (HOUSE, "import os", "import os\nimport random"),
    "another generator, in a function": (
        PRACTICE, DRAWN, f"from random import randbytes\n        {DRAWN}"),
    "another generator, of numpy": (
        "pitboss.cards.deck", "DECK = 52", "DECK = 52\nCHANCE = np.random.default_rng()"),
    "another generator, under the same name": (
        PRACTICE, "from typing import NamedTuple", "from weak import bytes_of as randomness"),
    "another generator, by its name as a text": (
        PRACTICE, DRAWN, f'setattr(self, "randomness", weak)\n        {DRAWN}'),
    "another generator, over the system's": (
        HOUSE, "def wall_clock", "os.urandom = weak\n\n\ndef wall_clock"),
    "another secret than the sealed one": (
        PRACTICE, "Seed(number, promise, secret)", "Seed(number, promise, bytes(32))"),
    "another secret, sealed": (PRACTICE, "self.key.seal(secret,", "self.key.seal(bytes(32),"),
    "a seed that is exchanged": (
        PRACTICE, "Seed(number, promise, secret)",
        "Seed(number, promise, secret)._replace(secret=weak)"),
}  # fmt: skip


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_source_is_caught(plant):
    module, text, planted = PLANTS[plant]
    assert SOURCES[module].count(text) == 1, "the plant has no place in the source any more"
    found = findings({**SOURCES, module: SOURCES[module].replace(text, planted)})
    assert found
    assert all(re.match(r"pitboss[\w.]+:\d+: ", finding) for finding in found)


# By playing


def test_the_default_is_the_systems_secure_source():
    assert inspect.signature(House).parameters["randomness"].default is os.urandom
    assert SEED_BYTES * 8 == 256


def test_every_seed_of_play_is_32_bytes_as_they_were_drawn(tmp_path):
    drawn = []

    def randomness(size):
        drawn.append(os.urandom(size))
        return drawn[-1]

    events = []
    with House(tmp_path, clock=Clock(), randomness=randomness) as house:
        for game in GAMES:
            guest = Guest(house, game, token=game)
            for _ in range(4):
                events += guest.deal({1: {main_of(game): 500}}).events
                if (reply := guest.decide_all()) is not None:
                    events += reply.events
    revealed = [event.seed for event in events if isinstance(event, SeedRevealed)]
    assert len(revealed) == 4 * len(GAMES)
    seeds = [secret.hex() for secret in drawn if len(secret) == SEED_BYTES]
    # Each as drawn, in the same order, none twice; and one more for the round to come of each game.
    assert [seed for seed in seeds if seed in set(revealed)] == revealed
    assert len(set(seeds)) == len(seeds) == 5 * len(GAMES)
