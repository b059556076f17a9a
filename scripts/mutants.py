"""Mutants of function bodies, made by mutmut: nine in ten must be killed.

    python scripts/mutants.py settlement                       all mutants of src/pitboss/table
    python scripts/mutants.py house --sample 300 --seed 7      a random sample of the house's
    python scripts/mutants.py house --room records --room keys all mutants of two rooms
    python scripts/mutants.py house                            all of them: most of a day

Settlement is run by mutmut itself, as pyproject.toml says. Some of its mutants are equivalent:
where a fast path is wrongly skipped, the slow path gives the same amount.

The mutants of the house are mutmut's too, but are run here. mutmut forks its workers from a process
that has run the tests once: settings, signatures and configurations are cached there by then, so
that mutants of what fills those caches would never run, and would seem to survive. It also sorts
tests by time across files, which builds the databases of module fixtures again and again, and it
credits what such a fixture calls to the first test that needed it alone. Here each mutant takes the
place of its function in a copy of the project, and its tests run in a process that has seen nothing
of it before. They are the tests that reached the function, or all of a file whose fixtures did;
first those of the file that is most about its module. They may take `BUDGET` seconds, by the clock
of the run without mutants, and the tests of a mutant that survives them `SECOND_BUDGET` more: these
include PostgreSQL, races and rehearsals. What takes longer is left out, so the share killed is a
lower bound.

Like mutmut, it changes no code outside functions, and none in functions with decorators.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from compileall import compile_dir
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

WANTED = 0.90
WORKERS = 2
ROOT = Path(__file__).parents[1]
MUTMUT = str(Path(sys.executable).with_name("mutmut"))

# The house
HOUSE = Path("src/pitboss/house")
COUNTING = ROOT / "mutants" / "house" / "counting"  # Every function counts its calls.
COPIES = [ROOT / "mutants" / "house" / f"worker-{number}" for number in range(WORKERS)]
COPIED = (
    "src", "tests", "scripts", "docs", "examples", "bench", "web", "README.md", "CHANGELOG.md",
    "Makefile", "pyproject.toml",
)  # fmt: skip
BUDGET, SECOND_BUDGET = 30.0, 120.0  # Seconds.
# Not run: real kills and full disks, statistics of the shuffle, and rules about the source, which
# is not the mutants' source. Each has a test of its own in `make torture`.
FILES_LEFT_OUT = (
    "battery_chances", "io_faults", "kills", "no_bias", "power_loss", "seed_sources",
    "shuffle_battery",
)  # fmt: skip
TESTS_LEFT_OUT = "at_any_point or a_kill or is_killed or disk"
SECOND = ("postgresql", "test_races", "test_rehearsal", "test_server_faults")  # Only for survivors.
TESTS = (
    "-q", "-x", "-n", "0", "-p", "no:randomly", "--tb", "no",
    "-m", "not exhaustive and not torture", "-k", f"not ({TESTS_LEFT_OUT})",
    *(f"--ignore-glob=*/test_{name}*" for name in FILES_LEFT_OUT),
)  # fmt: skip
TEST_FOLDERS = (
    "tests/house", "tests/server/test_advice.py", "tests/server/test_guards.py",
    "tests/server/test_house_file.py", "tests/server/test_launches.py",
    "tests/server/test_operator_door.py", "tests/server/test_players.py",
    "tests/server/test_protocol.py", "tests/test_bank_command.py", "tests/test_rounds_command.py",
)  # fmt: skip
PRELOADED = (  # Nothing of pitboss: each process has its own copy.
    "alembic.command", "argon2", "cryptography.hazmat.primitives.asymmetric.ed25519",
    "numpy", "openpyxl", "pytest", "scipy.stats", "sqlalchemy",
)  # fmt: skip


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("target", choices=("settlement", "house"))
    reader.add_argument("--room", action="append", help="only this folder of the house")
    reader.add_argument("--sample", type=int, help="so many of the house's mutants, by chance")
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    if asked.target == "settlement":
        return settlement()
    return house(asked.room, asked.sample, asked.seed)


def settlement() -> int:
    subprocess.run([MUTMUT, "run", "--max-children", str(WORKERS)], check=True)
    results = subprocess.run(
        [MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True
    ).stdout
    counts = Counter(line.rsplit(": ", 1)[1] for line in results.splitlines() if ": " in line)
    killed, total = counts["killed"] + counts["timeout"], counts.total()
    if not total:
        print("mutmut reports no mutants: see only_mutate in pyproject.toml.")
        return 1
    print(f"{killed} of {total} mutants killed: {killed / total:.1%}; {dict(counts)}")
    return 0 if killed / total >= WANTED else 1


# The house


@dataclass(frozen=True)
class Mutant:
    name: str
    function: str  # As mutmut counts its calls.
    path: Path
    original: str
    text: str

    @property
    def room(self) -> str:
        return self.path.relative_to(HOUSE).parts[0].removesuffix(".py")

    @property
    def diff(self) -> str:
        texts = (self.original.splitlines(), self.text.splitlines())
        return "\n".join(list(difflib.unified_diff(*texts, lineterm="", n=1))[2:])

    def put_into(self, source: str) -> str:
        """The file with this mutant in the place of its function."""
        classes = self.function.split("ǁ")[1:-1]
        start = source.index(f"\nclass {classes[0]}") if classes else 0
        place = source.index(f"\n{self.original}", start)
        return f"{source[:place]}\n{self.text}{source[place + 1 + len(self.original) :]}"


@dataclass(frozen=True)
class Reached:
    """What the run without mutants has shown: how long tests take, and what they reach."""

    seconds: dict[str, float]
    functions: dict[str, set[str]]

    def tests_of(self, function: str) -> tuple[list[str], list[str]]:
        """Tests that reach it, and those for a mutant that survives them.

        First come those of the file that is most about its module.
        """
        module = function.rpartition(".")[0]
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(self.seconds, key=self.seconds.__getitem__):
            if function in self.functions[test]:
                by_file[file_of(test)].append(test)
        first: list[str] = []
        rest: list[str] = []
        left, left_for_rest = BUDGET, SECOND_BUDGET
        for file in sorted(by_file, key=lambda file: self._about(file, module), reverse=True):
            for test in by_file[file]:
                seconds = self.seconds[test]
                is_for_all = not any(name in test for name in SECOND)
                if is_for_all and (not first or seconds <= left):
                    left -= seconds
                    first.append(test)
                elif seconds <= left_for_rest:
                    left_for_rest -= seconds
                    rest.append(test)
        return (first, rest) if first else (rest, [])

    def _about(self, file: str, module: str) -> tuple[bool, float]:
        """Whether a file bears a module's name, and how much of what it reaches is there."""
        reached = self._of_files[file]
        here = sum(name.rpartition(".")[0] == module for name in reached)
        return Path(file).stem == f"test_{module.rpartition('.')[2]}", here / len(reached)

    @cached_property
    def _of_files(self) -> dict[str, set[str]]:
        files: dict[str, set[str]] = defaultdict(set)
        for test, functions in self.functions.items():
            files[file_of(test)] |= functions
        return files

    def sum(self, tests: list[str]) -> float:
        return sum(map(self.seconds.__getitem__, tests))


def file_of(test: str) -> str:
    return test.partition("::")[0]


def house(rooms: list[str] | None, sample: int | None, seed: int) -> int:
    os.chdir(ROOT)
    mutants = made()
    if unknown := set(rooms or ()) - {mutant.room for mutant in mutants}:
        print(f"There is no room {min(unknown)}: choose from {sorted({m.room for m in mutants})}.")
        return 2
    everything = len(mutants)
    mutants = [mutant for mutant in mutants if not rooms or mutant.room in rooms]
    if sample is not None and sample < len(mutants):
        mutants = random.Random(seed).sample(mutants, sample)
    print(
        f"{len(mutants)} of the house's {everything} mutants; first the tests without any.",
        flush=True,
    )
    sys.dont_write_bytecode = False  # Else pytest rewrites its tests for each mutant.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for module in PRELOADED:
        __import__(module)
    reached = without_mutants()
    if reached is None:
        print(f"Tests fail without a mutant: see {COUNTING / 'tests.log'}.")
        return 1
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    for number, (mutant, verdict) in enumerate(run_all(mutants, reached), 1):
        verdicts[mutant.room][verdict] += 1
        if number % 25 == 0:
            print(f"\n{number} of {len(mutants)} have been run.", flush=True)
        if verdict not in ("killed", "timeout"):
            print(f"\n{verdict}: {mutant.name}\n{mutant.diff}", flush=True)
    return 0 if told(verdicts) >= WANTED else 1


def made() -> list[Mutant]:
    """All mutants; and copies of the project, one of which counts calls."""
    shutil.rmtree(COUNTING.parent, ignore_errors=True)
    for copy in (COUNTING, *COPIES):
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "build", "node_modules")
                shutil.copytree(ROOT / name, copy / name, ignore=ignored)
            else:
                shutil.copy2(ROOT / name, copy / name)
    paths = [path for path in HOUSE.rglob("*.py") if "migrations" not in path.parts]
    with Pool(WORKERS) as pool:
        files = pool.map(made_of, paths, chunksize=1)
    for copy in (COUNTING, *COPIES):  # Compiled once; a mutant is known by its hash.
        compile_dir(copy, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return sorted(chain(*files), key=lambda mutant: mutant.name)


def made_of(path: Path) -> list[Mutant]:
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import mangled_name_from_mutant_name

    file = mutate_file_contents(str(path), path.read_text())
    (COUNTING / path).write_text(file.code)
    lines = file.code.splitlines()
    texts = {
        name: "\n".join(lines[span.start - 1 : span.end])
        for name, span in file.line_span_by_function_name.items()
    }
    module = ".".join(path.with_suffix("").parts[1:])
    mutants = []
    for name in file.mutant_names:
        function = mangled_name_from_mutant_name(name)
        plain = function.removeprefix("x_").rpartition("ǁ")[2]
        original = f"{function}__mutmut_orig"
        old, new = (texts[mangled].replace(mangled, plain, 1) for mangled in (original, name))
        mutants.append(Mutant(f"{module}.{name}", f"{module}.{function}", path, old, new))
    return mutants


def without_mutants() -> Reached | None:
    """Run all tests once, with mutmut's counters of calls."""
    notes = COUNTING / "reached.json"
    pid = os.fork()
    if not pid:
        os.environ["MUTANT_UNDER_TEST"] = "stats"  # As mutmut calls it.
        tests_in_child(COUNTING, list(TEST_FOLDERS), Noted(notes))
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
        return None
    seconds, calls, fixtures = json.loads(notes.read_text())
    functions = {
        test: set(calls.get(test, ())) | set(fixtures.get(file_of(test), ())) for test in seconds
    }
    print(f"{len(seconds)} tests in {sum(seconds.values()):.0f} s.", flush=True)
    return Reached(seconds, functions)


def tests_in_child(copy: Path, files: list[str], plugin: object) -> None:
    """Run tests in a copy of the project, and end: a process with a group of its own."""
    os.setsid()
    log = os.open(copy / "tests.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.chdir(copy)
    sys.path[:0] = [str(copy), str(copy / "src")]
    os.environ["PYTHONPATH"] = str(copy / "src")  # For processes that tests start.
    code = 1
    try:
        import pytest

        code = int(pytest.main([*TESTS, f"--basetemp={copy / 'tmp'}", *files], plugins=[plugin]))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


class Noted:
    """A plugin: what each test calls, and what the fixtures of each file do."""

    def __init__(self, notes: Path) -> None:
        from mutmut.state import state

        self._notes = notes
        self._called = state()._stats
        self._seconds: dict[str, float] = defaultdict(float)
        self._calls: dict[str, set[str]] = defaultdict(set)
        self._fixtures: dict[str, set[str]] = defaultdict(set)

    def pytest_collection_finish(self) -> None:
        self._called.clear()

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        self._seconds[item.nodeid] += call.duration
        if call.when == "setup":
            self._fixtures[file_of(item.nodeid)] |= self._called
        else:
            self._calls[item.nodeid] |= self._called
        self._called.clear()

    def pytest_sessionfinish(self) -> None:
        noted = (self._seconds, self._calls, self._fixtures)
        self._notes.write_text(json.dumps(noted, default=sorted))


class Chosen:
    """A plugin: only these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._place = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        chosen = [item for item in items if item.nodeid in self._place]
        items[:] = sorted(chosen, key=lambda item: self._place[item.nodeid])


def run_all(mutants: list[Mutant], reached: Reached) -> Iterator[tuple[Mutant, str]]:
    waiting = [(mutant, *reached.tests_of(mutant.function)) for mutant in reversed(mutants)]
    free = list(COPIES)
    running: dict[int, tuple[Mutant, list[str], Path, str, float]] = {}
    while waiting or running:
        while waiting and free:
            mutant, tests, rest = waiting.pop()
            if not tests:
                yield mutant, "not reached"
                continue
            copy = free.pop()
            unchanged = (copy / mutant.path).read_text()
            (copy / mutant.path).write_text(mutant.put_into(unchanged))
            files = list(dict.fromkeys(map(file_of, tests)))
            pid = os.fork()
            if not pid:
                tests_in_child(copy, files, Chosen(tests))
            deadline = time.monotonic() + 60 + 3 * reached.sum(tests)
            running[pid] = mutant, rest, copy, unchanged, deadline
        for pid, (mutant, rest, copy, unchanged, deadline) in list(running.items()):
            late = time.monotonic() > deadline
            if late:
                os.killpg(pid, signal.SIGKILL)
            ended, status = os.waitpid(pid, 0 if late else os.WNOHANG)
            if ended:
                del running[pid]
                (copy / mutant.path).write_text(unchanged)
                free.append(copy)
                if late or os.waitstatus_to_exitcode(status):
                    yield mutant, "timeout" if late else "killed"
                elif rest:
                    waiting.append((mutant, rest, []))
                else:
                    yield mutant, "survived"
        time.sleep(0.05)


def told(verdicts: dict[str, Counter[str]]) -> float:
    """Say how many were killed, by room and in all; the share of all."""
    whole = sum(verdicts.values(), Counter[str]())
    for room, counts in [*sorted(verdicts.items()), ("all rooms", whole)]:
        killed, total = counts["killed"] + counts["timeout"], counts.total()
        low, high = wilson(killed, total)
        rest = ", ".join(f"{n} {verdict}" for verdict, n in sorted(counts.items()))
        print(
            f"{room:<10} {killed:>5} of {total:>5} killed: {killed / total:6.1%}, "
            f"{low:.1%} to {high:.1%} at 95 %; {rest}"
        )
    return (whole["killed"] + whole["timeout"]) / whole.total()


def wilson(hits: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval of a proportion."""
    share, weight = hits / of, z * z / of
    middle = share + weight / 2
    spread = z * sqrt(share * (1 - share) / of + weight / of / 4)
    return (middle - spread) / (1 + weight), (middle + spread) / (1 + weight)


if __name__ == "__main__":
    sys.exit(main())
