"""Simulate a billion hands of each game, and write the results into docs/simulation.md.

Takes some minutes: python -m scripts.billion [HANDS]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import NormalDist

from pitboss.maths.simulation.result import Simulated
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import OWN

PAGE = Path(__file__).parent.parent / "docs" / "simulation.md"
HEADING = "## What it came to\n"  # The last section of the page.
BILLION = 10**9
BOXES, SEED, WORKERS = 7, 2026, 2

SECTION = """
{hands} hands of each game, as its rulebook is written: {boxes} boxes, every wager on, best play,
seed {seed}. Written by `python -m scripts.billion`; `make exhaustive` runs the same.

| game | rounds | outcomes | farthest off | house edge, actual | exact | standard errors | |
|---|---|---|---|---|---|---|---|
{lines}

The edge is a share of the total staked. Of all {outcomes} outcomes the farthest is {worst:.2f}
standard errors off; of so many correct ones, the median of the farthest would be {median:.2f}.
"""


def run(game: str, hands: int = BILLION, workers: int = WORKERS) -> Simulated:
    """Simulate so many player's hands of a game as written, with every wager on."""
    rules = OWN[game].configure()
    return simulate(rules, -(-hands // BOXES), boxes=BOXES, seed=SEED, workers=workers)


def section(by_game: Mapping[str, Simulated], hands: int) -> str:
    """The results of all games, in Markdown."""
    scores = [abs(outcome.z) for simulated in by_game.values() for _, outcome in simulated.outcomes]
    return SECTION.format(
        hands="A billion" if hands == BILLION else f"{hands:,}",
        boxes=BOXES,
        seed=SEED,
        lines="\n".join(_line(simulated) for simulated in by_game.values()),
        outcomes=len(scores),
        worst=max(scores),
        median=-NormalDist().inv_cdf((1 - 0.5 ** (1 / len(scores))) / 2),
    )


def _line(simulated: Simulated) -> str:
    wager, outcome = max(simulated.outcomes, key=lambda pair: abs(pair[1].z))
    cells = (
        simulated.table.rules.rulebook.title,
        f"{simulated.rounds:,}",
        str(len(simulated.outcomes)),
        f"{outcome.z:+.2f} ({wager.wager.key}, {outcome.row.key})",
        f"{float(simulated.edge):.5%}".replace("%", " %"),
        f"{float(simulated.exact_edge):.5%}".replace("%", " %"),
        f"{simulated.z:+.2f}",
        "within five" if simulated.agrees else simulated.verdict,
    )
    return f"| {' | '.join(cells)} |"


def with_section(page: str, text: str) -> str:
    """The page with its last section replaced."""
    before, heading, _ = page.partition(HEADING)
    if not heading:
        raise SystemExit(f"{PAGE.name} has no section {HEADING.strip()!r}: restore its heading.")
    return before + heading + text


def main() -> int:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else BILLION
    by_game = {game: run(game, hands) for game in OWN}
    page = PAGE.read_text("utf-8")
    PAGE.write_text(with_section(page, section(by_game, hands)), "utf-8")
    return 0 if all(simulated.agrees for simulated in by_game.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
