"""Pitboss: house-banked three-card table games, settled by clause and priced exactly.

>>> from pitboss import games
>>> games["three-card-poker"].settle(
...     player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 5000, "pair-plus": 1000}).net
11000
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.library import games as games
    from pitboss.rulebooks import load_rulebook as load_rulebook

__all__ = ["__version__", "games", "load_rulebook"]


def __getattr__(name: str) -> object:
    # Imported when first asked for: `pitboss --help` needs no numpy.
    if name == "games":
        from pitboss.library import games

        return games
    if name == "load_rulebook":
        from pitboss.rulebooks import load_rulebook

        return load_rulebook
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
