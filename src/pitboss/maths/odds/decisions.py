"""Who plays and who folds, round after round: a strategy becomes a yes or no for every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pitboss.cards.deck import names
from pitboss.cards.hands import COUNT, Array, cards_of
from pitboss.errors import BadCards, BadConfiguration, unknown
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.strategy import Strategy, best, from_threshold, needs_decision

BEST, THRESHOLD, PLAY_ALL = "best", "threshold", "play-all"
NAMES = (BEST, THRESHOLD, PLAY_ALL)

# A name; a hand such as "Qs 6d 4h", for playing that and better; a function of a hand in notation,
# highest card first, that answers True to play; or a strategy that was made by hand.
Decisions = str | Callable[[str], bool] | Strategy


def plays(rules: Rules, decisions: Decisions) -> Array:
    """[hand]: whether it plays; where nobody folds, every hand does."""
    if decisions == BEST and not rules.rulebook.decision:
        return np.ones(COUNT, bool)
    needs_decision(rules)
    if isinstance(decisions, Strategy):
        return decisions.plays
    if not isinstance(decisions, str):
        return _asked(decisions)
    if decisions == PLAY_ALL:
        return np.ones(COUNT, bool)
    if decisions == BEST:
        return _best(rules).plays
    return _from_hand(rules, decisions).plays


def name(rules: Rules, decisions: Decisions) -> str:
    """What they are called in a report."""
    if isinstance(decisions, Strategy):
        return decisions.name
    if not isinstance(decisions, str):
        return "own"
    return decisions if decisions in NAMES else _from_hand(rules, decisions).name


def _from_hand(rules: Rules, text: str) -> Strategy:
    """One hand and better: the one that comes closest to the best strategy, or one that is told."""
    if text == THRESHOLD:
        found = _best(rules)
        return from_threshold(found.bet, names(cards_of(found.nearest_threshold[0])))
    try:
        return from_threshold(MainBet(rules), text)
    except BadCards:
        if " " in text or "," in text:  # A hand was meant.
            raise
        raise unknown("strategy", text, NAMES) from None


@lru_cache(maxsize=8)
def _best(rules: Rules) -> Strategy:
    return best(rules)


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
