"""A house that is killed loses nothing, and a command that is said twice counts once.

A kill does not show whether a commit reached the disk: the process dies, the system's buffers do
not. `test_storage` holds the database to that.
"""

from tests.support.house_trials import kill_while_it_plays, repeat_commands

KILLS, COMMANDS = 3, 2_000  # `make torture` has many more.


def test_what_was_acknowledged_outlives_a_kill(tmp_path):
    counts, asked = kill_while_it_plays(tmp_path, KILLS)
    assert asked > 10
    assert counts.entries > asked


def test_every_command_counts_once(tmp_path):
    repeated, answers = repeat_commands(tmp_path, COMMANDS)
    assert 0.25 * COMMANDS < repeated < 0.35 * COMMANDS
    assert len(answers) + repeated == COMMANDS
    assert None in answers.values()
    assert len({refusal.code for refusal in answers.values() if refusal}) > 3
