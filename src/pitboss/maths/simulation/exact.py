"""The exact odds that a simulation is held against, and how boxes hang together.

Chances come from counting every deal, never from the simulation's own tables. Boxes share the
dealer's hand and the community card: given those, what one box comes to tells next to nothing of
another, so the spread of a sum over boxes is that of its mean given what they share, and each
box's own besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import COUNT, Array, masks
from pitboss.language.classes import by_keys, classes
from pitboss.language.compiled import CompiledSix
from pitboss.language.expressions import Deal, table_of
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.conditions import Conditions
from pitboss.maths.odds.counting import card_ways, pair_ways
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.wager_odds import count

SAMPLED_HANDS, SEED = 256, 1


def chances(rules: Rules, wager: Wager, plays: Array) -> tuple[Fraction, ...]:
    """[row]: how likely it is, under a strategy."""
    ways = count(wager)
    if rules.rulebook.decision and wager.key in rules.rulebook.main:
        ways = _main(rules, plays.tobytes())[wager.key]
    return tuple(Fraction(n, sum(ways)) for n in ways)


@lru_cache(maxsize=32)
def _main(rules: Rules, plays: bytes) -> dict[str, tuple[int, ...]]:
    bet = MainBet(rules)
    odds = bet.under(np.frombuffer(plays, bool))
    return {wager.key: odds.of(wager) for wager in bet.wagers}


class Given(NamedTuple):
    """The rows of a wager, given what the boxes share."""

    weights: Array  # [class of dealer's hands or cards]: how likely.
    chances: Array  # [class, row]: and what then.


def given_shared(wager: Wager, plays: Array) -> Given:
    """The chances of rows for each class of what boxes share."""
    return _given(Conditions.of(wager), plays.tobytes() if wager.reads_decision() else b"")


@lru_cache(maxsize=64)
def _given(conditions: Conditions, decisions: bytes) -> Given:
    (wager,) = conditions.wagers
    if wager.columns("six"):
        return _six(wager)
    plays = np.frombuffer(decisions, bool) if decisions else np.ones(COUNT, bool)
    keys = [table_of("player")[name]() for name in sorted(wager.columns("player"))]
    player = by_keys(np.zeros(COUNT), plays, *keys)
    whose = "fourth" if wager.columns("fourth") else "dealer"
    shared = classes(whose, wager.columns(whose))
    ways = card_ways(player, shared) if whose == "fourth" else pair_ways(player, shared)
    own = player.example[:, None]
    theirs = shared.example[None, :]
    deal = Deal(own, theirs if whose == "dealer" else 0, theirs, played=plays[own])
    rows = np.broadcast_to(wager.result(deal), ways.shape)
    found = np.stack([np.where(rows == row, ways, 0).sum(0) for row in range(len(wager.rows))])
    total = found.sum(0)
    return Given(total / total.sum(), (found / total).T)


def _six(wager: Wager) -> Given:
    """For some dealer's hands, drawn by chance, so that they give the exact chances on average.

    Only standard errors rest on them.
    """
    mask, rows = np.array(masks()), CompiledSix(wager).table
    dealers = np.random.default_rng(SEED).choice(COUNT, SAMPLED_HANDS, replace=False)
    found = []
    for dealer in dealers:
        apart = np.flatnonzero(mask & mask[dealer] == 0)
        made = rows[six_cards.value(apart, dealer)]
        found.append(np.bincount(made, minlength=len(wager.rows)) / len(apart))
    ways = np.array(count(wager))
    exact, sampled = ways / ways.sum(), np.mean(found, axis=0)
    scaled = np.where(sampled, found * exact / np.where(sampled, sampled, 1), exact)
    return Given(np.full(len(dealers), 1 / len(dealers)), scaled)


@dataclass(frozen=True)
class Value:
    """Something that the rows of a box's wager are worth, such as 1 for one of them."""

    given: Given
    by_row: Array


def variance(values: Sequence[Value]) -> float:
    """Of the sum over the boxes of one round."""
    weights = values[0].given.weights
    together, apart = np.zeros(len(weights)), 0.0
    for value in values:
        mean = value.given.chances @ value.by_row
        together = together + mean
        apart += float(weights @ (value.given.chances @ value.by_row**2 - mean**2))
    return max(apart + float(weights @ together**2 - (weights @ together) ** 2), 0.0)
