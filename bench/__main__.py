"""make bench: every ratio, each benchmark in its own process; fails if any goal is missed."""

import subprocess
import sys

PARTS = (
    "start_up",
    "settlement",
    "book",
    "rounds",
    "simulation",
    "house",
    "server",
    "connections",
    "page",
)

missed = []
for part in PARTS:
    if subprocess.run([sys.executable, "-m", f"bench.{part}"], check=False).returncode:
        missed.append(part)
sys.exit(f"Goals missed: {', '.join(missed)}." if missed else 0)
