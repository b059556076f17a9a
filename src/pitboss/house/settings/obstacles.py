"""Why a wager that is offered can't be bet: its limits, the chips and the guests' money.

A file may be valid entry by entry and still leave nothing to do at a table. A dealer would notice
when the first player sits down; `pitboss check` notices before.
"""

from __future__ import annotations

from math import gcd

from pitboss.house.settings.house_settings import HouseSettings, Offer
from pitboss.play.setup import Limit


def obstacles(settings: HouseSettings, offer: Offer) -> dict[str, str]:
    """By wager: what keeps everybody from betting on it; empty for one that is not offered but
    that a hand could be dealt to."""
    setup = offer.setup
    blocked = {key: says for key in setup.offered if (says := _obstacle(settings, offer, key))}
    return blocked | {key: "" for key in setup.carries_hand if key not in setup.offered}


def _obstacle(settings: HouseSettings, offer: Offer, key: str) -> str:
    """What keeps everybody from betting on a wager; empty if nothing does."""
    setup, money = offer.setup, settings.currency.money
    wager, limit = setup.rules.by_key[key], setup.limits.get(key)
    follow_up = next((other for other in setup.rules.wagers if other.equals == key), None)
    if follow_up is not None and follow_up.key not in setup.offered:
        return f"{wager.title} is offered without {follow_up.title}: no hand could be played on."
    if limit is None:
        return ""
    least = least_stake(limit, settings.chips)
    if least is None:
        return (
            f"{wager.title} takes {money(limit.minimum)} to {money(limit.maximum)} in steps of "
            f"{money(limit.increment)}, and chips of {money(settings.chips[0])} and up make none "
            "of that."
        )
    needed = least if follow_up is None else 2 * least
    granted = settings.grant.amount
    if settings.wallet is None and needed > granted:
        both = f"{wager.title} and {follow_up.title}" if follow_up else wager.title
        return f"At least {money(needed)} is needed for {both}; guests have {money(granted)}."
    return ""


def least_stake(stakes: Limit, chips: tuple[int, ...]) -> int | None:
    """The least stake that chips can make."""
    if not chips:
        return stakes.minimum
    unit = gcd(*chips)
    candidates = range(stakes.minimum, stakes.maximum + 1, stakes.increment)
    # Whether a stake is whole chips repeats after so many steps.
    period = unit // gcd(unit, stakes.increment)
    skipped = max(0, -((stakes.minimum - chips[0]) // stakes.increment))
    return next(
        (stake for stake in candidates[skipped : skipped + period] if stake % unit == 0), None
    )
