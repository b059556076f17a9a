"""Bets of one round for the tests of sessions, and plain sums over many rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm

from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.deals import has_jackpot
from tests.games import GAMES as EXPECTED

GAMES = sorted(RULEBOOKS)
JACKPOT = 12_345_678
COIN = Distribution.of([(Fraction(-1), 1), (Fraction(1), 1)])
ROULETTE = Distribution.of([(Fraction(-1), 20), (Fraction(1), 18)])  # Red, with two zeros.


@cache
def bets(game: str, which: str = "all") -> OneRound:
    """The main bet, or every wager on, with pay tables up to 200,000 to 1."""
    rules = RULEBOOKS[game].configure(EXPECTED[game].large_prizes if game in EXPECTED else {})
    main = rules.rulebook.main[0]
    stakes = {
        wager.key: rules.prices.get(wager.key, 1000 if wager.key == main else 500)
        for wager in rules.wagers
        if wager.is_staked and not wager.equals
    }
    if which == "main":
        stakes = {main: 1000}
    if which == "odd":  # Amounts that have little in common.
        stakes = {main: 1005, list(stakes)[-1]: list(stakes.values())[-1]}
    return one_round(rules, stakes, jackpot=JACKPOT if has_jackpot(rules) else 0)


def plainly_summed(single: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """The probability of every result of so many rounds, by adding up every combination."""
    unit = lcm(*(value.denominator for value in single.ways))
    values = [(int(value * unit), n) for value, n in single.ways.items()]
    chances = {0: 1}
    for _ in range(rounds):
        more: dict[int, int] = {}
        for result, ways in chances.items():
            for value, n in values:
                more[result + value] = more.get(result + value, 0) + ways * n
        chances = more
    total = single.total**rounds
    return {Fraction(x, unit): Fraction(ways, total) for x, ways in sorted(chances.items())}
