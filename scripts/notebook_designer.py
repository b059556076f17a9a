"""The cells of the designer's notebook: what a game designer would start from.

A function, so that importing it costs nothing; `scripts.notebooks` writes it out.
"""

from __future__ import annotations

Cell = str | tuple[str, ...]  # Text, or lines of code.


def designer() -> list[Cell]:
    return [*_priced(), *_searched(), *_seen(), *_played()]


def _priced() -> list[Cell]:
    return [
        "# A pay table that meets a target\n\nFrom the rulebook's pay table to one of your own: "
        "priced, searched for, looked at, simulated, and on a PAR sheet. Every figure is exact "
        "but those of the simulation.",
        (
            "from pitboss import games",
            "",
            'poker = games["three-card-poker"]',
            'poker.odds()["pair-plus"]',
        ),
        "## One pay changed, and priced\n\nThe counts stay; only the pays move.",
        (
            "from pitboss.language.paytables import Paytable",
            "",
            "mine = Paytable('mine', {",
            "    'straight-flush': '40 to 1', 'three-of-a-kind': '30 to 1',",
            "    'straight': '6 to 1', 'flush': '4 to 1', 'pair': '1 to 1',",
            "})",
            "changed = poker.configure({'pair-plus': mine})",
            "changed.odds()['pair-plus']",
        ),
        ("changed.odds()['pair-plus'].house_edge",),
    ]


def _searched() -> list[Cell]:
    return [
        "## All pay tables that meet a target\n\nA row has a lowest and a highest pay to one, and "
        "a step if it is not 1; 0 is a row that loses. The best comes first: the nearest to the "
        "middle of the edges, then fewer odd-looking pays, then the lower volatility.",
        (
            "ranges = {",
            "    'straight-flush': (30, 60), 'three-of-a-kind': (20, 40),",
            "    'straight': (4, 8), 'flush': (3, 6), 'pair': (1, 2),",
            "}",
            "found = poker.design('pair-plus', ranges, edge=(0.02, 0.04), limit=1_000)",
            "found.candidates, found.examined, found.found",
        ),
        (
            "print(found.in_force)",
            "for one in found[:5]:",
            "    print(one)",
        ),
        "A livelier wager, or a calmer one: give the volatility, and how often it should win.",
        (
            "calm = poker.design('pair-plus', {**ranges, 'flush': (0, 6)},",
            "                    edge=(0.02, 0.04), hit=(0.25, 1), volatility=(2, 2.6))",
            "print(calm[0])",
        ),
        "A target that can't be met says what can.",
        (
            "try:",
            "    poker.design('pair-plus', ranges, edge=(0.3, 0.4))",
            "except ValueError as error:",
            "    print(error)",
        ),
        "The ante bonus hangs on the decision, so the main bet is judged, under the best strategy "
        "for each pay table.",
        (
            "bonus = poker.design('ante-bonus', edge=0.03, limit=3)",
            "for one in bonus:",
            "    print(one)",
        ),
    ]


def _seen() -> list[Cell]:
    return [
        "## Edge and volatility, side by side\n\nEach dot is a pay table that meets the target.",
        (
            "import matplotlib.pyplot as plt",
            "",
            "figure, axes = plt.subplots(figsize=(8, 4))",
            "edges = [100 * float(one.house_edge) for one in found]",
            "swings = [one.standard_deviation for one in found]",
            "axes.scatter(edges, swings, s=12, alpha=0.5, label='designs')",
            "axes.scatter(edges[:1], swings[:1], color='black', label='the best')",
            "axes.set(xlabel='house edge, %', ylabel='standard deviation')",
            "axes.legend();",
        ),
        "## The one that was chosen\n\nIt configures the game like any other pay table, and is a "
        "file that `--paytable` takes.",
        (
            "chosen = found[0]",
            "game = poker.configure({'pair-plus': chosen.paytable('our-pair-plus')})",
            "assert game.odds()['pair-plus'].house_edge == chosen.house_edge",
            "print(chosen.toml('our-pair-plus'))",
        ),
        ("game.settle(player='7s 7d 7h', dealer='Qh 8c 3d', bets={'pair-plus': 1000})",),
    ]


def _played() -> list[Cell]:
    return [
        "## What an evening of it comes to\n\nFour hundred rounds of $5.00; exact, not simulated.",
        (
            "evening = game.session({'pair-plus': 500})",
            "after = evening.after(400)",
            "after.chance_ahead, [float(after.quantile(q)) for q in (0.05, 0.5, 0.95)]",
        ),
        "And for somebody who brings $100.00: how likely it is lost, and how long it lasts.",
        (
            "from pitboss.maths.sessions.ruin import Limits",
            "",
            "stopped = evening.stopped(400, Limits(bankroll=10_000))",
            "stopped.chance_ruined, stopped.expected_rounds",
        ),
        "## Whole tables, simulated\n\nSix boxes that share the dealer, held against the exact "
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
    ]
