"""A million commands of which three in ten are said again, with restarts between them."""

import pytest

from tests.support.house_trials import repeat_commands

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

COMMANDS = 50_000  # In each of twenty houses.


@pytest.mark.parametrize("part", range(20))
def test_every_command_counts_once(quick_folder, part):
    repeated, answers = repeat_commands(quick_folder, COMMANDS, seed=part + 1)
    assert 0.29 * COMMANDS < repeated < 0.31 * COMMANDS
    assert len(answers) + repeated == COMMANDS
