"""From cards to sums: which hands they make, and what each box's comes to beside the dealer's."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.compiling import compiled
from pitboss.maths.simulation.kernel.dealing import BATCH
from pitboss.maths.simulation.kernel.shapes import SixTables, Tables

A_THIRD = np.uint16(0xAAAB)  # Times three it is one, modulo 2**16.
RANK_SETS, VALUES = np.uint32(455), np.uint32(10)
SUITS, SUIT_BITS, RANKS, SUIT_SETS = 4, 16, 13, np.uint64((1 << 13) - 1)
THREE_EACH, EIGHT_EACH = np.uint16(0x3333), np.uint16(0x8888)


@compiled
def row_of(cards: Array, rows: Array) -> None:
    """Which hands three cards make: their row numbers, as `hands.py` has them."""
    for turn in range(BATCH):
        one, other, third = cards[0, turn], cards[1, turn], cards[2, turn]
        lower, upper = min(one, other), max(one, other)
        high, rest = np.uint16(max(upper, third)), min(upper, third)
        low, mid = np.uint16(min(lower, rest)), np.uint16(max(lower, rest))
        pairs = np.uint16(np.uint16(mid * np.uint16(mid - 1)) >> 1)
        below = np.uint16(np.uint16(high * np.uint16(high - 1)) >> 1)
        triples = np.uint16(np.uint16(below * np.uint16(high - 2)) * A_THIRD)
        rows[turn] = np.uint16(low + np.uint16(pairs + triples))


@compiled
def ranks_of(cards: Array, numbers: Array) -> None:
    """What ranks three cards have, four bits each, and whether they are suited."""
    one, other, third = cards[0], cards[1], cards[2]
    for turn in range(BATCH):
        mixed = ((one[turn] ^ other[turn]) | (one[turn] ^ third[turn])) & np.uint8(3)
        upper = np.uint16(one[turn] >> 2) | np.uint16(np.uint16(mixed == 0) << 4)
        lower = np.uint16(other[turn] >> 2) << 4 | np.uint16(third[turn] >> 2)
        numbers[turn] = np.uint16(np.uint16(upper << 8) | np.uint16(lower))


@compiled
def tell(by_ranks: bool, cards: Array, hands: Array) -> None:
    """Which hands the cards make, by whatever number the tables go by."""
    for hand in range(len(hands)):
        if by_ranks:
            ranks_of(cards[3 * hand : 3 * hand + 3], hands[hand])
        else:
            row_of(cards[3 * hand : 3 * hand + 3], hands[hand])


@compiled
def compare(steps: Any, own: Array, theirs: Array, shared: Array, sums: Array) -> None:
    """The sums of a box: what its hands count for, and whether they are equal or higher."""
    mask, category, sign = steps
    order = np.int16(mask + 1)
    for turn in range(BATCH):
        word, least = own[turn], theirs[turn]
        signs = np.uint16(word >= least) + np.uint16(word >= np.int16(least + order))
        hand = np.uint16(np.uint16(word & mask) * category)
        sums[turn] = np.uint16(np.uint16(hand + shared[turn]) + np.uint16(signs * sign))


@compiled
def look_up(tables: Tables, hands: Array, turned: Array, bench: Array, found: Array) -> None:
    """What the hands of all boxes come to, beside the dealer's; on the bench they are compared."""
    own, theirs, shared = bench[0], bench[1], bench[2].view(np.uint16)
    for layout in range(tables.layouts):
        begin, end = layout * tables.hands, (layout + 1) * tables.hands
        player, dealer = tables.player[begin:end], tables.dealer[begin:end]
        mask, sign, hand = tables.mask[layout], tables.sign[layout], hands[0]
        for turn in range(BATCH):
            theirs[turn] = dealer[hand[turn]]
        for turn in range(BATCH):
            shared[turn] = np.uint16(np.uint16(theirs[turn] & mask) * sign)
            theirs[turn] &= ~mask
        if len(turned):
            card = tables.card[layout * DECK : (layout + 1) * DECK]
            for turn in range(BATCH):
                shared[turn] += card[turned[0, turn]]
        for box in range(len(found)):
            if tables.layout[box] == layout:
                hand = hands[box + 1]
                for turn in range(BATCH):
                    own[turn] = player[hand[turn]]
                compare((mask, tables.category[layout], sign), own, theirs, shared, found[box])


@compiled
def look_up_six(tables: SixTables, layouts: Array, hands: Array, found: Array) -> None:
    """Add what six cards make to the sums of all boxes."""
    begins, suits = np.zeros(BATCH, np.uint32), np.zeros(BATCH, np.uint16)
    for turn in range(BATCH):
        begins[turn] = tables.ranks[hands[0, turn]] * RANK_SETS
        suits[turn] = tables.suits[hands[0, turn]] + THREE_EACH
    for box in range(len(found)):
        parts, hand, sums = tables.parts[layouts[box] * VALUES :], hands[box + 1], found[box]
        for turn in range(BATCH):
            value = tables.by_ranks[begins[turn] + tables.ranks[hand[turn]]]
            if (suits[turn] + tables.suits[hand[turn]]) & EIGHT_EACH:  # Five or six of a suit.
                cards = tables.held[hands[0, turn]] | tables.held[hand[turn]]
                value = max(value, best_of_suits(tables.by_suit, cards))
            sums[turn] += parts[value]


@compiled
def best_of_suits(by_suit: Array, cards: Any) -> Any:
    """The highest value of six cards by a suit: needed one time in a hundred."""
    best = np.uint8(0)
    for suit in range(SUITS):
        of_suit = (cards >> np.uint64(SUIT_BITS * suit)) & SUIT_SETS
        best = max(best, by_suit[np.uint64(suit << RANKS) + of_suit])
    return best
