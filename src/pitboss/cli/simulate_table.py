"""The table of a simulation, from words: its boxes and the terms of its jackpot."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli.options import amount, pairs, stakes_of
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.maths.simulation.boxes import BoxBets
    from pitboss.maths.simulation.jackpot import Jackpot

STRATEGY, PLAYER = "strategy", "player"


def box_of(text: str) -> BoxBets:
    """A box: "ante=1000 pair-plus=500 strategy=play-all player=red", in any order."""
    from pitboss.maths.simulation.boxes import BoxBets

    words = dict(pairs("--box", text.split()))
    strategy, player = words.pop(STRATEGY, None), words.pop(PLAYER, "")
    return BoxBets(stakes_of(words.items()), strategy, player)


def jackpot_of(start: str | None, contribution: str | None, reset: str | None) -> Jackpot | None:
    """The terms of the meter: what it starts with, what feeds it, what follows a hit."""
    from pitboss.maths.simulation.jackpot import Jackpot

    terms: dict[str, int | Fraction] = {}
    if start is not None:
        terms["start"] = amount("The jackpot", start)
    if contribution is not None:
        terms["contribution"] = part(contribution)
    if reset is not None:
        terms["reset"] = amount("The jackpot after a hit", reset)
    return Jackpot(**terms) if terms else None  # type: ignore[arg-type]


def part(text: str) -> Fraction:
    """A part of a wager: 1/5, 0.2 or 20%."""
    digits, per_cent, rest = text.strip().partition("%")
    try:
        value = Fraction(digits) / (100 if per_cent else 1)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if rest or not 0 <= value <= 1:
        told = f"The contribution is {text!r}: give a part of the wager, such as 1/5 or 20%."
        raise BadConfiguration("jackpot/contribution", told)
    return value
