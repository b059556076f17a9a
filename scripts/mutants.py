"""Mutants of the function bodies of settlement, by mutmut: nine in ten must be caught.

Some can't be: a fast path that is wrongly not taken gives the same amount by the slow one.
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
    told = subprocess.run(
        [MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True
    ).stdout
    counts = Counter(line.rsplit(": ", 1)[1] for line in told.splitlines() if ": " in line)
    caught, total = counts["killed"] + counts["timeout"], sum(counts.values())
    print(f"{caught} of {total} mutants caught: {caught / total:.1%}; {dict(counts)}")
    return 0 if total and caught / total >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
