"""The command line.

Each command is a function in a module of its own name, imported when it is asked for: the list of
commands reads docstrings only. The modules import what is slow to import inside their functions.
The screens with many such imports are modules of their own: `replay_screen`, `rounds_screen`,
`session_player` and `session_house`.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from textwrap import fill
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from pitboss.cli.help_page import CommandHelp, GroupHelp, summary
from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.version import __version__

# In the order of the help page.
GROUPS = {
    "Play and settle": ("games", "settle", "deals", "card", "tour"),
    "Odds and design": ("odds", "strategy", "design", "simulate", "session", "par"),
    "Rulings": ("rule", "drill", "clauses"),
    "Records": ("replay", "rounds", "report", "verify", "proof"),
    "House": (
        *("serve", "check", "house", "bank", "backup", "restore"),
        *("rotate-key", "void-unfinished", "about"),
    ),
}
COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)
START_AGAIN = 75  # The exit code of a house that has stopped; sysexits(3) calls it EX_TEMPFAIL.
COLLECT_AFTER = 50_000  # New objects; 700 by default.
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Commands(MutableMapping[str, Any]):
    """The commands by name; each is imported and built when it is looked up."""

    def __init__(self) -> None:
        self._built: dict[str, TyperCommand | TyperGroup] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        if name not in self._built:
            self._built[name] = _built(name)
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        raise TypeError(f"{name} is a module of pitboss.cli, or it is no command")

    def __delitem__(self, name: str) -> None:
        raise TypeError("commands are not removed")

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Program(GroupHelp):
    """All commands."""

    headings = GROUPS

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()

    def summary_of(self, name: str) -> str:
        """Without building the command."""
        return summary(_documentation(_declared(name)))


def _declared(name: str) -> Any:
    """A command as its module declares it: a function, or a Typer with commands of its own."""
    module = name.replace("-", "_")
    return getattr(import_module(f"pitboss.cli.{module}"), module)


def _documentation(declared: Any) -> str | None:
    callback = getattr(declared, "registered_callback", None)
    documentation: str | None = (callback.callback if callback else declared).__doc__
    return documentation


def _built(name: str) -> Any:
    declared = _declared(name)
    if not isinstance(declared, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name, cls=CommandHelp, context_settings=HELP_OPTIONS)(declared)
        return get_command(alone)
    for command in declared.registered_commands:
        command.cls, command.context_settings = CommandHelp, HELP_OPTIONS
    around = typer.Typer(add_completion=False)
    around.callback()(lambda: None)
    around.add_typer(declared, name=name, cls=GroupHelp, context_settings=HELP_OPTIONS)
    group = get_command(around)
    assert isinstance(group, TyperGroup)
    return group.commands[name]


def app() -> typer.Typer:
    """The program."""
    program = typer.Typer(
        name="pitboss",
        cls=Program,
        help="House-banked three-card table games: settled by clause, priced exactly.\n\n"
        "Each command has an example: pitboss settle --help.",
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
        pretty_exceptions_enable=False,
    )
    program.callback()(_program_options)
    return program


def _show_version(is_requested: bool) -> None:
    if is_requested:
        print(f"pitboss {__version__}")
        raise typer.Exit


def _program_options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """The entry point of the installed program."""
    # Imports make many objects and no garbage: collecting it costs a tenth of a short command.
    gc.set_threshold(COLLECT_AFTER)
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # The reader has gone; without this Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(words: Sequence[str]) -> int:
    """Run one command; the exit code is 2 after one sentence that says what is wrong with it."""
    try:
        return app()(list(words), prog_name="pitboss", standalone_mode=False) or 0
    except PitbossError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        _refuse(f"{error.message}{clause}", error.as_json(), "--json" in words)
        return START_AGAIN if isinstance(error, HouseIsStopped) else 2
    except TyperException as error:
        message = " ".join(error.format_message().split())
        if message:  # Otherwise the help page was shown instead.
            _refuse(message, {"error": "command", "message": message}, "--json" in words)
        return 2
    except SystemExit:  # The reader has gone, or the shell's completion has been answered.
        return 0


def _refuse(sentence: str, error: Mapping[str, Any], as_json: bool) -> None:
    """Say what is wrong: to programs on one line, to people wrapped between words."""
    if as_json:
        sentence = json.dumps(error, ensure_ascii=False)
    elif sys.stderr.isatty():
        columns = shutil.get_terminal_size().columns
        sentence = fill(sentence, columns, break_long_words=False, break_on_hyphens=False)
    print(sentence, file=sys.stderr)
