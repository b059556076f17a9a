"""20,000 racing pairs of bets and withdrawals on one account, on either server."""

import pytest

from tests.house.conftest import place, postgres_server  # noqa: F401  # Fixtures.
from tests.support.houses import assert_in_order
from tests.support.racing import explained, race

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

PAIRS, THREADS = 20_000, 50


def test_racing_bets_and_withdrawals_are_explained_by_one_order(place):  # noqa: F811
    said, entries = race(place, PAIRS, THREADS, seed=1)
    assert len(said) == len(entries) == 2 * PAIRS
    assert explained(said, entries) > PAIRS / 20
    assert_in_order(**place)
