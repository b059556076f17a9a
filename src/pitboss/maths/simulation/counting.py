"""How outcomes are counted: where they are few, two boxes at once, by the pair of their outcomes.

That halves the work of the compiled loop; the boxes are told apart again when a block is done.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.cards.hands import Array
from pitboss.maths.simulation.joint import Joint
from pitboss.maths.simulation.kernel.shapes import Counting

MOST_PAIRS = 1 << 12  # Counters and results of so many stay in the cache.


def counting(
    boxes: Sequence[Joint], layouts: Sequence[Joint], nets: Sequence[Array], low: int, shift: int
) -> Counting:
    """What the outcomes of all boxes are, and what each wins."""
    outcomes = max(joint.outcomes for joint in layouts)
    together = 2 if outcomes**2 <= MOST_PAIRS else 1
    padded = [np.pad(net, (0, outcomes - len(net))) for net in nets]
    groups = [padded[box : box + together] for box in range(0, len(boxes), together)]
    lines = [_line(group, outcomes**together) for group in groups]
    known = list({line.tobytes(): line for line in lines}.values())
    begins = np.cumsum([0, *(len(joint.numbers) for joint in layouts)])
    return Counting(
        outcomes=outcomes,
        renumbered=any(joint.is_renumbered for joint in layouts),
        numbers=np.concatenate([joint.numbers for joint in layouts]).astype(np.uint16),
        begins=np.array([begins[layouts.index(joint)] for joint in boxes], np.uint32),
        specials=np.array([joint.first_special for joint in boxes], np.uint32),
        together=together,
        combinations=outcomes**together,
        nets=np.concatenate(known).astype(np.int64),
        paid=np.array([_place(known, line) for line in lines], np.uint32),
        low=low,
        shift=shift,
    )


def _line(group: Sequence[Array], combinations: int) -> Array:
    """[combination]: what boxes counted together win, the last one's outcome going fastest."""
    won = np.zeros(1, np.int64)
    for nets in group:
        won = (won[:, None] + nets).ravel()
    return np.pad(won, (0, combinations - len(won)))


def _place(known: Sequence[Array], line: Array) -> int:
    """Where a line begins among those that are kept."""
    at = next(number for number, one in enumerate(known) if (one == line).all())
    return at * len(line)


def by_box(counts: Array, boxes: int, by: Counting) -> Array:
    """[box, outcome] of what was counted together."""
    made = []
    for group, counted in enumerate(counts.reshape(-1, by.combinations)):
        held = min(by.together, boxes - group * by.together)
        cube = counted[: by.outcomes**held].reshape((by.outcomes,) * held)
        for axis in range(held):
            others = tuple(other for other in range(held) if other != axis)
            made.append(cube.sum(others, dtype=counts.dtype))
    return np.array(made)
