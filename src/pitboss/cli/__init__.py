"""The command line. Only what the command at hand needs is imported, so that it starts quickly."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

import typer
from typer.exceptions import TyperException

from pitboss.errors import PitbossError

# In the order in which help lists them; each is a function in a file of its own name.
COMMANDS = (
    *("games", "settle", "rule", "replay", "odds", "strategy", "deals", "design"),
    *("simulate", "session", "par", "card", "clauses", "about", "tour"),
)


def app(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with these commands."""
    made = typer.Typer(
        name="pitboss",
        help="House-banked three-card table games: settled by clause, priced exactly.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    made.callback()(_nothing_first)  # Else a single command would be the whole program.
    for name in commands:
        made.command()(getattr(import_module(f"pitboss.cli.{name}"), name))
    return made


def _nothing_first() -> None:
    pass


def main() -> None:
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # Nobody reads what is left; Python would complain when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(words: Sequence[str]) -> int:
    """The exit code: 0, or 2 after one sentence that says what is wrong."""
    try:
        commands = words[:1] if words and words[0] in COMMANDS else COMMANDS
        return app(commands)(list(words), prog_name="pitboss", standalone_mode=False) or 0
    except PitbossError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        plain = json.dumps(error.as_json(), ensure_ascii=False)
        print(plain if "--json" in words else f"{error.message}{clause}", file=sys.stderr)
    except TyperException as error:
        message = " ".join(error.format_message().split())
        if not message:  # Help was shown instead.
            return 2
        plain = json.dumps({"error": "command", "message": message}, ensure_ascii=False)
        print(plain if "--json" in words else message, file=sys.stderr)
    except SystemExit:  # Nobody reads on: what was wanted has been printed.
        return 0
    return 2
