"""Which rules these are, byte by byte: hashes of the files that decide a payment."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from pitboss.rulebooks import RULEBOOKS

CORE = (
    "cards", "hands", "six_cards", "expressions", "readings", "policies", "irregularities",
    "procedure", "pays", "wagers", "paytables", "configuration",
)  # fmt: skip


PAYS = ("rulebooks", "table")
PLAYS = (*PAYS, "play")


def rule_files(folders: tuple[str, ...] = PLAYS) -> dict[str, str]:
    """SHA-256 of every file of ours that decides what a wager pays and how a round is played."""
    package = files("pitboss")
    listed = {f"{name}.py": package / f"{name}.py" for name in CORE}
    for folder in folders:
        for file in sorted((package / folder).iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".py"):
                listed[f"{folder}/{file.name}"] = file
    return {name: _sha256(file) for name, file in listed.items()}


def outside_files(game: str) -> dict[str, str]:
    """SHA-256 of every Python file of a rulebook from outside; nothing for one of ours."""
    return RULEBOOKS.source(game).hashes()


def _sha256(file: Traversable) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
