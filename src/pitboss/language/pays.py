"""Pays: what a row pays, as multiples of the stake, cash, and shares of the jackpot meter.

A pay is net: even money is +1 times the stake, a push 0, a loss -1. A cash prize whose price is
kept is -1 times the stake plus the cash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import BadPaytable
from pitboss.language.currency import DOLLARS, UNITS, Currency

LARGEST_ODDS = 500_000  # Times the largest stake, still exact in a browser.
LARGEST_PRIZE = 10**12
ODDS = re.compile(r"([0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{3})+) to ([0-9]{1,7})")
SHARE = re.compile(r"([0-9]{1,3}) ?% of the jackpot")


@dataclass(frozen=True)
class Pay:
    stake: Fraction
    cash: int = 0
    meter: Fraction = Fraction(0)
    staked: bool = True  # False if nothing of the bettor's was at risk.

    @property
    def is_win(self) -> bool:
        return self.stake > 0 or self.cash > 0 or self.meter > 0

    @property
    def is_loss(self) -> bool:
        return self.stake < 0 and not self.is_win

    @property
    def is_push(self) -> bool:
        return not (self.is_win or self.is_loss)

    def net(self, stake: int, meter: int) -> Fraction:
        """What a stake gains or loses by it, exactly: before rounding and caps."""
        return self.stake * stake + self.cash + self.meter * meter

    def words(self, currency: Currency = DOLLARS) -> str:
        if self.meter:
            return f"{float(self.meter):.0%} of the jackpot".replace("%", " %")
        if self.cash:
            return currency.money(self.cash)
        if self.stake > 0:
            return f"{self.stake.numerator:,} to {self.stake.denominator}"
        if self.is_loss:
            return "loses"
        return "push" if self.staked else "nothing"

    def plus(self, other: Pay) -> Pay:
        """Both pays on one stake."""
        return replace(
            self,
            stake=self.stake + other.stake,
            cash=self.cash + other.cash,
            meter=self.meter + other.meter,
        )

    def with_stake_returned(self) -> Pay:
        """A prize whose stake is returned instead of kept."""
        return replace(self, stake=Fraction(0))


LOSS = Pay(Fraction(-1))
PUSH = Pay(Fraction(0))
NOTHING = Pay(Fraction(0), staked=False)


def odds(text: str) -> Pay:
    """Winning odds as printed: "40 to 1", "1 to 2", "1,000 to 1"."""
    match = ODDS.fullmatch(text)
    won, staked = (int(match[1].replace(",", "")), int(match[2])) if match else (0, 0)
    if not 0 < won <= LARGEST_ODDS or not 0 < staked <= LARGEST_ODDS:
        raise BadPaytable(
            "paytable/odds", f"{text!r} is not odds up to {LARGEST_ODDS:,} to 1, such as 40 to 1."
        )
    return Pay(Fraction(won, staked))


def prize(text: object, like: Pay, currency: Currency = DOLLARS) -> Pay:
    """A prize as written, "$1,250" or "100 % of the jackpot"; `like` says if the price is kept."""
    amount = currency.read_marked(text)
    if amount is not None and 0 < amount <= LARGEST_PRIZE:
        return replace(like, cash=amount, meter=Fraction(0))
    if (match := SHARE.fullmatch(str(text))) and 0 < int(match[1]) <= 100:
        return replace(like, cash=0, meter=Fraction(int(match[1]), 100))
    raise BadPaytable(
        "paytable/prize",
        f'{text!r} is not a prize: write an amount as "{currency.symbol}1,250" or "125000c", or a '
        'share as "100 % of the jackpot".',
    )


def cash(dollars: int) -> Pay:
    """A fixed prize; the price of the wager is kept."""
    return Pay(Fraction(-1), cash=dollars * UNITS)


def jackpot(share: Fraction) -> Pay:
    """A share of the meter; the price of the wager is kept."""
    return Pay(Fraction(-1), meter=share)


def gift(dollars: int) -> Pay:
    """A fixed prize without any stake."""
    return Pay(Fraction(0), cash=dollars * UNITS, staked=False)


def money(units: int) -> str:
    """An amount where no house has chosen a currency: in the dollars of the rulebooks."""
    return DOLLARS.money(units)
