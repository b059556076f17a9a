"""Trials of a house whose players have wallets: over bad lines, and stopped at any point."""

import random
import threading
from collections import Counter
from dataclasses import replace
from itertools import count

import sqlalchemy as sa

from pitboss.errors import HouseIsStopped
from pitboss.house import House
from pitboss.house.office import errands
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.ledger import WALLET, player, transit
from pitboss.house.settings.house_settings import WalletSettings
from pitboss.house.storage.schema import WALLET_CALLS
from pitboss.house.tables.recovery import events_of
from pitboss.play import Ledger
from pitboss.play.events import EVENTS
from tests.support.house_child import together
from tests.support.house_trials import killed
from tests.support.houses import (
    GAMES,
    PRACTICE,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    opened,
    random_command,
    watch_commits,
)
from tests.support.serving import wait_until
from tests.support.wallets import secret_file, served_wallet

PLAYERS = 3  # Of a process that is killed.
FUNDS = 200_000


class Player(Guest):
    """An operator's player at one table."""

    def __init__(self, house, wallet_id="p-1", game=GAMES[0], sitting=""):
        self.house, self.game, self.wallet_id = house, game, wallet_id
        token = hash_of_token(f"{wallet_id} {sitting or game}")
        self.person = house.launch(token, wallet_id, f"Player {wallet_id}").result(30).person
        self.id = self.person.id
        self.table = house.sit(self.id, game).result(30).table
        self._count = 0

    def ask_later(self, command, id=None):
        self._count += 1
        return self.house.ask(self.id, self.table, id or f"c{self._count}", command)


# Dying


class Dead(Exception):
    """The process is gone, at this very point."""


class Crash:
    """Lets a house die at the nth point: before or after a commit, or a call to the wallet."""

    def __init__(self, at=0):
        self.at, self.reached, self.is_over = at, 0, False
        self._lock = threading.Lock()

    def point(self):
        with self._lock:
            self.reached += 1
            self.is_over = self.is_over or self.reached == self.at
            if self.is_over:
                raise Dead

    def watch(self, house):
        statements = house.office.statements
        watch_commits(house, self.point)
        commit = statements.commit

        def committed():
            commit()
            self.point()

        statements.commit = committed

    def wallet(self, inner):
        crash = self

        class Dying:
            def __getattr__(self, name):
                def call(*arguments):
                    crash.point()
                    answer = getattr(inner, name)(*arguments)
                    crash.point()
                    return answer

                return call

        return Dying()


def open_calls(house):
    with house.reading.connect() as connection:
        return connection.execute(sa.select(WALLET_CALLS)).all()


def wait_for_calls(house, crash=None):
    """Until no call is open, or the house is dead."""
    wait_until(lambda: not open_calls(house) or (crash is not None and crash.is_over))


# Books


def results(engine):
    """By person: what all their rounds came to, bets that lie on a felt taken as lost.

    From the plain ledger of the round, which knows nothing of accounts and wallets.
    """
    ledger = Ledger()
    for entry in entries_of(engine):
        for event in events_of(entry):
            if type(event).__name__ in EVENTS:
                ledger.post(event)
    people = {*ledger.staked, *ledger.returned, *ledger.paid}
    return {who: ledger.returned[who] + ledger.paid[who] - ledger.staked[who] for who in people}


def assert_books_agree(house, balances, funds):
    """The wallet's books and ours, to the unit, where no call is open.

    `balances` are what is in the wallet and `funds` what was there at first, by wallet id.
    """
    ours, won = balances_of(house.engine), results(house.engine)
    people = people_with_wallets(house)
    for person, wallet_id in people.items():
        here = ours.get(player(person), 0) + ours.get(transit(person), 0)
        assert balances[wallet_id] + here == funds[wallet_id] + won.get(person, 0)
    assert ours.get(WALLET, 0) == sum(balances.values()) - sum(funds.values())
    assert sum(ours.values()) == 0


def people_with_wallets(house):
    query = sa.text("SELECT id, wallet_id FROM people WHERE wallet_id IS NOT NULL")
    with house.reading.connect() as connection:
        return {row.id: row.wallet_id for row in connection.execute(query)}


# Killed


def play(house, number, seed, line, _):
    """One player of a child, at several tables; a line is said after each answer."""
    chance = random.Random(f"{seed}/{number}")
    seats = [Player(house, f"p-{number}", game, f"{seed} {game}") for game in GAMES]
    for step in count():
        seat = chance.choice(seats)
        command = random_command(chance, seat.look().table)
        reply = seat.ask(command, f"{seed}-{number}-{step}")
        line.say(reply.refusal.code if reply.refusal else "done")


def play_on(line, folder, url, secret_file, seed):
    """What a child does until it is killed; the wallet is another process's, and lives on."""
    errands.FIRST_WAIT = 0.01
    settings = replace(PRACTICE, wallet=WalletSettings(url, secret_file))
    together(House(folder, settings=settings), seed, line, PLAYERS, play=play)


def kill_while_it_plays(folder, kills, seed=0):
    """Kill a playing process again and again, while its wallet lives on; then the books agree."""
    chance, said = random.Random(seed), Counter()
    folder.mkdir(exist_ok=True)
    secret = secret_file(folder)
    place, ids = folder / "house", [f"p-{number}" for number in range(PLAYERS)]
    funds = dict.fromkeys(ids, FUNDS)
    with served_wallet(folder / "wallet.db") as wallet:
        for id in ids:
            wallet.open_account(id, FUNDS)
        for cycle in range(kills):
            given = place, wallet.url, str(secret), f"{seed}-{cycle}"
            said.update(words[0] for words in killed(chance, play_on, *given))
            with opened(place, seed=cycle, wallet=wallet) as house:
                assert_in_order(place)
                wait_for_calls(house)
                assert_books_agree(house, {id: wallet.balance(id) for id in ids}, funds)
    return assert_in_order(place), said


# Over a bad line


def play_over_a_bad_line(place, wallet, steps, seed, players=4, crashes=3):
    """Random play of several people, all at once; the house dies and opens again a few times."""
    chance = random.Random(seed)
    ids = [f"p-{number}" for number in range(players)]
    for id in ids:
        wallet.open_account(id, FUNDS)
    refusals, died = Counter(), 0
    lasts, played = max(steps // (crashes + 1), 1), 0
    sitting = 0
    while played < steps:
        # The last time it lives on.
        crash = Crash(chance.randint(20, 30 * lasts) if played + lasts < steps else 0)
        house = opened(**place, seed=seed + sitting, wallet=crash.wallet(wallet))
        crash.watch(house)
        try:
            seats = [
                Player(house, id, game, f"{sitting} {game}")
                for id in ids
                for game in chance.sample(GAMES, 2)
            ]
            guest = Guest(house, GAMES[0], "somebody with play money")
            tables = {seat: seat.look().table for seat in seats}
            for step in range(lasts):
                guest.ask_later(random_command(chance, guest.look().table), f"g{sitting}-{step}")
                waiting = []
                for seat in seats:
                    command, id = random_command(chance, tables[seat]), f"{sitting}-{step}"
                    times = 1 + (chance.random() < 0.2)
                    waiting += [(seat, seat.ask_later(command, id)) for _ in range(times)]
                for seat, later in waiting:
                    reply = later.result(60)
                    tables[seat] = reply.standing.table
                    refusals[reply.refusal.code if reply.refusal else None] += 1
                played += 1
        except HouseIsStopped:
            died += 1
            played += 1
        finally:
            house.close()
        sitting += 1
        assert_in_order(**place)
    return refusals, died


def settle_up(place, wallet, funds):
    """The line is good again: everything arrives, and the books agree."""
    wallet.rate = 0
    with opened(**place, seed=99, wallet=wallet) as house:
        wait_for_calls(house)
        wallet.arrive()  # Whatever was held up on the line since.
        assert_books_agree(house, wallet.inner.balances, funds)
    return assert_in_order(**place)
