"""Amounts of money: integers in the smallest unit, never floats.

A payment is worked out in a fixed order: stake, pay, rounding to the smallest chip, cap per hand,
cap per round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.errors import BadBet
from pitboss.language.pays import Pay

Net = Callable[[int, int | None], int]  # From stake and jackpot meter to a gain or loss.


def round_to_chip(amount: Fraction, chip: int, up: bool) -> int:
    """The only rounding of money: to whole chips, down or up."""
    chips, fraction = divmod(amount, chip)
    return (int(chips) + (up and fraction > 0)) * chip


def winnings(pay: Pay, stake: int, meter: int | None, chip: int, up: bool) -> int:
    """What the house pays, apart from a stake that is returned."""
    return round_to_chip(_exact(pay, stake, meter), chip, up)


def breakage(pay: Pay, stake: int, meter: int | None, chip: int, up: bool) -> int:
    """What rounding to the chip takes from the winnings, in whole units; negative if it adds.

    A fraction of the smallest unit is not money and is left out: paying 252 1/2 units as 200 leaves
    a breakage of 52, and dropping half a unit leaves none.
    """
    exact = _exact(pay, stake, meter)
    return int(exact - round_to_chip(exact, chip, up))


def _exact(pay: Pay, stake: int, meter: int | None) -> Fraction:
    if pay.meter and meter is None:
        raise BadBet("bet/jackpot", f"It may pay {pay.words()}: say how much the jackpot holds.")
    return max(pay.stake, Fraction(0)) * stake + pay.cash + pay.meter * (meter or 0)


def net(pay: Pay, chip: int = 1, up: bool = False) -> Net:
    """The net of a pay, as a function that is built once and called for every bet."""
    if pay.is_loss:
        return lambda stake, meter: -stake
    if pay.is_push:
        return lambda stake, meter: 0
    if pay.stake > 0 and chip == 1 and not pay.cash and not pay.meter:
        # Odds paid to the unit are by far the most common, so this case uses integers only.
        won, staked = pay.stake.numerator, pay.stake.denominator
        if staked == 1:
            return lambda stake, meter: won * stake
        bias = staked - 1 if up else 0  # Turns floor division into rounding up.
        return lambda stake, meter: (won * stake + bias) // staked
    if pay.stake < 0:  # A prize whose price is kept.
        return lambda stake, meter: winnings(pay, stake, meter, chip, up) - stake
    return lambda stake, meter: winnings(pay, stake, meter, chip, up)


def share_out(amounts: Sequence[int], most: int, chip: int = 1) -> list[int]:
    """Amounts reduced in proportion to a total of `most`, in whole chips, by largest remainder.

    Each share is rounded down to the chip. The chips that are left go one each to the largest
    remainders, though to none whose amount has no such chip; what is less than a chip is left over.
    """
    total = sum(amounts)
    if total <= most:
        return list(amounts)
    shares = [divmod(amount * most, total * chip) for amount in amounts]
    left = most // chip - sum(chips for chips, _ in shares)
    # Of equal remainders the earlier one wins, so the order of the boxes decides.
    order = sorted(range(len(shares)), key=lambda i: -shares[i][1])
    has_more = [i for i in order if (shares[i][0] + 1) * chip <= amounts[i]]
    first = has_more[:left]
    return [(chips + (i in first)) * chip for i, (chips, _) in enumerate(shares)]
