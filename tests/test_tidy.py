"""The rules of the source tree that no linter checks."""

import ast
import doctest
import importlib
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MODULES = sorted(SOURCE.rglob("*.py"))

# Put together here, so that this file does not hold what it looks for.
MACHINE_FOLDERS = ("root", "home", "Users", "work", "tmp", "mnt", "private", "workspace")
MACHINE_PATH = re.compile(rf"(?<![\w.~-])/(?:{'|'.join(MACHINE_FOLDERS)})/|\b[A-Z]:\\\w")
REGISTRIES = [
    ".".join(host)
    for host in (
        *(("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com")),
        *(("yarnpkg", "com"), ("npmmirror", "com"), ("crates", "io"), ("anaconda", "org")),
    )
]
NOT_PURE = {"random", "time", "datetime"}


def name(path):
    return path.relative_to(ROOT).as_posix()


def tracked():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [ROOT / path for path in listed.stdout.split("\0") if path]
    assert len(paths) > 50
    return [path for path in paths if path.is_file()]


def texts():
    """(path, text) of every tracked file that is text."""
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            yield path, data.decode("utf-8")


def imported(module):
    """The packages that a module imports, at its top or within."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def test_there_are_modules_to_look_at():
    assert {"src/pitboss/cards/deck.py", "src/pitboss/cli/settle.py"} <= set(map(name, MODULES))


def test_no_file_names_a_path_of_one_machine():
    named = {name(path): MACHINE_PATH.findall(text) for path, text in texts()}
    assert {path: paths for path, paths in named.items() if paths} == {}


@pytest.mark.parametrize(
    ("text", "is_path"),
    [
        *((f"/{folder}/x", True) for folder in MACHINE_FOLDERS),
        *((f'open("/{MACHINE_FOLDERS[0]}/x")', True), ("C:" + "\\Users", True)),
        *(("#!/usr/bin/env bash", False), ("docs/tmp/x", False), ("./home-made/x", False)),
    ],
)
def test_what_a_path_of_one_machine_looks_like(text, is_path):
    assert bool(MACHINE_PATH.search(text)) == is_path


def test_no_file_names_a_package_registry():
    named = [(name(path), host) for path, text in texts() for host in REGISTRIES if host in text]
    assert named == []


def test_locks_name_no_host_at_all():
    locks = [(path, text) for path, text in texts() if path.suffix == ".lock"]
    assert {"requirements.lock", "requirements-dev.lock"} <= {name(path) for path, _ in locks}
    assert [name(path) for path, text in locks if "://" in text] == []


def test_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == pitboss.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", pitboss.__version__)


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_every_module_says_what_it_is(module):
    assert ast.get_docstring(ast.parse(module.read_text("utf-8")))


# A house gives its writer the clock. Gaming days are arithmetic with times that are given.
HAVE_CLOCKS = {"cli", "testing", "house.py", "days.py", "server", "rehearsal"}
PURE = [path for path in MODULES if not HAVE_CLOCKS & {*path.relative_to(SOURCE).parts}]


@pytest.mark.parametrize("module", PURE, ids=name)
def test_no_clock_and_no_chance_but_in_commands_and_tests(module):
    assert set(imported(module)) & NOT_PURE == set()


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_no_function_sets_what_its_module_holds(module):
    tree = ast.parse(module.read_text("utf-8"))
    assert [node.names for node in ast.walk(tree) if isinstance(node, ast.Global)] == []
    assert "contextvars" not in set(imported(module))


# An amount in these rooms is in the currency of the rules or of the house, and never in dollars
# because nobody said otherwise.
IN_A_HOUSE = ("table", "play", "notation", "house", "server", "reports/card", "reports/round_sheet")
OF_HOUSES = [
    path
    for path in MODULES
    if name(path).startswith(tuple(f"src/pitboss/{room}/" for room in IN_A_HOUSE))
    or path.stem in ("rounds_screen", "report_screen", "replay_screen", "rule_screen",
                     "verify_screen", "bank", "check", "rounds", "report", "void_unfinished")
]  # fmt: skip


def in_dollars_by_default(text):
    """The lines where an amount is put into words and no currency is named."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss.language.pays":
            yield from (node.lineno for alias in node.names if alias.name == "money")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_pay = ast.unparse(node.func.value).rpartition(".")[2] == "pay"
            if node.func.attr == "words" and is_pay and not node.args:
                yield node.lineno
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("net", "signed_money"):
            yield from [node.lineno] if len(node.args) == 1 else []


@pytest.mark.parametrize("module", OF_HOUSES, ids=name)
def test_a_house_shows_no_amount_in_dollars_by_default(module):
    lines = module.read_text("utf-8").splitlines()
    found = [lines[at - 1].strip() for at in in_dollars_by_default("\n".join(lines))]
    assert [line for line in found if "It may pay" not in line] == []  # A share has no currency.


@pytest.mark.parametrize(
    "text",
    [
        "from pitboss.language.pays import money",
        "row.pay.words()",
        "pay.words()",
        "net(5)",
        "signed_money(worth)",
    ],
)
def test_what_an_amount_in_dollars_by_default_looks_like(text):
    assert list(in_dollars_by_default(text)) == [1]


# Examples


@pytest.mark.parametrize(
    "module", [path for path in MODULES if ">>> " in path.read_text("utf-8")], ids=name
)
def test_the_examples_of_a_module_hold(module):
    dotted = ".".join(module.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    doctests = doctest.DocTestFinder().find(importlib.import_module(dotted))
    assert any(doctested.examples for doctested in doctests)
    differences = []
    for doctested in doctests:
        doctest.DocTestRunner().run(doctested, out=differences.append)
    assert differences == []
