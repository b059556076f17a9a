"""Who plays and who folds at a simulated table: a strategy becomes a yes or no for every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pitboss.cards import names
from pitboss.configuration import Rules
from pitboss.errors import BadConfiguration, unknown
from pitboss.hands import COUNT, Array, cards_of
from pitboss.maths import strategy as strategies

BEST, THRESHOLD, PLAY_ALL = "best", "threshold", "play-all"
NAMES = (BEST, THRESHOLD, PLAY_ALL)

# A name, or a function of a hand in notation, highest card first ("Qs 6d 4h"): True to play.
Strategy = str | Callable[[str], bool]


def plays(rules: Rules, strategy: Strategy) -> Array:
    """[hand]: whether it plays; where nobody folds, every hand does."""
    if callable(strategy):
        strategies.needs_decision(rules)
        return _asked(strategy)
    if strategy not in NAMES:
        raise unknown("strategy", strategy, NAMES)
    if strategy == THRESHOLD:
        strategies.needs_decision(rules)
    if strategy == PLAY_ALL or not rules.rulebook.decision:
        return np.ones(COUNT, bool)
    best = _best(rules)
    if strategy == BEST:
        return best.plays
    # The best that can be said in one hand: that one and better.
    lowest, _ = best.nearest_threshold
    return strategies.from_threshold(best.bet, names(cards_of(lowest))).plays


def name(strategy: Strategy) -> str:
    """What a strategy is called in a report."""
    return strategy if isinstance(strategy, str) else "own"


@lru_cache(maxsize=8)
def _best(rules: Rules) -> strategies.Strategy:
    return strategies.best(rules)


def _asked(strategy: Callable[[str], bool]) -> Array:
    answers = np.zeros(COUNT, bool)
    for row in range(COUNT):
        cards = names(cards_of(row))
        answer = strategy(cards)
        if not isinstance(answer, bool | np.bool_):
            told = f"The strategy answers {answer!r} to {cards}: True to play, False to fold."
            raise BadConfiguration("strategy/answer", told)
        answers[row] = answer
    return answers
