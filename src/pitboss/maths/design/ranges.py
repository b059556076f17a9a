"""What a row of a pay table may pay: a range of odds, and which odds look odd on a felt.

A pay is a number: so much to one, or so many dollars where the wager pays prizes. Nothing, 0, is a
row that loses; "push" gives the stake back. A bonus without a stake of its own has none to lose.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from numbers import Real

from pitboss.errors import BadConfiguration
from pitboss.language.pays import DOLLAR, LARGEST_ODDS, LOSS, NOTHING, PUSH, Pay

Number = int | float | Fraction
Span = Number | str | tuple[Number, Number] | tuple[Number, Number, Number]

LOSES, PUSHES = "loses", "push"
LARGEST_NUMBER = 1_000_000
MOST_PAYS = 10_000  # Of one row: more than anybody prints, and few enough to list.
FINEST = 100  # A hundredth to one is the finest pay.
STEPS = (1, 5, *(n * 10**k for k in range(4) for n in (10, 25, 50)), 100_000)
# A pay up to the first number should be a multiple of the second; above them all, of 50.
PLAIN = ((20, 1), (100, 5), (1000, 25))


def number(what: str, given: object) -> Fraction:
    """A number as it is printed: 0.02 is two hundredths, not the nearest binary fraction."""
    value = None
    if isinstance(given, Real) and not isinstance(given, bool):
        with suppress(ValueError):  # Neither nan nor inf is one.
            value = Fraction(str(given))
    if value is None or abs(value) > LARGEST_NUMBER:
        raise BadConfiguration(
            "design/number", f"{what} should be a plain number, and no larger than a million."
        )
    return value


def pays_of(row: str, span: Span, like: Pay, staked: bool) -> tuple[Pay, ...]:
    """Everything that a row may pay within its span, on the terms of another of its pays."""
    if isinstance(span, str):
        if span not in (LOSES, PUSHES):
            told = f"Row {row} can't pay {span!r}: give a number, a range, loses or push."
            raise BadConfiguration("design/range", told)
        return (_unpaid(span == PUSHES, staked),)
    given = span if isinstance(span, tuple | list) else (span, span)
    if len(given) not in (2, 3):
        told = f"The range of {row} should be the lowest pay, the highest, and maybe a step."
        raise BadConfiguration("design/range", told)
    low, high, *steps = (number(f"A pay of {row}", one) for one in given)
    step = steps[0] if steps else Fraction(1)
    if low < 0 or high < low or step <= 0:
        told = f"The range of {row} is {_words(low, high, step)}: it should go up, from 0 or more."
        raise BadConfiguration("design/range", told)
    if (high - low) / step >= MOST_PAYS:
        told = f"Row {row} has more than {MOST_PAYS:,} pays to choose from: take a larger step."
        raise BadConfiguration("design/range", told)
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
        told = (
            f"Row {row} can't pay {value}: pays are up to {LARGEST_ODDS:,}, and no finer than a "
            "hundredth."
        )
        raise BadConfiguration("design/range", told)
    if like.cash or like.meter:
        return replace(like, cash=int(value * DOLLAR), meter=Fraction(0))
    return Pay(value)


def printed(pay: Pay) -> Fraction:
    """The number that a pay is printed with: 0 where nothing is won."""
    return (Fraction(pay.cash, DOLLAR) if pay.cash else pay.stake) if pay.is_win else Fraction(0)


def text(pay: Pay, staked: bool) -> str:
    """A pay as a pay table's file has it."""
    if pay.is_win:
        return pay.words()
    return PUSHES if staked and pay.is_push else LOSES


def usual(pay: Pay) -> Span | None:
    """Half of a pay to double, in round steps that the pay itself is on; None if it stays."""
    value = printed(pay)
    too_much = 2 * value.numerator > LARGEST_ODDS or value.denominator > FINEST
    if not value or pay.meter or too_much:
        return None
    steps = [Fraction(one) for one in STEPS if one <= value / 4]
    step = steps[-1] if steps else Fraction(1, value.denominator)
    below, above = int(value / 2 / step), int(value / step)
    return value - below * step, value + above * step, step


def is_odd(pay: Pay) -> bool:
    """Whether a pay looks odd on a felt: 37 to 1 does, and so does 3 to 2; 35 to 1 does not."""
    value = printed(pay)
    unit = next((unit for most, unit in PLAIN if value <= most), 50)
    return value % unit != 0
