"""The build backend: uv_build, with the page built first, so that no distribution lacks it.

pip, uv and other front ends call these functions (PEP 517 and PEP 660). Building the page takes
npm; a source distribution holds the built page, so that building a wheel from it does not. An
editable installation serves the page of its checkout, which `make run` builds.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import uv_build
from uv_build import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "pitboss" / "server" / "page" / "index.html"
PACKAGES = WEB / "node_modules" / ".ok"  # Written when they are complete, here and by make.
SOURCES = ("src", "public", "index.html", "vite.config.ts", "package-lock.json")
NO_NPM = (
    "The page of this checkout has to be built, and there is no npm on the path: install Node "
    "20.19 or later, or run `make run` once, and try again."
)
Settings = Mapping[Any, Any] | None


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    ensure_page()
    return uv_build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    ensure_page()
    return uv_build.build_sdist(sdist_directory, config_settings)


def ensure_page() -> None:
    """Build the page unless it is there and as new as its sources, or end with a sentence."""
    is_distribution = (ROOT / "PKG-INFO").exists()  # Where the times of files say nothing.
    if PAGE.exists() and (is_distribution or not _is_older(PAGE, *_sources())):
        return
    npm = shutil.which("npm")
    if npm is None:
        sys.exit(NO_NPM)
    if _is_older(PACKAGES, WEB / "package-lock.json"):
        _run(npm, "ci", "--silent", "--no-fund", "--no-audit")
        PACKAGES.touch()
    _run(npm, "run", "--silent", "build")


def _sources() -> list[Path]:
    return [
        file
        for name in SOURCES
        for file in [WEB / name, *(WEB / name).rglob("*")]
        if file.is_file()
    ]


def _is_older(file: Path, *sources: Path) -> bool:
    """Whether a file has to be made again, as make decides it."""
    return not file.exists() or any(
        source.stat().st_mtime > file.stat().st_mtime for source in sources
    )


def _run(npm: str, *words: str) -> None:
    # The output of a backend is for its front end, so what npm prints goes to the error output.
    command = [npm, "--prefix", str(WEB), *words]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        named = " ".join(["npm", *(word for word in words if not word.startswith("-"))])
        sys.exit(f"The page could not be built: `{named}` failed, for the reason above.")
