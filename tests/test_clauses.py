"""The clause records are complete, and everything they say is so."""

from importlib import import_module

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.clauses import clauses
from scripts.clause_records import path, with_tests
from tests.games import GAMES


def records(game):
    return RULEBOOKS.source(game).clauses()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_rulebook_has_one_record(game):
    listed = GAMES[game].clauses.split()
    assert sorted(record["clause"] for record in records(game)) == sorted(listed)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_left_open_but_those_of_the_round_of_play(game):
    for clause in clauses(game):
        assert clause.status != "gap", clause
        assert clause.digest.endswith((".", ")"))


@pytest.mark.parametrize("game", GAMES)
def test_code_named_in_a_record_exists(game):
    for record in records(game):
        for pointer in record["where"].split():
            module, _, name = pointer.rpartition(".")
            assert getattr(import_module(module), name)


@pytest.mark.parametrize("game", GAMES)
def test_records_list_the_tests_there_are(game):
    written = path(game).read_text("utf-8")
    assert written == with_tests(game), "run: python -m scripts.clause_records"
