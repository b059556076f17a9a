"""The options that commands share, and the parsing of their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.completion import (
    complete_bets,
    complete_games,
    complete_paytables,
    complete_readings,
    complete_wagers,
)
from pitboss.errors import BadBet, BadConfiguration

if TYPE_CHECKING:
    from pitboss.library import Game

LONGEST_AMOUNT, LONGEST_NUMBER = 18, 30  # In digits.
FRACTION = re.compile(
    r"(?P<number>-?(?:[0-9]{1,7}(?:\.[0-9]{1,12}|/[1-9][0-9]{0,5})?|\.[0-9]{1,12})(?:e-?[0-9]{1,2})?)"
    r"(?P<per_cent> ?%)?"
)

DOLLARS = re.compile(
    r"(?P<sign>\$)?(?P<whole>[0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.(?P<part>[0-9]{2}))?"
)


def _load(context: typer.Context, path: Path | None) -> Path | None:
    """Load a rulebook before the other parameters are parsed, so that its game is known."""
    if path is not None and not context.resilient_parsing:
        from pitboss.rulebooks import load_rulebook

        context.obj = load_rulebook(path).key
    return path


def _game_or_loaded(context: typer.Context, parameter: typer.CallbackParam, key: str) -> str:
    """The game of the command line, or the one that --rulebook has loaded."""
    if context.resilient_parsing:
        return key
    if not key and context.obj is None:
        raise typer.BadParameter("give a game, such as three-card-poker.", context, parameter)
    return key or str(context.obj)


def _game_or_all(context: typer.Context, key: str | None) -> str | None:
    """The game of the command line, or the one that --rulebook has loaded; None for all games."""
    return key or context.obj


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The key of a game: see pitboss games. May be left out with --rulebook.",
        default_factory=str,
        show_default=False,
        callback=_game_or_loaded,
        autocompletion=complete_games,
    ),
]
OptionalGameKey = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="One game; all games if left out.",
        callback=_game_or_all,
        autocompletion=complete_games,
    ),
]
RulebookFile = Annotated[
    Path | None,
    typer.Option(
        "--rulebook",
        metavar="FILE.py",
        help="A game of your own: see docs/adding-a-game.md.",
        callback=_load,
        is_eager=True,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Paytables = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="WAGER=KEY",
        help="A pay table by its key, or your own .toml file.",
        autocompletion=complete_paytables,
    ),
]
Readings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="KEY=OPTION",
        help="How to read an unclear clause.",
        autocompletion=complete_readings,
    ),
]
OptionalWagerKey = Annotated[
    str | None,
    typer.Option(
        "--wager", metavar="WAGER", help="Only this wager.", autocompletion=complete_wagers
    ),
]
WagerKey = Annotated[
    str,
    typer.Option(
        "--wager", metavar="WAGER", help="The wager to design.", autocompletion=complete_wagers
    ),
]
Bets = Annotated[
    list[str],
    typer.Option(
        "--bet",
        metavar="WAGER=AMOUNT",
        help="A bet, in the smallest unit.",
        autocompletion=complete_bets,
    ),
]
Strategy = Annotated[
    str,
    typer.Option(metavar="STRATEGY", help="best, threshold, play-all, or the lowest hand to play."),
]
Jackpot = Annotated[str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")]


def configured(game: str, paytables: Sequence[str] | None, readings: Sequence[str] | None) -> Game:
    """The game with the pay tables and readings of the options."""
    from pitboss.language.paytables import Paytable, load
    from pitboss.library import games

    as_written = games[game]
    tables: dict[str, str | Paytable] = {}
    for wager, key in pairs("--paytable", paytables):
        as_written.rulebook.wager(wager)
        tables[wager] = load(Path(key), game, wager) if is_paytable_file(key) else key
    return as_written.configure(tables, dict(pairs("--reading", readings)))


def is_paytable_file(key: str) -> bool:
    """Whether a pay table is given by a file rather than by its key."""
    return key.endswith(".toml")


def pairs(option: str, texts: Iterable[str] | None) -> list[tuple[str, str]]:
    """NAME=VALUE pairs; each name may appear once."""
    values: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadConfiguration("option/pair", f"{option} {text!r} should read NAME=VALUE.")
        if name in values:
            raise BadConfiguration("option/twice", f"{option} {name} is given twice.")
        values[name] = value
    return list(values.items())


def amount(subject: str, text: str) -> int:
    """Money: a whole number of the smallest unit, in ASCII digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_AMOUNT:
        raise BadBet(
            "bet/amount",
            f"{subject} is {text!r}: give a whole number of the smallest unit, such as 2500.",
        )
    return int(text)


def money_amount(subject: str, text: str) -> int:
    """Money: a whole number of the smallest unit, or dollars such as $50, $1,250.50 or 50.00."""
    match = DOLLARS.fullmatch(text)
    if match and (match["sign"] or match["part"]):
        from pitboss.language.pays import DOLLAR

        return int(match["whole"].replace(",", "")) * DOLLAR + int(match["part"] or "0")
    if match is None or "," in text:
        message = (
            f"{subject} is {text!r}: give dollars such as $50 or 50.00, or a whole number of the "
            "smallest unit such as 5000."
        )
        raise BadBet("bet/amount", message)
    return int(text)


def stakes(words: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The stake on each wager, from pairs of words."""
    return {wager: amount(f"The bet on {wager}", text) for wager, text in words}


def number(subject: str, text: str) -> int:
    """A whole number that is not money, in ASCII digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_NUMBER:
        message = f"{subject} is {text!r}: give a whole number, such as 6."
        raise BadConfiguration("option/number", message)
    return int(text)


def fraction(text: str, may_be_per_cent: bool = True) -> Fraction | None:
    """A number such as 0.04, 1/25 or 4%, exactly; None for anything else."""
    match = FRACTION.fullmatch(text.strip())
    if match is None or (match["per_cent"] and not may_be_per_cent):
        return None
    try:
        return Fraction(match["number"]) / (100 if match["per_cent"] else 1)
    except ValueError:  # Such as 1/2e3.
        return None
