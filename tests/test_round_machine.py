"""Walks over every game find nothing wrong, and see enough to be believed.

Their seeds were searched for: together they see all that the search has seen. `make torture`
searches on (tests/torture/test_round_search.py).
"""

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_fault import RoundFault
from pitboss.testing.round_machine import walk
from tests.support.seeded_walks import RENEW, golden_seeds, walk_all, walk_from


@pytest.mark.parametrize("game", RULEBOOKS)
def test_golden_walks_find_nothing_wrong_and_see_everything(game):
    reached, missing = walk_all(game, golden_seeds()[game])
    assert missing == {}, f"The seeds were found for other rules. Look for others: {RENEW}"
    assert 0.15 * reached.said < reached.refusals.total() < 0.5 * reached.said


def test_walks_that_are_too_few_are_found_out():
    _, missing = walk_all("three-card-poker", golden_seeds()["three-card-poker"][:3])
    assert {"remedies", "views", "refusal codes", "rulings by phase"} <= set(missing)


def test_a_fault_is_found_by_these_walks_too(monkeypatch):
    monkeypatch.setattr("pitboss.testing.round_machine.was_offered", lambda *_: False)
    with pytest.raises(RoundFault, match="Accepted and not offered"):
        walk_from("three-card-poker", 7)


def test_the_same_seed_walks_the_same_way():
    assert walk_from("three-card-prime", 7) == walk_from("three-card-prime", 7)
    assert walk_from("three-card-prime", 7) != walk_from("three-card-prime", 8)


def test_the_same_part_walks_the_same_way():
    first, second = (walk(RULEBOOKS["three-card-poker"], 5, part=7) for _ in range(2))
    assert first == second
    assert first != walk(RULEBOOKS["three-card-poker"], 5, part=8)
