"""Write the notebooks, without outputs: python -m scripts.notebooks

The cells are kept here as plain text, where they can be reviewed; the tests run the notebooks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple


class Solution(NamedTuple):
    """The solution of the exercise before it: lines of code, folded."""

    lines: tuple[str, ...]


Cell = str | tuple[str, ...] | Solution  # Text, or lines of code.

FOLDER = Path(__file__).parent.parent / "notebooks"

TOUR: list[Cell] = [
    "# A tour of Pitboss\n\nFive three-card table games, settled by clause and priced exactly.",
    ("from pitboss import games", "", "list(games)"),
    "## A hand, settled\n\nEvery line cites the clauses it rests on.",
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
    "## Exercises\n\nEach solution is folded below its exercise.\n\n"
    "**1.** Lose a round of Three Card Poker with three of a kind, and still go home with a gain. "
    "Which wagers do it?",
    Solution(
        (
            'lost = poker.settle(player="7s 7d 7h", dealer="5h 4h 3h",',
            '                    bets={"ante": 1000, "pair-plus": 1000})',
            'assert lost["ante"].net < 0 < lost.net',
            "print(lost)",
        )
    ),
    "**2.** Which of the five games has the lowest house edge on its main bet?",
    Solution(
        (
            "edges = {key: games[key].odds().main.house_edge for key in games}",
            "for key in sorted(edges, key=edges.get):",
            '    print(f"{float(edges[key]):.4%}  {key}")',
        )
    ),
    "**3.** How many of the 22,100 hands are a pair? Count them with paper and pencil, or with "
    "`math.comb`, and compare with the row of Pair Plus.",
    Solution(
        (
            "from math import comb",
            "",
            "pairs = 13 * comb(4, 2) * 12 * 4  # The pair's rank and suits, then the third card.",
            'table = {row["row"]: row["ways"] for row in poker.odds()["pair-plus"].records()}',
            'assert pairs == table["pair"]',
            "pairs, comb(52, 3)",
        )
    ),
    "**4.** Somebody at the table plays every hand. What does that cost per $100 of ante, compared "
    "with the best strategy?",
    Solution(
        (
            "costs = {row['strategy']: row['costs'] for row in strategy.as_json()['strategies']}",
            "print(f\"${100 * costs['play everything']:.2f} on average\")",
        )
    ),
]

OWN_WAGER: list[Cell] = [
    "# A wager of your own\n\nDeclare it, price it exactly, and watch a simulation converge to the "
    "exact figure.\n\nA condition compares nothing yet: it can be evaluated for one deal, for a "
    "million, or for all of them.",
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
        "from pitboss import WagerTable",
        "from pitboss.maths.odds.wager_odds import count",
        "",
        "odds = WagerTable(duel, count(duel))",
        "odds",
    ),
    ("odds.expectation, odds.standard_deviation",),
    "## One deal, and a million\n\nThe same declaration settles both.",
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
        "title = f'{duel.title}: {len(won):,} simulated rounds, one unit on each'",
        "axes.set(xscale='log', xlabel='rounds', ylabel='net per unit', title=title)",
        "axes.legend();",
    ),
    "The simulation ends within five standard errors of the exact figure:",
    ("assert abs(mean[-1] - exact) < 5 * odds.standard_deviation / len(won) ** 0.5",),
    "## Exercises\n\nEach solution is folded below its exercise.\n\n"
    "**1.** Which whole-number pay for six red cards brings the house edge closest to 5 %, if the "
    "other row keeps its pay?",
    Solution(
        (
            "ways = count(duel)  # A pay changes no count.",
            "",
            "def edge(pay):",
            "    rows = (pays('all-red', 'Six red cards', f'{pay} to 1', red, says='red'),",
            "            *duel.rows[1:])",
            "    return WagerTable(Wager('colour-duel', 'Colour Duel', rows), ways).house_edge",
            "",
            "best = min(range(1, 101), key=lambda pay: abs(edge(pay) - 0.05))",
            "print(f'{best} to 1: {float(edge(best)):.4%}')",
        )
    ),
    "**2.** Declare a wager that pays 8 to 1 if both hands have the same number of points, "
    "`player.points == dealer.points`. Its edge is that of a wager in the rulebooks: which one?",
    Solution(
        (
            "from pitboss import games",
            "",
            "same = Wager('same-points', 'Same Points', (",
            "    pays('same', 'The same points', '8 to 1', player.points == dealer.points,",
            "         says='the same points'),",
            "    loses('different', 'Different points', says='different points'),",
            "))",
            "table = WagerTable(same, count(same))",
            "assert table.house_edge == games['three-pictures'].odds()['tie'].house_edge",
            "table",
        )
    ),
    "**3.** How many rounds must be simulated before the 95 % band of Colour Duel is within one "
    "cent per dollar staked of the exact figure?",
    Solution(("print(f'{(1.96 * odds.standard_deviation / 0.01) ** 2:,.0f} rounds')",)),
]

DESIGNER: list[Cell] = [
    "# A pay table that meets a target\n\nFrom the rulebook's pay table to one of your own: "
    "priced, searched for, plotted, simulated, and on a PAR sheet. Every figure is exact except "
    "those of the simulation.",
    (
        "from pitboss import games",
        "",
        'poker = games["three-card-poker"]',
        'poker.odds()["pair-plus"]',
    ),
    "## One pay changed, and priced\n\nThe counts stay the same; only the pays change.",
    (
        "from pitboss import Paytable",
        "",
        "mine = Paytable('mine', {",
        "    'straight-flush': '40 to 1', 'three-of-a-kind': '30 to 1',",
        "    'straight': '6 to 1', 'flush': '4 to 1', 'pair': '1 to 1',",
        "})",
        "changed = poker.configure({'pair-plus': mine})",
        "changed.odds()['pair-plus']",
    ),
    ("changed.odds()['pair-plus'].house_edge",),
    "## All pay tables that meet a target\n\nEach row has a lowest and a highest pay to one, and a "
    "step unless that is 1; a pay of 0 loses. The best come first: the closest to the middle of "
    "the range of edges, then those with fewer odd-looking pays, then the less volatile.",
    (
        "ranges = {",
        "    'straight-flush': (30, 60), 'three-of-a-kind': (20, 40),",
        "    'straight': (4, 8), 'flush': (3, 6), 'pair': (1, 2),",
        "}",
        "designs = poker.design('pair-plus', ranges, edge=(0.02, 0.04), limit=1_000)",
        "designs.candidates, designs.examined, designs.meeting_target",
    ),
    (
        "print(designs.in_force)",
        "for design in designs[:5]:",
        "    print(design)",
    ),
    "For a livelier or a calmer wager, give the volatility and how often it should win.",
    (
        "calm = poker.design('pair-plus', {**ranges, 'flush': (0, 6)},",
        "                    edge=(0.02, 0.04), hit=(0.25, 1), volatility=(2, 2.6))",
        "print(calm[0])",
    ),
    "A target that can't be met is refused, with what can be met.",
    (
        "try:",
        "    poker.design('pair-plus', ranges, edge=(0.3, 0.4))",
        "except ValueError as error:",
        "    print(error)",
    ),
    "The value of the ante bonus depends on the decision, so the main bet is priced instead, under "
    "the best strategy for each pay table.",
    (
        "bonus = poker.design('ante-bonus', edge=0.03, limit=3)",
        "for design in bonus:",
        "    print(design)",
    ),
    "## Edge and volatility, side by side\n\nEach dot is a pay table that meets the target.",
    (
        "import matplotlib.pyplot as plt",
        "",
        "figure, axes = plt.subplots(figsize=(8, 4))",
        "edges = [100 * float(design.house_edge) for design in designs]",
        "deviations = [design.standard_deviation for design in designs]",
        "axes.scatter(edges, deviations, s=12, alpha=0.5, label='designs')",
        "axes.scatter(edges[:1], deviations[:1], color='black', label='the best')",
        "title = f'Pair Plus, per unit: {len(designs)} pay tables, {poker.fingerprint[:12]}'",
        "axes.set(xlabel='house edge, %', ylabel='standard deviation', title=title)",
        "axes.legend();",
    ),
    "The same as flat records, for a data frame:",
    ("designs.records()[:2]",),
    "## The chosen design\n\nIt configures the game like any other pay table, and can be saved to "
    "a file that `--paytable` accepts.",
    (
        "chosen = designs[0]",
        "game = poker.configure({'pair-plus': chosen.paytable('our-pair-plus')})",
        "assert game.odds()['pair-plus'].house_edge == chosen.house_edge",
        "print(chosen.toml('our-pair-plus'))",
    ),
    ("game.settle(player='7s 7d 7h', dealer='Qh 8c 3d', bets={'pair-plus': 1000})",),
    "## The result of an evening\n\nFour hundred rounds of $5.00; exact, not simulated.",
    (
        "evening = game.session({'pair-plus': 500})",
        "after = evening.after(400)",
        "after.chance_ahead, [float(after.quantile(q)) for q in (0.05, 0.5, 0.95)]",
    ),
    "With a bankroll of $100.00: how likely ruin is, and how long the money lasts.",
    (
        "from pitboss import Limits",
        "",
        "stopped = evening.stopped(400, Limits(bankroll=10_000))",
        "stopped.chance_ruined, stopped.expected_rounds",
    ),
    "## Whole tables, simulated\n\nSix boxes that share the dealer's hand, compared with the exact "
    "odds.",
    (
        "simulated = game.simulate(1_000_000, boxes=6, bets={'ante': 1000, 'pair-plus': 500})",
        "assert simulated.agrees, simulated.verdict",
        "simulated.verdict, float(simulated.edge), float(simulated.exact_edge)",
    ),
    "## Its PAR sheet",
    (
        "from pitboss.reports.par.data import par_json",
        "from pitboss.reports.par.sheet import ParSheet",
        "",
        "sheet = par_json(ParSheet(game.rules))",
        "sheet['fingerprint'], sheet['reproduce'], sheet['wagers']['pair-plus']['house_edge']",
    ),
    "## Exercises\n\nEach solution is folded below its exercise.\n\n"
    "**1.** Which of the designs above is the calmest, and what does it give up?",
    Solution(
        (
            "calmest = min(designs, key=lambda design: design.standard_deviation)",
            "print(chosen)",
            "print(calmest)",
        )
    ),
    "**2.** The marketing department wants a flush to pay 5 to 1. Find the best pay table with "
    "that pay and a house edge of 5 % to 6 %.",
    Solution(
        (
            "wanted = {**ranges, 'straight-flush': (20, 60), 'three-of-a-kind': (10, 40),",
            "          'straight': (3, 8), 'flush': (5, 5)}",
            "flushes = poker.design('pair-plus', wanted, edge=(0.05, 0.06), limit=1)",
            "assert flushes[0].paytable('flushes').pays['flush'] == '5 to 1'",
            "print(flushes[0])",
        )
    ),
    "**3.** How does the chance to be ahead after an evening change with its length? Compare 50, "
    "400 and 3,200 rounds.",
    Solution(
        (
            "for rounds in (50, 400, 3_200):",
            "    print(f'{rounds:5,} rounds: {evening.after(rounds).chance_ahead:.1%} ahead')",
        )
    ),
]

FOLDED = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "tags": ["solution"]}
NOTEBOOKS = {
    "tour.ipynb": TOUR,
    "your_own_wager.ipynb": OWN_WAGER,
    "design_a_pay_table.ipynb": DESIGNER,
}


def notebook(cells: list[Cell]) -> str:
    written: list[dict[str, Any]] = []
    for number, cell in enumerate(cells):
        lines = cell.lines if isinstance(cell, Solution) else cell
        source = lines if isinstance(lines, str) else "\n".join(lines)
        metadata = FOLDED if isinstance(cell, Solution) else {}
        common: dict[str, Any] = {"id": f"cell-{number}", "metadata": metadata, "source": source}
        if isinstance(cell, str):
            written.append({"cell_type": "markdown", **common})
        else:
            written.append({"cell_type": "code", "execution_count": None, "outputs": [], **common})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": written,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, cells in NOTEBOOKS.items():
        (FOLDER / name).write_text(notebook(cells), "utf-8")


if __name__ == "__main__":
    main()
