"""Limits of a betting area: who is cut, who counts in proportion, who is under the minimum.

An area is one wager on one box. In a game whose boxes are shared, what several people bet there
counts together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.language.rulebook import LARGEST_STAKE
from pitboss.play.setup import SELF_RUNNING, Limit, ProRata, Setup
from pitboss.play.state import BoxState, Round, area, priority
from pitboss.table.money import share_out

Amounts = Mapping[str, int]  # By bettor, in the order they came.


class Bounds(NamedTuple):
    """The totals that a bettor may have on one wager of a box, besides nothing at all."""

    ranges: tuple[tuple[int, int], ...]  # Least and most; two where only a higher bet displaces.
    step: int

    def allow(self, total: int) -> bool:
        return total % self.step == 0 and any(least <= total <= most for least, most in self.ranges)


NO_BOX = BoxState({})


def bounds(
    setup: Setup, box: BoxState | None, bettor: str, wager: str, sits: bool = False
) -> Bounds:
    """What a bettor may have on a wager, given everything else that lies on the box.

    `sits` says that the bettor takes the seat with this bet. A dealer records what lies on the
    felt, whatever the limits are.
    """
    price, limit = setup.rules.prices.get(wager), setup.limits.get(wager)
    if limit is None or setup.led_by != SELF_RUNNING:
        return Bounds(((price or 1, price or LARGEST_STAKE),), 1)
    amounts = area(box or NO_BOX, wager)
    others = {who: amount for who, amount in amounts.items() if who != bettor}
    placed, step = sum(others.values()), limit.increment
    least = limit.minimum
    if setup.whose_minimum != "player":
        least = _up_to_step(max(limit.minimum - placed, 1), step)
    room = (limit.maximum - placed) // step * step
    ranges = [(least, room)]
    if others and box is not None:
        displaces_from = _displaces_from(setup, box, bettor, wager, sits)
        if displaces_from is not None and room < limit.maximum:
            lowest = _up_to_step(max(displaces_from, least, room + 1), step)
            ranges.append((lowest, limit.maximum))
    if price is not None:
        ranges = [(price, price) for least, most in ranges if least <= price <= most]
    kept = [(least, most) for least, most in ranges if least <= most]
    return Bounds(tuple(_joined(kept, step)), step)


def _displaces_from(setup: Setup, box: BoxState, bettor: str, wager: str, sits: bool) -> int | None:
    """The least total with which this bettor's bet comes before the others, if there is one."""
    if sits or box.seated is not None:
        return 0 if sits or box.seated == bettor else None
    if setup.placed_first:
        return None
    if wager != setup.first:
        return 0 if priority(setup, box) == bettor else None
    # The highest bettor counts as seated, the first of equals.
    bets = area(box, wager)
    highest = max(amount for who, amount in bets.items() if who != bettor)
    rival = next(who for who, amount in bets.items() if amount == highest and who != bettor)
    order = list(bets)
    is_first = bettor in bets and order.index(bettor) < order.index(rival)
    return highest if is_first else highest + 1


def _up_to_step(amount: int, step: int) -> int:
    return -(-amount // step) * step


def _joined(ranges: Sequence[tuple[int, int]], step: int) -> Iterator[tuple[int, int]]:
    """Ranges without a gap between them, as one."""
    if len(ranges) == 2 and ranges[1][0] <= ranges[0][1] + step:
        yield ranges[0][0], ranges[1][1]
    else:
        yield from ranges


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


class Counted(NamedTuple):
    """What the bets on an area count for, and whose share was rounded to whole chips."""

    amounts: Amounts
    rounded: frozenset[str] = frozenset()


def counted(amounts: Amounts, limit: Limit, pro_rata: ProRata, chip: int) -> Counted:
    """What each bet counts for where the excess over the maximum was not rejected.

    Each counts in proportion, and none for less than the minimum. Where somebody has bet under
    the minimum, the rulebook applies no proportion: to anybody, or to that one. Shares are whole
    chips, so the minimum is lifted to a whole chip, too, as far as the bet has one.
    """
    if sum(amounts.values()) <= limit.maximum:
        return Counted(amounts)
    under = {bettor for bettor, amount in amounts.items() if amount < limit.minimum}
    if under and pro_rata.under_minimum == "box":
        return Counted(amounts)
    fixed = {bettor: amounts[bettor] for bettor in under}
    least = {
        bettor: min(_up_to_step(limit.minimum, chip), amount) for bettor, amount in amounts.items()
    }
    while True:
        shared = {bettor: amount for bettor, amount in amounts.items() if bettor not in fixed}
        left = max(limit.maximum - sum(fixed.values()), 0)
        shares = dict(zip(shared, share_out(list(shared.values()), left, chip), strict=True))
        short = [bettor for bettor, share in shares.items() if share < least[bettor]]
        total = sum(shared.values())
        rounded = frozenset(
            bettor
            for bettor, share in shares.items()
            if share * total != shared[bettor] * left and bettor not in short
        )
        if pro_rata.floor == "floor":
            # Each is lifted to the minimum, and nobody makes room for it.
            shares = {bettor: max(share, least[bettor]) for bettor, share in shares.items()}
            short = []
        if not short:
            counts = {bettor: fixed.get(bettor, shares.get(bettor, 0)) for bettor in amounts}
            return Counted(counts, rounded)
        for bettor in short:
            fixed[bettor] = least[bettor] if pro_rata.floor == "rest" else amounts[bettor]


def under_minimum(amounts: Amounts, limit: Limit, whose: str) -> Sequence[str]:
    """Those whose bets do not meet the minimum: of the box together, or each by themselves."""
    if whose == "player":
        return [bettor for bettor, amount in amounts.items() if amount < limit.minimum]
    return list(amounts) if 0 < sum(amounts.values()) < limit.minimum else []


def has_small_bet(round: Round, number: int | None) -> bool:
    """Whether somebody has bet under the minimum on an area of the box that was over its maximum.

    An area that was cut to its maximum when bets were closed is full now.
    """
    box = round.boxes.get(number or 0)
    if box is None:
        return False
    areas = [(list(area(box, key).values()), limit) for key, limit in round.setup.limits.items()]
    return any(
        sum(amounts) >= limit.maximum and min(amounts) < limit.minimum
        for amounts, limit in areas
        if amounts
    )


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
