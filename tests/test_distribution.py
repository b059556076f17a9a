"""What is handed out: the metadata of the package, and the files of its source distribution."""

import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
UV = shutil.which("uv") or shutil.which(ROOT / ".tools" / "bin" / "uv")
LEFT_OUT = {".gitignore", ".ci/run"}  # Of the repository, not of the project.
BUILT = {"PKG-INFO", "pyproject.toml.orig"}


def test_the_metadata_is_complete():
    assert PROJECT["readme"] == "README.md"
    assert (ROOT / PROJECT["license-files"][0]).is_file()
    assert len(PROJECT["description"]) < 120
    assert len(PROJECT["keywords"]) >= 5
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert (ROOT / "src" / "pitboss" / "py.typed").is_file()
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {oldest}" in PROJECT["classifiers"]


@pytest.mark.skipif(UV is None, reason="building needs uv, which `make test` brings along")
def test_the_source_distribution_holds_the_whole_project(tmp_path):
    subprocess.run(
        [UV, "build", "--sdist", "--offline", "--quiet", "-o", tmp_path, ROOT], check=True
    )
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        inside = {name.name.partition("/")[2] for name in files.getmembers() if name.isfile()}
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tracked = {path for path in listed.stdout.splitlines() if (ROOT / path).is_file()}
    assert tracked - inside == LEFT_OUT & tracked
    untracked = {path for path in inside - tracked - BUILT if "/" not in path}
    assert untracked == set()
    assert {"docs/pictures/settle.svg", "tests/test_distribution.py"} <= inside
