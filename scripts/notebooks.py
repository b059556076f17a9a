"""Write the notebooks from plain text, without outputs: python -m scripts.notebooks

Cells are kept here, where they can be read and compared; the tests run what this writes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.notebook_designer import Cell, designer

FOLDER = Path(__file__).parent.parent / "notebooks"

TOUR: list[Cell] = [
    "# A tour of Pitboss\n\nFive three-card table games, settled by clause and priced exactly.",
    ("from pitboss import games", "", "list(games)"),
    "## A hand, settled\n\nEvery line says which clauses it rests on.",
    ('poker = games["three-card-poker"]', 'poker.hand("Qs Qd 7h")'),
    (
        "poker.settle(",
        '    player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 5000, "pair-plus": 1000})',
    ),
    "## Exact odds\n\nNot simulated: all 407,170,400 deals are counted.",
    ("poker.odds()",),
    ('poker.odds()["pair-plus"]',),
    ('poker.odds()["pair-plus"].house_edge',),
    "## The best strategy, and what a wrong decision costs",
    (
        "strategy = poker.strategy()",
        'strategy.words(), strategy.best("Qs 6d 4h"), strategy.best("Qs 6d 3h")',
    ),
    ('[float(strategy.value("Qs 6d 3h", decision)) for decision in ("play", "fold")]',),
    "## Where a rulebook is unclear\n\nThe same wager under both readings of one clause.",
    (
        'prosperity = games["prosperity-3-pictures"]',
        'ranking = prosperity.configure(readings={"tie": "ranking"})',
        'float(prosperity.odds()["tie"].house_edge), float(ranking.odds()["tie"].house_edge)',
    ),
]

OWN_WAGER: list[Cell] = [
    "# A wager of your own\n\nDeclare it, price it exactly, and watch a simulation close in on the "
    "exact figure.\n\nA condition compares nothing now: it can be asked of one deal, of a million, "
    "or of all of them.",
    (
        "from pitboss.language.expressions import dealer, player",
        "from pitboss.language.wagers import Wager, loses, pays",
        "",
        "red = (player.colour == 2) & (dealer.colour == 2)",
        "duel = Wager('colour-duel', 'Colour Duel', (",
        "    pays('all-red', 'Six red cards', '60 to 1', red, says='six red cards'),",
        "    pays('one-colour', 'Each hand of one colour', '5 to 1',",
        "         (player.colour > 0) & (dealer.colour > 0), says='each hand of one colour'),",
        "    loses('mixed', 'A mixed hand', says='a mixed hand'),",
        "))",
    ),
    "## Its exact odds",
    (
        "from pitboss.library import WagerTable",
        "from pitboss.maths.odds.wager_odds import count",
        "",
        "odds = WagerTable(duel, count(duel))",
        "odds",
    ),
    ("odds.expectation, odds.standard_deviation",),
    "## One deal, and a million\n\nThe same declaration answers both.",
    (
        "from pitboss.language.expressions import Deal",
        "from pitboss.cards.hands import hand",
        "",
        "row = int(duel.result(Deal(hand('Ah Kd 2d'), hand('9h 7d 3h'))))",
        "duel.rows[row].outcome",
    ),
    (
        "import matplotlib.pyplot as plt",
        "import numpy as np",
        "",
        "from pitboss.maths.odds.sampling import random_deals",
        "",
        "nets = np.array([float(r.pay.stake) for r in duel.rows])",
        "won = nets[duel.result(random_deals(1_000_000, seed=7))]",
        "rounds = np.unique(np.geomspace(100, len(won), 200).astype(int))",
        "mean = np.cumsum(won)[rounds - 1] / rounds",
        "band = 1.96 * odds.standard_deviation / np.sqrt(rounds)",
        "",
        "figure, axes = plt.subplots(figsize=(8, 4))",
        "exact = float(odds.expectation)",
        "axes.fill_between(rounds, exact - band, exact + band, alpha=0.2, label='95 % band')",
        "axes.plot(rounds, mean, label='simulated')",
        "axes.axhline(exact, color='black', lw=1, label='exact')",
        "axes.set(xscale='log', xlabel='rounds', ylabel='net per unit', title=duel.title)",
        "axes.legend();",
    ),
    "The simulation ends within five standard errors of the exact figure:",
    ("assert abs(mean[-1] - exact) < 5 * odds.standard_deviation / len(won) ** 0.5",),
]

NOTEBOOKS = {
    "tour.ipynb": TOUR,
    "your_own_wager.ipynb": OWN_WAGER,
    "design_a_pay_table.ipynb": designer(),
}


def notebook(cells: list[Cell]) -> str:
    made: list[dict[str, Any]] = []
    for number, cell in enumerate(cells):
        text = cell if isinstance(cell, str) else "\n".join(cell)
        one: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": text}
        if isinstance(cell, str):
            made.append({"cell_type": "markdown", **one})
        else:
            made.append({"cell_type": "code", "execution_count": None, "outputs": [], **one})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": made,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, cells in NOTEBOOKS.items():
        (FOLDER / name).write_text(notebook(cells), "utf-8")


if __name__ == "__main__":
    main()
