"""Mutants of the function bodies of settlement, by mutmut: nine in ten must be killed.

Some are equivalent: where a fast path is wrongly skipped, the slow path gives the same amount.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

WANTED = 0.90
MUTMUT = str(Path(sys.executable).with_name("mutmut"))


def main() -> int:
    subprocess.run([MUTMUT, "run", "--max-children", "2"], check=True)
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


if __name__ == "__main__":
    sys.exit(main())
