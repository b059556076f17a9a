"""Run the tutorials, and write what their commands print into them: python -m scripts.tutorials

A tutorial is a page of docs/tutorials. Its blocks are run in order, in a new folder that holds the
examples:

    console     each line after `$ ` is a command of the shell; the lines below it are its output
    others      a block whose first line is `# NAME.EXT` is written to the file of that name

`pitboss serve … &` serves until the page ends. Its address is http://localhost:8000 on the page,
and a free port of the machine when it is run.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from rich.console import Console

from pitboss.cli import run
from pitboss.cli.screen import printing_on
from pitboss.rulebooks import RULEBOOKS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "tutorials"
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (?P<name>[\w-]+\.\w+)\n")
COMMAND = re.compile(r"^\$ (?P<line>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.M)
# One command of ours, perhaps with a pipe behind it: run in this process, which is quicker.
OURS = re.compile(r"""(?P<own>pitboss (?:[^|;<>&"']|"[^"]*"|'[^']*')*)(?:\|(?P<pipe>.*))?""")
WIDTH = 92  # Columns that fit on a page.
ADDRESS = "http://localhost:8000"


class Failed(Exception):
    """A command of a tutorial has failed."""


class Shell:
    """Where a tutorial is run: a folder, and the server if there is one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "COLUMNS": str(WIDTH),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
        }
        self.server: subprocess.Popen[str] | None = None
        self.address = ADDRESS

    def output(self, line: str) -> str:
        """What a command prints, as a page shows it: without trailing spaces and blank margins."""
        line = line.replace("\\\n", " ")
        if line.endswith(" &"):
            return self.serve(line.removesuffix(" &"))
        line = line.replace(ADDRESS, self.address)
        ours = OURS.fullmatch(line)
        printed = self.piped(ours["own"], ours["pipe"]) if ours else self.shell(line)
        printed = printed.replace(self.address, ADDRESS)
        return "\n".join(map(str.rstrip, printed.splitlines())).strip("\n")

    def piped(self, own: str, pipe: str | None) -> str:
        printed, code = self.pitboss(shlex.split(own)[1:])
        if code:
            raise Failed(f"$ {own}\n{printed}")
        return self.shell(pipe, printed) if pipe else printed

    def pitboss(self, words: list[str]) -> tuple[str, int]:
        printed = io.StringIO()
        console = Console(file=printed, width=WIDTH, highlight=False, emoji=False)
        with (
            chdir(self.folder),
            printing_on(console),
            redirect_stdout(printed),
            redirect_stderr(printed),
        ):
            code = run(words)
        return printed.getvalue(), code

    def shell(self, line: str, given: str = "") -> str:
        ran = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise Failed(f"$ {line}\n{ran.stdout}")
        return ran.stdout

    def serve(self, line: str) -> str:
        words = [sys.executable, "-m", *shlex.split(line), "--port", "0"]
        self.server = subprocess.Popen(
            words,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.server.stdout
        self.address = json.loads(self.server.stdout.readline())["url"]
        return ""

    def close(self) -> None:
        if self.server:
            assert self.server.stdout
            self.server.terminate()
            self.server.wait(20)
            self.server.stdout.close()


@contextmanager
def shell() -> Iterator[Shell]:
    """A shell in a new folder with the examples; what it loads is forgotten afterwards."""
    with tempfile.TemporaryDirectory() as made:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "examples", Path(made) / "examples", ignore=ignored)
        opened = Shell(Path(made))
        loaded = dict(RULEBOOKS._files)
        try:
            yield opened
        finally:
            opened.close()
            RULEBOOKS._files = loaded


def with_outputs(page: str) -> str:
    """A tutorial with what its commands print now."""
    with shell() as opened:

        def block_with_outputs(block: re.Match[str]) -> str:
            file = FILE.match(block["text"])
            if file:
                text = block["text"].replace(ADDRESS, opened.address)
                (opened.folder / file["name"]).write_text(text, "utf-8")
            if block["language"] != "console":
                return block[0]
            text = COMMAND.sub(command_with_output, block["text"])
            return f"```console\n{text}```"

        def command_with_output(command: re.Match[str]) -> str:
            output = opened.output(command["line"])
            return f"$ {command['line']}\n{output}\n" if output else f"$ {command['line']}\n"

        return BLOCK.sub(block_with_outputs, page)


def pages() -> dict[str, str]:
    """The tutorials by file name, as they are now."""
    files = sorted(FOLDER.glob("*.md"))
    return {path.name: path.read_text("utf-8") for path in files if path.stem != "index"}


def main() -> None:
    for name, text in pages().items():
        (FOLDER / name).write_text(with_outputs(text), "utf-8")


if __name__ == "__main__":
    main()
