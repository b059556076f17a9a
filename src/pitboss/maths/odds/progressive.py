"""The progressive: the value of a wager on a jackpot meter, and the liability of the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.strategy import best_ways
from pitboss.maths.odds.wager_odds import WagerOdds


@dataclass(frozen=True)
class Progressive:
    """The exact value of a progressive wager, as a function of the meter and the other boxes."""

    rules: Rules
    wager: Wager
    envy: Wager | None
    ways: tuple[int, ...]
    envy_ways: tuple[int, ...]

    @property
    def price(self) -> int:
        return self.rules.prices[self.wager.key]

    @property
    def hands(self) -> int:
        return sum(self.ways)

    def value(self, meter: int, other_boxes: int = 0) -> Fraction:
        """Average gain of one wager in the smallest unit, with `other_boxes` that have an ante."""
        odds = WagerOdds(self.wager, self.ways, self.price, meter)
        envied = other_boxes + self.own_hand_pays
        return odds.expectation * self.price + self.envy_per_hand * envied

    def house_edge(self, meter: int, other_boxes: int = 0) -> Fraction:
        return -self.value(meter, other_boxes) / self.price

    def break_even(self, other_boxes: int = 0) -> Fraction:
        """The meter at which the wager is worth its price: the house edge is zero."""
        return -self.value(0, other_boxes) / self.share_per_hand

    @property
    def share_per_hand(self) -> Fraction:
        """The average share of the meter that a wager wins."""
        rows = zip(self.wager.rows, self.ways, strict=True)
        return sum((row.pay.meter * n for row, n in rows), Fraction(0)) / self.hands

    def rounds_between_hits(self, wagers: int = 1) -> Fraction:
        """Average number of rounds until the meter is hit, with `wagers` of them per round."""
        rows = zip(self.wager.rows, self.ways, strict=True)
        hits = sum(n for row, n in rows if row.pay.meter)
        # One deck holds the hand once, so two boxes never hit in one round.
        return Fraction(self.hands, hits * wagers)

    def mean_meter(self, reset: int, contribution: Fraction) -> Fraction | None:
        """The average meter at the deal, and so at a hit, in the long run.

        Each wager adds its contribution before the deal, and a hit leaves the reset amount. Whether
        a round is a hit does not depend on the meter, so both averages are the reset amount and
        what is added between two hits. None unless one hand alone wins, and wins all of the meter.
        """
        rows = zip(self.wager.rows, self.ways, strict=True)
        if [(row.pay.meter, n) for row, n in rows if n and row.pay.meter] != [(Fraction(1), 1)]:
            return None
        return reset + contribution * self.price * self.rounds_between_hits()

    def uses_of_price(
        self, reset: int, contribution: Fraction, other_boxes: int = 0
    ) -> dict[str, Fraction]:
        """Where the price of a wager goes in the long run, as shares that add up to 1.

        The house keeps what is left, which is its edge at the average meter.
        """
        envied = other_boxes + self.own_hand_pays
        fixed = WagerOdds(self.wager, self.ways, self.price).player_return
        shares = {
            "fixed prizes": fixed,
            "envy bonuses": Fraction(self.envy_per_hand * envied, self.price),
            "contribution to the meter": contribution,
            "reset of the meter": reset * self.share_per_hand / self.price,
        }
        return {**shares, "the house": 1 - sum(shares.values(), Fraction(0))}

    @property
    def own_hand_pays(self) -> bool:
        """Whether envy is also paid on one's own hand."""
        envy = self.envy.envy if self.envy else None
        return envy is not None and envy.own_hand_pays(self.rules.readings)

    @property
    def envy_per_hand(self) -> Fraction:
        """The average envy paid on one hand to one recipient, in the smallest unit."""
        if self.envy is None:
            return Fraction(0)
        rows = zip(self.envy.rows, self.envy_ways, strict=True)
        return Fraction(sum(row.pay.cash * n for row, n in rows), sum(self.envy_ways))

    @property
    def own_envy(self) -> Fraction:
        """The average envy for one's own hand; 0 unless it pays."""
        return self.envy_per_hand * self.own_hand_pays

    def envy_liability(self, antes: int, wagers: int) -> Fraction:
        """Average envy per round, by the number of boxes with an ante and with the wager."""
        pairs = antes * wagers - (0 if self.own_hand_pays else wagers)
        return self.envy_per_hand * pairs

    def largest_envy(self, antes: int, wagers: int) -> int:
        """The most envy that one round can cost: the best hands on as many boxes."""
        if self.envy is None:
            return 0
        rows = zip(self.envy.rows, self.envy_ways, strict=True)
        prizes = sorted(
            (row.pay.cash for row, n in rows for _ in range(min(n, antes))), reverse=True
        )
        # All wagers share in a hand on a box without one, so the worst case puts the best there.
        without = antes if self.own_hand_pays else antes - wagers
        return sum(
            prize * (wagers if place < without else wagers - 1)
            for place, prize in enumerate(prizes[:antes])
        )


def progressive(rules: Rules) -> Progressive:
    """The progressive of a game that has one."""
    wager = next((wager for wager in rules.wagers if wager.has_jackpot), None)
    if wager is None:
        raise BadConfiguration("progressive/none", f"{rules.rulebook.title} has no progressive.")
    envy = next((w for w in rules.wagers if w.envy), None)
    ways = best_ways(rules, wager), best_ways(rules, envy) if envy else ()
    return Progressive(rules, wager, envy, *ways)
