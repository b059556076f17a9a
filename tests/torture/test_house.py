"""The trials of the house in `make test`, much longer: some ten minutes on two cores."""

import pytest

from tests.support.house_trials import kill_while_it_plays, repeat_commands
from tests.support.tampering import edits_found, small_house

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

KILLS, COMMANDS, EDITS = 30, 20_000, 10_000


def test_what_was_acknowledged_outlives_every_kill(tmp_path):
    _, asked = kill_while_it_plays(tmp_path, KILLS, seed=1)
    assert asked > 20 * KILLS


def test_every_command_counts_once(tmp_path):
    repeated, answers = repeat_commands(tmp_path, COMMANDS, seed=1)
    assert repeated > COMMANDS / 4
    assert len(answers) + repeated == COMMANDS


@pytest.mark.parametrize("part", range(10, 20))
def test_every_edit_is_found(tmp_path, part):
    small_house(tmp_path)
    found, unseen = edits_found(tmp_path, EDITS, part)
    assert (found.total(), unseen) == (EDITS, [])
