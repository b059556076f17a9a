"""Everything the compiled loop reads, assembled from the joint tables of all boxes.

Boxes with the same bets and the same strategy share their tables. Hands are numbered by their ranks
and whether they are suited if no table needs more, which keeps the arrays that are read again and
again small. Where there are few outcomes, two boxes are counted at once, by the pair of their
outcomes: that halves the work of the loop, and `by_box` separates them when a block is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import CARDS, SUITS, Array, suited
from pitboss.maths.simulation.joint_table import JointTable
from pitboss.maths.simulation.kernel.arrays import Counting, Plan, SixTables, Tables

RANK_BITS = 4
SUITED = 1 << 3 * RANK_BITS
LOWEST = -(1 << 15)  # Signed sixteen-bit numbers are compared fastest.
MOST_PAIRS = 1 << 12  # The counters and nets of so many combinations stay in the cache.


def kernel_plan(
    boxes: Sequence[JointTable], nets: Sequence[Array], fourth: bool, low: int, shift: int
) -> Plan:
    """The plan for these boxes, given what each outcome of each box wins.

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
            digits=np.concatenate([joint.six_digits for joint in layouts]).astype(np.uint16),
        ),
        counting=_counting(boxes, layouts, nets, low, shift),
    )


def _tables(layouts: Sequence[JointTable], which: Sequence[int], has_six: bool) -> Tables:
    player, dealer = (np.stack(words) for words in zip(*map(_words, layouts), strict=True))
    by_ranks = None if has_six else _by_ranks(player, dealer)
    if by_ranks is not None:
        player, dealer = by_ranks
    steps = np.array([joint.steps for joint in layouts])
    masks = [(1 << joint.categories.bits) - 1 for joint in layouts]
    cards = [joint.categories.card.of * joint.steps[2] for joint in layouts]
    return Tables(
        by_ranks=by_ranks is not None,
        hands=player.shape[1],
        layouts=len(layouts),
        layout=np.array(which, np.uint32),
        player=player.astype(np.int16).ravel(),
        dealer=dealer.astype(np.int16).ravel(),
        card=np.concatenate(cards).astype(np.uint16),
        mask=np.array(masks, np.int16),
        category_step=steps[:, 0].astype(np.uint16),
        slot_step=steps[:, 1].astype(np.uint16),
    )


def _words(joint: JointTable) -> tuple[Array, Array]:
    """[row] each: a hand as the player's, and as the dealer's, its level in the upper bits."""
    categories, order = joint.categories, joint.categories.order
    group = categories.dealer.of
    # A dealer's hand that is not compared ranks above every player's hand.
    theirs = np.where(categories.is_compared[group], order.theirs, order.levels)
    return (
        LOWEST + (order.own << categories.bits) + categories.player.of,
        LOWEST + (theirs << categories.bits) + categories.begins[group],
    )


def _by_ranks(*tables: Array) -> list[Array] | None:
    """[layout, number by ranks] from [layout, row]; None where that number is not enough."""
    by_ranks = [np.zeros((len(table), 2 * SUITED), table.dtype) for table in tables]
    for short, table in zip(by_ranks, tables, strict=True):
        for numbers in _numbers_by_ranks():
            short[:, numbers] = table
        if not all((short[:, numbers] == table).all() for numbers in _numbers_by_ranks()):
            return None
    return by_ranks


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


def _counting(
    boxes: Sequence[JointTable],
    layouts: Sequence[JointTable],
    nets: Sequence[Array],
    low: int,
    shift: int,
) -> Counting:
    outcomes = max(joint.outcomes for joint in layouts)
    group_size = 2 if outcomes**2 <= MOST_PAIRS else 1
    padded = [np.pad(net, (0, outcomes - len(net))) for net in nets]
    groups = [padded[box : box + group_size] for box in range(0, len(boxes), group_size)]
    lines = [_net_line(group, outcomes**group_size) for group in groups]
    distinct = {line.tobytes(): line for line in lines}
    places = {key: place for place, key in enumerate(distinct)}
    begins = np.cumsum([0, *(len(joint.numbers) for joint in layouts)])
    combinations = outcomes**group_size
    return Counting(
        outcomes=outcomes,
        renumbered=any(joint.is_renumbered for joint in layouts),
        numbers=np.concatenate([joint.numbers for joint in layouts]).astype(np.uint16),
        number_begins=np.array([begins[layouts.index(joint)] for joint in boxes], np.uint32),
        first_special=np.array([joint.first_special for joint in boxes], np.uint32),
        group_size=group_size,
        combinations=combinations,
        nets=np.concatenate(list(distinct.values())).astype(np.int64),
        net_begins=np.array([places[line.tobytes()] * combinations for line in lines], np.uint32),
        low=low,
        shift=shift,
    )


def _net_line(group: Sequence[Array], combinations: int) -> Array:
    """[combination]: what a group of boxes wins, the last box's outcome varying fastest."""
    won = np.zeros(1, np.int64)
    for nets in group:
        won = (won[:, None] + nets).ravel()
    return np.pad(won, (0, combinations - len(won)))


def by_box(counts: Array, boxes: int, counting: Counting) -> Array:
    """[box, outcome] from the counts of groups of boxes."""
    separated = []
    for group, combined in enumerate(counts.reshape(-1, counting.combinations)):
        size = min(counting.group_size, boxes - group * counting.group_size)
        cube = combined[: counting.outcomes**size].reshape((counting.outcomes,) * size)
        for axis in range(size):
            others = tuple(other for other in range(size) if other != axis)
            separated.append(cube.sum(others, dtype=counts.dtype))
    return np.array(separated)
