"""A jackpot in the browser: seed and entropy are searched, so that the proof still holds."""

import hashlib
import itertools

from pitboss.cards.deck import number
from pitboss.house.tables.shuffle import deck
from pitboss.server.app import PAGE
from tests.browser.seat import bring_entropy
from tests.support.houses import METER_RESET, settings_of
from tests.support.serving import served

GAME = "three-card-poker"
ROYAL = {number("As"), number("Ks"), number("Qs")}


class Scripted:
    """Randomness that can be foretold: every call gives the next bytes of one stream."""

    def __init__(self):
        self.calls = itertools.count()

    def __call__(self, count):
        block = hashlib.sha256(f"{next(self.calls)}".encode()).digest()
        return (block * (count // 32 + 1))[:count]


def entropy_for(table, seed):
    """The player's entropy with which box 2 of the first round gets A K Q of spades."""
    fingerprint = settings_of(GAME).fingerprint
    tries = (hashlib.sha256(f"entropy {number}".encode()).digest() for number in itertools.count())
    return next(
        entropy for entropy in tries if set(deck(seed, entropy, table, 1, fingerprint)[:3]) == ROYAL
    )


def test_the_jackpot_is_paid_and_restarts(sit, browser, tmp_path):
    with served(tmp_path, page=PAGE, randomness=Scripted()) as server:
        seat = sit(GAME, server=server)
        seed = server.house.look(seat.person()["person"], seat.table).result().standing.table.seed
        chosen = entropy_for(seat.table, seed.secret)
        bring_entropy(seat.page, chosen)
        seat.tap("ante")
        seat.tap("progressive")
        seat.deal()
        seat.answered(seat.gold)
        (last,) = seat.rounds()
        payments = seat.replay(last["round"])["steps"][-1]["view"]["payments"]
        (jackpot,) = [payment for payment in payments if payment["from_meter"]]
        assert jackpot["from_meter"] >= METER_RESET
        seat.shows("meter", METER_RESET)
        seat.shows("balance", 100_000 + last["net"])
        seat.page.goto(f"{server.address}/rounds/{last['round']}/proof")
        seat.page.wait_for_selector('[data-proof="ok"]')
