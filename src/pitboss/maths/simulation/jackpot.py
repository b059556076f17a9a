"""The jackpot meter over time: what wagers add to it, who hits it, what it pays.

A round's progressive wagers add to the meter before the cards are dealt, and every share won in the
round is a share of what the meter then shows. Afterwards it holds what is left, or the reset amount
if that is more. No rulebook sets the contribution or the reset amount: the defaults are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from pitboss.errors import BadConfiguration
from pitboss.result_types import JackpotJson

USUAL_METER = 1_000_000
LARGEST_METER = 2**53 - 1
LISTED_HITS = 1000  # In the JSON.


@dataclass(frozen=True)
class Jackpot:
    """The terms of a meter."""

    start: int = USUAL_METER
    contribution: Fraction = Fraction(1, 5)  # The part of a wager that goes to the meter.
    reset: int | None = None  # What it holds at least after a hit; None: the start.

    def __post_init__(self) -> None:
        for what, amount in (("holds", self.start), ("is reset to", self.after_a_hit)):
            if type(amount) is not int or not 0 <= amount <= LARGEST_METER:
                message = f"The jackpot {what} {amount!r}: give a whole number of units."
                raise BadConfiguration("jackpot/amount", message)
        if not 0 <= self.contribution <= 1:
            message = f"{self.contribution} of a wager can't feed the jackpot: give a part up to 1."
            raise BadConfiguration("jackpot/contribution", message)

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
    """A share of the meter, and what it paid."""

    share: Share
    paid: int


@dataclass(frozen=True)
class Meter:
    """The meter over all rounds."""

    rounds: int
    start: int
    end: int
    highest: int
    fed: int  # What wagers have added to it.
    total: int  # The sum over all rounds of its amount at the time of the deal.
    squares: int  # The sum of the squares of these amounts.
    hits: tuple[Hit, ...]
    path: tuple[tuple[int, int], ...]  # (rounds played, amount); it is linear in between.

    def __repr__(self) -> str:
        return f"<meter from {self.start:,} to {self.end:,}, {len(self.hits)} hits>"

    @property
    def mean(self) -> Fraction:
        """Its mean amount at the time of the deal."""
        return Fraction(self.total, self.rounds)

    @property
    def root_mean_square(self) -> float:
        """The constant amount that would have given results the same variance."""
        return sqrt(self.squares / self.rounds)

    @property
    def paid(self) -> int:
        return sum(hit.paid for hit in self.hits)

    def as_json(self) -> JackpotJson:
        return {
            "start": self.start,
            "end": self.end,
            "highest": self.highest,
            "mean": float(self.mean),
            "fed": self.fed,
            "paid": self.paid,
            "hits": len(self.hits),
            "first_hits": [
                {
                    "round": hit.share.round + 1,
                    "box": hit.share.box + 1,
                    "row": hit.share.row,
                    "paid": hit.paid,
                }
                for hit in self.hits[:LISTED_HITS]
            ],
        }


def follow(terms: Jackpot, fed: int, shares: Iterable[Share], rounds: int) -> Meter:
    """The meter over so many rounds, each of which adds `fed`; shares are in order of rounds."""
    holds, done, highest = terms.start, 0, terms.start
    total = squares = 0
    hits: list[Hit] = []
    path = [(0, holds)]

    def advance(until: int) -> None:
        """Play the rounds before this one, in which the meter only grows."""
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
