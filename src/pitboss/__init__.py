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

__all__ = ["__version__", "games"]


def __getattr__(name: str) -> object:
    if name == "games":  # Made when first asked for: `pitboss --help` needs no numpy.
        from pitboss.library import games

        return games
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
