"""Rulebooks from outside: imported and checked, or refused with a one-sentence reason.

A rulebook is a Python file that assigns its `Rulebook` to RULEBOOK, with a `clauses.csv` in the
same folder. If that folder is a package (it has an `__init__.py`), the file may import its
siblings, and every Python file of the package counts as part of the rulebook.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Callable, Container
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from pitboss.errors import BadRulebook
from pitboss.language.paytables import KEY
from pitboss.language.rulebook import Rulebook
from pitboss.rulebooks.clauses import unfounded
from pitboss.rulebooks.registry import CLAUSES, Source, one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAME = "RULEBOOK"
INIT = "__init__.py"


def source_in_file(path: Path) -> Source:
    """The rulebook in a Python file."""
    subject = one_line(path)
    if path.suffix != ".py" or not path.is_file():
        hint = f"give its {INIT}" if path.is_dir() else "give the path of an existing Python file"
        raise BadRulebook("rulebook/file", f"{subject} is not a rulebook: {hint}.")
    module = _imported(subject, lambda: _run(path.resolve()))
    folder = path.resolve().parent
    own = _modules(folder) if (folder / INIT).is_file() else (path.name,)
    options = ("--rulebook", str(path))
    return _checked(subject, Source(_rulebook(subject, module, NAME), folder, own, options))


def source_in_package(points: tuple[EntryPoint, ...], taken: Container[str]) -> Source:
    """The rulebook of an installed package, by the entry points that carry its key."""
    point = points[0]
    subject = f"The installed game {point.name} ({point.value})"
    if point.name in taken:
        raise BadRulebook(
            "rulebook/key",
            f"{subject} can't be used: the key {point.name} is one of Pitboss's own; its "
            "package needs another.",
        )
    if len(points) > 1:
        values = ", ".join(sorted(point.value for point in points))
        raise BadRulebook(
            "rulebook/key",
            f"The installed game {point.name} can't be used: several packages have its key "
            f"({values}); uninstall all but one.",
        )
    module = _imported(subject, lambda: import_module(point.module))
    rulebook = _rulebook(subject, module, point.attr or NAME)
    if rulebook.key != point.name:
        raise BadRulebook(
            "rulebook/key",
            f"{subject} can't be used: its rulebook has the key {rulebook.key}; rename the "
            "entry point to match.",
        )
    if module.__package__:
        folder: Traversable = files(module.__package__)
        return _checked(subject, Source(rulebook, folder, _modules(folder)))
    file = Path(str(module.__file__))
    return _checked(subject, Source(rulebook, file.parent, (file.name,)))


def _run(path: Path) -> ModuleType:
    """Import a file under a unique module name, from its source and never from old bytecode."""
    name = f"pitboss_rulebook_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    for module in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
        del sys.modules[module]
    package = path.parent / INIT
    if not package.is_file():
        return _execute(spec_from_file_location(name, path), path)
    root = _execute(
        spec_from_file_location(name, package, submodule_search_locations=[str(path.parent)]),
        package,
    )
    return root if path.name == INIT else import_module(f"{name}.{path.stem}")


def _execute(spec: ModuleSpec | None, path: Path) -> ModuleType:
    assert spec is not None, "a .py file always has a loader"
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


def _imported(subject: str, run: Callable[[], ModuleType]) -> ModuleType:
    """The module; anything that the author's code raises becomes a one-sentence error."""
    try:
        return run()
    except SyntaxError as error:
        file = Path(str(error.filename)).name
        reason = f"there is a syntax error in line {error.lineno} of {file} ({error.msg})"
    except ImportError as error:
        reason = f"an import failed ({one_line(error)})"
    except (Exception, SystemExit) as error:
        raised = f"raised {type(error).__name__} ({one_line(error) or 'no message'})"
        reason = f"{_place(error)} {raised}"
    raise BadRulebook("rulebook/import", f"{subject} can't be used: {reason}; correct it.")


def _place(error: BaseException) -> str:
    """The last line of the author's own code that was run, without our or Python's import code."""
    ours = str(files("pitboss"))
    lines = [
        f"line {frame.lineno} of {Path(frame.filename).name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((ours, "<"))
        and "importlib" not in Path(frame.filename).parts
    ]
    return lines[-1] if lines else "it"


def _rulebook(subject: str, module: ModuleType, name: str) -> Rulebook:
    rulebook = getattr(module, name, None)
    if rulebook is None:
        raise BadRulebook(
            "rulebook/missing",
            f"{subject} has no {name}: give its Rulebook that name.",
        )
    if not isinstance(rulebook, Rulebook):
        raise BadRulebook(
            "rulebook/type",
            f"{name} of {subject} is of type {type(rulebook).__name__}: make it a pitboss "
            "Rulebook.",
        )
    return rulebook


def _modules(folder: Traversable, before: str = "") -> tuple[str, ...]:
    """The Python files of a package, sorted by name."""
    names: list[str] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            names += _modules(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(".py"):
            names.append(f"{before}{entry.name}")
    return tuple(names)


def _checked(subject: str, source: Source) -> Source:
    """The source, if its declarations are consistent and its citations exist."""
    rulebook = source.rulebook
    if not isinstance(rulebook.key, str) or not KEY.fullmatch(rulebook.key):
        raise BadRulebook(
            "rulebook/key",
            f"The key of {subject} is {rulebook.key!r}: use lower-case letters, digits and "
            "hyphens, such as war-three.",
        )
    try:
        reason = _contradiction(rulebook)
    except Exception as error:
        reason = f"its declarations are inconsistent ({type(error).__name__}: {one_line(error)})"
    if reason:
        raise BadRulebook("rulebook/contents", f"{subject} can't be used: {reason}; correct it.")
    try:
        missing = unfounded(rulebook, source.clauses())
    except OSError:
        raise BadRulebook(
            "rulebook/clauses",
            f"{subject} has no {CLAUSES} in its folder: list its clauses there.",
        ) from None
    except ValueError as error:  # Includes UnicodeDecodeError.
        raise BadRulebook(
            "rulebook/clauses",
            f"The {CLAUSES} of {subject} can't be used: {one_line(error)}.",
        ) from None
    if missing:
        number, place = missing[0]
        raise BadRulebook(
            "rulebook/citation",
            f"{subject} cites {number} ({place}), which is neither in its {CLAUSES} nor a "
            "policy of its own: add or correct it.",
        )
    return source


def _contradiction(rulebook: Rulebook) -> str:
    """What is inconsistent within a rulebook; empty if nothing is."""
    wagers = [wager.key for wager in rulebook.wagers]
    if not rulebook.main or len(set(wagers)) < len(wagers):
        return "it needs a main wager, and each wager a key of its own"
    named = list(rulebook.main)
    for wager in rulebook.wagers:
        if wager.reads_decision() and not rulebook.decision:
            return f"rows of {wager.key} ask whether the hand plays; that needs decision=True"
        rows = [row.key for row in wager.rows]
        if len(rows) < 2 or len(set(rows)) < len(rows):
            return f"{wager.key} needs two rows or more, each with a key of its own"
        named += [key for key in (wager.equals, wager.paid_on) if key]
        named += [wager.needs.wager] if wager.needs else []
        named += [wager.envy.paid_to, wager.envy.hit_with] if wager.envy else []
    for key in named:
        if key not in wagers:
            return f"it names a wager {key!r} that it does not have"
    options = {reading.key: reading.options for reading in rulebook.readings}
    for ruling in rulebook.rulings:
        for key, option in ruling.under.items():
            if option not in options.get(key, ()):
                return f"its ruling on {ruling.incident} rests on {key}={option}, which it lacks"
    rules = rulebook.configure()
    rules.rounds_up()
    rules.name_hand(0)
    return "" if rules.fingerprint else "it has no fingerprint"
