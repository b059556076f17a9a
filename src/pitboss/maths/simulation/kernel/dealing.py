"""Dealing a batch of rounds: random numbers, fair places among the cards left, and the cards.

No deck is shuffled: there is nothing here but arithmetic, which the compiler does for many rounds
at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.compiling import compiled

LANES, WORDS = 256, 4  # Generators of random numbers side by side, and words of state of each.
ROUNDS_A_NUMBER = 4  # One of 64 bits gives each a card.
BATCH = LANES * ROUNDS_A_NUMBER  # Rounds at a time,
FEW = 128  # and in which to look for bits that are refused.
AT_ONCE = 3  # Numbers of a lane that are made in one go, for the cards of a hand.
BITS, A_BYTE = np.uint64(1 << 16), np.uint16(0xFF)


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
    """The next three numbers of every lane: [number, lane]."""
    first, second, third, fourth = state[0], state[1], state[2], state[3]
    for lane in range(LANES):
        s0, s1, s2, s3 = first[lane], second[lane], third[lane], fourth[lane]
        for number in range(AT_ONCE):
            numbers[number, lane], s0, s1, s2, s3 = following(s0, s1, s2, s3)
        first[lane], second[lane], third[lane], fourth[lane] = s0, s1, s2, s3


@compiled
def place_of(bits: Any, left: Any) -> Any:
    """16 random bits times the cards left: the upper half is a place among them."""
    product = np.uint32(np.uint32(bits) * np.uint32(left))
    # It is never more than a byte: told so, the compiler multiplies 16 bits by 16 at once.
    return np.uint8(min(np.uint16(product >> 16), A_BYTE))


@compiled
def rest_of(bits: Any, left: Any) -> Any:
    """The lower half, by which bits are refused: 2**16 is no multiple of the cards left.

    A place comes of 2**16 // left different bits or of one more, and of one more just where one
    of the rests is below 2**16 % left (Lemire, Fast Random Integer Generation in an Interval,
    2019). So without those every place comes of equally many.
    """
    return np.uint16(bits * left)


@compiled
def draw(state: Array, left: Array, bits: Array, places: Array) -> None:
    """For every round a fair place among the cards left.

    A round whose bits are refused takes others from the next number of its lane. How many cards are
    left is given as an array, all of it the same: so the compiler knows it to have 16 bits.
    """
    cards, unfair = left[0], np.uint16(BITS % np.uint64(left[0]))
    for begin in range(0, BATCH, FEW):
        some, found = bits[begin : begin + FEW], places[begin : begin + FEW]
        least = cards  # Rests as large as that are never refused.
        for turn in range(FEW):
            found[turn] = place_of(some[turn], left[turn])
            least = min(least, rest_of(some[turn], cards))
        if least >= unfair:
            continue
        for turn in range(FEW):
            while rest_of(some[turn], cards) < unfair:
                lane = state[:, (begin + turn) // ROUNDS_A_NUMBER]
                number, lane[0], lane[1], lane[2], lane[3] = following(
                    lane[0], lane[1], lane[2], lane[3]
                )
                some[turn] = np.uint16(number)
                found[turn] = place_of(some[turn], cards)


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
    numbers = np.zeros((AT_ONCE, LANES), np.uint64)
    bits, left = numbers.view(np.uint16), np.zeros(FEW, np.uint16)
    for first in range(0, len(cards), AT_ONCE):
        random_numbers(state, numbers)
        for drawn in range(first, min(first + AT_ONCE, len(cards))):
            for turn in range(FEW):
                left[turn] = DECK - drawn
            draw(state, left, bits[drawn - first], cards[drawn])
    for hand in range(hands - 1, -1, -1):
        put_hand_back(cards[3 * hand : 3 * hand + 3], cards[3 * hand + 3 :])
