"""Cautions about a house file that is valid: what an operator should know before opening.

A caution never refuses anything. Two of the five rulebooks as written raise one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from pitboss.house.settings.house_settings import HouseSettings, Offer
from pitboss.house.settings.obstacles import obstacles
from pitboss.language.currency import Currency
from pitboss.maths.odds.game_odds import GameOdds


class Caution(NamedTuple):
    table: str
    wager: str
    kind: str  # "player-edge", "low-return", "chips", "no-bets", "bank" or "effective".
    says: str


def cautions(settings: HouseSettings, now: int = 0) -> Iterator[Caution]:
    """What an operator should know; `now` in microseconds, if days that are over matter."""
    yield from _effective(settings, now)
    for offer in settings.offers.values():
        yield from _bets(settings, offer)
        yield from _returns(settings, offer)
        yield from _payments(settings, offer)


def _effective(settings: HouseSettings, now: int) -> Iterator[Caution]:
    """A beginning on a gaming day that is over."""
    day, at = settings.gaming_day, settings.effective
    if at and day.of(at) < day.of(now):
        says = (
            f"effective is {day.in_words(at)}, on the gaming day {day.of(at)}, which is over: the "
            "file begins to hold when the house opens with it."
        )
        yield Caution("", "", "effective", says)


def _bets(settings: HouseSettings, offer: Offer) -> Iterator[Caution]:
    """A table where nobody can bet, wagers that nobody can bet on, and what is hard to bet."""
    setup, money = offer.setup, settings.currency.money
    by_key = setup.rules.by_key
    blocked = obstacles(settings, offer)
    said = set[str]()
    if all(key in blocked for key in setup.carries_hand):
        said |= setup.carries_hand
        why = " ".join(blocked[key] for key in setup.offered if key in setup.carries_hand)
        titles = " and ".join(by_key[key].title for key in by_key if key in setup.carries_hand)
        why = why or f"A hand is dealt to {titles}, which is not offered."
        yield Caution(offer.key, "", "no-bets", f"Nobody can bet at this table. {why}")
    for key in setup.offered:
        limit = setup.limits.get(key)
        if key in blocked:
            if key not in said:
                yield Caution(offer.key, key, "no-bets", blocked[key])
        elif limit is not None and settings.chips and limit.minimum < settings.chips[0]:
            says = (
                f"The minimum of {by_key[key].title} is {money(limit.minimum)}, less than the "
                f"smallest chip, {money(settings.chips[0])}."
            )
            yield Caution(offer.key, key, "chips", says)
    main = setup.limits.get(setup.first)
    if offer.bank and main is not None and offer.bank < main.minimum:
        says = (
            f"The bank is kept at {money(offer.bank)}, less than one win at the minimum of "
            f"{by_key[setup.first].title}, {money(main.minimum)}."
        )
        yield Caution(offer.key, setup.first, "bank", says)


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
