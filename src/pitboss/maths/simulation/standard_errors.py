"""Exact chances of rows, and the standard errors of their counts over correlated boxes.

Chances come from counting every deal, never from the simulation's own tables. Boxes share the
dealer's hand and the community card, and given those they are nearly independent. So the variance
of a sum over boxes is the variance of its conditional mean, plus each box's own conditional
variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, floor, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import COUNT, Array, masks
from pitboss.language.compiled import CompiledSix
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.counting import Conditions, card_ways, pair_ways
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.wager_odds import count_under
from pitboss.maths.simulation.factor_tables import class_deals

SAMPLED_HANDS, SEED = 256, 1
FEW = 100.0  # Expected counts below this are scored as Poisson counts.


def chances(rules: Rules, wager: Wager, plays: Array) -> tuple[Fraction, ...]:
    """[row]: its exact chance under a strategy."""
    ways = count_under(wager, plays)
    if rules.rulebook.decision and wager.key in rules.rulebook.main:
        ways = _main_ways(rules, plays.tobytes())[wager.key]
    return tuple(Fraction(n, sum(ways)) for n in ways)


@lru_cache(maxsize=32)
def _main_ways(rules: Rules, plays: bytes) -> dict[str, tuple[int, ...]]:
    bet = MainBet(rules)
    odds = bet.under(np.frombuffer(plays, bool))
    return {wager.key: odds.of(wager) for wager in bet.wagers}


class ConditionalChances(NamedTuple):
    """The chances of a wager's rows, given what the boxes share."""

    weights: Array  # [class of dealer's hands or cards]: its chance.
    chances: Array  # [class, row]: the chance of the row, given the class.


def conditional_chances(wager: Wager, plays: Array) -> ConditionalChances:
    """The chances of rows for each class of what boxes share."""
    return _conditional(Conditions.of(wager), plays.tobytes() if wager.reads_decision() else b"")


@lru_cache(maxsize=64)
def _conditional(conditions: Conditions, decisions: bytes) -> ConditionalChances:
    (wager,) = conditions.wagers
    plays = np.frombuffer(decisions, bool) if decisions else np.ones(COUNT, bool)
    if wager.columns("six"):
        return _conditional_six(wager, plays)
    whose = "fourth" if wager.columns("fourth") else "dealer"
    player, shared, deal = class_deals((wager,), whose, plays)
    ways = card_ways(player, shared) if whose == "fourth" else pair_ways(player, shared)
    rows = np.broadcast_to(wager.result(deal), ways.shape)
    by_row = np.stack([np.where(rows == row, ways, 0).sum(0) for row in range(len(wager.rows))])
    total = by_row.sum(0)
    return ConditionalChances(total / total.sum(), (by_row / total).T)


def _conditional_six(wager: Wager, plays: Array) -> ConditionalChances:
    """For a random sample of dealer's hands, scaled so that their mean is the exact chances.

    Only standard errors depend on it.
    """
    mask, rows = np.array(masks()), CompiledSix(wager).table
    dealers = np.random.default_rng(SEED).choice(COUNT, SAMPLED_HANDS, replace=False)
    by_dealer = []
    for dealer in dealers:
        apart = np.flatnonzero(mask & mask[dealer] == 0)
        reached = rows[plays[apart].astype(int), six_cards.value(apart, dealer)]
        by_dealer.append(np.bincount(reached, minlength=len(wager.rows)) / len(apart))
    ways = np.array(count_under(wager, plays))
    exact, sampled = ways / ways.sum(), np.mean(by_dealer, axis=0)
    scaled = np.where(sampled, by_dealer * exact / np.where(sampled, sampled, 1), exact)
    return ConditionalChances(np.full(len(dealers), 1 / len(dealers)), scaled)


@dataclass(frozen=True)
class RowValue:
    """A value for each row of a box's wager, such as 1 for one row and 0 for the others."""

    conditional: ConditionalChances
    by_row: Array


def variance(values: Sequence[RowValue]) -> float:
    """Of the sum over the boxes of one round."""
    weights = values[0].conditional.weights
    mean_of_all, own = np.zeros(len(weights)), 0.0
    for value in values:
        mean = value.conditional.chances @ value.by_row
        mean_of_all = mean_of_all + mean
        own += float(weights @ (value.conditional.chances @ value.by_row**2 - mean**2))
    return max(own + float(weights @ mean_of_all**2 - (weights @ mean_of_all) ** 2), 0.0)


def z_score(count: int, expected: float, variance: float) -> float:
    """Standard errors between a count and its expectation, with a sign.

    Counts of rare outcomes are not normal, so these are scored as Poisson counts.
    """
    if not expected or not variance:
        return 0.0 if count == expected else inf
    # Boxes may hit together, in clusters of this size: then it is the clusters that are rare.
    cluster_size = max(variance / expected, 1.0)
    if expected / cluster_size >= FEW:
        return (count - expected) / sqrt(variance)
    return poisson_score(count / cluster_size, expected / cluster_size)


def poisson_score(count: float, expected: float) -> float:
    """The z-score of a normal variable with the same tail probability as a Poisson count."""
    is_more = count > expected
    place, step = (ceil(count), 1) if is_more else (floor(count), -1)
    total, term = 0.0, 1.0
    while place >= 0 and term > total * 1e-17:
        term = exp(place * log(expected) - expected - lgamma(place + 1))
        total += term
        place += step
    if total >= 0.5:
        return 0.0
    score = -NormalDist().inv_cdf(total) if total else inf  # The tail underflows.
    return score if is_more else -score
