"""pitboss deals: a deal that reaches each row, with the command that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    configured,
    print_json,
)
from pitboss.errors import unknown

if TYPE_CHECKING:
    from pitboss.reports.par.witness_lines import WitnessLine


def deals(
    game: GameKey,
    wager: Annotated[str | None, typer.Option(metavar="WAGER", help="One wager only.")] = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="ROW", help="One row only, by its key.")
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """A deal that reaches each row of each wager, with its settle command.

    Example: pitboss deals three-card-prime --wager all-six
    """
    from pitboss.reports.par.witness_lines import witness_lines
    from pitboss.rulebooks import RULEBOOKS

    rules = configured(game, paytable, reading)
    wanted = [rules.wager(wager)] if wager else list(rules.wagers)
    rows = dict.fromkeys(row.key for one in wanted for row in one.rows)
    if outcome is not None and outcome not in rows:
        raise unknown("row", outcome, rows, wager or game)
    settings = [*RULEBOOKS.source(rules.key).options]
    settings += [f"--paytable={one}" for one in paytable or ()]
    settings += [f"--reading={one}" for one in reading or ()]
    found = [
        line
        for line in witness_lines(rules, settings)
        if wager in (None, line.wager.key) and outcome in (None, line.witness.row.key)
    ]
    if as_json:
        print_json([_plain(line) for line in found])
        return
    from pitboss.cli.screen import MUTED, console, table

    shown = table("wager", "row", "player", "dealer", "", title=rules.rulebook.title)
    for line in found:
        extra = [f"fourth card {line.fourth}"] if line.fourth else []
        extra += ["folds"] if line.witness.folded else []
        extra += ["on another box"] if line.wager.envy else []
        row = f"[bold]{line.witness.row.key}[/]"
        shown.add_row(line.wager.key, row, line.player, line.dealer, ", ".join(extra))
    console().print(shown)
    if outcome is None:
        console().print(f"[{MUTED}]The commands: --outcome ROW, or --json for all.[/]")
        return
    for line in found:
        console().print(line.command, soft_wrap=True)


def _plain(line: WitnessLine) -> dict[str, object]:
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
