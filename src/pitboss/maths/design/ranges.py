"""Ranges of pays for a row of a pay table, and which pays look odd on a felt.

A pay is given as a number: so much to one, or dollars if the wager pays prizes. With 0 the row
loses; "push" returns the stake. A bonus without a stake of its own then pays nothing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from numbers import Real

from pitboss.errors import BadConfiguration
from pitboss.language.currency import UNITS
from pitboss.language.pays import LARGEST_ODDS, LOSS, NOTHING, PUSH, Pay

Number = int | float | Fraction
Span = Number | str | tuple[Number, Number] | tuple[Number, Number, Number]

LOSES, PUSHES = "loses", "push"
LARGEST_NUMBER = 1_000_000
MOST_PAYS = 10_000  # Of one row.
FINEST = 100  # The largest denominator of a pay.
STEPS = (1, 5, *(n * 10**k for k in range(4) for n in (10, 25, 50)), 100_000)
# A pay up to the first number should be a multiple of the second; a larger one, of 50.
PLAIN = ((20, 1), (100, 5), (1000, 25))


def number(what: str, value: object) -> Fraction:
    """A number as it is printed: 0.02 is two hundredths, not the nearest binary fraction."""
    exact = None
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(ValueError):  # nan and inf.
            exact = Fraction(str(value))
    if exact is None or abs(exact) > LARGEST_NUMBER:
        raise BadConfiguration(
            "design/number", f"{what} should be a plain number, and no larger than a million."
        )
    return exact


def pays_of(row: str, span: Span, like: Pay, staked: bool) -> tuple[Pay, ...]:
    """All pays of a row within its span; `like` tells whether they are odds or prizes."""
    if isinstance(span, str):
        if span not in (LOSES, PUSHES):
            message = f"Row {row} can't pay {span!r}: give a number, a range, loses or push."
            raise BadConfiguration("design/range", message)
        return (_unpaid(span == PUSHES, staked),)
    bounds = span if isinstance(span, tuple | list) else (span, span)
    if len(bounds) not in (2, 3):
        message = f"The range of {row} should be the lowest pay, the highest, and maybe a step."
        raise BadConfiguration("design/range", message)
    low, high, *steps = (number(f"A pay of {row}", bound) for bound in bounds)
    step = steps[0] if steps else Fraction(1)
    if low < 0 or high < low or step <= 0:
        message = (
            f"The range of {row} is {_words(low, high, step)}: it should go up, from 0 or more."
        )
        raise BadConfiguration("design/range", message)
    if (high - low) / step >= MOST_PAYS:
        message = f"Row {row} has more than {MOST_PAYS:,} pays to choose from: take a larger step."
        raise BadConfiguration("design/range", message)
    count = int((high - low) / step) + 1
    return tuple(_pay(row, low + step * n, like, staked) for n in range(count))


def _words(low: Fraction, high: Fraction, step: Fraction) -> str:
    return f"{low} to {high} in steps of {step}"


def _unpaid(pushes: bool, staked: bool) -> Pay:
    return (PUSH if pushes else LOSS) if staked else NOTHING


def _pay(row: str, value: Fraction, like: Pay, staked: bool) -> Pay:
    if not value:
        return _unpaid(False, staked)
    if value.numerator > LARGEST_ODDS or value.denominator > FINEST:
        message = (
            f"Row {row} can't pay {value}: pays are up to {LARGEST_ODDS:,}, and no finer than a "
            "hundredth."
        )
        raise BadConfiguration("design/range", message)
    if like.cash or like.meter:
        return replace(like, cash=int(value * UNITS), meter=Fraction(0))
    return Pay(value)


def printed(pay: Pay) -> Fraction:
    """The number that a pay is printed with: 0 where nothing is won."""
    return (Fraction(pay.cash, UNITS) if pay.cash else pay.stake) if pay.is_win else Fraction(0)


def text(pay: Pay, staked: bool) -> str:
    """A pay as it is written in a pay table's file."""
    if pay.is_win:
        return pay.words()
    return PUSHES if staked and pay.is_push else LOSES


def usual(pay: Pay) -> Span | None:
    """From half of a pay to double, in round steps from the pay; None if it must stay as it is."""
    value = printed(pay)
    too_much = 2 * value.numerator > LARGEST_ODDS or value.denominator > FINEST
    if not value or pay.meter or too_much:
        return None
    steps = [Fraction(step) for step in STEPS if step <= value / 4]
    step = steps[-1] if steps else Fraction(1, value.denominator)
    below, above = int(value / 2 / step), int(value / step)
    return value - below * step, value + above * step, step


def is_odd(pay: Pay) -> bool:
    """Whether a pay looks odd on a felt: 37 to 1 and 3 to 2 do, 35 to 1 does not."""
    value = printed(pay)
    unit = next((unit for most, unit in PLAIN if value <= most), 50)
    return value % unit != 0
