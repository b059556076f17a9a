"""pitboss report: what a house has won, paid and dealt, from its ledger and its journal."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.completion import complete_games
from pitboss.cli.house_options import FOLDER, Data, RulebookFiles, house_url, load_games
from pitboss.cli.options import Json, game_key
from pitboss.cli.output import ReportFile, print_json, report_written
from pitboss.errors import BadConfiguration, unknown

if TYPE_CHECKING:
    from pitboss.house.reporting.records import Records, Scope
    from pitboss.reports.report import Report

RESULTS, PLAYER = "results", "player"
KINDS = (RESULTS, "par", "jackpots", "breakage", "voids", PLAYER)
ENDINGS = ("xlsx", "csv", "json")


def report(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help="results, par, jackpots, breakage, voids, or player.",
            autocompletion=lambda incomplete: [k for k in KINDS if k.startswith(incomplete)],
        ),
    ] = RESULTS,
    person: Annotated[
        str | None,
        typer.Argument(metavar="[PERSON]", help="With player: the id or the number of a guest."),
    ] = None,
    data: Data = FOLDER,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="One gaming day, such as 2026-11-18.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first gaming day.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last gaming day.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="Only this table.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Only this game.", autocompletion=complete_games),
    ] = None,
    rulebook: RulebookFiles = None,
    output: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Report on a house: win, hold, jackpots, voids, players.

    Without WHAT: results. The house may be open meanwhile. docs/reports.md defines every figure.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss report par --data demo --day 2026-01-01 -o par.xlsx
    """
    from pitboss.reports.files import check_place, ending, require

    load_games(rulebook)
    if what not in KINDS:
        raise unknown("report", what, KINDS)
    if (person is not None) != (what == PLAYER):
        message = "Name the player: pitboss report player PERSON."
        if person is not None:
            message = f"Only pitboss report player is about one person, not {what}."
        raise BadConfiguration("report/person", message)
    game = None if game is None else game_key(game)
    chosen = "" if output is None else ending(output, ENDINGS)
    if output is not None:
        check_place(output)
    if chosen == "xlsx":
        require("xlsxwriter", "A workbook")
    url = house_url()
    from pitboss.house.reporting.records import Scope, open_records

    scope = Scope(*_days(day, first, last), table, game)
    with open_records(data, url) as records:
        report = _report(records, scope, what, person)
        report = report._replace(currency=records.settings.currency)
    if output is not None:
        _write(report, output, chosen, game or "")
        report_written(output, f"{report.title}, {scope.words()}", as_json)
    elif as_json:
        from pitboss.reports.report import report_json

        print_json(report_json(report))
    else:
        from pitboss.cli.report_screen import show

        show(report)


def _report(records: Records, scope: Scope, what: str, person: str | None) -> Report:
    from pitboss.house.reporting.breakage_report import breakage
    from pitboss.house.reporting.jackpot_report import jackpots
    from pitboss.house.reporting.living_par import living_par
    from pitboss.house.reporting.player_sheet import player_sheet
    from pitboss.house.reporting.results import results
    from pitboss.house.reporting.void_report import voids

    if person is not None:
        return player_sheet(records, scope, person)
    makers = {
        RESULTS: results, "par": living_par, "jackpots": jackpots, "breakage": breakage,
        "voids": voids,
    }  # fmt: skip
    return makers[what](records, scope)


def _write(report: Report, output: str, ending: str, game: str) -> None:
    from pitboss.reports.files import write
    from pitboss.reports.report import report_csv, report_json_bytes

    if ending == "xlsx":
        from pitboss.reports.report_workbook import report_xlsx

        data = report_xlsx(report, game)
    else:
        data = report_csv(report) if ending == "csv" else report_json_bytes(report)
    write(output, data)


def _days(day: str | None, first: str | None, last: str | None) -> tuple[date | None, date | None]:
    if day is not None and (first is not None or last is not None):
        message = "Give one --day, or --from and --to: not both."
        raise BadConfiguration("report/days", message)
    if day is not None:
        only = _date("--day", day)
        return only, only
    return (
        None if first is None else _date("--from", first),
        None if last is None else _date("--to", last),
    )


def _date(option: str, text: str) -> date:
    try:
        parsed = date.fromisoformat(text)
    except ValueError:
        parsed = None
    if parsed is None or not date(1971, 1, 1) <= parsed <= date(9000, 1, 1):
        message = f"{option} is {text!r}: give a date, such as 2026-11-18."
        raise BadConfiguration("report/days", message)
    return parsed
