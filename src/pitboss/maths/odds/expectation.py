"""The expected result of a box, given the cards that are known: what a ruling costs.

A bettor whose round is void gives up what the stakes were worth at that moment, good or bad. The
expectation of a sum is the sum of the expectations even if the wagers are correlated, so each wager
is counted by itself. Only wagers on all six cards are ever sampled: where a decision says something
about a hidden hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple

from pitboss.cards.hands import Array
from pitboss.errors import BadBet
from pitboss.language.rulebook import Rules
from pitboss.language.stakes import not_staked
from pitboss.language.wagers import Wager
from pitboss.maths.odds.completions import (
    HAND,
    Known,
    check,
    dealer_hands,
    player_hands,
    summed,
    tallies,
)
from pitboss.maths.odds.informed_decisions import Informed, informed
from pitboss.maths.odds.sampling import random_rows
from pitboss.maths.odds.strategy import best, weighing

SAMPLE, SEED = 200_000, 1


class Expected(NamedTuple):
    """The expected result of some stakes."""

    amount: Fraction  # Net gain of the bettor, in the smallest unit of money.
    error: float | None = None  # Standard error of a sample; None if counted exactly.


def expected(
    rules: Rules,
    stakes: Mapping[str, int],
    known: Known,
    played: bool | None,
    jackpot: int | None = None,
    chosen_well: bool = False,
    seen: Known | None = None,
) -> Expected:
    """The expected net result of one bettor's stakes on one box, over all completions of the deal.

    `stakes` are those placed before the decision. A wager that equals one of them is implied if the
    hand plays, and a bonus without a stake of its own comes with the stake it is paid on. Pays are
    exact: before rounding to the chip and before caps. Envy depends on other boxes and is not
    included.

    `played` is None if the player has still to decide. The decision is then that of the best
    strategy for these stakes and a player who knows only their own hand; with `seen`, it is the
    best one for a player who has seen those cards as well. With `chosen_well`, a decision already
    made restricts a hidden hand to those with which the best strategy decides that way.
    """
    check(rules, known, played)
    _check_stakes(rules, stakes)
    player = weighing(rules, stakes, jackpot or 0)
    if seen is not None and played is None:
        player = informed(rules, stakes, jackpot, seen)
    amount, error = Fraction(0), None
    for wager in rules.wagers:
        stake = stakes.get(wager.placed_wager)
        if stake is not None:
            decider = player if chosen_well or wager.reads_decision() else None
            ways, sampled = _ways(rules, wager.key, known, played, chosen_well, decider)
            nets = [row.pay.net(stake, jackpot or 0) for row in wager.rows]
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
    """Refuse a stake that would silently be ignored."""
    for key in stakes:
        wager = rules.wager(key)
        if not wager.is_staked:
            raise not_staked(wager)
        if wager.equals and wager.equals not in stakes:
            first = rules.wager(wager.equals).title
            raise BadBet("bet/needs", f"{wager.title} follows the {first}, and there is none.")


@lru_cache(maxsize=256)  # Boxes of which nothing is known are all alike.
def _ways(
    rules: Rules,
    key: str,
    known: Known,
    played: bool | None,
    chosen_well: bool,
    player: Informed | None,
) -> tuple[Sequence[int], bool]:
    """By row of the wager: the number of completions that lead to it; and whether it is sampled."""
    wager = rules.by_key[key]
    if chosen_well and played is not None and rules.rulebook.decision:
        plays = _plays(rules, player)
        hands = player_hands(known)
        hands = hands[plays[hands] == played]
        if len(hands):  # Otherwise the decision was not the best one and says nothing.
            if not wager.columns("six"):
                return summed(tallies(wager, known, played, plays == played)), False
            if len(known.player) < HAND:
                # Each of these hands leaves the dealer the same number of hands.
                return _sampled(wager, known, hands, plays), True
    if played is None and rules.rulebook.decision and wager.reads_decision():
        plays, hands = _plays(rules, player), player_hands(known)
        if not wager.columns("six"):
            return summed(_decided(wager, known, plays)), False
        if len(hands) > 1:
            return _sampled(wager, known, hands, plays), True
        played = bool(plays[hands[0]])
    return summed(tallies(wager, known, played is not False)), False


def _plays(rules: Rules, player: Informed | None) -> Array:
    """[hand]: whether it plays by the best strategy for the main bet, or for this player."""
    return best(rules).plays if player is None else player.plays(rules)


def _decided(wager: Wager, known: Known, plays: Array) -> Iterator[Array]:
    yield from tallies(wager, known, True, plays)
    yield from tallies(wager, known, False, ~plays)


def _sampled(wager: Wager, known: Known, hands: Array, plays: Array) -> list[int]:
    """By row: how often six cards lead to it, in random deals of these hands of the player's."""
    counts: list[int] = random_rows(wager, hands, dealer_hands(known), plays, SAMPLE, SEED).tolist()
    return counts
