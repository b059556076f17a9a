"""pitboss rounds: rounds found in a house, and one of them on a sheet that can be handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.completion import complete_games
from pitboss.cli.house_options import FOLDER, Data, RulebookFiles, house_url, load_games
from pitboss.cli.options import Json, game_key, number
from pitboss.cli.options import amount as money_amount
from pitboss.cli.output import ReportFile, print_json, report_written
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.house.records.days import GamingDay
    from pitboss.house.rounds.archive import Archive
    from pitboss.house.rounds.search import Wanted
    from pitboss.house.settings.house_settings import HouseSettings

ENDINGS = ("pdf", "html", "json")
TIME = "TIME"


def rounds(
    round_id: Annotated[
        str | None,
        typer.Argument(metavar="[ROUND]", help="A round by its id, to open its sheet."),
    ] = None,
    data: Data = FOLDER,
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="At this table.")] = None,
    since: Annotated[
        str | None,
        typer.Option("--from", metavar=TIME, help="Opened then or later: a date or date-time."),
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar=TIME, help="Opened before that.")
    ] = None,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="Of this gaming day: settled on it.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Of this game.", autocompletion=complete_games),
    ] = None,
    box: Annotated[str | None, typer.Option(metavar="N", help="With a bet on this box.")] = None,
    bettor: Annotated[
        str | None, typer.Option(metavar="PERSON", help="With a bet of this person: id or name.")
    ] = None,
    amount: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="With a bet of exactly so much.")
    ] = None,
    at_least: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="With a bet of at least so much.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option(metavar="WAGER", help="With a bet on this wager.")
    ] = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="ROW", help="With a bet that came to this row.")
    ] = None,
    incident: Annotated[
        bool,
        typer.Option("--incident", help="With an incident, a void or a corrected payment."),
    ] = False,
    limit: Annotated[str, typer.Option(metavar="N", help="So many at most.")] = "20",
    rulebook: RulebookFiles = None,
    output: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Find rounds of a house, or open one as a sheet.

    The newest come first. A sheet is shown on the screen, or written as .pdf, .html or .json.

    What is asked about a bet has to hold for one and the same bet. An amount is 50, 50.00 or
    '$50' (a shell needs the quotes). Times are the house's own unless they name a zone; a date is
    the beginning of its gaming day. The house may be served meanwhile.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss rounds --data demo --bettor "Guest 1" --wager ante --at-least 20
    pitboss rounds 5JSBJGNR-3 --data demo -o sheet.pdf
    """

    url = house_url()
    load_games(rulebook)
    from pitboss.house.rounds.archive import open_archive
    from pitboss.house.rounds.search import Wanted

    with open_archive(data, url) as archive:
        settings = archive.settings()
        currency = settings.currency
        if day is not None and (since is not None or until is not None):
            raise BadConfiguration("option/time", "Give --day, or --from and --to: not both.")
        wanted = Wanted(
            table=table,
            game=None if game is None else game_key(game),
            since=_moment("--from", since, settings.gaming_day),
            before=_moment("--to", until, settings.gaming_day),
            counted=None if day is None else _gaming_day(day, settings.gaming_day),
            box=None if box is None else number("The box", box),
            bettor=bettor,
            wager=wager,
            amount=None if amount is None else money_amount("The amount", amount, currency),
            at_least=None if at_least is None else money_amount("The amount", at_least, currency),
            outcome=outcome,
            irregular=incident,
        )
        if round_id is None:
            if output is not None:
                message = "Name the round whose sheet -o should write."
                raise BadConfiguration("option/round", message)
            _find(archive, wanted, settings, number("The limit", limit), as_json)
        elif wanted != Wanted():
            message = "Name a round, or say what to look for: not both."
            raise BadConfiguration("option/round", message)
        else:
            _open(archive, round_id, settings, output, as_json)


# Finding


def _find(
    archive: Archive, wanted: Wanted, settings: HouseSettings, limit: int, as_json: bool
) -> None:
    from pitboss.house.records.days import as_iso
    from pitboss.house.rounds.search import find

    if wanted.bettor is not None:
        wanted = wanted._replace(bettor=archive.person_called(wanted.bettor))
    rounds = find(archive, wanted, limit + 1)
    has_more, rounds = len(rounds) > limit, rounds[:limit]
    if as_json:
        listed = [
            {
                **line.as_json(),
                "opened": as_iso(line.opened),
                "ended": None if line.ended is None else as_iso(line.ended),
            }
            for line in rounds
        ]
        print_json({"rounds": listed, "more": has_more})
    else:
        from pitboss.cli.rounds_screen import show_found

        show_found(rounds, has_more, settings.gaming_day, settings.currency)


def _gaming_day(text: str, day: GamingDay) -> tuple[int, int]:
    from datetime import date

    try:
        named = date.fromisoformat(text)
        return day.start(named), day.end(named)
    except (ValueError, OverflowError):
        message = f"--day {text!r} is no date: write 2026-10-14."
        raise BadConfiguration("option/time", message) from None


def _moment(option: str, text: str | None, day: GamingDay) -> int | None:
    from pitboss.house.records.days import moment

    if text is None:
        return None
    try:
        return moment(text, day)
    except (ValueError, OverflowError):
        message = f"{option} {text!r} is no time: write 2026-10-14, or 2026-10-14T21:30."
        raise BadConfiguration("option/time", message) from None


# One round


def _open(
    archive: Archive, id: str, settings: HouseSettings, output: str | None, as_json: bool
) -> None:
    from pitboss.house.rounds.round_sheet import round_sheet
    from pitboss.reports.files import check_place, ending, write

    if output is not None:
        form = ending(output, ENDINGS)
        check_place(output)
    sheet = round_sheet(archive, id, settings.gaming_day, settings.name)
    if output is not None:
        write(output, _rendered(sheet, form))
        report_written(output, f"sheet of round {sheet['round']}, {sheet['standing']}", as_json)
    elif as_json:
        print_json(sheet)
    else:
        from pitboss.cli.rounds_screen import show_sheet

        show_sheet(sheet)


def _rendered(sheet: dict[str, Any], form: str) -> bytes:
    from pitboss.reports.round_sheet.pages import sheet_html, sheet_json, sheet_pdf

    return {"json": sheet_json, "html": sheet_html, "pdf": sheet_pdf}[form](sheet)
