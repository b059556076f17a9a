"""Our own games pass the conformance kit that games from outside run."""

from pitboss.rulebooks import OWN
from pitboss.testing import Conformance
from tests.games import GAMES
from tests.plain import settle_plainly


def conformance(game):
    """A test class for one game."""
    name = "Test" + game.key.title().replace("-", "")
    fields = {
        "rulebook": OWN[game.key],
        "plain": staticmethod(settle_plainly(game.plain)),
        "tables": 4,  # test_round_machine.py sees much more.
    }
    return type(name, (Conformance,), fields)


globals().update((suite.__name__, suite) for suite in map(conformance, GAMES.values()))


def test_every_game_of_ours_says_what_is_expected_of_it():
    assert set(GAMES) == set(OWN), "add tests/games/<game>.py: see docs/adding-a-game.md"
