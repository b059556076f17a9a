"""Write docs/commands.md, the reference of the command line, from the program itself.

Run it after changing a command or its help: python -m scripts.command_page
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from typer.main import get_command

from pitboss.cli import app

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
EXAMPLE = re.compile(r"^Example: (.*)", re.S)
FIRST = re.compile(r"^First: (.*)", re.S)
ON_A_PAGE = re.compile(r"docs/([\w-]+)\.md")
WIDTH = 84  # What fits beside the navigation.
COMMON = {"--json", "--help"}  # Told once for all commands.

OPENING = """\
# The command line

Every command of `pitboss`, with its arguments and options, as `--help` prints them.

- `--json` prints JSON instead of tables. Every command takes it.
- `-h`, `--help` shows a command's help and exits.
- Bad input gets one sentence that says what to do, and the exit code 2; with `--json`, as
  JSON.
- An option marked *repeatable* may be given several times.
- `--version` prints the version, and `--install-completion` teaches your shell the commands,
  games and wagers.
"""


def page() -> str:
    program: Any = get_command(app())
    named = [(command.rich_help_panel or "", command) for command in program.commands.values()]
    groups = list(dict.fromkeys(group for group, _ in named))
    parts = [OPENING]
    for group, members in groupby(
        sorted(named, key=lambda entry: groups.index(entry[0])), lambda entry: entry[0]
    ):
        if group:
            parts.append(f"## {group}\n")
        for _, command in members:
            parts += sections(command, f"pitboss {command.name}", "###" if group else "##")
    return "\n".join(parts)


def sections(command: Any, name: str, level: str) -> Iterator[str]:
    """A command, or each command of a group."""
    if hasattr(command, "commands"):
        yield f"{level} {name}\n\n{first_paragraph(command.help)}\n"
        for inner in command.commands.values():
            yield from sections(inner, f"{name} {inner.name}", f"{level}#")
        return
    shown = [param for param in command.params if not param.hidden and not common(param)]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param.param_type_name == "option"]
    usage = " ".join([name, *map(written_argument, arguments), *(["[OPTIONS]"] if options else [])])
    yield "\n".join(
        [
            f"{level} {name}\n",
            f"**`{usage}`**\n",
            *paragraphs("\n\n".join(filter(None, (command.help, command.epilog)))),
            *table("argument", arguments),
            *table("option", options),
        ]
    )


def common(param: Any) -> bool:
    return bool(COMMON & {*param.opts})


def first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def paragraphs(text: str) -> Iterator[str]:
    """The help's paragraphs; an example becomes a block."""
    for paragraph in text.replace("\b", "").split("\n\n"):
        flat = " ".join(paragraph.split())
        example = EXAMPLE.match(flat)
        if example is None:
            said = FIRST.sub(r"First, `\1`.", linked(flat))
            yield f"{said}\n"
            continue
        lines = "\n".join(map(folded, re.split(r" (?=pitboss )", example[1])))
        yield f"```sh\n{lines}\n```\n"


def folded(line: str) -> str:
    """A command on several lines, if it is wide: an option with its value is not torn apart."""
    lines: list[str] = []
    for part in re.split(r" (?=--?[a-z])", line):
        if lines and len(lines[-1]) + len(part) < WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return " \\\n    ".join(lines)


def written_argument(param: Any) -> str:
    name = (param.metavar or param.name.upper()).rstrip(".…").strip("[]")
    dots = "…" if param.nargs == -1 else ""
    return f"{name}{dots}" if param.required else f"[{name}{dots}]"


def table(kind: str, params: Iterable[Any]) -> list[str]:
    rows = [f"| {names(param)} | {explained(param)} |" for param in params]
    return [f"| {kind} | meaning |\n|---|---|", *rows, ""] if rows else []


def names(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"`{written_argument(param)}`"
    written = [*param.opts, *param.secondary_opts]
    value = "" if param.is_flag else f" {param.metavar or param.type.name.upper()}"
    return ", ".join(f"`{option}{value}`" for option in written)


def explained(param: Any) -> str:
    """The help of a parameter, with whether it is required and what it is by default."""
    notes = []
    if param.required:
        notes.append("required")
    if getattr(param, "multiple", False):
        notes.append("repeatable")
    is_plain = isinstance(param.default, (str, int, float)) and not isinstance(param.default, bool)
    if is_plain and param.default != "" and param.show_default:
        notes.append(f"default `{param.default}`")
    if param.envvar:
        notes.append(f"or the environment's `{param.envvar}`")
    text = linked(" ".join((param.help or "").split()))
    return " ".join([text, *([f"*{', '.join(notes)}*"] if notes else [])]).replace("|", "\\|")


def linked(text: str) -> str:
    """The text as Markdown, with a link to each page that it names."""
    escaped = re.sub(r"([<>*_])", r"\\\1", text)
    return ON_A_PAGE.sub(lambda match: f"[{title(match[1])}]({match[1]}.md)", escaped)


def title(page: str) -> str:
    return PAGE.with_name(f"{page}.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")


def main() -> None:
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
