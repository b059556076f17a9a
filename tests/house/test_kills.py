"""A house that is killed loses nothing, and a command that is said twice counts once.

A kill does not show whether a commit reached the disk: the process dies, the system's buffers do
not. `test_power_loss` holds the house to that.
"""

from tests.support.house_trials import kill_while_it_plays, repeat_commands

KILLS, COMMANDS = 20, 10_000  # `make torture` has a hundred times as many.


def test_what_was_acknowledged_outlives_every_kill(quick_folder):
    entries, asked = kill_while_it_plays(quick_folder, KILLS)
    assert asked > 20 * KILLS
    assert entries > asked


def test_every_command_counts_once(quick_folder):
    repeated, answers = repeat_commands(quick_folder, COMMANDS)
    assert 0.29 * COMMANDS < repeated < 0.31 * COMMANDS
    assert len(answers) + repeated == COMMANDS
    assert None in answers.values()
    assert len({refusal.code for refusal in answers.values() if refusal}) > 10
