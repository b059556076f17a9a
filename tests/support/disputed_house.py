"""A house with every kind of round that a dispute desk may be asked about."""

import random

from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import sqlite_url
from pitboss.house.tables.practice import PlayHand
from pitboss.play import commands as c
from tests.support.houses import EXPIRES_AFTER, GAMES, Clock, Guest, opened, play_by_chance
from tests.support.led_tables import Books, LedTable
from tests.support.playing import DEALS, SUPERVISOR

POKER, PRIME, PICTURES, PROSPERITY, LUCKY = (
    "three-card-poker", "three-card-prime", "three-pictures", "prosperity-3-pictures",
    "lucky-three-pictures",
)  # fmt: skip
ANNA, BEN = "ANNA00000001", "BEN000000002"


class Ticking(Clock):
    """Seven seconds go by with every look at the clock."""

    def __call__(self):
        self.now += 7 * SECOND
        return super().__call__()


def disputed_house(folder, url=None, commands=30):
    """Practice tables played by chance, guests who stay away, and tables led by a dealer."""
    clock = Ticking()
    with opened(folder, clock=clock, url=url) as house:
        gone = Guest(house, POKER, "gone")  # Their time runs out in the middle of a hand.
        gone.deal({1: {"ante": 500, "pair-plus": 100}, 2: {"ante": 1000}})
        gone.ask(PlayHand(1))
        for game, side in ((LUCKY, "lucky-tie"), (PICTURES, "tie")):
            left = Guest(house, game, f"left {game}")  # Their bets are still open.
            left.stake({1: {"initial": 500}})
            left.stake({1: {"initial": 2500, side: 300}})
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        for number, game in enumerate(GAMES):
            guest = Guest(house, game, f"guest of {game}")
            play_by_chance(guest, random.Random(number), commands)
            guest.stake({2: {guest.look().table.setup.first: 1500}})
        two = [Guest(house, game, "two games") for game in (POKER, PROSPERITY)]
        chance = random.Random(9)
        for _ in range(6):
            for guest in two:
                play_by_chance(guest, chance, 3)
        Guest(house, PRIME, "looking").deal({2: {"ante": 500, "prime": 100}, 3: {"ante": 1500}})
    with Books(url or sqlite_url(folder / "house.db")) as books:
        led_tables(books)


def led_tables(books):
    """Incidents, a void, a late correction, a shared box, hands that ran out of time."""
    books.person(ANNA, 901)
    books.person(BEN, 902)
    void = LedTable(books, "VOIDED01", ANNA, POKER)
    void.open().bet(1, ANNA, amount=5000).bet(2, BEN, amount=700).close().deal()
    void.ruled("deck-count")
    void.open().bet(1, ANNA, amount=300).play_out(jackpot=500_000)
    late = LedTable(books, "LATE0001", ANNA, PICTURES, returned="face-up")
    late.open().bet(1, ANNA, amount=2000).bet(2, BEN, amount=900).play_out()
    late.open().bet(1, ANNA, amount=100)
    paid = next(paid for paid in late.round.before.payments if paid.bettor == ANNA)
    fix = c.CorrectPayment(
        SUPERVISOR, 1, ANNA, paid.wager, paid.net + 250, "A chip was short.", round=1
    )
    late.say(fix)
    late.play_out()
    shared = LedTable(books, "SHARED01", ANNA, LUCKY)
    shared.open().bet(1, ANNA, amount=1000, seated=True).bet(1, BEN, amount=600)
    shared.bet(1, BEN, "lucky-tie", 250).play_out()
    slow = LedTable(books, "SLOW0001", BEN, PRIME)
    slow.open().bet(1, BEN, amount=800).close().deal().run_out_of_time().show_all().settle()
    slow.say(c.OpenBets(DEALS))
