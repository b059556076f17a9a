"""From sums to counts: what came about how often, and what rounds came to."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.compiling import compiled
from pitboss.maths.simulation.kernel.dealing import BATCH
from pitboss.maths.simulation.kernel.shapes import Counting


@compiled
def renumber(by: Counting, found: Array) -> None:
    """From sums to outcomes: without the many that can't come about, counters are few."""
    for box in range(len(found)):
        numbers, sums = by.numbers[by.begins[box] :], found[box]
        for turn in range(BATCH):
            sums[turn] = numbers[sums[turn]]


@compiled
def pair(by: Counting, found: Array, pairs: Array) -> None:
    """Outcomes of two boxes as one number; a last one without another stays as it is."""
    outcomes = np.uint16(by.outcomes)
    for box in range(len(found)):
        own, numbers = found[box], pairs[box // 2]
        if box % 2:
            for turn in range(BATCH):
                numbers[turn] = np.uint16(np.uint16(numbers[turn] * outcomes) + own[turn])
        else:
            for turn in range(BATCH):
                numbers[turn] = own[turn]


@compiled
def count(by: Counting, pairs: Array, rounds: int, counts: Array, results: Array) -> None:
    """Count the outcomes and add up results: of three boxes or pairs at a time, then of each."""
    results[:] = 0
    threes = len(pairs) // 3 * 3
    for group in range(0, threes, 3):
        one, two, three = pairs[group], pairs[group + 1], pairs[group + 2]
        of_one, won_one = counters(by, group, counts)
        of_two, won_two = counters(by, group + 1, counts)
        of_three, won_three = counters(by, group + 2, counts)
        for turn in range(rounds):
            a, b, c = np.uint64(one[turn]), np.uint64(two[turn]), np.uint64(three[turn])
            of_one[a] += np.uint32(1)
            of_two[b] += np.uint32(1)
            of_three[c] += np.uint32(1)
            results[turn] += won_one[a] + won_two[b] + won_three[c]
    for group in range(threes, len(pairs)):
        numbers = pairs[group]
        own, won = counters(by, group, counts)
        for turn in range(rounds):
            number = np.uint64(numbers[turn])
            own[number] += np.uint32(1)
            results[turn] += won[number]


@compiled
def counters(by: Counting, group: int, counts: Array) -> Any:
    """The counters of boxes that are counted together, and what they win by each combination."""
    begin, paid = group * by.combinations, by.paid[group]
    return counts[begin : begin + by.combinations], by.nets[paid : paid + by.combinations]


@compiled
def note(by: Counting, found: Array, results: Array, first: int, hits: int, listed: Array) -> int:
    """List the outcomes that need a second look, box by box; how many there are now."""
    for box in range(len(found)):
        outcomes, special, most = found[box], by.specials[box], np.uint16(0)
        for turn in range(BATCH):
            most = max(most, outcomes[turn])
        if most < special:
            continue
        for turn in range(len(results)):
            if outcomes[turn] >= special:
                if hits < len(listed):
                    listed[hits, 0], listed[hits, 1] = first + turn, box
                    listed[hits, 2], listed[hits, 3] = outcomes[turn], results[turn]
                hits += 1
    return hits


@compiled
def spread(by: Counting, results: Array, bins: Array, squares: float) -> float:
    """Count the rounds by their results; the sum of the squares."""
    last = len(bins) - 1
    for result in results:
        squares += np.float64(result) * np.float64(result)
        bins[np.uint64(min(max((result - by.low) >> by.shift, 0), last))] += np.uint32(1)
    return squares


@compiled
def add_up(results: Array, first: int, step: int, sums: Array) -> None:
    """Add results to the sums of their steps of so many rounds."""
    begin = 0
    while begin < len(results):
        place, done = divmod(first + begin, step)
        end = min(begin + step - done, len(results))
        sums[place] += results[begin:end].sum()
        begin = end
