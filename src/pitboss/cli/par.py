"""pitboss par: the PAR sheet of a game as configured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Jackpot,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
    is_paytable_file,
    number,
    pairs,
)
from pitboss.cli.output import ReportFile, report_format, report_written
from pitboss.cli.simulate import contribution_share

if TYPE_CHECKING:
    from pitboss.reports.par.sheet import ParSheet

ENDINGS = ("pdf", "xlsx", "html", "json")
TODAY = "today"


def par(
    game: GameKey,
    output: ReportFile = None,
    maximum: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The largest bet on a wager, for liabilities.")
    ] = "1000",
    boxes: Annotated[str, typer.Option(metavar="N", help="The boxes of the table.")] = "7",
    jackpot: Jackpot = "0",
    reset: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the meter holds after a hit.")
    ] = "10000",
    contribution: Annotated[
        str, typer.Option(metavar="SHARE", help="The share of a progressive wager for the meter.")
    ] = "1/5",
    rounds_per_hour: Annotated[
        str, typer.Option(metavar="R", help="Rounds an hour, for figures by the hour.")
    ] = "40",
    stake: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The bet on a wager, for figures by the hour.")
    ] = "10",
    preparer: Annotated[
        str, typer.Option(metavar="NAME", help="Who prepared the sheet; a blank line if left out.")
    ] = "",
    revision: Annotated[
        str, typer.Option(metavar="TEXT", help="Its revision; a blank line if left out.")
    ] = "",
    date: Annotated[
        str, typer.Option(metavar="DATE", help="2026-11-18, or today; a blank line if left out.")
    ] = "",
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The PAR sheet of a game, to file or to compute with.

    The file's ending says what it is: .pdf, .xlsx with live formulas, .html or .json.

    The same options give the same bytes: a sheet is dated only if a date is given.

    Example: pitboss par three-card-poker -o three-card-poker.pdf
    """
    from pitboss.cli.screen import step_progress
    from pitboss.reports.files import check_place, write
    from pitboss.reports.par.filing import Filing
    from pitboss.reports.par.sheet import ParSheet
    from pitboss.reports.par.terms import HouseTerms

    ending = report_format(output, ENDINGS, as_json)
    rules = configured(game, paytable, reading).rules
    terms = HouseTerms(
        maximum=amount("The maximum bet", maximum),
        boxes=number("The number of boxes", boxes),
        jackpot=amount("The jackpot", jackpot),
        reset=amount("The reset amount", reset),
        contribution=contribution_share(contribution),
        rounds_per_hour=number("The number of rounds an hour", rounds_per_hour),
        stake=amount("The stake", stake),
    )
    filing = Filing(preparer, revision, _today() if date == TODAY else date)
    if output is not None:
        check_place(output)
    paytable_options = [
        word
        for wager, key in pairs("--paytable", paytable)
        if is_paytable_file(key)
        for word in ("--paytable", f"{wager}={key}")
    ]
    sheet = ParSheet(rules, terms, paytable_options, filing)
    with step_progress(4) as progress:
        sheet.work_out(progress)
        progress("Writing")
        data = _rendered(sheet, ending)
        if output is not None:
            write(output, data)
    if output is None:
        print(data.decode(), end="")
    else:
        content = f"PAR sheet of {rules.rulebook.title}, {sheet.short_identity}"
        report_written(output, content, as_json)


def _today() -> str:
    from datetime import date

    return date.today().isoformat()


def _rendered(sheet: ParSheet, ending: str) -> bytes:
    # Each format is imported only if it is wanted: its libraries may not be installed.
    if ending == "json":
        from pitboss.reports.par.data import par_json_bytes

        return par_json_bytes(sheet)
    if ending == "xlsx":
        from pitboss.reports.par.workbook import par_xlsx

        return par_xlsx(sheet)
    from pitboss.reports.par.pages import par_html, par_pdf

    return par_pdf(sheet) if ending == "pdf" else par_html(sheet)
