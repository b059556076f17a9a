"""Every write, sync and change of a name in a house's day fails, once or from then on."""

import pytest

from tests.support.io_faults import faults, survive

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("house", ["new", "closed", "open"])
def test_a_house_outlives_every_fault_of_its_disk(quick_folder, house, part):
    folder = quick_folder / "house"
    every = faults(folder, house)
    hits = [survive(folder, fault)[0] for fault in every[part::PARTS]]
    assert len(hits) > 50
    assert sum(hits) > 0.95 * len(hits)  # Two days differ by a few calls.
