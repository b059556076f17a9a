"""The example game from outside, as a file and as an installed package."""

import shutil
import subprocess
import sys
import tomllib
from contextlib import contextmanager
from pathlib import Path

from pitboss.house.tables.recovery import read_setup
from pitboss.rulebooks import RULEBOOKS, load_rulebook

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "war_three"
WAR_THREE = EXAMPLE / "war_three" / "__init__.py"


def install(package, target):
    """Install a package offline; without uv, lay its files out as an installer leaves them."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".tools" / "bin"))
    if uv:
        options = ["--quiet", "--offline", "--no-deps", "--no-cache", "--python", sys.executable]
        subprocess.run([uv, "pip", "install", *options, "--target", target, package], check=True)
        return
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    module = project["name"].replace("-", "_")
    shutil.copytree(package / module, target / module, ignore=shutil.ignore_patterns("__pycache__"))
    announce(target, project["name"], project["entry-points"]["pitboss.rulebooks"])


def announce(target, name, games):
    """The metadata of an installed package that announces games: key to module and attribute."""
    info = target / f"{name.replace('-', '_')}-1.0.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
    lines = [f"{key} = {value}" for key, value in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pitboss.rulebooks]", *lines, ""]))


@contextmanager
def known_games(*files):
    """Only our own games and those of these files are known, here and in what was read before."""
    before = RULEBOOKS._files
    RULEBOOKS._files = {}
    read_setup.cache_clear()
    try:
        yield [load_rulebook(file).key for file in files]
    finally:
        RULEBOOKS._files = before
        read_setup.cache_clear()


def changed_example(folder, old="", new=""):
    """The game's file in another folder, with other bytes."""
    shutil.copytree(WAR_THREE.parent, folder)
    file = folder / "__init__.py"
    file.write_text(f"{file.read_text('utf-8').replace(old, new)}# Nothing else.\n", "utf-8")
    return file
