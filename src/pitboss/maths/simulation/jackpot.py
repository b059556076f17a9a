"""The jackpot meter over time: what wagers feed it, who hits it, what it pays.

A round's progressive wagers feed the meter before its cards are dealt, and every share won in the
round is of what the meter then shows. Afterwards it is what is left, or the reset amount if that
is more. Rate and reset amount are the house's, no rulebook's: the defaults are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from pitboss.errors import BadConfiguration

USUAL_METER = 1_000_000
LARGEST_METER = 2**53 - 1


@dataclass(frozen=True)
class Jackpot:
    """The terms of a meter."""

    start: int = USUAL_METER
    contribution: Fraction = Fraction(1, 5)  # The part of a wager that feeds the meter.
    reset: int | None = None  # What it starts with again after a hit; None: as at first.

    def __post_init__(self) -> None:
        for what, amount in (("holds", self.start), ("is reset to", self.after_a_hit)):
            if type(amount) is not int or not 0 <= amount <= LARGEST_METER:
                told = f"The jackpot {what} {amount!r}: give a whole number of units."
                raise BadConfiguration("jackpot/amount", told)
        if not 0 <= self.contribution <= 1:
            told = f"{self.contribution} of a wager can't feed the jackpot: give a part up to 1."
            raise BadConfiguration("jackpot/contribution", told)

    @property
    def after_a_hit(self) -> int:
        return self.start if self.reset is None else self.reset


class Share(NamedTuple):
    """A part of the meter that a box has won."""

    round: int
    box: int
    wager: str
    row: str
    part: Fraction


class Hit(NamedTuple):
    """A share of the meter, and what it came to."""

    share: Share
    paid: int


@dataclass(frozen=True)
class Meter:
    """What became of the meter."""

    rounds: int
    start: int
    end: int
    highest: int
    fed: int  # What wagers have put into it.
    total: int  # Its amounts at the time of the deal, added up over all rounds,
    squares: int  # and their squares.
    hits: tuple[Hit, ...]
    path: tuple[tuple[int, int], ...]  # After so many rounds it held so much; straight in between.

    @property
    def mean(self) -> Fraction:
        """What it held on average when cards were dealt."""
        return Fraction(self.total, self.rounds)

    @property
    def root_mean_square(self) -> float:
        """The steady amount that would spread results as much as it did."""
        return sqrt(self.squares / self.rounds)

    @property
    def paid(self) -> int:
        return sum(hit.paid for hit in self.hits)


def follow(terms: Jackpot, fed: int, shares: Iterable[Share], rounds: int) -> Meter:
    """The meter over so many rounds, each feeding it so much; shares come in order of rounds."""
    holds, done, highest = terms.start, 0, terms.start
    total = squares = 0
    hits: list[Hit] = []
    path = [(0, holds)]

    def advance(until: int) -> None:
        """Rounds up to this one, in which the meter only grows."""
        nonlocal holds, done, highest, total, squares
        n = until - done
        # It holds `holds + fed * i` in the i-th of them.
        total += n * holds + fed * n * (n + 1) // 2
        squares += n * holds**2 + holds * fed * n * (n + 1) + fed**2 * _sum_of_squares(n)
        holds, done = holds + fed * n, until
        highest = max(highest, holds)

    for round, together in groupby(shares, key=lambda share: share.round):
        advance(round + 1)
        paid = [Hit(share, int(share.part * holds)) for share in together]
        hits += paid
        path.append((done, holds))
        holds = max(holds - sum(hit.paid for hit in paid), terms.after_a_hit)
        path.append((done, holds))
    advance(rounds)
    path.append((done, holds))
    return Meter(
        rounds, terms.start, holds, highest, fed * rounds, total, squares, tuple(hits), tuple(path)
    )


def _sum_of_squares(n: int) -> int:
    return n * (n + 1) * (2 * n + 1) // 6
