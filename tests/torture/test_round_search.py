"""Walks of hypothesis's making over every game, part after part, until everything was seen."""

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import Reached, walk
from tests.games import PLAIN
from tests.plain import settle_plainly
from tests.support.walk_coverage import missing

pytestmark = [pytest.mark.torture, pytest.mark.timeout(3600)]

TABLES = 30  # In one part of a walk.
MOST_PARTS = 48  # Every game needed 11 to 14, with three different seeds.
COMMANDS, SETTLED = 25_000, 400  # At least, in each game.


def is_enough(game, reached):
    is_long = reached.said >= COMMANDS and reached.events["Settled"] >= SETTLED
    return is_long and not missing(game, reached)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_walks_find_nothing_wrong_and_see_everything(game):
    """Hypothesis also draws numbers that it finds in the modules loaded so far, so the walks of a
    part change with the code and with the tests that ran before.
    """
    reached, plain = Reached(), settle_plainly(PLAIN[game])
    for part in range(MOST_PARTS):
        reached += walk(RULEBOOKS[game], TABLES, plain=plain, part=part)
        if is_enough(game, reached):
            break
    assert missing(game, reached) == {}
    assert is_enough(game, reached)
    assert 0.15 * reached.said < reached.refusals.total() < 0.5 * reached.said
