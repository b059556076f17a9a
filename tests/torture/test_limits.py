"""A million steps of people with limits, held to a plain model after each of them."""

import pytest

from tests.support.houses import assert_in_order
from tests.support.limit_walks import Walk

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

WALKS, STEPS = 20, 50_000


@pytest.mark.parametrize("seed", range(100, 100 + WALKS))
def test_no_limit_is_ever_passed(tmp_path, seed):
    walk = Walk(tmp_path, seed)
    seen = walk.steps(STEPS, restart_every=5_000)
    walk.house.close()
    assert seen["within"] > STEPS / 50
    assert_in_order(tmp_path)
