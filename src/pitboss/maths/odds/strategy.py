"""Strategies: which hands play and which fold, the best one and any other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards.deck import QUEEN, names
from pitboss.cards.hand_names import ranks_of, suits_of
from pitboss.cards.hands import COLUMNS, COUNT, Array, cards_of, hand
from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.main_bet import MainBet, MainOdds

PLAY, FOLD = "play", "fold"


@dataclass(frozen=True, eq=False)
class Strategy:
    """A decision for every hand, and what it is worth."""

    bet: MainBet
    name: str
    plays: Array

    @cached_property
    def odds(self) -> MainOdds:
        return self.bet.under(self.plays)

    @property
    def folds(self) -> int:
        return self.odds.folds

    def best(self, text: str) -> str:
        """What this strategy does with a hand in notation."""
        return self.decision(hand(text))

    def decision(self, row: int) -> str:
        return PLAY if self.plays[row] else FOLD

    def value(self, text: str, decision: str = PLAY) -> Fraction:
        """What a decision with a hand is worth, per unit of the ante."""
        row = hand(text)
        values = self.bet.value_of_playing if decision == PLAY else self.bet.value_of_folding
        return Fraction(int(values[row]), self.bet.scale * int(self.bet.ways[row].sum()))

    @cached_property
    def threshold(self) -> int | None:
        """The lowest hand that plays, where every hand of its rank or better does."""
        strength = COLUMNS["strength"]()
        if not self.plays.any():
            return None
        lowest = strength[self.plays].min()
        exact = (self.plays == (strength >= lowest)).all()
        return int(np.flatnonzero(strength == lowest)[0]) if exact else None

    def words(self) -> str:
        """The strategy as one would tell a player."""
        if self.plays.all():
            return "Play every hand."
        if not self.plays.any():
            return "Fold every hand."
        if self.threshold is not None:
            return f"Play {ranks_of(self.threshold)} and better; fold the rest."
        cut, odd = self.nearest_threshold
        told = []
        for decision in (PLAY, FOLD):
            rows = [row for row in odd.tolist() if self.decision(row) == decision]
            if rows:
                noun = "hand" if len(rows) == 1 else "hands"
                told.append(f"{decision} {', '.join(_kinds(rows))} as well ({len(rows)} {noun})")
        return f"Play {ranks_of(cut)} and better, fold the rest; but {', and '.join(told)}."

    def exceptions(self) -> list[dict[str, str]]:
        """Exactly which hands part from the nearest threshold."""
        odd = [] if self.threshold is not None else self.nearest_threshold[1].tolist()
        return [{"cards": names(cards_of(row)), "decision": self.decision(row)} for row in odd]

    @cached_property
    def nearest_threshold(self) -> tuple[int, Array]:
        """The threshold that most hands keep to, and the hands that do not."""
        strength = COLUMNS["strength"]()
        levels, place = np.unique(strength, return_inverse=True)
        plays = np.bincount(place, self.plays, len(levels))
        folds = np.bincount(place, ~self.plays, len(levels))
        # Hands that break the rule "play from level k up": those below that play, above that fold.
        broken = np.append(0, np.cumsum(plays))[:-1] + np.cumsum(folds[::-1])[::-1]
        level = levels[int(broken.argmin())]
        odd = np.flatnonzero(self.plays != (strength >= level))
        return int(np.flatnonzero(strength == level)[0]), odd


def _kinds(rows: list[int]) -> list[str]:
    """Hands in words: by ranks and suits where all such hands are meant, else card by card."""
    ranks, meant = COLUMNS["ranks"](), set(rows)
    made: dict[str, None] = {}
    for row in rows:
        alike = np.flatnonzero(ranks == ranks[row]).tolist()
        kind = {one for one in alike if suits_of(one) == suits_of(row)}
        whole = kind <= meant
        made[f"{ranks_of(row)} {suits_of(row)}" if whole else names(cards_of(row))] = None
    return list(made)


def best(rules: Rules) -> Strategy:
    """The strategy that wins most, worked out hand by hand."""
    bet = MainBet(needs_decision(rules))
    return Strategy(bet, "best", bet.best)


def others(bet: MainBet) -> list[Strategy]:
    """The strategies that people ask about."""
    dealer_like = (COLUMNS["category"]() > 0) | (COLUMNS["high"]() >= QUEEN)
    return [
        Strategy(bet, "play everything", np.ones(COUNT, bool)),
        Strategy(bet, "mimic the dealer", dealer_like),
    ]


def from_threshold(bet: MainBet, text: str) -> Strategy:
    """Play this hand and every hand at least as high."""
    strength = COLUMNS["strength"]()
    lowest = hand(text)
    return Strategy(bet, f"{ranks_of(lowest)} and better", strength >= strength[lowest])


def needs_decision(rules: Rules) -> Rules:
    if not rules.rulebook.decision:
        raise BadConfiguration(
            "strategy/none", f"{rules.rulebook.title} has no decision to make: nobody folds."
        )
    return rules
