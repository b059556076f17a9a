"""What is installed: a wheel and a source distribution of a clean clone contain the page, or are
not built at all; each extra is on the page about installing; what make run sets up has drivers."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
PAGE = "pitboss/server/page/index.html"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
HOOK = "import sys; from scripts import distributions as d; print(getattr(d, sys.argv[1])('dist'))"
NO_NPM = (
    "The page of this checkout has to be built, and there is no npm on the path: install Node "
    "20.19 or later, or run `make run` once, and try again.\n"
)


def build(checkout, hook, *programs):
    """What a front end gets from a hook of the backend, with only these programs on the path."""
    (checkout / "dist").mkdir(exist_ok=True)
    path = Path(tempfile.mkdtemp(dir=checkout.parent))
    everywhere = os.pathsep.join([str(BIN), os.environ["PATH"]])
    for program in programs:
        (path / Path(program).name).symlink_to(shutil.which(program, path=everywhere))
    return subprocess.run(
        [sys.executable, "-c", HOOK, hook],
        cwd=checkout,
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def built(checkout, hook, *programs):
    """The file that a hook makes, with no word of how long vite took."""
    answer = build(checkout, hook, "uv-build", *programs)
    assert (answer.returncode, answer.stderr) == (0, "")
    return checkout / "dist" / answer.stdout.strip()


def clone(folder):
    """All tracked files, and the packages of the page; never the page itself."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    packages = folder / "web" / "node_modules"
    packages.mkdir()
    for package in (ROOT / "web" / "node_modules").iterdir():
        if package.name != ".ok":
            (packages / package.name).symlink_to(package)
    (packages / ".ok").touch()
    return folder


@pytest.fixture(scope="module")
def unbuilt(tmp_path_factory):
    return clone(tmp_path_factory.mktemp("unbuilt") / "pitboss")


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def test_wheel_and_source_distribution_of_a_clean_clone_contain_the_page(tmp_path):
    """In one test, because building the page takes ten seconds."""
    checkout = clone(tmp_path / "clean")
    files = contents(built(checkout, "build_wheel", "npm", "node", "sh"))
    parts = re.findall(r'(?:src|href)="/([^"]+)"', files[PAGE].decode())
    assert any(part.endswith(".js") for part in parts)
    assert [part for part in parts if f"pitboss/server/page/{part}" not in files] == []
    source = checkout / "src"
    modules = {path.relative_to(source).as_posix() for path in source.rglob("*.py")}
    assert modules <= {*files}
    (metadata,) = [text for name, text in files.items() if name.endswith("/METADATA")]
    assert re.findall(r"^Provides-Extra: (\w+)$", metadata.decode(), re.M) == sorted(EXTRAS)

    with tarfile.open(built(checkout, "build_sdist")) as archive:  # The page is there by now.
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Since 3.11.4.
        archive.extractall(tmp_path, **safely)
    (unpacked,) = tmp_path.glob("pitboss-*")
    assert not list(unpacked.glob("web/node_modules"))
    for part in ("web/src", "web/package-lock.json", "web/vite.config.ts", "requirements.lock"):
        assert (unpacked / part).exists()
    assert contents(built(unpacked, "build_wheel")) == files  # There is no npm, and none is needed.


@pytest.mark.parametrize("hook", ["build_wheel", "build_sdist"])
def test_without_npm_the_build_says_what_to_do(unbuilt, hook):
    answer = build(unbuilt, hook, "uv-build")
    assert (answer.returncode, answer.stdout, answer.stderr) == (1, "", NO_NPM)
    assert not list((unbuilt / "dist").iterdir())


def test_a_page_older_than_its_sources_is_not_shipped(unbuilt):
    page = unbuilt / "src" / PAGE
    page.parent.mkdir(exist_ok=True)
    page.write_text("<!doctype html>", "utf-8")
    os.utime(page, (0, 0))
    assert build(unbuilt, "build_wheel", "uv-build").stderr == NO_NPM
    page.unlink()


def test_a_build_of_the_page_that_fails_is_no_distribution(unbuilt):
    npm = unbuilt.parent / "npm"
    npm.write_text("#!/bin/sh\necho no room\nexit 1\n", "utf-8")
    npm.chmod(0o755)
    answer = build(unbuilt, "build_wheel", "uv-build", "sh", str(npm))
    assert answer.returncode == 1
    assert answer.stderr == (
        "no room\nThe page could not be built: `npm run build` failed, for the reason above.\n"
    )


# Extras


def test_the_page_about_installing_says_what_each_extra_is_for():
    page = (ROOT / "docs" / "installation.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \| \S", page, re.M) == [*EXTRAS]


def test_what_make_run_sets_up_can_open_postgresql_and_build_a_wheel():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (locked,) = re.findall(r"^\t\$\(COMPILE\) (.+) -o requirements\.lock$", makefile, re.M)
    assert re.findall(r"--extra (\w+)", locked) == ["reports", "simulate", "server", "postgres"]
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pinned = {*re.findall(r"^([\w-]+)==", lock, re.M)}
    assert {"fastapi", "sqlalchemy", "psycopg", "psycopg-binary", "uv-build"} <= pinned


def test_the_locked_backend_is_the_one_that_front_ends_fetch():
    assert PROJECT["build-system"]["requires"] == PROJECT["dependency-groups"]["build"]
