"""What the compiled loop reads, put together from the tables of all boxes.

Boxes with the same bets and the same strategy share their tables. All of them number hands alike:
by their ranks and whether they are suited, if nothing else is asked of them, so that what is read
again and again stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import CARDS, SUITS, Array, suited
from pitboss.maths.simulation.counting import counting
from pitboss.maths.simulation.joint import Joint
from pitboss.maths.simulation.kernel.shapes import Plan, SixTables, Tables

RANK_BITS = 4
SUITED = 1 << 3 * RANK_BITS
LOWEST = -(1 << 15)  # Of sixteen bits with a sign: they are what is compared fastest.


def plan(boxes: Sequence[Joint], nets: Sequence[Array], fourth: bool, low: int, shift: int) -> Plan:
    """The tables of these boxes, and what each outcome of each box wins.

    The histogram of a round's result starts at `low`, in bins of 2**shift.
    """
    layouts = list(dict.fromkeys(boxes))
    which = [layouts.index(joint) for joint in boxes]
    has_six = any(joint.six for joint in layouts)
    return Plan(
        boxes=len(boxes),
        fourth=fourth,
        tables=_tables(layouts, which, has_six),
        has_six=has_six,
        six=SixTables(
            ranks=six_cards.rank_class().astype(np.uint16),
            suits=_suits_held().astype(np.uint16),
            by_ranks=six_cards.by_ranks().T.astype(np.uint8).ravel(),
            by_suit=six_cards.by_suit().astype(np.uint8).ravel(),
            held=_ranks_held(),
            parts=np.concatenate([joint.six_rows for joint in layouts]).astype(np.uint16),
        ),
        counting=counting(boxes, layouts, nets, low, shift),
    )


def _tables(layouts: Sequence[Joint], which: Sequence[int], has_six: bool) -> Tables:
    player, dealer = (np.stack(made) for made in zip(*map(_hands, layouts), strict=True))
    by_ranks = None if has_six else _by_ranks(player, dealer)
    if by_ranks is not None:
        player, dealer = by_ranks
    steps = np.array([joint.steps for joint in layouts])
    masks = [(1 << joint.sides.bits) - 1 for joint in layouts]
    cards = [joint.sides.card.of * joint.steps[2] for joint in layouts]
    return Tables(
        by_ranks=by_ranks is not None,
        hands=player.shape[1],
        layouts=len(layouts),
        layout=np.array(which, np.uint32),
        player=player.astype(np.int16).ravel(),
        dealer=dealer.astype(np.int16).ravel(),
        card=np.concatenate(cards).astype(np.uint16),
        mask=np.array(masks, np.int16),
        category=steps[:, 0].astype(np.uint16),
        sign=steps[:, 1].astype(np.uint16),
    )


def _hands(joint: Joint) -> tuple[Array, Array]:
    """[row] each: a hand as the player's, and as the dealer's."""
    sides, order = joint.sides, joint.sides.order
    group = sides.dealer.of
    # A dealer's hand that is not compared with is higher than all.
    theirs = np.where(sides.is_compared[group], order.theirs, order.levels)
    return (
        LOWEST + (order.own << sides.bits) + sides.player.of,
        LOWEST + (theirs << sides.bits) + sides.begins[group],
    )


def _by_ranks(*tables: Array) -> list[Array] | None:
    """[layout, number by ranks] of what is [layout, row], if such a number tells it."""
    made = [np.zeros((len(table), 2 * SUITED), table.dtype) for table in tables]
    for short, table in zip(made, tables, strict=True):
        for numbers in _numbers_by_ranks():
            short[:, numbers] = table
        if not all((short[:, numbers] == table).all() for numbers in _numbers_by_ranks()):
            return None
    return made


@cache
def _numbers_by_ranks() -> list[Array]:
    """[row] for each order of its cards: the ranks, four bits each, and whether it is suited."""
    ranks = CARDS >> 2
    return [
        suited() * SUITED + (ranks[:, order] << (2 * RANK_BITS, RANK_BITS, 0)).sum(1)
        for order in map(list, permutations(range(3)))
    ]


@cache
def _suits_held() -> Array:
    """[hand]: how many cards of each suit, four bits each."""
    return np.asarray((1 << 4 * SUITS).sum(1))


def _ranks_held() -> Array:
    """[hand]: the ranks that it holds, 16 bits for each suit."""
    masks = six_cards.suit_masks().astype(np.uint64)
    return np.asarray(sum(masks[suit] << np.uint64(16 * suit) for suit in range(4)))
