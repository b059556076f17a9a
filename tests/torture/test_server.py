"""The fuzzing and the search for leaks of `make test`, ten times as long."""

import logging

import pytest

from tests.support.fuzzing import survive
from tests.support.leaks import compared

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]


def test_many_mutated_messages_break_nothing(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    answers = survive(tmp_path, messages=20_000, seed=2)
    assert caplog.records == []
    assert answers["done"] > 4_000
    assert len(answers) > 15


def test_many_rounds_with_other_hidden_cards_cannot_be_told_apart(tmp_path):
    before, after, rounds = compared(tmp_path, guests=100)
    assert before == []
    assert len(after) == rounds == 200
