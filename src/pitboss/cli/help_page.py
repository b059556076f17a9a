"""The help pages: commands in groups, examples that can be copied, options in two columns.

Typer's own pages import a Markdown parser and a syntax highlighter, which takes longer than all of
our imports together. These are plain text with a little colour, and need no import of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any, NamedTuple

from typer.core import TyperCommand, TyperGroup

from pitboss.cli.plain import heading, put, styled, width

WIDEST = 110  # Longer lines are hard to read, however wide the terminal is.
WIDEST_NAME = 32  # A longer name has its help on the next line.
INDENT = "  "
TITLES, OPTIONS = ("First:", "Example:"), "Options"


class Page(NamedTuple):
    """The docstring of a command: what it does, and how it is called."""

    paragraphs: list[str]
    examples: list[tuple[str, list[str]]]  # Commands under First: and Example:


def page(docstring: str | None) -> Page:
    """A docstring, with its examples, and what comes first for them, apart from the text."""
    parts = Page([], [])
    for block in re.split(r"\n\s*\n", docstring or ""):
        text = " ".join(block.split())
        title = next((title for title in TITLES if text.startswith(title)), None)
        if title:
            commands = re.split(r"\s+(?=pitboss )", text.removeprefix(title).strip())
            parts.examples.append((title, commands))
        elif text:
            parts.paragraphs.append(text)
    return parts


def summary(docstring: str | None) -> str:
    """What a list of commands says of one of them."""
    return page(docstring).paragraphs[0]


def folded(command: str, width: int) -> str:
    """A command, indented, on lines that a shell reads as one: broken before options."""
    lines = [INDENT]
    for part in re.split(r" (?=--?[a-z])", command):
        if lines[-1].strip() and len(f"{lines[-1]} {part} \\") > width:
            lines[-1] += " \\"
            lines.append(INDENT * 2 + part)
        else:
            lines[-1] += f" {part}" if lines[-1].strip() else part
    return "\n".join(lines)


class CommandHelp(TyperCommand):
    """A command with our help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        show(ctx, self.help, {"Arguments": _arguments(ctx), OPTIONS: _options(ctx)})


class GroupHelp(TyperGroup):
    """Commands with our help page; `headings` puts them into groups."""

    headings: Mapping[str, Sequence[str]] = {}

    def summary_of(self, name: str) -> str:
        return summary(self.commands[name].help)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        headings = self.headings or {"Commands": list(self.commands)}
        lists = {
            heading: [(name, self.summary_of(name)) for name in names]
            for heading, names in headings.items()
        }
        show(ctx, self.help, {**lists, OPTIONS: _options(ctx)})


def _arguments(ctx: Any) -> list[tuple[str, str]]:
    return [
        (parameter.make_metavar(ctx), parameter.help or "")
        for parameter in ctx.command.get_params(ctx)
        if parameter.param_type_name == "argument"
    ]


def _options(ctx: Any) -> list[tuple[str, str]]:
    records = (
        parameter.get_help_record(ctx)
        for parameter in ctx.command.get_params(ctx)
        if parameter.param_type_name == "option"
    )
    return [(names, help.replace("  [", " [")) for names, help in filter(None, records)]


def show(ctx: Any, docstring: str | None, lists: Mapping[str, list[tuple[str, str]]]) -> None:
    """Print a page: the usage, the text, the examples, then each list under its heading."""
    text, columns = page(docstring), min(width(), WIDEST)
    usage = re.sub("[{}]", "", " ".join(ctx.command.collect_usage_pieces(ctx)))
    put(fill(f"{ctx.command_path} {usage}", columns, initial_indent="Usage: "))
    for paragraph in text.paragraphs:
        put("", fill(paragraph, columns))
    for title, commands in text.examples:
        put("", heading(title), *(folded(command, columns) for command in commands))
    lists = {title: rows for title, rows in lists.items() if rows}
    for title, rows in lists.items():
        # Commands are aligned with each other, whatever options there are.
        aligned = [rows] if title == OPTIONS else [lists[t] for t in lists if t != OPTIONS]
        lengths = [len(name) for listed in aligned for name, _ in listed]
        beside = max((length for length in lengths if length <= WIDEST_NAME), default=0)
        put("", heading(title), *(_row(*row, beside, columns) for row in rows))


def _row(name: str, help: str, column: int, columns: int) -> str:
    """A name, and beside it its help; a long name is on a line of its own."""
    beside = INDENT + " " * column + INDENT
    text = fill(help, columns, initial_indent=beside, subsequent_indent=beside)
    shown = INDENT + styled(name, bold=True)
    if len(name) > column:
        return f"{shown}\n{text}"
    return shown + text[len(INDENT) + len(name) :]
