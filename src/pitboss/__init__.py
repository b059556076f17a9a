"""Pitboss: house-banked three-card table games, settled by clause and priced exactly.

>>> from pitboss import games
>>> games["three-card-poker"].settle(
...     player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 5000, "pair-plus": 1000}).net
11000

Everything that a program needs to settle, price, design and simulate is imported from here, and
everything that runs a table from `pitboss.play`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.errors import (
        BadBackup,
        BadBet,
        BadCards,
        BadConfiguration,
        BadFact,
        BadKey,
        BadNotation,
        BadPaytable,
        BadRulebook,
        BadShuffle,
        HouseIsStopped,
        NoHouse,
        NoRounds,
        PitbossError,
        TableIsLost,
        UnknownName,
    )
    from pitboss.language.paytables import Paytable
    from pitboss.language.rulebook import Rulebook, Rules
    from pitboss.library import BoxSettlement, Game, Games, Hand, OddsTable, WagerTable, games
    from pitboss.maths.design import Design, Designs, around
    from pitboss.maths.odds.main_bet import MainOdds
    from pitboss.maths.odds.statistics import Distribution
    from pitboss.maths.odds.strategy import Strategy
    from pitboss.maths.sessions.eventual_ruin import ForEver
    from pitboss.maths.sessions.house import Band, Bank, HouseResults
    from pitboss.maths.sessions.results import AfterRounds, Luck, Results
    from pitboss.maths.sessions.ruin import Limits, Stopped
    from pitboss.maths.sessions.session import Session
    from pitboss.maths.simulation.jackpot import Jackpot, Meter
    from pitboss.maths.simulation.result import Simulated
    from pitboss.maths.simulation.table import BoxBets
    from pitboss.maths.simulation.wager_counts import OutcomeCount, WagerCount
    from pitboss.result_types import (
        ErrorJson,
        LineJson,
        OddsJson,
        Record,
        SettlementJson,
        SimulationJson,
        StrategyJson,
        WagerOddsJson,
    )
    from pitboss.rulebooks import load_rulebook
    from pitboss.table.receipt import Line

__all__ = [
    "AfterRounds",
    "BadBackup",
    "BadBet",
    "BadCards",
    "BadConfiguration",
    "BadFact",
    "BadKey",
    "BadNotation",
    "BadPaytable",
    "BadRulebook",
    "BadShuffle",
    "Band",
    "Bank",
    "BoxBets",
    "BoxSettlement",
    "Design",
    "Designs",
    "Distribution",
    "ErrorJson",
    "ForEver",
    "Game",
    "Games",
    "Hand",
    "HouseIsStopped",
    "HouseResults",
    "Jackpot",
    "Limits",
    "Line",
    "LineJson",
    "Luck",
    "MainOdds",
    "Meter",
    "NoHouse",
    "NoRounds",
    "OddsJson",
    "OddsTable",
    "OutcomeCount",
    "Paytable",
    "PitbossError",
    "Record",
    "Results",
    "Rulebook",
    "Rules",
    "Session",
    "SettlementJson",
    "Simulated",
    "SimulationJson",
    "Stopped",
    "Strategy",
    "StrategyJson",
    "TableIsLost",
    "UnknownName",
    "WagerCount",
    "WagerOddsJson",
    "WagerTable",
    "__version__",
    "around",
    "games",
    "load_rulebook",
]

# Imported on first use, so that `pitboss --help` needs no numpy and `settle` no simulation.
_NAMES = {
    "pitboss.errors": (
        "BadBackup BadBet BadCards BadConfiguration BadFact BadKey BadNotation BadPaytable "
        "BadRulebook BadShuffle HouseIsStopped NoHouse NoRounds PitbossError TableIsLost "
        "UnknownName"
    ),
    "pitboss.language.paytables": "Paytable",
    "pitboss.language.rulebook": "Rulebook Rules",
    "pitboss.library": "BoxSettlement Game Games Hand OddsTable WagerTable games",
    "pitboss.maths.design": "Design Designs around",
    "pitboss.maths.odds.main_bet": "MainOdds",
    "pitboss.maths.odds.statistics": "Distribution",
    "pitboss.maths.odds.strategy": "Strategy",
    "pitboss.maths.sessions.eventual_ruin": "ForEver",
    "pitboss.maths.sessions.house": "Band Bank HouseResults",
    "pitboss.maths.sessions.results": "AfterRounds Luck Results",
    "pitboss.maths.sessions.ruin": "Limits Stopped",
    "pitboss.maths.sessions.session": "Session",
    "pitboss.maths.simulation.table": "BoxBets",
    "pitboss.maths.simulation.jackpot": "Jackpot Meter",
    "pitboss.maths.simulation.result": "Simulated",
    "pitboss.maths.simulation.wager_counts": "OutcomeCount WagerCount",
    "pitboss.result_types": (
        "ErrorJson LineJson OddsJson Record SettlementJson SimulationJson StrategyJson "
        "WagerOddsJson"
    ),
    "pitboss.rulebooks": "load_rulebook",
    "pitboss.table.receipt": "Line",
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}


def __dir__() -> list[str]:
    return sorted(__all__)


if not TYPE_CHECKING:  # Else a type checker would accept any name.

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
        value = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value
