"""Fixtures that several tests share: commands, and what they print or refuse."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from pitboss.cli import run

MEMORY = Path("/dev/shm")


@pytest.fixture
def quick_folder(tmp_path):
    """A folder in memory where there is room: thousands of syncs need no disk to be counted."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < 2**30:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="pitboss-") as folder:
        yield Path(folder)


@pytest.fixture
def told(capsys):
    """What a command that succeeds prints."""

    def ask(*words):
        assert run(words) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return ask


@pytest.fixture
def told_json(told):
    return lambda *words: json.loads(told(*words, "--json"))


@pytest.fixture
def refused(capsys):
    """The line that a command which fails prints; it prints no other."""

    def ask(*words):
        assert run(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.rstrip("\n")

    return ask
