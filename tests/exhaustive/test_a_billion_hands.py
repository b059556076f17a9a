"""A billion hands of each game: every outcome within five standard errors of the exact odds."""

import pytest

from pitboss.rulebooks import OWN
from scripts.billion import BILLION, run

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("game", OWN)
def test_a_billion_hands_keep_to_the_exact_odds(game):
    simulated = run(game, BILLION)
    assert simulated.hands >= BILLION
    assert simulated.agrees, simulated.verdict
    assert all(abs(wager.z) < 5 for wager in simulated.wagers.values())
    assert abs(simulated.z) < 5
