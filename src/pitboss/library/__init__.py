"""The library: a game as an object, for programs and notebooks.

>>> from pitboss import games
>>> poker = games["three-card-poker"]
>>> print(poker.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 5000}))
Ante: Pair of Queens beats Queen high, pays 1 to 1.  +$50.00  (3.14.1, 4.1)
Play: Pair of Queens beats Queen high, pays 1 to 1.  +$50.00  (3.14.1, 4.1)
Net +$100.00
"""

from pitboss.library.game import Game, Games, games
from pitboss.library.odds import OddsTable, WagerTable
from pitboss.library.settlement import BoxSettlement, Hand, settle_box

__all__ = [
    "BoxSettlement",
    "Game",
    "Games",
    "Hand",
    "OddsTable",
    "WagerTable",
    "games",
    "settle_box",
]
