"""What these rules are, byte by byte: hashes of the files that decide a payment."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

CORE = (
    "cards", "hands", "six_cards", "expressions", "readings", "policies", "irregularities", "pays",
    "wagers",
    "paytables", "configuration",
)  # fmt: skip


def rule_files() -> dict[str, str]:
    """SHA-256 of every file that decides what a hand is worth and what a wager pays."""
    package = files("pitboss")
    found = {f"{name}.py": package / f"{name}.py" for name in CORE}
    for folder in ("rulebooks", "table"):
        for file in sorted((package / folder).iterdir(), key=lambda one: one.name):
            if file.name.endswith(".py"):
                found[f"{folder}/{file.name}"] = file
    return {name: _sha256(file) for name, file in found.items()}


def _sha256(file: Traversable) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
