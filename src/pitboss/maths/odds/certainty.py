"""Whether a bet is conclusively won or lost, whatever the cards not seen yet.

Non-Commission Lucky Three Pictures 5.4 asks it when a round breaks off. A bet has won (lost) when
every completion of the deal wins (loses) it, by whatever row; a certain push is neither.
"""

from __future__ import annotations

import numpy as np

from pitboss.language.pays import Pay
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.completions import Known, check, tallies

WIN, PUSH, LOSS = "win", "push", "loss"
DECIDED = (frozenset({WIN}), frozenset({LOSS}))


def outcomes(rules: Rules, wager: str, known: Known, played: bool | None = True) -> frozenset[str]:
    """The kinds of outcome that some completion reaches: "win", "push", "loss".

    `played` is None where the player has still to decide: then either decision counts. Asked of
    wagers that are staked; one that is not placed when the hand folds has nothing to win or lose
    by a fold, which is a push.
    """
    check(rules, known, played)
    asked = rules.wager(wager)
    kinds = [_kind(row.pay) for row in asked.rows]
    either = played is None and asked.reads_decision()
    found: set[str] = set()
    for decision in (True, False) if either else (played is not False,):
        for ways in tallies(asked, known, decision):
            found.update(kinds[row] for row in np.flatnonzero(ways))
            if len(found) == len(set(kinds)):
                return frozenset(found)  # There is no other kind to be found.
    return frozenset(found)


def is_decided(rules: Rules, wager: str, known: Known, played: bool | None = True) -> bool:
    """Whether the bet is won for certain, or lost for certain."""
    return outcomes(rules, wager, known, played) in DECIDED


def _kind(pay: Pay) -> str:
    if pay.is_win:
        return WIN
    return LOSS if pay.is_loss else PUSH
