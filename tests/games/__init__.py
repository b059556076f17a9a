"""What our tests expect of each of our games: one module per game, found because it is here.

Tests that need to know something about a game iterate over `GAMES`. Tests that hold for any
rulebook iterate over `RULEBOOKS`, or are part of the conformance kit.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.games.expected import Expected

_NAMES = sorted(module.name for module in iter_modules(__path__) if module.name != "expected")
GAMES: dict[str, Expected] = {
    game.key: game for game in (import_module(f"{__name__}.{name}").GAME for name in _NAMES)
}
PLAIN = {key: game.plain for key, game in GAMES.items()}
