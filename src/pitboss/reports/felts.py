"""The colour of each game's felt, for everything printed about the game."""

from __future__ import annotations

GOLD, IVORY, INK = "#D9B96A", "#F4EBD8", "#1B1D21"
PLAIN = "#2B3440"  # For a game without a felt of its own.
FELTS = {
    "three-pictures": "#0F4C3A",
    "prosperity-3-pictures": "#651A24",
    "lucky-three-pictures": "#17386B",
    "three-card-poker": "#10454F",
    "three-card-prime": "#33214F",
}


def felt(game: str) -> str:
    return FELTS.get(game, PLAIN)
