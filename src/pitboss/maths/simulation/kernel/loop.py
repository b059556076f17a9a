"""The compiled loop: it deals, looks up outcomes and counts them, a batch of rounds at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel import arrays, counters, dealing, outcome_sums
from pitboss.maths.simulation.kernel.arrays import Plan, Tally
from pitboss.maths.simulation.kernel.compiling import cached, checksum
from pitboss.maths.simulation.kernel.counters import add_up, count, note, pair, renumber, spread
from pitboss.maths.simulation.kernel.dealing import BATCH, deal
from pitboss.maths.simulation.kernel.outcome_sums import look_up, look_up_six, number_hands

Play = Callable[[Plan, Array, int, int, Tally], tuple[float, int]]


def _compiled_with(source_checksum: int) -> Play:
    @cached
    def play(plan: Plan, state: Array, rounds: int, step: int, tally: Tally) -> tuple[float, int]:
        """Play so many rounds: the sum of squares of their results, and the number of hits.

        `tally.sums` gets what the bettors won in each `step` rounds. Hits for which `tally.hits`
        has no room are only counted.
        """
        _ = source_checksum  # In the closure, it invalidates cached code that is out of date.
        tables, counting, hands = plan.tables, plan.counting, plan.boxes + 1
        cards = np.zeros((3 * hands + plan.fourth, BATCH), np.uint8)  # [card, round]
        community = cards[3 * hands :]
        numbers = np.zeros((hands, BATCH), np.uint16)  # [dealer or box, round]: the hand.
        outcomes = np.zeros((plan.boxes, BATCH), np.uint16)  # [box, round]: first the sums.
        groups = outcomes  # [group, round]: the outcomes of boxes that are counted together.
        if counting.group_size == 2:
            groups = np.zeros((len(counting.net_begins), BATCH), np.uint16)
        scratch = np.zeros((3, BATCH), np.int16)
        results = np.zeros(BATCH, np.int64)
        squares, hits = 0.0, 0
        for first in range(0, rounds, BATCH):
            size = min(BATCH, rounds - first)
            deal(state, hands, cards)
            number_hands(tables.by_ranks, cards, numbers)
            look_up(tables, numbers, community, scratch, outcomes)
            if plan.has_six:
                look_up_six(plan.six, tables.layout, numbers, outcomes)
            if counting.renumbered:
                renumber(counting, outcomes)
            if counting.group_size == 2:
                pair(counting, outcomes, groups)
            count(counting, groups, size, tally.counts, results)
            hits = note(counting, outcomes, results[:size], first, hits, tally.hits)
            squares = spread(counting, results[:size], tally.bins, squares)
            add_up(results[:size], first, step, tally.sums)
        return squares, hits

    return play


play = _compiled_with(checksum(arrays, counters, dealing, outcome_sums))
