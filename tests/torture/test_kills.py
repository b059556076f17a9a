"""2,000 kills of a house while bots play at eight tables."""

import pytest

from tests.support.house_trials import kill_while_it_plays

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

KILLS = 500  # In each of four parts.


@pytest.mark.parametrize("part", range(4))
def test_what_was_acknowledged_outlives_every_kill(quick_folder, part):
    entries, asked = kill_while_it_plays(quick_folder, KILLS, seed=part + 1)
    assert asked > 20 * KILLS
    assert entries > asked
