"""The compiled loop: cards drawn, outcomes looked up and counted, some hundred rounds at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel import counts, dealing, shapes, sums
from pitboss.maths.simulation.kernel.compiling import kept, text_of
from pitboss.maths.simulation.kernel.counts import add_up, count, note, pair, renumber, spread
from pitboss.maths.simulation.kernel.dealing import BATCH, deal
from pitboss.maths.simulation.kernel.shapes import Counted, Plan
from pitboss.maths.simulation.kernel.sums import look_up, look_up_six, tell


def _made_of(parts: int) -> Callable[..., Any]:
    @kept
    def play(plan: Plan, state: Array, rounds: int, step: int, made: Counted) -> Any:
        """So many rounds: the sum of the squares of their results, and how many hits there were.

        What the bettors won is told after each `step` rounds. Hits beyond what `made.hits` has room
        for are only counted.
        """
        _ = parts  # To hold on to: so code that was kept is known to be out of date.
        tables, by, hands = plan.tables, plan.counting, plan.boxes + 1
        cards = np.zeros((3 * hands + plan.fourth, BATCH), np.uint8)  # [card, round]
        turned = cards[3 * hands :]
        told = np.zeros((hands, BATCH), np.uint16)  # [dealer or box, round]: the hand.
        found = np.zeros((plan.boxes, BATCH), np.uint16)  # [box, round]: the sum, then the outcome,
        pairs = found  # and, where two boxes are counted together, those of both.
        if by.together == 2:
            pairs = np.zeros((len(by.paid), BATCH), np.uint16)
        bench = np.zeros((3, BATCH), np.int16)
        results = np.zeros(BATCH, np.int64)
        squares, hits = 0.0, 0
        for first in range(0, rounds, BATCH):
            some = min(BATCH, rounds - first)
            deal(state, hands, cards)
            tell(tables.by_ranks, cards, told)
            look_up(tables, told, turned, bench, found)
            if plan.has_six:
                look_up_six(plan.six, tables.layout, told, found)
            if by.renumbered:
                renumber(by, found)
            if by.together == 2:
                pair(by, found, pairs)
            count(by, pairs, some, made.counts, results)
            hits = note(by, found, results[:some], first, hits, made.hits)
            squares = spread(by, results[:some], made.bins, squares)
            add_up(results[:some], first, step, made.sums)
        return squares, hits

    return play


play = _made_of(text_of(counts, dealing, shapes, sums))
