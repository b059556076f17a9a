"""How much room a text takes in print, roughly: a Chinese character is as wide as two letters."""

from __future__ import annotations

from math import ceil
from unicodedata import east_asian_width


def width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "FW" else 1 for letter in text)


def lines(text: str, room: int) -> int:
    """The number of lines of a paragraph."""
    return ceil(width(text) / room)
