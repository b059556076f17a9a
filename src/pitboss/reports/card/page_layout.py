"""Where the parts of the card go: two columns as even as the parts allow.

Heights are estimated in lines of print, so that the printed page and the web page agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from pitboss.reports.card.text_width import lines

# In reading order.
PARTS = ("how", "qualifying", "strategy", "values", "hands", "points", "pays", "sample")
ROOM = 52  # Letters in a line of a column.
LINE, SMALL, HEADING = 1.3, 1.15, 3.2
VALUES, EXAMPLE, ROW = 4.6, 3.6, 1.45
ROOMY = 47  # Lines that fit in the largest print.
APART = 3.0  # What it costs to tear the values of cards away from the hands they explain.


def with_columns(data: dict[str, Any], sample: dict[str, Any] | None) -> dict[str, Any]:
    """The card with its parts in columns, and with an example if there is room for it."""
    full = {**data, "sample": sample}
    full["columns"] = columns(full)
    if sample is None or tallest(full) <= ROOMY:
        return full
    plain = {**data, "sample": None}
    return {**plain, "columns": columns(plain)}


def columns(data: dict[str, Any]) -> list[list[str]]:
    """The parts of the left and of the right column."""
    heights = {part: height(part, data) for part in PARTS}
    present = [part for part in PARTS if heights[part]]
    best: tuple[float, list[list[str]]] = (float("inf"), [])
    for sides in product((0, 1), repeat=len(present) - 1):
        placed: list[list[str]] = [[], []]
        for part, side in zip(present, (0, *sides), strict=True):  # How a round goes comes first.
            placed[side].append(part)
        cost = max(_total(placed[side], heights) for side in (0, 1))
        if any(("values" in side) != ("hands" in side) for side in placed) and heights["values"]:
            cost += APART
        if cost < best[0]:
            best = (cost, placed)
    return best[1]


def tallest(data: dict[str, Any]) -> float:
    """The height of the higher column, in lines."""
    heights = {part: height(part, data) for part in PARTS}
    return max(_total(parts, heights) for parts in data["columns"])


def column_height(data: dict[str, Any], part: str) -> float:
    """The height of the column that a part stands in, in lines."""
    heights = {name: height(name, data) for name in PARTS}
    return next(_total(parts, heights) for parts in data["columns"] if part in parts)


def _total(parts: Iterable[str], heights: dict[str, float]) -> float:
    return sum(heights[part] for part in parts)


def height(part: str, data: dict[str, Any]) -> float:
    """The height of a part with its heading; nothing if the card does not have it."""
    match part:
        case "how":
            inside = sum(lines(step, ROOM - 3) * LINE + 0.5 for step in data["steps"])
        case "values":
            inside = VALUES if data["values"] else 0
        case "hands":
            inside = lines(data["hands"], ROOM) * LINE + len(data["examples"]) * EXAMPLE
        case "points":
            inside = sum(lines(point, ROOM) * LINE for point in data["points"])
        case "sample":
            inside = 5.2 + len(data["sample"]["lines"]) * ROW if data["sample"] else 0
        case "pays":
            inside = sum(_of_wager(wager) for wager in data["wagers"])
        case _:
            inside = lines(data[part], ROOM) * LINE
    return inside + HEADING if inside else 0


def _of_wager(wager: dict[str, Any]) -> float:
    heads = 1.2 if wager["heads"] else 0
    about = lines(wager["about"], ROOM + 8) * SMALL
    return 2.7 + about + heads + len(wager["rows"]) * ROW
