"""Cautions about a house file that is valid: what an operator should know before opening.

A caution never refuses anything. Two of the five rulebooks as written raise one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from pitboss.house.settings.house_settings import HouseSettings, Offer
from pitboss.language.currency import Currency
from pitboss.maths.odds.game_odds import GameOdds


class Caution(NamedTuple):
    table: str
    wager: str
    kind: str  # "player-edge", "low-return" or "chips".
    says: str


def cautions(settings: HouseSettings) -> Iterator[Caution]:
    for offer in settings.offers.values():
        yield from _returns(settings, offer)
        yield from _payments(settings, offer)


def _returns(settings: HouseSettings, offer: Offer) -> Iterator[Caution]:
    """Wagers that return over 100 % or under 75 %, with the meter at its lowest."""
    rules = offer.setup.rules
    for warning in GameOdds(rules, settings.reset_of(offer)).warnings():
        if warning.wager in offer.setup.offered:
            yield Caution(offer.key, warning.wager, warning.kind, warning.message)


def _payments(settings: HouseSettings, offer: Offer) -> Iterator[Caution]:
    """Wagers with a stake whose payment the house's chips can't make."""
    setup = offer.setup
    chip, money = settings.chips[0] if settings.chips else 1, settings.currency.money
    for wager in setup.rules.wagers:
        base = wager.base_wager
        limit = setup.limits.get(base) or setup.limits.get(setup.rules.by_key[base].equals or "")
        if limit is None or base not in setup.offered:
            continue
        step = gcd(limit.minimum, limit.increment)  # Every stake is a multiple of it.
        for row in wager.rows:
            owed = row.pay.stake * step
            if row.pay.is_win and owed > 0 and (owed / chip).denominator != 1:
                stake = _first_stake(limit.minimum, limit.increment, row.pay.stake, chip)
                amount = _owed(stake, row.pay.stake, settings.currency)
                says = (
                    f"{wager.title} pays {row.pay.words(settings.currency)}: {amount} on "
                    f"{money(stake)} can't be made with chips of {money(chip)} and up."
                )
                yield Caution(offer.key, wager.key, "chips", says)
                break


def _first_stake(least: int, step: int, odds: Fraction, chip: int) -> int:
    """The lowest stake within the limits that can't be paid."""
    stake = least
    while (odds * stake / chip).denominator == 1:
        stake += step
    return stake


def _owed(stake: int, odds: Fraction, currency: Currency) -> str:
    owed = odds * stake
    return currency.money(int(owed)) if owed.denominator == 1 else f"{float(owed) / 100:.4f}"
