"""Where a rulebook comes from: its folder, its files and the list of its clauses."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from pitboss.language.rulebook import Rulebook
from pitboss.rulebooks.citations import read_clauses

CLAUSES = "clauses.csv"  # The list of a rulebook's clauses, in its folder.


@dataclass(frozen=True, eq=False)
class Source:
    """A rulebook together with the files that it was read from."""

    rulebook: Rulebook
    folder: Traversable
    modules: tuple[str, ...]  # The Python files of the rulebook, relative to its folder.
    options: tuple[str, ...] = ()  # What a command has to be given to know this game.

    def is_in(self, other: Source) -> bool:
        """Whether both were read from the same folder."""
        return str(self.folder) == str(other.folder)

    def clauses(self) -> list[dict[str, str]]:
        """The lines of the clauses file, as written."""
        return read_clauses(self.folder.joinpath(CLAUSES).read_text("utf-8"))

    def hashes(self) -> dict[str, str]:
        """SHA-256 of each Python file, by the game's key and the file's name."""
        return {
            f"{self.rulebook.key}/{name}": hashlib.sha256(
                self.folder.joinpath(name).read_bytes()
            ).hexdigest()
            for name in self.modules
        }
