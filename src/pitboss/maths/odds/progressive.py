"""The progressive: what a wager on a jackpot meter is worth, and what a table may have to pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Envy, Wager
from pitboss.maths.odds.wager_odds import WagerOdds, count


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
        """Average gain of one wager, in the smallest unit, beside so many boxes with an ante."""
        odds = WagerOdds(self.wager, self.ways, self.price, meter)
        own = self.envy_terms is not None and self._everyone
        return odds.expectation * self.price + self.envy_per_hand * (other_boxes + own)

    def house_edge(self, meter: int, other_boxes: int = 0) -> Fraction:
        return -self.value(meter, other_boxes) / self.price

    def break_even(self, other_boxes: int = 0) -> Fraction:
        """The meter at which the wager is worth its price."""
        return -self.value(0, other_boxes) / self.share_per_hand

    @property
    def share_per_hand(self) -> Fraction:
        """How much of the meter a wager wins, on average."""
        rows = zip(self.wager.rows, self.ways, strict=True)
        return sum((row.pay.meter * n for row, n in rows), Fraction(0)) / self.hands

    def rounds_between_hits(self, wagers: int = 1) -> Fraction:
        """Average number of rounds until the meter is hit, with so many wagers a round."""
        rows = zip(self.wager.rows, self.ways, strict=True)
        hits = sum(n for row, n in rows if row.pay.meter)
        # One deck holds the hand once, so two boxes never hit in one round.
        return Fraction(self.hands, hits * wagers)

    @property
    def envy_terms(self) -> Envy | None:
        return self.envy.envy if self.envy else None

    @property
    def _everyone(self) -> bool:
        terms = self.envy_terms
        return terms is not None and terms.hands.under(self.rules.readings) == "everyone"

    @property
    def envy_per_hand(self) -> Fraction:
        """What somebody's hand is worth to another with the wager, in the smallest unit."""
        if self.envy is None:
            return Fraction(0)
        rows = zip(self.envy.rows, self.envy_ways, strict=True)
        return Fraction(sum(row.pay.cash * n for row, n in rows), sum(self.envy_ways))

    def envy_liability(self, antes: int, wagers: int) -> Fraction:
        """What a table pays in envy a round, on average: so many antes, so many of them with it."""
        pairs = antes * wagers - (0 if self._everyone else wagers)
        return self.envy_per_hand * pairs

    def largest_envy(self, antes: int, wagers: int) -> int:
        """The most envy that one round can cost: the best hands, one to each of the boxes."""
        if self.envy is None:
            return 0
        rows = zip(self.envy.rows, self.envy_ways, strict=True)
        prizes = sorted(
            (row.pay.cash for row, n in rows for _ in range(min(n, antes))), reverse=True
        )
        # A hand on a box without the wager is shared by all who have it, so the best come there.
        without = antes if self._everyone else antes - wagers
        return sum(
            prize * (wagers if place < without else wagers - 1)
            for place, prize in enumerate(prizes[:antes])
        )


def progressive(rules: Rules) -> Progressive:
    """The progressive of a game that has one."""
    wager = next((w for w in rules.wagers if any(row.pay.meter for row in w.rows)), None)
    if wager is None:
        raise BadConfiguration("progressive/none", f"{rules.rulebook.title} has no progressive.")
    envy = next((w for w in rules.wagers if w.envy), None)
    return Progressive(rules, wager, envy, count(wager), count(envy) if envy else ())
