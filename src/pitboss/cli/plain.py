"""Plain text with a little colour, for what has to be on the screen at once.

Importing rich takes about as long as our rulebooks do. Help pages and the list of games need no
tables, so they are printed without it.
"""

from __future__ import annotations

import os
from shutil import get_terminal_size
from typing import Any

import typer

GOLD = 179  # Of 256 colours; `screen` has the exact one.


def width() -> int:
    """The columns of the terminal."""
    return get_terminal_size().columns


def styled(text: str, **style: Any) -> str:
    """Text in bold=True, dim=True or a colour, unless the reader wants none."""
    return text if not text or "NO_COLOR" in os.environ else typer.style(text, **style)


def heading(text: str) -> str:
    return styled(text, bold=True, fg=GOLD)


def put(*lines: str) -> None:
    """Print lines; without colours where the output is no terminal."""
    for line in lines:
        typer.echo(line)
