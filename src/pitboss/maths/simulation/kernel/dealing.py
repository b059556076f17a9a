"""Dealing a batch of rounds: random numbers, fair places among the cards left, and the cards.

No deck is shuffled. There is nothing here but arithmetic, which the compiler vectorises over many
rounds.
"""

from __future__ import annotations

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.compiling import compiled

LANES, WORDS = 256, 4  # Random number generators side by side, and words of state of each.
ROUNDS_PER_NUMBER = 4  # A number of 64 bits gives each of them a card.
BATCH = LANES * ROUNDS_PER_NUMBER  # Rounds dealt at a time.
FEW = 128  # Rounds that are checked together for bits to reject.
AT_ONCE = 3  # Numbers drawn from a lane in one go, for the cards of a hand.
BITS, A_BYTE = np.uint64(1 << 16), np.uint16(0xFF)

Step = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]


@compiled
def following(s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64) -> Step:
    """One step of xoshiro256++ (Blackman and Vigna): 64 random bits, and the new state."""
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
def place_of(bits: np.uint16, left: np.uint16) -> np.uint8:
    """16 random bits times the cards left: the upper half is a place among them."""
    product = np.uint32(np.uint32(bits) * np.uint32(left))
    # It always fits a byte. Saying so lets the compiler use a 16-bit multiplication.
    return np.uint8(min(np.uint16(product >> 16), A_BYTE))


@compiled
def rest_of(bits: np.uint16, left: np.uint16) -> np.uint16:
    """The lower half, by which bits are rejected: 2**16 is no multiple of the cards left.

    Each place has 2**16 // left values of the bits, or one more, and it has one more exactly where
    one of the rests is below 2**16 % left (Lemire, Fast Random Integer Generation in an Interval,
    2019). Rejecting those makes all places equally likely.
    """
    return np.uint16(bits * left)


@compiled
def draw(state: Array, left: Array, bits: Array, places: Array) -> None:
    """Draw a fair place among the cards left for every round.

    A round whose bits are rejected takes others from the next number of its lane. The number of
    cards left is passed as an array of equal entries, so that the compiler treats it as 16 bits.
    """
    cards, unfair = left[0], np.uint16(BITS % np.uint64(left[0]))
    for begin in range(0, BATCH, FEW):
        own_bits, own_places = bits[begin : begin + FEW], places[begin : begin + FEW]
        least = cards  # Rests as large as that are never rejected.
        for turn in range(FEW):
            own_places[turn] = place_of(own_bits[turn], left[turn])
            least = min(least, rest_of(own_bits[turn], cards))
        if least >= unfair:
            continue
        for turn in range(FEW):
            while rest_of(own_bits[turn], cards) < unfair:
                lane = state[:, (begin + turn) // ROUNDS_PER_NUMBER]
                number, lane[0], lane[1], lane[2], lane[3] = following(
                    lane[0], lane[1], lane[2], lane[3]
                )
                own_bits[turn] = np.uint16(number)
                own_places[turn] = place_of(own_bits[turn], cards)


@compiled
def put_back(place: np.uint8, card: np.uint8) -> np.uint8:
    """A card's place once an earlier card is put back: one further, unless it lies before it."""
    return np.uint8(card + np.uint8(card >= place))


@compiled
def put_hand_back(hand: Array, later: Array) -> None:
    """Update the places of all later cards as the three of a hand are put back, last one first."""
    first, second, third = hand[0], hand[1], hand[2]
    for number in range(len(later)):
        card = later[number]
        for turn in range(BATCH):
            place = put_back(second[turn], put_back(third[turn], card[turn]))
            card[turn] = put_back(first[turn], place)
    for turn in range(BATCH):
        third[turn] = put_back(first[turn], put_back(second[turn], third[turn]))
        second[turn] = put_back(first[turn], second[turn])


@compiled
def deal(state: Array, hands: int, cards: Array) -> None:
    """Deal a batch of rounds: three cards for each hand, and the community card if any.

    A card is drawn as its place among the cards left, in order. To find out which card that is, the
    cards drawn before it are put back one by one, the last one first. In a whole deck, places are
    cards.
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
