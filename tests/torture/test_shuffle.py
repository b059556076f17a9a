"""The battery of `make test` over a million decks, and over many fair series: a minute."""

import numpy as np
import pytest

from pitboss.testing.shuffles import battery, house_decks
from tests.support.bad_shuffles import STATISTICAL, decks_of, from_small_seeds

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

MILLION = 1_000_000
BATTERIES, DECKS = 300, 10_000
MOST_FAILED = 10  # Of 300 at a level of 1 %: a sound battery has more once in 3,800 runs.


def test_a_million_decks_pass():
    report = battery(house_decks(MILLION))
    assert (report.decks, report.rejected) == (MILLION, ())


@pytest.mark.parametrize("shuffle", STATISTICAL, ids=lambda shuffle: shuffle.__name__)
def test_a_bad_shuffle_is_caught_in_other_decks_too(shuffle):
    assert not battery(decks_of(shuffle, 100_000)).passed


def test_a_seed_of_32_bits_repeats_whole_decks():
    """The one trace that it leaves: some 116 pairs of equal decks in a million."""
    report = battery(from_small_seeds(32, MILLION))
    assert [statistic.name for statistic in report.rejected] == ["a whole deck twice"]


def test_fair_decks_fail_as_often_as_the_level_says():
    """Fair ones of another making, so that the battery is tested and not the shuffle."""
    chance, in_order = np.random.default_rng(1), np.arange(52, dtype=np.uint8)
    failed = 0
    for _ in range(BATTERIES):
        decks = chance.permuted(np.tile(in_order, (DECKS, 1)), axis=1)
        failed += not battery([decks]).passed
    assert failed <= MOST_FAILED
