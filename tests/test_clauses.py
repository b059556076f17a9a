"""The clause records are complete, and everything they say is so."""

from importlib import import_module
from pathlib import Path

import pytest

from pitboss.clauses import citations, clauses, records
from pitboss.rulebooks import RULEBOOKS
from scripts.clause_records import with_tests

GOLDEN = Path(__file__).parent / "golden" / "clauses.txt"
RECORDS = Path(__file__).parent.parent / "src" / "pitboss" / "rulebooks" / "clauses"
KINDS = {"definition", "layout", "equipment", "procedure", "ranking", "pay", "irregularity"}
GAMES = list(RULEBOOKS)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_rulebook_has_one_record(game):
    listed = [
        line.split()[1] for line in GOLDEN.read_text().splitlines() if line.split()[0] == game
    ]
    recorded = [record["clause"] for record in records(game)]
    assert sorted(recorded) == sorted(listed)
    assert len(set(recorded)) == len(recorded)


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_left_open_but_those_of_the_round_of_play(game):
    for clause in clauses(game):
        assert clause.status != "gap", clause
        assert clause.kind in KINDS
        assert clause.digest.endswith((".", ")"))


@pytest.mark.parametrize("game", GAMES)
def test_citations_name_clauses_and_policies_that_exist(game):
    known = {record["clause"] for record in records(game)}
    policies = {policy.citation for policy in RULEBOOKS[game].policies}
    cited = {number for number, _ in citations(RULEBOOKS[game])}
    assert cited <= known | policies
    not_modelled = {clause.number for clause in clauses(game) if clause.why_not}
    assert not cited & not_modelled


@pytest.mark.parametrize("game", GAMES)
def test_code_named_in_a_record_exists(game):
    for record in records(game):
        for path in record["where"].split():
            module, _, name = path.rpartition(".")
            assert getattr(import_module(module), name)


@pytest.mark.parametrize("game", GAMES)
def test_records_list_the_tests_there_are(game):
    written = (RECORDS / f"{game}.csv").read_text("utf-8")
    assert written == with_tests(game), "run: python -m scripts.clause_records"
