"""The odds of a whole game as configured: every wager, the main bet, and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.language.currency import Currency
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.main_bet import MainBet, MainOdds
from pitboss.maths.odds.progressive import progressive
from pitboss.maths.odds.strategy import Strategy, best, weighed
from pitboss.maths.odds.wager_odds import WagerOdds, count, count_under
from pitboss.result_types import OddsJson, WagerOddsJson, WithProgressiveJson

LOW_RETURN = Fraction(3, 4)  # A common regulatory floor.


@dataclass(frozen=True)
class OddsWarning:
    """A wager that somebody should look at before it is offered."""

    wager: str
    kind: str  # "player-edge" or "low-return".
    message: str


@dataclass(frozen=True)
class WeighedOdds:
    """A side wager that depends on the decision, for a player who weighs it with the main bet.

    Both are staked with the same amount, and the strategy is the best one for the two together.
    """

    wager: WagerOdds
    strategy: Strategy


class GameOdds(Mapping[str, WagerOdds]):
    """The odds of each wager by key, worked out on demand."""

    def __init__(self, rules: Rules, meter: int = 0, bet: MainBet | None = None) -> None:
        self.rules = rules
        self.meter = meter
        self._bet = bet or MainBet(rules)
        self._by_key: dict[str, WagerOdds] = {}

    def __getitem__(self, key: str) -> WagerOdds:
        if key not in self._by_key:
            wager = self.rules.wager(key)
            price = self.rules.prices.get(key, 1)
            self._by_key[key] = WagerOdds(wager, self._ways(wager), price, self.meter)
        return self._by_key[key]

    def _ways(self, wager: Wager) -> tuple[int, ...]:
        if self.rules.rulebook.decision and wager.key in self.rules.rulebook.main:
            return self.main.of(wager)
        if wager.reads_decision():
            return count_under(wager, self.strategy.plays)
        return count(wager)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules.by_key)

    def __len__(self) -> int:
        return len(self.rules.by_key)

    @cached_property
    def strategy(self) -> Strategy:
        """The best strategy; in games where nobody folds, every hand plays."""
        return Strategy(self._bet, "best", self._bet.best)

    @property
    def main(self) -> MainOdds:
        """The main bet under the best strategy."""
        return self.strategy.odds

    def warnings(self, only: str | None = None) -> list[OddsWarning]:
        """Wagers whose exact return is over 100 % or under 75 %; `only` limits it to one wager."""
        keys = self if only is None else [only]
        return [warning for key in keys if (warning := self._warning(key)) is not None]

    def _warning(self, key: str) -> OddsWarning | None:
        wager, main = self.rules.wager(key), self.rules.rulebook.main
        if not wager.is_staked or (key in main and key != main[0]):
            return None  # Paid with another wager, or part of the main bet: judged with it.
        edge = self.main.house_edge if key in main else self[key].house_edge
        meter = self.rules.currency.money(self.meter)
        at = f" with {meter} in the jackpot" if wager.has_jackpot else ""
        if edge < 0:
            message = f"{wager.title} returns {_per_cent(1 - edge)}{at}: the player has the edge."
            return OddsWarning(key, "player-edge", message)
        if 1 - edge < LOW_RETURN:
            message = f"{wager.title} returns {_per_cent(1 - edge)}{at}, under the usual 75 %."
            return OddsWarning(key, "low-return", message)
        return None

    def weighed(self, key: str) -> WeighedOdds | None:
        """A side wager under the strategy that weighs it; None if no decision changes it."""
        rules, wager = self.rules, self.rules.wager(key)
        stake = rules.prices.get(wager.placed_wager, 1)
        stakes = {rules.rulebook.main[0]: stake, wager.placed_wager: stake}
        if wager not in weighed(rules, stakes):
            return None
        strategy = best(rules, stakes, self.meter)
        ways = count_under(wager, strategy.plays)
        return WeighedOdds(WagerOdds(wager, ways, rules.prices.get(key, 1), self.meter), strategy)

    def notes(self) -> list[str]:
        """What has to be known to read the figures of some wagers."""
        weighed = [note for key in self if (note := self.weighed_note(key)) is not None]
        return [*self.unstaked_notes(), *weighed]

    def weighed_note(self, key: str) -> str | None:
        """By which strategy a wager is counted that depends on the decision; None for others."""
        main = self.rules.wager(self.rules.rulebook.main[0]).title
        weighed = self.weighed(key)
        if weighed is None:
            return None
        strategy = weighed.strategy
        return (
            f"{weighed.wager.wager.title} depends on the decision. It is counted under the "
            f"best strategy for the main bet, which does not weigh it: {self.main.folds:,} "
            f"of 22,100 hands fold. A player who stakes as much on it as on the {main}, "
            f"and weighs both, folds {strategy.folds:,}; then its house edge is "
            f"{_per_cent(weighed.wager.house_edge)}, and the main bet's "
            f"{_per_cent(strategy.odds.house_edge)}."
        )

    def unstaked_notes(self) -> list[str]:
        """What the return of each wager without a stake of its own means."""
        rules = self.rules
        return [
            f"{wager.title} has no stake of its own: its return is what it adds, per unit of the "
            f"{rules.wager(wager.placed_wager).title}, and so its house edge is negative."
            for wager in rules.wagers
            if not wager.is_staked and not wager.envy
        ]

    def _progressive_json(self) -> WithProgressiveJson:
        if not self.rules.has_jackpot:
            return {}
        priced = progressive(self.rules)
        return {
            "progressive": {
                "price": priced.price,
                "jackpot": self.meter,
                "house_edge": float(priced.house_edge(self.meter)),
                "break_even": str(priced.break_even()),
                "break_even_with_6_other_boxes": str(priced.break_even(6)),
                "rounds_between_hits": float(priced.rounds_between_hits()),
                "envy_units_per_hand": str(priced.envy_per_hand),
            }
        }

    def as_json(self, only: str | None = None) -> OddsJson:
        """The published format; floats are unrounded."""
        main, rules = self.main, self.rules
        return {
            **rules.as_json(),
            "wagers": {
                key: _wager_json(self[key], self.weighed(key), rules.currency)
                for key in self
                if only in (None, key)
            },
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
                {"wager": warning.wager, "kind": warning.kind, "message": warning.message}
                for warning in self.warnings(only)
            ],
        }


def _wager_json(odds: WagerOdds, weighed: WeighedOdds | None, currency: Currency) -> WagerOddsJson:
    counts: WagerOddsJson = {
        "outcomes": [
            {
                "row": row.key,
                "outcome": row.outcome,
                "pays": row.pay.words(currency),
                "ways": n,
                "probability": n / odds.deals,
            }
            for row, n in odds.outcomes()
        ],
        "deals": odds.deals,
    }
    if odds.wager.envy:  # Nothing is staked: the value of one other hand, in the smallest unit.
        return {**counts, "units_per_hand": str(odds.expectation)}
    if weighed is not None:
        strategy = weighed.strategy
        counts["weighed"] = {
            "strategy": strategy.words(),
            "folds": strategy.folds,
            "expectation": str(weighed.wager.expectation),
            "house_edge": float(weighed.wager.house_edge),
            "main_house_edge": float(strategy.odds.house_edge),
        }
    return {
        **counts,
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
