"""What a box can still expect, given the cards that are known: what a ruling costs.

Void a round and the bettor gives up what the stakes were worth at that moment, or is spared it.
An expectation is the sum over the wagers, whether or not they hang together, so each is counted by
itself and nothing has to be sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.configuration import Rules
from pitboss.errors import BadBet
from pitboss.hands import Array
from pitboss.maths.completions import Known, check, tallies
from pitboss.maths.strategy import best
from pitboss.pays import Pay
from pitboss.wagers import Wager


class Expected(NamedTuple):
    """What some stakes come to on average."""

    amount: Fraction  # Net gain of the bettor, in the smallest unit of money.
    error: Fraction | None = None  # None: counted, not sampled. So far everything can be.


def expected(
    rules: Rules,
    stakes: Mapping[str, int],
    known: Known,
    played: bool | None,
    jackpot: int | None = None,
) -> Expected:
    """What one bettor's stakes on one box come to over all completions of the deal.

    Pays are exact: before rounding to the chip, and before caps. The stakes are those placed before
    the decision: the wager that equals another of them is implied where the hand plays, and a
    bonus without a stake of its own comes with the stake that it is paid on. Envy is left out, for
    it hangs on other boxes. `played` is None where the player has still to decide: then by the
    strategy that is best for somebody who knows their own hand and nothing else.
    """
    check(rules, known, played)
    _check_stakes(rules, stakes)
    amount = Fraction(0)
    for wager in rules.wagers:
        stake = stakes.get(_paid_on(wager))
        if stake is not None:
            ways = _ways(rules, wager, known, played)
            nets = [_net(row.pay, stake, jackpot or 0) for row in wager.rows]
            won = sum((net * n for net, n in zip(nets, ways, strict=True)), Fraction(0))
            amount += won / sum(ways)
    return Expected(amount)


def _check_stakes(rules: Rules, stakes: Mapping[str, int]) -> None:
    """Every stake counts for something, where it would silently count for nothing."""
    for key in stakes:
        wager = rules.wager(key)
        if not wager.is_staked:
            told = f"{wager.title} is paid without a stake of its own: leave it out."
            raise BadBet("bet/not-staked", told)
        if wager.equals and wager.equals not in stakes:
            first = rules.wager(wager.equals).title
            raise BadBet("bet/needs", f"{wager.title} follows the {first}, and there is none.")


def _paid_on(wager: Wager) -> str:
    """The wager whose stake it is paid on."""
    return wager.equals or wager.paid_on or wager.key


def _net(pay: Pay, stake: int, meter: int) -> Fraction:
    return pay.stake * stake + pay.cash + pay.meter * meter


def _ways(rules: Rules, wager: Wager, known: Known, played: bool | None) -> list[int]:
    """By row of the wager: in how many completions it comes about."""
    parts = list(_parts(rules, wager, known, played))
    return [int(n) for n in sum(parts[1:], parts[0])]


def _parts(rules: Rules, wager: Wager, known: Known, played: bool | None) -> Iterator[Array]:
    if played is None and rules.rulebook.decision and wager.reads_decision():
        plays = _plays(rules)
        yield from tallies(wager, known, True, plays)
        yield from tallies(wager, known, False, ~plays)
    else:
        yield from tallies(wager, known, played is not False)


@lru_cache(maxsize=8)
def _plays(rules: Rules) -> Array:
    """[hand]: whether the best strategy plays it."""
    return best(rules).plays
