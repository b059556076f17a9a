"""What a box can still expect, given the cards that are known: what a ruling costs.

Void a round and the bettor gives up what the stakes were worth at that moment, or is spared it.
An expectation is the sum over the wagers, whether or not they hang together, so each is counted by
itself. Only a wager on all six cards is sampled, and only where a decision tells of a hidden hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import Array, masks
from pitboss.errors import BadBet
from pitboss.language.expressions import Deal
from pitboss.language.pays import Pay
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.completions import HAND, Known, check, dealer_hands, player_hands, tallies
from pitboss.maths.odds.strategy import best

SAMPLE, SEED = 200_000, 1


class Expected(NamedTuple):
    """What some stakes come to on average."""

    amount: Fraction  # Net gain of the bettor, in the smallest unit of money.
    error: float | None = None  # Standard error of a sample; None where it was counted.


def expected(
    rules: Rules,
    stakes: Mapping[str, int],
    known: Known,
    played: bool | None,
    jackpot: int | None = None,
    chosen_well: bool = False,
) -> Expected:
    """What one bettor's stakes on one box come to over all completions of the deal.

    Pays are exact: before rounding to the chip, and before caps. The stakes are those placed before
    the decision: the wager that equals another of them is implied where the hand plays, and a
    bonus without a stake of its own comes with the stake that it is paid on. Envy is left out, for
    it hangs on other boxes. `played` is None where the player has still to decide: then by the
    strategy that is best for somebody who knows their own hand and nothing else. With
    `chosen_well` a decision that was made tells of a hand that is not known: it is one of those
    with which the best strategy decides so.
    """
    check(rules, known, played)
    _check_stakes(rules, stakes)
    amount, error = Fraction(0), None
    for wager in rules.wagers:
        stake = stakes.get(_paid_on(wager))
        if stake is not None:
            ways, sampled = _ways(rules, wager, known, played, chosen_well)
            nets = [_net(row.pay, stake, jackpot or 0) for row in wager.rows]
            mean = _mean(nets, ways)
            amount += mean
            if sampled:
                spread = _mean([(net - mean) ** 2 for net in nets], ways)
                error = hypot(error or 0.0, sqrt(spread / sum(ways)))
    return Expected(amount, error)


def _mean(values: Sequence[Fraction], ways: Sequence[int]) -> Fraction:
    total = sum((value * n for value, n in zip(values, ways, strict=True)), Fraction(0))
    return total / sum(ways)


def _check_stakes(rules: Rules, stakes: Mapping[str, int]) -> None:
    """Refuse a stake that would silently count for nothing."""
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


def _ways(
    rules: Rules, wager: Wager, known: Known, played: bool | None, chosen_well: bool
) -> tuple[list[int], bool]:
    """By row of the wager: in how many completions it comes about; and whether of a sample."""
    if chosen_well and played is not None and rules.rulebook.decision:
        plays = _plays(rules)
        hands = player_hands(known)
        hands = hands[plays[hands] == played]
        if len(hands):  # Else the decision was not the best, and tells nothing.
            if not wager.columns("six"):
                return _summed(tallies(wager, known, played, plays == played)), False
            if len(known.player) < HAND:
                return sample(wager, known, hands).tolist(), True
    return _summed(_parts(rules, wager, known, played)), False


def sample(wager: Wager, known: Known, hands: Array) -> Array:
    """[row]: how often a wager on six cards comes to each row, the player's hand being one of some.

    Each of these hands leaves the dealer as many as any other, so a dealer's hand that shares a
    card is simply drawn again.
    """
    chance = np.random.default_rng(SEED)
    theirs = dealer_hands(known)
    player = chance.choice(hands, SAMPLE)
    dealer = chance.choice(theirs, SAMPLE)
    cards = np.array(masks())
    while (shared := np.flatnonzero(cards[player] & cards[dealer])).size:
        dealer[shared] = chance.choice(theirs, shared.size)
    rows: Array = np.asarray(wager.result(Deal(player, dealer)))
    return np.bincount(rows, minlength=len(wager.rows))


def _summed(tallied: Iterator[Array]) -> list[int]:
    parts = list(tallied)
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
