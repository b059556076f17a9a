"""The odds of a game and of a wager, with their tables in a notebook and for a data frame."""

from __future__ import annotations

from textwrap import shorten

from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports import notebook
from pitboss.result_types import Record

LONGEST_REPR = 190


class WagerTable(WagerOdds):
    """The odds of a wager; a table in a notebook."""

    def records(self) -> list[Record]:
        """One flat record for each outcome, for a data frame."""
        return [
            {
                "wager": self.wager.key,
                "row": row.key,
                "outcome": row.outcome,
                "pays": row.pay.words(),
                "ways": ways,
                "probability": ways / self.deals,
                "net": float(self.net(row.pay)),
            }
            for row, ways in self.outcomes()
        ]

    def _repr_html_(self) -> str:
        return notebook.wager_odds(self)


class OddsTable(GameOdds):
    """The odds of a game by wager; a table in a notebook."""

    def __getitem__(self, key: str) -> WagerTable:
        odds = super().__getitem__(key)
        return WagerTable(odds.wager, odds.ways, odds.price, odds.meter)

    def __contains__(self, key: object) -> bool:
        return key in self.rules.by_key  # Without counting the wager's odds.

    def records(self) -> list[Record]:
        """One flat record for each wager, for a data frame; an envy bonus has no house edge."""
        records: list[Record] = []
        for odds in self.values():
            has_stake = odds.wager.envy is None
            records.append(
                {
                    "game": self.rules.key,
                    "wager": odds.wager.key,
                    "title": odds.wager.title,
                    "deals": odds.deals,
                    "house_edge": float(odds.house_edge) if has_stake else None,
                    "hit_frequency": float(odds.hit_frequency) if has_stake else None,
                    "push_frequency": float(odds.push_frequency) if has_stake else None,
                    "standard_deviation": odds.standard_deviation if has_stake else None,
                }
            )
        return records

    def __repr__(self) -> str:
        # A payment without a stake of its own has no edge; on the ante it counts in the main bet.
        edges = {key: self[key].house_edge for key in self if self.rules.by_key[key].is_staked}
        if len(self.rules.rulebook.main) > 1:
            edges = {"main bet": self.main.house_edge, **edges}
        listed = ", ".join(f"{key} {float(edge):.4%}" for key, edge in edges.items())
        odds = f"odds of {self.rules.rulebook.title}: {listed}"
        return f"<{shorten(odds, LONGEST_REPR, placeholder=' …')}>"

    def _repr_html_(self) -> str:
        return notebook.game_odds(self)
