"""pitboss par: the PAR sheet of a game as configured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
    pairs,
    print_json,
)
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.reports.par.sheet import ParSheet, Progress

ENDINGS = ("pdf", "xlsx", "html", "json")
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write; its ending says what."),
]


def par(
    game: GameKey,
    output: Output = None,
    maximum: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The largest bet on a wager, for liabilities.")
    ] = "100000",
    boxes: Annotated[str, typer.Option(metavar="N", help="Boxes of the table.")] = "7",
    jackpot: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")
    ] = "0",
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The PAR sheet: .pdf, .xlsx with live formulas, .html or .json, by the file's ending.

    Example: pitboss par three-card-poker -o three-card-poker.pdf
    """
    from pitboss.reports.files import check_place, ending, write
    from pitboss.reports.par.payments import Limits
    from pitboss.reports.par.sheet import ParSheet

    if output is None and not as_json:
        raise BadConfiguration("report/file", "Say where to write it, with -o FILE, or --json.")
    kind = ending(output, ENDINGS) if output is not None else "json"
    rules = configured(game, paytable, reading)
    limits = Limits(
        amount("The maximum bet", maximum),
        amount("The number of boxes", boxes),
        amount("The jackpot", jackpot),
    )
    if output is not None:
        check_place(output)
    files = [f"{wager}={key}" for wager, key in pairs("--paytable", paytable) if _is_file(key)]
    sheet = ParSheet(rules, limits, [word for one in files for word in ("--paytable", one)])
    with at_work(4) as progress:
        sheet.work_out(progress)
        progress("Writing")
        made = _made(sheet, kind)
        if output is not None:
            write(output, made)
    if output is None:
        print(made.decode(), end="")
    else:
        say_written(output, f"PAR sheet of {rules.rulebook.title}, {rules.fingerprint}", as_json)


def _is_file(key: str) -> bool:
    return key.endswith(".toml")


def _made(sheet: ParSheet, kind: str) -> bytes:
    if kind == "json":
        from pitboss.reports.par.data import par_json_bytes

        return par_json_bytes(sheet)
    if kind == "xlsx":
        from pitboss.reports.par.workbook import par_xlsx

        return par_xlsx(sheet)
    from pitboss.reports.par.print import par_html, par_pdf

    return par_pdf(sheet) if kind == "pdf" else par_html(sheet)


@contextmanager
def at_work(steps: int) -> Iterator[Progress]:
    """A bar on the terminal while it lasts; where nobody watches, nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    screen = Console(stderr=True)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    hidden = not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=hidden) as bar:
        task = bar.add_task("", total=steps)
        done = -1

        def progress(what: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, description=what, completed=done)

        yield progress


def say_written(file: str, what: str, as_json: bool) -> None:
    if as_json:
        print_json({"written": file})
        return
    from rich.text import Text

    from pitboss.cli.screen import console

    console().print(Text(f"{file}: {what}"), soft_wrap=True)
