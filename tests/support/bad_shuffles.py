"""Shuffles with a fault, each made of the same uniform bytes as the house's own.

Each takes the stream of bytes for one deck, and the last few decks before it.
"""

from itertools import islice

import numpy as np

from pitboss.house.tables.shuffle import _stream, shuffled
from pitboss.testing.shuffles import in_parts

PARENT = bytes(range(32))


def uniform(stream, size):
    """An unbiased index, so that the fault of a plant is the one it is named after."""
    value = next(stream)
    while value >= 256 // size * size:
        value = next(stream)
    return value % size


def swap(cards, one, other):
    cards[one], cards[other] = cards[other], cards[one]


def byte_modulo_size(stream, _):
    """No byte is skipped: low indices are more likely."""
    cards = list(range(52))
    for size in range(52, 1, -1):
        swap(cards, size - 1, next(stream) % size)
    return cards


def sattolo(stream, _):
    """A card is never exchanged with itself: the order is always one single cycle."""
    cards = list(range(52))
    for size in range(52, 1, -1):
        swap(cards, size - 1, uniform(stream, size - 1))
    return cards


def swap_any(stream, _):
    """Each place is exchanged with any other: 52^52 ways do not share out over 52! orders."""
    cards = list(range(52))
    for place in range(52):
        swap(cards, place, uniform(stream, 52))
    return cards


def keys_with_ties(stream, _):
    """Sorted by a random byte each: of equal ones the lower card stays first."""
    keys = list(islice(stream, 52))
    return sorted(range(52), key=keys.__getitem__)


def missing_card(stream, _):
    """The deck has two 2d and no 2c."""
    return [max(card, 1) for card in shuffled(stream)]


def stuck_last_card(stream, _):
    """One step too few: the ace of spades lies at the bottom."""
    return [*shuffled(stream, 51), 51]


STATISTICAL = (
    byte_modulo_size, sattolo, swap_any, keys_with_ties, missing_card, stuck_last_card,
)  # fmt: skip

# Faults that the ones above do not have: every test of the battery has to find one


def goes_on_from(lag):
    """The deck so many before, and 30 exchanges: not enough to forget it."""

    def lazy(stream, decks):
        cards = list(decks[-lag]) if len(decks) >= lag else list(shuffled(stream))
        for _ in range(30):
            swap(cards, uniform(stream, 52), uniform(stream, 52))
        return cards

    return lazy


def few_riffles(stream, _):
    """Cut and interleaved three times."""
    cards = list(range(52))
    for _ in range(3):
        upper = np.array([next(stream) % 2 for _ in cards], bool)
        packets = iter(cards[: upper.sum()]), iter(cards[upper.sum() :])
        cards = [next(packets[0 if is_upper else 1]) for is_upper in upper]
    return cards


def decks_of(shuffle, number):
    """So many decks, one stream of bytes for each as in the house."""

    def made():
        decks = []
        for at in range(number):
            deck = bytes(shuffle(_stream(PARENT, at.to_bytes(8, "big")), decks))
            decks = [*decks[-4:], deck]
            yield deck

    return in_parts(made())


def from_small_seeds(bits, number):
    """Fair decks, but there are only so many: few bits of each seed are random."""
    stream = _stream(PARENT, b"seeds")
    drawn = (int.from_bytes(islice(stream, 8), "big") % 2**bits for _ in range(number))
    return in_parts(bytes(shuffled(_stream(seed.to_bytes(32, "big"), b""))) for seed in drawn)
