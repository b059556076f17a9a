"""Limits of a betting area: who is cut, who counts in proportion, who is under the minimum.

An area is one wager on one box. In a game whose boxes are shared, what several people bet there
counts together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.play.setup import Limit
from pitboss.play.state import BoxState, Round, area, priority
from pitboss.table.amounts import share_out

Amounts = Mapping[str, int]  # By bettor, in the order they came.


class Cut(NamedTuple):
    """So much of somebody's bet is taken off."""

    bettor: str
    amount: int


def displaced(amounts: Amounts, first: str, most: int, cut_first: str) -> Sequence[Cut]:
    """What has to go so that all keeps within `most`, each at most once.

    `first` has priority, whoever is seated or counts as such, and is cut last.
    """
    excess = sum(amounts.values()) - most
    others = [bettor for bettor in amounts if bettor != first]
    if cut_first == "latest":
        others.reverse()
    cuts = []
    for bettor in [*others, *(bettor for bettor in amounts if bettor == first)]:
        if excess <= 0:
            break
        amount = min(excess, amounts[bettor])
        cuts.append(Cut(bettor, amount))
        excess -= amount
    return cuts


def counted(amounts: Amounts, limit: Limit, readings: Mapping[str, str], chip: int) -> Amounts:
    """What each bet counts for where the excess over the maximum was not rejected.

    Each counts in proportion, and none for less than the minimum. Where somebody has bet under
    the minimum, the rulebook applies no proportion: to anybody, or to that one.
    """
    if sum(amounts.values()) <= limit.maximum:
        return amounts
    under = {bettor for bettor, amount in amounts.items() if amount < limit.minimum}
    if under and readings["under-minimum"] == "box":
        return amounts
    fixed = {bettor: amounts[bettor] for bettor in under}
    floor = readings["pro-rata-floor"]
    while True:
        shared = {bettor: amount for bettor, amount in amounts.items() if bettor not in fixed}
        left = max(limit.maximum - sum(fixed.values()), 0)
        shares = dict(zip(shared, share_out(list(shared.values()), left, chip), strict=True))
        short = [bettor for bettor, share in shares.items() if share < limit.minimum]
        if floor == "floor":
            # Each is lifted to the minimum, and nobody makes room for it.
            shares = {bettor: max(share, limit.minimum) for bettor, share in shares.items()}
            short = []
        if not short:
            return {bettor: fixed.get(bettor, shares.get(bettor, 0)) for bettor in amounts}
        for bettor in short:
            fixed[bettor] = limit.minimum if floor == "rest" else amounts[bettor]


def under_minimum(amounts: Amounts, limit: Limit, whose: str) -> Sequence[str]:
    """Those whose bets do not meet the minimum: of the box together, or each by themselves."""
    if whose == "player":
        return [bettor for bettor, amount in amounts.items() if amount < limit.minimum]
    return list(amounts) if 0 < sum(amounts.values()) < limit.minimum else []


def over_maximum(round: Round, box: BoxState) -> Iterator[tuple[str, str, int]]:
    """Bettor, wager and amount of what is over the maximum of each wager on a box."""
    setup = round.setup
    for key, limit in setup.limits.items():
        amounts = area(box, key)
        first = priority(setup, box)
        for bettor, amount in displaced(amounts, first, limit.maximum, setup.cut_first):
            yield bettor, key, amount
            follows = setup.follow_up
            if key == setup.first and follows and follows in box.stakes[bettor]:
                yield bettor, follows, amount  # It stays equal.
