"""The odds of a whole game as configured: every wager, the main bet, and what to be warned of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.language.pays import money
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.main_bet import MainBet, MainOdds
from pitboss.maths.odds.progressive import progressive
from pitboss.maths.odds.strategy import Strategy
from pitboss.maths.odds.wager_odds import WagerOdds, count

LOW_RETURN = Fraction(3, 4)  # A common regulatory floor.


@dataclass(frozen=True)
class Warning:
    """A wager that somebody should look at before it is offered."""

    wager: str
    kind: str  # "player-edge" or "low-return".
    message: str


class GameOdds(Mapping[str, WagerOdds]):
    """The odds of each wager by key, worked out when they are asked for."""

    def __init__(self, rules: Rules, meter: int = 0, bet: MainBet | None = None) -> None:
        self.rules = rules
        self.meter = meter
        self._bet = bet or MainBet(rules)
        self._made: dict[str, WagerOdds] = {}

    def __getitem__(self, key: str) -> WagerOdds:
        if key not in self._made:
            wager = self.rules.wager(key)
            price = self.rules.prices.get(key, 1)
            self._made[key] = WagerOdds(wager, self._ways(wager), price, self.meter)
        return self._made[key]

    def _ways(self, wager: Wager) -> tuple[int, ...]:
        if self.rules.rulebook.decision and wager.key in self.rules.rulebook.main:
            return self.main.of(wager)
        return count(wager)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules.by_key)

    def __len__(self) -> int:
        return len(self.rules.by_key)

    @cached_property
    def strategy(self) -> Strategy:
        """The best one; where nobody folds, every hand plays."""
        return Strategy(self._bet, "best", self._bet.best)

    @property
    def main(self) -> MainOdds:
        """The main bet under the best strategy."""
        return self.strategy.odds

    def warnings(self) -> list[Warning]:
        """Wagers whose exact return is over 100 % or under 75 %."""
        return [made for key in self if (made := self._warning(key)) is not None]

    def _warning(self, key: str) -> Warning | None:
        wager, main = self.rules.wager(key), self.rules.rulebook.main
        if not wager.is_staked or (key in main and key != main[0]):
            return None  # Paid with another wager, or part of the main bet: judged with it.
        edge = self.main.house_edge if key in main else self[key].house_edge
        has_meter = any(row.pay.meter for row in wager.rows)
        at = f" with {money(self.meter)} in the jackpot" if has_meter else ""
        if edge < 0:
            told = f"{wager.title} returns {_per_cent(1 - edge)}{at}: the player has the edge."
            return Warning(key, "player-edge", told)
        if 1 - edge < LOW_RETURN:
            told = f"{wager.title} returns {_per_cent(1 - edge)}{at}, under the usual 75 %."
            return Warning(key, "low-return", told)
        return None

    def _progressive_json(self) -> dict[str, Any]:
        if not any(row.pay.meter for wager in self.rules.wagers for row in wager.rows):
            return {}
        found = progressive(self.rules)
        return {
            "progressive": {
                "price": found.price,
                "jackpot": self.meter,
                "house_edge": float(found.house_edge(self.meter)),
                "break_even": str(found.break_even()),
                "break_even_with_6_other_boxes": str(found.break_even(6)),
                "rounds_between_hits": float(found.rounds_between_hits()),
                "envy_units_per_hand": str(found.envy_per_hand),
            }
        }

    def as_json(self, only: str | None = None) -> dict[str, Any]:
        """As in the published format; floats are unrounded."""
        main, rules = self.main, self.rules
        return {
            "game": rules.key,
            "version": rules.rulebook.version,
            "fingerprint": rules.fingerprint,
            "paytables": rules.paytable_keys,
            "readings": dict(rules.readings),
            "wagers": {key: _wager_json(self[key]) for key in self if only in (None, key)},
            "main": {
                "wagers": list(rules.rulebook.main),
                "strategy": self.strategy.words() if rules.rulebook.decision else "No decision.",
                "folds": main.folds,
                "expectation": str(main.expectation),
                "house_edge": float(main.house_edge),
                "element_of_risk": float(main.element_of_risk),
                "standard_deviation": main.standard_deviation,
                "average_stake": float(main.average_stake),
                "results": [
                    {"net": str(net), "ways": n, "probability": n / main.results.total}
                    for net, n in main.results.ways.items()
                ],
            },
            **self._progressive_json(),
            "warnings": [
                {"wager": one.wager, "kind": one.kind, "message": one.message}
                for one in self.warnings()
                if only in (None, one.wager)
            ],
        }


def _wager_json(odds: WagerOdds) -> dict[str, Any]:
    made: dict[str, Any] = {
        "outcomes": [
            {
                "row": row.key,
                "outcome": row.outcome,
                "pays": row.pay.words(),
                "ways": n,
                "probability": n / odds.deals,
            }
            for row, n in odds.outcomes()
        ],
        "deals": odds.deals,
    }
    if odds.wager.envy:  # Nothing is staked: what one other hand is worth, in the smallest unit.
        return {**made, "units_per_hand": str(odds.expectation)}
    return {
        **made,
        "expectation": str(odds.expectation),
        "house_edge": float(odds.house_edge),
        "hit_frequency": float(odds.hit_frequency),
        "push_frequency": float(odds.push_frequency),
        "variance": float(odds.results.variance),
        "standard_deviation": odds.standard_deviation,
        "skewness": odds.results.skewness,
    }


def _per_cent(share: Fraction) -> str:
    return f"{float(share):.4%}".replace("%", " %")
