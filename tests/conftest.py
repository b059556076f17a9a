"""Fixtures that several tests share: commands, and what they print or refuse."""

import json

import pytest

from pitboss.cli import run


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
