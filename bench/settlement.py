"""Settling against the plain settlement: one box at a time, and a million deals at once."""

from __future__ import annotations

import sys

import numpy as np

from bench.timing import Report, best_of, seconds
from pitboss.cards.hands import rows_of
from pitboss.rulebooks import OWN
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.games import PLAIN

BOXES = 5_000
MANY = 1_000_000
METER = 10_000_000


def run() -> int:
    """The number of goals missed."""
    report = Report("Settlement, every wager on")
    for game in OWN:
        _one_game(game, report)
    report.show()
    return report.missed


def _one_game(game: str, report: Report) -> None:
    rules, plain = OWN[game].configure(), PLAIN[game]
    settler = Settler(rules, compile=True)
    stakes = {w.key: rules.prices.get(w.key, 1000) for w in rules.wagers if w.is_staked}
    rng = np.random.default_rng(1)
    cards = rng.permuted(np.tile(np.arange(52), (MANY, 1)), axis=1)[:, :7]
    player, dealer, fourth = rows_of(cards[:, :3]), rows_of(cards[:, 3:6]), cards[:, 6]
    has_fourth = rules.rulebook.fourth_card
    ours = [
        (Box(1, p, {"you": stakes}), d, f if has_fourth else None)
        for p, d, f in zip(
            player[:BOXES].tolist(), dealer[:BOXES].tolist(), fourth[:BOXES].tolist(), strict=True
        )
    ]
    theirs = [(tuple(c[:3]), tuple(c[3:6]), c[6]) for c in cards[:BOXES].tolist()]
    reading, table = (0,) * len(plain.READINGS), (0,) * len(plain.WAGERS)
    amounts = tuple(stakes.get(w, 1000 if w == "ante-bonus" else 0) for w in plain.WAGERS)

    def settle_boxes() -> None:
        for box, d, f in ours:
            settler.settle([box], d, f, METER)

    def settle_plainly() -> None:
        for p, d, f in theirs:
            plain.nets(plain.outcomes(p, d, f, 1, reading), reading, table, amounts, METER)

    def settle_many() -> None:
        settler.settle_many(stakes, player, dealer, fourth if has_fourth else 0, jackpot=METER)

    box, plainly = (t / BOXES for t in best_of(settle_boxes, settle_plainly))
    (many,) = (t / MANY for t in best_of(settle_many, rounds=3))
    report.add(
        f"{game}: one box", seconds(box), seconds(plainly), box / plainly, "≤ 3", box <= 3 * plainly
    )
    times = plainly / many
    report.add(
        f"{game}: a deal of a million", seconds(many), seconds(plainly), times, "≥ 30", times >= 30
    )


if __name__ == "__main__":
    sys.exit(run())
