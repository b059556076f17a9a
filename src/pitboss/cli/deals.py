"""pitboss deals: a deal that reaches each row, with the command that settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    OptionalWagerKey,
    Paytables,
    Readings,
    RulebookFile,
    configured,
)
from pitboss.cli.output import print_json
from pitboss.errors import unknown

if TYPE_CHECKING:
    from pitboss.reports.par.witness_lines import WitnessLine


def deals(
    game: GameKey,
    wager: OptionalWagerKey = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="ROW", help="Only this row, by its key.")
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """A deal that reaches each row of each wager.

    With --outcome, also the settle command of each deal.

    Example: pitboss deals three-card-prime --wager all-six --outcome flush
    """
    from pitboss.reports.par.witness_lines import witness_lines
    from pitboss.rulebooks import RULEBOOKS

    rules = configured(game, paytable, reading).rules
    wagers = [rules.wager(wager)] if wager else list(rules.wagers)
    rows = dict.fromkeys(row.key for shown in wagers for row in shown.rows)
    if outcome is not None and outcome not in rows:
        raise unknown("row", outcome, rows, wager or game)
    options = [
        *RULEBOOKS.source(rules.key).options,
        *(f"--paytable={pair}" for pair in paytable or ()),
        *(f"--reading={pair}" for pair in reading or ()),
    ]
    lines = [
        line
        for line in witness_lines(rules, options)
        if wager in (None, line.wager.key) and outcome in (None, line.witness.row.key)
    ]
    if as_json:
        print_json([_line_json(line) for line in lines])
        return
    from rich.text import Text

    from pitboss.cli.help_page import folded
    from pitboss.cli.screen import MUTED, console, table

    listing = table("wager", "row", "player", "dealer", "", title=rules.rulebook.title)
    for line in lines:
        notes = [f"fourth card {line.fourth}"] if line.fourth else []
        notes += ["folds"] if line.witness.folded else []
        notes += ["on another box"] if line.wager.envy else []
        row = f"[bold]{line.witness.row.key}[/]"
        listing.add_row(line.wager.key, row, line.player, line.dealer, ", ".join(notes))
    console().print(listing)
    if outcome is None:
        console().print(f"[{MUTED}]For the commands: --outcome ROW, or --json for all.[/]")
        return
    for line in lines:
        console().print(Text(folded(line.command, console().width)), soft_wrap=True)


def _line_json(line: WitnessLine) -> dict[str, object]:
    return {
        "wager": line.wager.key,
        "row": line.witness.row.key,
        "outcome": line.witness.row.outcome,
        "player": line.player,
        "dealer": line.dealer,
        "fourth": line.fourth,
        "fold": line.witness.folded,
        "command": line.command,
    }
