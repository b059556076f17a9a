"""pitboss session: what an evening, a table or a year comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    Charts,
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    Strategy,
    amount,
    configured,
    kind_of_chart,
    number,
    pairs,
    print_json,
    stakes_of,
)
from pitboss.errors import BadBet, BadConfiguration

if TYPE_CHECKING:
    from pitboss.cli.session_house import HouseAsked
    from pitboss.cli.session_screen import Asked


def session(
    game: GameKey,
    bet: Annotated[
        list[str],
        typer.Option("--bet", metavar="WAGER=AMOUNT", help="A bet, the same every round."),
    ],
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="Rounds; with --house, a day's by default.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the player brings.")
    ] = None,
    loss_limit: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Stop after losing so much.")
    ] = None,
    win_goal: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Stop after winning so much.")
    ] = None,
    strategy: Strategy = "best",
    jackpot: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds, every round.")
    ] = "0",
    result: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="A result to judge: was it luck? The house's own "
            "with --house; losses are below 0.",
        ),
    ] = None,
    house: Annotated[bool, typer.Option("--house", help="From the house's side.")] = False,
    boxes: Annotated[str, typer.Option(metavar="K", help="Boxes of the table.")] = "1",
    hours: Annotated[str, typer.Option(metavar="H", help="Hours a day.")] = "20",
    rounds_per_hour: Annotated[str, typer.Option(metavar="R", help="Rounds an hour.")] = "40",
    risk: Annotated[
        str, typer.Option(metavar="SHARE", help="Of a bank that is too small: 0.001 or 0.1%.")
    ] = "0.001",
    output: Charts = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """What many rounds come to, exactly: results, risk of ruin, and the house's bands.

    A player is ruined who can't make the next full bet, with the wager that playing on asks for.

    Example: pitboss session three-card-poker --rounds 400 --bet ante=1000 --bet pair-plus=500
    --bankroll 50000 --win-goal 30000
    """
    from pitboss.maths.sessions.ruin import Limits

    rules = configured(game, paytable, reading)
    limits = Limits(*(None if text is None else amount(what, text) for what, text in (
        ("The bankroll", bankroll), ("The loss limit", loss_limit), ("The win goal", win_goal),
    )))  # fmt: skip
    if house and limits:
        told = "A bankroll and limits are a player's: leave them out, or leave out --house."
        raise BadConfiguration("session/house", told)
    if rounds is None and not house:
        raise BadConfiguration("session/rounds", "Say how many rounds, such as --rounds 400.")
    per_hour, a_day = number("Rounds an hour", rounds_per_hour), number("Hours a day", hours)
    kind = "" if output is None else kind_of_chart(output)
    from pitboss.cli.par import at_work
    from pitboss.cli.session_house import HouseAsked
    from pitboss.cli.session_screen import Asked
    from pitboss.maths.sessions.session import Session

    with at_work(4) as progress:
        progress("Counting one round")
        stakes = stakes_of(pairs("--bet", bet))
        made = Session(rules, stakes, strategy, amount("The jackpot", jackpot))
        progress("Following the rounds")
        asked: Asked | HouseAsked
        judged = None if result is None else signed_amount(result)
        if house:
            count = number("The number of boxes", boxes)
            played = None if rounds is None else number("The number of rounds", rounds)
            asked = HouseAsked(made, count, per_hour, a_day, played, share(risk), judged)
        else:
            asked = Asked(made, number("The number of rounds", str(rounds)), limits, judged)
        data = asked.as_json()
        progress("Drawing")
        if output is not None:
            from pitboss.reports.figures import drawn
            from pitboss.reports.files import write

            write(output, drawn(asked.panels(), kind))
    if as_json:
        print_json({**data, **({} if output is None else {"written": output})})
        return
    asked.show()
    if output is not None:
        from pitboss.cli.par import say_written

        say_written(output, f"charts of a session of {rules.rulebook.title}", as_json=False)


def signed_amount(text: str) -> int:
    """A gain, or a loss below 0, in the smallest unit."""
    sign, digits = (-1, text[1:]) if text[:1] in "-−" else (1, text.removeprefix("+"))
    if not text or not digits:
        raise BadBet("bet/amount", f"The result is {text!r}: give a whole number, such as -2500.")
    return sign * amount("The result", digits)


def share(text: str) -> float:
    """A share as a number, or in per cent."""
    number, per_cent, rest = text.strip().partition("%")
    try:
        value = float(number) / (100 if per_cent else 1)
    except ValueError:
        value = float("nan")
    if rest or not 0 < value < 0.5:
        told = f"The risk is {text!r}: give a share above 0 and below 0.5, such as 0.001 or 0.1%."
        raise BadConfiguration("session/risk", told)
    return value
