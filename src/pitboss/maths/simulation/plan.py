"""What the compiled loop reads, put together from the tables of all boxes.

Boxes with the same bets and the same strategy share their tables, and one numbering of the classes
of hands serves all of them, so what is read again and again stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np

from pitboss import six_cards
from pitboss.cards import DECK
from pitboss.hands import COUNT, SUITS, Array
from pitboss.maths.classes import Classes, by_keys
from pitboss.maths.simulation.joint import Joint
from pitboss.maths.simulation.shapes import Counting, Plan, SixTables, Tables


def plan(boxes: Sequence[Joint], nets: Sequence[Array], fourth: bool, low: int, shift: int) -> Plan:
    """The tables of these boxes, and what each outcome of each box wins.

    The histogram of a round's result starts at `low`, in bins of 2**shift.
    """
    layouts = list(dict.fromkeys(boxes))
    which = [layouts.index(joint) for joint in boxes]
    hands = _classes(layouts)
    outcomes = max(joint.outcomes for joint in layouts)
    numbers = [_numbers(joint) for joint in layouts]
    begins = np.cumsum([0, *map(len, numbers)])
    lines = {net.tobytes(): np.pad(net, (0, outcomes - len(net))) for net in nets}
    layout = np.array(which, np.uint32)
    return Plan(
        boxes=len(boxes),
        fourth=fourth,
        hands=hands.of.astype(np.uint16),
        tables=_tables(layouts, layout, hands),
        has_six=any(joint.six for joint in layouts),
        six=SixTables(
            layout=layout,
            ranks=six_cards.rank_class()[hands.example].astype(np.uint16),
            suits=_suits_held()[hands.example].astype(np.uint16),
            by_ranks=six_cards.by_ranks().T.astype(np.uint8).ravel(),
            by_suit=six_cards.by_suit().astype(np.uint8).ravel(),
            held=_ranks_held(),
            parts=np.concatenate([joint.six_rows for joint in layouts]).astype(np.uint16),
        ),
        counting=Counting(
            outcomes=outcomes,
            numbers=np.concatenate(numbers),
            begins=begins[which].astype(np.uint32),
            specials=np.array([joint.first_special for joint in boxes], np.uint64),
            nets=np.concatenate(list(lines.values())).astype(np.int64),
            paid=np.array([list(lines).index(net.tobytes()) * outcomes for net in nets], np.uint32),
            low=low,
            shift=shift,
        ),
    )


def _classes(layouts: Sequence[Joint]) -> Classes:
    """Hands that no table of any box tells apart, whoever holds them."""
    keys: list[Array] = [np.zeros(COUNT)]
    for joint in layouts:
        for factor in joint.factors:
            keys.append(factor.player)
            if factor.whose == "dealer":
                keys.append(factor.shared)
        if joint.six:
            keys += [six_cards.rank_class(), _suits_held()]
    return by_keys(*keys)


def _tables(layouts: Sequence[Joint], layout: Array, hands: Classes) -> Tables:
    """All tables in one, and where in it a player's hand, a dealer's and a card lead."""
    factors = max(len(joint.factors) for joint in layouts)
    player = np.zeros((factors, len(layouts), len(hands)), np.uint32)
    dealer = np.zeros_like(player)
    card = np.zeros((factors, len(layouts), DECK), np.uint32)
    steps = np.zeros((factors, len(layouts)), np.uint64)
    # A layout with fewer factors looks up a first entry that counts for nothing.
    tables: list[Array] = [np.zeros(1, np.uint8)]
    for number, joint in enumerate(layouts):
        for place, factor in enumerate(joint.factors):
            lines = len(factor.table)
            player[place, number] = sum(map(len, tables)) + factor.player[hands.example]
            if factor.whose == "dealer":
                dealer[place, number] = factor.shared[hands.example] * lines
            else:
                card[place, number] = factor.shared * lines
            steps[place, number] = joint.steps[place]
            # As small as it can be: a small table stays in the cache.
            kind = np.uint8 if factor.size <= 1 << 8 else np.uint16
            tables.append(factor.table.T.ravel().astype(kind))
    return Tables(
        layouts=len(layouts),
        layout=layout,
        factors=factors,
        classes=len(hands),
        player=player.ravel(),
        dealer=dealer.ravel(),
        card=card.ravel(),
        table=np.concatenate(tables),
        steps=steps.ravel(),
    )


def _numbers(joint: Joint) -> Array:
    """[sum]: number of the outcome."""
    made = np.zeros(prod(joint.shape), np.uint16)
    made[joint.sums] = np.arange(joint.outcomes)
    return made


@cache
def _suits_held() -> Array:
    """[hand]: how many cards of each suit, four bits each."""
    return np.asarray((1 << 4 * SUITS).sum(1))


def _ranks_held() -> Array:
    """[hand]: the ranks that it holds, 16 bits for each suit."""
    masks = six_cards.suit_masks().astype(np.uint64)
    return np.asarray(sum(masks[suit] << np.uint64(16 * suit) for suit in range(4)))
