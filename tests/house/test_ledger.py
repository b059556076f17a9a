"""The ledger of a table: balanced, never below zero, the felt just the bets that stand."""

from collections import Counter

import pytest

from pitboss.house import events as h
from pitboss.house.records.ledger import (
    BREAKAGE,
    ISSUE,
    Account,
    Balances,
    Overdraft,
    Transfer,
    accounts_of,
    book,
    player,
    receivable,
    transfers_around,
    transfers_of,
)
from pitboss.play import apply, start
from pitboss.play import commands as c
from pitboss.play.state import BETTING, OVER
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import TableMachine, walk
from tests.support.playing import MANAGER, SUPERVISOR, Table

POKER, PICTURES, LUCKY = "three-card-poker", "three-pictures", "lucky-three-pictures"
ACCOUNTS = accounts_of("T1")
FELT, BANK, METER = ACCOUNTS
RICH = 10**15


class Books:
    """A table's events booked one by one, and every rule of the ledger held to each step."""

    def __init__(self, people=("p1", "p2", "p3"), purse=RICH, meter=1_000_000):
        start = {player(who): purse for who in people}
        start[METER] = meter
        self.balances = Balances(start)
        self.start = Counter(start)
        self.transfers = []

    def follow(self, round, events):
        for event in events:
            self.transfers += book(self.balances, ACCOUNTS, round, event)
            round = apply(round, event)
        self.check(round)
        return round

    def check(self, round):
        now = {account: self.balances[account] for account in (*self.start, *self.balances.staged)}
        assert sum(now.values()) == sum(self.start.values())
        assert all(amount >= 0 for account, amount in now.items() if not account.may_be_negative)
        standing = 0
        if round.phase not in OVER:
            prices = () if round.phase == BETTING else round.setup.rules.prices
            standing = sum(stake for _, _, key, stake in round.bets() if key not in prices)
        assert self.balances[FELT] == standing

    def gained(self, who):
        return self.balances[player(who)] - self.start[player(who)] + self.balances[receivable(who)]


def booked(table, **told):
    books = Books(**told)
    books.follow(start(table.setup), table.events)
    return books


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_settled_round_leaves_the_felt_empty_and_pays_what_the_round_says(game):
    table = Table(game).to("settled")
    books = booked(table)
    assert {who: books.gained(who) for who in ("p1", "p2")} == table.nets()
    assert books.balances[FELT] == 0
    assert books.balances[BANK] == -sum(table.nets().values())


def test_half_of_a_stake_that_is_lost():
    """Three Pictures pays 1 to 2 on six points; the stake goes back whole."""
    table = Table(PICTURES, "Ks 2d 4c  2s 3s 4s  Kc Td 5h", readings={"deal-to": "staked"})
    books = booked(table.to("settled"))
    assert books.gained("p1") == 500
    reasons = [(t.reason, t.amount) for t in books.transfers if t.box == 1]
    assert reasons == [("stake", 1000), ("returned", 1000), ("winnings", 500)]


def jackpot():
    table = Table(POKER, "As Ks Qs  9c 7d 3h  Kd Jc 4s").open()
    table.bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2")
    return table.play_out(jackpot=1_000_050)


def test_the_price_goes_to_the_bank_and_its_part_to_the_meter_and_a_hit_is_paid_from_it():
    books = booked(jackpot())
    assert books.balances[METER] == 0
    progressive = [t for t in books.transfers if t.wager == "progressive"]
    assert [(t.debit, t.credit, t.amount, t.reason) for t in progressive] == [
        (player("p1"), FELT, 250, "stake"),
        (FELT, BANK, 250, "price"),
        (BANK, METER, 50, "contribution"),
        (METER, player("p1"), 1_000_050, "jackpot"),
    ]


def test_5_2_a_void_after_a_hit_is_made_good_and_everybody_is_where_they_were():
    table = jackpot()
    table.ruled("deck-count")
    books = booked(table)
    assert books.balances[METER] == 1_000_000
    assert (books.gained("p1"), books.gained("p2"), books.balances[BANK]) == (0, 0, 0)


def test_what_a_player_no_longer_has_is_a_receivable_and_never_a_negative_balance():
    table = Table(POKER, "Qs Qd 7h  9c 7d 3h  Qh 8c 4s").to("settled")
    books = booked(table, purse=2000)
    assert books.balances[player("p1")] == 4000
    books.balances.post([Transfer(player("p1"), ISSUE, 3500, "withdrawal")])
    round = table.round
    events = table.say(
        c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", -1000, "The hands were mixed.")
    )
    (first, rest) = book(books.balances, ACCOUNTS, round, events[0])
    assert (first.debit, first.amount) == (player("p1"), 500)
    assert (rest.debit, rest.credit, rest.amount) == (receivable("p1"), BANK, 1500)
    assert (books.balances[player("p1")], books.balances[receivable("p1")]) == (0, -1500)


def test_a_bet_beyond_the_balance_is_refused_whole():
    balances = Balances({player("p1"): 100})
    with pytest.raises(Overdraft) as refused:
        balances.post([
            Transfer(player("p1"), FELT, 60, "stake"), Transfer(player("p1"), FELT, 60, "stake"),
        ])  # fmt: skip
    assert (refused.value.account, refused.value.lacking) == (player("p1"), 20)
    assert balances.staged == {}


def test_a_bet_does_not_leave_anybody_in_debt():
    table = Table(POKER).open()
    round = table.round
    events = table.say(c.PlaceBet(table.hand("p1"), 1, "p1", "ante", 1000))
    with pytest.raises(Overdraft):
        book(Balances({}), ACCOUNTS, round, events[0])


def test_breakage_is_an_account():
    table = Table(
        PICTURES, "Ks 2d 4c  2s 3s 4s  Kc Td 5h", readings={"deal-to": "staked"}, chip=100
    )
    table.open().bet(1, "p1", amount=1100).bet(2, "p2").play_out()
    books = booked(table)
    assert (books.gained("p1"), books.balances[BREAKAGE]) == (500, 50)


def test_a_hand_that_is_removed_gives_price_and_contribution_back():
    table = Table(POKER).open().bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2")
    table.close().deal().incident("other", box=1)
    table.rule(0, MANAGER, "remove-hand", "the cards fell to the floor")
    books = booked(table)
    assert books.gained("p1") == 0
    assert books.balances[METER] == 1_000_000


TABLES = 6  # `make torture` has a hundred times as many.


class BankedMachine(TableMachine):
    """The random walk of the conformance kit, with every event booked."""

    def say(self, command):
        if not hasattr(self, "bank"):
            self.bank = Books(people=())
        before, count = self.round, len(self.events)
        super().say(command)
        events = self.events[count:]
        for bettor in {getattr(event, "bettor", None) for event in events} - {None}:
            self.bank.start[player(bettor)] = RICH
        self.bank.balances.committed = dict(self.bank.start)
        self.bank.follow(before, events)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_random_walks_balance(game):
    assert walk(RULEBOOKS[game], TABLES, machine=BankedMachine).events["Settled"]


def test_every_booking_is_about_accounts_of_the_table_or_a_bettor():
    table = jackpot()
    kinds = set()
    for transfer in booked(table).transfers:
        kinds |= {transfer.debit.kind, transfer.credit.kind}
        assert isinstance(transfer.debit, Account)
    assert kinds == {"player", "felt", "bank", "meter"}
    assert transfers_of(ACCOUNTS, table.round, table.events[0]) == []


# Outside rounds


@pytest.mark.parametrize(
    ("event", "debit", "credit", "reason"),
    [
        (h.Granted("p1", 7), ("issue", "house"), ("player", "p1"), "grant"),
        (h.Swept("p1", 7), ("player", "p1"), ("issue", "house"), "sweep"),
        (h.JackpotOpened("city", 7, "0.1", "house", "house"), ("bank", "house"), ("meter", "city"),
         "reset"),
        (h.WalletDebited("p1", "r1", 7), ("issue", "wallet"), ("player", "p1"), "wallet"),
        (h.WalletCreditDue("p1", "r1", 7), ("player", "p1"), ("transit", "p1"), "wallet"),
        (h.WalletCredited("p1", "r1", 7), ("transit", "p1"), ("issue", "wallet"), "wallet"),
        (h.MeterFunded(7), ("bank", "T1"), ("meter", "T1"), "reset"),
        (h.MeterCharged(7), ("meter", "T1"), ("bank", "T1"), "fixed pays"),
        (h.MeterLinked("city", 7), ("meter", "T1"), ("meter", "city"), "linked"),
        (h.BankFilled(7, "cage"), ("bank", "house"), ("bank", "T1"), "fill"),
        (h.BankCredited(7, "cage"), ("bank", "T1"), ("bank", "house"), "credit"),
    ],
)  # fmt: skip
def test_what_an_event_outside_rounds_moves(event, debit, credit, reason):
    assert transfers_around(event, ACCOUNTS) == [Transfer(debit, credit, 7, reason)]
    is_of_a_table = type(event).__name__.startswith(("Meter", "Bank"))
    assert bool(transfers_around(event)) is not is_of_a_table


def test_a_meter_that_carries_nothing_moves_nothing():
    assert transfers_around(h.MeterLinked("city", 0), ACCOUNTS) == []
