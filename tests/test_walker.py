"""Long random walks over every game: whatever is said, nothing goes wrong and no money is lost."""

import pytest

from pitboss.language.irregularities import REMEDIES
from pitboss.play.events import EVENTS
from pitboss.play.setup import Setup
from pitboss.rulebooks import RULEBOOKS
from tests.support.walker import Walk

COMMANDS = 25_000  # Times four seeds: 100,000 a game.


def unused(game):
    """Events that a game has no use for."""
    book, table = RULEBOOKS[game], Setup(RULEBOOKS[game].configure())
    events = set() if book.decision else {"Folded", "Played"}
    if not book.procedure.withdrawal_stands:
        events.add("BetWithdrawn")
    if book.decision and table.carries_hand == {table.first}:  # Every hand is decided on.
        events.add("HandReturned")
    return events


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_long_walk_finds_nothing_wrong_and_sees_everything(game, seed):
    walk = Walk(game, seed).go(COMMANDS)
    assert walk.commands == COMMANDS
    # A walker that has gone blind would find nothing wrong, too.
    assert set(walk.events) == set(EVENTS) - unused(game)
    assert {remedy for remedy, _ in walk.rulings} == set(REMEDIES)
    assert len(walk.rulings) >= 90  # Remedies and phases in which they were given.
    assert len(walk.refusals) >= 38  # Codes.
    assert walk.events["Settled"] >= 400
    assert 0.15 * COMMANDS < walk.refusals.total() < 0.5 * COMMANDS


def test_the_same_seed_walks_the_same_way():
    one, two, other = (Walk("three-card-poker", seed).go(400) for seed in (7, 7, 8))
    assert (one.said, one.table.checks.events) == (two.said, two.table.checks.events)
    assert one.said != other.said
