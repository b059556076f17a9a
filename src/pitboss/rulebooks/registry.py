"""The registry of rulebooks: our own, those loaded from a file, and those of installed packages.

A package announces a game with an entry point in the group `pitboss.rulebooks`, named by the
game's key. Entry points are looked up only when somebody asks for a key that is not one of ours, or
lists all games. So a command for one of our own games starts as fast as without them; for the same
reason, imports that only this needs are local. A package that can't be used is left out of the
list; asking for its game says why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import BadRulebook, unknown
from pitboss.language.rulebook import Rulebook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

GROUP = "pitboss.rulebooks"
METADATA = (".dist-info", ".egg-info", ".egg")  # How the names of packages' metadata end.
CLAUSES = "clauses.csv"  # Lists a rulebook's clauses, in its folder.


@dataclass(frozen=True, eq=False)
class Source:
    """A rulebook together with the files it was read from."""

    rulebook: Rulebook
    folder: Traversable
    modules: tuple[str, ...]  # The Python files of the rulebook, relative to its folder.
    options: tuple[str, ...] = ()  # Command-line options that make this game known.

    def is_in(self, other: Source) -> bool:
        """Whether both were read from the same folder."""
        return str(self.folder) == str(other.folder)

    def clauses(self) -> list[dict[str, str]]:
        """The lines of the clauses file, as written."""
        from pitboss.rulebooks.clauses import read_clauses

        return read_clauses(self.folder.joinpath(CLAUSES).read_text("utf-8"))

    def hashes(self) -> dict[str, str]:
        """SHA-256 of each Python file, by the game's key and the file's name."""
        import hashlib

        return {
            f"{self.rulebook.key}/{name}": hashlib.sha256(
                self.folder.joinpath(name).read_bytes()
            ).hexdigest()
            for name in self.modules
        }


class Rulebooks(Mapping[str, Rulebook]):
    """The usable rulebooks by key: our own first, then loaded files, then packages."""

    def __init__(self, own: Iterable[Source]) -> None:
        self._own = {source.rulebook.key: source for source in own}
        self._files: dict[Path, Source] = {}
        self._packages: dict[tuple[EntryPoint, ...], Source | BadRulebook] = {}
        self._scan: tuple[tuple[str, ...], dict[str, tuple[EntryPoint, ...]]] = ((), {})

    def __getitem__(self, key: str) -> Rulebook:
        return self.source(key).rulebook

    def __contains__(self, key: object) -> bool:
        try:
            return isinstance(key, str) and bool(self.source(key))
        except (KeyError, BadRulebook):
            return False

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self.outside()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, key: object) -> Rulebook:
        """A rulebook by its key, or a one-sentence error for the person who asked."""
        try:
            return self[str(key)]
        except KeyError:
            raise unknown("game", key, self) from None

    def source(self, key: str) -> Source:
        """The source of a game's rulebook. Raises KeyError, or BadRulebook for a broken one."""
        if key in self._own:
            return self._own[key]
        for source in self._files.values():
            if source.rulebook.key == key:
                return source
        return self._in_package(self._installed()[key])

    def outside(self) -> list[str]:
        """The keys of the usable games that are not our own."""
        loaded = [source.rulebook.key for source in self._files.values()]
        installed = self._installed()
        broken = self.broken()
        return [*loaded, *(key for key in installed if key not in {*loaded, *broken})]

    def broken(self) -> dict[str, BadRulebook]:
        """The installed games that can't be used, each with the reason."""
        reasons = {}
        for key, points in self._installed().items():
            try:
                self._in_package(points)
            except BadRulebook as reason:
                reasons[key] = reason
        return reasons

    def load(self, path: str | Path) -> Rulebook:
        """Load a rulebook from a file; loading the file again replaces the rulebook."""
        from pitboss.rulebooks.outside import source_in_file

        place = Path(path).resolve()
        source = source_in_file(Path(path))
        key = source.rulebook.key
        taken = [other for at, other in self._files.items() if at != place]
        if key in self._own or key in {other.rulebook.key for other in taken}:
            raise BadRulebook(
                "rulebook/key",
                f"There is already a game {key}: give the rulebook in {one_line(path)} "
                "another key.",
            )
        if key in self._installed():
            if self.source(key).is_in(source):  # An editable installation of this file.
                return self[key]
            raise BadRulebook(
                "rulebook/key",
                f"A package with the game {key} is installed: don't load {one_line(path)}, or give "
                "its rulebook another key.",
            )
        self._files[place] = source
        return source.rulebook

    def _installed(self) -> dict[str, tuple[EntryPoint, ...]]:
        """The entry points of installed games by key; looked up again when sys.path changes."""
        path = tuple(sys.path)
        if self._scan[0] != path:
            by_key: dict[str, tuple[EntryPoint, ...]] = {}
            for point in _entry_points(path):
                by_key[point.name] = (*by_key.get(point.name, ()), point)
            self._scan = path, by_key
        return self._scan[1]

    def _in_package(self, points: tuple[EntryPoint, ...]) -> Source:
        from pitboss.rulebooks.outside import source_in_package

        if points not in self._packages:
            try:
                self._packages[points] = source_in_package(points, self._own)
            except BadRulebook as reason:
                self._packages[points] = reason
        source = self._packages[points]
        if isinstance(source, BadRulebook):
            raise BadRulebook(source.code, source.message)
        return source


def _entry_points(path: Iterable[str]) -> Iterable[EntryPoint]:
    """The entry points of installed games.

    `importlib.metadata` takes longer to import than our rulebooks do. Almost nobody has a game
    from outside, so it is asked only if a package in these folders mentions the group.
    """
    if not any(_may_announce(folder) for folder in path):
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _may_announce(place: str) -> bool:
    """Whether an installed package in a folder mentions our group; True if that can't be told."""
    if os.path.isfile(place):  # A zip file, say.
        return True
    try:
        with os.scandir(place or ".") as entries:
            names = [entry.name for entry in entries if entry.name.endswith(METADATA)]
    except OSError:
        return False
    for name in names:
        try:
            with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                if GROUP.encode() in file.read():
                    return True
        except NotADirectoryError:  # An .egg with its metadata inside.
            return True
        except OSError:
            continue
    return False


def one_line(text: object) -> str:
    """Text for the middle of a one-line message."""
    return " ".join(str(text).split())
