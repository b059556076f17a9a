"""Processes that are killed at their nth step.

A child without threads forks itself for every trial: that is as good as a new process, and much
faster. Its module calls `serve_trials` with what it does, and hands each of its steps to `Steps`.
"""

import os
import signal
import subprocess
import sys


class Steps:
    """Counts steps, and kills the process before one of them."""

    def __init__(self, last):
        self._left = last

    def step(self):
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(self, function):
        def called(*words, **named):
            self.step()
            return function(*words, **named)

        return called


def serve_trials(act):
    """For each number on the input, fork a process that acts until then; say how it ended."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            act(Steps(int(line)))
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


class Trials:
    """The child, from a test's point of view."""

    def __init__(self, module, *words):
        self._child = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def is_killed_at(self, step):
        """Act, and be killed at this step; whether there are so many."""
        self._child.stdin.write(f"{step}\n")
        self._child.stdin.flush()
        ended = int(self._child.stdout.readline())
        assert ended in (0, -signal.SIGKILL)
        return ended != 0

    def close(self):
        self._child.stdin.close()
        self._child.stdout.close()
        assert self._child.wait(30) == 0
