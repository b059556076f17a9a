"""The compiled loop: cards drawn, outcomes looked up and counted, some hundred rounds at a time.

It knows no game. What a box's bet comes to is a number that a few look-ups add up to (`joint.py`).
Each step is a loop of its own over all hands of a batch: then no look-up waits for another, and no
counter is touched before it is known which. That is twice as fast as taking round after round to
its end, and it is the same code for one table and for four.

All that is compiled is in this one file on purpose: numba keeps compiled code from run to run, and
notices a change only in the file that it compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from pitboss.hands import Array
from pitboss.maths.simulation.shapes import Counted, Counting, Plan, SixTables, Tables

BATCH = 256  # Rounds at a time: what one step leaves for the next stays in the fastest cache.
NONE, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
NEVER = np.uint64(0xFFFFFFFF)
DECK, CARD_BITS = np.uint64(52), np.uint64(6)
HALF_BITS, HALF, HALVES = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(1 << 32)
MOST_TRIPLES = np.uint64(52 * 51 * 50)
RANK_SETS, VALUES = np.uint64(455), np.uint64(10)
SUITS, SUIT_BITS, SUIT_SETS = 4, np.uint64(16), np.uint64(1 << 13)
THREE_EACH, EIGHT_EACH = np.uint64(0x3333), np.uint64(0x8888)

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """To machine code when first called, kept for the next run; other threads go on meanwhile."""
    return cast(Function, njit(nogil=True, cache=True)(function))


@compiled
def following(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """One step of xoshiro256++ (Blackman and Vigna): a number of 64 random bits, the new state."""
    mixed = s0 + s3
    number = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return number, s0, s1, s2, s3


@compiled
def three_places(bits: Any, left: Any) -> Any:
    """Three places among `left`, `left` - 1 and `left` - 2 cards from 32 random bits, and the rest.

    Multiplying 32 bits by n gives a place below n in the upper half and random bits for the next
    in the lower (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation, 2024).
    The three places are fair where `is_fair` takes the rest.
    """
    first = bits * left
    second = (first & HALF) * (left - ONE)
    third = (second & HALF) * (left - TWO)
    return first >> HALF_BITS, second >> HALF_BITS, third >> HALF_BITS, third & HALF


@compiled
def is_fair(rest: Any, ways: Any) -> Any:
    """Whether bits that left this rest may count: 2**32 is no multiple of the ways to choose.

    Bits times ways is the choice in the upper 32 bits, the rest in the lower. A choice comes of
    2**32 // ways different bits or of one more, and of one more just where one of the rests is
    below 2**32 % ways. So without those every choice comes of equally many.
    """
    return rest >= HALVES % ways


@compiled
def fair_three(bits: Any, left: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Three fair places from 32 random bits or, rarely, from others; the state of chance after."""
    i, j, k, rest = three_places(bits, left)
    if rest < MOST_TRIPLES:  # Only then it may be unfair.
        while not is_fair(rest, left * (left - ONE) * (left - TWO)):
            number, s0, s1, s2, s3 = following(s0, s1, s2, s3)
            i, j, k, rest = three_places(number & HALF, left)
    return i, j, k, s0, s1, s2, s3


@compiled
def fair_one(bits: Any, left: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """The same for one place."""
    product = bits * left
    while not is_fair(product & HALF, left):
        number, s0, s1, s2, s3 = following(s0, s1, s2, s3)
        product = (number & HALF) * left
    return product >> HALF_BITS, s0, s1, s2, s3


@compiled
def to_back(deck: Array, last: Any, place: Any) -> Any:
    """Swap a card with the last one of those left."""
    card = deck[place]
    deck[place] = deck[last]
    deck[last] = card
    return np.uint64(card)


@compiled
def take_three(deck: Array, left: Any, i: Any, j: Any, k: Any, pairs: Array) -> Any:
    """Take the cards at three places from those left: where in [pair, card] that hand is."""
    first, second = to_back(deck, left - ONE, i), to_back(deck, left - TWO, j)
    return np.uint64(pairs[(first << CARD_BITS) + second]) + to_back(deck, left - THREE, k)


@compiled
def deal(
    state: Array, deck: Array, rounds: int, boxes: int, pairs: Array, dealt: Array, turned: Array
) -> None:
    """Hands for the dealer and the boxes, as places in [pair, card], and community cards if any.

    A partial Fisher-Yates shuffle: just the cards of a round are drawn, and every ordered choice
    of them is equally likely whatever order the deck is in, so it is never sorted again. One random
    number serves two hands.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    hands, slot = boxes + 1, NONE
    for turn in range(rounds):
        left = DECK
        for _ in range(hands >> 1):
            number, s0, s1, s2, s3 = following(s0, s1, s2, s3)
            i, j, k, s0, s1, s2, s3 = fair_three(number & HALF, left, s0, s1, s2, s3)
            dealt[slot] = take_three(deck, left, i, j, k, pairs)
            left -= THREE
            i, j, k, s0, s1, s2, s3 = fair_three(number >> HALF_BITS, left, s0, s1, s2, s3)
            dealt[slot + ONE] = take_three(deck, left, i, j, k, pairs)
            left -= THREE
            slot += TWO
        if hands & 1:
            number, s0, s1, s2, s3 = following(s0, s1, s2, s3)
            i, j, k, s0, s1, s2, s3 = fair_three(number & HALF, left, s0, s1, s2, s3)
            dealt[slot] = take_three(deck, left, i, j, k, pairs)
            left -= THREE
            slot += ONE
        if len(turned):
            number, s0, s1, s2, s3 = following(s0, s1, s2, s3)
            i, s0, s1, s2, s3 = fair_one(number & HALF, left, s0, s1, s2, s3)
            turned[turn] = to_back(deck, left - ONE, i)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def classify(hands: Array, dealt: Array, kinds: Array) -> None:
    """The class of every hand."""
    for slot in range(len(dealt)):
        kinds[slot] = hands[dealt[slot]]


@compiled
def look_up(
    tables: Tables, factor: int, boxes: int, kinds: Array, turned: Array, found: Array
) -> None:
    """Add what one table finds to the sums of all boxes."""
    layout, table, steps = tables.layout, tables.table, tables.steps
    player, dealer, cards = tables.player, tables.dealer, tables.card
    classes, first = np.uint64(tables.classes), np.uint64(factor * tables.layouts)
    fourth = len(turned) > 0
    slot, place = NONE, NONE
    for turn in range(len(found) // boxes):
        theirs = np.uint64(kinds[slot])
        slot += ONE
        which, base, shared, step = NEVER, NONE, NONE, NONE
        for box in range(boxes):
            if layout[box] != which:  # Mostly all boxes have one layout.
                which = np.uint64(layout[box])
                base, step = (first + which) * classes, steps[first + which]
                shared = np.uint64(dealer[base + theirs])
                if fourth:
                    shared += np.uint64(cards[(first + which) * DECK + np.uint64(turned[turn])])
            entry = np.uint64(player[base + np.uint64(kinds[slot])]) + shared
            found[place] += np.uint64(table[entry]) * step
            slot += ONE
            place += ONE


@compiled
def look_up_six(tables: SixTables, boxes: int, dealt: Array, kinds: Array, found: Array) -> None:
    """Add what six cards make to the sums of all boxes."""
    layout, parts, ranks, suits = tables.layout, tables.parts, tables.ranks, tables.suits
    by_ranks, by_suit, held = tables.by_ranks, tables.by_suit, tables.held
    slot, place = NONE, NONE
    for _ in range(len(found) // boxes):
        dealers, theirs = np.uint64(dealt[slot]), np.uint64(kinds[slot])
        slot += ONE
        for box in range(boxes):
            own = np.uint64(kinds[slot])
            both = np.uint64(ranks[own]) * RANK_SETS + np.uint64(ranks[theirs])
            value = np.uint64(by_ranks[both])
            cards = np.uint64(suits[own]) + np.uint64(suits[theirs])
            if (cards + THREE_EACH) & EIGHT_EACH:  # Five or six of a suit: one time in a hundred.
                together = held[dealers] | held[np.uint64(dealt[slot])]
                for suit in range(SUITS):
                    of_suit = (together >> (SUIT_BITS * np.uint64(suit))) & (SUIT_SETS - ONE)
                    value = max(value, np.uint64(by_suit[np.uint64(suit) * SUIT_SETS + of_suit]))
            found[place] += np.uint64(parts[np.uint64(layout[box]) * VALUES + value])
            slot += ONE
            place += ONE


@compiled
def renumber(numbers: Array, begins: Array, boxes: int, found: Array) -> None:
    """From sums to outcomes: without the many that can't come about, counters are few."""
    place = NONE
    for _ in range(len(found) // boxes):
        for box in range(boxes):
            found[place] = numbers[np.uint64(begins[box]) + np.uint64(found[place])]
            place += ONE


@compiled
def count(
    by: Counting, boxes: int, first: int, found: Array, made: Counted, hits: int, squares: float
) -> Any:
    """Count the outcomes of all boxes, and add up what the rounds come to."""
    specials, nets, paid = by.specials, by.nets, by.paid
    low, shift, outcomes = by.low, by.shift, np.uint64(by.outcomes)
    counts, bins, listed, last = made.counts, made.bins, made.hits, len(made.bins) - 1
    place, won = NONE, 0.0
    for turn in range(len(found) // boxes):
        total, special, own = 0, False, NONE
        for box in range(boxes):
            outcome = np.uint64(found[place])
            counts[own + outcome] += np.uint32(1)
            total += nets[np.uint64(paid[box]) + outcome]
            special |= outcome >= specials[box]
            own += outcomes
            place += ONE
        result = np.float64(total)
        won += result
        squares += result * result
        bins[np.uint64(min(max((total - low) >> shift, 0), last))] += np.uint32(1)
        if special:
            for box in range(boxes):
                outcome = np.uint64(found[turn * boxes + box])
                if outcome >= specials[box]:
                    if hits < len(listed):
                        listed[hits, 0] = first + turn
                        listed[hits, 1] = box
                        listed[hits, 2] = outcome
                        listed[hits, 3] = total
                    hits += 1
    return won, hits, squares


@compiled
def play(plan: Plan, state: Array, deck: Array, rounds: int, step: int, made: Counted) -> Any:
    """So many rounds: the sum of the squares of their results, and how many hits there were.

    What the bettors won is told after each `step` rounds. Hits beyond what `made.hits` has room for
    are only counted.
    """
    boxes = plan.boxes
    hands = boxes + 1
    all_dealt = np.zeros(BATCH * hands, np.uint32)  # [round, dealer or box]: the hand,
    all_kinds = np.zeros(BATCH * hands, np.uint16)  # and its class.
    all_turned = np.zeros(BATCH if plan.fourth else 0, np.uint8)
    all_found = np.zeros(BATCH * boxes, np.uint32)  # [round, box]: the sum, then the outcome.
    squares, hits, done = 0.0, 0, 0
    for turn in range(len(made.sums)):
        until, won = min(done + step, rounds), 0.0
        for first in range(done, until, BATCH):
            some = min(BATCH, until - first)
            dealt, kinds = all_dealt[: some * hands], all_kinds[: some * hands]
            turned, found = all_turned[:some], all_found[: some * boxes]
            deal(state, deck, some, boxes, plan.pairs, dealt, turned)
            classify(plan.hands, dealt, kinds)
            found[:] = 0
            for factor in range(plan.tables.factors):
                look_up(plan.tables, factor, boxes, kinds, turned, found)
            if plan.has_six:
                look_up_six(plan.six, boxes, dealt, kinds, found)
            if plan.has_six or plan.tables.factors > 1:  # Else the sum is the number.
                renumber(plan.counting.numbers, plan.counting.begins, boxes, found)
            more, hits, squares = count(plan.counting, boxes, first, found, made, hits, squares)
            won += more
        made.sums[turn] = won
        done = until
    return squares, hits
