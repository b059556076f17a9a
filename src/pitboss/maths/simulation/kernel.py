"""The compiled loop: cards drawn, outcomes looked up and counted, some hundred rounds at a time.

It knows no game. What a box's bet comes to is a number that a few look-ups add up to (`joint.py`).
Each step is a loop of its own over a batch of rounds, one card, hand or box at a time. So the
compiler does the same to many rounds at once wherever there is only arithmetic: drawing a card and
telling which hand three cards are costs less than looking anything up.

All that is compiled is in this one file on purpose: numba keeps compiled code from run to run, and
notices a change only in the file that it compiled. What it reads is laid out in `shapes.py`; a
change there has to be made here, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from pitboss.cards import DECK
from pitboss.hands import Array
from pitboss.maths.simulation.shapes import Counted, Counting, Plan, SixTables, Tables

LANES, WORDS = 128, 4  # Generators of random numbers side by side, and words of state of each.
ROUNDS_A_NUMBER = 4  # One of 64 bits gives each a card.
BATCH = LANES * ROUNDS_A_NUMBER  # Rounds at a time.
BITS, BYTE, LOW_BYTE = np.uint64(1 << 16), np.uint16(8), np.uint16(0xFF)
A_THIRD = np.uint16(0xAAAB)  # Times three it is one, modulo 2**16.
RANK_SETS, VALUES = np.uint32(455), np.uint32(10)
SUITS, SUIT_BITS, RANKS, SUIT_SETS = 4, 16, 13, np.uint64((1 << 13) - 1)
THREE_EACH, EIGHT_EACH = np.uint16(0x3333), np.uint16(0x8888)

FIELDS: dict[Any, str] = {
    Tables: "layouts layout factors classes player dealer card table steps",
    SixTables: "layout ranks suits by_ranks by_suit held parts",
    Counting: "outcomes numbers begins specials nets paid low shift",
    Plan: "boxes fourth hands tables has_six six counting",
    Counted: "counts sums bins hits",
}
for shape, fields in FIELDS.items():
    # Else old code would take one array for another.
    assert " ".join(shape._fields) == fields, f"{shape.__name__} has changed, but not in the kernel"

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
def random_numbers(state: Array, numbers: Array) -> None:
    """The next number of every lane."""
    first, second, third, fourth = state[0], state[1], state[2], state[3]
    for lane in range(LANES):
        numbers[lane], first[lane], second[lane], third[lane], fourth[lane] = following(
            first[lane], second[lane], third[lane], fourth[lane]
        )


@compiled
def place_of(bits: Any, left: Any) -> Any:
    """16 random bits times the cards left: the upper half is a place among them."""
    upper = np.uint16(np.uint16(bits >> BYTE) * left)
    lower = np.uint16(np.uint16(bits & LOW_BYTE) * left)
    return np.uint8(np.uint16(upper + np.uint16(lower >> BYTE)) >> BYTE)


@compiled
def rest_of(bits: Any, left: Any) -> Any:
    """The lower half, by which bits are refused: 2**16 is no multiple of the cards left.

    A place comes of 2**16 // left different bits or of one more, and of one more just where one
    of the rests is below 2**16 % left (Lemire, Fast Random Integer Generation in an Interval,
    2019). So without those every place comes of equally many.
    """
    return np.uint16(bits * left)


@compiled
def draw(state: Array, left: int, numbers: Array, places: Array) -> None:
    """For every round a fair place among the cards left.

    A round whose bits are refused takes others from the next number of its lane.
    """
    random_numbers(state, numbers)
    bits = numbers.view(np.uint16)
    cards, unfair = np.uint16(left), np.uint16(BITS % np.uint64(left))
    least = cards  # Rests as large as that are never refused.
    for turn in range(BATCH):
        places[turn] = place_of(bits[turn], cards)
        least = min(least, rest_of(bits[turn], cards))
    if least >= unfair:
        return
    for turn in range(BATCH):
        while rest_of(bits[turn], cards) < unfair:
            lane = state[:, turn // ROUNDS_A_NUMBER]
            number, lane[0], lane[1], lane[2], lane[3] = following(
                lane[0], lane[1], lane[2], lane[3]
            )
            bits[turn] = np.uint16(number)
            places[turn] = place_of(bits[turn], cards)


@compiled
def put_back(place: Any, card: Any) -> Any:
    """A card's place once the card drawn before it is back at its own: one on, if not before."""
    return np.uint8(card + np.uint8(card >= place))


@compiled
def put_hand_back(hand: Array, later: Array) -> None:
    """Where all later cards are once the three of a hand are back, the last one first."""
    first, second, third = hand[0], hand[1], hand[2]
    for number in range(len(later)):
        card = later[number]
        for turn in range(BATCH):
            found = put_back(second[turn], put_back(third[turn], card[turn]))
            card[turn] = put_back(first[turn], found)
    for turn in range(BATCH):
        third[turn] = put_back(first[turn], put_back(second[turn], third[turn]))
        second[turn] = put_back(first[turn], second[turn])


@compiled
def deal(state: Array, hands: int, cards: Array) -> None:
    """The cards of a batch of rounds: three for each hand, and the community card if any.

    Each is drawn as its place among the cards left, in their order. To tell which card that is,
    those drawn before it are put back one by one, the last one first: then the deck is whole, and
    places are cards.
    """
    numbers = np.zeros(LANES, np.uint64)
    for drawn in range(len(cards)):
        draw(state, DECK - drawn, numbers, cards[drawn])
    for hand in range(hands - 1, -1, -1):
        put_hand_back(cards[3 * hand : 3 * hand + 3], cards[3 * hand + 3 :])


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
def classify(hands: Array, cards: Array, rows: Array, kinds: Array) -> None:
    """The row number and the class of every hand."""
    for hand in range(len(rows)):
        row, kind = rows[hand], kinds[hand]
        row_of(cards[3 * hand : 3 * hand + 3], row)
        for turn in range(BATCH):
            kind[turn] = hands[row[turn]]


@compiled
def look_up(tables: Tables, factor: int, kinds: Array, turned: Array, found: Array) -> None:
    """Add what one table finds to the sums of all boxes."""
    table, classes = tables.table, tables.classes
    shared = np.zeros(BATCH, np.uint32)
    for layout in range(tables.layouts):
        of = factor * tables.layouts + layout
        player = tables.player[of * classes : (of + 1) * classes]
        dealer = tables.dealer[of * classes : (of + 1) * classes]
        step = tables.steps[of]
        for turn in range(BATCH):
            shared[turn] = dealer[kinds[0, turn]]
        if len(turned):
            card = tables.card[of * DECK : (of + 1) * DECK]
            for turn in range(BATCH):
                shared[turn] += card[turned[0, turn]]
        for box in range(len(found)):
            if tables.layout[box] == layout:
                kind, sums = kinds[box + 1], found[box]
                for turn in range(BATCH):
                    sums[turn] += table[player[kind[turn]] + shared[turn]] * step


@compiled
def look_up_six(tables: SixTables, rows: Array, kinds: Array, found: Array) -> None:
    """Add what six cards make to the sums of all boxes."""
    begins, suits = np.zeros(BATCH, np.uint32), np.zeros(BATCH, np.uint16)
    for turn in range(BATCH):
        begins[turn] = tables.ranks[kinds[0, turn]] * RANK_SETS
        suits[turn] = tables.suits[kinds[0, turn]] + THREE_EACH
    for box in range(len(found)):
        parts, kind, sums = tables.parts[tables.layout[box] * VALUES :], kinds[box + 1], found[box]
        for turn in range(BATCH):
            value = tables.by_ranks[begins[turn] + tables.ranks[kind[turn]]]
            if (suits[turn] + tables.suits[kind[turn]]) & EIGHT_EACH:  # Five or six of a suit.
                cards = tables.held[rows[0, turn]] | tables.held[rows[box + 1, turn]]
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


@compiled
def renumber(by: Counting, found: Array) -> None:
    """From sums to outcomes: without the many that can't come about, counters are few."""
    for box in range(len(found)):
        numbers, sums = by.numbers[by.begins[box] :], found[box]
        for turn in range(BATCH):
            sums[turn] = numbers[sums[turn]]


@compiled
def count(by: Counting, found: Array, rounds: int, counts: Array, results: Array) -> Any:
    """Count the outcomes of all boxes and add up results; whether any needs a second look."""
    special = False
    results[:] = 0
    for box in range(len(found)):
        outcomes, own = found[box], counts[box * by.outcomes : (box + 1) * by.outcomes]
        nets = by.nets[by.paid[box] : by.paid[box] + by.outcomes]
        most = np.uint64(0)
        for turn in range(rounds):
            outcome = np.uint64(outcomes[turn])
            own[outcome] += np.uint32(1)
            results[turn] += nets[outcome]
            most = max(most, outcome)
        special |= most >= by.specials[box]
    return special


@compiled
def note(by: Counting, found: Array, results: Array, first: int, hits: int, listed: Array) -> int:
    """List the outcomes that need a second look; how many there are now."""
    for turn in range(len(results)):
        for box in range(len(found)):
            if found[box, turn] >= by.specials[box]:
                if hits < len(listed):
                    listed[hits, 0] = first + turn
                    listed[hits, 1] = box
                    listed[hits, 2] = found[box, turn]
                    listed[hits, 3] = results[turn]
                hits += 1
    return hits


@compiled
def spread(by: Counting, results: Array, bins: Array, squares: float) -> float:
    """Count the rounds by their results; the sum of the squares."""
    last = len(bins) - 1
    for result in results:
        squares += np.float64(result) * np.float64(result)
        bins[np.uint64(min(max((result - by.low) >> by.shift, 0), last))] += np.uint32(1)
    return squares


@compiled
def add_up(results: Array, first: int, step: int, sums: Array) -> None:
    """Add results to the sums of their steps of so many rounds."""
    begin = 0
    while begin < len(results):
        place, done = divmod(first + begin, step)
        end = min(begin + step - done, len(results))
        sums[place] += results[begin:end].sum()
        begin = end


@compiled
def play(plan: Plan, state: Array, rounds: int, step: int, made: Counted) -> Any:
    """So many rounds: the sum of the squares of their results, and how many hits there were.

    What the bettors won is told after each `step` rounds. Hits beyond what `made.hits` has room for
    are only counted.
    """
    hands = plan.boxes + 1
    cards = np.zeros((3 * hands + plan.fourth, BATCH), np.uint8)  # [card, round]
    turned = cards[3 * hands :]
    rows = np.zeros((hands, BATCH), np.uint16)  # [dealer or box, round]: the hand,
    kinds = np.zeros((hands, BATCH), np.uint16)  # and its class.
    found = np.zeros((plan.boxes, BATCH), np.uint32)  # [box, round]: the sum, then the outcome.
    results = np.zeros(BATCH, np.int64)
    squares, hits = 0.0, 0
    for first in range(0, rounds, BATCH):
        some = min(BATCH, rounds - first)
        deal(state, hands, cards)
        classify(plan.hands, cards, rows, kinds)
        found[:] = 0
        for factor in range(plan.tables.factors):
            look_up(plan.tables, factor, kinds, turned, found)
        if plan.has_six:
            look_up_six(plan.six, rows, kinds, found)
        if plan.has_six or plan.tables.factors > 1:  # Else the sum is the number.
            renumber(plan.counting, found)
        special = count(plan.counting, found, some, made.counts, results)
        if special:
            hits = note(plan.counting, found, results[:some], first, hits, made.hits)
        squares = spread(plan.counting, results[:some], made.bins, squares)
        add_up(results[:some], first, step, made.sums)
    return squares, hits
