"""What the commands have in common: options, configuration, output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.errors import BadBet, BadConfiguration

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rules

LONGEST_NUMBER = 30


def _load(context: typer.Context, path: Path | None) -> Path | None:
    """Load a rulebook before anything else is read, so that its game is known by its key."""
    if path is not None and not context.resilient_parsing:
        from pitboss.rulebooks import load_rulebook

        context.obj = load_rulebook(path).key
    return path


def _game(context: typer.Context, parameter: typer.CallbackParam, key: str) -> str:
    """The game asked for; without one, that of the rulebook that was loaded."""
    if not key and context.obj is None and not context.resilient_parsing:
        raise typer.BadParameter("give a game, such as three-card-poker.", context, parameter)
    return key or str(context.obj)


def _one_game(context: typer.Context, key: str | None) -> str | None:
    """The game asked for or loaded; None for all of them."""
    return key or context.obj


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's key: see pitboss games. May be left out with --rulebook.",
        default_factory=str,
        show_default=False,
        callback=_game,
    ),
]
OneGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="One game; all of them without it.", callback=_one_game),
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
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Paytables = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable", metavar="WAGER=KEY", help="A pay table by key, or a .toml file of your own."
    ),
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="KEY=OPTION", help="How to read an unclear clause."),
]
Strategy = Annotated[
    str, typer.Option(metavar="HOW", help="best, threshold, play-all, or the lowest hand to play.")
]
Charts = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Charts: .png or .svg.")
]


def configured(game: str, paytables: Sequence[str] | None, readings: Sequence[str] | None) -> Rules:
    """The rules in force, by the options given."""
    from pitboss.language.paytables import Paytable, load
    from pitboss.rulebooks import RULEBOOKS

    rulebook = RULEBOOKS.find(game)
    tables: dict[str, str | Paytable] = {}
    for wager, key in pairs("--paytable", paytables):
        rulebook.wager(wager)
        tables[wager] = load(Path(key), game, wager) if key.endswith(".toml") else key
    return rulebook.configure(tables, dict(pairs("--reading", readings)))


def pairs(option: str, given: Sequence[str] | None) -> list[tuple[str, str]]:
    """NAME=VALUE, each name once."""
    made: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadConfiguration("option/pair", f"{option} {text!r} should read NAME=VALUE.")
        if name in made:
            raise BadConfiguration("option/twice", f"{option} {name} is given twice.")
        made[name] = value
    return list(made.items())


def amount(what: str, text: str) -> int:
    """A whole number of the smallest unit, in ordinary digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise BadBet(
            "bet/amount",
            f"{what} is {text!r}: give a whole number of the smallest unit, such as 2500.",
        )
    return int(text)


def stakes_of(words: Iterable[tuple[str, str]]) -> dict[str, int]:
    """By wager, from pairs of words."""
    return {wager: amount(f"The bet on {wager}", text) for wager, text in words}


def number(what: str, text: str) -> int:
    """A whole number that is not money, in ordinary digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_NUMBER:
        told = f"{what} is {text!r}: give a whole number, such as 6."
        raise BadConfiguration("option/number", told)
    return int(text)


def kind_of_chart(output: str) -> str:
    """By the ending of a file that charts can be written to; said before anything is worked out."""
    from pitboss.reports.extra import needed
    from pitboss.reports.figures import ENDINGS
    from pitboss.reports.files import check_place, ending

    kind = ending(output, ENDINGS)
    check_place(output)
    needed("matplotlib", "A chart")
    return kind


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))
