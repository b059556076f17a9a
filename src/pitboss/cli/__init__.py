"""The command line.

Each command is a function in a module of its own name. The modules import what is slow to import
only inside their functions, because `pitboss --help` and shell completion load all of them. The
screens with many such imports are modules of their own: `replay_screen`, `rounds_screen`,
`session_player` and `session_house`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer.exceptions import TyperException

from pitboss.errors import PitbossError
from pitboss.version import __version__

# In the order of the help page.
COMMANDS = (
    *("games", "settle", "rule", "drill", "replay", "odds", "strategy", "deals", "design"),
    *("simulate", "session", "par", "card", "serve", "verify", "proof", "check", "house", "bank"),
    *("rounds", "report", "backup", "restore", "rotate-key", "void-unfinished"),
    *("clauses", "about", "tour"),
)
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


def app(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with these commands."""
    program = typer.Typer(
        name="pitboss",
        help="House-banked three-card table games: settled by clause, priced exactly.",
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
        pretty_exceptions_enable=False,
    )
    program.callback()(_program_options)
    for name in commands:
        module = name.replace("-", "_")
        command = getattr(import_module(f"pitboss.cli.{module}"), module)
        if isinstance(command, typer.Typer):  # A group with commands of its own.
            program.add_typer(command, name=name, context_settings=HELP_OPTIONS)
        else:
            program.command(context_settings=HELP_OPTIONS)(command)
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
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # The reader has gone; without this Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(words: Sequence[str]) -> int:
    """Run one command; the exit code is 2 after one sentence that says what is wrong with it."""
    try:
        commands = words[:1] if words and words[0] in COMMANDS else COMMANDS
        return app(commands)(list(words), prog_name="pitboss", standalone_mode=False) or 0
    except PitbossError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        as_json = json.dumps(error.as_json(), ensure_ascii=False)
        print(as_json if "--json" in words else f"{error.message}{clause}", file=sys.stderr)
    except TyperException as error:
        message = " ".join(error.format_message().split())
        if not message:  # The help page was shown instead.
            return 2
        as_json = json.dumps({"error": "command", "message": message}, ensure_ascii=False)
        print(as_json if "--json" in words else message, file=sys.stderr)
    except SystemExit:  # The reader has gone, or the shell's completion has been answered.
        return 0
    return 2
