"""C programs to measure against, built when they are needed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"


def built(name: str) -> str:
    """The program of a source in this folder, compiled with -O3."""
    BUILD.mkdir(exist_ok=True)
    # Under a name of our own first: others may be building or running it at the same time.
    program, part = BUILD / name, BUILD / f"{name}-{os.getpid()}"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-o", str(part), str(HERE / f"{name}.c")], check=True)
    os.replace(part, program)
    return str(program)
