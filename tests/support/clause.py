"""Tests name the clauses they hold the rules to: `@clause("3.12")` on a test in tests/rules/.

The file's name says which rulebook. The clause records list these tests, and a test keeps the
list true.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

RULES = Path(__file__).parents[1] / "rules"
F = TypeVar("F", bound=Callable[..., object])


def clause(*numbers: str) -> Callable[[F], F]:
    """Mark a test with the clauses it is about, the one in its name first."""

    def mark(test: F) -> F:
        wanted = "test_" + numbers[0].replace(".", "_").replace("-", "_").lower() + "_"
        if not test.__name__.lower().startswith(wanted):
            raise TypeError(f"{test.__name__} is about {numbers[0]}: name it {wanted}…")
        return test

    return mark


def tests_by_clause(game: str) -> dict[str, list[str]]:
    """Clause to the names of its tests, read from the source."""
    tests: dict[str, list[str]] = {}
    paths = sorted(RULES.glob(f"test_{game.replace('-', '_')}*.py"))
    for node in (node for path in paths for node in ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "clause":
                    for number in mark.args:
                        assert isinstance(number, ast.Constant)
                        tests.setdefault(str(number.value), []).append(node.name)
    return tests
