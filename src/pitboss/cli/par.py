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
    pairs,
)
from pitboss.cli.output import ReportFile, report_format, report_written

if TYPE_CHECKING:
    from pitboss.reports.par.sheet import ParSheet

ENDINGS = ("pdf", "xlsx", "html", "json")


def par(
    game: GameKey,
    output: ReportFile = None,
    maximum: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The largest bet on a wager, for liabilities.")
    ] = "100000",
    boxes: Annotated[str, typer.Option(metavar="N", help="The boxes of the table.")] = "7",
    jackpot: Jackpot = "0",
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The PAR sheet: .pdf, .xlsx with live formulas, .html or .json, by the file's ending.

    Example: pitboss par three-card-poker -o three-card-poker.pdf
    """
    from pitboss.cli.screen import step_progress
    from pitboss.reports.files import check_place, write
    from pitboss.reports.par.payments import PostedLimits
    from pitboss.reports.par.sheet import ParSheet

    ending = report_format(output, ENDINGS, as_json)
    rules = configured(game, paytable, reading).rules
    limits = PostedLimits(
        amount("The maximum bet", maximum),
        amount("The number of boxes", boxes),
        amount("The jackpot", jackpot),
    )
    if output is not None:
        check_place(output)
    paytable_options = [
        word
        for wager, key in pairs("--paytable", paytable)
        if is_paytable_file(key)
        for word in ("--paytable", f"{wager}={key}")
    ]
    sheet = ParSheet(rules, limits, paytable_options)
    with step_progress(4) as progress:
        sheet.work_out(progress)
        progress("Writing")
        data = _rendered(sheet, ending)
        if output is not None:
            write(output, data)
    if output is None:
        print(data.decode(), end="")
    else:
        report_written(output, f"PAR sheet of {rules.rulebook.title}, {rules.fingerprint}", as_json)


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
