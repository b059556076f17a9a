"""Draw the pictures of README and docs by the commands themselves: python -m scripts.pictures"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from pitboss.cli import run
from pitboss.cli.screen import printing_on

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
THEME = TerminalTheme(
    (11, 13, 16),
    (233, 228, 216),
    [(11, 13, 16), (242, 139, 130), (123, 216, 143), (217, 185, 106)] + [(154, 160, 166)] * 4,
    [(154, 160, 166)] * 8,
)
PICTURES = {
    "settle.svg": [
        "settle", "three-card-poker", "--player", "Qs Qd 7h", "--dealer", "Qh 8c 3d",
        "--bet", "ante=5000", "--bet", "pair-plus=1000",
    ],
    "odds.svg": ["odds", "prosperity-3-pictures"],
}  # fmt: skip

# Charts, which the commands write themselves.
CHARTS = {
    "session.svg": [
        "session", "three-card-poker", "--rounds", "400", "--bet", "ante=1000",
        "--bet", "pair-plus=500", "--bankroll", "50000", "--win-goal", "50000",
    ],
    "house.svg": [
        "session", "three-card-poker", "--bet", "ante=1000", "--bet", "pair-plus=500",
        "--house", "--boxes", "6",
    ],
    "simulation.svg": [
        "simulate", "three-card-poker", "--rounds", "2000000", "--seats", "6",
        "--bet", "ante=1000", "--bet", "progressive=250",
    ],
}  # fmt: skip


def draw(words: list[str]) -> str:
    """The output of a command, as a picture of a terminal."""
    console = Console(
        record=True, width=96, file=io.StringIO(), force_terminal=True, highlight=False
    )
    with printing_on(console):
        run(words)
    title = " ".join(["pitboss", *words[:2]])
    svg = console.export_svg(title=title, theme=THEME, unique_id="pitboss")
    # The fonts would be fetched from elsewhere: any fixed-width one will do.
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, words in PICTURES.items():
        (FOLDER / name).write_text(draw(words), "utf-8")
    for name, words in CHARTS.items():
        run([*words, "--json", "-o", str(FOLDER / name)])


if __name__ == "__main__":
    main()
