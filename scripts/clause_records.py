"""Write into the clause records which tests hold the rules to each clause.

Run it after adding or renaming a clause test: python -m scripts.clause_records
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from pitboss.rulebooks import OWN, RULEBOOKS
from pitboss.rulebooks.clauses import FIELDS
from tests.support.clause import tests_by_clause

FOLDER = Path(__file__).parent.parent / "src" / "pitboss" / "rulebooks"


def path(game: str) -> Path:
    return FOLDER / game.replace("-", "_") / "clauses.csv"


def with_tests(game: str) -> str:
    """The record file of a game, its tests filled in."""
    tests = tests_by_clause(game)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
    writer.writeheader()
    for record in RULEBOOKS.source(game).clauses():
        tested = " ".join(sorted(tests.get(record["clause"], ())))
        writer.writerow({**record, "tested": tested})
    return text.getvalue()


def main() -> None:
    for game in OWN:
        path(game).write_text(with_tests(game), "utf-8")


if __name__ == "__main__":
    main()
