"""Random histories of limits and bets: the house agrees with a plain model after every command."""

from collections import Counter

from tests.support.houses import assert_in_order
from tests.support.limit_walks import Walk

STEPS = 1_000  # Of each walk; `make torture` takes a million.


def test_no_limit_is_ever_passed(tmp_path):
    seen = Counter()
    for seed in range(3):
        folder = tmp_path / f"{seed}"
        walk = Walk(folder, seed)
        seen += walk.steps(STEPS, restart_every=100)
        walk.house.close()
        assert_in_order(folder)
    codes = ("limit/loss", "limit/stake", "limit/time", "limit/excluded", "within")
    assert all(seen[code] > 20 for code in codes), seen
