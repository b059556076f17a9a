"""pitboss session: the results of an evening, a table or a year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    Bets,
    GameKey,
    Jackpot,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    Strategy,
    amount,
    configured,
    number,
    pairs,
    shares,
    signed_amount,
    stakes,
)
from pitboss.cli.output import ChartFile, chart_format, print_json, report_written
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.cli.session_house import HouseReport
    from pitboss.cli.session_player import PlayerReport


def session(
    game: GameKey,
    bet: Bets,
    rounds: Annotated[
        str | None,
        typer.Option(metavar="N", help="The number of rounds; with --house, default one day's."),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The player's money at the start.")
    ] = None,
    loss_limit: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Stop after losing this much.")
    ] = None,
    win_goal: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Stop after winning this much.")
    ] = None,
    strategy: Strategy = "best",
    jackpot: Jackpot = "0",
    result: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="An actual result: was it luck? A loss is negative. With --house, the house's.",
        ),
    ] = None,
    house: Annotated[bool, typer.Option("--house", help="Take the house's side.")] = False,
    boxes: Annotated[
        str, typer.Option(metavar="K", help="With --house: the boxes of the table.")
    ] = "1",
    hours: Annotated[str, typer.Option(metavar="H", help="With --house: hours a day.")] = "20",
    rounds_per_hour: Annotated[
        str, typer.Option(metavar="R", help="The pace of the table: rounds an hour.")
    ] = "40",
    risk: Annotated[
        str,
        typer.Option(metavar="SHARE", help="With --house: the risk that the bank is too small."),
    ] = "0.1%",
    output: ChartFile = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Many rounds, exactly: results, ruin, the house's bands.

    The bets are the same every round. A player is ruined when the next full bet can't be made,
    including the wager that playing on needs.

    Example: pitboss session three-card-poker --rounds 400 --bet ante=10 --bet pair-plus=5
    --bankroll 500 --win-goal 300
    """
    from pitboss.maths.sessions.house import periods
    from pitboss.maths.sessions.ruin import Limits

    configuration = configured(game, paytable, reading)
    limits = Limits(
        _optional_amount("The bankroll", bankroll),
        _optional_amount("The loss limit", loss_limit),
        _optional_amount("The win goal", win_goal),
    )
    if house and limits:
        message = "A bankroll and limits are a player's: leave them out, or leave out --house."
        raise BadConfiguration("session/house", message)
    if rounds is None and not house:
        raise BadConfiguration("session/rounds", "Say how many rounds, such as --rounds 400.")
    hourly, daily_hours = number("Rounds an hour", rounds_per_hour), number("Hours a day", hours)
    periods(hourly, daily_hours)  # Refuse an impossible pace before anything is computed.
    ending = chart_format(output)
    from pitboss.cli.screen import step_progress
    from pitboss.cli.session_house import HouseReport
    from pitboss.cli.session_player import PlayerReport

    with step_progress(4) as progress:
        progress("Counting one round")
        bets = stakes(pairs("--bet", bet))
        repeated = configuration.session(bets, strategy, amount("The jackpot", jackpot))
        progress("Following the rounds")
        report: PlayerReport | HouseReport
        actual = None if result is None else signed_amount("The result", result)
        if house:
            box_count = number("The number of boxes", boxes)
            played = None if rounds is None else number("The number of rounds", rounds)
            report = HouseReport(
                repeated, box_count, hourly, daily_hours, played, _risk(risk), actual
            )
        else:
            played = number("The number of rounds", str(rounds))
            report = PlayerReport(repeated, played, limits, actual, hourly)
        data = report.as_json()
        progress("Drawing")
        if output is not None:
            from pitboss.reports.charts import draw
            from pitboss.reports.files import write

            write(output, draw(report.panels(), ending, report.caption()))
    if as_json:
        print_json({**data, **({} if output is None else {"written": output})})
        return
    report.show()
    if output is not None:
        content = f"charts of a session of {configuration.rulebook.title}"
        report_written(output, content, as_json)


def _optional_amount(subject: str, text: str | None) -> int | None:
    return None if text is None else amount(subject, text)


def _risk(text: str) -> float:
    """A probability as a number or in per cent."""
    (share,) = shares("--risk", text)
    if not 0 < share < 0.5:
        message = f"The risk is {text!r}: give a share above 0 and below 50%, such as 0.1%."
        raise BadConfiguration("session/risk", message)
    return float(share)
