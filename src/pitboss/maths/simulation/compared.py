"""A table of two hands, split: what either is by itself, and which of them is higher.

The table of every player's hand against every dealer's is large, and it says the same over and
over: a pair that beats a qualifying dealer wins what any pair does. So hands are sorted into a few
categories on either side, and what is left to be asked of the two is a comparison, which costs less
than a look-up. What hands are compared by is what the rules compare; that it is enough is found
out from the table itself, entry by entry, and any table can be split, if only into as many
categories as it has lines.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import COUNT, Array
from pitboss.language.classes import by_keys
from pitboss.language.expressions import Deal, Expression, Operation
from pitboss.maths.simulation.factors import Factor

COMPARE = {operator.gt, operator.ge, operator.lt, operator.le, operator.eq, operator.ne}
SIGNS = LOWER, EQUAL, HIGHER = range(3)  # The player's hand beside the dealer's.
NEVER = -1  # In a table: can't come about.


class Order(NamedTuple):
    """What two hands are compared by."""

    own: Array  # [player's hand]
    theirs: Array  # [dealer's hand]

    @property
    def levels(self) -> int:
        """How many there are; hands of one level are equal."""
        return int(max(self.own.max(), self.theirs.max())) + 1

    def sign(self, player: Array, dealer: Array) -> Array:
        return np.asarray(np.sign(self.own[player] - self.theirs[dealer]) + EQUAL)


ALL_EQUAL = Order(np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64))


def orders(factor: Factor) -> list[Order]:
    """Whatever of a player's hand its wagers compare with the same of a dealer's."""
    hands = Deal(np.arange(COUNT), np.arange(COUNT))
    found = {}
    for wager in factor.wagers:
        for row in wager.rows:
            for own, theirs in _compared(row.when):
                order = Order(*_dense(own.ask(hands), theirs.ask(hands)))
                found[order.own.tobytes() + order.theirs.tobytes()] = order
    return list(found.values())


def _compared(asked: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Parts about the player's hand alone that are compared with parts about the dealer's."""
    if isinstance(asked, Operation) and asked.function in COMPARE:
        sides = {frozenset(whose for whose, _ in part.columns()): part for part in asked.parts}
        own, theirs = (sides.get(frozenset({whose})) for whose in ("player", "dealer"))
        if own is not None and theirs is not None:
            yield own, theirs
    for part in asked.parts:
        yield from _compared(part)


def _dense(own: Array, theirs: Array) -> tuple[Array, Array]:
    """The same order, in numbers from 0 without a gap."""
    _, places = np.unique(np.concatenate([own, theirs]), return_inverse=True)
    return places[:COUNT], places[COUNT:]


class Split(NamedTuple):
    """A table of two hands, or of a hand and a card, by categories and a comparison."""

    player: Array  # [player's hand]: its category.
    shared: Array  # [dealer's hand, or card]: its category.
    table: Array  # [player's, dealer's, sign]: what the table says.


def whole(factor: Factor) -> Split:
    """A table as it is: each line and each place a category, whatever the sign."""
    every_sign = np.repeat(factor.table[:, :, None], len(SIGNS), axis=2)
    return Split(factor.player, factor.shared, every_sign)


def split(factor: Factor, order: Order) -> Split:
    """A table of two hands by as few categories as can easily be found; as it is, if by many."""
    player, dealer = by_keys(factor.player, order.own), by_keys(factor.shared, order.theirs)
    own, theirs = player.example[:, None], dealer.example[None, :]
    table, signs = factor.look_up(Deal(own, theirs)), order.sign(own, theirs)
    apart = np.full((len(dealer), len(player), len(SIGNS)), NEVER)
    apart[np.arange(len(dealer)), np.arange(len(player))[:, None], signs] = table
    shared, groups = _merged(apart, most=len(dealer) // 2)
    if len(shared) < len(dealer):
        return whole(factor)
    category, made = _merged(groups.transpose(1, 0, 2), most=len(player))
    assert (made[category[:, None], shared, signs] == table).all(), "split, it says the same"
    return Split(category[player.of], shared[dealer.of], made)


def _merged(parts: Array, most: int) -> tuple[Array, Array]:
    """Parts that nowhere contradict each other become one: [part] which one, and what these say.

    It gives up, and some parts are left, when there are more than `most` of them.
    """
    flat = parts.reshape(len(parts), -1)
    made, many, of = np.full_like(flat, NEVER), 0, []
    for part in flat:
        before, said = made[:many], part != NEVER
        same = before == part
        agrees = (same | (before == NEVER) | ~said).all(1)
        # With the one that it has most in common with: not to contradict is not yet to be alike.
        common = np.where(agrees, (same & said).sum(1), -1)
        of.append(int(common.argmax()) if agrees.any() else many)
        many = max(many, of[-1] + 1)
        np.maximum(made[of[-1]], part, out=made[of[-1]])
        if many > most:
            break
    return np.array(of), made[:many].reshape(-1, *parts.shape[1:])
