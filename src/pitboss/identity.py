"""Which rules these are, down to the byte: hashes of the files that determine payments."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pitboss.rulebooks import RULEBOOKS

# The folders that determine every figure, and those that also determine how a round is played.
FIGURES = ("cards", "language", "rulebooks", "maths", "table")
ROUNDS = (*FIGURES, "play")


def rule_files(folders: tuple[str, ...] = ROUNDS) -> dict[str, str]:
    """SHA-256 of every Python file in these folders of the package, by path."""
    package = files("pitboss")
    hashes = {}
    for folder in folders:
        for name, file in _python_files(package / folder, folder):
            hashes[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return hashes


def _python_files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _python_files(entry, path)
        elif entry.name.endswith(".py"):
            yield path, entry


def outside_files(game: str) -> dict[str, str]:
    """SHA-256 of every Python file of a rulebook from outside; empty for our own rulebooks."""
    return RULEBOOKS.source(game).hashes()
