"""The walks of `make test`, much longer: half an hour in all."""

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.rounds import walk
from tests.support.walker import Walk
from tests.support.walking.sights import look, sees_changes
from tests.test_round_machine import reach_commands
from tests.test_views import states

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

STATES = 20_000  # A game: 100,000 in all.


@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_million_commands_a_game(game, seed):
    assert Walk(game, seed).go(100_000).events["Settled"] > 2_000


def test_a_hundred_thousand_commands_of_hypothesis():
    reach_commands(100_000, 300, most_parts=12)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_thousands_of_tables_of_the_conformance_kit(game):
    walk(RULEBOOKS[game], examples=3_000)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_nobody_can_tell_the_hidden_cards_in_a_hundred_thousand_states(game):
    looks = count = 0
    for round, felt, cards in states(game, STATES, seed="torture"):
        looks += look(round, felt, cards, seed=looks)
        count += 1
        if count % 20 == 0:
            sees_changes(round, felt, cards)
    assert count == STATES
    assert looks >= 8 * STATES
