"""Children of a process that has everything imported and warmed: each starts in milliseconds.

A child talks over a socket and not over a pipe: `send` is a system call of its own, which a trace
tells from the writes of the house and which faults of files do not hit.
"""

import ctypes
import multiprocessing
import os
import signal
import socket
import sys
import threading
import traceback

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.support.warm_house"])
ANYBODY, SET_TRACER = -1, 0x59616D61  # PR_SET_PTRACER: strace is no parent of the child.


class Line:
    """The child's end: whole lines, from any thread."""

    def __init__(self, end):
        self._end, self._lock, self._read = end, threading.Lock(), end.makefile("r")

    def say(self, *words):
        with self._lock:
            self._end.send(("\t".join(map(str, words)) + "\n").encode())

    def wait(self):
        """Until the parent says that it may go on."""
        assert self._read.readline() == "go\n"


class Child:
    """A process that runs `target(line, *given)`; what it says is read line by line."""

    def __init__(self, target, *given):
        self._end, other = socket.socketpair()
        self._end.settimeout(60)
        self._process = CONTEXT.Process(target=_run, args=(target, other, given), daemon=True)
        self._process.start()
        other.close()
        self._lines = self._end.makefile("r")
        self.pid = self._process.pid

    def go(self):
        self._end.send(b"go\n")

    def __iter__(self):
        """Whole lines, each as a list of words, until it ends."""
        for line in self._lines:
            if line.endswith("\n"):
                yield line[:-1].split("\t")

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def wait(self):
        """The code it ended with."""
        self._process.join(60)
        code = self._process.exitcode
        self._process.close()
        self._lines.close()
        self._end.close()
        return code


def _run(target, end, given):
    ctypes.CDLL(None).prctl(SET_TRACER, ANYBODY, 0, 0, 0)
    try:
        target(Line(end), *given)
    except BaseException:
        traceback.print_exc(file=sys.stderr)
        os._exit(1)
    os._exit(0)
