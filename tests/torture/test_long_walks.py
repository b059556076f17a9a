"""The walks of test_round_search.py, much longer: some forty minutes on two cores."""

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import walk
from tests.games import PLAIN
from tests.plain import settle_plainly

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

PARTS = range(100, 116)  # Others than those of the search.
TABLES = 800  # In each part of each game: more than 32,000 commands, 2,560,000 in all.


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", RULEBOOKS)
def test_millions_of_commands(game, part):
    reached = walk(RULEBOOKS[game], TABLES, plain=settle_plainly(PLAIN[game]), part=part)
    assert reached.said > 40 * TABLES
    assert reached.events["Settled"] > TABLES // 2
