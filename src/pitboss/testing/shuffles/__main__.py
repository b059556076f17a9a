"""python -m pitboss.testing.shuffles: the battery over decks of the house's own shuffle."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from pitboss.errors import PitbossError
from pitboss.testing.shuffles.battery import LEVEL, Report, battery
from pitboss.testing.shuffles.decks import house_decks


def main(
    decks: Annotated[int, typer.Option(min=1, help="How many decks to make.")] = 1_000_000,
    series: Annotated[int, typer.Option(help="The number of the series of seeds.")] = 1,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Seeds from the system's secure source instead.")
    ] = False,
    level: Annotated[
        float, typer.Option(min=0, max=1, help="The chance that a fair shuffle fails any test.")
    ] = LEVEL,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Test a million decks of the fair shuffle.

    The exit code is 0 if the battery passes, 1 if a test fails, 2 for what can't be asked.

    Example: python -m pitboss.testing.shuffles --decks 100000 --series 7
    """
    try:
        report = battery(house_decks(decks, None if fresh else series), level)
    except PitbossError as error:
        typer.echo(json.dumps(error.as_json()) if as_json else error.message, err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps(report.as_json(), indent=2))
    else:
        _show(report)
    raise typer.Exit(0 if report.passed else 1)


def _show(report: Report) -> None:
    out = Console(highlight=False)
    failed = {statistic.name for statistic in report.rejected}
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for heading in ("test", "statistic"):
        table.add_column(heading)
    for heading in ("value", "expected", "p"):
        table.add_column(heading, justify="right")
    for name, kind, value, expected, p in report.statistics:
        shown = format(value, ",.2f" if kind in ("chi-square", "normal") else ",.0f")
        mean = format(expected, ".2g" if kind == "Poisson" else ",.0f")
        table.add_row(name, kind, shown, mean, f"{p:.2g}", style="red" if name in failed else "")
    out.print(table)
    out.print(
        f"{report.decks:,} decks, {len(report.statistics)} tests at a family-wise level of "
        f"{report.level:g}: each p has to be above {report.bound:.2g}."
    )
    if report.passed:
        out.print("No test fails.", style="green")
    else:
        out.print(f"Tests that fail: {len(failed)}.", style="red")


if __name__ == "__main__":
    typer.run(main)
