"""A billion hands of each game: every outcome within five standard errors of the exact odds."""

import pytest

from pitboss.rulebooks import OWN
from scripts.billion import BILLION, run

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("game", OWN)
def test_a_billion_hands_keep_to_the_exact_odds(game):
    made = run(game, BILLION)
    assert made.hands >= BILLION
    assert made.agrees, made.verdict
    assert all(abs(one.z) < 5 for one in made.wagers.values())
    assert abs(made.z) < 5
