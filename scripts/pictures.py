"""Draw the pictures of README and docs by the commands themselves: python -m scripts.pictures"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from pitboss.cli import run
from pitboss.cli.screen import printing_on
from pitboss.reports.card.rule_card import TEMPLATE, card_data, printed
from pitboss.reports.fonts import font_for
from pitboss.reports.pdf import png_pages
from pitboss.rulebooks import RULEBOOKS

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
        "--bet", "ante=50", "--bet", "pair-plus=10",
    ],
    "odds.svg": ["odds", "prosperity-3-pictures"],
}  # fmt: skip

# Charts, which the commands write themselves.
CHARTS = {
    "session.svg": [
        "session", "three-card-poker", "--rounds", "400", "--bet", "ante=10",
        "--bet", "pair-plus=5", "--bankroll", "500", "--win-goal", "500",
    ],
    "house.svg": [
        "session", "three-card-poker", "--bet", "ante=10", "--bet", "pair-plus=5",
        "--house", "--boxes", "6",
    ],
    "simulation.svg": [
        "simulate", "three-card-poker", "--rounds", "2000000", "--seats", "6",
        "--bet", "ante=10", "--bet", "progressive=2.50",
    ],
}  # fmt: skip

# Rule cards, as they print: game and language.
CARDS = {
    "card-prime.png": ("three-card-prime", "en"),
    "card-lucky-zh.png": ("lucky-three-pictures", "zh"),
}


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


def draw_card(game: str, language: str) -> bytes:
    """A rule card as a picture of its page."""
    data = printed(card_data(RULEBOOKS[game].configure(), language))
    (page,) = png_pages(TEMPLATE, data, 80, font_for(language))
    return page


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, words in PICTURES.items():
        (FOLDER / name).write_text(draw(words), "utf-8")
    for name, words in CHARTS.items():
        run([*words, "--json", "-o", str(FOLDER / name)])
    for name, (game, language) in CARDS.items():
        (FOLDER / name).write_bytes(draw_card(game, language))


if __name__ == "__main__":
    main()
