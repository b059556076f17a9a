"""Bets and withdrawals race for one account: it is never overdrawn, and one order explains all."""

import pytest

from tests.support.houses import assert_in_order
from tests.support.racing import explained, race

PAIRS = 2_000  # `make torture` has many more.


def test_racing_bets_and_withdrawals_are_explained_by_one_order(place):
    said, entries = race(place, PAIRS)
    assert len(said) == len(entries) == 2 * PAIRS
    assert explained(said, entries) > PAIRS / 20  # The money did run short.
    assert_in_order(**place)


def test_another_order_explains_nothing(tmp_path):
    said, entries = race({"folder": tmp_path}, 160)
    assert explained(said, entries)
    with pytest.raises(AssertionError):
        explained(said, entries[::-1])
