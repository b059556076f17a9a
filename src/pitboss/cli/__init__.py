"""The command line. Commands import what they need when they run, so that help is quick."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

import typer
from typer.exceptions import TyperException

from pitboss.cli.about import about
from pitboss.cli.card import card
from pitboss.cli.clauses import clauses
from pitboss.cli.deals import deals
from pitboss.cli.design import design
from pitboss.cli.games import games
from pitboss.cli.odds import odds
from pitboss.cli.par import par
from pitboss.cli.replay import replay
from pitboss.cli.rule import rule
from pitboss.cli.session import session
from pitboss.cli.settle import settle
from pitboss.cli.simulate import simulate
from pitboss.cli.strategy import strategy
from pitboss.cli.tour import tour
from pitboss.errors import PitbossError

app = typer.Typer(
    name="pitboss",
    help="House-banked three-card table games: settled by clause, priced exactly.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    *(games, settle, rule, replay, odds, strategy, deals, design),
    *(simulate, session, par, card, clauses, about, tour),
):
    app.command()(command)


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
        return app(list(words), prog_name="pitboss", standalone_mode=False) or 0
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
