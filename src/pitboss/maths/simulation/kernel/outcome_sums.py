"""From cards to sums: the hands that they make, and each box's sum against the dealer's hand."""

from __future__ import annotations

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.arrays import SixTables, Tables
from pitboss.maths.simulation.kernel.compiling import compiled
from pitboss.maths.simulation.kernel.dealing import BATCH

A_THIRD = np.uint16(0xAAAB)  # The inverse of three modulo 2**16.
RANK_SETS, VALUES = np.uint32(455), np.uint32(10)
SUITS, SUIT_BITS, RANKS, SUIT_SETS = 4, 16, 13, np.uint64((1 << 13) - 1)
THREE_EACH, EIGHT_EACH = np.uint16(0x3333), np.uint16(0x8888)

Steps = tuple[np.int16, np.uint16, np.uint16]  # Mask, step of a category, step of a slot.


@compiled
def row_of(cards: Array, rows: Array) -> None:
    """The row numbers of the hands that three cards make, as in `pitboss.cards.hands`."""
    for turn in range(BATCH):
        first, second, third = cards[0, turn], cards[1, turn], cards[2, turn]
        lower, upper = min(first, second), max(first, second)
        high, rest = np.uint16(max(upper, third)), min(upper, third)
        low, mid = np.uint16(min(lower, rest)), np.uint16(max(lower, rest))
        pairs = np.uint16(np.uint16(mid * np.uint16(mid - 1)) >> 1)
        below = np.uint16(np.uint16(high * np.uint16(high - 1)) >> 1)
        triples = np.uint16(np.uint16(below * np.uint16(high - 2)) * A_THIRD)
        rows[turn] = np.uint16(low + np.uint16(pairs + triples))


@compiled
def ranks_of(cards: Array, numbers: Array) -> None:
    """The ranks of three cards, four bits each, and whether they are suited."""
    first, second, third = cards[0], cards[1], cards[2]
    for turn in range(BATCH):
        mixed = ((first[turn] ^ second[turn]) | (first[turn] ^ third[turn])) & np.uint8(3)
        upper = np.uint16(first[turn] >> 2) | np.uint16(np.uint16(mixed == 0) << 4)
        lower = np.uint16(second[turn] >> 2) << 4 | np.uint16(third[turn] >> 2)
        numbers[turn] = np.uint16(np.uint16(upper << 8) | np.uint16(lower))


@compiled
def number_hands(by_ranks: bool, cards: Array, hands: Array) -> None:
    """Number the hands that the cards make, in the way that the tables need."""
    for hand in range(len(hands)):
        if by_ranks:
            ranks_of(cards[3 * hand : 3 * hand + 3], hands[hand])
        else:
            row_of(cards[3 * hand : 3 * hand + 3], hands[hand])


@compiled
def compare(steps: Steps, own: Array, theirs: Array, shared: Array, sums: Array) -> None:
    """The sums of a box: its category, the dealer's slot, and the slots on if equal or higher."""
    mask, category_step, slot_step = steps
    order = np.int16(mask + 1)
    for turn in range(BATCH):
        word, least = own[turn], theirs[turn]
        signs = np.uint16(word >= least) + np.uint16(word >= np.int16(least + order))
        hand = np.uint16(np.uint16(word & mask) * category_step)
        sums[turn] = np.uint16(np.uint16(hand + shared[turn]) + np.uint16(signs * slot_step))


@compiled
def look_up(tables: Tables, hands: Array, community: Array, scratch: Array, sums: Array) -> None:
    """The sums of all boxes against the dealer's hand; six cards are added by `look_up_six`."""
    own, theirs, shared = scratch[0], scratch[1], scratch[2].view(np.uint16)
    for layout in range(tables.layouts):
        begin, end = layout * tables.hands, (layout + 1) * tables.hands
        player, dealer = tables.player[begin:end], tables.dealer[begin:end]
        mask, slot_step, hand = tables.mask[layout], tables.slot_step[layout], hands[0]
        for turn in range(BATCH):
            theirs[turn] = dealer[hand[turn]]
        for turn in range(BATCH):
            shared[turn] = np.uint16(np.uint16(theirs[turn] & mask) * slot_step)
            theirs[turn] &= ~mask
        if len(community):
            card = tables.card[layout * DECK : (layout + 1) * DECK]
            for turn in range(BATCH):
                shared[turn] += card[community[0, turn]]
        for box in range(len(sums)):
            if tables.layout[box] == layout:
                hand = hands[box + 1]
                for turn in range(BATCH):
                    own[turn] = player[hand[turn]]
                steps = mask, tables.category_step[layout], slot_step
                compare(steps, own, theirs, shared, sums[box])


@compiled
def look_up_six(tables: SixTables, layouts: Array, hands: Array, sums: Array) -> None:
    """Add the value of six cards to the sums of all boxes."""
    begins, suits = np.zeros(BATCH, np.uint32), np.zeros(BATCH, np.uint16)
    for turn in range(BATCH):
        begins[turn] = tables.ranks[hands[0, turn]] * RANK_SETS
        suits[turn] = tables.suits[hands[0, turn]] + THREE_EACH
    for box in range(len(sums)):
        digits, hand, own = tables.digits[layouts[box] * VALUES :], hands[box + 1], sums[box]
        for turn in range(BATCH):
            value = tables.by_ranks[begins[turn] + tables.ranks[hand[turn]]]
            if (suits[turn] + tables.suits[hand[turn]]) & EIGHT_EACH:  # Five or six of a suit.
                cards = tables.held[hands[0, turn]] | tables.held[hand[turn]]
                value = max(value, best_of_suits(tables.by_suit, cards))
            own[turn] += digits[value]


@compiled
def best_of_suits(by_suit: Array, cards: np.uint64) -> np.uint8:
    """The highest value that six cards have in one suit; needed once in a hundred deals."""
    best = np.uint8(0)
    for suit in range(SUITS):
        of_suit = (cards >> np.uint64(SUIT_BITS * suit)) & SUIT_SETS
        best = max(best, by_suit[np.uint64(suit << RANKS) + of_suit])
    return best
