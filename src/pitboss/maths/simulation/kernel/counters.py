"""From sums to counts: how often each outcome came up, and what the rounds won."""

from __future__ import annotations

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.simulation.kernel.arrays import Counting
from pitboss.maths.simulation.kernel.compiling import compiled
from pitboss.maths.simulation.kernel.dealing import BATCH


@compiled
def renumber(counting: Counting, outcomes: Array) -> None:
    """Replace sums by outcomes: without the many impossible sums, few counters are needed."""
    for box in range(len(outcomes)):
        numbers, sums = counting.numbers[counting.number_begins[box] :], outcomes[box]
        for turn in range(BATCH):
            sums[turn] = numbers[sums[turn]]


@compiled
def pair(counting: Counting, outcomes: Array, pairs: Array) -> None:
    """Combine the outcomes of two boxes into one number; a last single box stays as it is."""
    base = np.uint16(counting.outcomes)
    for box in range(len(outcomes)):
        own, numbers = outcomes[box], pairs[box // 2]
        if box % 2:
            for turn in range(BATCH):
                numbers[turn] = np.uint16(np.uint16(numbers[turn] * base) + own[turn])
        else:
            for turn in range(BATCH):
                numbers[turn] = own[turn]


@compiled
def count(counting: Counting, groups: Array, rounds: int, counts: Array, results: Array) -> None:
    """Count outcomes and add up results, three groups at a time, and then group by group."""
    results[:] = 0
    threes = len(groups) // 3 * 3
    for group in range(0, threes, 3):
        first, second, third = groups[group], groups[group + 1], groups[group + 2]
        first_counts, first_nets = group_counters(counting, group, counts)
        second_counts, second_nets = group_counters(counting, group + 1, counts)
        third_counts, third_nets = group_counters(counting, group + 2, counts)
        for turn in range(rounds):
            a, b, c = np.uint64(first[turn]), np.uint64(second[turn]), np.uint64(third[turn])
            first_counts[a] += np.uint32(1)
            second_counts[b] += np.uint32(1)
            third_counts[c] += np.uint32(1)
            results[turn] += first_nets[a] + second_nets[b] + third_nets[c]
    for group in range(threes, len(groups)):
        numbers = groups[group]
        own_counts, nets = group_counters(counting, group, counts)
        for turn in range(rounds):
            number = np.uint64(numbers[turn])
            own_counts[number] += np.uint32(1)
            results[turn] += nets[number]


@compiled
def group_counters(counting: Counting, group: int, counts: Array) -> tuple[Array, Array]:
    """The counters of a group of boxes, and what it wins by each combination."""
    begin, nets = group * counting.combinations, counting.net_begins[group]
    return (
        counts[begin : begin + counting.combinations],
        counting.nets[nets : nets + counting.combinations],
    )


@compiled
def note(
    counting: Counting, outcomes: Array, results: Array, first: int, hits: int, listed: Array
) -> int:
    """List the special outcomes, box by box, and return how many hits there are now."""
    for box in range(len(outcomes)):
        own, special, most = outcomes[box], counting.first_special[box], np.uint16(0)
        for turn in range(BATCH):
            most = max(most, own[turn])
        if most < special:
            continue
        for turn in range(len(results)):
            if own[turn] >= special:
                if hits < len(listed):
                    listed[hits, 0], listed[hits, 1] = first + turn, box
                    listed[hits, 2], listed[hits, 3] = own[turn], results[turn]
                hits += 1
    return hits


@compiled
def spread(counting: Counting, results: Array, bins: Array, squares: float) -> float:
    """Fill the histogram of results, and add their squares."""
    last = len(bins) - 1
    for result in results:
        squares += np.float64(result) * np.float64(result)
        place = min(max((result - counting.low) >> counting.shift, 0), last)
        bins[np.uint64(place)] += np.uint32(1)
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
