"""pitboss verify: a house checked from its first entry on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.house.table_check import Counts
    from pitboss.house.verify import Finding

MOST_SHOWN = 20


def verify(
    data: Data = FOLDER,
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Heads of the journal that somebody else has kept."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a house: its journal, its money, every payment and every shuffle.

    The house may be open meanwhile. The exit code is 1 if anything is wrong.

    Example: pitboss verify --data var
    """
    url = house_url()
    from pitboss.cli.screen import count_progress
    from pitboss.house.table_check import Counts
    from pitboss.house.verify import verify as verify_house

    counts = Counts()
    with count_progress("entries") as progress:
        findings = list(verify_house(data, counts, url, heads, progress))
    if as_json:
        problems = [finding._asdict() for finding in findings]
        main = {name: getattr(counts, name) for name in ("tables", "rounds", "events", "transfers")}
        print_json({"ok": not findings, **main, "problems": problems, "checked": vars(counts)})
    else:
        _show(data, findings, counts)
    if findings:
        raise typer.Exit(1)


def _show(folder: Path, findings: list[Finding], counts: Counts) -> None:
    from rich.text import Text

    from pitboss.cli.screen import LOSS, WIN, console, table
    from pitboss.language.pays import money

    out = console()
    checked = table("checked", ">", title=str(folder))
    checked.add_row(
        "Entries of the journal, each following from the one before", f"{counts.entries:,}"
    )
    checked.add_row("Transfers, each as the events say", f"{counts.transfers:,}")
    checked.add_row("Rounds settled again, to the same payments", f"{counts.rounds:,}")
    checked.add_row("Shuffles, from the seed that was committed to", f"{counts.shuffles:,}")
    checked.add_row("Sealed seeds of rounds to come, opened", f"{counts.sealed_seeds:,}")
    checked.add_row("Guests and their tables", f"{counts.guests:,} and {counts.tables:,}")
    checked.add_row("Money of guests", money(counts.players))
    checked.add_row("Money on the tables", money(counts.felts))
    checked.add_row("Jackpots", money(counts.meters))
    out.print(checked)
    if counts.sealed_seeds_not_opened:
        out.print(
            f"{counts.sealed_seeds_not_opened:,} sealed seeds were not opened: there is no key."
        )
    if counts.seeds_lost:
        out.print(
            f"{counts.seeds_lost:,} void rounds were not shuffled again: "
            "their seeds were lost with their key."
        )
    if counts.rounds_not_settled_again:
        out.print(
            f"{counts.rounds_not_settled_again:,} rounds were not settled again: "
            "their rulebooks are not installed."
        )
    for finding in findings[:MOST_SHOWN]:
        out.print(Text(str(finding), style=LOSS), soft_wrap=True)
    if len(findings) > MOST_SHOWN:
        out.print(f"And {len(findings) - MOST_SHOWN:,} more: pitboss verify --json shows them all.")
    if findings:
        number = "1 problem was" if len(findings) == 1 else f"{len(findings):,} problems were"
        out.print(Text(f"{number} found.", style=LOSS))
    else:
        out.print(Text("Everything is in order.", style=WIN))
