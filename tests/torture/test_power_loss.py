"""Power failures at 2,000 points, each with every kind of damage."""

import pytest

from tests.support.power_loss import DAMAGES, record, spread, survived

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

POINTS = 500  # In each of four recordings.


@pytest.mark.parametrize("part", range(4))
def test_what_was_acknowledged_outlives_every_power_failure(quick_folder, part):
    recording = record(quick_folder / "house", seed=part + 10, days=3)
    points = spread(recording, POINTS, seed=part)
    seen, wrong = survived(recording, points, lambda _: DAMAGES, quick_folder / "image")
    assert wrong == []
    assert seen == dict.fromkeys((damage.__name__ for damage in DAMAGES), POINTS)
