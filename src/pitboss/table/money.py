"""Amounts of money: integers in the smallest unit, never a float.

What a wager comes to is worked out in one order: stake, pay, rounding to the smallest chip, cap
per hand, cap per round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.errors import BadBet
from pitboss.language.pays import Pay

Net = Callable[[int, int | None], int]  # From a stake and the jackpot meter to a gain or a loss.


def round_to_chip(amount: Fraction, chip: int, up: bool) -> int:
    """The only rounding of money: a fraction of the smallest chip goes one way or the other."""
    chips, rest = divmod(amount, chip)
    return (int(chips) + (up and rest > 0)) * chip


def winnings(pay: Pay, stake: int, meter: int | None, chip: int, up: bool) -> int:
    """What the house hands over besides a stake that goes back."""
    return round_to_chip(_exact(pay, stake, meter), chip, up)


def breakage(pay: Pay, stake: int, meter: int | None, chip: int, up: bool) -> int:
    """What rounding to the chip takes from the winnings, in whole units; negative where it adds.

    A fraction of the smallest unit is not money and is left out: 252 1/2 units paid as 200 leave a
    breakage of 52, and half a unit that is dropped leaves none.
    """
    exact = _exact(pay, stake, meter)
    return int(exact - round_to_chip(exact, chip, up))


def _exact(pay: Pay, stake: int, meter: int | None) -> Fraction:
    if pay.meter and meter is None:
        raise BadBet("bet/jackpot", f"It may pay {pay.words()}: say how much the jackpot holds.")
    return max(pay.stake, Fraction(0)) * stake + pay.cash + pay.meter * (meter or 0)


def net(pay: Pay, chip: int = 1, up: bool = False) -> Net:
    """What a pay comes to, as a function made once and called for every bet."""
    if pay.is_loss:
        return lambda stake, meter: -stake
    if pay.is_push:
        return lambda stake, meter: 0
    if pay.stake > 0 and chip == 1 and not pay.cash and not pay.meter:
        # By odds, to the unit: most of what is ever paid, so in whole numbers throughout.
        won, staked = pay.stake.numerator, pay.stake.denominator
        if staked == 1:
            return lambda stake, meter: won * stake
        rest = staked - 1 if up else 0
        return lambda stake, meter: (won * stake + rest) // staked
    if pay.stake < 0:  # A prize whose price is kept.
        return lambda stake, meter: winnings(pay, stake, meter, chip, up) - stake
    return lambda stake, meter: winnings(pay, stake, meter, chip, up)


def share_out(amounts: Sequence[int], most: int, chip: int = 1) -> list[int]:
    """Amounts cut in proportion to what there is, to the chip, by largest remainder."""
    total = sum(amounts)
    if total <= most:
        return list(amounts)
    if chip > 1:
        shared = share_out([amount // chip for amount in amounts], most // chip)
        return [chips * chip for chips in shared]
    shares = [divmod(amount * most, total) for amount in amounts]
    left = most - sum(whole for whole, _ in shares)
    # The earlier of two equal remainders comes first: the order of the boxes decides, not chance.
    first = sorted(range(len(shares)), key=lambda i: -shares[i][1])[:left]
    return [whole + (i in first) for i, (whole, _) in enumerate(shares)]
