"""pitboss house: what can be done with a whole house; `simulate` fills one with days of play."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.house_options import RulebookFiles, load_games
from pitboss.cli.options import Json
from pitboss.cli.output import print_json
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.house.checks.findings import Finding
    from pitboss.house.checks.table_check import Counts
    from pitboss.rehearsal import Rehearsal

house = typer.Typer(no_args_is_help=True)


@house.callback()
def _house() -> None:
    """Whole houses: simulated days of play.

    Example: pitboss house simulate --days 1 --tables 2 --data demo
    """


@house.command()
def simulate(
    days: Annotated[int, typer.Option(min=1, max=3_660, help="Gaming days to play.")] = 30,
    tables: Annotated[int, typer.Option(min=1, max=1_000, help="Tables, a bot at each.")] = 8,
    seed: Annotated[int, typer.Option(help="The same seed plays the same days.")] = 0,
    data: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the new house.")] = Path(
        "demo"
    ),
    file: Annotated[
        Path | None,
        typer.Option("--house", metavar="FILE", help="A house file; else a demo of eight tables."),
    ] = None,
    rulebook: RulebookFiles = None,
    mishaps: Annotated[
        bool,
        typer.Option(help="Crashes, repeated commands and clocks that jump, a few each day."),
    ] = True,
    as_json: Json = False,
) -> None:
    """Let bots play whole days in a new house, with mishaps, then verify all of it.

    It goes through the real engine, ledger and journal. The exit code is 1 if anything is wrong.

    Example: pitboss house simulate --days 1 --tables 2 --data demo
    """
    from pitboss.cli.screen import count_progress
    from pitboss.reports.files import require

    require("sqlalchemy", "A house", "house")
    from pitboss.house.checks.table_check import Counts
    from pitboss.house.checks.verify import verify
    from pitboss.house.settings.house_file import read_house_file
    from pitboss.house.storage.opening import DATABASE
    from pitboss.rehearsal import rehearse
    from pitboss.rehearsal.days import DEMO

    if (data / DATABASE).exists():
        message = f"There is a house in {data} already: name another folder, or remove it."
        raise BadConfiguration("house/exists", message)
    games = load_games(rulebook)
    settings = read_house_file(file) if file else read_house_file(DEMO, games)
    began = time.perf_counter()
    with count_progress("days") as progress:
        played = rehearse(
            data, settings, days, tables, seed, with_mishaps=mishaps, progress=progress
        )
    seconds = time.perf_counter() - began
    counts = Counts()
    with count_progress("entries verified") as progress:
        findings = list(verify(data, counts, progress=progress))
    if as_json:
        print_json(_as_json(played, counts, findings, seconds))
    else:
        _show(data, played, counts, findings, seconds)
    if findings:
        raise typer.Exit(1)


def _as_json(
    played: Rehearsal, counts: Counts, findings: list[Finding], seconds: float
) -> dict[str, Any]:
    return {
        "ok": not findings,
        "days": played.days,
        "tables": played.tables,
        "rounds": played.rounds,
        "commands": played.commands,
        "groups": played.groups,
        "refused": dict(played.refused),
        "mishaps": dict(played.mishaps),
        "seconds": round(seconds, 1),
        "state": counts.state,
        "problems": [finding._asdict() for finding in findings],
    }


def _show(
    folder: Path, played: Rehearsal, counts: Counts, findings: list[Finding], seconds: float
) -> None:
    from rich.text import Text

    from pitboss.cli.screen import LOSS, WIN, console, say, table

    out = console()
    days = "1 day" if played.days == 1 else f"{played.days:,} days"
    listed = table("played", ">", title=f"{days} at {played.tables:,} tables, in {folder}")
    listed.add_row("Rounds", f"{played.rounds:,}")
    listed.add_row("Commands, each carried out once", f"{played.commands:,}")
    listed.add_row("Commits", f"{played.groups:,}")
    listed.add_row("Commands refused", f"{played.refused.total():,}")
    for mishap, times in sorted(played.mishaps.items()):
        listed.add_row(f"Mishap: {mishap}", f"{times:,}")
    listed.add_row("Transfers, verified", f"{counts.transfers:,}")
    listed.add_row("Shuffles, verified", f"{counts.shuffles:,}")
    out.print(listed)
    out.print(f"{played.rounds / seconds:,.0f} rounds a second. State {counts.state[:12]}.")
    for finding in findings[:20]:
        say(str(finding), LOSS)
    if findings:
        out.print(Text(f"{len(findings):,} problems were found.", style=LOSS))
    else:
        out.print(Text("Nothing was lost, and everything is in order.", style=WIN))
        out.print(f"Look at it: pitboss report --data {folder}", highlight=False)
