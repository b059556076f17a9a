"""Every order of the deck is equally likely as long as the bytes are: by counting, without chance.

Three facts make the argument. Each step draws every index from equally many byte values, and what
it skips leaves no trace. A smaller deck goes through the same steps, so that its orders can be
counted one by one. And every order of 52 cards comes from exactly one list of indices.
"""

from collections import Counter
from itertools import chain, permutations, product, repeat
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.tables import shuffle
from pitboss.house.tables.shuffle import deck, shuffled

SIZES = range(1, 53)


def from_bytes(values, size=52):
    """The deck that these bytes make, zeros after them, and how many were read."""
    stream = iter(chain(values, repeat(0, 52)))
    cards = shuffled(stream, size)
    return cards, len(values) + 52 - len(list(stream))


def indices_of(cards):
    """The indices that lead to this deck, by taking the steps one after the other."""
    rest, indices = list(range(len(cards))), []
    for last in range(len(cards) - 1, 0, -1):
        index = rest.index(cards[last])
        rest[last], rest[index] = rest[index], rest[last]
        indices.append(index)
    return indices


# Each step is fair


def swapped(size, index):
    """The deck where one step draws this index and every other one the first card."""
    cards = list(range(52))
    for left in range(52, 1, -1):
        at = index if left == size else 0
        cards[left - 1], cards[at] = cards[at], cards[left - 1]
    return tuple(cards)


@pytest.mark.parametrize("size", SIZES)
def test_every_index_is_drawn_from_equally_many_bytes(size, monkeypatch):
    """Exactly, in a whole deck: each of the 256 byte values is skipped, or counts for one index."""
    index_of = {swapped(size, index): index for index in range(size)}
    drawn, skipped = Counter(), []
    for value in range(256):
        stream = iter([0] * (52 - size) + [value] + [0] * size)
        monkeypatch.setattr(shuffle, "_stream", lambda *_, stream=stream: stream)
        cards = deck(bytes(32), bytes(32), "T", 1, "f" * 64)
        read = 53 - len(list(stream))
        if read == 51:  # One for each step; the last card of all has no choice.
            drawn[index_of[cards]] += 1
        else:
            assert read == 52
            skipped.append(value)
    assert drawn == dict.fromkeys(range(size), 256 // size)
    # The bound is the largest multiple of the size: no byte is skipped without need.
    bound = max(multiple for multiple in range(257) if multiple % size == 0)
    assert skipped == list(range(bound, 256))


@pytest.mark.parametrize("size", SIZES)
def test_a_byte_that_is_skipped_leaves_no_trace(size):
    usual, read = from_bytes([], size)
    assert read == size - 1
    for value in range(256 // size * size, 256):
        if size > 1:
            assert from_bytes([value], size) == (usual, read + 1)
            assert from_bytes([value, value], size) == (usual, read + 2)


# Every order is equally likely


def test_every_order_of_three_cards_comes_from_equally_many_pairs_of_bytes():
    """Whole bytes: all 65,280 pairs of which none is skipped."""
    orders = Counter()
    for pair in product(range(256), repeat=2):
        cards, read = from_bytes(pair, 3)
        if read == 2:
            orders[cards] += 1
    assert orders == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


@pytest.mark.parametrize("size", range(1, 9))
def test_every_order_of_a_small_deck_comes_from_one_list_of_indices(size):
    lists = product(*(range(left) for left in range(size, 1, -1)))
    orders = Counter(from_bytes(indices, size)[0] for indices in lists)
    assert orders == dict.fromkeys(permutations(range(size)), 1)


@given(st.permutations(range(52)))
def test_every_order_of_the_deck_can_be_reached(cards):
    """There are as many lists of indices as orders, so each order has exactly one of them."""
    indices = indices_of(cards)
    assert all(index < left for index, left in zip(indices, range(52, 1, -1), strict=True))
    assert from_bytes(indices) == (tuple(cards), 51)
    assert prod(range(52, 1, -1)) == factorial(52)


@given(st.tuples(*(st.integers(0, left - 1) for left in range(52, 1, -1))))
def test_no_order_of_the_deck_comes_from_two_lists_of_indices(indices):
    assert indices_of(from_bytes(indices)[0]) == list(indices)
