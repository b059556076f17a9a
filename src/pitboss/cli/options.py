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
from pitboss.errors import BadBet, BadConfiguration, UnknownName

if TYPE_CHECKING:
    from pitboss.house.settings.house_settings import HouseSettings
    from pitboss.language.currency import Currency
    from pitboss.library import Game

LONGEST_NUMBER = 30  # In digits.
FRACTION = re.compile(
    r"(?P<number>-?(?:[0-9]{1,7}(?:\.[0-9]{1,12}|/[1-9][0-9]{0,5})?|\.[0-9]{1,12})(?:e-?[0-9]{1,2})?)"
    r"(?P<per_cent> ?%)?"
)
# 1000000, 1,000,000, 1_000_000, 1e6 and 2.5e6.
NUMBER = re.compile(
    rf"(?P<whole>[0-9]{{1,{LONGEST_NUMBER}}}|[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,3}}(?:_[0-9]{{3}})+)"
    r"(?:\.(?P<part>[0-9]{1,12}))?(?:[eE]\+?(?P<zeros>[0-9]{1,2}))?"
)


def _load(context: typer.Context, path: Path | None) -> Path | None:
    """Load a rulebook before the other parameters are parsed, so that its game is known."""
    if path is not None and not context.resilient_parsing:
        from pitboss.rulebooks import load_rulebook

        context.obj = load_rulebook(path).key
    return path


def _game_or_loaded(context: typer.Context, parameter: typer.CallbackParam, text: str) -> str:
    """The game of the command line, or the one that --rulebook has loaded."""
    if context.resilient_parsing:
        return text
    if not text and context.obj is None:
        raise typer.BadParameter("give a game, such as three-card-poker.", context, parameter)
    return game_key(text) if text else str(context.obj)


def _game_or_none(context: typer.Context, text: str | None) -> str | None:
    """The game of the command line, or the one that --rulebook has loaded, if there is any."""
    if context.resilient_parsing or not text:
        return text or context.obj
    return game_key(text)


def game_key(text: str) -> str:
    """The key of a game, however it is spelt: "Three Card Poker", 3cardpoker, poker, lucky.

    A text that no game answers to is returned as it is: whoever looks the game up says so.
    """
    from pitboss.rulebooks import RULEBOOKS

    if text in RULEBOOKS:
        return text
    plain = _letters(text)
    for key in RULEBOOKS:
        if plain in (_letters(key), _letters(RULEBOOKS[key].title)):
            return key
    words = re.findall("[a-z]+|[0-9]+", text.lower().replace("3", " three "))
    answering = [
        key
        for key in RULEBOOKS
        if words and all(any(part.startswith(word) for part in _words(key)) for word in words)
    ]
    answering = [key for key in answering if len(words) == len(_words(key))] or answering
    if len(answering) > 1:
        listed = f"{', '.join(answering[:-1])} or {answering[-1]}"
        raise UnknownName("unknown/game", f"{text!r} may be {listed}: write which.")
    return answering[0] if answering else text


def _letters(text: str) -> str:
    """A name without what people write in different ways."""
    return re.sub(r"[^a-z0-9]", "", text.lower()).replace("3", "three")


def _words(key: str) -> list[str]:
    return key.replace("3", "three").split("-")


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game by its key or its name: see pitboss games. May be left out with --rulebook.",
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
        callback=_game_or_none,
        autocompletion=complete_games,
    ),
]
AskedGameKey = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="A game by its key or its name; asked for if left out.",
        callback=_game_or_none,
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
        help="A bet: 50, 50.00 or '$50', in quotes; 5000c is the same in the smallest unit.",
        autocompletion=complete_bets,
    ),
]
Strategy = Annotated[
    str,
    typer.Option(metavar="STRATEGY", help="best, threshold, play-all, or the lowest hand to play."),
]
Jackpot = Annotated[
    str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds, such as 25000.")
]


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


def house_settings(file: Path) -> HouseSettings:
    """What a house file says."""
    from pitboss.reports.files import require

    require("sqlalchemy", "A house", "house")
    from pitboss.house.settings.house_file import read_house_file

    return read_house_file(file)


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


def amount(subject: str, text: str, currency: Currency | None = None) -> int:
    """Money in the smallest unit: 50, 50.00, $50 and 5000c are all 5000 of it."""
    from pitboss.language.currency import DOLLARS

    currency = currency or DOLLARS  # Where no house has one of its own.
    units = currency.read(text)
    if units is None:
        message = (
            f"{subject} is {text!r}: give an amount such as 50, 50.00 or '{currency.symbol}50'; "
            "the smallest unit is written 5000c."
        )
        raise BadBet("bet/amount", message)
    return units


def signed_amount(subject: str, text: str) -> int:
    """Money with a sign: -50, +$50 or -5000c."""
    is_signed = text[:1] in ("-", "−", "+")
    units = amount(subject, (text[1:] if is_signed else text) or text)
    return -units if text[:1] in ("-", "−") else units


def stakes(words: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The stake on each wager, from pairs of words."""
    return {wager: _stake(wager, text) for wager, text in words}


def _stake(wager: str, text: str) -> int:
    stake = amount(f"The bet on {wager}", text)
    if not stake:  # A shell makes 0 of an unquoted $50, and 00 of $500.
        message = f"The bet on {wager} is nothing: give an amount such as 50, or '$50' in quotes."
        raise BadBet("bet/amount", message)
    return stake


def number(subject: str, text: str) -> int:
    """A whole number that is not money: 1000000, 1,000,000 or 1e6."""
    match = NUMBER.fullmatch(text)
    if match is not None:
        zeros, part = int(match["zeros"] or "0"), (match["part"] or "").rstrip("0")
        digits = re.sub("[,_]", "", match["whole"]) + part + "0" * (zeros - len(part))
        if len(part) <= zeros and len(digits) <= LONGEST_NUMBER:
            return int(digits)
    message = f"{subject} is {text!r}: give a whole number, such as 6, 1000000 or 1e6."
    raise BadConfiguration("option/number", message)


def fraction(text: str, may_be_per_cent: bool = True) -> Fraction | None:
    """A number such as 0.04, 1/25 or 4%, exactly; None for anything else."""
    match = FRACTION.fullmatch(text.strip())
    if match is None or (match["per_cent"] and not may_be_per_cent):
        return None
    try:
        return Fraction(match["number"]) / (100 if match["per_cent"] else 1)
    except ValueError:  # Such as 1/2e3.
        return None


def shares(option: str, *texts: str) -> list[Fraction]:
    """Shares of one stake or of all rounds: 2%, 0.02 and 2 are the same.

    A per cent sign counts for all of them. Without one, numbers below 1 are shares and those from
    1 up are per cent; where both occur, nobody can tell.
    """
    values = []
    for text in texts:
        value = fraction(text.replace("%", ""), may_be_per_cent=False)
        if value is None or fraction(text) is None:
            message = f"{option} has {text!r} where a share should be, such as 4% or 0.04."
            raise BadConfiguration("option/number", message)
        values.append(value)
    if any("%" in text for text in texts):
        return [value / 100 for value in values]
    written = zip(values, texts, strict=True)
    large = [abs(value) >= 1 and "/" not in text for value, text in written if value]
    if any(large) and not all(large):
        listed = " and ".join(text.strip() for text in texts)
        message = f"{option} has {listed}: say whether that is per cent, such as 0.5% and 2%."
        raise BadConfiguration("option/number", message)
    return [value / 100 for value in values] if any(large) else values
