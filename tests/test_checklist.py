"""The checklist of a ruling: short steps in the order of the floor, with clauses that exist."""

from functools import partial

import pytest

from pitboss.language.checklist import DO, LOOK, SAY, STOP, checklist
from pitboss.language.irregularities import INCIDENTS, REMEDIES, possible
from pitboss.language.irregularities import ruling as new_ruling
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.clauses import clauses


@pytest.mark.parametrize("game", list(RULEBOOKS))
def test_every_ruling_has_its_steps(game):
    rules = RULEBOOKS[game].configure()
    numbers = {clause.number for clause in clauses(game)}
    policies = {policy.key for policy in rules.rulebook.policies}
    for incident in INCIDENTS:
        for facts, ruling in possible(partial(rules.rule, incident)):
            steps = checklist(rules, ruling, facts)
            kinds = [step.kind for step in steps]
            assert kinds.index(LOOK) < kinds.index(SAY) < kinds.index(DO)
            assert STOP not in kinds[1:]
            assert all(step.text.endswith((".", "?")) and len(step.text) < 80 for step in steps)
            assert {number for step in steps for number in step.clauses} <= numbers
            assert {key for step in steps for key in step.policies} <= policies


@pytest.mark.parametrize("remedy", REMEDIES)
def test_every_remedy_that_a_house_may_state_has_its_steps(remedy):
    rules = RULEBOOKS["three-card-poker"].configure()
    stated = new_ruling("other", remedy, says="By the policy of this house.")
    assert any(step.kind == DO for step in checklist(rules, stated, {}))


def test_bets_go_back_by_a_clause_where_there_is_one():
    def returning(game):
        rules = RULEBOOKS[game].configure()
        steps = checklist(rules, rules.rule("deck-count", {}), {})
        return next(step for step in steps if step.kind == DO)

    assert returning("lucky-three-pictures").clauses == ("1.22", "5.14")
    assert returning("three-pictures").policies == ("void-bets",)


@pytest.mark.parametrize(("is_settled", "count"), [(None, 1), (True, 1), (False, 0)])
def test_payments_are_taken_back_once_they_were_made(is_settled, count):
    rules = RULEBOOKS["three-pictures"].configure()
    steps = checklist(rules, rules.rule("deck-count", {}), {}, is_settled)
    assert sum("ake back what was paid" in step.text for step in steps) == count


def test_the_seated_player_is_asked_where_the_rules_are_read_so():
    def asked(**readings):
        rules = RULEBOOKS["lucky-three-pictures"].configure(readings=readings)
        steps = checklist(rules, rules.rule("exposed-cards", {}), {})
        return next(step.text for step in steps if step.text.startswith("Ask"))

    assert asked().startswith("Ask each player:")
    assert asked(**{"shared-choice": "seated"}).startswith("Ask the seated player of each box:")
