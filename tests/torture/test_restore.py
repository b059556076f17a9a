"""A house restored to a hundred random moments, on either server."""

import random

import pytest

from pitboss.house.backups.backup import back_up
from tests.house.conftest import new_url, postgres_server  # noqa: F401  # A fixture.
from tests.support.houses import START
from tests.support.moments import EventfulHouse, assert_restored, truncation_shows

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

POINTS, STEPS = 100, 400


@pytest.mark.parametrize(("server", "seed"), [("sqlite", 1), ("sqlite", 2), ("postgresql", 3)])
def test_a_house_is_restored_to_any_moment(request, tmp_path_factory, server, seed):
    """The backup is of a house on the same server."""

    def place():
        folder = tmp_path_factory.mktemp("place")
        return {"folder": folder, "url": new_url(request, server, folder)}

    first = place()
    happened = EventfulHouse(first, STEPS, seed)
    file = first["folder"] / "backup.zip"
    back_up(**first, file=file, now=START)
    points = random.Random(seed).sample(happened.snapshots, POINTS)
    for number, snapshot in enumerate(points):
        restored = place()
        left_out = assert_restored(happened, file, restored, snapshot, number % 2).left_out
        assert bool(truncation_shows(happened, restored)) == bool(left_out)
