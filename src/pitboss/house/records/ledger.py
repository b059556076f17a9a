"""The ledger: money as transfers, each from one account to another, never changed.

A transfer has one debit and one credit account and a positive amount, so the books balance by
construction. A stake moves from the player to the table's felt and leaves it at settlement: what is
returned goes back to the player, what is lost to the bank, and winnings come from the bank. The
price of a progressive wager goes to the bank when bets are closed, and its contribution from the
bank to the meter.

`transfers_of` says which transfers an event of a round comes to. It needs the round as it stood
before the event only to tell a wager with a posted price from others, and whether bets were closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from pitboss.house import events as h
from pitboss.house.events import HOUSE, HouseEvent
from pitboss.house.storage.schema import MAY_BE_NEGATIVE
from pitboss.play import Event, Payment, Round
from pitboss.play import events as e
from pitboss.play.state import BETTING, SETTLED


class Account(NamedTuple):
    # "player", "felt", "bank", "meter", "breakage", "issue", "receivable" or "transit".
    kind: str
    owner: str  # A person, a table, or the house.

    @property
    def may_be_negative(self) -> bool:
        return self.kind in MAY_BE_NEGATIVE


ISSUE, BREAKAGE = Account("issue", HOUSE), Account("breakage", HOUSE)
CAGE = Account("bank", HOUSE)  # Where the money of banks and shared jackpots comes from.
WALLET = Account("issue", "wallet")  # What came from operators' wallets, less what went back.


def player(person: str) -> Account:
    return Account("player", person)


def receivable(person: str) -> Account:
    """What a person owes the house after a correction that they could not pay."""
    return Account("receivable", person)


def transit(person: str) -> Account:
    """What is on its way to an operator's wallet, and not known to have arrived."""
    return Account("transit", person)


class TableAccounts(NamedTuple):
    felt: Account
    bank: Account
    meter: Account


@lru_cache(maxsize=4096)
def accounts_of(table: str, jackpot: str = "") -> TableAccounts:
    """The accounts of a table; the meter is its own unless it plays for a shared jackpot."""
    return TableAccounts(Account("felt", table), Account("bank", table), meter(jackpot or table))


def meter(owner: str) -> Account:
    """The meter of a jackpot: a shared one by its key, a table's own by the table's id."""
    return Account("meter", owner)


class Transfer(NamedTuple):
    """So much goes from one account to another. `debit` is the one that gives."""

    debit: Account
    credit: Account
    amount: int
    reason: str
    round: int | None = None
    box: int | None = None
    wager: str | None = None
    row: str | None = None


OF_MONEY = frozenset((
    e.BetPlaced, e.BetReduced, e.BetRemoved, e.BetsClosed, e.Played, e.Settled,
    e.PaymentCorrected, e.BetAnnulled, e.Voided,
))  # fmt: skip


def transfers_of(accounts: TableAccounts, round: Round, event: Event) -> list[Transfer]:
    """The transfers that an event comes to; `round` is the table's round before the event."""
    return list(_Booking(accounts, round, event).transfers()) if type(event) in OF_MONEY else []


class _Booking:
    """One event as it is booked."""

    def __init__(self, accounts: TableAccounts, round: Round, event: Event) -> None:
        self.event = event
        self.felt, self.bank, self.meter = accounts
        number = getattr(event, "round", round.number)
        late = round.before is not None and round.before.number == number
        self.round = round.before if late and round.before is not None else round
        self.number = number
        self.prices = round.setup.rules.prices

    def transfers(self) -> Iterator[Transfer]:
        event = self.event
        match event:
            case e.BetPlaced() | e.Played():
                yield self.move(player(event.bettor), self.felt, event.amount, "stake", event)
            case e.BetReduced() | e.BetRemoved():
                source = self.stake_lies_with(event.wager)
                yield self.move(source, player(event.bettor), event.amount, "returned", event)
                yield from self.from_meter_to_bank(event.from_meter, "contribution", event)
            case e.BetsClosed():
                for box, bettor, wager, stake in self.round.bets():
                    if wager in self.prices:
                        bet = e.VoidedBet(box, bettor, wager, stake)
                        yield self.move(self.felt, self.bank, stake, "price", bet)
                for part in event.contributions:
                    yield self.move(self.bank, self.meter, part.amount, "contribution", part)
            case e.Settled():
                for payment in event.payments:
                    yield from self.payment(payment)
            case e.PaymentCorrected():
                yield from self.correction(event)
            case e.BetAnnulled():
                yield from self.from_meter_to_bank(event.from_meter, "contribution", event)
            case e.Voided():
                for bet in event.bets:
                    yield from self.voided(bet)

    def move(
        self, debit: Account, credit: Account, amount: int, reason: str, about: object
    ) -> Transfer:
        """A transfer about a bet; a negative amount goes the other way."""
        if amount < 0:
            debit, credit, amount = credit, debit, -amount
        return Transfer(
            debit, credit, amount, reason, self.number,
            getattr(about, "box", None), getattr(about, "wager", None), getattr(about, "row", None),
        )  # fmt: skip

    def some(
        self, debit: Account, credit: Account, amount: int, reason: str, about: object
    ) -> Iterator[Transfer]:
        """The same where there is something to move."""
        if amount:
            yield self.move(debit, credit, amount, reason, about)

    def stake_lies_with(self, wager: str) -> Account:
        is_priced = wager in self.prices and self.round.phase != BETTING
        return self.bank if is_priced else self.felt

    def from_meter_to_bank(self, amount: int, reason: str, about: object) -> Iterator[Transfer]:
        yield from self.some(self.meter, self.bank, amount, reason, about)

    def payment(self, paid: Payment) -> Iterator[Transfer]:
        who = player(paid.bettor)
        if paid.wager in self.prices:  # The bank has its price already, win or lose.
            yield from self.some(
                self.bank, who, paid.stake + paid.net - paid.from_meter, "winnings", paid
            )
        else:
            lost = max(-paid.net, 0)
            yield from self.some(self.felt, who, paid.stake - lost, "returned", paid)
            yield from self.some(self.felt, self.bank, lost, "lost", paid)
            winnings = max(paid.net, 0) - paid.from_meter
            yield from self.some(self.bank, who, winnings, "winnings", paid)
        yield from self.some(self.meter, who, paid.from_meter, "jackpot", paid)
        yield from self.some(self.bank, BREAKAGE, paid.breakage, "breakage", paid)

    def correction(self, event: e.PaymentCorrected) -> Iterator[Transfer]:
        who, more = player(event.bettor), event.net - event.was
        yield from self.some(self.bank, who, more - event.from_meter, "correction", event)
        yield from self.some(self.meter, who, event.from_meter, "correction", event)
        yield from self.some(self.bank, BREAKAGE, event.breakage, "breakage", event)

    def voided(self, bet: e.VoidedBet) -> Iterator[Transfer]:
        settled = self.round.phase == SETTLED
        source = self.bank if settled else self.stake_lies_with(bet.wager)
        yield from self.some(source, player(bet.bettor), bet.amount, "void", bet)
        yield from self.from_meter_to_bank(bet.from_meter, "void", bet)
        yield from self.some(self.bank, BREAKAGE, -bet.breakage, "void", bet)


class Overdraft(Exception):
    """A transfer that an account can't give: a bet beyond the balance, or a fault of ours."""

    def __init__(self, account: Account, lacking: int) -> None:
        super().__init__(f"{account.kind} {account.owner} lacks {lacking}.")
        self.account, self.lacking = account, lacking


class HasBalances(Protocol):
    def get(self, account: Account, default: int, /) -> int: ...


class Balances:
    """Balances with transfers laid on top that are not committed yet, in one or more layers."""

    def __init__(self, committed: HasBalances) -> None:
        self.committed = committed
        self.staged: dict[Account, int] = {}

    def __getitem__(self, account: Account) -> int:
        return self.get(account)

    def get(self, account: Account, default: int = 0) -> int:
        staged = self.staged.get(account)
        return self.committed.get(account, default) if staged is None else staged

    def keep(self, other: Balances) -> None:
        """Take over what was staged on top of these."""
        self.staged.update(other.staged)

    def post(self, transfers: list[Transfer], may_owe: bool = False) -> list[Transfer]:
        """Stage these transfers, all of them or none; what was posted.

        With `may_owe` a player who no longer has an amount owes it: the rest comes from a
        receivable of the house, and the player's balance never falls below zero.
        """
        if not transfers:
            return []
        before = dict(self.staged)
        posted: list[Transfer] = []
        try:
            for transfer in transfers:
                for part in self._parts(transfer) if may_owe else (transfer,):
                    self._move(part)
                    posted.append(part)
        except Overdraft:
            self.staged = before
            raise
        return posted

    def _parts(self, transfer: Transfer) -> Iterator[Transfer]:
        lacking = transfer.amount - self[transfer.debit]
        if lacking <= 0 or transfer.debit.kind != "player":
            yield transfer
            return
        if lacking < transfer.amount:
            yield transfer._replace(amount=transfer.amount - lacking)
        yield transfer._replace(debit=receivable(transfer.debit.owner), amount=lacking)

    def _move(self, transfer: Transfer) -> None:
        debit, credit, amount, *_ = transfer
        left = self.get(debit) - amount
        if left < 0 and not debit.may_be_negative:
            raise Overdraft(debit, -left)
        self.staged[debit] = left
        self.staged[credit] = self.get(credit) + amount


MAY_OWE = (e.PaymentCorrected, e.Voided)


def transfers_around(event: HouseEvent, table: TableAccounts | None = None) -> list[Transfer]:
    """The transfers that an event outside rounds comes to; those at a table need its accounts."""
    match event:
        case h.Granted(person, amount):
            return [Transfer(ISSUE, player(person), amount, "grant")]
        case h.Swept(person, amount):
            return [Transfer(player(person), ISSUE, amount, "sweep")]
        case h.JackpotOpened(jackpot, reset):
            return [Transfer(CAGE, meter(jackpot), reset, "reset")]
        case h.WalletDebited(person, _, amount):
            return [Transfer(WALLET, player(person), amount, "wallet")]
        case h.WalletCreditDue(person, _, amount):
            return [Transfer(player(person), transit(person), amount, "wallet")]
        case h.WalletCredited(person, _, amount):
            return [Transfer(transit(person), WALLET, amount, "wallet")]
    if table is None:
        return []
    match event:
        case h.MeterFunded(amount):
            return [Transfer(table.bank, table.meter, amount, "reset")]
        case h.MeterCharged(amount):
            return [Transfer(table.meter, table.bank, amount, "fixed pays")]
        case h.MeterLinked(jackpot, carried) if carried:
            return [Transfer(table.meter, meter(jackpot), carried, "linked")]
        case h.BankFilled(amount):
            return [Transfer(CAGE, table.bank, amount, "fill")]
        case h.BankCredited(amount):
            return [Transfer(table.bank, CAGE, amount, "credit")]
    return []


def book_around(
    balances: Balances, event: HouseEvent, table: TableAccounts | None = None
) -> list[Transfer]:
    return balances.post(transfers_around(event, table))


def book(balances: Balances, table: TableAccounts, round: Round, event: Event) -> list[Transfer]:
    """Stage what an event of a round comes to.

    Only a correction or a void may leave somebody in debt.
    """
    return balances.post(transfers_of(table, round, event), may_owe=isinstance(event, MAY_OWE))
