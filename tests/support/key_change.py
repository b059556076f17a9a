"""A process that changes the key of a house, killed before its nth change on the disk.

    python -m tests.support.key_change rotate|expose FOLDER

For each number on its input it forks a process that is killed there, and says how that ended. A
fork of a process without threads is as good as a new one, and much faster.
"""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from pitboss.house.back_room import BackRoom
from pitboss.house.key_rotation import rotate_key
from pitboss.house.lost_key import void_unfinished
from pitboss.house.statements import Statements


class KeyChanges:
    """Changes of a key that end early, from a test's point of view."""

    def __init__(self, change, folder):
        words = [sys.executable, "-m", "tests.support.key_change", change, str(folder)]
        self._child = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def killed_at(self, step):
        """The signal that ended it; 0 if there were fewer steps."""
        self._child.stdin.write(f"{step}\n")
        self._child.stdin.flush()
        return int(self._child.stdout.readline())

    def close(self):
        self._child.stdin.close()
        self._child.stdout.close()
        assert self._child.wait(30) == 0


def change_key(change, folder, step):
    left = step

    def counted(function):
        def called(*words, **named):
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*words, **named)

        return called

    for name in ("open", "replace", "fsync"):
        setattr(os, name, counted(getattr(os, name)))
    for name in ("add_entries", "add_transfers", "set_balances", "commit"):
        setattr(Statements, name, counted(getattr(Statements, name)))
    with BackRoom(Path(folder)) as room:
        if change == "rotate":
            rotate_key(room)
        else:
            void_unfinished(room, "Somebody has a copy.", random.Random(1).randbytes, True)


def main(change, folder):
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            change_key(change, folder, int(line))
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
