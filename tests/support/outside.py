"""The example game from outside, as a file and as an installed package."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

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
