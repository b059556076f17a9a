"""A house with a long history against a new one: a hand, opening, recovery of a table, searches.

    python -m bench.filled_house DIR

DIR is a house that nobody needs any more, such as one of `pitboss house simulate`: hands are played
in it. The new house is made beside it, on the same disk. Nothing here has a goal.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.house import CHUNKS, Guest, through_the_queue
from bench.timing import Report, seconds
from pitboss.house import House
from pitboss.house.rounds.archive import open_archive
from pitboss.house.rounds.search import Wanted, find
from pitboss.server.serve import tune_interpreter

TIMES = 5


class Figures(NamedTuple):
    """What was measured in a house; seconds but for the hands a second."""

    hands: float
    opening: float
    recovery: float
    by_table: float
    by_bettor: float
    by_outcome: float


def middle(measured: list[float]) -> float:
    return sorted(measured)[len(measured) // 2]


def timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def hands_in(*folders: Path) -> list[tuple[Guest, float]]:
    """A guest in each house, and the hands a second there, in turns."""
    houses = [House(folder) for folder in folders]
    try:
        guests = [Guest(house, time.time_ns()) for house in houses]
        rates = [[through_the_queue(guest) / 2 for guest in guests] for _ in range(CHUNKS)]
        middles = [middle(list(side)) for side in zip(*rates, strict=True)]
        return list(zip(guests, middles, strict=True))
    finally:
        for house in houses:
            house.close()


def figures(folder: Path, guest: Guest, hands: float) -> Figures:
    opening, recovery = [], []
    for _ in range(TIMES):
        began = time.perf_counter()
        with House(folder) as house:
            opening.append(time.perf_counter() - began)
            began = time.perf_counter()
            house.look(guest.person, guest.table).result()
            recovery.append(time.perf_counter() - began)
    with open_archive(folder, None) as archive:
        searches = (
            Wanted(table=guest.table), Wanted(bettor=guest.person), Wanted(outcome="player-higher"),
        )  # fmt: skip
        search_times = [
            middle([timed(partial(find, archive, wanted, 20)) for _ in range(TIMES)])
            for wanted in searches
        ]
    return Figures(hands, middle(opening), middle(recovery), *search_times)


def main(filled: Path) -> int:
    tune_interpreter()  # As the server does.
    new = Path(tempfile.mkdtemp(dir=filled.parent))
    try:
        (old_guest, old_hands), (new_guest, new_hands) = hands_in(filled, new)
        old, young = figures(filled, old_guest, old_hands), figures(new, new_guest, new_hands)
    finally:
        shutil.rmtree(new)
    size = (filled / "house.db").stat().st_size / 1e9
    report = Report(f"A house of {size:.1f} GB against a new one")
    rates = f"{old.hands:,.0f}/s", f"{young.hands:,.0f}/s"
    report.add("a hand costs", *rates, young.hands / old.hands, "", True)
    for what, ours, reference in zip(Figures._fields[1:], old[1:], young[1:], strict=True):
        ratio = ours / reference
        report.add(what.replace("_", " "), seconds(ours), seconds(reference), ratio, "", True)
    report.show()
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "house.db").is_file():
        sys.exit("Name the folder of a house to play in: python -m bench.filled_house DIR")
    sys.exit(main(Path(sys.argv[1])))
