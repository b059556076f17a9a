"""Which rules these are, byte by byte: hashes of the files that decide a payment or a figure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pitboss.rulebooks import RULEBOOKS

FIGURES = ("cards", "language", "rulebooks", "maths", "table")
ROUNDS = (*FIGURES, "play")


def rule_files(folders: tuple[str, ...] = ROUNDS) -> dict[str, str]:
    """SHA-256 of every file of ours that decides a payment, a figure, or how a round is played."""
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
    """SHA-256 of every Python file of a rulebook from outside; nothing for one of ours."""
    return RULEBOOKS.source(game).hashes()
